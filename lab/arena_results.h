// What an arena has found so far: what was played, in blocks, and how long the bots thought.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/arena.h"
#include "lab/result_head.h"

namespace lab {

struct ArenaHead : ResultHead {
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
