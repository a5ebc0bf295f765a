// Intervals for what was counted.
#pragma once

namespace lab {

// A 95 % interval for a share (Wilson).
struct Interval {
  double low = 0;
  double high = 0;
};
Interval wilson95(double successes, double trials);

}  // namespace lab
