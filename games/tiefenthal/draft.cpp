// Phase C, the waitress, and phase D, the draft of the white dice from passing coasters.
#include <algorithm>

#include "games/tiefenthal/rules.h"

namespace tiefenthal {
namespace {

// R9: every die that may be rolled is rolled. R8: no colour has more than three, the bonus die of
// the round included.
void roll_own_dice(Play& p, Seat seat) {
  Tavern& t = p.s.at(seat);
  const int cap = p.s.edition->coloured_dice;
  const int room = p.s.variant(Variant::kBonusDieWithinCap) != 0 ? cap - t.dice.size() : cap;
  const int waitresses = t.staff_of(Card::kWaitress) + p.s.value(t, Tile::kWaitress);
  for (int i = std::min(room, waitresses); i > 0; --i) {
    const int face = p.roll(ChanceKind::kOwnDie);
    t.dice.insert_sorted(own_die(face));
    p.tell(EventKind::kOwnDie, index(seat), face);
  }
}

void roll_coaster(Play& p, Seat seat) {
  Tavern& t = p.s.at(seat);
  for (int i = 0; i < p.s.edition->white_dice; ++i) {
    t.coaster.insert_sorted(static_cast<uint8_t>(p.roll(ChanceKind::kDie)));
  }
  int roll = 0;
  for (uint8_t face : t.coaster) roll = roll * kFaces + face - 1;
  p.tell(EventKind::kCoaster, index(seat), roll);
}

void pass_coasters(State& s) {
  const auto last = s.taverns[static_cast<size_t>(s.players - 1)].coaster;
  for (size_t i = static_cast<size_t>(s.players - 1); i > 0; --i) {
    s.taverns[i].coaster = s.taverns[i - 1].coaster;
  }
  s.taverns[0].coaster = last;
}

}  // namespace

void roll_dice(Play& p) {
  State& s = p.s;
  for (int n = 0; n < s.players; ++n) roll_own_dice(p, s.nth(n));
  for (int n = 0; n < s.players; ++n) roll_coaster(p, s.nth(n));
  s.agenda.push(Item::kPick, index(s.start));
}

// Coasters move one seat to the left when all have picked.
void pick_die(Play& p, Seat seat, int face) {
  State& s = p.s;
  Tavern& t = s.at(seat);
  t.coaster.erase(t.coaster.find(static_cast<uint8_t>(face)));
  t.dice.insert_sorted(white_die(face));
  p.tell(EventKind::kPicked, index(seat), face);
  if (seat != s.last())
    return s.agenda.push(Item::kPick, index(engine::next_seat(seat, s.players)));
  pass_coasters(s);
  const bool done = s.at(s.start).coaster.empty();
  s.agenda.push(done ? Item::kTurnBegin : Item::kPick, index(s.start));
}

}  // namespace tiefenthal
