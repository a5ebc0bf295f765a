// What stays secret, and what everybody knows.
#include "games/goldbraeu/test_table.h"

namespace goldbraeu::knowledge_test {

using namespace goldbraeu::test;

const char* const kOthers[]{"blue", "green", "yellow", "spectator"};

Viewer eyes(const Table& table, std::string_view name) {
  return name == "spectator" ? Viewer::spectator() : Viewer::at(table.seat(name));
}

// Green challenges Red at Hirsch; Red's one hidden card is `card`.
Table challenge(std::string_view card) {
  Table table(4, R"({"bosses": {"hirsch": "red"},
      "shares": {"hirsch": {"red": 2, "blue": 1, "green": 1}},
      "hands": {"red": [")" +
                     std::string(card) + R"("]},
      "choices": {"red": "buy", "blue": "buy", "green": "boss", "yellow": "boss"}})");
  table.act("green: nominate hirsch");
  return table;
}

// E66, R55: byte by byte the same for all others, whether or not the boss holds the card.
TEST(GoldbraeuSecrecy, AVetoQuestionLooksTheSameWithAndWithoutTheCard) {
  const Table with = challenge("hirsch");
  const Table without = challenge("post");
  for (const char* name : kOthers) {
    EXPECT_EQ(with.screen(eyes(with, name)), without.screen(eyes(without, name))) << name;
    EXPECT_EQ(with.events(eyes(with, name)), without.events(eyes(without, name))) << name;
  }
  EXPECT_EQ(Goldbraeu::acting(with.state()), Goldbraeu::acting(without.state()));
  EXPECT_EQ(Goldbraeu::prompt(with.state(), kRed), Goldbraeu::prompt(without.state(), kRed));
  EXPECT_NE(with.screen(Viewer::at(kRed)), without.screen(Viewer::at(kRed)));
}

// The same for the counter, and for the acceptance that follows.
TEST(GoldbraeuSecrecy, ACounterQuestionAndItsAnswerLookTheSame) {
  const auto vetoed = [](std::string_view card) {
    Table table(4, R"({"bosses": {"adler": "red"}, "shares": {"adler": {"red": 2, "green": 1}},
        "hands": {"green": [")" +
                       std::string(card) + R"("]},
        "choices": {"red": "buy", "blue": "buy", "green": "boss", "yellow": "boss"}})");
    table.act("green: nominate adler").act("red: veto");
    return table;
  };
  Table with = vetoed("adler");
  Table without = vetoed("krug");
  for (const char* name : {"red", "blue", "yellow", "spectator"})
    EXPECT_EQ(with.screen(eyes(with, name)), without.screen(eyes(without, name))) << name;
  with.act("green: yield");
  without.act("green: yield");
  for (const char* name : {"red", "blue", "yellow", "spectator"}) {
    EXPECT_EQ(with.screen(eyes(with, name)), without.screen(eyes(without, name))) << name;
    EXPECT_EQ(with.events(eyes(with, name)), without.events(eyes(without, name))) << name;
  }
}

TEST(GoldbraeuSecrecy, TheNomineeAsksTheBossAndTheVetoAsksBack) {
  Table table(4, R"({"bosses": {"adler": "red"}, "shares": {"adler": {"red": 2, "green": 1}},
      "hands": {"green": ["adler"]},
      "choices": {"red": "buy", "blue": "buy", "green": "boss", "yellow": "boss"}})");
  EXPECT_EQ(Goldbraeu::asker(table.state(), kGreen), engine::Asker{});
  table.act("green: nominate adler");
  engine::Asker asker = Goldbraeu::asker(table.state(), kRed);
  EXPECT_EQ(asker.seat, kGreen);
  EXPECT_EQ(asker.domain, domain::kBusiness);
  EXPECT_EQ(Goldbraeu::value_id(*table.state().edition, asker.domain, asker.value), "adler");
  table.act("red: veto");
  asker = Goldbraeu::asker(table.state(), kGreen);
  EXPECT_EQ(asker.seat, kRed);
}

// E64: nothing but that a choice was made is seen before all are in, and the price says no more.
TEST(GoldbraeuSecrecy, ActionChoicesStayHiddenUntilAllAreIn) {
  const auto chosen = [](std::string_view red, std::string_view blue) {
    Table table(4, "{}");
    table.act("red: choose " + std::string(red)).act("blue: choose " + std::string(blue));
    return table;
  };
  const Table one = chosen("expand", "boss");
  for (std::string_view red : {"expand", "boss", "buy"}) {
    for (std::string_view blue : {"expand", "boss", "buy"}) {
      const Table other = chosen(red, blue);
      for (const char* name : {"green", "yellow", "spectator"})
        EXPECT_EQ(one.screen(eyes(one, name)), other.screen(eyes(other, name))) << name;
      if (red == "expand") {
        EXPECT_EQ(one.screen(Viewer::at(kRed)), other.screen(Viewer::at(kRed)));
      }
      if (blue == "boss") {
        EXPECT_EQ(one.screen(Viewer::at(kBlue)), other.screen(Viewer::at(kBlue)));
      }
    }
  }
  EXPECT_EQ(Goldbraeu::acting(one.state()).size(), 2);
}

