// What dice can earn at best: each die on one space, dishwashers raising faces.
#pragma once

#include <array>
#include <cstdint>

#include "engine/small_vec.h"
#include "games/tiefenthal/edition.h"

namespace tiefenthal {

// Spaces by what they earn.
struct Spaces {
  std::array<engine::SmallVec<int16_t, kMaxTables>, kFaces + 1> by_face;
  engine::SmallVec<int16_t, 2> any;

  void add(int face, int gain) {
    by_face[static_cast<size_t>(face)].push_back(static_cast<int16_t>(gain));
  }
  void add_any(int gain) { any.push_back(static_cast<int16_t>(gain)); }
};

// The most these dice can earn there with so many dishwashers.
int best_income(Spaces& spaces, const engine::SmallVec<Die, kMaxDice>& dice, int dishwashers);

}  // namespace tiefenthal
