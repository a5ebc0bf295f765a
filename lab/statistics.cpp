#include "lab/statistics.h"

#include <algorithm>
#include <cmath>

namespace lab {

Interval wilson95(double successes, double trials) {
  if (trials <= 0) return {0, 1};
  constexpr double kZ = 1.959963984540054;  // 97.5 % of the normal distribution lie below
  const double share = successes / trials;
  const double scale = 1 / (1 + kZ * kZ / trials);
  const double centre = scale * (share + kZ * kZ / (2 * trials));
  const double half =
      scale * kZ * std::sqrt(share * (1 - share) / trials + kZ * kZ / (4 * trials * trials));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

}  // namespace lab
