// Learning what a choice leads to, not what goes with winning: at a crossroads of a game two ways
// are taken from the same position, the choice of whoever plays and another at random. Both are
// played to the end with the same luck. What the ways differ in at the end of the turn, and how
// they end, is a lesson for a value (value_fit.h).
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/any_game.h"
#include "lab/seeds.h"
#include "lab/standpoint.h"

namespace lab {

// The two ways, each where the turn had ended, and how its game ended.
struct Crossroads {
  engine::Seat seat = engine::Seat::kNone;  // who stood there
  std::array<Standpoint, 2> ways;
  std::array<std::array<int16_t, engine::kMaxSeats>, 2> scores{};
};

struct CrossroadsSpec {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition = nullptr;  // nullptr: the game's own
  bots::BotSpec player;                  // of all seats, on all ways
  std::vector<int> players;              // game i is for players[i mod size]
  Seeds seeds = {};
  uint64_t games = 0;
  int threads = 0;  // 0: all cores
  int often = 4;    // percent of the decisions that are a crossroads
};

// In order of games, whatever thread played them; fewer games when it was stopped. Ways between
// which no feature differs are left out: they have nothing to teach. `progress` is called about ten
// times a second with the number of finished games.
std::vector<Crossroads> play_crossroads(const CrossroadsSpec& spec, const std::atomic<bool>& stop,
                                        const std::function<void(uint64_t done)>& progress);

}  // namespace lab
