// The pictures of the rules, for boards that draw them (engine/diagrams.h).
#pragma once

#include <string>

#include "engine/any_game.h"

namespace server {

// GET /api/games/<id>/diagrams/<lang>
std::string write_diagrams(const engine::AnyGame& game, const engine::EditionPtr& edition,
                           engine::Language language);

}  // namespace server
