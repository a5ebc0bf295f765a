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

engine::Result<const engine::AnyGame*> look_up(std::string_view id) {
  if (const engine::AnyGame* game = find(id)) return game;
  std::vector<std::string> ids;
  std::string listed;
  for (const engine::AnyGame* game : all()) {
    ids.emplace_back(game->spec().id);
    listed += (listed.empty() ? "" : ", ") + ids.back();
  }
  const std::string_view near = engine::nearest(id, ids);
  const std::string hint = near.empty() ? "" : " Did you mean '" + std::string(near) + "'?";
  return engine::Error{
      engine::ErrorCode::kUsage,
      "there is no game '" + std::string(id) + "'." + hint + " The games: " + listed, ""};
}

}  // namespace games
