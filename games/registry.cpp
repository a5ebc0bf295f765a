#include "games/registry.h"

#include "engine/any_game_of.h"

namespace games {

const std::vector<const engine::AnyGame*>& all() {
  static const std::vector<const engine::AnyGame*> games = [] {
    std::vector<const engine::AnyGame*> made;
    AllGames::for_each([&]<class G>() {
      static const engine::AnyGameOf<G> game;
      made.push_back(&game);
    });
    return made;
  }();
  return games;
}

const engine::AnyGame* find(std::string_view id) {
  for (const engine::AnyGame* game : all()) {
    if (game->spec().id == id) return game;
  }
  return nullptr;
}

}  // namespace games
