// For every game: its luck adds up.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/luck.h"
#include "games/registry.h"
#include "tests/plain_table.h"

namespace {

// A random game to its end; `look` sees every position.
template <class Look>
std::unique_ptr<engine::AnyTable> random_game(const engine::AnyGame& game, uint64_t seed,
                                              const Look& look) {
  const int counts = game.spec().max_seats - game.spec().min_seats + 1;
  std::unique_ptr<engine::AnyTable> table =
      tests::plain_table(game, seed, game.spec().min_seats + static_cast<int>(seed) % counts);
  engine::Chance chance(seed, 1);
  while (!table->over()) {
    look(*table);
    const engine::Seat seat = table->acting().front();
    engine::Offer offer(engine::Offer::Keep::kLegal);
    table->offer(seat, offer);
    const auto pick = static_cast<int>(chance.below(static_cast<uint32_t>(offer.size())));
    EXPECT_FALSE(table->act(seat, offer[pick].action));
  }
  look(*table);
  return table;
}

TEST(Luck, CountsWhatChanceBroughtBesideWhatWasExpected) {
  for (const engine::AnyGame* game : games::all()) {
    const auto table = random_game(*game, 7, [](const engine::AnyTable&) {});
    const engine::Luck luck = engine::measure_luck(*table, 16);
    ASSERT_FALSE(luck.chances.empty()) << game->spec().id;
    for (const auto& [kind, chance] : luck.chances) {
      double count = 0;
      double expected = 0;
      for (const auto& [value, of] : chance.values) {
        count += of.count;
        expected += of.expected;
      }
      EXPECT_EQ(count, chance.count);
      EXPECT_NEAR(expected, chance.count, 1e-6);
    }
    engine::SeatPoints sum{};
    for (const engine::Luck::OfStep& step : luck.steps) {
      for (size_t i = 0; i < sum.size(); ++i) sum[i] += step.points[i];
    }
    for (size_t i = 0; i < sum.size(); ++i) EXPECT_NEAR(sum[i], luck.points[i], 1e-6);
  }
}

// Over many games nobody is lucky: the average lies near zero, measured by its own deviation.
TEST(Luck, IsNoneOnAverage) {
  for (const engine::AnyGame* game : games::all()) {
    double points = 0;
    double variance = 0;
    for (uint64_t seed = 1; seed <= 24; ++seed) {
      const auto table = random_game(*game, seed, [](const engine::AnyTable&) {});
      const engine::Luck luck = engine::measure_luck(*table, 24);
      points += luck.points[0];
      variance += luck.deviation[0] * luck.deviation[0];
    }
    ASSERT_GT(variance, 0);
    EXPECT_LT(std::abs(points) / std::sqrt(variance), 4) << game->spec().id;
  }
}

TEST(Imagine, LooksTheSameToTheSeatAndGoesItsOwnWay) {
  for (const engine::AnyGame* game : games::all()) {
    uint64_t seed = 1000;
    random_game(*game, 3, [&](const engine::AnyTable& table) {
      for (int i = 0; i < table.seats(); ++i) {
        const engine::Seat seat = engine::seat_at(i);
        const auto world = table.imagine(seat, engine::ChanceSource::of_seed(++seed));
        const auto viewer = engine::Viewer::at(seat);
        ASSERT_EQ(world->view_text(viewer), table.view_text(viewer));
        EXPECT_TRUE(world->events().empty());
        EXPECT_NE(world->chance().seed, table.chance().seed);
      }
    });
  }
}

}  // namespace
