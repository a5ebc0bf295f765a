// How much of winning is luck, and how much is skill.
//
// In a block the bots have changed seats while the deal stayed: n games, in each of which every
// place in the turn order is taken by another bot. The variance of a seat's share of wins has four
// parts:
//
//   order   the place in the turn order, the same in all blocks
//   skill   the bot that sits there, the same in all blocks (none where all bots are alike)
//   deal    what this seed gives to this place whoever sits there: games of a block that agree on
//           the place that wins, beyond what chance alone would make them agree
//   course  the rest: dice that fall otherwise since others choose, and choices by lot
//
// With X the share of wins above an even one, S its sum over the games of a block at a place, the
// agreement of a block is (sum of S² - sum of X²) / ((n - 1) sum of X²): 1 where the same place
// wins all games, 0 in the mean where games have nothing to do with each other. It is `order` and
// `deal` together, less skill / (n - 1), since whoever is better wins from all places in turn.
#pragma once

#include "lab/measures.h"
#include "lab/study_sums.h"

namespace lab {

// Shares of 1. Those of order and skill are freed from what chance adds to them.
struct VarianceParts {
  Measured order;
  Measured skill;
  Measured deal;
  Measured course;
};

// Nothing is known (Measured::known) with fewer than two blocks.
VarianceParts variance_parts(const ArmSums& arm, const Measures& measures,
                             const std::vector<int>& kind_of_seat);

}  // namespace lab
