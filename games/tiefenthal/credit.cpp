// The option `credit` (R10): act first, pay with dice right after it.
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

bool covered(const State& s, const Tavern& after) {
  if (!in_debt(after)) return true;
  if (s.option(Variant::kCredit) == 0) return false;
  if (after.ducats < 0 && ducats_in_sight(s, after) < -after.ducats) return false;
  return after.beer >= 0 || beer_in_sight(s, after) >= -after.beer;
}

}  // namespace tiefenthal
