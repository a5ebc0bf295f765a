// Machine-readable descriptions of a game's actions, events and views (docs/protocol.md §6).
// Actions and events come from its tables; the form of views is found by playing.
#pragma once

#include <string>

#include "engine/any_game.h"

namespace engine {

// One JSON object. The same for the same rules: the games it is found in have fixed seeds.
std::string write_schema(const AnyGame& game, int indent = -1);

}  // namespace engine
