// A finished game looked at again: who could hope for how much along the way, what each choice
// threw away, what was luck. docs/review.md says how the figures come about and what they are good
// for.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bots/appraiser.h"
#include "engine/any_game.h"
#include "engine/error.h"
#include "engine/json.h"

namespace bots {

// By the share of wins that a choice has lost against the best one.
enum class Grade : uint8_t { kBest, kGood, kImprecise, kMistake, kBlunder };
inline constexpr std::array<std::string_view, 5> kGrades{"best", "good", "imprecise", "mistake",
                                                         "blunder"};
inline constexpr double kImpreciseFrom = 0.02;
inline constexpr double kMistakeFrom = 0.05;
inline constexpr double kBlunderFrom = 0.10;
// A difference counts where it is so many of its standard errors: what may be noise is no fault.
inline constexpr double kSure = 2;
Grade grade_of(double lost);

inline constexpr uint64_t kReviewIterations = 1'000'000;

struct ReviewSettings {
  // All in all, spread evenly over the decisions: so a review can be repeated exactly.
  uint64_t iterations = kReviewIterations;
  // Instead: so much processor time, all in all. Not to be repeated exactly.
  uint32_t milliseconds = 0;
  uint64_t seed = 1;
};

struct Review {
  // A decision that was one: there was more than one choice.
  struct Choice {
    int step = 0;  // it was this step: 1 is the first
    engine::Seat seat = engine::Seat::kNone;
    engine::Action made;
    engine::Action best;
    double share =
        0;            // of wins that the seat could hope for with the best, as far as it could know
    double lost = 0;  // of it; 0 where the difference may be noise
    double error = 0;  // of the difference: one standard error
    Grade grade = Grade::kBest;
    SeatShares play{};       // what it changed for everybody: -lost for the seat itself
    std::vector<Move> line;  // how it would probably have gone on after the best
  };
  // What everybody could hope for after so many steps, with all cards open.
  struct Point {
    int step = 0;
    SeatShares shares{};
  };
  // Where the curve swung: a choice, or what chance and hidden cards brought after it.
  struct Turn {
    int step = 0;       // it was this step
    double swing = 0;   // share of wins that changed hands
    bool luck = false;  // more by luck than by play
  };
  // start + play + others + luck = result.
  struct Seat {
    double start = 0;   // the first point of the curve
    double play = 0;    // own choices: never above 0
    double others = 0;  // what the choices of others gave and took
    double luck = 0;
    double result = 0;  // 1 for the winner; shared by several
    int decisions = 0;
    std::array<int, kGrades.size()> grades{};
    int figure = 0;  // how well it was played, 0 to 100 (figure_of)
  };

  int steps = 0;
  uint64_t iterations = 0;  // that were spent
  uint64_t seed = 0;
  std::vector<Choice> choices;
  std::vector<Point> curve;
  std::vector<Turn> turns;  // in the order of the game
  std::vector<Seat> seats;
};

// How well somebody played who lost `mean` share of wins a decision: 100 loses nothing.
int figure_of(double mean);

// Called after each decision; false: leave off.
using ReviewProgress = std::function<bool(int done, int all)>;

// Plays the table again, and calls `visit` before each step that was a choice among several, until
// that says false. `step` counts from 1. An error: its steps can't be repeated.
using AtDecision =
    std::function<bool(const engine::AnyTable& before, int step, const engine::Step& done)>;
engine::Error for_each_decision(const engine::AnyTable& table, const AtDecision& visit);
// How many there are; 0 where they can't be repeated.
int decisions_of(const engine::AnyTable& table);
// 1 for whoever has won, shared where several have.
SeatShares shares_at_the_end(const engine::AnyTable& table);
// How many iterations of a review go into one point of its curve.
uint32_t iterations_of_outlook(uint64_t iterations, int decisions);

// A review that is made a decision at a time, for whoever has other things to do in between.
class Reviewer {
 public:
  // REQUIRES: can_be_reviewed; the table outlives this and stays as it is.
  Reviewer(const engine::AnyTable& table, const ReviewSettings& settings);
  ~Reviewer();

  int done() const { return static_cast<int>(review_.choices.size()); }
  int all() const { return all_; }
  // Judges the next decision. False: that was the last one.
  bool step();
  // REQUIRES: all of them are judged.
  Review finish();

 private:
  class Spread;

  const engine::AnyTable& table_;
  const ReviewSettings settings_;
  int all_;
  std::unique_ptr<engine::AnyTable> replay_;
  std::unique_ptr<Appraiser> appraiser_;  // made by the first step
  std::unique_ptr<Spread> spread_;
  Review review_;
};

// Errors: the game isn't over, its steps can't be repeated, or nobody had a choice.
engine::Error can_be_reviewed(const engine::AnyTable& table);
// The whole of it. Errors: as above, or it was left off.
engine::Result<Review> review(const engine::AnyTable& table, const ReviewSettings& settings,
                              const ReviewProgress& progress = {});

// As JSON (docs/review.md), the same in every language.
std::string write_review(const Review& review, const engine::AnyTable& table, int indent = -1);
// Gives every choice in it its words: a "text" beside each "action".
void add_texts(engine::Json& review, const engine::AnyTable& table, const engine::Texts& texts);

}  // namespace bots
