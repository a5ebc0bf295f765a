// How often somebody may do something.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace server {

// So many at once, and so many a second after that.
struct Allowance {
  double burst = 1;
  double per_second = 1;
};

class Bucket {
 public:
  // Takes one; false when there is none left.
  bool take(const Allowance& allowance, int64_t now) {
    if (at_ == 0) {
      left_ = allowance.burst;
    } else {
      const double seconds = static_cast<double>(std::max<int64_t>(0, now - at_)) / 1000.0;
      left_ = std::min(allowance.burst, left_ + seconds * allowance.per_second);
    }
    at_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }
  int64_t at() const { return at_; }

 private:
  double left_ = 0;
  int64_t at_ = 0;
};

// A bucket for each address or person; those that are full again are forgotten.
class Buckets {
 public:
  explicit Buckets(Allowance allowance) : allowance_(allowance) {}
  bool take(const std::string& who, int64_t now) {
    if (allowance_.burst <= 0) return true;  // no limit
    if (buckets_.size() > kMany) forget(now);
    return buckets_[who].take(allowance_, now);
  }

 private:
  static constexpr size_t kMany = 10000;
  void forget(int64_t now) {
    const auto refill =
        static_cast<int64_t>(1000.0 * allowance_.burst / std::max(0.001, allowance_.per_second));
    std::erase_if(buckets_, [&](const auto& item) { return now - item.second.at() > refill; });
  }
  Allowance allowance_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace server
