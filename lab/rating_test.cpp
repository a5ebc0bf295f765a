#include "lab/rating.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/chance.h"

namespace {

lab::RatedGame game(uint64_t block, std::vector<int> bots, std::vector<int> places) {
  return {block, std::move(bots), std::move(places)};
}

// Two bots: the odds are those of the games.
TEST(Rating, OfTwoIsTheLogarithmOfTheirOdds) {
  std::vector<lab::RatedGame> games;
  for (uint64_t i = 0; i < 400; ++i)
    games.push_back(game(i, {0, 1}, {i % 4 == 0 ? 2 : 1, i % 4 == 0 ? 1 : 2}));
  const auto ratings = lab::rate(games, 2);
  EXPECT_NEAR(ratings[0].mean - ratings[1].mean, 400 * std::log10(3), 1);
  EXPECT_NEAR(ratings[0].mean + ratings[1].mean, 0, 1e-9);
  // 400 / ln 10 / sqrt(n p q), half of it to each side of the mean.
  const double half = 400 / std::log(10) / std::sqrt(400 * 0.75 * 0.25) * 1.966 / 2;
  EXPECT_NEAR(ratings[0].interval.high - ratings[0].mean, half, half * 0.01);
}

TEST(Rating, TiesAreHalfEach) {
  std::vector<lab::RatedGame> ties;
  for (uint64_t i = 0; i < 10; ++i) ties.push_back(game(i, {0, 1}, {1, 1}));
  EXPECT_NEAR(lab::rate(ties, 2)[0].mean, 0, 1e-6);
  // Three wins and two ties count like four of five.
  std::vector<lab::RatedGame> mixed;
  for (uint64_t i = 0; i < 500; ++i) mixed.push_back(game(i, {0, 1}, {1, i % 5 < 3 ? 2 : 1}));
  const auto ratings = lab::rate(mixed, 2);
  EXPECT_NEAR(ratings[0].mean - ratings[1].mean, 400 * std::log10(4), 1);
}

// Hunter (2004), MM algorithms for generalized Bradley–Terry models: one race each of A > B > C and
// B > A > C and A > C > B. The slopes are 0 at the solution, which is checked here by hand.
TEST(Rating, OfRankingsSolvesTheEquationsOfPlackettAndLuce) {
  std::vector<lab::RatedGame> games;
  for (uint64_t i = 0; i < 3000; i += 3) {
    games.push_back(game(i, {0, 1, 2}, {1, 2, 3}));
    games.push_back(game(i + 1, {0, 1, 2}, {2, 1, 3}));
    games.push_back(game(i + 2, {0, 1, 2}, {1, 3, 2}));
  }
  const auto ratings = lab::rate(games, 3);
  double strength[3];
  for (int i = 0; i < 3; ++i)
    strength[i] = std::pow(10, ratings[static_cast<size_t>(i)].mean / 400);
  const double all = strength[0] + strength[1] + strength[2];
  // Of A: placed before the last place three times; present in all first places and one second.
  EXPECT_NEAR(3 * strength[0] / all + strength[0] / (strength[0] + strength[2]), 3, 1e-3);
  // Of C: placed once; present in all first places and in all second ones.
  EXPECT_NEAR(3 * strength[2] / all + 2 * strength[2] / (strength[1] + strength[2]) +
                  strength[2] / (strength[0] + strength[2]),
              1, 1e-3);
}

TEST(Rating, WinningEverythingIsStrongNotInfinite) {
  std::vector<lab::RatedGame> games;
  for (uint64_t i = 0; i < 50; ++i) games.push_back(game(i, {0, 1, 1}, {1, 2, 2}));
  const auto ratings = lab::rate(games, 2);
  EXPECT_GT(ratings[0].mean, 300);
  EXPECT_TRUE(std::isfinite(ratings[0].interval.high));
  EXPECT_GT(ratings[0].interval.high - ratings[0].mean, 100) << "nobody knows how strong";
}

// Four bots of known strength at tables of three with copies. How often the intervals hold the
// truth.
TEST(Rating, IntervalsHoldTheTruth) {
  engine::Chance chance(1);
  constexpr int kRuns = 60;
  const double truth[]{-150, -50, 50, 150};
  int held = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<lab::RatedGame> games;
    for (uint64_t block = 0; block < 40; ++block) {
      for (int a = 0; a < 4; ++a) {
        const int b = (a + 1 + static_cast<int>(chance.below(3))) % 4;
        std::vector<int> seats{a, b, b};
        std::vector<int> places(3);
        std::vector<size_t> left{0, 1, 2};
        for (int place = 1; place <= 3; ++place) {
          double sum = 0;
          for (size_t seat : left) sum += std::pow(10, truth[seats[seat]] / 400);
          double draw = sum * chance.below(1'000'000) / 1e6;
          size_t chosen = 0;
          while (chosen + 1 < left.size() &&
                 draw >= std::pow(10, truth[seats[left[chosen]]] / 400)) {
            draw -= std::pow(10, truth[seats[left[chosen]]] / 400);
            ++chosen;
          }
          places[left[chosen]] = place;
          left.erase(left.begin() + static_cast<std::ptrdiff_t>(chosen));
        }
        games.push_back(game(block, seats, places));
      }
    }
    const auto ratings = lab::rate(games, 4);
    for (size_t i = 0; i < 4; ++i) {
      held += ratings[i].interval.low <= truth[i] && truth[i] <= ratings[i].interval.high ? 1 : 0;
    }
  }
  EXPECT_GT(held, 4 * kRuns * 0.91);
  EXPECT_LT(held, 4 * kRuns) << "wider than they need to be";
}

}  // namespace
