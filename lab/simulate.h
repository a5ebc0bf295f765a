// Many games at once over all cores: who wins how often, how long games take, what is scored.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/any_game.h"
#include "lab/event_counts.h"
#include "lab/play_game.h"
#include "lab/statistics.h"
#include "lab/totals.h"

namespace lab {

struct SimulationSpec {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition;
  engine::Variants variants;
  std::vector<bots::BotSpec> seats;  // who sits where in game 0
  bool rotate = true;                // game i: everybody moves i seats on
  uint64_t games = 0;
  uint64_t seed = 1;          // game i is dealt from seed + i
  int threads = 0;            // 0: all cores
  bool event_counts = false;  // count the events as well
};

struct Simulation {
  SimulationSpec spec;
  Totals totals;  // of fewer games than asked for when it was stopped
  std::optional<EventCounts> event_counts;
  double seconds = 0;
};

// What is done with each finished game, in order of seed; by one thread at a time. Where it was
// stopped, games that lie behind one that was not finished come as well.
using EachGame = std::function<void(const GameResult&)>;

// REQUIRES: a number of seats the game is for.
// Takes the same memory however many games are asked for. Runs until done or until `stop` is set
// (then it ends cleanly with what it has). `progress` is called about ten times a second from one
// thread with the number of finished games.
Simulation simulate(const SimulationSpec& spec, const std::atomic<bool>& stop,
                    const std::function<void(uint64_t done)>& progress,
                    const EachGame& each = nullptr);

// Game `index` of a simulation, to be played by itself. It is the same on every machine and with
// any number of threads.
GamePlan game_plan(const SimulationSpec& spec, uint64_t index);

// How far the bots are moved on in game `index`.
int shift_of(const SimulationSpec& spec, uint64_t index);
// Who sits at a seat when the bots are moved on by `shift`.
const bots::BotSpec& bot_at(const SimulationSpec& spec, int shift, int seat);

}  // namespace lab
