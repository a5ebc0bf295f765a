// The result file of the arena: JSON lines. The first is the head, then one for each block; now and
// then one with the times of decisions. docs/arena.md describes them.
#pragma once

#include <string>
#include <string_view>

#include "lab/arena_results.h"

namespace lab {

// Each with its end of line.
std::string head_line(const ArenaHead& head);
std::string block_line(const Block& block);
std::string clock_line(const Clocks& clocks);

struct ReadResults {
  ArenaResults results;
  // The last line was torn off when the program was killed: so many bytes are good, the rest is
  // that line.
  size_t good_bytes = 0;
  bool torn = false;
};

// Errors name the line and what is wrong with it; `name` is the file's.
engine::Result<ReadResults> read_results(std::string_view text, std::string_view name);

}  // namespace lab
