// The players' hands, one after the other in one array: 96 cards are all there are, however they
// are spread. Each card remembers which other seats know it (after Fauler Handel), for that is what
// a view may show and what `reimagine` must keep.
#pragma once

#include <array>
#include <cstring>
#include <span>

#include "engine/types.h"
#include "games/koenig/edition.h"

namespace koenig {

struct HandCard {
  Card card;
  uint8_t known_by;  // bits of the seats, never the holder's own

  constexpr int order() const { return static_cast<int>(card) << 8 | known_by; }
  friend constexpr bool operator==(const HandCard&, const HandCard&) = default;
  friend constexpr bool operator<(HandCard a, HandCard b) { return a.order() < b.order(); }
};

class Hands {
 public:
  int size(Seat seat) const { return begin_[idx(seat) + 1] - begin_[idx(seat)]; }
  std::span<const HandCard> of(Seat seat) const {
    return {cards_.data() + begin_of(seat), static_cast<size_t>(size(seat))};
  }
  std::span<HandCard> of(Seat seat) {
    return {cards_.data() + begin_of(seat), static_cast<size_t>(size(seat))};
  }
  int total() const { return begin_of(engine::seat_at(kMaxPlayers)); }
  bool holds(Seat seat, Card card) const {
    for (const HandCard& held : of(seat)) {
      if (held.card == card) return true;
    }
    return false;
  }

  // Hands stay sorted, so that equal hands are equal bytes.
  void add(Seat seat, Card card, uint8_t known_by = 0) {
    const HandCard added{card, known_by};
    int at = begin_of(seat);
    for (const HandCard& held : of(seat)) at += held < added ? 1 : 0;
    move_tail(at, at + 1);
    cards_[static_cast<size_t>(at)] = added;
    resize(seat, 1);
  }
  // Takes one copy out; returns who knew it. Where several copies are held, a seat that knew of one
  // can't be sure that it is still there: it knows of one fewer afterwards.
  uint8_t remove(Seat seat, Card card);
  void forget(Seat seat, engine::SeatSet forgetful);
  void show(Seat seat, engine::SeatSet watchers);
  void swap(Seat a, Seat b);
  void sort(Seat seat);

  friend bool operator==(const Hands&, const Hands&) = default;

 private:
  static size_t idx(Seat seat) { return static_cast<size_t>(engine::index_of(seat)); }
  int begin_of(Seat seat) const { return begin_[idx(seat)]; }

  // Moves all cards from one place on, and the zeros behind them. Seldom is more than half of the
  // array in use; then a block of fixed size holds them all, and no length has to be looked at.
  void move_tail(int from, int to) {
    HandCard* source = cards_.data() + from;
    HandCard* target = cards_.data() + to;
    if (total() < kMaxCards / 2) {
      std::array<HandCard, kMaxCards / 2> block;
      std::memcpy(block.data(), source, sizeof block);
      std::memcpy(target, block.data(), sizeof block);
    } else {
      std::memmove(target, source, static_cast<size_t>(total() - from) * sizeof(HandCard));
    }
  }
  void resize(Seat seat, int change) {
    for (size_t i = 0; i <= kMaxPlayers; ++i)
      begin_[i] = static_cast<uint8_t>(begin_[i] + (i > idx(seat) ? change : 0));
  }

  std::array<HandCard, kMaxCards> cards_{};
  std::array<uint8_t, kMaxPlayers + 2> begin_{};  // the last: how many there are in all
};

}  // namespace koenig
