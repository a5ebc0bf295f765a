// End and winner (§9).
#include "games/koenig/test_table.h"

namespace koenig::outcome_test {

using namespace koenig::test;

struct End {
  const char* name;
  std::vector<int> wealth;
  int winner;  // -1: Draco
  std::vector<int> ranks;
};

State ended(const std::vector<int>& wealth) {
  State s = dealt(static_cast<int>(wealth.size()), engine::default_variants(spec()), 1);
  for (size_t i = 0; i < wealth.size(); ++i) s.wealth[i] = static_cast<int16_t>(wealth[i]);
  return s;
}

class KoenigOutcome : public testing::TestWithParam<End> {};

TEST_P(KoenigOutcome, WinnerRanksAndScores) {
  const End& end = GetParam();
  const engine::Outcome outcome = Koenig::outcome(ended(end.wealth));
  EXPECT_EQ(outcome.winners, end.winner < 0 ? SeatSet() : SeatSet(engine::seat_at(end.winner)));
  for (size_t i = 0; i < end.wealth.size(); ++i) {
    EXPECT_EQ(outcome.score[i], end.wealth[i]) << "seat " << i;
    EXPECT_EQ(outcome.rank[i], end.ranks[i]) << "seat " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Wealth, KoenigOutcome,
    testing::Values(
        End{"TheRichestWins", {7, 12, 3}, 1, {2, 1, 3}},
        End{"TheRichestTwoAreStruckOut", {12, 12, 3}, 2, {2, 2, 1}},
        End{"OnlyTheThirdIsUnique", {10, 4, 10, 9}, 3, {2, 4, 2, 1}},
        End{"E53_TwoPairsFallAndTheLastWins", {10, 10, 7, 7, 5}, 4, {2, 2, 4, 4, 1}},
        End{"E53_NobodyIsLeftSoDracoWins", {10, 10, 7, 7}, -1, {1, 1, 3, 3}},
        End{"AllEqualSoDracoWins", {6, 6, 6}, -1, {1, 1, 1}},
        End{"AllBrokeSoDracoWins", {0, 0, 0, 0, 0, 0}, -1, {1, 1, 1, 1, 1, 1}},
        End{"ThreeShareTheTop", {9, 9, 9, 2}, 3, {2, 2, 2, 1}},
        End{"AnUnsharedZeroWinsWhenAllOthersAreShared", {5, 5, 0}, 2, {2, 2, 1}},
        End{"ATieBelowTheWinnerDoesNotMatter", {20, 8, 8, 8, 8, 8}, 0, {1, 2, 2, 2, 2, 2}},
        End{"TheWinnerComesBeforeRicherTies", {10, 10, 7, 3, 3, 1}, 2, {2, 2, 1, 4, 4, 6}}),
    [](const testing::TestParamInfo<End>& end) { return std::string(end.param.name); });

// §9.1: the last toast ends the game at once: no draw, no rest of the turn, and nobody acts.
TEST(KoenigEnd, TheLastToastEndsTheGameAtOnce) {
  Table table(3,
              R"({"active": "green", "turn": 4, "start": "green", "cup": "centre", "exhaustions": 1,
        "final_turn": 3,
        "line": ["Gg", "Pr", "Ya", "Pg", "S", "Gd", "J", "Z", "Yr"],
        "hands": {"green": ["stammplatz", "zange"], "purple": ["zack"], "yellow": []}})");
  const int pile = table.state().pile.size();
  table.act("green: play zange").act("green: toast");
  const State& s = table.state();
  EXPECT_TRUE(Koenig::over(s));
  EXPECT_TRUE(Koenig::acting(s).empty());
  EXPECT_EQ(s.hands.size(kGreen), 1) << "he draws no card";
  EXPECT_EQ(s.hands.size(kPurple), 1) << "and nobody draws for Sarah";
  EXPECT_EQ(s.pile.size(), pile);
  EXPECT_EQ(s.cup, kGreen);
  EXPECT_EQ(table.events().back(), "ends");
}

// R16: a toast whose cards for Sarah exhaust the pile is not the last.
TEST(KoenigEnd, R16_AToastThatEmptiesThePileIsNotTheLast) {
  Table table(3, R"({"active": "green", "turn": 4, "start": "green", "cup": "centre",
        "line": ["Gg", "Pr", "Ya", "Pg", "S", "Gd", "J", "Z", "Yr"],
        "hands": {"green": ["stammplatz", "zange"], "purple": ["zack"], "yellow": ["galant"]}})");
  // All but one card of the pile lie in the discards.
  Json position = *engine::parse_json(table.any().position_text(), "position");
  Json& pile = *position.find("pile");
  Json& discards = *position.find("discards");
  while (pile.items.size() > 1) {
    discards.items.push_back(pile.items.back());
    pile.items.pop_back();
  }
  Table short_pile(position);
  short_pile.act("green: play zange").act("green: toast", {"any", "any", "any"});
  EXPECT_FALSE(Koenig::over(short_pile.state()));
  EXPECT_EQ(short_pile.state().final_turn, 4);
  EXPECT_EQ(short_pile.state().exhaustions, 1);
  // The next one is.
  short_pile.act("purple: play zack", {"miss", "miss", "any"});
  EXPECT_FALSE(Koenig::over(short_pile.state())) << "the cup is with green";
}

}  // namespace koenig::outcome_test
