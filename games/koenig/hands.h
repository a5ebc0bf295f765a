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
  friend constexpr auto operator<=>(const HandCard&, const HandCard&) = default;
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
    const int end = at + size(seat);
    while (at < end && cards_[static_cast<size_t>(at)] < added) ++at;
    const int all = total();
    std::memmove(&cards_[static_cast<size_t>(at) + 1], &cards_[static_cast<size_t>(at)],
                 static_cast<size_t>(all - at) * sizeof(HandCard));
    cards_[static_cast<size_t>(at)] = added;
    for (size_t i = idx(seat) + 1; i <= kMaxPlayers; ++i) ++begin_[i];
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

  std::array<HandCard, kMaxCards> cards_{};
  std::array<uint8_t, kMaxPlayers + 2> begin_{};  // the last: how many there are in all
};

}  // namespace koenig
