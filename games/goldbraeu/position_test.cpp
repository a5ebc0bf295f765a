// Positions made by hand: what may be left out, and what is refused by which name.
#include "games/goldbraeu/test_table.h"

namespace goldbraeu::position_test {

using namespace goldbraeu::test;

struct Refused {
  const char* name;
  const char* patch;
  const char* named;  // the invariant in brackets, or the field
};

class GoldbraeuBadPosition : public testing::TestWithParam<Refused> {};

TEST_P(GoldbraeuBadPosition, IsRefusedByName) {
  const engine::Error error = refusal(4, GetParam().patch);
  ASSERT_TRUE(error) << "it was taken";
  EXPECT_NE(error.text.find(GetParam().named), std::string::npos) << error.text;
}

constexpr const char* kAllBuy =
    R"("choices": {"red": "buy", "blue": "buy", "green": "buy", "yellow": "buy"})";

INSTANTIATE_TEST_SUITE_P(
    Invariants, GoldbraeuBadPosition,
    testing::Values(
        Refused{"ATerraceWithoutItsStart", R"({"terraces": {"krug": ["C2"]}})", "terraces"},
        Refused{"ATerraceInTwoParts", R"({"terraces": {"krug": ["C1", "C3"]}})", "terraces"},
        Refused{"AFieldTwice",
                R"({"terraces": {"krug": ["C1", "D1", "E1"], "eiche": ["F1", "E1"]}})", "terraces"},
        Refused{"BothChipsAtOneTavern", R"({"chips": {"drunk": "baeren"}})", "chips"},
        Refused{"FourShieldsOfABrewery",
                R"({"contracts": {"krug": "mayer", "eiche": "mayer", "baeren": "mayer",
                                  "post": "mayer"}})",
                "shields"},
        Refused{"ASeventhShare", R"({"shares": {"krug": {"red": 4, "blue": 3}}})", "stones"},
        Refused{"MoreStonesThanThereAre",
                R"({"shares": {"eiche": {"red": 6}, "baeren": {"red": 6}, "hirsch": {"red": 5}}})",
                "stones"},
        Refused{"AStoneThatWasNotPurged",
                R"({"shares": {"krug": {"red": 1}}, "opened": {"krug": 3}})", "stones"},
        Refused{"AStoneTooManyPurged",
                R"({"shares": {"eiche": {"red": 2}}, "opened": {"eiche": 6}})", "stones"},
        Refused{"ALoneShare",
                R"({"shares": {"eiche": {"red": 2, "blue": 2, "green": 1, "yellow": 1}}})",
                "lone_share"},
        Refused{"SevenFigures",
                R"({"bosses": {"krug": "red", "eiche": "red", "baeren": "red", "post": "red",
                               "hirsch": "red", "adler": "red", "mayer": "red"}})",
                "figures"},
        Refused{"KnownButNotHeld", R"({"known": {"red": ["krug"]}})", "hands"},
        Refused{"ASeventhCard",
                R"({"hands": {"red": ["eiche", "eiche", "eiche", "eiche", "eiche", "eiche",
                                      "eiche"]}})",
                "cards"},
        Refused{"ACardTooFew", R"({"pile": ["drunk"]})", "cards"},
        Refused{"ASpecialTooMany", R"({"specials_gone": {"drunk": 6}})", "cards"},
        Refused{"AQuestionNobodyCanHaveBeenAsked", R"({"agenda": ["round_end", "veto red krug"]})",
                "agenda"},
        Refused{"PaydayInTheFirstRound", R"({"agenda": ["payday_pay", "payday_open red"]})",
                "agenda"},
        Refused{"HiddenPicksLater", R"({"hidden_picks": {"red": ["krug", "krug"]}})", "agenda"},
        Refused{"ADrawnCardOutOfTheBlue", R"({"drawn": "krug"})", "agenda"},
        Refused{"RefusedBeforeAnybodyChose", R"({"refused": ["krug"]})", "agenda"},
        Refused{"ProtectionBeforeAnybodyChose",
                R"({"bosses": {"krug": "red"}, "new_bosses": ["krug"]})", "agenda"},
        Refused{"ProtectionOfNobody",
                R"({"bosses": {}, "new_bosses": ["krug"], "choices": {"red": "boss",
                    "blue": "boss", "green": "boss", "yellow": "boss"}})",
                "agenda"},
        Refused{"ProtectionOfABuyer",
                R"({"bosses": {"krug": "red"}, "new_bosses": ["krug"], "choices": {"red": "buy",
                    "blue": "boss", "green": "boss", "yellow": "boss"}})",
                "agenda"},
        Refused{"OverInRoundOne", R"({"agenda": [], "over": true})", "agenda"}),
    [](const testing::TestParamInfo<Refused>& refused) { return std::string(refused.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Members, GoldbraeuBadPosition,
    testing::Values(Refused{"UnknownMember", R"({"weather": "fine"})", "weather"},
                    Refused{"NegativeMoney", R"({"money": {"red": -1}})", "money"},
                    Refused{"UnknownSeat", R"({"money": {"purple": 1}})", "money"},
                    Refused{"UnknownField", R"({"terraces": {"krug": ["D3"]}})", "terraces"},
                    Refused{"ABreweryWithATerrace", R"({"terraces": {"mayer": ["A1"]}})",
                            "terraces"},
                    Refused{"BeerFromATavern", R"({"contracts": {"krug": "post"}})", "contracts"},
                    Refused{"ASpecialInHand", R"({"hands": {"red": ["drunk"]}})", "hands"},
                    Refused{"AHandByNumber", R"({"hands": {"red": 3}})", "hands"},
                    Refused{"ThreeFaceUp", R"({"face_up": ["krug", "post", "post"]})", "face_up"},
                    Refused{"AnUnknownChoice", R"({"choices": {"red": "sleep"}})", "choices"},
                    Refused{"AnUnknownStep", R"({"agenda": ["dance"]})", "agenda"},
                    Refused{"ThreeActions", R"({"agenda": ["round_end", "boss red 3"]})", "agenda"},
                    Refused{"RoundTwentyTwo", R"({"round": 22})", "round"}),
    [](const testing::TestParamInfo<Refused>& refused) { return std::string(refused.param.name); });

TEST(GoldbraeuPosition, WhatFollowsFromTheRestMayBeLeftOut) {
  const Table table(4, R"({"shares": {"krug": {"red": 2}}, "hands": {"blue": ["krug"]}, "choices":
      {"red": "boss", "blue": "buy", "green": "boss", "yellow": "expand"},
      "bosses": {"post": "yellow"}})");
  const State& s = table.state();
  EXPECT_EQ(s.opened[0], 2);
  EXPECT_EQ(s.pile.size(), 70 - 2 - 1 - 2);
  EXPECT_EQ(s.agenda.size(), 5);
  EXPECT_EQ(s.agenda.top().item, Item::kExpand);
  EXPECT_EQ(s.agenda.top().b, 2);
}

