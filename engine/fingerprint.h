// A fingerprint of what a JSON text says: 64 bits that depend neither on the layout of anything in
// memory nor on how the text is written (white space, the order of members). docs/record-format.md
// defines it. It tells positions apart; it proves nothing against somebody who looks for a
// collision.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/small_vec.h"

namespace engine {

// Takes the pieces of one value, in the order in which a writer would write them.
class Fingerprint {
 public:
  void begin_object() { begin(true); }
  void begin_array() { begin(false); }
  void end() {
    const Level level = levels_[--depth_];
    add(mix64(level.sum + (level.object ? kObject : kArray)));
  }
  void key(std::string_view name) { levels_[depth_ - 1].key = of_text(name, kNull); }
  void value(int64_t number) { add(mix64(static_cast<uint64_t>(number) + kNumber)); }
  void value(bool truth) { add(mix64((truth ? 1 : 0) + kBool)); }
  void value(std::string_view string) { add(of_text(string, kString)); }
  void decimal(std::string_view text) { add(of_text(text, kDecimal)); }
  void null() { add(mix64(kNull)); }

  uint64_t hash() const { return hash_; }

 private:
  // Far apart, so that no number is a string's neighbour.
  static constexpr uint64_t kStep = 0x9e3779b97f4a7c15u;
  static constexpr uint64_t kNull = kStep, kBool = 2 * kStep, kNumber = 3 * kStep,
                            kDecimal = 4 * kStep, kString = 5 * kStep, kArray = 6 * kStep,
                            kObject = 7 * kStep;
  struct Level {
    uint64_t sum;
    uint64_t key;
    bool object;
  };

  template <class Word>
  static uint64_t load(const char* bytes) {
    Word word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }
  // The text in pieces of eight bytes, the last two of which may overlap.
  static uint64_t of_text(std::string_view text, uint64_t kind) {
    constexpr uint64_t kOdd = 0xd6e8feb86659fd93u;
    uint64_t hash = kind + text.size() * kOdd;
    const char* bytes = text.data();
    size_t left = text.size();
    for (; left > 8; bytes += 8, left -= 8) {
      hash = (hash ^ load<uint64_t>(bytes)) * kOdd;
      hash ^= hash >> 32;
    }
    uint64_t last = 0;
    if (text.size() >= 8) {
      last = load<uint64_t>(bytes + left - 8);
    } else if (left >= 4) {
      last = load<uint32_t>(bytes) << 32 | load<uint32_t>(bytes + left - 4);
    } else if (left > 0) {
      last = load<uint8_t>(bytes) << 16 | load<uint8_t>(bytes + left / 2) << 8 |
             load<uint8_t>(bytes + left - 1);
    }
    return mix64(hash ^ last);
  }
  void begin(bool object) {
    assert(depth_ < levels_.size());
    levels_[depth_++] = {0, 0, object};
  }
  // Items of a list count in their order, members of an object in none.
  void add(uint64_t value) {
    if (depth_ == 0) {
      hash_ = value;
      return;
    }
    Level& level = levels_[depth_ - 1];
    level.sum = level.object ? level.sum + mix64(level.key ^ value) : mix64(level.sum + value);
  }

  uint64_t hash_ = 0;
  size_t depth_ = 0;
  std::array<Level, 70> levels_;  // deeper than any JSON that is read
};

}  // namespace engine
