// What the bots that people are offered count for at rated tables: a fixed strength for each level
// in each game, from games/<id>/ratings.json. A game without figures for a level has none, and such
// a bot can't sit at its rated tables; nor can one of the house.
#pragma once

#include <optional>
#include <string_view>

#include "engine/spec.h"
#include "server/house_bots.h"
#include "server/weng_lin.h"

namespace server {

std::optional<Strength> anchor_of(const engine::GameSpec& game, const SeatBot& bot);

}  // namespace server
