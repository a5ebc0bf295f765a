// Plays one match on a full screen: people choose, bots act after a pause, everything else (log,
// rules, save, undo, language) is a key away.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "cli/choices.h"
#include "cli/coach.h"
#include "cli/passing.h"
#include "cli/result.h"
#include "cli/session.h"
#include "cli/stage.h"
#include "cli/terminal_table.h"
#include "cli/tutor.h"

namespace cli {

class TableClient {
 public:
  enum class End { kLeft, kRematch };

  // `save_path`: where the match is kept. After every choice of a person it is written there, so
  // that nothing is lost whatever happens to the terminal.
  TableClient(Stage& stage, Session session, std::string save_path);

  End run();
  const Session& session() const { return session_; }
  // Where the match was kept last; empty when it was not.
  const std::string& kept_in() const { return kept_in_; }
  // Why the latest steps could not be kept; empty when they were.
  const std::string& keep_error() const { return keep_error_; }

 private:
  void pass_to(engine::Seat seat);
  void human_turn(engine::Seat seat);
  // Where the person can do nothing else; false where they can.
  bool passed_for(engine::Seat seat);
  void bot_turn(engine::Seat seat);
  End result();

  bool choose(engine::Seat seat, const Choice* choice);
  // The same, unless the tutor has something to say.
  bool pick(engine::Seat seat, const Choice* choice);
  void show_hint(engine::Seat seat, const Stage::Paint& below);
  void switch_tutor(engine::Seat seat);
  void switch_passing();
  // The keys that work everywhere; false when it is none of them.
  bool command(const Key& key, const Stage::Paint& below);
  void show_reasons();
  void take_back(engine::Seat seat);
  // Choices tried out on a copy, then dropped or carried out (table_plan.cpp).
  enum class PlanEnd { kNotYet, kDropped, kCarriedOut };
  void plan(engine::Seat seat);
  PlanEnd plan_step(engine::Seat seat, std::vector<engine::Action>& steps);
  void carry_out(engine::Seat seat, const std::vector<engine::Action>& steps);
  void save_as(const Stage::Paint& below);
  void ask_to_leave(const Stage::Paint& below);
  void change_pace(int by);
  void watch_next();
  void keep();

  engine::Viewer viewer() const;
  const engine::Texts& texts() const;
  const engine::Texts& words() const { return stage_.words(); }
  Page log_page() const;
  void say(std::string message, engine::Style style = engine::Style::kPlain);

  enum class Scene { kChoose, kThink, kResult };
  void paint(Surface& surface, Scene scene, engine::Seat seat);
  void paint_left(Surface& surface, const Layout& layout, Scene scene, engine::Seat seat);
  void paint_status(Surface& surface, const Layout& layout, Scene scene);
  void paint_info(Surface& surface) const;
  bool message_fits(const Surface& surface) const;
  int spare_rows(const engine::Canvas& board);

  Stage& stage_;
  Session session_;
  std::string save_path_;
  std::string kept_in_;
  std::string keep_error_;
  ChoiceMenu menu_;
  LogPane log_;
  ResultPane result_;
  std::array<int, engine::kMaxSeats> fresh_{};  // by seat: the first step of its latest turn
  engine::Seat holder_ = engine::Seat::kNone;   // who has the keyboard
  int watching_ = -1;  // whose eyes, when only bots play: -1 a spectator's, -2 all-seeing
  int board_height_ = 0;
  int board_needs_ = 0;  // rows of it that have been used
  bool info_ = false;
  Coach coach_;
  Tutor tutor_;
  Passing passing_;
  bool why_ = false;       // somebody has asked why
  bool planning_ = false;  // the session is a copy
  bool skipping_ = false;
  bool leaving_ = false;
  std::string message_;
  engine::Style message_style_ = engine::Style::kPlain;
};

// The rules of a game to read, followed by the texts of its cards and other things, with the
// figures of an edition (none: the game's own).
Page rules_page(const engine::AnyGame& game, const engine::EditionPtr& edition,
                engine::Language language);
// As they are played at a table.
Page rules_page(const engine::AnyTable& table, engine::Language language);
// With the signs of the game's board, where it explains them.
Page help_page(engine::Language language, const engine::AnyGame* game = nullptr,
               const engine::EditionPtr& edition = nullptr);

}  // namespace cli
