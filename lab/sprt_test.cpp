#include "lab/sprt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/chance.h"

namespace {

TEST(Sprt, ReadsHypothesesInPercentAndElo) {
  lab::SprtSpec spec;
  EXPECT_FALSE(lab::parse_hypotheses("50,55", 2, spec));
  EXPECT_EQ(spec.h0, 0.5);
  EXPECT_EQ(spec.h1, 0.55);
  EXPECT_FALSE(lab::parse_hypotheses("0elo, 20 elo", 4, spec));
  EXPECT_EQ(spec.h0, 0.25);
  EXPECT_NEAR(spec.h1, lab::share_of_elo(20, 4), 1e-6);
  EXPECT_NEAR(lab::elo_of_share(lab::share_of_elo(37, 3), 3), 37, 1e-9);
  EXPECT_NEAR(lab::share_of_elo(100, 2), 0.640065, 1e-6);
  for (const char* wrong : {"50", "50,55,60", "55,50", "50,50", "0,50", "50,100", "x,55", ""}) {
    EXPECT_EQ(lab::parse_hypotheses(wrong, 2, spec).code, engine::ErrorCode::kUsage) << wrong;
  }
}

// One game a block without ties is a Bernoulli trial, where the ratio has a formula.
TEST(Sprt, OfSingleGamesIsWaldsTest) {
  lab::Sprt sprt({.h0 = 0.5, .h1 = 0.6}, 1);
  EXPECT_NEAR(sprt.lower(), std::log(0.05 / 0.95), 1e-12);
  EXPECT_NEAR(sprt.upper(), std::log(0.95 / 0.05), 1e-12);
  for (int i = 0; i < 30; ++i) sprt.add(i % 3 == 0 ? 0 : 1);
  EXPECT_NEAR(sprt.llr(), 20 * std::log(0.6 / 0.5) + 10 * std::log(0.4 / 0.5), 0.01);
}

// The normal approximation: blocks (h1 - h0)(mean - (h0 + h1)/2) / variance.
TEST(Sprt, OfManyBlocksIsTheNormalTest) {
  lab::Sprt sprt({.h0 = 0.5, .h1 = 0.51, .alpha = 1e-9, .beta = 1e-9}, 2);
  const double values[]{1, 0, 0.5, 0.5, 1};  // mean .6, variance .14
  for (int i = 0; i < 100; ++i) sprt.add(values[i % 5]);
  EXPECT_NEAR(sprt.llr(), 100 * 0.01 * (0.6 - 0.505) / 0.14, 0.05);
}

TEST(Sprt, StopsCountingAtTheVerdictAndAtTheCap) {
  lab::Sprt sprt({.h0 = 0.5, .h1 = 0.9}, 2);
  while (sprt.verdict() == lab::Sprt::Verdict::kOpen && sprt.blocks() < 100) sprt.add(1);
  EXPECT_EQ(sprt.verdict(), lab::Sprt::Verdict::kH1);
  const uint64_t blocks = sprt.blocks();
  EXPECT_EQ(sprt.add(0), lab::Sprt::Verdict::kH1);
  EXPECT_EQ(sprt.blocks(), blocks);
  lab::Sprt capped({.h0 = 0.5, .h1 = 0.51, .max_blocks = 3}, 2);
  for (int i = 0; i < 10; ++i) capped.add(0.5);
  EXPECT_EQ(capped.blocks(), 3u);
  EXPECT_EQ(capped.verdict(), lab::Sprt::Verdict::kOpen);
}

// How often h1 is taken when every game is won with probability `share`, moved up or down by `deal`
// for all games of a block.
double taken(const lab::SprtSpec& spec, int games, double share, double deal,
             engine::Chance& chance) {
  constexpr int kRuns = 400;
  constexpr uint32_t kFine = 1'000'000;
  int h1 = 0;
  int decided = 0;
  for (int run = 0; run < kRuns; ++run) {
    lab::Sprt sprt(spec, games);
    while (sprt.verdict() == lab::Sprt::Verdict::kOpen && sprt.blocks() < spec.max_blocks) {
      const double tilted = share + (chance.below(2) == 0 ? deal : -deal);
      int won = 0;
      for (int i = 0; i < games; ++i) won += chance.below(kFine) < tilted * kFine ? 1 : 0;
      sprt.add(static_cast<double>(won) / games);
    }
    decided += sprt.verdict() != lab::Sprt::Verdict::kOpen ? 1 : 0;
    h1 += sprt.verdict() == lab::Sprt::Verdict::kH1 ? 1 : 0;
  }
  EXPECT_GT(decided, kRuns * 0.99);
  return static_cast<double>(h1) / kRuns;
}

TEST(Sprt, KeepsItsErrorRates) {
  struct Trial {
    lab::SprtSpec spec;
    int games;
    double deal;
  };
  const Trial trials[]{{{.h0 = 0.5, .h1 = 0.6, .max_blocks = 3000}, 2, 0},
                       {{.h0 = 0.5, .h1 = 0.6, .max_blocks = 3000}, 2, 0.3},
                       {{.h0 = 0.25, .h1 = 0.35, .max_blocks = 3000}, 4, 0.1},
                       {{.h0 = 0.5, .h1 = 0.75, .max_blocks = 3000}, 2, 0}};
  engine::Chance chance(1);
  for (const auto& [spec, games, deal] : trials) {
    EXPECT_LT(taken(spec, games, spec.h0, deal, chance), 0.075) << games << " games, " << spec.h1;
    EXPECT_GT(taken(spec, games, spec.h1, deal, chance), 0.925) << games << " games, " << spec.h1;
  }
}

}  // namespace
