// What is to be thought over, as a value: a bot's choice, a hint, the review of a finished game. It
// is done on threads of the server, or by a worker elsewhere (worker.h), which is told no more than
// where the position is kept: it reads the table itself, and sees by the fingerprint whether it is
// looking at the same.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bots/any_bot.h"
#include "engine/any_game.h"

namespace server {

struct Task {
  enum class Kind : uint8_t { kBot, kHint, kReview };
  Kind kind = Kind::kBot;
  // The position; nobody else's.
  std::shared_ptr<const engine::AnyTable> match;
  // Where it is kept: at this table, when it had so many entries. Empty: nowhere yet.
  std::string table;
  int64_t entries = 0;

  engine::Seat seat = engine::Seat::kNone;  // who decides, not of a review
  bots::BotSpec bot;                        // of kBot; ours,
  std::string house;        // and the one of the house that is to choose, if there is one
  bots::Budget budget;      // its own, before others are thought of; not of a review
  uint64_t iterations = 0;  // of a review
  uint64_t seed = 0;
  engine::Language language{};     // of a hint: in whose words it is told,
  std::vector<std::string> names;  // and who sits there
};

// What came of it.
struct Thought {
  engine::Action action;
  bots::Budget budget;  // that it was given
  uint32_t iterations = 0;
  bool hurried = false;  // it was given less than its own
  std::string text;      // of a hint: its members, from the first on, without braces; of a review
  std::string failed;    // what a bot of the house has done: nothing else came of it
};

// A bot's choice or a hint. REQUIRES: the seat is to choose.
Thought think(const Task& task, const bots::Budget& budget);

// For a worker elsewhere: everything but the position.
std::string write_task(const Task& task);
struct AskedTask {
  Task task;
  std::string game;
  int rules = 0;
  std::string fingerprint;
};
engine::Result<AskedTask> read_task(std::string_view text);
// Is this what was asked about? What isn't, otherwise.
std::string differs(const AskedTask& asked, const engine::AnyTable& match);

// The way back. An error: there is no answer to be had of that worker, and why; or none that is
// allowed.
std::string write_thought(const Thought& thought, const Task& task);
std::string write_failure(std::string_view why);
engine::Result<Thought> read_thought(std::string_view text, const Task& task);

}  // namespace server
