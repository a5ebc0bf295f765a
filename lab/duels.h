// Tuning a judgement (bots/tuned.h) by duels: two judgements that differ a little from the one
// there is in every figure at once, each to the opposite side, play a block against each other, and
// the judgement moves towards the side that did better, by how much better it did (simultaneous
// perturbation, SPSA). What is followed is play itself: unlike something fitted to who won, it
// can't mistake what goes with winning for what leads to it. Thousands of blocks are needed, so the
// duels are those of a bot that is fast.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/any_game.h"
#include "engine/judgement.h"
#include "lab/seeds.h"

namespace lab {

struct DuelSpec {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition = nullptr;  // nullptr: the game's own
  bots::BotSpec player;
  std::vector<int> players;  // block i is for players[i mod size]
  Seeds seeds = {};
  uint64_t blocks = 0;
  int threads = 0;  // 0: all cores
  // How far to the side a figure is tried, and how far it goes for a whole win more, at first: as
  // parts of its usual size.
  double aside = 0.15;
  double rate = 0.08;
};

struct DuelReport {
  uint64_t blocks = 0;
  double moved = 0;  // root of the mean square of what figures changed by, in their usual sizes
};

// The same with any number of threads; what there is when it is stopped. `usual` is the game's own
// judgement: what is about one of each figure is told by it.
engine::Weights learn_by_duels(const engine::JudgementNames& names, const engine::Weights& usual,
                               const engine::Weights& start, const DuelSpec& spec,
                               const std::atomic<bool>& stop,
                               const std::function<void(uint64_t done)>& progress,
                               DuelReport& report);

}  // namespace lab
