// Learning a policy (bots/policy.h) from a teacher's decisions: how often it tried each choice is
// what the policy should come to like.
#pragma once

#include <cstdint>
#include <vector>

#include "bots/policy.h"

namespace lab {

// What the teacher had to choose from, and what it thought of it.
struct Lesson {
  struct Choice {
    int action = -1;  // by the shape's index; -1: none of the standard edition
    int verb = 0;
    float share = 0;  // of the teacher's tries
  };
  uint32_t game = 0;
  float progress = 0;
  std::vector<Choice> choices;
  // For each choice the change of every feature, own, then the others' (PolicyOf::Change).
  std::vector<float> changes;
};

struct FitSpec {
  int epochs = 12;
  double rate = 0.05;
  double penalty = 1e-5;  // keeps figures small that few lessons speak for
  // Count what happens to others as well: hardly more is learned from it, and every glance has to
  // judge all seats.
  bool others = false;
};

struct FitReport {
  uint64_t lessons = 0;
  // On games that were kept apart (every fifth): the mean surprise at the teacher's choices, of the
  // policy and of somebody who likes all alike, and how often both like the same choice best.
  double surprise = 0;
  double even = 0;
  double agreement = 0;
};

// The same lessons give the same policy.
bots::Policy fit_policy(const bots::PolicyShape& shape, const std::vector<Lesson>& lessons,
                        const FitSpec& spec, FitReport& report);

}  // namespace lab
