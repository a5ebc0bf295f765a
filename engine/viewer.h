// Whose eyes: a seat, a spectator (who knows what all may know), or the all-knowing writer of
// positions.
#pragma once

#include "engine/types.h"

namespace engine {

struct Viewer {
  Seat seat = Seat::kNone;
  bool all = false;

  static constexpr Viewer everything() { return {Seat::kNone, true}; }
  static constexpr Viewer spectator() { return {Seat::kNone, false}; }
  static constexpr Viewer at(Seat seat) { return {seat, false}; }
  constexpr bool may_see(Seat owner) const {
    return all || (owner == seat && owner != Seat::kNone);
  }
  constexpr bool may_see(SeatSet owners) const { return all || owners.contains(seat); }
};

}  // namespace engine
