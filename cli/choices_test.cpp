// The list of choices in plain lines.
#include "cli/choices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/words.h"

namespace cli {
namespace choices_test {

using testing::ElementsAre;

const engine::Texts& english() { return words(engine::Language::kEnglish); }

Choice refused(std::string text, std::string reason) {
  return {{}, std::move(text), std::move(reason)};
}

TEST(ReasonLines, TellAReasonOnceWithAllThatItForbids) {
  const std::vector<Choice> choices{
      {{}, "Pass", ""},
      refused("Take field A1 for Red Ox", "It doesn't touch."),
      refused("Take field A2 for Red Ox", "It doesn't touch."),
      refused("Take field C4 for Hop Garden", "It doesn't touch."),
      refused("Draw", "The pile is empty."),
      refused("Play Big Brawl", "Too late."),
      refused("Play Small Brawl", "Too late."),
      refused("Field", "Too far."),
      refused("Field B1", "Too far."),
  };
  EXPECT_THAT(reason_lines(choices, english()),
              ElementsAre("It doesn't touch.", "  Take field A1, A2 for Red Ox; C4 for Hop Garden",
                          "Draw: The pile is empty.", "Too late.", "  Play Big Brawl; Small Brawl",
                          "Too far.", "  Field; Field B1"));
}

TEST(ReasonLines, SayThatAllIsAllowed) {
  EXPECT_THAT(reason_lines({{{}, "Pass", ""}}, english()),
              ElementsAre(english().get("plain.all_allowed")));
}

}  // namespace choices_test
}  // namespace cli
