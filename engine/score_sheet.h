// Where the points of a game came from: the sheet at its end.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/spec.h"
#include "engine/types.h"

namespace engine {

using Scores = std::array<int16_t, kMaxSeats>;

struct ScoreLine {
  std::string text;
  Scores amounts{};
};

// What each seat began with and the lines add up to its score.
struct ScoreSheet {
  Scores opening{};
  std::vector<ScoreLine> lines;  // in the order in which they began; each is something to a seat
};

// A part of a score that the position itself shows. {0} of the text is the value, where there is
// one.
struct ScorePart {
  std::string_view text;
  int points = 0;
  DomainId domain = kNoArg;
  int value = 0;
};

// Fills in a sheet while a game is looked at from its beginning. No rule of scoring is known here:
// whatever a score has changed by stands on the line that was open.
class ScoreKeeper {
 public:
  explicit ScoreKeeper(const Scores& opening) : known_(opening) { sheet_.opening = opening; }

  // The scores now.
  void settle(const Scores& now);
  // What comes next stands on this line.
  void open(const std::string& text);
  // An entry of its own, beside the scores that are settled.
  void enter(const std::string& text, Seat seat, int points);
  ScoreSheet finish();

 private:
  size_t line(const std::string& text);

  static constexpr size_t kOpening = static_cast<size_t>(-1);
  ScoreSheet sheet_;
  Scores known_;
  size_t open_ = kOpening;
};

}  // namespace engine
