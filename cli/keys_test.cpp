#include "cli/keys.h"

#include <gtest/gtest.h>

#include <string>

#include "cli/surface.h"
#include "games/registry.h"

namespace cli {
namespace keys_test {

// The keys that a terminal's bytes are; a letter stands for itself, "." for a key without one.
std::string keys_of(std::string bytes) {
  std::string keys;
  const NextGlyph next = [&]() -> char32_t {
    if (bytes.empty()) return 0;
    const char glyph = bytes.front();
    bytes.erase(0, 1);
    return static_cast<char32_t>(glyph);
  };
  for (char32_t glyph = next(); glyph != 0; glyph = next()) {
    const Key key = glyph == 27 ? key_of_escape(next) : key_of_glyph(glyph);
    switch (key.kind) {
      case Key::kChar:
        keys += static_cast<char>(key.glyph);
        break;
      case Key::kHome:
        keys += "<home>";
        break;
      case Key::kEnd:
        keys += "<end>";
        break;
      case Key::kUp:
        keys += "<up>";
        break;
      case Key::kPageDown:
        keys += "<next>";
        break;
      case Key::kEscape:
        keys += "<escape>";
        break;
      default:
        keys += ".";
        break;
    }
  }
  return keys;
}

TEST(Keys, HomeAndEndOfEveryTerminalAreThemselves) {
  for (const char* home : {"\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "\x1b[1;5H", "\x1b[7^"})
    EXPECT_EQ(keys_of(std::string(home) + "x"), "<home>x") << home + 1;
  for (const char* end : {"\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "\x1b[4;2~", "\x1b[8$"})
    EXPECT_EQ(keys_of(std::string(end) + "x"), "<end>x") << end + 1;
  EXPECT_EQ(keys_of("\x1b[1;3A\x1b[6~"), "<up><next>");
}

TEST(Keys, WhatIsUnknownIsSwallowedWhole) {
  // F5, Insert, F12 with Shift, F1 of a console, a focus report, Alt with 1, a position report.
  for (const char* unknown : {"\x1b[15~", "\x1b[2~", "\x1b[24;2~", "\x1b[[A", "\x1b[I",
                              "\x1b"
                              "1",
                              "\x1b[12;40R", "\x1bOP", "\x1b[?1;2c"})
    EXPECT_EQ(keys_of(std::string(unknown) + "x"), ".x") << unknown + 1;
}

TEST(Keys, AMouseNobodyAskedForIsSwallowedWhole) {
  // Pressed and released as newer terminals tell it, as rxvt does, and as all old ones do.
  for (const char* mouse : {"\x1b[<0;33;12M", "\x1b[<0;33;12m", "\x1b[32;33;12M", "\x1b[M !1"})
    EXPECT_EQ(keys_of(std::string(mouse) + "x"), ".x") << mouse + 1;
}

TEST(Keys, AnswersAndPastesAreSwallowedWhole) {
  // The colour of the background with both of its ends, the terminal's name, a paste with a key in
  // it.
  for (const char* answer : {"\x1b]11;rgb:1e1e/1e1e/1e1e\x07", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\",
                             "\x1bP>|XTerm(379)\x1b\\", "\x1b[200~1\x1b[4~2q\x1b[201~"})
    EXPECT_EQ(keys_of(std::string(answer) + "x"), ".x") << answer + 1;
}

TEST(Keys, EscapeAloneIsEscape) {
  EXPECT_EQ(keys_of("\x1b"), "<escape>");
  EXPECT_EQ(keys_of("\x1b\x1b"), "<escape>");
  EXPECT_EQ(keys_of("\x1b\x1b[A"), "<up>");  // Alt with an arrow
}

TEST(Keys, ASequenceCutShortPlaysNothing) {
  EXPECT_EQ(keys_of("\x1b[4"), ".");
  EXPECT_EQ(keys_of("\x1bO"), ".");
}

TEST(SeatColours, AreTheGamesOwn) {
  const auto colours = [](const char* game) { return seat_colours_of(games::find(game)->spec()); };
  using enum Colour;
  EXPECT_EQ(colours("koenig"), (SeatColours{kGreen, kPurple, kYellow, kRed, kBlue, kBlack}));
  EXPECT_EQ(colours("goldbraeu")[0], kRed);
  EXPECT_EQ(colours("goldbraeu")[1], kBlue);
  EXPECT_EQ(colours("taverna")[0], kBlue);
  // Names that are no colours have those of their places.
  EXPECT_EQ(colours("dicebrewing")[1], kPurple);
}

}  // namespace keys_test
}  // namespace cli
