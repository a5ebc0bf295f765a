// Teaching a game's policy: the strongest bot plays itself, the policy learns from its decisions
// (lessons.h, policy_fit.h), and goes by the result in the next generation, if it has proved
// better.
//
// A generation is let in by the sequential test alone (sprt.h), against the one before, at the same
// number of iterations, on seeds that neither its lessons nor another generation's test came from.
// All of it happens in the world of seeds for tuning; what comes out is proved elsewhere
// (`stamtafel arena --prove`).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/arena.h"
#include "lab/lessons.h"
#include "lab/sprt.h"

namespace lab {

struct TrainSpec {
  const engine::AnyGame* game = nullptr;
  std::vector<int> players;  // for lessons; the test is played by the first
  bots::BotSpec teacher;     // with a budget of iterations, and the policy it goes by first
  uint64_t games = 0;        // of lessons in a generation
  uint64_t series = 1;       // of seeds
  int first = 1;             // the number of the first generation
  int generations = 1;
  int remembered = 3;  // generations whose lessons count
  FitSpec fit;
  SprtSpec test;
  int threads = 0;
};

struct Generation {
  int number = 0;
  uint64_t games = 0;
  FitReport fit;
  Sprt::Verdict verdict = Sprt::Verdict::kOpen;
  uint64_t blocks = 0;
  double share = 0;    // of wins, the new one's
  std::string policy;  // the text of its file
  bool let_in() const { return verdict == Sprt::Verdict::kH1; }
};

struct TrainWatch {
  std::function<void(std::string_view what, uint64_t done, uint64_t all)> progress;
  std::function<void(const Generation&)> take;
};

// Until all generations are tried or `stop` is set: then the one under way is given up.
void train(const TrainSpec& spec, const std::atomic<bool>& stop, const TrainWatch& watch);

// What is said about where a policy comes from, in its file.
std::string learned_json(const TrainSpec& spec, const Generation& generation);

}  // namespace lab
