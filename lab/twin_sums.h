// Two ratios seen in the same blocks, and their difference: all that is said with an interval in
// the lab. A block gives each of them a numerator and a denominator (wins and games, options and
// decisions); the ratio is that of their sums. What is kept are whole numbers: the same in whatever
// order blocks come, on any number of threads and machines, and no more for a million blocks than
// for one.
//
// Blocks are independent, what happens within one is not. So the variance of a ratio R = Y/W is
// that of its residuals y - R w over the blocks (linearisation; W. G. Cochran, Sampling Techniques,
// 1977, §6), of a difference that of the difference of both residuals: the seeds are the same, and
// what they share falls out.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "lab/statistics.h"

namespace lab {

__extension__ using Int128 = __int128;

// A mean, how far it may be off (a standard deviation), and by how many degrees of freedom.
struct Measured {
  double mean = 0;
  double deviation = 0;
  double degrees = 0;  // below 1: nothing is known

  bool known() const { return degrees >= 1; }
  double half_width() const;  // of the 95 % interval (Student); infinite where nothing is known
  Estimate estimate() const { return {mean, {mean - half_width(), mean + half_width()}}; }
  // How often a value this far from `from` would come up by chance alone, either way.
  double p_value(double from = 0) const;
};

struct Twin {
  int64_t y1 = 0, w1 = 0;
  int64_t y2 = 0, w2 = 0;
};

class TwinSums {
 public:
  void add(const Twin& block);
  void add(const TwinSums& other);

  // The ratio, its sums, and in how many blocks it had a denominator.
  Measured first() const { return ratio(0); }
  Measured second() const { return ratio(1); }
  Measured difference() const;
  double weight(int which) const;
  int64_t blocks(int which) const { return blocks_[static_cast<size_t>(which)]; }
  bool empty() const { return blocks_[0] == 0 && blocks_[1] == 0; }

  // "12 34 …": all the sums. Reading back: false when it is none.
  std::string text() const;
  bool read(std::string_view text);

  friend bool operator==(const TwinSums&, const TwinSums&) = default;

 private:
  static constexpr size_t kValues = 4;
  Measured ratio(size_t which) const;
  double second_moment(size_t i, size_t j) const;

  std::array<int64_t, 2> blocks_{};                           // with w1, with w2
  std::array<Int128, kValues> sums_{};                        // y1, w1, y2, w2
  std::array<Int128, kValues*(kValues + 1) / 2> products_{};  // of each two of them
};

}  // namespace lab
