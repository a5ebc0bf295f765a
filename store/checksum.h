// The checksum of what the store keeps. FNV-1a in 64 bits: each step is a bijection of the state,
// so a change of any single byte always shows, and any other damage but once in 2^64. It guards
// against disks and memory, not against somebody who writes to the file.
#pragma once

#include <cstdint>
#include <string_view>

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

}  // namespace store
