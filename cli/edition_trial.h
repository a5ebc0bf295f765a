// An edition tried out: games at random, beside the same games with the standard edition.
#pragma once

#include <string>
#include <vector>

#include "engine/any_game.h"

namespace cli {

struct Trial {
  int games = 0;
  // What the standard edition's games had and these never: choices nobody ever had, an end.
  std::vector<std::string> warnings;
};

// The same for the same edition: seeds are fixed.
Trial try_edition(const engine::AnyGame& game, const engine::EditionPtr& edition);

}  // namespace cli
