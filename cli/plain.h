// A match in plain lines, for pipes, scripts and screen readers: no escape codes, nothing is drawn
// twice, every choice has a number and a text form.
#pragma once

#include <array>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/choices.h"
#include "cli/coach.h"
#include "cli/passing.h"
#include "cli/say.h"
#include "cli/session.h"
#include "cli/start_menu.h"
#include "cli/tutor.h"

namespace cli {

struct PlainSettings {
  engine::Language language = engine::Language::kEnglish;
  std::string save_path;
  // A person is at the other end: show a prompt, wait between players, keep the game after every
  // choice.
  bool interactive = false;
  Paper paper;
  bool hints = false;  // advice is agreed on, also among several people
  bool tutor = false;  // a word before a choice that gives much away
  bool pass = true;    // where one is asked out of turn and can do nothing else
};

class PlainClient {
 public:
  PlainClient(std::istream& in, std::ostream& out, Session session, PlainSettings settings)
      : in_(in),
        out_(out),
        session_(std::move(session)),
        settings_(std::move(settings)),
        passing_(settings_.pass) {
    heard_.fill(-2);
    tutor_.on = settings_.tutor;
  }

  // Plays to the end of the game or of the input; the exit code.
  int run();
  const Session& session() const { return session_; }

 private:
  void human_turn(engine::Seat seat);
  // Where the person can do nothing else; false where they can.
  bool passed_for(engine::Seat seat);
  void introduce(engine::Seat seat);
  void introduce_bots();
  void show_choices(engine::Seat seat);
  void obey(engine::Seat seat, std::string_view line);
  // False when the word is no command.
  bool obey_word(engine::Seat seat, std::string_view word, std::string_view rest);
  void act(engine::Seat seat, engine::Action action);
  void try_out(engine::Seat seat, engine::Action action);
  // Choices tried out on a copy, then dropped or carried out (plain_plan.cpp).
  void begin_plan(engine::Seat seat);
  void go_back_in_plan(engine::Seat seat);
  void end_plan(engine::Seat seat);
  void carry_out(engine::Seat seat);
  void show_plan(engine::Seat seat);
  // All of the table, or what has changed of it since it was told last.
  void show_table(engine::Viewer viewer, bool whole);
  void choose_number(engine::Seat seat, int64_t number);
  void take_back(engine::Seat seat);
  void show_hint(engine::Seat seat);
  void switch_tutor(engine::Seat seat);
  void switch_passing();
  void show_reasons();
  void show_info(std::string_view number);
  void show_log(engine::Viewer viewer);
  void show_rules(std::string_view term);
  void change_language(engine::Seat seat, std::string_view code);
  void hear(engine::Viewer viewer);
  void show_result();
  void save(const std::string& path);
  int leave();

  engine::Viewer viewer() const;
  void say(std::string_view line);
  bool planning() const { return real_.has_value(); }
  const engine::Texts& texts() const { return session_.texts(settings_.language); }
  const engine::Texts& words() const;

  std::istream& in_;
  std::ostream& out_;
  Session session_;
  PlainSettings settings_;
  std::vector<Choice> choices_;
  Coach coach_;
  Tutor tutor_;
  Passing passing_;
  std::array<int, engine::kMaxSeats + 1> heard_;  // by viewer: the last step it was told about
  engine::Seat holder_ = engine::Seat::kNone;
  std::array<std::vector<std::string>, engine::kMaxSeats + 1> told_;  // by viewer: the table
  // While a plan is made: the match itself, and the steps tried on a copy of it.
  std::optional<Session> real_;
  std::vector<engine::Action> plan_;
  bool list_due_ = true;
  bool leaving_ = false;
  bool at_end_ = false;  // of the input
};

// The questions before a match: which game, how many, who; nothing when the input ends.
std::optional<StartChoice> ask_plain(std::istream& in, std::ostream& out, engine::Language language,
                                     bool ascii = false);

}  // namespace cli
