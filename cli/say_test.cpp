#include "cli/say.h"

#include <gtest/gtest.h>

#include <sstream>

namespace say_test {
namespace {

std::string said(const cli::Paper& paper, std::string_view text) {
  std::ostringstream out;
  cli::say_on(paper, text, out);
  return out.str();
}

TEST(Say, InAPipeNothingIsBroken) {
  const std::string text = "  a line that is longer than others\n\nand another";
  EXPECT_EQ(said({}, text), text + "\n");
  EXPECT_EQ(said({}, ""), "\n");
}

TEST(Say, AtATerminalLinesAreBrokenBetweenWords) {
  EXPECT_EQ(said({false, 10}, "vier worte für uns"), "vier worte\nfür uns\n");
  EXPECT_EQ(said({false, 10}, "  fits  in"), "  fits  in\n") << "a drawing stays as it is";
  EXPECT_EQ(said({false, 10}, "one\n\ntwo"), "one\n\ntwo\n");
}

TEST(Say, InAsciiWhereNothingElseCanBeShown) {
  EXPECT_EQ(said({true, 0}, "Goldbräu …"), "Goldbraeu ...\n");
}

}  // namespace
}  // namespace say_test
