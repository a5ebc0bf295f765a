// How far a review can be trusted (docs/review.md): whether seats win as often as it says they
// will, and whether it finds blunders that were planted and leaves a good player alone.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "bots/review.h"
#include "lab/played.h"
#include "lab/statistics.h"

namespace lab {

struct TrustSpec {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition;  // nullptr: the game's own
  engine::Variants variants;
  int players = 0;
  bots::BotSpec bot;  // plays all seats
  uint64_t games = 0;
  uint64_t seed = 0;
  // Of a review of a whole game. (Shares are looked at in a few of its positions, with what the
  // review would spend there.)
  uint64_t iterations = bots::kReviewIterations;
  uint32_t reference = 20'000;  // of the search that says what a planted choice loses
  uint64_t plants = 1;          // blunders in a game, and as many plain random choices
};
using TrustProgress = std::function<void(uint64_t done)>;

// Who was given how much, and how many of them won.
struct Reliability {
  static constexpr size_t kBuckets = 10;
  struct Bucket {
    uint64_t looks = 0;  // at a seat in a position
    double said = 0;     // their mean
    Estimate won;        // by game: looks at the same game are no independent trials
  };
  uint64_t games = 0;
  uint64_t positions = 0;
  std::array<Bucket, kBuckets> buckets;  // by what was said: 0 to 10 %, …
  double surprise = 0;                   // mean logarithmic loss at who won
  double even = 0;                       // that of somebody who gives all the same
  // What would have surprised least: shares raised to a power (bots/told_shares.h), at the start
  // and at the end of a game.
  double power_at_start = 1;
  double power_at_end = 1;
  double surprise_with_powers = 0;
};
// Of the positions of a game so many are looked at, spread over it.
inline constexpr int kLooksAtAGame = 8;
Reliability measure_reliability(const TrustSpec& spec, const std::atomic<bool>& stop,
                                const TrustProgress& progress);

// What a review says of choices that were made at random.
struct FoundOut {
  uint64_t choices = 0;
  uint64_t imprecise = 0;  // or worse
  uint64_t mistakes = 0;   // or worse
  uint64_t blunders = 0;

  void add(bots::Grade grade);
};

// In each game some choices are made at random, `plants` of each kind, at moments that are drawn as
// well. A planted blunder throws away kBlunderFrom at least, and surely, as a search of other
// worlds says that is given `reference` iterations for it alone. A plain one may be anything: even
// the best.
struct Planted {
  uint64_t games = 0;
  uint64_t tried = 0;      // for blunders; all but those that were planted lost too little
  FoundOut planted;        // the blunders
  FoundOut random;         // whatever they lose
  FoundOut random_losing;  // those of them that lose kMistakeFrom, as the reference says
  // Of all other choices, those of the bot.
  std::array<uint64_t, bots::kGrades.size()> others{};
  double lost = 0;     // a decision, of these
  double seconds = 0;  // of the processor, a review
  double longest = 0;  // of them
};
Planted measure_planted(const TrustSpec& spec, const std::atomic<bool>& stop,
                        const TrustProgress& progress);

std::string reliability_table(const Reliability& reliability);
std::string planted_table(const Planted& planted);

}  // namespace lab
