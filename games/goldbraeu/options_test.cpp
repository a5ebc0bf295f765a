// The variants chosen at set-up, each at both of its values, and corners of the rules that no case
// shows.
#include "games/goldbraeu/test_table.h"

namespace goldbraeu::options_test {

using namespace goldbraeu::test;

TEST(GoldbraeuOptions, TheFirstStartPlayerIsDrawnOrAlwaysRed) {
  PerSeat<int> begins{};
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const Seat first = dealt(4, variants_of(""), seed).first_start;
    ++begins[static_cast<size_t>(index(first))];
    EXPECT_EQ(dealt(4, variants_of("start_player=seat0"), seed).first_start, kRed);
  }
  for (int count : begins) EXPECT_GT(count, 60);
}

// 594 of 924 deals give every brewery a contract.
TEST(GoldbraeuOptions, EveryBrewerySupplied) {
  const auto supplied = [](const State& s) {
    int breweries = 0;
    for (int w = 0; w < s.edition->breweries; ++w) breweries += s.contracts_of(w) > 0 ? 1 : 0;
    return breweries == s.edition->breweries;
  };
  int plain = 0;
  constexpr int kDeals = 4000;
  for (uint64_t seed = 0; seed < kDeals; ++seed) {
    plain += supplied(dealt(3, variants_of(""), seed)) ? 1 : 0;
    EXPECT_TRUE(supplied(dealt(3, variants_of("every_brewery_supplied=on"), seed)));
  }
  EXPECT_NEAR(1.0 * plain / kDeals, 594.0 / 924.0, 0.03);
}

// A script that never fits must not deal for ever.
TEST(GoldbraeuOptions, DealingAgainEndsWithABadScript) {
  engine::Script script = game().script(*game().default_edition(), {"mayer"});
  Chance chance(script);
  Events nothing;
  Goldbraeu::setup(edition(), variants_of("every_brewery_supplied=on"), 3, chance, nothing);
  EXPECT_NE(script.error(), "");
}

TEST(GoldbraeuOptions, TieBreakByOpenShares) {
  const auto winners = [](std::string_view variants, std::string_view shares) {
    const Table table(4,
                      R"({"round": 21, "agenda": [], "over": true, "shares": )" +
                          std::string(shares) +
                          R"(, "money": {"red": 131, "blue": 90, "green": 131, "yellow": 12}})",
                      variants);
    return Goldbraeu::outcome(table.state());
  };
  constexpr auto kGreenHasMore = R"({"krug": {"red": 1, "blue": 3}, "post": {"green": 2}})";
  constexpr auto kEqual = R"({"krug": {"red": 2, "blue": 3}, "post": {"green": 2}})";
  EXPECT_EQ(winners("", kGreenHasMore).winners.size(), 2);
  EXPECT_EQ(winners("tie_break=open_shares", kGreenHasMore).winners, SeatSet(kGreen));
  EXPECT_EQ(winners("tie_break=open_shares", kEqual).winners.size(), 2);
  // Stones decide among the richest only.
  const engine::Outcome outcome = winners("tie_break=open_shares", kGreenHasMore);
  EXPECT_EQ(outcome.rank[0], 2);
  EXPECT_EQ(outcome.rank[1], 3);
  EXPECT_EQ(outcome.score[0], 131);
}

// --- corners ---

constexpr auto kRedBuys =
    R"("choices": {"red": "buy", "blue": "boss", "green": "boss", "yellow": "boss"},
       "agenda": ["round_end", "buy red"])";

Strings allowed(const Table& table, Seat seat) {
  Offer offer(Offer::Keep::kLegal);
  Goldbraeu::options(table.state(), seat, offer);
  Strings actions;
  for (const engine::Option& option : offer)
    actions.push_back(game().action_id(*game().default_edition(), option.action));
  return actions;
}

TEST(GoldbraeuCorners, R28_WithoutTheMoneyOnlyPassingIsLeft) {
  const Table table(4, std::string("{") + kRedBuys + R"(, "money": {"red": 1}})");
  EXPECT_EQ(allowed(table, kRed), (Strings{"pass"}));
  const Table enough(4, std::string("{") + kRedBuys + R"(, "money": {"red": 2}})");
  EXPECT_EQ(allowed(enough, kRed), (Strings{"buy left", "buy right", "draw", "pass"}));
}

// 60 shares and 10 specials lie elsewhere: the pile is empty.
constexpr auto kNothingLeft = R"(
    "shares": {"krug": {"red": 3, "blue": 3}, "post": {"red": 3, "blue": 3},
               "eiche": {"red": 3, "blue": 3}, "baeren": {"red": 3, "blue": 3},
               "hirsch": {"red": 3, "blue": 3}, "adler": {"green": 3, "yellow": 3},
               "mayer": {"green": 3, "yellow": 3}, "stein": {"green": 3, "yellow": 3},
               "kramer": {"green": 3, "yellow": 3}, "schmid": {"green": 3, "yellow": 3}})";

