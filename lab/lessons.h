// A teacher's games with itself, as lessons for a policy (policy_fit.h).
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/any_game.h"
#include "lab/policy_fit.h"
#include "lab/seeds.h"

namespace lab {

struct LessonSpec {
  const engine::AnyGame* game = nullptr;
  bots::BotSpec teacher;
  std::vector<int> players;  // game i is for players[i mod size]
  Seeds seeds;
  uint64_t games = 0;
  int threads = 0;  // 0: all cores
  int astray = 5;   // percent of the decisions that fall on one of the teacher's three best
};

// In order of games, whatever thread played them; fewer games when it was stopped. `progress` is
// called about ten times a second with the number of finished games.
std::vector<Lesson> play_lessons(const LessonSpec& spec, const std::atomic<bool>& stop,
                                 const std::function<void(uint64_t done)>& progress);

// The shape of the game's policies.
const bots::PolicyShape& policy_shape_of(const engine::AnyGame& game);

}  // namespace lab
