// What every full-screen part does alike: paint, wait for a key, redraw on a resize, wait for room
// when the terminal is too small, ask small questions, show a text to scroll in.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/screen.h"
#include "cli/surface.h"
#include "engine/error.h"
#include "engine/text.h"

namespace cli {

// What a person may change while the program runs.
struct Settings {
  engine::Language language = engine::Language::kEnglish;
  int pause_ms = 900;  // before each step of a bot
  bool hints = false;  // advice is agreed on, also among several people
  bool tutor = false;  // a word before a choice that gives much away
  bool pass = true;    // where one is asked out of turn and can do nothing else
};
// The steps of "faster" and "slower", and their names on the command line.
struct Pace {
  std::string_view id;
  int pause_ms;
};
inline constexpr std::array<Pace, 4> kPaces{
    {{"slow", 2000}, {"normal", 900}, {"fast", 300}, {"instant", 0}}};
size_t pace_of(const Settings& settings);

struct Section {
  std::string heading;
  std::string text;
};
struct Page {
  std::string title;
  std::vector<Section> sections;
};

class Stage {
 public:
  static constexpr int kMinWidth = 80;
  static constexpr int kMinHeight = 24;
  using Paint = std::function<void(Surface&)>;

  Stage(Screen& screen, Settings& settings) : screen_(screen), settings_(settings) {}

  Settings& settings() { return settings_; }
  const engine::Texts& words() const;
  void next_language();

  // Paints and waits for a key. Once the terminal is hung up every key is kHangUp.
  Key ask(const Paint& paint, int timeout_ms = Screen::kForever);
  bool hung_up() const { return hung_up_; }
  // An error when the terminal was too small all the time, so that nothing could be shown.
  engine::Error room_error() const;

  // A question over what `below` paints; true for yes (Enter, or the key of the language).
  bool confirm(const Paint& below, const std::string& title, const std::vector<std::string>& lines);
  // A line of text; Escape gives an empty one.
  std::string ask_line(const Paint& below, const std::string& question, std::string text);
  // Shows a page until the reader leaves it. It is made anew when the language changes.
  void read(const std::function<Page()>& make_page, bool from_end = false);

 private:
  Key wait_for_room();

  Screen& screen_;
  Settings& settings_;
  bool hung_up_ = false;
  bool had_room_ = false;
};

// A box in the middle of the surface, as high as its lines.
void draw_notice(Surface& surface, const std::string& title, const std::vector<std::string>& lines,
                 const std::string& keys);
// "[Enter] choose  [q] quit": keys stand out, brackets are not shown. Returns the column after it.
int write_keys(Surface& surface, int x, int y, std::string_view text);

}  // namespace cli
