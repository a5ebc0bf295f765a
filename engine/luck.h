// How lucky chance was, the same way for every game: after each action that asked chance, the
// position is compared with those that other dice or cards would have led to, by the game's own
// evaluation. And what each kind of chance brought, beside what was to be expected.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/any_game.h"

namespace engine {

using SeatPoints = std::array<double, kMaxSeats>;

struct Luck {
  struct OfStep {
    int step = 0;         // 0: the deal
    SeatPoints points{};  // beyond the average
  };
  struct OfValue {
    int count = 0;
    double expected = 0;
  };
  struct OfChance {
    int count = 0;
    double expected_sum = 0;        // of the values
    std::map<int, OfValue> values;  // in order
  };

  int samples = 0;
  std::vector<OfStep> steps;
  SeatPoints points{};     // the sum over steps
  SeatPoints deviation{};  // how much is usual: one standard deviation of that sum
  std::map<int, OfChance> chances;
};

// Replays the table; `samples` other outcomes are tried for each step.
Luck measure_luck(const AnyTable& table, int samples);

}  // namespace engine
