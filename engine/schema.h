// Machine-readable descriptions of a game's actions, events, views and positions (docs/protocol.md
// §6): from its tables, and from the description of its positions.
#pragma once

#include <string>

#include "engine/any_game.h"

namespace engine {

// One JSON object. The same for the same rules and edition.
std::string write_schema(const AnyGame& game, int indent = -1);

}  // namespace engine
