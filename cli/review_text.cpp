#include "cli/review_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cli/session.h"

namespace cli {
namespace {

using bots::Review;
using engine::Texts;

constexpr int kWidth = 64;   // of the curve, in columns
constexpr int kHeight = 11;  // in lines: one for every ten percent

int64_t percent(double share) { return std::llround(100 * share); }
// What is lost is rounded down, so that it never says more than its grade.
int64_t lost_percent(double share) { return static_cast<int64_t>(100 * share + 1e-6); }
std::string signed_percent(double share) { return fmt::format("{:+d} %", percent(share)); }

class ReviewText {
 public:
  ReviewText(const Review& review, const engine::AnyTable& table, const Texts& texts,
             const Texts& words)
      : review_(review), table_(table), texts_(texts), words_(words) {}

  std::string write() {
    curve();
    turns();
    faults();
    seats();
    out_ += "\n" + std::string(words_.get("review.note")) + "\n";
    return std::move(out_);
  }

 private:
  void head(std::string_view key) {
    out_ += (out_.empty() ? "" : "\n") + std::string(words_.get(key)) + "\n";
  }
  std::string name(engine::Seat seat) const { return seat_name(texts_, seat); }
  std::string said(engine::Action action) const {
    return table_.game().action_text(*table_.edition(), action, texts_);
  }
  std::string padded(std::string text, int width) const {
    text.append(static_cast<size_t>(std::max(0, width - engine::columns(text))), ' ');
    return text;
  }
  int widest_name() const {
    int widest = 0;
    for (int i = 0; i < table_.seats(); ++i)
      widest = std::max(widest, engine::columns(name(engine::seat_at(i))));
    return widest;
  }
  // A letter that no other seat has: of its name, if need be its number.
  char letter(int seat) const {
    const auto initial = [&](int i) { return name(engine::seat_at(i)).front(); };
    for (int i = 0; i < table_.seats(); ++i) {
      if (i != seat && initial(i) == initial(seat)) return static_cast<char>('1' + seat);
    }
    return initial(seat);
  }

  void curve() {
    head("review.curve");
    std::vector<std::string> rows(kHeight, std::string(kWidth, ' '));
    for (int x = 0; x < kWidth; ++x) {
      const bots::SeatShares& shares = at(review_.steps * x / (kWidth - 1)).shares;
      for (int i = table_.seats(); i-- > 0;) {
        const auto row =
            static_cast<size_t>(std::lround((1 - shares[static_cast<size_t>(i)]) * (kHeight - 1)));
        rows[std::min<size_t>(row, kHeight - 1)][static_cast<size_t>(x)] = letter(i);
      }
    }
    for (int row = 0; row < kHeight; ++row) {
      out_ += fmt::format("{:>4} % |{}\n", 100 - 10 * row, rows[static_cast<size_t>(row)]);
    }
    out_ += fmt::format("{:>8}{}\n", "+", std::string(kWidth, '-'));
    const std::string last = words_.format("review.step", std::to_string(review_.steps));
    out_ += fmt::format("{:8}0{:>{}}\n", "", last, kWidth - 1);
    std::string legend;
    for (int i = 0; i < table_.seats(); ++i) {
      legend +=
          fmt::format("{}{} {}", i == 0 ? "        " : ", ", letter(i), name(engine::seat_at(i)));
    }
    out_ += legend + "\n";
  }
  // What holds after so many steps.
  const Review::Point& at(int step) const {
    const auto later = std::upper_bound(
        review_.curve.begin(), review_.curve.end(), step,
        [](int wanted, const Review::Point& point) { return wanted < point.step; });
    return later == review_.curve.begin() ? *later : *(later - 1);
  }

  const Review::Choice& choice_of(int step) const {
    return *std::find_if(review_.choices.begin(), review_.choices.end(),
                         [&](const Review::Choice& choice) { return choice.step == step; });
  }
  void turns() {
    head("review.turns");
    if (review_.turns.empty()) out_ += "  " + std::string(words_.get("review.no_turns")) + "\n";
    for (const Review::Turn& turn : review_.turns) {
      const Review::Choice& choice = choice_of(turn.step);
      out_ += fmt::format("  {:>4}  {:>3} %  {}: {} ({})\n", turn.step, percent(turn.swing),
                          name(choice.seat), said(choice.made),
                          words_.get(turn.luck ? "review.by_luck" : "review.by_play"));
    }
  }

  void faults() {
    head("review.faults");
    int told = 0;
    for (const Review::Choice& choice : review_.choices) {
      if (choice.grade < bots::Grade::kImprecise) continue;
      ++told;
      const auto grade = static_cast<size_t>(choice.grade);
      out_ += fmt::format("  {:>4}  {:>3} %  {}: {} ({})\n", choice.step,
                          -lost_percent(choice.lost), name(choice.seat), said(choice.made),
                          words_.get(fmt::format("review.grade.{}", bots::kGrades[grade])));
      out_ += fmt::format("               {}\n", words_.format("review.better", said(choice.best)));
      std::string line;
      for (const bots::Move& move : choice.line) {
        line += (line.empty() ? "" : "; ") + name(move.seat) + ": " + said(move.action);
      }
      if (!line.empty())
        out_ += fmt::format("               {}\n", words_.format("review.then", line));
    }
    if (told == 0) out_ += "  " + std::string(words_.get("review.no_faults")) + "\n";
  }

  void seats() {
    head("review.seats");
    const std::vector<std::string_view> columns{"start", "play",   "others",
                                                "luck",  "result", "figure"};
    const int first = std::max(widest_name(), 6) + 2;
    out_ += padded("", first + 2);
    std::vector<int> widths;
    for (const std::string_view column : columns) {
      const std::string title(words_.get(fmt::format("review.column.{}", column)));
      widths.push_back(std::max(8, engine::columns(title) + 2));
      out_ += std::string(static_cast<size_t>(widths.back() - engine::columns(title)), ' ') + title;
    }
    out_ += "\n";
    for (size_t i = 0; i < review_.seats.size(); ++i) {
      const Review::Seat& seat = review_.seats[i];
      out_ += "  " + padded(name(engine::seat_at(static_cast<int>(i))), first);
      const std::vector<std::string> cells{fmt::format("{} %", percent(seat.start)),
                                           signed_percent(seat.play),
                                           signed_percent(seat.others),
                                           signed_percent(seat.luck),
                                           fmt::format("{} %", percent(seat.result)),
                                           std::to_string(seat.figure)};
      for (size_t c = 0; c < cells.size(); ++c) out_ += fmt::format("{:>{}}", cells[c], widths[c]);
      out_ += "\n";
    }
    for (size_t i = 0; i < review_.seats.size(); ++i) {
      const Review::Seat& seat = review_.seats[i];
      std::string counts;
      for (size_t g = 0; g < seat.grades.size(); ++g) {
        counts += fmt::format("{}{} {}", g == 0 ? "" : ", ", seat.grades[g],
                              words_.get(fmt::format("review.grade.{}", bots::kGrades[g])));
      }
      out_ += "  " + padded(name(engine::seat_at(static_cast<int>(i))), first) +
              words_.format("review.counts", std::to_string(seat.decisions), counts) + "\n";
    }
  }

  const Review& review_;
  const engine::AnyTable& table_;
  const Texts& texts_;
  const Texts& words_;
  std::string out_;
};

}  // namespace

std::string review_text(const Review& review, const engine::AnyTable& table, const Texts& texts,
                        const Texts& words) {
  return ReviewText(review, table, texts, words).write();
}

}  // namespace cli
