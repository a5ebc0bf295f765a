#include "games/koenig/hands.h"

#include <algorithm>
#include <cassert>

namespace koenig {

uint8_t Hands::remove(Seat seat, Card card) {
  int at = begin_of(seat);
  for (const HandCard& held : of(seat)) at += held.card < card ? 1 : 0;
  const HandCard removed = cards_[static_cast<size_t>(at)];
  assert(removed.card == card && "the card is held");
  move_tail(at + 1, at);
  cards_[static_cast<size_t>(total()) - 1] = HandCard{};
  resize(seat, -1);

  uint8_t unsure = static_cast<uint8_t>(~removed.known_by);
  bool changed = false;
  for (int end = begin_of(seat) + size(seat); at < end; ++at) {
    HandCard& held = cards_[static_cast<size_t>(at)];
    if (held.card != card) break;
    const uint8_t lost = held.known_by & unsure;
    held.known_by = static_cast<uint8_t>(held.known_by & ~lost);
    unsure = static_cast<uint8_t>(unsure & ~lost);
    changed = changed || lost != 0;
  }
  if (changed) sort(seat);
  return removed.known_by;
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
  constexpr size_t kSmall = 16;
  if (hand.size() > kSmall) return std::sort(hand.begin(), hand.end());
  // In what order the cards lie is random: each one's place is counted, without a branch.
  std::array<HandCard, kSmall> cards;
  std::copy(hand.begin(), hand.end(), cards.begin());
  for (size_t i = 0; i < hand.size(); ++i) {
    size_t before = 0;
    for (size_t k = 0; k < hand.size(); ++k) {
      before += static_cast<size_t>(cards[k].order() + (k < i ? 0 : 1) <= cards[i].order());
    }
    hand[before] = cards[i];
  }
}

}  // namespace koenig
