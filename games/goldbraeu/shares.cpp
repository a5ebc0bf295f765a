// Opening shares, and the purge of single ones (§7).
#include "games/goldbraeu/rules.h"

namespace goldbraeu {

bool Roof::majority(Seat seat) const {
  int others = 0;
  for (uint8_t count : stones) others += count;
  return of(seat) > others - of(seat);
}

Roof roof_after(const State& s, Business b, Seat seat, int count) {
  const auto i = static_cast<size_t>(index(b));
  Roof roof{s.shares[i]};
  auto& own = roof.stones[static_cast<size_t>(index(seat))];
  own = static_cast<uint8_t>(own + count);
  if (count > 0 && s.opened[i] + count == s.setup().shares_per_business) {  // R18: purge first
    for (uint8_t& stones : roof.stones) stones = stones == 1 ? 0 : stones;
  }
  return roof;
}

void purge(Play& p, Business b) {
  if (!p.s.complete(b)) return;
  for (int i = 0; i < p.s.players; ++i) {
    uint8_t& stones = p.s.stones_on(b, engine::seat_at(i));
    if (stones != 1) continue;
    stones = 0;  // R36: a boss stays boss
    p.tell(EventKind::kPurged, i, index(b));
  }
}

void place_stone(Play& p, Seat seat, Business b) {
  ++p.s.stones_on(b, seat);
  ++p.s.opened[static_cast<size_t>(index(b))];
  purge(p, b);
}

// R12: for a nomination, a veto, a counter, right after drawing it, or in the payday lap.
void open_share(Play& p, Seat seat, Business b) {
  State& s = p.s;
  --s.held(seat, b);
  if (uint8_t& known = s.known_held(seat, b); known > 0) --known;  // R60
  p.tell(EventKind::kOpened, index(seat), index(b));
  place_stone(p, seat, b);
}

}  // namespace goldbraeu
