// R10: act first, pay with dice right after it; unless the variant `credit` is off.
#include <algorithm>
#include <array>

#include "games/tiefenthal/rules.h"

namespace tiefenthal {

using engine::forbid;
using engine::kAllowed;
using engine::Verdict;

namespace {

Spaces paying_spaces(const State& s, const Tavern& t) {
  Spaces spaces;
  for (int i = 0; i < t.tables.size(); ++i) {
    if (t.tables[i] == Card::kNone || (t.served >> i & 1) != 0) continue;
    const CardData& person = s.data(t.tables[i]);
    spaces.add(person.die, person.pays);
  }
  if (t.cashbox_used == 0) spaces.add(Spaces::kAny, s.value(t, Tile::kCashbox));
  return spaces;
}

// All deliveries are worth the same, so the dice that need the fewest dishwashers go there, as many
// as can; the barrel takes one that can't, or the dearest.
int beer_in_sight(const State& s, const Tavern& t) {
  std::array<int, kFaces> dice_by_cost{};
  for (Die die : t.dice) {
    const int by = raise((*s.edition)[Tile::kSupplier].accepts, die);
    if (by >= 0) ++dice_by_cost[static_cast<size_t>(by)];
  }
  int delivered = dice_by_cost[0];
  int dishwashers = s.dishwashers(t);
  for (int by = 1; by <= std::min(dishwashers, kFaces - 1); ++by) {
    const int dice = std::min(dice_by_cost[static_cast<size_t>(by)], dishwashers / by);
    delivered += dice;
    dishwashers -= dice * by;
  }
  const int beer = delivered * s.delivery(t);
  if (t.barrel_used != 0 || t.dice.empty()) return beer;
  const int beside = delivered == t.dice.size() ? delivered - 1 : delivered;
  return std::max(beer, beside * s.delivery(t) + s.value(t, Tile::kBarrel));
}

Verdict may_pay(int missing, int in_sight, Rule too_few, Rule not_covered) {
  if (missing <= in_sight) return kAllowed;
  return forbid(in_sight > 0 ? not_covered : too_few, missing - in_sight);
}

}  // namespace

Verdict Means::ducats_by_dice(int missing) {
  if (!income_) income_.emplace(paying_spaces(s_, t_), t_.dice, s_.dishwashers(t_));
  if (exactly_) {
    return may_pay(missing, income_->exactly(), Rule::kTooFewDucats, Rule::kDucatsNotCovered);
  }
  const bool pays = income_->at_least(missing);
  ducats_ = {.sure = income_->low(), .most = income_->high()};
  return pays ? kAllowed : forbid(Rule::kDucatsNotCovered, missing);
}

Verdict Means::beer_by_dice(int missing) {
  const int beer = beer_in_sight(s_, t_);
  if (!exactly_) beer_ = {.sure = beer, .most = beer};
  return may_pay(missing, beer, Rule::kTooFewBeer, Rule::kBeerNotCovered);
}

// Only the one currency that was paid may be below 0.
bool covered(const State& s, const Tavern& after) {
  Means means(s, after, false);
  if (after.ducats >= 0) return means.may_pay_beer(0).allowed();
  return after.beer >= 0 && means.may_pay_ducats(0).allowed();
}

}  // namespace tiefenthal
