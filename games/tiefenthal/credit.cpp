// R10: act first, pay with dice right after it; unless the variant `credit` is off.
#include <algorithm>

#include "games/tiefenthal/assign.h"
#include "games/tiefenthal/rules.h"

namespace tiefenthal {

using engine::Verdict;

namespace {

int ducats_in_sight(const State& s, const Tavern& t) {
  Spaces spaces;
  for (int i = 0; i < t.tables.size(); ++i) {
    if (t.tables[i] == Card::kNone || (t.served >> i & 1) != 0) continue;
    const CardData& person = s.data(t.tables[i]);
    spaces.add(person.die, person.pays);
  }
  if (t.cashbox_used == 0) spaces.add_any(s.value(t, Tile::kCashbox));
  return best_income(spaces, t.dice, s.dishwashers(t));
}

// All deliveries are worth the same, so the dice that need the fewest dishwashers go there, as many
// as can; the barrel takes one that can't, or the dearest.
int beer_in_sight(const State& s, const Tavern& t) {
  engine::SmallVec<int, kMaxDice> costs;
  for (Die die : t.dice) {
    const int by = raise((*s.edition)[Tile::kSupplier].accepts, die);
    if (by >= 0) costs.insert_sorted(by);
  }
  int delivered = 0;
  int dishwashers = s.dishwashers(t);
  while (delivered < costs.size() && costs[delivered] <= dishwashers)
    dishwashers -= costs[delivered++];
  const int beer = delivered * s.delivery(t);
  if (t.barrel_used != 0 || t.dice.empty()) return beer;
  const int beside = delivered == t.dice.size() ? delivered - 1 : delivered;
  return std::max(beer, beside * s.delivery(t) + s.value(t, Tile::kBarrel));
}

// No more than this, whatever the dice show.
int most_ducats(const State& s, const Tavern& t) {
  int most = t.cashbox_used == 0 ? s.value(t, Tile::kCashbox) : 0;
  for (int i = 0; i < t.tables.size(); ++i) {
    if (t.tables[i] != Card::kNone && (t.served >> i & 1) == 0) most += s.data(t.tables[i]).pays;
  }
  return most;
}

Verdict may_pay(int missing, int in_sight, Rule too_few, Rule not_covered) {
  if (missing <= in_sight) return engine::kAllowed;
  return engine::forbid(in_sight > 0 ? not_covered : too_few, missing - in_sight);
}

}  // namespace

Verdict Means::may_pay_ducats(int price) {
  const int missing = price - t_.ducats;
  if (missing <= 0) return engine::kAllowed;
  if (ducats_ < 0 && !exactly_) {
    if (most_ < 0) most_ = most_ducats(s_, t_);
    if (missing > most_) return engine::forbid(Rule::kTooFewDucats, missing);
  }
  if (ducats_ < 0) ducats_ = ducats_in_sight(s_, t_);
  return may_pay(missing, ducats_, Rule::kTooFewDucats, Rule::kDucatsNotCovered);
}

Verdict Means::may_pay_beer(int price) {
  const int missing = price - t_.beer;
  if (missing <= 0) return engine::kAllowed;
  if (beer_ < 0) beer_ = beer_in_sight(s_, t_);
  return may_pay(missing, beer_, Rule::kTooFewBeer, Rule::kBeerNotCovered);
}

Means::Means(const State& s, const Tavern& t, bool exactly) : s_(s), t_(t), exactly_(exactly) {
  if (s.variant(Variant::kCredit) == 0 || t.dice.empty()) ducats_ = beer_ = 0;
}

// Only the one currency that was paid may be below 0.
bool covered(const State& s, const Tavern& after) {
  Means means(s, after, false);
  if (after.ducats >= 0) return means.may_pay_beer(0).allowed();
  return after.beer >= 0 && means.may_pay_ducats(0).allowed();
}

}  // namespace tiefenthal
