// The bench signature of a game: one number over fixed-seed games that changes exactly when the
// game's behaviour changes, or that of the bots, and is the same on every compiler and target.
#pragma once

#include <cstdint>

#include "engine/any_game.h"

namespace bots {

// With the game's own edition.
uint64_t signature(const engine::AnyGame& game);

}  // namespace bots