// E65: the hidden cards of others change nothing on anybody else's screen.
TEST(GoldbraeuSecrecy, HiddenCardsOfOthersAreNotSeen) {
  const Table one(4, R"({"hands": {"red": ["post"], "blue": ["krug", "eiche"]}})");
  const Table two(4, R"({"hands": {"red": ["post"], "blue": ["stein", "stein"]}})");
  for (const char* name : {"red", "green", "yellow", "spectator"})
    EXPECT_EQ(one.screen(eyes(one, name)), two.screen(eyes(two, name))) << name;
  EXPECT_NE(one.screen(Viewer::at(kBlue)), two.screen(Viewer::at(kBlue)));
}

// At set-up the hidden picks are seen by nobody else, until all are in.
TEST(GoldbraeuSecrecy, HiddenPicksAreNotSeen) {
  const auto picked = [](std::string_view action) {
    Table table(3, R"({"round": 0, "face_up": [null, null],
        "hands": {"red": ["krug", "krug", "eiche", "eiche", "post", "post", "mayer", "mayer"],
                  "blue": ["krug", "krug", "eiche", "eiche", "post", "post", "mayer", "mayer"],
                  "green": ["adler", "adler", "stein", "stein", "stein", "hirsch", "baeren",
                            "baeren"]}})");
    table.act(action);
    return table;
  };
  const Table one = picked("red: hide krug krug");
  const Table two = picked("red: hide eiche mayer");
  for (const char* name : {"blue", "green", "spectator"})
    EXPECT_EQ(one.screen(eyes(one, name)), two.screen(eyes(two, name))) << name;
}

// Cards that went under the pile stay there in every imagined world, in their order.
TEST(GoldbraeuKnowledge, UnsoldCardsAreTheKnownBottomOfThePile) {
  Table table(4, R"({"face_up": ["krug", "drunk"], "hands": {"red": ["post"], "blue": ["post"]},
      "choices": {"red": "boss", "blue": "boss", "green": "boss", "yellow": "buy"},
      "agenda": ["round_end", "buy yellow"]})");
  table.act("yellow: pass", {"eiche", "waitress"});
  ASSERT_EQ(table.state().pile.known_bottom(), 2);
  bool differs = false;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    State world = table.state();
    Chance chance(seed);
    Goldbraeu::reimagine(world, kRed, chance);
    EXPECT_EQ(Goldbraeu::broken_invariant(world), -1);
    EXPECT_EQ(world.pile.begin()[0], Card::kDrunk);
    EXPECT_EQ(world.pile.begin()[1], share_of(business_at(0)));
    EXPECT_EQ(world.held(kRed, business_at(3)), 1);
    EXPECT_EQ(world.hidden(kBlue), 1);
    differs = differs || world.held(kBlue, business_at(3)) == 0;
  }
  EXPECT_TRUE(differs);
}

// R60: what everybody saw being drawn stays in its hand in every world; the rest is imagined.
TEST(GoldbraeuKnowledge, KnownCardsInHandAreNotImagined) {
  const Table table(4, R"({"hands": {"blue": ["krug", "eiche"]}, "known": {"blue": ["krug"]}})");
  bool differs = false;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    State world = table.state();
    Chance chance(seed);
    Goldbraeu::reimagine(world, kRed, chance);
    EXPECT_GE(world.held(kBlue, business_at(0)), 1);
    EXPECT_EQ(world.hidden(kBlue), 2);
    differs = differs || world.held(kBlue, business_at(1)) == 0;
  }
  EXPECT_TRUE(differs);
}

// R45: with the variant off, money of others is left out of views until the end.
TEST(GoldbraeuKnowledge, MoneyIsLeftOutOfViewsByOption) {
  const auto seen = [](const Table& table) {
    const Json view = *engine::parse_json(text_of(table.state(), Viewer::at(kRed)), "view");
    return view.find("money")->members.size();
  };
  EXPECT_EQ(seen(Table(4, "{}")), 4u);
  EXPECT_EQ(seen(Table(4, "{}", "money_visible=off")), 1u);
  const Table poor(4, R"({"money": {"blue": 3}})", "money_visible=off");
  const Table rich(4, R"({"money": {"blue": 300}})", "money_visible=off");
  EXPECT_EQ(poor.screen(Viewer::at(kRed)), rich.screen(Viewer::at(kRed)));
  EXPECT_EQ(seen(Table(4, R"({"round": 21, "agenda": [], "over": true})", "money_visible=off")),
            4u);
}

// Buying a face-up card shows nothing new and may be taken back; opening a hidden one may not.
TEST(GoldbraeuKnowledge, UndoEndsWhereSomethingWasShown) {
  const auto offer =
      R"({"face_up": ["krug", "post"], "agenda": ["round_end", "buy blue", "buy red"],
      "choices": {"red": "buy", "blue": "buy", "green": "boss", "yellow": "boss"}})";
  Table bought(4, offer);
  bought.act("red: buy left");
  EXPECT_FALSE(bought.any().undo(kRed));
  Table opened(4, offer);
  opened.act("red: draw", {"post"}).act("red: open");
  EXPECT_TRUE(opened.any().undo(kRed));
}

}  // namespace goldbraeu::knowledge_test
