// How far a game at a table is: 0 to 1 (engine/game.h).
#pragma once

#include "engine/any_game_of.h"
#include "games/registry.h"

namespace lab {

inline float progress_of(const engine::AnyTable& table) {
  float progress = 0;
  games::AllGames::visit(table.game().spec().id, [&]<class G>() {
    const auto& state = static_cast<const engine::TableOf<G>&>(table).state();
    progress = G::progress(state);
  });
  return progress;
}

}  // namespace lab
