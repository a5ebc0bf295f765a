// What there is to read about spells, favours, dignitaries and royal scorings: the figures that
// their texts name.
#include "games/taverna/taverna.h"

namespace taverna {
namespace {

std::vector<int> of_spell(const Edition& edition, const SpellData& spell) {
  switch (spell.effect) {
    case Effect::kMoveCustomer:
      return {edition.moved_customer};
    case Effect::kPlaceGuild:
      return {edition.guild_points};
    default:
      return {spell.amount, spell.amount_large};
  }
}

std::vector<int> of_favour(const Edition& edition, Favour favour) {
  if (favour == Favour::kPlaceGuild) return {edition.guild_points};
  if (favour == Favour::kMoveCustomer) return {edition.moved_customer};
  return {};
}

std::vector<int> of_dignitary(const Edition& edition, Dignitary dignitary) {
  if (dignitary == Dignitary::kNotary) return {edition.takeover};
  const auto& prices = edition.prices[static_cast<size_t>(dignitary)];
  if (dignitary == Dignitary::kGobtrotter) return {prices[0], prices[1], edition.guild_points};
  return {prices.begin(), prices.end()};
}

// The points first, then what they are for.
std::vector<int> of_scoring(const ScoringData& scoring) {
  std::vector<int> found(scoring.points.begin(), scoring.points.end());
  found.insert(found.end(), scoring.threshold.begin(), scoring.threshold.end());
  return found;
}

std::vector<int> figures_of(const Edition& edition, engine::DomainId domain, int value) {
  switch (domain) {
    case domain::kSpell:
      return of_spell(edition, edition.spells[static_cast<size_t>(value)]);
    case domain::kFavour:
      return of_favour(edition, static_cast<Favour>(value));
    case domain::kDignitary:
      return of_dignitary(edition, static_cast<Dignitary>(value));
    case domain::kScoring:
      return of_scoring(edition.scoring[static_cast<size_t>(value)]);
    default:
      return {};
  }
}

}  // namespace

std::vector<std::string> Taverna::amounts(const Edition& edition, engine::DomainId domain,
                                          int value) {
  std::vector<std::string> found;
  for (int figure : figures_of(edition, domain, value)) found.push_back(std::to_string(figure));
  return found;
}

}  // namespace taverna
