#include "games/koenig/hands.h"

#include <algorithm>
#include <cassert>

namespace koenig {

uint8_t Hands::remove(Seat seat, Card card) {
  const std::span<HandCard> hand = of(seat);
  size_t at = 0;
  while (at < hand.size() && hand[at].card != card) ++at;
  assert(at < hand.size() && "the card is held");
  const uint8_t known_by = hand[at].known_by;
  const int from = begin_of(seat) + static_cast<int>(at);
  const int all = total();
  std::memmove(&cards_[static_cast<size_t>(from)], &cards_[static_cast<size_t>(from) + 1],
               static_cast<size_t>(all - from - 1) * sizeof(HandCard));
  cards_[static_cast<size_t>(all) - 1] = HandCard{};
  for (size_t i = idx(seat) + 1; i <= kMaxPlayers; ++i) --begin_[i];

  uint8_t unsure = static_cast<uint8_t>(~known_by);
  bool changed = false;
  for (HandCard& held : of(seat)) {
    if (held.card != card || (held.known_by & unsure) == 0) continue;
    const uint8_t lost = held.known_by & unsure;
    held.known_by = static_cast<uint8_t>(held.known_by & ~lost);
    unsure = static_cast<uint8_t>(unsure & ~lost);
    changed = true;
  }
  if (changed) sort(seat);
  return known_by;
}

void Hands::forget(Seat seat, engine::SeatSet forgetful) {
  for (HandCard& held : of(seat))
    held.known_by = static_cast<uint8_t>(held.known_by & ~forgetful.bits());
  sort(seat);
}

void Hands::show(Seat seat, engine::SeatSet watchers) {
  for (HandCard& held : of(seat))
    held.known_by = static_cast<uint8_t>(held.known_by | watchers.bits());
  sort(seat);
}

void Hands::swap(Seat a, Seat b) {
  std::array<HandCard, kMaxCards> cards{};
  std::array<uint8_t, kMaxPlayers + 2> begin{};
  size_t at = 0;
  for (int i = 0; i < kMaxPlayers; ++i) {
    const Seat holder = engine::seat_at(i);
    const Seat former = holder == a ? b : holder == b ? a : holder;
    for (HandCard held : of(former)) {
      if (former != holder) {  // who gave a hand away knows it; the new holder knows it anyway
        held.known_by = static_cast<uint8_t>((held.known_by | engine::SeatSet(former).bits()) &
                                             ~engine::SeatSet(holder).bits());
      }
      cards[at++] = held;
    }
    begin[static_cast<size_t>(i) + 1] = static_cast<uint8_t>(at);
  }
  cards_ = cards;
  begin_ = begin;
  sort(a);
  sort(b);
}

void Hands::sort(Seat seat) {
  const std::span<HandCard> hand = of(seat);
  std::sort(hand.begin(), hand.end());
}

}  // namespace koenig
