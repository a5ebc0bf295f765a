// The figures that the texts of fields name, and what the rules tell of the other parts.
#include "games/dicebrewing/dicebrewing.h"

namespace dicebrewing {

// The values that go in, the one that accelerates, and what comes out: seeds, or gold for a blue
// and for a black die.
std::vector<std::string> DiceBrewing::amounts(const Edition& edition, engine::DomainId domain,
                                              int value) {
  if (domain != domain::kField) return {};
  const FieldData& field = edition.fields[static_cast<size_t>(value)];
  const auto gold = [&](Colour colour) {
    return std::to_string(field.gold[static_cast<size_t>(colour)]);
  };
  const bool sells = field.effect == Effect::kSell;
  return {std::to_string(field.min), std::to_string(field.max),
          std::to_string(field.accelerate_min),
          sells ? gold(Colour::kBlue) : std::to_string(field.seeds), gold(Colour::kBlack)};
}

std::string DiceBrewing::details(const Edition& edition, engine::DomainId domain, int value,
                                 const engine::Texts& texts) {
  const auto at = static_cast<size_t>(value);
  switch (domain) {
    case domain::kColour:
      return texts.format("details.dice", std::to_string(edition.dice[at]),
                          std::to_string(edition.die_points[at]));
    case domain::kBuilding:
      return texts.format("details.opens", std::to_string(edition.opens[at]));
    case domain::kIngredient:
      return texts.format("details.copies", std::to_string(edition.ingredients[at].copies));
    case domain::kToken:
      return texts.format("details.copies", std::to_string(edition.tokens[at].copies));
    default:
      return "";
  }
}

}  // namespace dicebrewing
