// What a position is worth to everybody, and what a choice has thrown away: the search, asked
// afterwards. All its luck comes from a seed: the same questions in the same order have the same
// answers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "bots/bot_spec.h"
#include "bots/likely_line.h"
#include "engine/any_game.h"

namespace bots {

// The share of wins each seat may hope for; together 1 (less where nobody may win).
using SeatShares = std::array<double, engine::kMaxSeats>;

// A choice beside the one the search likes best, both through the eyes of whoever chose.
struct Appraisal {
  engine::Action best;  // what the search would have done
  SeatShares with_best{};
  SeatShares with_made{};  // the same where that is what was done
  double error = 0;  // of the difference between them, for the seat itself: one standard error
  std::vector<Move> line;   // how it would probably have gone on after `best`
  uint32_t iterations = 0;  // that it took
};

class Appraiser {
 public:
  virtual ~Appraiser() = default;

  // As it lies: with all cards open, but without knowing what chance brings.
  virtual SeatShares outlook(const engine::AnyTable& table, uint32_t iterations, uint64_t seed) = 0;
  // With what the seat could know. The best choice is looked for with half of the iterations; if it
  // isn't `made`, what both lead to is searched with a quarter each, in the same worlds.
  // REQUIRES: the seat is acting and has more than one choice, `made` among them.
  virtual Appraisal appraise(const engine::AnyTable& table, engine::Seat seat, engine::Action made,
                             uint32_t iterations, uint64_t seed) = 0;
};

// For tables of one game. REQUIRES: `spec` is a search; a registered game.
std::unique_ptr<Appraiser> make_appraiser(const BotSpec& spec, const engine::AnyGame& game);

// The same for one game: compiled once for each (instance.cpp.in).
template <class G>
std::unique_ptr<Appraiser> make_appraiser(const BotSpec& spec);

}  // namespace bots
