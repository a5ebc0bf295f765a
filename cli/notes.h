// What a board shows beside a choice: a price, a colour, who would be replaced. For those who see
// no board, so that the words of the choice can stay short on one.
#pragma once

#include <string>

#include "engine/any_game.h"

namespace cli {

// By what the seat may know; empty: nothing. The game says it (engine::Notes), where it has more to
// add than the choice itself tells.
// REQUIRES: the action is one of the seat's options.
std::string note_of(const engine::AnyTable& table, engine::Seat seat, engine::Action action,
                    const engine::Texts& texts);

}  // namespace cli
