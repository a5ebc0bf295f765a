// What an arena has found so far: what was played, in blocks, and how long the bots thought.
#pragma once

#include <string>
#include <vector>

#include "lab/arena.h"

namespace lab {

// What the results are about: equal heads are results of the same question, which may be put
// together. Everything is text or a number: it is understood without the game it is about.
struct ArenaHead {
  std::string game;
  int rules_version = 0;
  std::string edition;
  uint64_t edition_hash = 0;
  std::string variants;  // what differs from the defaults
  int players = 0;
  std::vector<std::string> bots;  // with all their settings
  BudgetKind budget = BudgetKind::kNone;
  Seeds seeds;

  friend bool operator==(const ArenaHead&, const ArenaHead&) = default;
};

ArenaHead head_of(const ArenaSpec& spec);

struct ArenaResults {
  ArenaHead head;
  std::vector<Block> blocks;
  Clocks clocks;  // of the bots; those of a file may lack some decisions
};

}  // namespace lab
