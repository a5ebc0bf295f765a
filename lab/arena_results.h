// What an arena has found so far: what was played, in blocks, and how long the bots thought.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/arena.h"
#include "lab/played.h"

namespace lab {

// What the results are about: equal heads are results of the same question, which may be put
// together. Everything is text or a number: it is understood without the game it is about.
struct ArenaHead : WhatIsPlayed {
  std::vector<std::string> bots;  // with all their settings
  // How they play: a fingerprint of each one's first choices in a fixed game. A bot whose program
  // was changed is another bot by the same name.
  std::vector<uint64_t> plays;
  BudgetKind budget = BudgetKind::kNone;
  Seeds seeds;
  std::optional<SprtSpec> sprt;
  bool cheat = false;  // the candidate sees everything

  friend bool operator==(const ArenaHead&, const ArenaHead&) = default;
};

ArenaHead head_of(const ArenaSpec& spec);

// Why results of `there` can't be put together with ours: a sentence. Empty: they can.
std::string difference(const ArenaHead& there, const ArenaHead& ours);

struct ArenaResults {
  ArenaHead head;
  std::vector<Block> blocks;
  Clocks clocks;  // of the bots; those of a file may lack some decisions

  void add(const Clocks& more);
};

// Results of several machines, blocks in order. A block that is there twice is taken once. Refused:
// other heads, and the same block with other games; `names` are those of the parts.
engine::Result<ArenaResults> merge_results(const std::vector<ArenaResults>& parts,
                                           const std::vector<std::string>& names);

}  // namespace lab