// Who is boss of breweries only has passed already.
TEST(GoldbraeuPosition, AnExpanderWithoutATavernIsNotWaitedFor) {
  const Table table(4, R"({"bosses": {"mayer": "red", "krug": "blue"}, "choices":
      {"red": "expand", "blue": "expand", "green": "buy", "yellow": "buy"}})");
  EXPECT_EQ(Goldbraeu::acting(table.state()), SeatSet(kBlue));
}

// The queue of turns must be the end of the one that the choices make.
TEST(GoldbraeuPosition, TheAgendaFollowsFromTheChoices) {
  const std::string all(kAllBuy);
  EXPECT_FALSE(refusal(4, "{" + all + R"(, "agenda": ["round_end", "buy yellow", "buy green"]})"));
  EXPECT_TRUE(refusal(4, "{" + all + R"(, "agenda": ["round_end", "buy green", "buy yellow"]})"));
  EXPECT_TRUE(refusal(4, "{" + all + R"(, "agenda": ["round_end", "boss yellow 1"]})"));
  EXPECT_TRUE(refusal(4, "{" + all + R"(, "agenda": ["round_end"]})"));
  EXPECT_TRUE(refusal(4, R"({"choices": {"red": "buy"}, "agenda": ["round_end", "buy red"]})"));
}

TEST(GoldbraeuPosition, APositionIsSmallAndHasNoPadding) {
  static_assert(sizeof(State) <= 1536);
  static_assert(std::has_unique_object_representations_v<Position>);
  EXPECT_EQ(sizeof(State), sizeof(Position) + sizeof(void*));
}

}  // namespace goldbraeu::position_test
