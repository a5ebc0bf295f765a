// The assignment of dice goes through the faces from 1 to 6. Of the dice that show a face or were
// raised to it some are used there, some on spaces that take any die, some are left; the rest is
// raised to the next face, one dishwasher each. So no more dice are ever on their way up than there
// are dishwashers, and the table below stays small.
#include "games/tiefenthal/assign.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace tiefenthal {
namespace {

constexpr int kMaxDishwashers = 5 * kMaxDice;  // more can't be used
constexpr int kRaised = kMaxDice + 1;
constexpr int16_t kNever = -1;

// The best income so far by [dice raised][dishwashers left][any-spaces used].
using Best = std::array<std::array<std::array<int16_t, 3>, kMaxDishwashers + 1>, kRaised>;

struct Range {  // which part of the table is in use
  int raised = 0;
  int dishwashers = 0;
};

void clear(Best& best, Range range) {
  for (int c = 0; c <= range.raised; ++c) {
    for (int d = 0; d <= range.dishwashers; ++d)
      best[static_cast<size_t>(c)][static_cast<size_t>(d)].fill(kNever);
  }
}

// The gains of the spaces for each face, [kAny] for those that take any die; the best first.
using Gains = std::array<engine::SmallVec<int16_t, kMaxDice>, kFaces + 1>;

Gains gains_of(const Spaces& spaces) {
  Gains gains;
  for (const auto [gain, face] : spaces) {
    auto& here = gains[static_cast<size_t>(face)];
    if (!here.full()) here.push_back(gain);
  }
  assert(gains[Spaces::kAny].size() <= 2);
  return gains;
}

// One face: from what arrives there to what is raised beyond it.
class FaceStep {
 public:
  FaceStep(const Gains& gains, int face, int dice_here, Range range)
      : gains_(gains[static_cast<size_t>(face)]),
        any_(gains[Spaces::kAny]),
        here_(dice_here),
        last_(face == kFaces),
        range_(range) {}

  void run(const Best& from, Best& to) {
    for (int c = 0; c <= range_.raised; ++c) {
      for (int d = 0; d <= range_.dishwashers; ++d) {
        for (int a = 0; a <= any_.size(); ++a) {
          const int16_t value =
              from[static_cast<size_t>(c)][static_cast<size_t>(d)][static_cast<size_t>(a)];
          if (value != kNever) spread(value, c + here_, d, a, to);
        }
      }
    }
  }

 private:
  // Uses 0, 1, 2 … dice on the best spaces of this face, then some on any-spaces, raises the rest.
  void spread(int value, int dice, int dishwashers, int any_used, Best& to) {
    for (int used = 0; used <= std::min(dice, gains_.size()); ++used) {
      if (used > 0) value += gains_[used - 1];
      int with_any = value;
      for (int a = any_used; a <= std::min(any_.size(), any_used + dice - used); ++a) {
        if (a > any_used) with_any += any_[a - 1];
        const int left = dice - used - (a - any_used);
        for (int up = last_ ? 0 : std::min(left, dishwashers); up >= 0; --up) {
          int16_t& best = to[static_cast<size_t>(up)][static_cast<size_t>(dishwashers - up)]
                            [static_cast<size_t>(a)];
          best = std::max(best, static_cast<int16_t>(with_any));
        }
      }
    }
  }

  const engine::SmallVec<int16_t, kMaxDice>& gains_;
  const engine::SmallVec<int16_t, kMaxDice>& any_;
  const int here_;
  const bool last_;
  const Range range_;
};

}  // namespace

// The lower bound serves the best spaces first, each with the die that needs the fewest
// dishwashers; the spaces for any die take what is left, or what earns less. That is all there is
// to it without dishwashers. The upper bound asks of each space alone whether a die can get there.
// What fits where is hard to foresee, so it is counted rather than branched upon.
Income::Income(const Spaces& spaces, const engine::SmallVec<Die, kMaxDice>& dice, int dishwashers)
    : spaces_(spaces), count_(dice.size()), dishwashers_(std::max(dishwashers, 0)) {
  for (Die die : dice) dice_.put(face_of(die));
  DiceByFace left = dice_;
  int washing = dishwashers_;
  int reached = 0;
  int served = 0;
  std::array<int16_t, kMaxDice + 1> earned{};  // by the dice laid; one more for what isn't kept
  for (const auto [gain, face] : spaces_) {
    const bool any = face == Spaces::kAny;
    const bool reaches = any || face - dice_.highest(face) <= dishwashers_;
    high_ += reaches && reached < count_ ? gain : 0;
    reached += reaches ? 1 : 0;
    const int from = left.highest(face);
    const bool serves = !any && face - from <= washing;
    earned[static_cast<size_t>(served)] = gain;
    served += serves ? 1 : 0;
    low_ += serves ? gain : 0;
    washing -= serves ? face - from : 0;
    if (serves) left.take(from);
  }
  int unused = count_ - served;
  for (const auto [gain, face] : spaces_) {
    if (face != Spaces::kAny) continue;
    if (unused > 0) {
      --unused;
      low_ += gain;
    } else if (served > 0 && earned[static_cast<size_t>(served - 1)] < gain) {
      low_ += gain - earned[static_cast<size_t>(--served)];
    }
  }
  if (dishwashers_ == 0) high_ = low_;
}

int Income::exactly() {
  if (low_ == high_) return low_;
  const Gains gains = gains_of(spaces_);
  const Range range{std::min(dishwashers_, count_), std::min(dishwashers_, kMaxDishwashers)};
  Best tables[2];
  clear(tables[0], range);
  tables[0][0][static_cast<size_t>(range.dishwashers)][0] = 0;
  for (int face = 1; face <= kFaces; ++face) {
    Best& to = tables[face % 2];
    clear(to, range);
    FaceStep(gains, face, dice_.count(face), range).run(tables[(face + 1) % 2], to);
  }
  int best = 0;
  for (int d = 0; d <= range.dishwashers; ++d) {
    for (int16_t value : tables[0][0][static_cast<size_t>(d)]) best = std::max<int>(best, value);
  }
  return low_ = high_ = best;
}

}  // namespace tiefenthal
