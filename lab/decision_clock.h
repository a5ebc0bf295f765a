// How long a bot thinks: a histogram of processor times that can be added up and written down.
#pragma once

#include <cstdint>
#include <map>

namespace lab {

class DecisionClock {
 public:
  // One decision, and how many iterations the bot says it made (0: it makes none).
  void add(int64_t microseconds, uint32_t iterations);
  void add(const DecisionClock& other);

  // The time that so many percent of the decisions don't exceed, to about 4 %.
  double quantile(double percent) const;
  // 0 where there were none.
  double iterations_per_second() const;

  // What there is to write down. Bucket b holds the times of 2^((b - 1) / 16) up to 2^(b / 16)
  // microseconds; bucket 0 all below 1.
  struct Counts {
    uint64_t decisions = 0;
    uint64_t iterations = 0;
    uint64_t searching = 0;  // microseconds of the decisions that had iterations
    std::map<int, uint64_t> buckets;
    friend bool operator==(const Counts&, const Counts&) = default;
  };
  static constexpr int kMaxBucket = 16 * 40;
  DecisionClock() = default;
  explicit DecisionClock(Counts counts) : counts_(std::move(counts)) {}
  const Counts& counts() const { return counts_; }

 private:
  Counts counts_;
};

}  // namespace lab
