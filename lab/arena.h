// Which bot is better: matches in blocks, the unit of all that is said about strength.
//
// A block is one seed and one pairing: the candidate in every seat once, copies of the other bot in
// the rest. With two players these are the two seatings; with n they are n games of one against
// n - 1. The games of a block share their deal; blocks are independent, so intervals come from
// block means (statistics.h).
//
// Two bots are one pairing, the first the candidate. More are a round robin: with two players every
// pair once; with more every pair twice, since one A among Bs is another question than one B among
// As. All pairings play the same seeds.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/any_game.h"
#include "lab/decision_clock.h"
#include "lab/seeds.h"
#include "lab/sprt.h"

namespace lab {

// What bots may spend on a decision. Those without a budget (`random`, `greedy`) go with either.
enum class BudgetKind : uint8_t { kNone, kIterations, kMilliseconds };
inline constexpr std::array<std::string_view, 3> kBudgetIds{"none", "iterations", "milliseconds"};

BudgetKind budget_kind(const bots::BotSpec& bot);
// The one kind they have. Iterations are for questions about algorithms, milliseconds for questions
// about the product; an answer to both is an answer to neither: that is an error.
engine::Result<BudgetKind> budget_kind(const std::vector<bots::BotSpec>& bots);

// By their places in ArenaSpec::bots.
struct Pairing {
  int candidate = 0;
  int other = 0;
  friend auto operator<=>(const Pairing&, const Pairing&) = default;
};

struct ArenaSpec {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition;
  engine::Variants variants;
  int players = 2;
  std::vector<bots::BotSpec> bots;  // at least two
  Seeds seeds;
  uint64_t first_block = 0;
  uint64_t blocks = 0;           // of each pairing
  std::optional<SprtSpec> sprt;  // for two bots: ends it as soon as there is a verdict
  int threads = 0;               // 0: all cores
  bool cheat = false;            // the candidate sees everything

  std::vector<Pairing> pairings() const;
};

struct BlockGame {
  int seat = 0;  // the candidate's
  uint32_t decisions = 0;
  engine::Outcome outcome;
};

struct Block {
  uint64_t number = 0;
  uint64_t seed = 0;
  Pairing pairing;
  std::vector<BlockGame> games;  // the candidate at seat 0, 1, …

  // Blocks are played and written in this order.
  std::pair<uint64_t, Pairing> place() const { return {number, pairing}; }
};

// How a seat did in a game. A win shared by k is 1/k of one, and where nobody wins all share it: so
// everybody's even share is one over the number of players.
double win_share(const engine::Outcome& outcome, int players, int seat);
// The candidate's, over the games of a block.
double block_share(const Block& block);
// From 1; seats that share a place have the mean of their places.
double fair_rank(const engine::Outcome& outcome, int players, int seat);
// Its score less the best score of the others.
double margin(const engine::Outcome& outcome, int players, int seat);

// One block of the first pairing, on this thread; nothing when it was stopped.
std::optional<Block> play_block(const ArenaSpec& spec, uint64_t number,
                                const std::atomic<bool>& stop);

// The bots' places in the spec; each with the times of its decisions in a block.
using Clocks = std::vector<DecisionClock>;

struct ArenaWatch {
  // A block that is already there and need not be played; may be empty.
  std::function<bool(uint64_t number, Pairing pairing)> has;
  // The next block, in order, whatever thread played it. No two at the same time. False: enough.
  std::function<bool(const Block& block, const Clocks& clocks)> take;
  // About ten times a second, from the thread that called; never while `take` runs.
  std::function<void()> progress;
};

// Plays until all blocks are played, `take` has enough, or `stop` is set; then open blocks are
// given up. What `take` gets is the same with any number of threads, unless bots go by time.
// REQUIRES: two bots or more, a number of players the game is for.
void run_arena(const ArenaSpec& spec, const std::atomic<bool>& stop, const ArenaWatch& watch);

}  // namespace lab
