// The analysis board in plain lines: a position with the choices of whoever is to choose, the lines
// that the bot thinks best while it thinks on, moves that are tried and gone back from.
#pragma once

#include <functional>
#include <istream>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "bots/analyst.h"
#include "cli/choices.h"
#include "cli/say.h"
#include "engine/trial.h"

namespace cli {

struct DeskSettings {
  engine::Language language = engine::Language::kEnglish;
  engine::Viewer viewer = engine::Viewer::everything();
  uint32_t iterations = 16'000;  // that a position is thought over at once
  Paper paper;
  // Has somebody begun to type? While they have not, a bot that is watched thinks on. Empty: nobody
  // watches.
  std::function<bool()> typed;
};

class AnalysisDesk {
 public:
  // Without a match, a position is all there is.
  AnalysisDesk(std::istream& in, std::ostream& out, std::unique_ptr<engine::AnyTable> start,
               std::shared_ptr<const engine::AnyTable> match, size_t step, DeskSettings settings)
      : in_(in),
        out_(out),
        settings_(std::move(settings)),
        match_(std::move(match)),
        step_(step),
        start_(std::move(start)) {}

  // Until the end of the input, or somebody leaves.
  void run();

 private:
  void show();
  void show_choices();
  void think();
  void show_lines(const bots::Analysis& analysis);
  void obey(std::string_view line);
  bool obey_word(std::string_view word, std::string_view rest);
  void make(std::string_view text);
  void try_out(const engine::TriedMove& move);
  void back();
  void forward();
  void other_luck();
  void look_through(std::string_view eyes);
  void go_to(std::string_view step);
  // The position after the moves so far.
  void replay();
  void say(std::string_view line);
  const engine::Texts& words() const;
  const engine::Texts& texts() const { return table_->texts(settings_.language); }
  std::string action_text(engine::Action action) const;

  std::istream& in_;
  std::ostream& out_;
  DeskSettings settings_;
  std::shared_ptr<const engine::AnyTable> match_;
  size_t step_;
  std::unique_ptr<engine::AnyTable> start_;
  std::vector<engine::TriedMove> moves_, gone_back_;  // the last that was gone back from is last
  std::shared_ptr<engine::AnyTable> table_;
  engine::Seat seat_ = engine::Seat::kNone;  // who is to choose
  std::vector<Choice> choices_;
  std::unique_ptr<bots::Analyst> analyst_;
  bool leaving_ = false;
};

}  // namespace cli
