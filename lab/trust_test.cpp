#include "lab/trust.h"

#include <gtest/gtest.h>

#include "games/registry.h"

namespace lab {
namespace trust_test {

TrustSpec small(uint64_t games, uint64_t iterations) {
  TrustSpec spec;
  spec.game = games::all().front();
  spec.variants = engine::default_variants(spec.game->spec());
  spec.players = 3;
  spec.bot = bots::BotSpec::of("search:ms=0,iterations=200");
  spec.games = games;
  spec.seed = 1;
  spec.iterations = iterations;
  spec.reference = 4000;
  return spec;
}

const std::atomic<bool> kGoOn{false};

// The long version of it is `stamtafel trust GAME --blunders` (docs/review.md).
TEST(Trust, PlantedBlundersAreFoundAndAGoodPlayerIsLeftAlone) {
  const Planted planted = measure_planted(small(6, 60'000), kGoOn, {});
  EXPECT_EQ(planted.games, 6u);
  EXPECT_EQ(planted.planted.choices, 6u);
  EXPECT_EQ(planted.random.choices, 6u);
  EXPECT_LE(planted.random_losing.choices, planted.random.choices);
  EXPECT_GE(planted.planted.mistakes, 6u - 1) << planted_table(planted);
  EXPECT_GE(planted.planted.imprecise, planted.planted.mistakes);
  EXPECT_GE(planted.planted.mistakes, planted.planted.blunders);
  EXPECT_GT(planted.longest, 0);
  EXPECT_GE(planted.longest, planted.seconds);
  uint64_t all = 0;
  for (const uint64_t count : planted.others) all += count;
  const uint64_t faults = planted.others[static_cast<size_t>(bots::Grade::kMistake)] +
                          planted.others[static_cast<size_t>(bots::Grade::kBlunder)];
  EXPECT_GT(all, 200u);
  EXPECT_LT(faults * 20, all) << planted_table(planted);
}

TEST(Trust, AGameMayHaveSeveralBlunders) {
  TrustSpec spec = small(3, 20'000);
  spec.plants = 2;
  const Planted planted = measure_planted(spec, kGoOn, {});
  EXPECT_GT(planted.planted.choices, 3u) << "some game has two";
  EXPECT_LE(planted.planted.choices, 6u);
  EXPECT_EQ(planted.random.choices, 6u);
}

TEST(Trust, ReliabilityCountsEveryLook) {
  const TrustSpec spec = small(5, 20'000);
  const Reliability found = measure_reliability(spec, kGoOn, {});
  EXPECT_EQ(found.games, 5u);
  EXPECT_EQ(found.positions, 5u * kLooksAtAGame);
  uint64_t looks = 0;
  double won = 0;
  double said = 0;
  for (const Reliability::Bucket& bucket : found.buckets) {
    looks += bucket.looks;
    won += bucket.won.mean * static_cast<double>(bucket.looks);
    said += bucket.said * static_cast<double>(bucket.looks);
  }
  const auto positions = static_cast<double>(found.positions);
  EXPECT_EQ(looks, found.positions * 3);
  EXPECT_NEAR(won, positions, 0.01) << "in every position somebody wins";
  EXPECT_NEAR(said, positions, 0.01);
  EXPECT_NE(reliability_table(found).find("5 games, 40 positions"), std::string::npos);
}

TEST(Trust, StopsWhenAskedTo) {
  const std::atomic<bool> stop{true};
  EXPECT_EQ(measure_planted(small(5, 1000), stop, {}).games, 0u);
  EXPECT_EQ(measure_reliability(small(5, 1000), stop, {}).games, 0u);
}

}  // namespace trust_test
}  // namespace lab
