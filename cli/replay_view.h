// A record to step through: forwards and back, from anybody's eyes.
#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "cli/stage.h"
#include "cli/terminal_table.h"
#include "engine/any_game.h"

namespace cli {

class Replay {
 public:
  // REQUIRES: `table` stands at the end of what is to be shown.
  explicit Replay(std::unique_ptr<engine::AnyTable> table);

  const engine::AnyTable& table() const { return *shown_; }
  const engine::AnyTable& whole() const { return *whole_; }
  int steps() const { return static_cast<int>(whole_->steps().size()); }
  int at() const { return static_cast<int>(shown_->steps().size()); }  // steps carried out
  void go_to(int step);                                                // the nearest there is

  engine::Viewer viewer() const { return viewer_; }
  void set_viewer(engine::Viewer viewer) { viewer_ = viewer; }
  // All-seeing, a spectator, then every seat.
  void next_viewer();
  std::string viewer_name(engine::Language language) const;
  // What was chosen in the step shown; empty at the start, and where the viewer may not know.
  std::string action_text(engine::Language language) const;
  std::vector<LogLine> log(engine::Language language) const;
  // How many steps were taken back after something was shown, and by whom; empty: none.
  std::string taken_back_text(engine::Language language) const;

 private:
  std::unique_ptr<engine::AnyTable> whole_;
  std::unique_ptr<engine::AnyTable> shown_;
  engine::Viewer viewer_ = engine::Viewer::everything();
};

// On a full screen, until the person leaves.
void replay_on_screen(Stage& stage, Replay& replay);
// As text: the table before step `from`, every step up to `to`, the table after it.
void replay_as_text(std::ostream& out, Replay& replay, int from, int to, engine::Language language);

}  // namespace cli
