// What the server tells about its games, the same for everybody.
#pragma once

#include <string>
#include <string_view>

#include "engine/any_game.h"

namespace server {

// GET /api/games
std::string write_catalogue(std::string_view version, engine::Language language);
// GET /api/games/<id>/texts/<lang>
std::string write_texts(const engine::AnyGame& game, engine::Language language);

}  // namespace server
