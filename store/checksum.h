// The checksum of what the store keeps. FNV-1a in 64 bits: each step is a bijection of the state,
// so a change of any single byte always shows, and any other damage but once in 2^64. It guards
// against disks and memory, not against somebody who writes to the file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "store/store.h"

namespace store {

class Checksum {
 public:
  Checksum& add(std::string_view text) {
    add(static_cast<int64_t>(text.size()));  // where one text ends and the next begins counts
    for (const char byte : text) add_byte(static_cast<uint8_t>(byte));
    return *this;
  }
  Checksum& add(int64_t number) {
    for (int shift = 0; shift < 64; shift += 8) {
      add_byte(static_cast<uint8_t>(static_cast<uint64_t>(number) >> shift));
    }
    return *this;
  }
  int64_t value() const { return static_cast<int64_t>(state_); }

 private:
  void add_byte(uint8_t byte) { state_ = (state_ ^ byte) * 0x100000001b3; }
  uint64_t state_ = 0xcbf29ce484222325;
};

inline int64_t checksum_of(std::string_view table, int64_t n, const Entry& entry) {
  return Checksum().add(table).add(n).add(entry.at).add(entry.text).value();
}

inline int64_t checksum_of(const Summary& summary) {
  Checksum sum;
  sum.add(summary.table).add(static_cast<int64_t>(summary.status));
  sum.add(int64_t{summary.listed}).add(int64_t{summary.clocked});
  sum.add(summary.created).add(summary.touched).add(summary.about);
  for (const std::string& person : summary.people) sum.add(person);
  return sum.value();
}

// The summary as it will be read: each person once, in order.
inline Summary as_kept(Summary summary) {
  std::sort(summary.people.begin(), summary.people.end());
  summary.people.erase(std::unique(summary.people.begin(), summary.people.end()),
                       summary.people.end());
  return summary;
}

}  // namespace store
