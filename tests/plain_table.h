// A new table as it is when nobody asks for anything: the game's own edition, the usual variants.
#pragma once

#include <memory>
#include <utility>

#include "engine/any_game.h"

namespace tests {

// Without a number of seats: for the fewest players.
inline std::unique_ptr<engine::AnyTable> plain_table(const engine::AnyGame& game, uint64_t seed = 1,
                                                     int seats = 0) {
  engine::TableSpec spec;
  spec.variants = engine::default_variants(game.spec());
  spec.seats = seats == 0 ? game.spec().min_seats : seats;
  spec.chance = engine::ChanceSource::of_seed(seed);
  return std::move(*game.new_table(spec));
}

}  // namespace tests
