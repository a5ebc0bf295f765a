// What is measured of a game's balance: each measure is a ratio that every block gives a numerator
// and a denominator (twin_sums.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "lab/course.h"
#include "lab/twin_sums.h"

namespace lab {

// What a measure is counted in: a share of 1, a difference of shares, anything else.
enum class Unit : uint8_t { kShare, kPoints, kNumber };

struct Measure {
  std::string id;     // "order_1"; the text that explains it is that of its `kind`
  std::string kind;   // "order"
  std::string about;  // "1": what is filled into the text
  Unit unit = Unit::kNumber;
};

// The measures of a game with so many players and kinds of bots, in their order.
class Measures {
 public:
  enum Single : uint8_t {
    kSeatAdvantage,  // wins of whoever begins, less an even share
    kDecisions,      // in which there was a choice
    kTurns,
    kDecisionsPerTurn,
    kBranching,  // options in such a decision
    kWinningScore,
    kMargin,  // of the best score to the second
    kSpread,  // of the best score to the last
    kLeadChanges,
    kKnownAt,  // from which part of the game on the winner led
    kSharedWins,
    kNoWinner,
    kDealLuck,  // what a deal gives to a seat, whoever sits there: see luck.h
    kSingles,
  };
  static constexpr int kTenths = 9;  // leader_wins_10 … leader_wins_90

  // `bots`: by kind; one that is alone has no measure of its own.
  Measures(const engine::GameSpec& game, int players, const std::vector<std::string>& bots);

  const std::vector<Measure>& all() const { return all_; }
  size_t size() const { return all_.size(); }
  size_t leader_wins(int tenth) const { return kSingles + static_cast<size_t>(tenth) - 1; }
  size_t order(int place) const { return kSingles + kTenths + static_cast<size_t>(place); }
  size_t seat(int seat) const { return order(players_) + static_cast<size_t>(seat); }
  size_t bot(int kind) const { return seat(players_) + static_cast<size_t>(kind); }
  int players() const { return players_; }
  int bots() const { return bots_; }
  // -1: there is none by that name. The error says which there are.
  engine::Result<size_t> find(std::string_view id) const;

 private:
  std::vector<Measure> all_;
  int players_;
  int bots_;  // kinds with a measure of their own
};

// Shares of a win: one that is shared by up to six is a whole number of it. Where nobody wins, all
// share it.
inline constexpr int64_t kWholeWin = 60;
std::array<int64_t, engine::kMaxSeats> win_shares(const engine::Outcome& outcome, int players);

// What the games of one block say.
class BlockMeasures {
 public:
  struct Value {
    int64_t y = 0, w = 0;
  };

  explicit BlockMeasures(const Measures& measures)
      : measures_(measures), values_(measures.size()) {}
  void clear();
  // `kinds`: of the bot at each seat.
  void add(const engine::Outcome& outcome, const Course& course, const std::vector<int>& kinds);
  // After all games of the block.
  const std::vector<Value>& finish();

 private:
  void count(size_t measure, int64_t y, int64_t w) {
    values_[measure].y += y;
    values_[measure].w += w;
  }
  void add_leads(const engine::Outcome& outcome, const Course& course,
                 const std::array<int64_t, engine::kMaxSeats>& wins);

  const Measures& measures_;
  std::vector<Value> values_;
  // More than an even share of wins, by turn order: summed up over the games, and squared.
  std::array<int64_t, engine::kMaxSeats> luck_{};
  int64_t squares_ = 0;
};

}  // namespace lab
