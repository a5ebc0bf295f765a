// Bots that learn an edition before they are asked about it: whoever plays other figures as if they
// were the old ones may hide what a figure does.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/study.h"

namespace lab {

struct RetuneSpec {
  uint64_t duels = 0;   // blocks of them, for each edition
  uint64_t blocks = 0;  // of a test, at most
};

// What became of an arm.
struct Retuned {
  size_t arm = 0;
  bool let_in = false;
  uint64_t blocks = 0;  // of the test
  double share = 0;     // of wins in it, against the bot as it was
};

// Tunes the judgement for each arm's edition by duels of `quick` (duels.h), and lets the study's
// bot go by it there if it beats itself without by the sequential test; otherwise it stays as it
// is. The seeds are those for tuning, in series of their own: the same study retunes to the same
// figures. Errors: none of the study's bots goes by a tuned judgement. What there is when `stop` is
// set.
engine::Error retune(
    StudySpec& spec, const RetuneSpec& how, const std::atomic<bool>& stop,
    const std::function<void(std::string_view what, uint64_t done, uint64_t all)>& progress,
    std::vector<Retuned>& told);

uint64_t fingerprint_of_figures(std::string_view text);

}  // namespace lab
