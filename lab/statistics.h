// Intervals for what was counted or measured. Games of one block share a deal and are not
// independent; blocks are. So whatever is said about games of blocks is said from block means.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lab {

struct Interval {
  double low = 0;
  double high = 0;
};

// A 95 % interval for a share of independent trials (Wilson).
Interval wilson95(double successes, double trials);

// A mean with its 95 % interval.
struct Estimate {
  double mean = 0;
  Interval interval;
};

// Of block means that may be anything: Student's t. Fewer than two blocks say nothing: the interval
// is infinite.
Estimate mean95(std::span<const double> block_means);

// Of block means that are shares, of `games` games a block: Wilson's interval for as many
// independent games as would vary like the blocks do (so it stays within 0 and 1 and is honest near
// them), widened as Student's t is for few blocks.
Estimate share95(std::span<const double> block_means, int games);

// Below this lie 97.5 % of Student's t with so many degrees of freedom. REQUIRES: at least 1.
double student975(double degrees);

// How much of Student's t lies at least as far from 0 as this, on both sides together. REQUIRES: at
// least 1 degree of freedom.
double student_tails(double t, double degrees);

// Which of many findings hold when all were looked at: of those that are told, at most `share` are
// expected to be due to chance (Y. Benjamini, Y. Hochberg, 1995). By their p-values, in their
// order.
std::vector<bool> false_discoveries_below(double share, std::span<const double> p_values);

}  // namespace lab
