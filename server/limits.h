// How often somebody may do something, and how much of it at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace server {

// So many at once, and so many a second after that. A burst of 0: no limit.
struct Allowance {
  double burst = 1;
  double per_second = 1;
};

class Bucket {
 public:
  // Takes one and leaves at least `keep`; false when there is none to take.
  bool take(const Allowance& allowance, int64_t now, double keep = 0) {
    if (at_ == 0) {
      left_ = allowance.burst;
    } else {
      const double seconds = static_cast<double>(std::max<int64_t>(0, now - at_)) / 1000.0;
      left_ = std::min(allowance.burst, left_ + seconds * allowance.per_second);
    }
    at_ = now;
    if (left_ < 1 + keep) return false;
    left_ -= 1;
    return true;
  }
  int64_t at() const { return at_; }

 private:
  double left_ = 0;
  int64_t at_ = 0;
};

// A bucket for each address or person. Those that are full again are forgotten; when there are too
// many of them at a time, those who come last share one.
class Buckets {
 public:
  explicit Buckets(Allowance allowance) : allowance_(allowance) {}
  bool take(const std::string& who, int64_t now, double keep = 0) {
    if (allowance_.burst <= 0) return true;
    if (buckets_.size() >= kMany && now - forgot_ >= kForgetEvery) forget(now);
    auto found = buckets_.find(who);
    if (found == buckets_.end()) {
      if (buckets_.size() >= kMost) return shared_.take(allowance_, now, keep);
      found = buckets_.emplace(who, Bucket{}).first;
    }
    return found->second.take(allowance_, now, keep);
  }
  size_t size() const { return buckets_.size(); }
  const Allowance& allowance() const { return allowance_; }

 private:
  static constexpr size_t kMany = 10000;
  static constexpr size_t kMost = 50000;
  static constexpr int64_t kForgetEvery = 1000;
  void forget(int64_t now) {
    forgot_ = now;
    const auto refill =
        static_cast<int64_t>(1000.0 * allowance_.burst / std::max(0.001, allowance_.per_second));
    std::erase_if(buckets_, [&](const auto& item) { return now - item.second.at() > refill; });
  }
  Allowance allowance_;
  std::unordered_map<std::string, Bucket> buckets_;
  Bucket shared_;
  int64_t forgot_ = 0;
};

// How many of something somebody has at a time. What was taken is given back.
class Counts {
 public:
  // Takes one; false when there are `most` already (0: no limit).
  bool take(const std::string& who, size_t most) {
    size_t& count = counts_[who];
    if (most > 0 && count >= most) return false;
    ++count;
    return true;
  }
  void give(const std::string& who) {
    const auto found = counts_.find(who);
    if (found != counts_.end() && --found->second == 0) counts_.erase(found);
  }
  size_t size() const { return counts_.size(); }

 private:
  std::unordered_map<std::string, size_t> counts_;
};

}  // namespace server
