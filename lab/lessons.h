// A teacher's games with itself, as lessons for a policy (policy_fit.h), a value (value_fit.h) and
// a net (net_fit.h).
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/any_game.h"
#include "lab/net_fit.h"
#include "lab/policy_fit.h"
#include "lab/seeds.h"
#include "lab/value_fit.h"

namespace lab {

struct LessonSpec {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition = nullptr;  // nullptr: the game's own
  bots::BotSpec teacher;
  std::vector<int> players;  // game i is for players[i mod size]
  Seeds seeds = {};
  uint64_t games = 0;
  int threads = 0;  // 0: all cores
  int astray = 5;   // percent of the decisions that fall on one of the teacher's three best
  // What is wanted of it.
  bool decisions = true;
  bool points = true;
  bool sights = false;
};

struct Lessons {
  std::vector<Lesson> decisions;
  std::vector<Standpoint> points;  // where a search would ask who stands how well
  std::vector<Crossroads> crossroads;
  Sights sights;  // at some of the points, through the eyes of one seat
  void add(const Lessons& more);
};

// In order of games, whatever thread played them; fewer games when it was stopped. `progress` is
// called about ten times a second with the number of finished games.
Lessons play_lessons(const LessonSpec& spec, const std::atomic<bool>& stop,
                     const std::function<void(uint64_t done)>& progress);

// The shape of the game's policies.
const bots::PolicyShape& policy_shape_of(const engine::AnyGame& game);
std::span<const engine::FeatureSpec> features_of(const engine::AnyGame& game);
engine::JudgementNames judgement_names_of(const engine::AnyGame& game);
// The game's own judgement, and the one its bots go by that go by a tuned one.
const engine::Weights& judgement_of(const engine::AnyGame& game);
const engine::Weights& tuned_judgement_of(const engine::AnyGame& game);
// The net its bots go by; empty: none.
bots::Net net_of(const engine::AnyGame& game);
// What is wrong with a file of figures, if anything is.
engine::Error check_figures(const engine::AnyGame& game, bots::Figures figures,
                            std::string_view text, std::string_view what);

}  // namespace lab
