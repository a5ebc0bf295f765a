// How fast a game is, on one thread and in processor time: the figures of `stamtafel bench`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "lab/played.h"

namespace lab {

struct BenchSpec {
  double seconds = 0.3;  // for each measurement; the best of `repeats` counts
  int repeats = 3;
};

// With the default variants and one number of players. Positions are those of random games.
struct BenchRow {
  int seats = 0;
  double decisions_per_second = 0;  // of random playouts, set-up included
  double games_per_second = 0;
  double decisions_per_game = 0;
  double branching = 0;  // allowed choices a decision, mean
  double copy_ns = 0;    // of a state
  double options_ns = 0;
  double reimagine_ns = 0;
  double view_us = 0;    // what a seat may see, as JSON
  double greedy_us = 0;  // a decision of the bot `greedy`, in games of greedy bots
};

struct GameBench {
  WhatIsPlayed played;  // by the game's own edition; for how many: see the rows
  uint64_t signature = 0;
  size_t state_bytes = 0;
  std::vector<BenchRow> rows;  // for each number of players
};

GameBench bench_game(const engine::AnyGame& game, const BenchSpec& spec = {});

std::string bench_table(const std::vector<GameBench>& benches);
std::string bench_json(const std::vector<GameBench>& benches, int indent = 2);

}  // namespace lab
