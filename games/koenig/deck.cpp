// Drawing, reshuffling, the final phase (§5.2).
#include <array>

#include "games/koenig/rules.h"

namespace koenig {
namespace {

void recycle(Play& p) {
  State& s = p.s;
  // Sorted by counting: std::sort would take a twentieth of a playout. Of most kinds there is one
  // card or none: one is written in any case, without a branch.
  std::array<uint8_t, 128> copies{};  // an edition has at most 100 kinds
  for (Card card : s.discards) ++copies[static_cast<size_t>(card)];
  std::array<Card, kMaxCards + 1> sorted;
  size_t size = 0;
  for (size_t kind = 0; kind < s.edition->cards.size(); ++kind) {
    sorted[size] = static_cast<Card>(kind);
    for (int i = 1; i < copies[kind]; ++i)
      sorted[size + static_cast<size_t>(i)] = static_cast<Card>(kind);
    size += copies[kind];
  }
  s.recycled.assign(sorted.data(), static_cast<int>(size));
  s.pile.assign_sorted(sorted.data(), static_cast<int>(size));
  s.discards.clear();
  p.tell(EventKind::kReshuffled, s.pile.size());
}

}  // namespace

void draw_card(Play& p, Seat seat) {
  State& s = p.s;
  if (s.pile.empty()) {
    if (s.discards.empty()) {  // R18
      p.tell(EventKind::kDrawLost, index(seat));
      return;
    }
    recycle(p);
  }
  const Card card = s.pile.draw(static_cast<uint8_t>(ChanceKind::kCard), p.chance);
  s.hands.add(seat, card);
  p.tell.secret(engine::SeatSet(seat), EventKind::kDrew, index(seat), index(card));
  if (!s.pile.empty()) return;

  const int last = s.variant(Variant::kLongGame) == 0 ? 1 : 2;  // R47
  if (s.exhaustions < last) {
    ++s.exhaustions;
    if (s.exhaustions == last) {
      s.final_turn = s.turn;
      p.tell(EventKind::kFinalPhase);
    }
  }
  if (!s.discards.empty()) recycle(p);
}

// R42: the neighbour in front, then the one behind. Draco and neutral heroes draw nothing (R28,
// R38).
bool neighbours_draw(Play& p, Hero hero) {
  const int place = p.s.place_of(hero);
  if (place == 0) return false;
  bool any = false;
  const Hero front = place > 1 ? p.s.at(place - 1) : Hero::kNone;
  const Hero behind = place < p.s.H() ? p.s.at(place + 1) : Hero::kNone;
  for (Hero neighbour : {front, behind}) {
    if (neighbour == Hero::kNone) continue;
    const Seat seat = p.s.owner(neighbour);
    if (seat == Seat::kNone) continue;
    draw_card(p, seat);
    any = true;
  }
  return any;
}

}  // namespace koenig
