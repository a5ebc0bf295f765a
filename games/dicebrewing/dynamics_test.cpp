// What holds from one action to the next over whole games (§11), and the size of the choices.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "games/dicebrewing/test_table.h"

namespace dicebrewing::dynamics_test {

using test::Moment;

constexpr uint64_t kGames = 30;

template <class Watch>
void watch_games(Watch watch) {
  for (const char* variants : {"", "hidden_tokens=on", "mode=advanced round_cap=none"}) {
    for (int players = 2; players <= kMaxPlayers; ++players) {
      for (uint64_t seed = 0; seed < kGames; ++seed)
        test::play_random(players, test::variants_of(variants), seed, watch);
    }
  }
}

int pieces_of(const Player& player) {
  int pieces = 0;
  for (size_t f = 0; f < kFields; ++f) {
    pieces += player.input[f] != Die::none() ? 1 : 0;
    pieces += player.accelerator[f] != Die::none() ? 2 : 0;  // the input came before it
  }
  return pieces;
}

TEST(DiceBrewingDynamics, NoDecisionOffersMoreThanAboutSixtyOptions) {
  int most = 0;
  watch_games([&](const Moment& moment) { most = std::max(most, moment.offered.size()); });
  EXPECT_GT(most, 10);
  EXPECT_LE(most, 60);
}

TEST(DiceBrewingDynamics, PointsNeverFallAndPlayedTokensStayOut) {
  watch_games([](const Moment& moment) {
    for (size_t i = 0; i < kMaxPlayers; ++i)
      ASSERT_GE(moment.after.players[i].points, moment.before.players[i].points);
    for (size_t k = 0; k < kTokens; ++k)
      ASSERT_GE(moment.after.removed[k], moment.before.removed[k]);
  });
}

TEST(DiceBrewingDynamics, AtMostNineteenPiecesARound) {
  int most = 0;
  watch_games([&](const Moment& moment) {
    for (const Player& player : moment.after.players) most = std::max(most, pieces_of(player));
  });
  EXPECT_GT(most, 5);
  EXPECT_LE(most, 19);
}

// §11.12: while brewing nothing is stored and no token is played.
TEST(DiceBrewingDynamics, WhileBrewingNothingIsStoredAndNoTokenPlayed) {
  watch_games([](const Moment& moment) {
    if (moment.before.phase != Phase::kBrew) return;
    const auto verb = static_cast<Verb>(moment.action.verb);
    ASSERT_NE(verb, Verb::kStore);
    ASSERT_NE(verb, Verb::kToken);
    if (moment.after.round != moment.before.round || moment.after.phase != Phase::kBrew) return;
    ASSERT_EQ(moment.after.removed, moment.before.removed);
    for (size_t i = 0; i < kMaxPlayers; ++i) {
      ASSERT_LE(moment.after.players[i].warehouse.size(),
                moment.before.players[i].warehouse.size());
    }
  });
}

// §11.8: of what tokens and turns leave on the table, nothing outlasts the round.
TEST(DiceBrewingDynamics, ARoundBeginsClean) {
  const auto plain = [](Die die) { return die == die.plain(); };
  watch_games([&](const Moment& moment) {
    if (moment.after.round == moment.before.round) return;
    ASSERT_EQ(moment.after.blocked_slots, 0);
    for (const Player& player : moment.after.players) {
      ASSERT_EQ(player.used, 0);
      ASSERT_EQ(player.passed, 0);
      ASSERT_EQ(player.blocked, 0);
      ASSERT_EQ(player.bought_ingredient + player.bought_token, 0);
      ASSERT_EQ(player.discount, Die::none());
      ASSERT_TRUE(player.late.empty());
      ASSERT_TRUE(std::all_of(player.active.begin(), player.active.end(), plain));
      ASSERT_TRUE(std::all_of(player.warehouse.begin(), player.warehouse.end(), plain));
    }
  });
}

// §11.10
TEST(DiceBrewingDynamics, OneIngredientAndOneTokenAreBoughtInARound) {
  int round = 0;
  std::array<int, kMaxPlayers> ingredients{};
  std::array<int, kMaxPlayers> tokens{};
  watch_games([&](const Moment& moment) {
    if (moment.before.round != round) {
      round = moment.before.round;
      ingredients.fill(0);
      tokens.fill(0);
    }
    for (const engine::Event& event : moment.events) {
      const auto buyer = static_cast<size_t>(event.args[0]);
      if (static_cast<EventKind>(event.kind) == EventKind::kBought) ++ingredients[buyer];
      if (static_cast<EventKind>(event.kind) == EventKind::kBoughtToken) ++tokens[buyer];
    }
    for (size_t i = 0; i < kMaxPlayers; ++i) {
      ASSERT_LE(ingredients[i], 1);
      ASSERT_LE(tokens[i], 1);
    }
  });
}

int owned(const State& s, size_t i) {
  const Player& player = s.players[i];
  int dice = player.active.size() + player.warehouse.size();
  dice += player.discount != Die::none() ? 1 : 0;
  for (size_t f = 0; f < kFields; ++f) {
    dice += player.input[f] != Die::none() && player.input[f] != Die::seed() ? 1 : 0;
    dice += player.accelerator[f] != Die::none() ? 1 : 0;
  }
  if (index(s.turn) == static_cast<int>(i)) dice += s.lifted[0].size() + s.lifted[1].size();
  return dice;
}

// By how many dice an action may make a player richer or poorer: one for what is accelerated or
// brewed, one for each field that still has to give when the round ends.
int change_allowed(const Moment& moment, size_t i) {
  const bool gives = moment.does(Verb::kAccelerate) || moment.does(Verb::kBrew) ||
                     moment.does(Verb::kLowest) || moment.does(Verb::kReward) ||
                     (moment.does(Verb::kDie) && (moment.before.ask == Ask::kAccelerator ||
                                                  moment.before.ask == Ask::kBrewDice));
  const bool own = index(moment.seat) == static_cast<int>(i);
  int allowed = own && gives ? 1 : 0;
  if (moment.after.round != moment.before.round || DiceBrewing::over(moment.after)) {
    const auto& waiting = moment.before.players[i].input;
    allowed += static_cast<int>(
        std::count_if(waiting.begin(), waiting.end(), [](Die die) { return die != Die::none(); }));
    allowed += own ? 1 : 0;  // the piece that was placed last
  }
  return allowed;
}

// §11.14: the number of dice a player owns changes by fields and rewards only.
TEST(DiceBrewingDynamics, DiceComeAndGoByFieldsAndRewardsOnly) {
  watch_games([](const Moment& moment) {
    for (size_t i = 0; i < kMaxPlayers; ++i)
      ASSERT_LE(std::abs(owned(moment.after, i) - owned(moment.before, i)),
                change_allowed(moment, i));
  });
}

TEST(DiceBrewingDynamics, GamesEndByTheRulesOnly) {
  for (int players = 2; players <= kMaxPlayers; ++players) {
    for (uint64_t seed = 0; seed < kGames; ++seed) {
      const State end =
          test::play_random(players, test::variants_of("round_cap=20"), seed, [](const Moment&) {});
      EXPECT_TRUE(end.last_round() || end.round == 20);
      EXPECT_LE(end.round, 20);
    }
  }
}

// The sets by which options are found quickly say the same as the rules one by one.
TEST(DiceBrewingDynamics, QuickSetsOfFieldsAgreeWithTheRules) {
  watch_games([](const Moment& moment) {
    const State& s = moment.after;
    for (int i = 0; i < s.seats; ++i) {
      const Seat seat = engine::seat_at(i);
      const Kit kit = kit_of(s, seat);
      bool any = false;
      for (int f = 0; f < kFields; ++f) {
        const auto field = static_cast<Field>(f);
        ASSERT_EQ((s.full_fields() >> f & 1) != 0, s.users(field) >= s.counts().users);
        any = any || may_place(s, seat, field, kit).allowed() ||
              ((s.edition->accelerable >> f & 1) != 0 &&
               may_accelerate(s, seat, field, kit).allowed());
      }
      ASSERT_EQ(can_place(s, seat), any);
      ASSERT_EQ(s.has_tokens(seat), s.tokens_of(seat) > 0);
    }
  });
}

// Where reasons are left out, the same choices are found in the same order.
TEST(DiceBrewingDynamics, TheLegalChoicesAreTheAllowedOnesOfAll) {
  watch_games([](const Moment& moment) {
    Offer all(Offer::Keep::kAll);
    DiceBrewing::options(moment.before, moment.seat, all);
    int n = 0;
    for (const engine::Option& option : all) {
      if (!option.verdict.allowed()) continue;
      ASSERT_LT(n, moment.offered.size());
      ASSERT_EQ(moment.offered[n++].action, option.action);
    }
    ASSERT_EQ(n, moment.offered.size());
  });
}

// R33, die for die: all hands of up to three dice against all recipes of up to two.
TEST(DiceBrewingTally, MeetsADemandExactlyWhenEveryMinimumHasItsDie) {
  for (int hand = 0; hand < 7 * 7 * 7; ++hand) {
    std::array<int, 3> dice{hand % 7, hand / 7 % 7, hand / 49};  // 0: no die
    std::sort(dice.rbegin(), dice.rend());
    Tally have;
    for (int value : dice) have.add(value);
    for (int high = 0; high <= kFaces; ++high) {
      for (int low = 0; low <= high; ++low) {
        Tally demand;
        demand.add(high);
        demand.add(low);
        ASSERT_EQ(have.meets(demand), dice[0] >= high && dice[1] >= low);
      }
    }
  }
}

TEST(DiceBrewingPosition, WrongPositionsAreRefusedByName) {
  const auto broken = [](std::string_view patch, std::string_view variants = "") {
    return test::refusal(2, patch, variants).rule;
  };
  EXPECT_EQ(broken(R"({"brewers": {"anna": {"seeds": 7}}})"), "seeds");
  EXPECT_EQ(broken(R"({"brewers": {"anna": {"points": 3}}})"), "points");
  EXPECT_EQ(broken(R"({"brewers": {"anna": {"active": ["Y0"]}}})"), "values");
  EXPECT_EQ(broken(R"({"brewers": {"anna": {"active": ["Y3+"]}}})"), "tokens");
  EXPECT_EQ(broken(R"({"brewers": {"anna": {"ingredients": ["honey"]}}})"), "ingredients");
  EXPECT_EQ(broken(R"({"brewers": {"anna": {"won_tokens": ["plus_one"]}}})"), "tokens");
  EXPECT_EQ(broken(R"({"brewers": {"anna": {"fields": {"S1": {"input": "U3"}}}}})"), "boards");
  EXPECT_EQ(broken(R"({"brewers": {"anna": {"late": ["Y3"]}}})"), "late");
  EXPECT_EQ(broken(R"({"brewers": {"anna": {"bought_token": true}}})"), "opening");
  EXPECT_EQ(broken(R"({"credit_spent": 2})"), "purchases");
  EXPECT_EQ(broken(R"({"question": "reroll"})"), "course");
  EXPECT_EQ(broken(R"({"phase": "arrange_window"})"), "course");
  EXPECT_EQ(broken(R"({"row": ["lager_1", "lager_2", null]})"), "recipes");
  EXPECT_EQ(test::refusal(2, R"({"brewers": {"anna": {"active": ["Z3"]}}})").code,
            engine::ErrorCode::kPosition);
}

}  // namespace dicebrewing::dynamics_test
