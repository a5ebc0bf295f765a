// Learning a value (bots/value.h) by duels: two values that differ a little from the one there is,
// each to the opposite side, play a block against each other, and the value moves towards the side
// that did better, by how much better it did (simultaneous perturbation, SPSA). What is followed is
// play itself: unlike a value fitted to who won, it can't mistake what goes with winning for what
// leads to it. Thousands of blocks are needed, so the duels are those of a bot that is fast.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "bots/bot_spec.h"
#include "bots/value.h"
#include "engine/any_game.h"
#include "lab/seeds.h"

namespace lab {

struct DuelSpec {
  const engine::AnyGame* game = nullptr;
  bots::BotSpec player;
  std::vector<int> players;  // block i is for players[i mod size]
  Seeds seeds = {};
  uint64_t blocks = 0;
  int threads = 0;  // 0: all cores
  // How far to the side a figure is tried, and how far it goes for a whole win more, at first.
  double aside = 0.1;
  double rate = 0.15;
};

struct DuelReport {
  uint64_t blocks = 0;
  double moved = 0;  // root of the mean square of what figures changed by
};

// The same with any number of threads; what there is when it is stopped. `start` says what is about
// one of each feature.
bots::Value learn_by_duels(std::span<const engine::FeatureSpec> features, const bots::Value& start,
                           const DuelSpec& spec, const std::atomic<bool>& stop,
                           const std::function<void(uint64_t done)>& progress, DuelReport& report);

}  // namespace lab
