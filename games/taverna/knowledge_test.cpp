// What a seat knows of spells and purses, and what it learns from being asked (§5, §8).
#include <algorithm>
#include <set>

#include "games/taverna/test_table.h"

namespace taverna::knowledge_test {

using namespace taverna::test;

State imagined(const State& s, Seat seat, uint64_t seed) {
  State world = s;
  Chance chance(seed);
  Taverna::reimagine(world, seat, chance);
  return world;
}

// What red is asked in blue's turn, and passes.
std::string course_with(const char* hand, const char* variants) {
  Table table(R"({"agenda": ["refill", "main", "window start"],
                  "hands": {"blue": ["fools_gold"], "red": )" +
                  std::string(hand) + "}}",
              variants);
  std::string course;
  const auto pass = [&] {
    while (!Taverna::acting(table.state()).contains(kBlue)) {
      course += std::to_string(Taverna::prompt(table.state(), kRed)) + " ";
      table.act("red: pass");
    }
  };
  pass();
  for (const char* action :
       {"blue: cast fools_gold", "blue: pick elf_beer elf", "blue: seat bough 1"}) {
    table.act(action);
    pass();
  }
  return course;
}

// Whoever is asked, and in which order, is the same whatever the others hold.
TEST(TavernaKnowledge, APauseTellsNothing) {
  const char* hands[]{R"(["shared_fame", "pickpocket"])", R"(["song_elf", "toast_dwarf"])",
                      R"(["counterspell", "ward"])"};
  for (const char* variants : {"reaction_mode=ask", "reaction_mode=hold"}) {
    std::set<std::string> courses;
    for (const char* hand : hands) courses.insert(course_with(hand, variants));
    EXPECT_EQ(courses.size(), 1u);
    EXPECT_NE(*courses.begin(), "");
  }
}

TEST(TavernaKnowledge, AStolenCardIsKnownToTheVictim) {
  Table table(R"({"hands": {"blue": ["mind_theft"], "red": ["slander", "fools_gold"]},
                  "orders": {"red": "never", "green": "never"}})");
  table.act("blue: cast mind_theft", {"slander"});
  const int slander = card_of("slander");
  EXPECT_TRUE(State::at(table.state().known, kRed).contains(slander));
  EXPECT_FALSE(State::at(table.state().known, kGreen).contains(slander));
  for (uint64_t seed = 1; seed <= 50; ++seed)
    EXPECT_TRUE(State::at(imagined(table.state(), kRed, seed).hand, kBlue).contains(slander));
  std::set<uint64_t> for_green;
  for (uint64_t seed = 1; seed <= 50; ++seed)
    for_green.insert(State::at(imagined(table.state(), kGreen, seed).hand, kBlue).bits());
  EXPECT_GT(for_green.size(), 5u);
}

// Red cannot tell which card blue sold.
TEST(TavernaKnowledge, ASaleMakesWhatWasKnownOfTheHandUncertain) {
  Table table(R"({"hands": {"blue": [{"card": "slander", "known_by": ["red"]}, "fools_gold"]}})");
  EXPECT_TRUE(State::at(table.state().known, kRed).contains(card_of("slander")));
  table.act("blue: sell fools_gold");
  EXPECT_TRUE(State::at(table.state().known, kRed).empty());
  EXPECT_TRUE(State::at(table.state().known, kBlue).contains(card_of("fools_gold")));
}

TEST(TavernaKnowledge, TheSellerKnowsWhatLiesInTheDiscard) {
  Table table(R"({"hands": {"blue": ["slander"]}})");
  table.act("blue: sell slander");
  for (uint64_t seed = 1; seed <= 30; ++seed)
    EXPECT_TRUE(imagined(table.state(), kBlue, seed).discard.contains(card_of("slander")));
  std::set<uint64_t> for_red;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    const State world = imagined(table.state(), kRed, seed);
    for_red.insert(world.discard.bits());
    EXPECT_EQ(world.discard.size(), 1);
    EXPECT_EQ(Taverna::broken_invariant(world), -1);
  }
  EXPECT_GT(for_red.size(), 5u);
}

