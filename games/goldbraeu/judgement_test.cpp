// What one-step bots go by: each thing that matters moves the evaluation the right way.
#include "games/goldbraeu/test_table.h"

namespace goldbraeu::judgement_test {

using namespace goldbraeu::test;

int32_t red(std::string_view patch) {
  return engine::Judge<Goldbraeu>::standard().value(Table(4, patch).state(), kRed);
}

TEST(GoldbraeuEvaluate, MoneyAndIncomeCount) {
  EXPECT_GT(red(R"({"money": {"red": 30}})"), red("{}"));
  EXPECT_LT(red(R"({"money": {"blue": 30}})"), red("{}"));
  EXPECT_GT(red(R"({"shares": {"baeren": {"red": 1}}})"),
            red(R"({"shares": {"krug": {"red": 1}}})"));
  // The fewer paydays to come, the less a share is worth.
  const auto gain = [](const std::string& round) {
    return red(R"({"shares": {"baeren": {"red": 1}}, "round": )" + round + "}") -
           red(R"({"round": )" + round + "}");
  };
  EXPECT_GT(gain("1"), gain("8"));
  EXPECT_GT(gain("8"), gain("15"));
}

TEST(GoldbraeuEvaluate, BossesMajoritiesAndRoomCount) {
  constexpr auto kShares = R"("shares": {"krug": {"red": 2, "blue": 1}})";
  const auto with = [&](const char* more) { return red("{" + std::string(kShares) + more + "}"); };
  EXPECT_GT(with(R"(, "bosses": {"krug": "red"})"), with(""));
  EXPECT_GT(with(""), with(R"(, "bosses": {"krug": "blue"})"));
  EXPECT_GT(red(R"({"shares": {"krug": {"red": 2, "blue": 1}}, "bosses": {"krug": "red"}})"),
            red(R"({"shares": {"krug": {"red": 2, "blue": 2}}, "bosses": {"krug": "red"}})"));
}

TEST(GoldbraeuEvaluate, ASingleShareInDangerCountsLess) {
  EXPECT_GT(red(R"({"shares": {"post": {"red": 2, "blue": 3}}, "face_up": ["krug", "krug"]})"),
            red(R"({"shares": {"post": {"red": 1, "blue": 3, "green": 1}},
                    "face_up": ["krug", "krug"]})"));
}

// Being alone with a choice is worth more than sharing it: that is what a bot chooses by.
TEST(GoldbraeuEvaluate, TurnsStillToComeCount) {
  constexpr auto kBoss = R"({"bosses": {"krug": "red", "post": "blue"},
      "shares": {"krug": {"red": 3}}, "choices": )";
  const auto chosen = [&](const char* choices) { return red(kBoss + std::string(choices) + "}"); };
  const int alone =
      chosen(R"({"red": "expand", "blue": "boss", "green": "boss", "yellow": "boss"})");
  const int shared =
      chosen(R"({"red": "expand", "blue": "expand", "green": "boss", "yellow": "boss"})");
  EXPECT_GT(alone, shared);
  EXPECT_GT(shared, red(R"({"bosses": {"krug": "red", "post": "blue"},
      "shares": {"krug": {"red": 3}}})"));
}

TEST(GoldbraeuEvaluate, AtTheEndOnlyTheVictoryCounts) {
  const auto end = [](const char* money) {
    return red(R"({"round": 21, "agenda": [], "over": true, "money": )" + std::string(money) + "}");
  };
  EXPECT_GT(end(R"({"red": 31, "blue": 30})"), end(R"({"red": 300, "blue": 301})"));
}

}  // namespace goldbraeu::judgement_test
