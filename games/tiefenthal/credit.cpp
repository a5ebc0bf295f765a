// The variant `credit` (R10): act first, pay with dice right after it.
#include "games/tiefenthal/assign.h"
#include "games/tiefenthal/rules.h"

namespace tiefenthal {
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

int beer_in_sight(const State& s, const Tavern& t) {
  Spaces spaces;
  for (int face = 1; face <= kFaces; ++face) {
    if (((*s.edition)[Tile::kSupplier].accepts >> face & 1) == 0) continue;
    for (int i = 0; i < t.dice.size(); ++i) spaces.add(face, s.delivery(t));
  }
  if (t.barrel_used == 0) spaces.add_any(s.value(t, Tile::kBarrel));
  return best_income(spaces, t.dice, s.dishwashers(t));
}

}  // namespace

Means means_of(const State& s, const Tavern& t) {
  if (s.variant(Variant::kCredit) == 0) return {t.ducats, t.beer};
  return {t.ducats + ducats_in_sight(s, t), t.beer + beer_in_sight(s, t)};
}

// Only the one currency that was paid may be below 0.
bool covered(const State& s, const Tavern& after) {
  if (!in_debt(after)) return true;
  if (s.variant(Variant::kCredit) == 0) return false;
  if (after.ducats >= 0) return beer_in_sight(s, after) >= -after.beer;
  return after.beer >= 0 && ducats_in_sight(s, after) >= -after.ducats;
}

}  // namespace tiefenthal
