// What targets.cpp and target_answers.cpp share: the parts of a declaration.
#pragma once

#include "games/taverna/rules.h"

namespace taverna {

// What the questions are about.
enum class Task : uint8_t {
  kNothing,
  kTrack,
  kTwoTracks,
  kLowestTrack,
  kSlander,
  kRob,
  kSteal,
  kDiscards,
  kMove,
  kSwap,
  kRemove,
  kChange,
  kClose,
  kRowCards,
  kSummon,
  kActivation,
  kFavour,
  kUsedFavour,
  kGuild,
  kSymbol,
  kOtherPeople,
};

Task task_of(const State& s, const Claim& claim);
// How many of the picks from number `from` on are `value`.
int picked(const Claim& claim, int from, int value);
// R36: each level must be possible after the ones named before it.
engine::Verdict may_name_track(const State& s, const Claim& claim, People people);
// Are there coins for so many tokens, favours or levels?
engine::Verdict may_pay_for(const State& s, const Claim& claim, int number);
// Every conceivable answer to the question about the last claim (target_answers.cpp).
void offer_answers(const State& s, Prompt prompt, engine::Offer& offer);

}  // namespace taverna
