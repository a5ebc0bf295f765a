// What there is to read about fields: the figures that their texts name.
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

}  // namespace dicebrewing
