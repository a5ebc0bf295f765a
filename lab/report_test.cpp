#include "lab/report.h"

#include <gtest/gtest.h>

#include "engine/record.h"
#include "games/registry.h"

namespace {

// Three games of known outcome: a win of seat 0, a shared win of 0 and 1, and no winner.
struct KnownGames {
  lab::Simulation simulation;
  std::vector<lab::GameResult> games;
};

KnownGames known_games() {
  KnownGames known;
  lab::Simulation& simulation = known.simulation;
  const engine::AnyGame& game = *games::all().front();
  simulation.spec.game = &game;
  simulation.spec.variants = engine::default_variants(game.spec());
  simulation.spec.seats.assign(static_cast<size_t>(game.spec().min_seats),
                               bots::BotSpec::of("random"));
  simulation.spec.seats[0] = bots::BotSpec::of("greedy");
  simulation.spec.games = 4;
  simulation.spec.seed = 10;
  simulation.seconds = 1.5;
  for (int i = 0; i < 3; ++i) {
    lab::GameResult result;
    result.seed = 10 + static_cast<uint64_t>(i);
    result.decisions = 100 + 10 * static_cast<uint32_t>(i);
    result.shift = static_cast<uint8_t>(lab::shift_of(simulation.spec, static_cast<uint64_t>(i)));
    result.outcome.score = {static_cast<int16_t>(10 + i), 5, 5};
    result.outcome.rank = {1, 2, 2};
    result.outcome.winners = engine::SeatSet::from_bits(i == 0 ? 1 : i == 1 ? 3 : 0);
    simulation.totals.add(result.outcome, result.decisions, game.spec().min_seats, result.shift);
    known.games.push_back(result);
  }
  return known;
}

lab::Simulation three_known_games() { return known_games().simulation; }

TEST(Report, CountsWinsBySeatAndByBot) {
  const lab::Summary summary = lab::summarize(three_known_games());
  EXPECT_EQ(summary.games, 3u);
  EXPECT_EQ(summary.asked_for, 4u);
  EXPECT_EQ(summary.no_winner, 1u);
  EXPECT_EQ(summary.shared_wins, 1u);
  EXPECT_DOUBLE_EQ(summary.games_per_second, 2);
  EXPECT_DOUBLE_EQ(summary.by_seat[0].wins, 1.5);
  EXPECT_DOUBLE_EQ(summary.by_seat[1].wins, 0.5);
  EXPECT_DOUBLE_EQ(summary.by_seat[2].wins, 0);
  EXPECT_DOUBLE_EQ(summary.by_seat[0].score_mean, 11);
  EXPECT_DOUBLE_EQ(summary.by_seat[0].score_deviation, 1);
  // The greedy bot sat at seat 0, then at seat 1, then at seat 2.
  ASSERT_EQ(summary.by_bot.size(), 2u);
  EXPECT_EQ(summary.by_bot[1].name, "greedy");
  EXPECT_EQ(summary.by_bot[1].games, 3u);
  EXPECT_DOUBLE_EQ(summary.by_bot[1].wins, 1.5);
  EXPECT_EQ(summary.by_bot[0].games, 3u * (summary.by_seat.size() - 1));
  EXPECT_DOUBLE_EQ(summary.by_bot[0].wins, 0.5);
  EXPECT_DOUBLE_EQ(summary.by_bot[1].share.low, lab::wilson95(1.5, 3).low);
}

TEST(Report, TellsHowLongGamesAre) {
  const lab::Summary summary = lab::summarize(three_known_games());
  EXPECT_DOUBLE_EQ(summary.decisions_mean, 110);
  EXPECT_EQ(summary.decisions_min, 100u);
  EXPECT_EQ(summary.decisions_max, 120u);
  EXPECT_EQ(summary.decisions_quantiles, (std::array<uint32_t, 5>{100, 100, 110, 120, 120}));
}

TEST(Report, TableHasAlignedColumnsAndSaysThatItWasStopped) {
  const std::string table = lab::summary_table(lab::summarize(three_known_games()));
  EXPECT_NE(table.find("3 games (stopped; 4 were asked for) in 1.5 s, 2 games/s, seed 10"),
            std::string::npos);
  EXPECT_NE(table.find("greedy          3         1.5   50.0 %"), std::string::npos) << table;
  EXPECT_NE(table.find("random          6         0.5    8.3 %"), std::string::npos) << table;
}

TEST(Report, OfNoGamesIsNotAnError) {
  lab::Simulation simulation = three_known_games();
  simulation.totals = {};
  const lab::Summary summary = lab::summarize(simulation);
  EXPECT_EQ(summary.games, 0u);
  EXPECT_NE(lab::summary_table(summary).find(": 0 games"), std::string::npos);
  EXPECT_TRUE(engine::parse_json(lab::summary_json(summary), "summary"));
}

TEST(Report, JsonHoldsTheSummary) {
  const auto json =
      engine::parse_json(lab::summary_json(lab::summarize(three_known_games())), "summary");
  ASSERT_TRUE(json) << json.error.text;
  EXPECT_EQ(json.value.find("games")->integer, 3);
  EXPECT_EQ(json.value.find("seed")->text, "10");
  EXPECT_EQ(json.value.find("bots")->items.size(), 2u);
  EXPECT_EQ(json.value.find("bots")->items[1].find("bot")->text, "greedy");
  const engine::AnyGame& game = *games::all().front();
  EXPECT_EQ(json.value.find("seats")->items[0].find("seat")->text, game.spec().seat_ids[0]);
  EXPECT_EQ(json.value.find("rules_version")->integer, game.spec().rules_version);
  EXPECT_EQ(json.value.find("edition")->find("hash")->text,
            engine::hex64(game.default_edition()->hash()));
  EXPECT_TRUE(json.value.find("variants")->is_object());
  EXPECT_EQ(json.value.find("players")->integer, game.spec().min_seats);
  EXPECT_EQ(json.value.find("decisions")->find("p50")->integer, 110);
}

// The parts between separators, empty ones included.
std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char letter : text) {
    if (letter == separator) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

TEST(Report, CsvHasARowForEachGameWithEqualColumns) {
  const auto [simulation, games] = known_games();
  std::string csv = lab::csv_head(simulation.spec);
  for (const lab::GameResult& game : games) csv += lab::csv_row(simulation.spec, game);
  const std::vector<std::string> lines = parts_of(csv, '\n');
  ASSERT_EQ(lines.size(), 5u);  // header, three games, nothing after the last line end
  EXPECT_EQ(lines[4], "");
  EXPECT_TRUE(lines[0].starts_with("game,seed,decisions,winners,"));
  const size_t columns = 4 + 3 * simulation.spec.seats.size();
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(parts_of(lines[i], ',').size(), columns) << lines[i];
  EXPECT_TRUE(lines[1].starts_with("0,10,100,")) << lines[1];
  EXPECT_NE(lines[1].find(",greedy,10,1,random,5,2,random,5,2"), std::string::npos) << lines[1];
  EXPECT_NE(lines[2].find(",random,11,1,greedy,5,2,random,5,2"), std::string::npos) << lines[2];
  EXPECT_TRUE(lines[3].starts_with("2,12,120,,random,12,1,random,5,2,greedy,5,2")) << lines[3];
}

}  // namespace
