// Sums over games that take the same memory however many there are: who won, what was scored, how
// long they were. Whole numbers only, so that they are the same in whatever order games are added.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/game.h"

namespace lab {

// The games of one seat, or of whoever began at one.
struct Tally {
  static constexpr uint64_t kWin = 60;  // a win shared by up to six is a whole number of it

  uint64_t games = 0;
  uint64_t wins = 0;  // in kWin
  int64_t sum = 0;    // of scores
  int64_t squares = 0;

  void add(const engine::Outcome& outcome, int seat);
  void add(const Tally& other);
};

// How often each number came up. Below kExact each is counted by itself; above it, numbers that
// differ by less than 1 in 8192 are counted together, as the least of them.
class Histogram {
 public:
  static constexpr uint32_t kExact = 1 << 14;

  void add(uint32_t value);
  uint64_t count() const { return count_; }
  uint64_t sum() const { return sum_; }
  uint32_t least() const { return least_; }
  uint32_t most() const { return most_; }
  // The nearest rank. REQUIRES: something was counted.
  uint32_t quantile(int percent) const;

 private:
  std::vector<uint64_t> bins_;  // as far as was needed: at most some 164,000
  uint64_t count_ = 0;
  uint64_t sum_ = 0;
  uint32_t least_ = UINT32_MAX;
  uint32_t most_ = 0;
};

struct Totals {
  std::vector<Tally> by_seat;
  std::vector<Tally> by_sitter;  // by the seat somebody had in game 0
  uint64_t games = 0;
  uint64_t shared_wins = 0;  // games with several winners
  uint64_t no_winner = 0;
  Histogram decisions;

  // A game at which everybody sits `shift` seats further on than in game 0.
  void add(const engine::Outcome& outcome, uint32_t decision_count, int seats, int shift);
};

}  // namespace lab
