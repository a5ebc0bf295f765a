// Learning a value (bots/value.h) from finished games: who won is what the shares should have said,
// at every point on the way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bots/value.h"

namespace lab {

// A point of a game, and how the game ended.
struct Standpoint {
  uint32_t game = 0;
  float progress = 0;
  int players = 0;
  std::vector<int32_t> features;  // of all seats, one after the other
  bots::Value::Judged judged{};
  bots::Value::Shares won{};  // a shared win is divided
};

struct ValueFitSpec {
  int hidden = 0;  // units of the net; 0: weights alone
  int epochs = 30;
  double rate = 0.003;
  // Keeps to the judgement, and figures small that few games speak for.
  double penalty = 3e-3;
};

struct ValueFitReport {
  uint64_t points = 0;
  // On games that were kept apart (every fifth): the mean surprise at who won, of the value and of
  // somebody who gives every seat the same.
  double surprise = 0;
  double even = 0;
  double judgement = 0;  // of the judgement, as it is
};

// The same points give the same value.
bots::Value fit_value(std::span<const engine::FeatureSpec> features,
                      const std::vector<Standpoint>& points, const ValueFitSpec& spec,
                      ValueFitReport& report);

}  // namespace lab
