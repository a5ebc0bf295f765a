// What dice can earn at best: each die on one space, dishwashers raising faces.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/small_vec.h"
#include "games/tiefenthal/edition.h"

namespace tiefenthal {

// Spaces by what they earn, the best first; at most two of them for any die.
class Spaces {
 public:
  static constexpr int kAny = 0;  // the face of a space that takes any die
  struct Space {
    int16_t gain = 0;
    int16_t face = 0;
  };

  void add(int face, int gain) {
    spaces_.push_back({});
    int at = spaces_.size() - 1;
    for (; at > 0 && spaces_[at - 1].gain < gain; --at) spaces_[at] = spaces_[at - 1];
    spaces_[at] = {static_cast<int16_t>(gain), static_cast<int16_t>(face)};
  }
  const Space* begin() const { return spaces_.begin(); }
  const Space* end() const { return spaces_.end(); }

 private:
  engine::SmallVec<Space, kMaxTables + 2> spaces_;
};

// How many dice show each face, four bits for each.
class DiceByFace {
 public:
  void put(int face) { bits_ += 1u << 4 * face; }
  void take(int face) { bits_ -= 1u << 4 * face; }
  int count(int face) const { return static_cast<int>(bits_ >> 4 * face & 15); }
  // The highest face that shows, up to this one; else one that nothing can be raised from.
  int highest(int up_to) const {
    const int width = std::bit_width(bits_ & ((16u << 4 * up_to) - 1));
    return width == 0 ? kNone : (width - 1) / 4;
  }

 private:
  static constexpr int kNone = -1000;
  uint32_t bits_ = 0;
};

// The most these dice can earn there with so many dishwashers. To find it out takes a while, so two
// bounds that are quickly found, and often meet, answer what they can.
class Income {
 public:
  Income(const Spaces& spaces, const engine::SmallVec<Die, kMaxDice>& dice, int dishwashers);
  bool at_least(int amount) {
    if (amount <= low_) return true;
    return amount <= high_ && amount <= exactly();
  }
  int exactly();
  // What is known of it so far.
  int low() const { return low_; }
  int high() const { return high_; }

 private:
  Spaces spaces_;
  DiceByFace dice_;
  int count_;
  int dishwashers_;
  int low_ = 0;
  int high_ = 0;
};

}  // namespace tiefenthal
