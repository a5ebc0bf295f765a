// Moves that are tried out on a copy of a table, by whoever looks at a finished game or at a
// position of their own (docs/analysis.md). Chance is part of what is tried: it follows from the
// position and a number, so that going back and forth shows the same, and another number shows what
// else might have come.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/any_game.h"

namespace engine {

struct TriedMove {
  Seat seat = Seat::kNone;
  Action action;
  uint32_t luck = 0;
  friend bool operator==(const TriedMove&, const TriedMove&) = default;
};

// The chance of a move that is made at this position.
Chance chance_of_trial(const AnyTable& at, uint32_t luck);
// Carries it out. An error changes nothing.
Error try_move(AnyTable& table, const TriedMove& move);

// A table that begins where this one was after so many steps, and knows nothing of what came before
// or after. Errors: there are fewer steps, or they can't be repeated.
Result<std::unique_ptr<AnyTable>> trial_from(const AnyTable& match, size_t step);

}  // namespace engine