TEST(GoldbraeuCorners, R31_AnEmptyPileTurnsUpNothingAndSellsNothing) {
  Table table(4, std::string("{") + kNothingLeft + ", " + kRedBuys +
                     R"(, "face_up": [null, null], "specials_gone": {"drunk": 5, "waitress": 5}})");
  EXPECT_EQ(allowed(table, kRed), (Strings{"pass"}));
  table.act("red: pass");
  EXPECT_EQ(table.state().round, 2);
  EXPECT_EQ(table.state().face_up[0], Card::kNone);
  EXPECT_EQ(table.state().face_up[1], Card::kNone);
}

// R32, R31: the unsold card is under the pile before new ones are turned up, so it comes back.
TEST(GoldbraeuCorners, R32_AnUnsoldCardOfAnEmptyPileComesBack) {
  Table table(4, std::string("{") + kNothingLeft + ", " + kRedBuys +
                     R"(, "face_up": [null, "drunk"],
                        "specials_gone": {"drunk": 4, "waitress": 5}})");
  table.act("red: pass");
  EXPECT_EQ(table.state().face_up[0], Card::kDrunk);
  EXPECT_EQ(table.state().face_up[1], Card::kNone);
}

// R33: after the seventh round they wait until payday is over.
TEST(GoldbraeuCorners, R33_UnsoldCardsWaitForTheNextWeek) {
  Table table(4, R"({"round": 7, "first_start": "blue", "face_up": ["krug", "post"],
      "hands": {"yellow": ["post"]},
      "choices": {"red": "buy", "blue": "boss", "green": "boss", "yellow": "boss"},
      "agenda": ["round_end", "buy red"]})");
  table.act("red: pass");
  EXPECT_EQ(table.state().agenda.top().item, Item::kPaydayOpen);
  EXPECT_EQ(table.state().face_up[0], share_of(business_at(0)));
  table.act("yellow: done", {"eiche", "eiche"});
  EXPECT_EQ(table.state().pile.known_bottom(), 2);
}

// R38: a stone that comes back by a purge gives nobody a second turn in the payday lap.
TEST(GoldbraeuCorners, R38_OneLapOnly) {
  Table table(4, R"({"round": 7, "first_start": "blue", "face_up": ["post", "post"],
      "shares": {"krug": {"yellow": 1, "red": 2, "blue": 2}, "stein": {"yellow": 6},
                 "mayer": {"yellow": 5}, "kramer": {"yellow": 4}},
      "hands": {"yellow": ["adler"], "blue": ["krug"]}, "choices": {},
      "agenda": ["payday_pay", "payday_open green", "payday_open blue"]})");
  ASSERT_EQ(table.state().stones(engine::seat_at(3)), 0);
  table.act("blue: show krug", {"eiche", "eiche"});
  EXPECT_EQ(table.state().stones(engine::seat_at(3)), 1);
  EXPECT_EQ(table.state().round, 8);
  EXPECT_EQ(table.state().hidden(engine::seat_at(3)), 1);
}

// R22: bosses of the set-up are not protected in round 1.
TEST(GoldbraeuCorners, R22_SetUpBossesAreNotProtected) {
  Table table(4, R"({"bosses": {"krug": "blue"}, "shares": {"krug": {"red": 1}},
      "choices": {"red": "boss", "blue": "boss", "green": "buy", "yellow": "buy"}})");
  table.act("red: nominate krug");
  EXPECT_EQ(table.state().boss_of(business_at(0)), kRed);
}

// R26: a contract signed this round may be changed again this round.
TEST(GoldbraeuCorners, R26_AContractIsNotProtected) {
  Table table(4, R"({"bosses": {"krug": "red", "mayer": "red", "stein": "red"},
      "contracts": {"krug": "schmid", "eiche": "schmid", "baeren": "schmid", "post": "kramer",
                    "hirsch": "kramer", "adler": "kramer"},
      "choices": {"red": "boss", "blue": "buy", "green": "buy", "yellow": "buy"}})");
  table.act("red: contract krug mayer").act("red: contract krug stein");
  EXPECT_EQ(table.state().contract[0], 1);
}

// What is refused says why, and the silent player's answer is always allowed (the suite plays it):
// here it is to leave things as they are.
TEST(GoldbraeuCorners, TheAnswerOfASilentPlayerChangesLittle) {
  const Table buyer(4, std::string("{") + kRedBuys + "}");
  EXPECT_EQ(Goldbraeu::fallback(buyer.state(), kRed), action(Verb::kPass));
  const Table payday(4, R"({"round": 7, "hands": {"green": ["krug"]}, "choices": {},
      "agenda": ["payday_pay", "payday_open blue", "payday_open red", "payday_open yellow",
                 "payday_open green"]})");
  EXPECT_EQ(Goldbraeu::fallback(payday.state(), kGreen), action(Verb::kDone));
}

}  // namespace goldbraeu::options_test
