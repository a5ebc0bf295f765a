#include "lab/decision_clock.h"

#include <algorithm>
#include <cmath>

namespace lab {
namespace {

constexpr double kBucketsAnOctave = 16;

int bucket_of(int64_t microseconds) {
  if (microseconds < 1) return 0;
  const double bucket = 1 + std::floor(kBucketsAnOctave * std::log2(microseconds));
  return std::min(static_cast<int>(bucket), DecisionClock::kMaxBucket);
}

// The middle of a bucket, as ratios go.
double time_of(int bucket) {
  return bucket == 0 ? 0 : std::exp2((bucket - 0.5) / kBucketsAnOctave);
}

}  // namespace

void DecisionClock::add(int64_t microseconds, uint32_t iterations) {
  ++counts_.decisions;
  ++counts_.buckets[bucket_of(microseconds)];
  if (iterations == 0) return;
  counts_.iterations += iterations;
  counts_.searching += static_cast<uint64_t>(std::max<int64_t>(microseconds, 0));
}

void DecisionClock::add(const DecisionClock& other) {
  counts_.decisions += other.counts_.decisions;
  counts_.iterations += other.counts_.iterations;
  counts_.searching += other.counts_.searching;
  for (const auto& [bucket, count] : other.counts_.buckets) counts_.buckets[bucket] += count;
}

double DecisionClock::quantile(double percent) const {
  const double wanted = percent / 100 * static_cast<double>(counts_.decisions);
  uint64_t seen = 0;
  for (const auto& [bucket, count] : counts_.buckets) {
    seen += count;
    if (static_cast<double>(seen) >= wanted) return time_of(bucket);
  }
  return 0;
}

double DecisionClock::iterations_per_second() const {
  if (counts_.searching == 0) return 0;
  return 1e6 * static_cast<double>(counts_.iterations) / static_cast<double>(counts_.searching);
}

}  // namespace lab
