// The mathematics of ratings, against values that are reckoned here in another way.
#include "server/weng_lin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "bots/levels.h"
#include "games/registry.h"
#include "server/anchors.h"

namespace server {
namespace {

constexpr double kDrift = 6;
const double kElo = 400 / std::log(10.0);

TEST(WengLin, FourHundredPointsAreOddsOfTenToOne) {
  EXPECT_NEAR(chance_to_beat({1900, 0}, {1500, 0}), 10.0 / 11, 1e-12);
  EXPECT_NEAR(chance_to_beat({1500, 0}, {1500, 0}), 0.5, 1e-12);
  // Who is hardly known is nobody's sure prey.
  EXPECT_LT(chance_to_beat({1900, 250}, {1500, 250}), 10.0 / 11);
}

// Two newcomers, written out: with equal means the chance is a half, and c the same for both.
TEST(WengLin, TwoNewcomersByHand) {
  const double variance = 250.0 * 250 + kDrift * kDrift;
  const double c = std::sqrt(2 * variance + kElo * kElo);
  const std::vector<Strength> after = after_game({{{}, 1}, {{}, 2}});
  EXPECT_NEAR(after[0].mean, 1500 + variance / c / 2, 1e-9);
  EXPECT_NEAR(after[1].mean, 1500 - variance / c / 2, 1e-9);
  const double kept = 1 - std::pow(variance, 1.5) / (c * c * c) / 4;
  for (const Strength& one : after) EXPECT_NEAR(one.deviation, std::sqrt(variance * kept), 1e-9);
}

// The figures below come from the formulas of the paper (section 3.1, algorithm 1), reckoned with
// exact fractions and fifty digits by another program: 1600±60, 1500±250, 1450±0 and 1550±100 come
// in the places 2, 1, 2 and 4.
TEST(WengLin, FourPlayersWithATieAsThePaperSays) {
  const std::vector<Strength> after =
      after_game({{{1600, 60}, 2}, {{1500, 250}, 1}, {{1450, 0}, 2}, {{1550, 100}, 4}});
  const Strength expected[]{{1597.03522560, 59.84018671},
                            {1816.23690885, 196.4401652},
                            {1450.000, 0},
                            {1480.87492553, 96.92726098}};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(after[i].mean, expected[i].mean, 1e-6) << i;
    EXPECT_NEAR(after[i].deviation, expected[i].deviation, 1e-6) << i;
  }
}

TEST(WengLin, ATieBetweenEqualsMovesNobodyAndTeachesAll) {
  const std::vector<Strength> after = after_game({{{1500, 100}, 1}, {{1500, 100}, 1}});
  for (const Strength& one : after) {
    EXPECT_NEAR(one.mean, 1500, 1e-9);
    EXPECT_LT(one.deviation, 100);
  }
}

TEST(WengLin, TheOrderOfSeatsIsNoMatter) {
  const std::vector<Placed> game{{{1600, 90}, 3}, {{1450, 250}, 1}, {{1500, 30}, 2}};
  const std::vector<Strength> after = after_game(game);
  const std::vector<Strength> turned = after_game({game[2], game[0], game[1]});
  EXPECT_NEAR(turned[0].mean, after[2].mean, 1e-9);
  EXPECT_NEAR(turned[1].mean, after[0].mean, 1e-9);
  EXPECT_NEAR(turned[2].deviation, after[1].deviation, 1e-9);
}

// Whoever truly is 1700 among anchors of 1500 is found to be, with an uncertainty that keeps its
// word, and it never falls to nothing.
TEST(WengLin, FindsTheTruth) {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> uniform;
  Strength me;
  for (int i = 0; i < 300; ++i) {
    std::vector<Placed> game{{me, 1}};
    for (int other = 0; other < 3; ++other) {
      const bool won = uniform(random) < 1 / (1 + std::exp((1500 - 1700) / kElo));
      game.push_back({{1500, 0}, won ? 2 : 1});
    }
    // Those who came before me, and me behind them.
    int before = 0;
    for (size_t q = 1; q < game.size(); ++q) before += game[q].place == 1 ? 1 : 0;
    game[0].place = before + 1;
    for (size_t q = 1; q < game.size(); ++q) game[q].place = game[q].place == 1 ? 1 : before + 2;
    const std::vector<Strength> after = after_game(game);
    me = after[0];
    EXPECT_EQ(after[1], (Strength{1500, 0}));  // an anchor doesn't move
  }
  EXPECT_NEAR(me.mean, 1700, 3 * me.deviation);
  EXPECT_GT(me.deviation, 10);
  EXPECT_LT(me.deviation, 60);
}

// Every game has figures for every level, none lower than a weaker one.
TEST(Anchors, EveryLevelOfEveryGameIsWorthSomething) {
  for (const engine::AnyGame* game : games::all()) {
    double last = 0;
    for (std::string_view level : bots::levels()) {
      const std::optional<Strength> anchor = anchor_of(game->spec(), *bots::level_bot(level));
      ASSERT_TRUE(anchor.has_value()) << game->spec().id << " " << level;
      EXPECT_GE(anchor->mean, last) << game->spec().id << " " << level;
      EXPECT_LT(anchor->deviation, Strength{}.deviation);
      last = anchor->mean;
      if (level == bots::kUsualLevel) {
        EXPECT_EQ(anchor->mean, Strength{}.mean);
      }
    }
    EXPECT_FALSE(anchor_of(game->spec(), bots::BotSpec::of("random")).has_value());
  }
}

}  // namespace
}  // namespace server
