// The menu before a match: which game, how many, who sits where, which edition, variants; or a
// saved game.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/session.h"
#include "cli/stage.h"

namespace cli {

// A table to be set.
struct Setup {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition;  // nullptr: the game's own
  engine::Variants variants;
  std::vector<Sitter> sitters;  // one for each seat

  // With the game's own variants, as few seats as it takes, and one person.
  static Setup of(const engine::AnyGame& game);
};

struct StartChoice {
  std::string resume;  // the file of a saved game; empty: a new table
  Setup setup;
};

// What was chosen; nothing when the person left. `seed` is the one a new table will have: who the
// bots are follows from it.
std::optional<StartChoice> start_menu(Stage& stage, uint64_t seed);

}  // namespace cli
