// What there is to read about cards and heroes.
#include <cstdlib>

#include "games/koenig/koenig.h"

namespace koenig {
namespace {

// In silver, without signs: the card says who pays. Places 1 to 4, the last, the one before it.
std::vector<int> cellar(const Schedule& schedule) {
  std::vector<int> found(schedule.front.begin(), schedule.front.end());
  found.insert(found.end(), schedule.back.begin(), schedule.back.begin() + 2);
  for (int& amount : found) amount = std::abs(amount);
  return found;
}

std::vector<int> figures_of(const Edition& edition, const CardData& card) {
  switch (card.effect) {
    case Effect::kMoveAny:
    case Effect::kMoveAllType:
    case Effect::kPairAdvance:
    case Effect::kShiftDraco:
      return {card.steps};
    case Effect::kPayToAdvance:
      return {card.steps, edition.gold_in_silver};
    case Effect::kSplitMove:
      return {card.forward, card.backward};
    case Effect::kArmWrestling:
      return {card.places, card.lose_on};
    case Effect::kShuffleFour:
      return {card.count};
    case Effect::kFinePlayer:
    case Effect::kSteal:
    case Effect::kZorkNeighboursPay:
      return {card.silver};
    case Effect::kRendezvous:
    case Effect::kPincer:
    case Effect::kTossCoinAtDraco:
      return {card.gold};
    case Effect::kDropCoins:
      return {card.gold, card.silver};
    case Effect::kFullCellar:
      return cellar(edition.full);
    case Effect::kEmptyCellar:
      return cellar(edition.empty);
    default:
      return {};
  }
}

}  // namespace

std::vector<std::string> Koenig::amounts(const Edition& edition, engine::DomainId domain,
                                         int value) {
  std::vector<std::string> found;
  if (domain != domain::kCard) return found;
  for (int figure : figures_of(edition, edition.cards[static_cast<size_t>(value)])) {
    found.push_back(std::to_string(figure));
  }
  return found;
}

std::string Koenig::about(const Edition& edition, engine::DomainId domain, int value,
                          const engine::Texts& texts) {
  if (domain != domain::kHero) return "";
  const std::string* text = texts.find("about.hero." + value_id(edition, domain, value));
  return text == nullptr ? "" : *text;
}

std::string Koenig::details(const Edition& edition, engine::DomainId domain, int value,
                            const engine::Texts& texts) {
  if (domain != domain::kCard) return "";
  return texts.format("details.copies",
                      std::to_string(edition.cards[static_cast<size_t>(value)].copies));
}

}  // namespace koenig
