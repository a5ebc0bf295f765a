// Puzzles (bots/puzzle.h), for pages on which they are solved: a position through the eyes of the
// seat that chooses, and what its choices are worth.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/puzzle.h"

namespace server {

// Those of all games. Read when the first one is asked for, again as long as there are none: a page
// without a server may bring them later.
class Puzzles {
 public:
  // Where the sets come from, one after the other in one text; none: there are none.
  using Source = std::function<std::string()>;
  explicit Puzzles(Source source) : source_(std::move(source)) {}

  const std::vector<bots::PuzzleSet>& sets();
  const bots::PuzzleSet* of(const engine::AnyGame& game);

 private:
  Source source_;
  std::vector<bots::PuzzleSet> sets_;
};

// GET /api/puzzles: which there are, and those of a day (bots::day_of).
std::string write_puzzles(const std::vector<bots::PuzzleSet>& sets, int64_t day);
// GET /api/games/<id>/puzzles/<number>/<lang>. REQUIRES: there is one of that number, from 0.
std::string write_puzzle(const bots::PuzzleSet& set, size_t number, engine::Language language);

}  // namespace server
