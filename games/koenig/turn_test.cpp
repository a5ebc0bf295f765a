// Corners of the course of play (§5): silent players, lost draws, empty hands, the cup in the first
// round.
#include <algorithm>

#include "games/koenig/test_table.h"

namespace koenig::turn_test {

using namespace koenig::test;

std::string fallback_of(Table& table, std::string_view seat) {
  return game().action_id(*game().default_edition(),
                          Koenig::fallback(table.state(), table.seat(seat)));
}

constexpr const char* kGreenPlays = R"({
        "start": "green", "active": "green", "turn": 4, "cup": "centre",
        "line": ["Gg", "Pr", "J", "Ya", "S", "Gd", "Z", "Pg", "Yr"],
        "hands": {"green": ["ehrenplatz", "erpressung", "seilschaft", "trickbetrug"],
        "purple": ["zack"], "yellow": ["zange"]}})";

TEST(KoenigTurn, ASilentPlayerVotesAgainst) {
  Table table(3, kGreenPlays);
  table.act("green: play ehrenplatz").act("green: gap 3");
  EXPECT_EQ(fallback_of(table, "purple"), "vote no");
  EXPECT_EQ(fallback_of(table, "green"), "vote no");
}

TEST(KoenigTurn, ASilentVictimRefuses) {
  Table table(3, kGreenPlays);
  table.act("green: play erpressung").act("green: seat purple").act("green: amount 1");
  EXPECT_EQ(fallback_of(table, "purple"), "refuse");
}

// Whoever has to answer: the card asks, for who played it. The choice of a card is nobody's doing.
TEST(KoenigTurn, TheCardInPlayAsks) {
  Table table(3, kGreenPlays);
  EXPECT_EQ(Koenig::asker(table.state(), kGreen), engine::Asker{});
  table.act("green: play erpressung");
  const engine::Asker blackmail{kGreen, domain::kCard, static_cast<uint8_t>(card_id("erpressung"))};
  EXPECT_EQ(Koenig::asker(table.state(), kGreen), blackmail);
  table.act("green: seat purple").act("green: amount 1");
  EXPECT_EQ(Koenig::asker(table.state(), kPurple), blackmail);
}

TEST(KoenigTurn, ASilentPartnerMovesNobody) {
  Table table(3, kGreenPlays);
  table.act("green: play seilschaft").act("green: seat yellow").act("green: seat yellow");
  EXPECT_EQ(fallback_of(table, "yellow"), "no_hero");
}

TEST(KoenigTurn, ASilentOpponentLiftsTheCardsInOrder) {
  Table table(3, kGreenPlays);
  table.act("green: play trickbetrug")
      .act("green: place 1")
      .act("green: seat purple")
      .act("green: lay J Pr Gg");
  EXPECT_EQ(fallback_of(table, "purple"), "lift left middle right");
}

TEST(KoenigTurn, ASilentPlayerPlaysHisFirstCardAndGivesNoToast) {
  Table table(3, kGreenPlays);
  EXPECT_EQ(fallback_of(table, "green"), "play ehrenplatz");
  Table after(3,
              R"({"start": "green", "active": "green", "turn": 4, "cup": "centre",
        "hands": {"green": ["stelldichein"]}})");
  after.act("green: play stelldichein");
  EXPECT_EQ(fallback_of(after, "green"), "quiet");
}

// Played by nothing but these answers, every game ends.
TEST(KoenigTurn, AGameOfSilentPlayersEnds) {
  for (int players = 3; players <= 6; ++players) {
    for (const engine::Variants& variants : all_variants()) {
      const State end = play_random(
          players, variants, 5,
          [](const Moment& m) { ASSERT_EQ(Koenig::broken_invariant(m.after), -1); },
          [](const State& s, Seat seat, const Offer& offer, Chance&) {
            const Action answer = Koenig::fallback(s, seat);
            EXPECT_TRUE(offer.contains(answer));
            return answer;
          });
      EXPECT_TRUE(Koenig::over(end));
    }
  }
}

// --- §5.2, R18 ---

