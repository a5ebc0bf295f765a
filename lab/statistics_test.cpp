#include "lab/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/chance.h"

namespace {

// Tables of Student's t, for instance in R: qt(0.975, df).
TEST(Student, IsThatOfTheTables) {
  EXPECT_NEAR(lab::student975(1), 12.7062, 1e-4);
  EXPECT_NEAR(lab::student975(2), 4.302653, 1e-5);
  EXPECT_NEAR(lab::student975(3), 3.182446, 1e-5);
  EXPECT_NEAR(lab::student975(4), 2.776445, 1e-5);
  EXPECT_NEAR(lab::student975(10), 2.228139, 1e-5);
  EXPECT_NEAR(lab::student975(30), 2.042272, 1e-5);
  EXPECT_NEAR(lab::student975(100), 1.983972, 1e-5);
  EXPECT_NEAR(lab::student975(1e7), 1.959964, 1e-5);
}

TEST(Mean95, IsStudentsInterval) {
  const double sample[]{1, 2, 3, 4, 5};  // deviation sqrt(2.5), 4 degrees of freedom
  const lab::Estimate of = lab::mean95(sample);
  EXPECT_DOUBLE_EQ(of.mean, 3);
  EXPECT_NEAR(of.interval.high, 3 + 2.776445 * std::sqrt(2.5 / 5), 1e-5);
  EXPECT_NEAR(of.interval.low, 3 - 2.776445 * std::sqrt(2.5 / 5), 1e-5);
  EXPECT_FALSE(std::isfinite(lab::mean95({sample, 1}).interval.high));
}

TEST(Share95, OfIndependentGamesIsNearlyWilsons) {
  // 4000 blocks of two games, of which as many are won twice, once and never as if by coin.
  std::vector<double> blocks;
  for (int i = 0; i < 4000; ++i) blocks.push_back(i % 4 == 0 ? 1 : i % 4 == 1 ? 0 : 0.5);
  const lab::Estimate of = lab::share95(blocks, 2);
  const lab::Interval games = lab::wilson95(4000, 8000);
  EXPECT_DOUBLE_EQ(of.mean, 0.5);
  EXPECT_NEAR(of.interval.low, games.low, 1e-4);
  EXPECT_NEAR(of.interval.high, games.high, 1e-4);
}

TEST(Share95, KnowsThatTheGamesOfABlockGoTogether) {
  std::vector<double> together;  // both games won or both lost: as many trials as blocks
  std::vector<double> apart;     // each seat wins its game: the blocks hardly vary
  for (int i = 0; i < 400; ++i) {
    together.push_back(i % 2);
    apart.push_back(i % 50 == 0 ? 1 : i % 50 == 25 ? 0 : 0.5);
  }
  const auto width = [](const lab::Estimate& of) { return of.interval.high - of.interval.low; };
  const lab::Interval trials = lab::wilson95(200, 400);
  EXPECT_NEAR(width(lab::share95(together, 2)), trials.high - trials.low, 2e-3);
  EXPECT_LT(width(lab::share95(apart, 2)), width(lab::share95(together, 2)) / 4);
}

TEST(Share95, IsHonestAtTheEnds) {
  const std::vector<double> won(100, 1.0);
  EXPECT_EQ(lab::share95(won, 2).interval.high, 1);
  EXPECT_NEAR(lab::share95(won, 2).interval.low, lab::wilson95(200, 200).low, 1e-3);
  // One game lost is not better than none.
  std::vector<double> nearly = won;
  nearly[17] = 0.5;
  EXPECT_LT(lab::share95(nearly, 2).interval.low, lab::share95(won, 2).interval.low);
  // Blocks that are all alike don't make the next one certain.
  const std::vector<double> alike(10, 0.5);
  EXPECT_LT(lab::share95(alike, 2).interval.low, 0.45);
  EXPECT_GT(lab::share95(alike, 2).interval.high, 0.55);
  const double one[]{0.5};
  EXPECT_EQ(lab::share95(one, 2).interval.low, 0);
  EXPECT_EQ(lab::share95(one, 2).interval.high, 1);
}

// Blocks of four games with a deal in common, which makes all four likelier or less likely to be
// won: how often the interval holds the truth.
double coverage(double share, double deal, int blocks, engine::Chance& chance) {
  constexpr int kRuns = 1000;
  constexpr uint32_t kFine = 1'000'000;
  int held = 0;
  std::vector<double> means(static_cast<size_t>(blocks));
  for (int run = 0; run < kRuns; ++run) {
    for (double& mean : means) {
      const double tilt = share + (chance.below(2) == 0 ? deal : -deal);
      mean = 0;
      for (int game = 0; game < 4; ++game) mean += chance.below(kFine) < tilt * kFine ? 0.25 : 0;
    }
    const lab::Interval interval = lab::share95(means, 4).interval;
    held += interval.low <= share && share <= interval.high ? 1 : 0;
  }
  return static_cast<double>(held) / kRuns;
}

TEST(Share95, HoldsTheTruthNineteenTimesInTwenty) {
  engine::Chance chance(1);
  const double coverages[]{coverage(0.25, 0, 40, chance), coverage(0.25, 0.15, 40, chance),
                           coverage(0.5, 0.4, 25, chance), coverage(0.95, 0.04, 100, chance)};
  for (double each : coverages) {
    EXPECT_GT(each, 0.93);
    EXPECT_LT(each, 0.98);
  }
}

TEST(Statistics, TailsOfStudentAreThoseOfTheTables) {
  EXPECT_NEAR(lab::student_tails(2.228, 10), 0.05, 1e-4);
  EXPECT_NEAR(lab::student_tails(-12.706, 1), 0.05, 1e-4);
  EXPECT_NEAR(lab::student_tails(1.96, 1e6), 0.05, 1e-4);
  EXPECT_DOUBLE_EQ(lab::student_tails(0, 7), 1);
  for (const double degrees : {1.0, 4.0, 30.0, 1000.0}) {
    EXPECT_NEAR(lab::student_tails(lab::student975(degrees), degrees), 0.05, 1e-5);
  }
}

// The example of Benjamini and Hochberg (1995), table 1: of fifteen, four hold.
TEST(Statistics, FalseDiscoveriesAreBounded) {
  const std::vector<double> p{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                              0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000};
  const std::vector<bool> hold = lab::false_discoveries_below(0.05, p);
  for (size_t i = 0; i < p.size(); ++i) EXPECT_EQ(hold[i], i < 4) << i;
  EXPECT_TRUE(lab::false_discoveries_below(0.05, {}).empty());
}

}  // namespace
