// One game between bots, each with dice of its own: the loop that simulation, records and the arena
// share.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bots/bot.h"
#include "engine/any_game.h"

namespace lab {

struct GamePlan {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition;  // nullptr: the game's own
  engine::Variants variants;
  std::vector<bots::BotSpec> seats;  // who sits where
  // Which dice the bot at a seat has; empty: 0 for all. Two bots of the same kind at the same seat
  // choose alike with the same dice.
  std::vector<uint8_t> dice;
  uint64_t seed = 0;
  engine::SeatSet cheats = {};  // whose bots see everything (not those from outside)
};

// One finished game. The same plan gives the same game on every machine, unless a bot goes by time
// or comes from outside.
struct GameResult {
  uint64_t seed = 0;
  uint32_t decisions = 0;
  uint8_t shift = 0;  // in a simulation: how far the bots were moved on (bot_at)
  engine::Outcome outcome;
};

// Somebody who looks on.
class GameWatcher {
 public:
  virtual ~GameWatcher() = default;
  virtual bool wants_events() const { return false; }
  virtual void happened(const std::vector<engine::Event>&) {}
  // Otherwise nobody looks at the clock.
  virtual bool wants_decisions() const { return false; }
  // Of a seat that had a choice, in processor time of this thread; of a bot from outside in time on
  // the wall.
  virtual void decided(engine::Seat, const bots::Decision&, int64_t /*microseconds*/) {}

  // How the game goes, choice by choice and turn by turn. (Not of games with bots from outside.)
  virtual bool wants_course() const { return false; }
  // What happened at set-up.
  virtual void dealt(const std::vector<engine::Event>&) {}
  // All a seat could choose, and what it chose.
  virtual void chose(engine::Seat, const engine::Offer&, engine::Action) {}
  // A turn has ended, and the game goes on: how well each seat stands by the game's judgement.
  virtual void turn_ended(const engine::Standing&) {}
};

// Plays it on a bare state; its chance is that of a table with the same seed. Nothing when it was
// stopped halfway. REQUIRES: a number of seats the game is for.
std::optional<GameResult> play_game(const GamePlan& plan, GameWatcher* watcher = nullptr,
                                    const std::atomic<bool>* stop = nullptr);

// The same game on a table that can be recorded: the same deal, the same choices, the same end.
// Errors: as of AnyGame::new_table.
engine::Result<std::unique_ptr<engine::AnyTable>> play_at_table(const GamePlan& plan);

// The dice of the bot at a seat of the game dealt from `seed`: a stream apart from the table's.
engine::Chance bot_chance(uint64_t seed, engine::Seat seat, uint8_t dice = 0);

}  // namespace lab
