#include "engine/score_sheet.h"

#include <algorithm>

namespace engine {

void ScoreKeeper::settle(const Scores& now) {
  Scores& amounts = open_ == kOpening ? sheet_.opening : sheet_.lines[open_].amounts;
  for (size_t i = 0; i < now.size(); ++i) {
    amounts[i] = static_cast<int16_t>(amounts[i] + now[i] - known_[i]);
  }
  known_ = now;
}

void ScoreKeeper::open(const std::string& text) { open_ = line(text); }

void ScoreKeeper::enter(const std::string& text, Seat seat, int points) {
  int16_t& amount = sheet_.lines[line(text)].amounts[static_cast<size_t>(index_of(seat))];
  amount = static_cast<int16_t>(amount + points);
}

ScoreSheet ScoreKeeper::finish() {
  std::erase_if(sheet_.lines, [](const ScoreLine& line) { return line.amounts == Scores{}; });
  return std::move(sheet_);
}

size_t ScoreKeeper::line(const std::string& text) {
  const auto found = std::find_if(sheet_.lines.begin(), sheet_.lines.end(),
                                  [&](const ScoreLine& line) { return line.text == text; });
  const auto at = static_cast<size_t>(found - sheet_.lines.begin());
  if (found == sheet_.lines.end()) sheet_.lines.push_back({text, {}});
  return at;
}

}  // namespace engine
