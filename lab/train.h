// Teaching a game's learned figures (bots/bot_spec.h): the strongest bot plays itself, a policy or
// a value is fitted to its decisions or to who won (lessons.h, policy_fit.h, value_fit.h), or the
// judgement is tuned by duels (duels.h); and it goes by them in the next generation, if it has
// proved better.
//
// A generation is let in by the sequential test alone (sprt.h), against the one before, at the same
// number of iterations, on seeds that neither its lessons nor another generation's test came from.
// All of it happens in the world of seeds for tuning; what comes out is proved elsewhere
// (`stamtafel arena --prove`).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/arena.h"
#include "lab/duels.h"
#include "lab/lessons.h"
#include "lab/sprt.h"

namespace lab {

// What a value learns from: who won; crossroads (crossroads.h), for which the teacher may be a bot
// without a budget, if the student has one.
enum class LearnBy : uint8_t { kGames, kCrossroads };
inline constexpr std::array<std::string_view, 2> kLearnByIds{"games", "crossroads"};

struct TrainSpec {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition;  // nullptr: the game's own
  std::vector<int> players;    // for lessons; the test is played by the first
  // What is taught, all of it from the same lessons; a tuned judgement by itself.
  std::vector<bots::Figures> learned;
  bool tunes() const { return learned.front() == bots::Figures::kTuned; }
  bool learns(bots::Figures figures) const { return std::ranges::count(learned, figures) > 0; }
  bots::BotSpec teacher;  // with a budget of iterations, and the figures it goes by first
  // Who plays the test, instead of the teacher: what it is let in for doesn't change the teacher.
  std::optional<bots::BotSpec> student;
  LearnBy by = LearnBy::kGames;
  uint64_t games = 0;   // of lessons in a generation; of duels: blocks
  uint64_t series = 1;  // of seeds
  int first = 1;        // the number of the first generation
  int generations = 1;
  int remembered = 3;  // generations whose lessons count
  FitSpec policy;
  ValueFitSpec value;
  NetFitSpec net;
  // Values with so many hidden units are fitted, and the one that predicts best is taken.
  std::vector<int> hidden{0};
  SprtSpec test;
  int threads = 0;
};

// One try at one kind of figures.
struct Generation {
  int number = 0;
  bots::Figures learned = bots::Figures::kPolicy;
  uint64_t games = 0;
  uint64_t lessons = 0;
  std::string fit;  // in words: how well it predicts what was kept apart
  Sprt::Verdict verdict = Sprt::Verdict::kOpen;
  uint64_t blocks = 0;
  double share = 0;  // of wins, the new one's
  std::string file;  // its text
  bool let_in() const { return verdict == Sprt::Verdict::kH1; }
};

struct TrainWatch {
  std::function<void(std::string_view what, uint64_t done, uint64_t all)> progress;
  std::function<void(const Generation&)> take;
};

// Until all generations are tried or `stop` is set: then the one under way is given up.
void train(const TrainSpec& spec, const std::atomic<bool>& stop, const TrainWatch& watch);

// What is said about where figures come from, in their file.
std::string learned_json(const TrainSpec& spec, const Generation& generation);

}  // namespace lab
