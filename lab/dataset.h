// Decisions of games between bots, for learning elsewhere: what the seat knew as numbers, what it
// could choose and how much the bot made of each, and how the game ended. docs/lab.md describes the
// file.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/any_game.h"
#include "lab/seeds.h"

namespace lab {

struct DatasetSpec {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition;
  engine::Variants variants;
  std::vector<bots::BotSpec>
      seats;  // who sits where in game 0; in game i all sit i seats further on
  Seeds seeds;
  uint64_t first_game = 0;
  uint64_t games = 0;
  int threads = 0;  // 0: all cores
};

// The first line of the file: what it holds, and how its numbers are called.
std::string dataset_head(const DatasetSpec& spec);

// Writes the games in order, whatever thread played them: the bytes are the same with any number of
// threads, unless bots go by time. Ends with whole games when it was stopped; how many there were
// is the answer. REQUIRES: no bots from outside.
uint64_t write_dataset(const DatasetSpec& spec, const std::atomic<bool>& stop,
                       const std::function<void(std::string_view)>& write,
                       const std::function<void(uint64_t games)>& progress);

}  // namespace lab
