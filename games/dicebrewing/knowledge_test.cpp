// Hidden tokens (R44): nothing about their kinds is told by views, questions or imagined worlds.
#include <set>

#include "games/dicebrewing/test_table.h"

namespace dicebrewing::knowledge_test {

using engine::Chance;
using engine::Events;
using engine::Viewer;
using test::Moment;
using test::Table;

State imagined(const State& truth, Seat seat, uint64_t seed) {
  State world = truth;
  Chance chance(seed);
  DiceBrewing::reimagine(world, seat, chance);
  return world;
}

// Two tables that differ in hidden kinds only.
constexpr const char* kPatch = R"({
  "round": 3, "start": "bram", "phase": "arrange_window", "turn": "anna",
  "brewers": {
    "anna": {"active": ["Y3"], "seeds": 1, "tokens": ["plus_one"]},
    "bram": {"active": ["G6"], "seeds": 1, "tokens": ["%1"], "won_tokens": ["%2"]},
    "clara": {"active": ["B3"], "seeds": 1}
  }})";

std::string with_kinds(std::string bought, std::string won) {
  std::string patch = kPatch;
  patch.replace(patch.find("%1"), 2, bought);
  patch.replace(patch.find("%2"), 2, won);
  return patch;
}

TEST(DiceBrewingKnowledge, WorldsDoNotDependOnWhatIsHidden) {
  const Table a(3, with_kinds("take_back", "plus_one"), "hidden_tokens=on");
  const Table b(3, with_kinds("guard_die", "block_recipe"), "hidden_tokens=on");
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const State x = imagined(a.state(), test::kAnna, seed);
    const State y = imagined(b.state(), test::kAnna, seed);
    ASSERT_TRUE(engine::same_position<DiceBrewing>(x, y)) << seed;
    ASSERT_EQ(DiceBrewing::broken_invariant(x), -1);
  }
}

// The price paid is known: a token for 3 gold is one of the two kinds that cost 3.
TEST(DiceBrewingKnowledge, ImaginedTokensFitThePricePaid) {
  const Table table(3, with_kinds("take_back", "plus_one"), "hidden_tokens=on");
  std::set<size_t> bought;
  std::set<size_t> won;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const State world = imagined(table.state(), test::kAnna, seed);
    for (size_t k = 0; k < kTokens; ++k) {
      if (world.at(test::kBram).tokens[k] > 0) bought.insert(k);
      if (world.at(test::kBram).won[k] > 0) won.insert(k);
    }
  }
  EXPECT_EQ(bought, (std::set<size_t>{0, 1}));
  EXPECT_EQ(won, (std::set<size_t>{0, 1, 2, 3, 4, 5}));
}

// Bram's six can't be raised and a recipe can't be blocked now: he is asked all the same.
TEST(DiceBrewingKnowledge, AWindowAsksWhoeverHasAToken) {
  for (const char* kind : {"take_back", "guard_die"}) {
    Table table(3, with_kinds(kind, "block_recipe"), "hidden_tokens=on");
    table.act("anna: decline");
    EXPECT_EQ(table.state().turn, test::kBram);
    EXPECT_EQ(DiceBrewing::prompt(table.state(), test::kBram), index(Prompt::kArrangeWindow));
  }
}

TEST(DiceBrewingKnowledge, AWindowThatIsSwitchedOffAsksNobody) {
  Table table(3, with_kinds("take_back", "plus_one"), "hidden_tokens=on window_prompt_bram=never");
  table.act("anna: decline");
  EXPECT_EQ(table.state().phase, Phase::kArrange);
}

// R44: that a token is played is seen, not whether it had been bought or won: Bram's other token
// may be of any kind afterwards.
TEST(DiceBrewingKnowledge, APlayedTokenDoesNotTellWhatTheOthersAre) {
  const auto seen = [](const char* bought, const char* won) {
    Table table(3, with_kinds(bought, won), "hidden_tokens=on");
    table.act("anna: decline").act("bram: token extra_roll");
    return table.any().view_text(Viewer::at(test::kAnna));
  };
  const std::string both = seen("extra_roll", "extra_roll");
  EXPECT_EQ(both, seen("extra_roll", "block_recipe"));
  EXPECT_EQ(both, seen("plus_one", "extra_roll"));
  EXPECT_NE(both, seen("take_back", "extra_roll"));  // that one cost 3
}

// What the others see and who is asked is the same in every world they can imagine, at every
// moment.
TEST(DiceBrewingKnowledge, NothingThatFollowsDependsOnHiddenKinds) {
  const engine::Variants variants = test::variants_of("hidden_tokens=on");
  for (int players = 2; players <= kMaxPlayers; ++players) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      test::play_random(players, variants, seed, [&](const Moment& moment) {
        for (int i = 0; i < players; ++i) {
          const Seat seat = engine::seat_at(i);
          if (seat == moment.seat) continue;
          State world = imagined(moment.before, seat, seed);
          Offer legal(Offer::Keep::kLegal);
          DiceBrewing::options(world, moment.seat, legal);
          if (!legal.contains(moment.action)) continue;  // that world is ruled out
          const bool rolls = moment.after.round != moment.before.round;
          Chance chance(seed, 99);
          Events nothing;
          DiceBrewing::apply(world, moment.seat, moment.action, chance, nothing);
          if (rolls || chance.used()) continue;
          ASSERT_EQ(DiceBrewing::acting(world), DiceBrewing::acting(moment.after));
          if (sees_black_market(moment.after, seat)) continue;  // its own turn to buy
          ASSERT_EQ(tables::text_of<DiceBrewing>(world, Viewer::at(seat)),
                    tables::text_of<DiceBrewing>(moment.after, Viewer::at(seat)));
        }
      });
    }
  }
}

TEST(DiceBrewingKnowledge, TheStockIsSeenOnlyWhileChoosing) {
  const char* patch = R"({
    "round": 3, "start": "anna", "phase": "purchase", "turn": "anna",
    "brewers": {"anna": {"gold": 5, "active": ["Y3"]}, "bram": {"gold": 5, "active": ["Y3"]}}})";
  Table table(2, patch, "hidden_tokens=on");
  const auto sees = [&](Seat seat) {
    return table.view(Viewer::at(seat)).find("black_market")->find("plus_one") != nullptr;
  };
  EXPECT_TRUE(sees(test::kAnna));
  EXPECT_FALSE(sees(test::kBram));
  table.act("anna: buy_token plus_one");
  EXPECT_FALSE(sees(test::kAnna));
  table.act("anna: done");
  EXPECT_FALSE(sees(test::kAnna));
  EXPECT_TRUE(sees(test::kBram));
}

TEST(DiceBrewingKnowledge, WithOpenTokensNothingIsHidden) {
  test::play_random(3, engine::default_variants(spec()), 5, [](const Moment& moment) {
    ASSERT_TRUE(
        engine::same_position<DiceBrewing>(moment.after, imagined(moment.after, test::kAnna, 1)));
  });
}

}  // namespace dicebrewing::knowledge_test
