// The assignment of dice goes through the faces from 1 to 6. Of the dice that show a face or were
// raised to it some are used there, some on spaces that take any die, some are left; the rest is
// raised to the next face, one dishwasher each. So no more dice are ever on their way up than there
// are dishwashers, and the table below stays small.
#include "games/tiefenthal/assign.h"

#include <algorithm>
#include <functional>

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

// One face: from what arrives there to what is raised beyond it.
class FaceStep {
 public:
  FaceStep(const Spaces& spaces, int face, int dice_here, Range range)
      : gains_(spaces.by_face[static_cast<size_t>(face)]),
        any_(spaces.any),
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

  const engine::SmallVec<int16_t, kMaxTables>& gains_;
  const engine::SmallVec<int16_t, 2>& any_;
  const int here_;
  const bool last_;
  const Range range_;
};

// Without dishwashers every face stands for itself; what finds no space there goes to the others.
int income_without_raising(const Spaces& spaces, const std::array<int, kFaces + 1>& count) {
  int income = 0;
  engine::SmallVec<int16_t, kMaxDice> moved;  // what a die on an any-space gives up, least first
  for (size_t face = 1; face <= kFaces; ++face) {
    const auto& gains = spaces.by_face[face];
    for (int i = 0; i < count[face]; ++i) {
      const int16_t gain = i < gains.size() ? gains[i] : int16_t{0};
      moved.insert_sorted(gain);
      income += gain;
    }
  }
  for (int i = 0; i < std::min(moved.size(), spaces.any.size()); ++i) {
    income += std::max(0, spaces.any[i] - moved[i]);
  }
  return income;
}

}  // namespace

int best_income(Spaces& spaces, const engine::SmallVec<Die, kMaxDice>& dice, int dishwashers) {
  std::array<int, kFaces + 1> count{};
  for (Die die : dice) ++count[static_cast<size_t>(face_of(die))];
  for (auto& gains : spaces.by_face) std::sort(gains.begin(), gains.end(), std::greater<>());
  std::sort(spaces.any.begin(), spaces.any.end(), std::greater<>());
  if (dishwashers <= 0) return income_without_raising(spaces, count);

  const Range range{std::min(dishwashers, dice.size()), std::min(dishwashers, kMaxDishwashers)};
  Best tables[2];
  clear(tables[0], range);
  tables[0][0][static_cast<size_t>(range.dishwashers)][0] = 0;
  for (int face = 1; face <= kFaces; ++face) {
    Best& to = tables[face % 2];
    clear(to, range);
    FaceStep(spaces, face, count[static_cast<size_t>(face)], range).run(tables[(face + 1) % 2], to);
  }
  int best = 0;
  for (int d = 0; d <= range.dishwashers; ++d) {
    for (int16_t value : tables[0][0][static_cast<size_t>(d)]) best = std::max<int>(best, value);
  }
  return best;
}

}  // namespace tiefenthal
