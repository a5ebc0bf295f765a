#include "lab/bench.h"

#include <gtest/gtest.h>

#include "bots/signature.h"
#include "engine/record.h"
#include "games/registry.h"

namespace {

// The figures themselves are no test; that each is there and makes sense is.
TEST(Bench, HasAFigureForEverythingAndEveryNumberOfPlayers) {
  for (const engine::AnyGame* game : games::all()) {
    const lab::GameBench bench = lab::bench_game(*game, {.seconds = 0.001, .repeats = 1});
    EXPECT_EQ(bench.played.game, game->spec().id);
    EXPECT_EQ(bench.signature, bots::signature(*game));
    EXPECT_EQ(bench.state_bytes, game->state_size());
    ASSERT_EQ(bench.rows.size(),
              static_cast<size_t>(game->spec().max_seats - game->spec().min_seats + 1));
    for (size_t i = 0; i < bench.rows.size(); ++i) {
      const lab::BenchRow& row = bench.rows[i];
      EXPECT_EQ(row.seats, game->spec().min_seats + static_cast<int>(i));
      EXPECT_GE(row.branching, 1);
      EXPECT_NEAR(row.games_per_second * row.decisions_per_game, row.decisions_per_second, 1);
      for (const double figure : {row.decisions_per_second, row.decisions_per_game, row.copy_ns,
                                  row.options_ns, row.reimagine_ns, row.view_us, row.greedy_us}) {
        EXPECT_GT(figure, 0);
      }
    }
  }
}

TEST(Bench, JsonAndTableHoldTheSameFigures) {
  lab::GameBench bench;
  bench.played.game = "some";
  bench.signature = 0xabc;
  bench.state_bytes = 512;
  bench.rows.push_back({.seats = 4,
                        .decisions_per_second = 9.5e6,
                        .games_per_second = 100000,
                        .decisions_per_game = 95,
                        .branching = 4.25,
                        .copy_ns = 12,
                        .options_ns = 30,
                        .reimagine_ns = 400,
                        .view_us = 3.5,
                        .greedy_us = 150});
  const auto json = engine::parse_json(lab::bench_json({bench}), "bench");
  ASSERT_TRUE(json) << json.error.text;
  const engine::Json& game = json.value.items.at(0);
  EXPECT_EQ(game.find("signature")->text, "0000000000000abc");
  EXPECT_EQ(game.find("state_bytes")->integer, 512);
  const engine::Json& row = game.find("by_players")->items.at(0);
  EXPECT_EQ(row.find("players")->integer, 4);
  EXPECT_EQ(row.find("branching")->text, "4.250");
  const std::string table = lab::bench_table({bench});
  EXPECT_NE(table.find("some: state 512 bytes, bench signature 0000000000000abc"),
            std::string::npos);
  EXPECT_NE(table.find("9.50 M    100000"), std::string::npos) << table;
}

}  // namespace
