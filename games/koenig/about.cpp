// What there is to read about cards and heroes.
#include "games/koenig/koenig.h"

namespace koenig {

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
