// Every question that chance was asked at a table, and what came: what a proof of fairness counts
// through.
#pragma once

#include <vector>

#include "engine/any_game.h"

namespace engine {

struct DrawsOfStep {
  int step = 0;             // 0: the deal
  uint64_t nth = 0;         // the sub-stream of chance they came from
  bool taken_back = false;  // the step was taken back later
  std::vector<Script::Question> draws;
};

// Replays the table, steps that were taken back included. Those that asked nothing are left out.
// Ends early where the table can't be repeated: it began elsewhere, or its chance was given.
std::vector<DrawsOfStep> draws_of(const AnyTable& table);

}  // namespace engine
