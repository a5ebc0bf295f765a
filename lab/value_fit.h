// Learning a value (bots/value.h): from finished games, where who won is what the shares should
// have said at every point on the way; or from crossroads, where the shares should differ between
// the two ways as their ends did.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bots/value.h"
#include "lab/crossroads.h"
#include "lab/standpoint.h"

namespace lab {

struct ValueFitSpec {
  int hidden = 0;  // units of the net; 0: weights alone
  int epochs = 30;
  double rate = 0.003;
  // Keeps to the judgement, and figures small that few games speak for.
  double penalty = 3e-3;
};

struct ValueFitReport {
  uint64_t points = 0;
  // On games that were kept apart (every fifth): the mean surprise at who won (at crossroads: at
  // how much better one way was, squared), of the value and of somebody who gives every seat the
  // same.
  double surprise = 0;
  double even = 0;
  double judgement = 0;  // of the judgement, as it is
};

// The judgement itself as a value, with what is about one of each feature at these points.
bots::Value unlearned_value(std::span<const engine::FeatureSpec> features,
                            const std::vector<Standpoint>& points);

// The same points give the same value.
bots::Value fit_value(std::span<const engine::FeatureSpec> features,
                      const std::vector<Standpoint>& points, const ValueFitSpec& spec,
                      ValueFitReport& report);
bots::Value fit_value(std::span<const engine::FeatureSpec> features,
                      const std::vector<Crossroads>& crossroads, const ValueFitSpec& spec,
                      ValueFitReport& report);

}  // namespace lab
