#include "engine/canvas.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

TEST(Canvas, WritesTextInColumnsNotBytes) {
  Canvas canvas(10, 1);
  EXPECT_EQ(canvas.write(1, 0, "Kö€🍺", Style::kBold), 5);
  EXPECT_EQ(canvas.row(0), " Kö€🍺");
  EXPECT_EQ(canvas.at(2, 0).glyph, U'ö');
  EXPECT_EQ(canvas.at(4, 0).glyph, U'🍺');
  EXPECT_EQ(canvas.at(4, 0).style, Style::kBold);
  EXPECT_EQ(canvas.at(5, 0).style, Style::kPlain);
}

TEST(Canvas, CutsOffWhatFallsOutside) {
  Canvas canvas(4, 2);
  canvas.write(-2, 0, "abcdefgh");
  canvas.write(0, 2, "below");
  canvas.write(0, -1, "above");
  canvas.put(4, 1, U'x');
  EXPECT_EQ(canvas.row(0), "cdef");
  EXPECT_EQ(canvas.row(1), "");
}

TEST(Canvas, DrawsABox) {
  Canvas canvas(4, 3);
  canvas.box(0, 0, 4, 3);
  EXPECT_EQ(canvas.row(0), "┌──┐");
  EXPECT_EQ(canvas.row(1), "│  │");
  EXPECT_EQ(canvas.row(2), "└──┘");
}

TEST(Canvas, DamagedTextCountsByteByByteAndSwallowsNothing) {
  Canvas canvas(8, 1);
  EXPECT_EQ(canvas.write(0, 0, "\xc3(x"), 3);
  EXPECT_EQ(canvas.at(1, 0).glyph, U'(');
  EXPECT_EQ(canvas.at(2, 0).glyph, U'x');
  EXPECT_EQ(canvas.write(0, 0, "\xe2\x82"), columns("\xe2\x82"));
  EXPECT_EQ(canvas.write(0, 0, "a\x80z"), columns("a\x80z"));
}

TEST(Columns, CountsCharacters) {
  EXPECT_EQ(columns(""), 0);
  EXPECT_EQ(columns("Günstling"), 9);
  EXPECT_EQ(columns("─│🍺"), 3);
}

TEST(ToUtf8, OneToFourBytes) {
  EXPECT_EQ(to_utf8(U'A'), "A");
  EXPECT_EQ(to_utf8(U'é'), "é");
  EXPECT_EQ(to_utf8(U'€'), "€");
  EXPECT_EQ(to_utf8(U'🍺'), "🍺");
}

using Lines = std::vector<std::string>;

TEST(Wrap, BreaksAtBlanks) {
  EXPECT_EQ(wrap("Draco pays the four heroes", 10), (Lines{"Draco pays", "the four", "heroes"}));
  EXPECT_EQ(wrap("für die Füße", 7), (Lines{"für die", "Füße"}));
}

TEST(Wrap, KeepsTheTextsOwnLines) {
  EXPECT_EQ(wrap("one\ntwo three\n\nfour", 5), (Lines{"one", "two", "three", "", "four"}));
}

TEST(Wrap, AShortTextIsOneLine) {
  EXPECT_EQ(wrap("", 5), Lines{""});
  EXPECT_EQ(wrap("abcde", 5), Lines{"abcde"});
}

TEST(Wrap, AWordThatIsTooLongIsBrokenItself) {
  EXPECT_EQ(wrap("ab Überzeugungskünstler x", 8), (Lines{"ab", "Überzeug", "ungsküns", "tler x"}));
}

TEST(Wrap, NoLineIsEverLonger) {
  const std::string text = "A very  long süßes Donaudampfschiff, \n and more   .";
  for (int width = 1; width < 20; ++width) {
    for (const std::string& line : wrap(text, width)) EXPECT_LE(columns(line), width) << line;
  }
}

}  // namespace
}  // namespace engine