// Every unseen spell is equally likely in a hand; the Curse never is.
TEST(TavernaKnowledge, HandsAreDealtEvenly) {
  Table table(
      R"({"hands": {"blue": ["slander"], "red": ["ward"]}, "cast": {"green": ["counterspell"]}})");
  constexpr int kTimes = 14500;
  std::array<int, kMaxCards> seen{};
  for (uint64_t seed = 1; seed <= kTimes; ++seed) {
    const State world = imagined(table.state(), kBlue, seed);
    for (int card : State::at(world.hand, kRed)) ++seen[static_cast<size_t>(card)];
  }
  for (int card = 0; card < static_cast<int>(edition().card_kind.size()); ++card) {
    const int times = seen[static_cast<size_t>(card)];
    const bool possible = card != card_of("slander") && card != card_of("counterspell") &&
                          !edition().curses.contains(card);
    if (possible) {
      EXPECT_NEAR(times, kTimes / 29, 120) << edition().of(card).id;
    } else {
      EXPECT_EQ(times, 0) << edition().of(card).id;
    }
  }
}

// What blue is about to discard for Alchemy is imagined from the hand that is imagined.
TEST(TavernaKnowledge, CardsForAlchemyStayHidden) {
  Table table(R"({"hands": {"blue": ["alchemy", "slander", "fools_gold"], "red": ["ward"]}})");
  table.act("blue: cast alchemy").act("blue: discard slander").act("blue: enough");
  ASSERT_TRUE(Taverna::acting(table.state()).contains(kRed));
  std::set<int> picks;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const State world = imagined(table.state(), kRed, seed);
    EXPECT_EQ(Taverna::broken_invariant(world), -1);
    picks.insert(world.claims[0].picks[0]);
  }
  EXPECT_GT(picks.size(), 10u);
  EXPECT_EQ(imagined(table.state(), kBlue, 1).claims[0].picks[0],
            static_cast<int>(edition().card_kind[static_cast<size_t>(card_of("slander"))]));
}

TEST(TavernaKnowledge, HiddenPursesShowOnlyWhetherTheyAreEmpty) {
  Table table(R"({"coins": {"blue": 4, "red": 9, "green": 0}})",
              "reaction_mode=ask open_coins=false");
  std::set<int> reds;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const State world = imagined(table.state(), kBlue, seed);
    EXPECT_EQ(world.coins_of(kBlue), 4);
    EXPECT_EQ(world.coins_of(kGreen), 0);
    EXPECT_GT(world.coins_of(kRed), 0);
    reds.insert(world.coins_of(kRed));
  }
  EXPECT_GT(reds.size(), 8u);
  const std::string view = table.any().view_text(Viewer::at(kBlue));
  EXPECT_NE(view.find(R"("coins":{"blue":4,"red":null,"green":null},"empty_purses":["green"])"),
            std::string::npos)
      << view;
}

// A standing order is public, and lower ones can be chosen whenever one is asked.
TEST(TavernaKnowledge, StandingOrdersDecideWhoIsAsked) {
  Table table(R"({"agenda": ["refill", "main", "window start"],
                  "hands": {"red": ["summons"], "green": ["song_elf"]}})");
  EXPECT_TRUE(Taverna::acting(table.state()).contains(kRed));
  table.act("red: order responses");
  EXPECT_TRUE(Taverna::acting(table.state()).contains(kGreen));
  table.act("green: pass").act("blue: pick elf_beer elf").act("blue: seat bough 1");
  EXPECT_TRUE(Taverna::acting(table.state()).contains(kGreen));
  EXPECT_NE(table.any().view_text(Viewer::spectator()).find(R"("red":"responses")"),
            std::string::npos);
}

}  // namespace taverna::knowledge_test
