// What there is to read about cards and actions: the figures that their texts name.
#include "games/goldbraeu/goldbraeu.h"

namespace goldbraeu {

std::vector<std::string> Goldbraeu::amounts(const Edition& edition, engine::DomainId domain,
                                            int value) {
  if (domain == domain::kCard && static_cast<Card>(value) == Card::kDrunk) {
    return {std::to_string(-edition.drunk_income)};
  }
  if (domain == domain::kCard && static_cast<Card>(value) == Card::kWaitress) {
    return {std::to_string(edition.waitress_income)};
  }
  std::vector<std::string> found;
  if (domain == domain::kAction && static_cast<Choice>(value) == Choice::kBuy) {
    for (int price : edition.price_by_choosers) found.push_back(std::to_string(price));
  }
  return found;
}

}  // namespace goldbraeu