// All cards are in hands: green's Wohltätigkeit finds neither pile nor discards.
Table everything_held() {
  Table table(
      3,
      R"({"start": "green", "active": "green", "turn": 40, "cup": "yellow", "exhaustions": 1,
        "final_turn": 30,
        "line": ["Gg", "Pr", "J", "Ya", "S", "Gd", "Z", "Pg", "Yr"],
        "hands": {"green": ["wohltaetigkeit"], "purple": ["zack"], "yellow": ["galant"]}})");
  Json position = *engine::parse_json(table.any().position_text(), "position");
  Json& yellow = *position.find("hands")->find("yellow");
  for (const Json& card : position.find("pile")->items) yellow.items.push_back(card);
  position.find("pile")->items.clear();
  return Table(position);
}

TEST(KoenigTurn, R18_ADrawFromNothingIsLostAndTheCardInPlayIsNotYetThere) {
  Table table = everything_held();
  table.act("green: play wohltaetigkeit", {"wohltaetigkeit"});
  const Strings told = table.events();
  // Purple and yellow sit beside John. Then the card is discarded, and green draws that very card.
  const Strings expected{"played green wohltaetigkeit", "draw_lost purple", "draw_lost yellow",
                         "reshuffled 1", "drew green wohltaetigkeit"};
  ASSERT_GE(told.size(), expected.size());
  EXPECT_EQ(Strings(told.begin(), told.begin() + 5), expected);
  EXPECT_EQ(table.state().hands.size(kPurple), 1);
  EXPECT_TRUE(table.state().pile.empty());
  EXPECT_EQ(table.state().final_turn, 30);
}

// --- R19 ---

TEST(KoenigTurn, R19_AnEmptyHandSkipsTheCardButMayToastAndDraws) {
  Table table(3, R"({"start": "green", "active": "green", "turn": 4, "cup": "centre",
        "hands": {"green": ["stelldichein", "zange"], "yellow": ["galant"]}})");
  table.act("green: play stelldichein").act("green: quiet", {"any"});
  EXPECT_EQ(Koenig::acting(table.state()), SeatSet(kPurple));
  EXPECT_EQ(Koenig::prompt(table.state(), kPurple), static_cast<int>(Prompt::kToast));
  table.act("purple: quiet", {"zack"});
  EXPECT_EQ(table.state().hands.size(kPurple), 1);
  EXPECT_EQ(table.state().active, kYellow);
}

TEST(KoenigTurn, R19_WithoutCupAnEmptyHandOnlyDraws) {
  Table table(3, R"({"start": "green", "active": "green", "turn": 4, "cup": "yellow",
        "hands": {"green": ["stelldichein", "zange"], "yellow": ["galant"]}})");
  table.act("green: play stelldichein", {"any", "zack"});
  EXPECT_EQ(table.state().active, kYellow) << "purple had nothing to decide";
  EXPECT_TRUE(table.state().hands.holds(kPurple, card_id("zack")));
}

// --- §4, §5.3 ---

TEST(KoenigTurn, E3_NobodyIsAskedForAToastInTheFirstRound) {
  int enthusiastic = 0;
  for (int players = 3; players <= 6; ++players) {
    for (uint64_t seed = 1; seed <= 30; ++seed) {
      bool free = false;
      play_random(players, engine::default_variants(spec()), seed, [&](const Moment& m) {
        for (const Event& e : m.events) {
          if (e.kind != static_cast<uint8_t>(EventKind::kPlayed)) continue;
          const Effect effect = edition()[static_cast<Card>(e.args[1])].effect;
          free = free || effect == Effect::kFreeToast || effect == Effect::kPlaceCup;
        }
        if (free || m.before.turn > players) {
          enthusiastic += free && m.before.turn <= players ? 1 : 0;
          return;
        }
        ASSERT_NE(static_cast<Verb>(m.action.verb), Verb::kToast);
        ASSERT_NE(static_cast<Verb>(m.action.verb), Verb::kQuiet);
        ASSERT_TRUE(m.after.turn != players + 1 || m.after.cup == Seat::kNone);
      });
    }
  }
  EXPECT_GT(enthusiastic, 0);
}

TEST(KoenigTurn, SetUpPutsTheCupWithTheLastPlayer) {
  for (int players = 3; players <= 6; ++players) {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      const State s = dealt(players, engine::default_variants(spec()), seed);
      EXPECT_EQ(engine::next_seat(s.cup, players), s.start) << "R43: right of the start player";
      EXPECT_EQ(s.active, s.start);
      EXPECT_EQ(s.draco_hand, Hand::kRight);
      EXPECT_EQ(s.H(), 2 * players + 3);
      EXPECT_EQ(s.bank, 95 - 3 * players);
    }
  }
}

}  // namespace koenig::turn_test
