#include "lab/simulate.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/record.h"
#include "games/registry.h"

namespace {

const std::atomic<bool> kNeverStop{false};

// One bot of the first kind, the other seats of the second.
lab::SimulationSpec one_against(std::string_view one, std::string_view others,
                                const engine::AnyGame& game, int seats, uint64_t games) {
  lab::SimulationSpec spec;
  spec.game = &game;
  spec.variants = engine::default_variants(game.spec());
  spec.seats.assign(static_cast<size_t>(seats), bots::BotSpec::of(others));
  spec.seats[0] = bots::BotSpec::of(one);
  spec.games = games;
  spec.seed = 7;
  return spec;
}

// The games of a simulation, as they come.
std::vector<lab::GameResult> games_of(const lab::SimulationSpec& spec) {
  std::vector<lab::GameResult> games;
  lab::simulate(spec, kNeverStop, nullptr,
                [&](const lab::GameResult& game) { games.push_back(game); });
  return games;
}

bool same_result(const lab::GameResult& a, const lab::GameResult& b) {
  return a.seed == b.seed && a.decisions == b.decisions && a.shift == b.shift &&
         a.outcome.score == b.outcome.score && a.outcome.rank == b.outcome.rank &&
         a.outcome.winners == b.outcome.winners;
}

TEST(Simulate, IsTheSameWithAnyNumberOfThreads) {
  for (const engine::AnyGame* game : games::all()) {
    lab::SimulationSpec spec = one_against("random", "random", *game, game->spec().max_seats, 200);
    spec.threads = 1;
    const std::vector<lab::GameResult> one = games_of(spec);
    spec.threads = 3;
    const std::vector<lab::GameResult> three = games_of(spec);
    ASSERT_EQ(one.size(), 200u);
    ASSERT_EQ(three.size(), 200u);
    for (size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(one[i].seed, 7 + i);
      EXPECT_TRUE(same_result(one[i], three[i])) << game->spec().id << ", game " << i;
    }
  }
}

TEST(Simulate, PlaysTheSameGameAsATableThatIsRecorded) {
  for (const engine::AnyGame* game : games::all()) {
    const lab::SimulationSpec spec =
        one_against("greedy", "random", *game, game->spec().min_seats, 6);
    const std::vector<lab::GameResult> games = games_of(spec);
    for (uint64_t i = 0; i < spec.games; ++i) {
      const auto table = lab::play_at_table(lab::game_plan(spec, i));
      ASSERT_TRUE(table);
      const lab::GameResult& result = games[i];
      EXPECT_EQ((*table)->steps().size(), result.decisions);
      EXPECT_EQ((*table)->outcome().score, result.outcome.score);
      EXPECT_EQ((*table)->outcome().winners, result.outcome.winners);
      const auto replayed = engine::read_record(engine::write_record(**table), games::find);
      ASSERT_TRUE(replayed) << replayed.error.text;
      EXPECT_EQ((*replayed)->hash(), (*table)->hash());
    }
  }
}

// A bot that always takes the first option, in shell; the others don't notice where it thinks.
TEST(PlayGame, ABotFromOutsidePlaysOnATable) {
  constexpr std::string_view kFirst =
      R"(exec:read hello; echo '{"type":"ready"}'; while read line; do echo '{"choice":0}'; done)";
  class Counter final : public lab::GameWatcher {
   public:
    bool wants_events() const override { return true; }
    void happened(const std::vector<engine::Event>& told) override { events += told.size(); }
    bool wants_decisions() const override { return true; }
    void decided(engine::Seat seat, const bots::Decision&, int64_t) override {
      ++decisions[engine::index_of(seat)];
    }
    size_t events = 0;
    std::map<int, int> decisions;
  };
  const engine::AnyGame& game = *games::all().front();
  lab::GamePlan plan{&game, nullptr, engine::default_variants(game.spec()), {}, {}, 7};
  plan.seats.assign(static_cast<size_t>(game.spec().min_seats), bots::BotSpec::of("random"));
  plan.seats[1] = *bots::BotSpec::parse(kFirst, bots::Outside::kAllowed);
  Counter counter;
  const auto result = lab::play_game(plan, &counter);
  ASSERT_TRUE(result);
  const auto table = lab::play_at_table(plan);
  ASSERT_TRUE(table);
  EXPECT_EQ(result->decisions, (*table)->steps().size());
  EXPECT_EQ(result->outcome.score, (*table)->outcome().score);
  EXPECT_EQ(counter.events, (*table)->events().size());
  EXPECT_GT(counter.decisions[1], 0);
  const std::atomic<bool> stop{true};
  EXPECT_FALSE(lab::play_game(plan, nullptr, &stop)) << "stopped halfway";
}

std::string told(const lab::Simulation& simulation) {
  return lab::event_table(
      lab::event_rows(*simulation.event_counts, *simulation.spec.game, *simulation.spec.edition));
}

TEST(EventCounts, AreTheEventsOfTheTablesWithAnyNumberOfThreads) {
  for (const engine::AnyGame* game : games::all()) {
    lab::SimulationSpec spec = one_against("random", "random", *game, game->spec().max_seats, 40);
    spec.event_counts = true;
    spec.threads = 1;
    const lab::Simulation one = lab::simulate(spec, kNeverStop, nullptr);
    spec.threads = 3;
    EXPECT_EQ(told(one), told(lab::simulate(spec, kNeverStop, nullptr)));

    std::map<uint8_t, uint64_t> counted;
    for (uint64_t i = 0; i < spec.games; ++i) {
      const auto table = lab::play_at_table(lab::game_plan(spec, i));
      ASSERT_TRUE(table);
      for (const engine::Event& event : (*table)->events()) ++counted[event.kind];
    }
    std::map<uint8_t, uint64_t> all;
    std::map<uint8_t, uint64_t> by_value;
    for (const auto& [key, count] : one.event_counts->counts()) {
      (key.about == lab::EventCounts::kAll ? all : by_value)[key.kind] += count.times;
    }
    EXPECT_EQ(all, counted) << game->spec().id;
    for (const auto& [kind, times] : by_value) EXPECT_EQ(times, all[kind]) << game->spec().id;
  }
}

TEST(EventCounts, SayHowThoseFaredToWhomTheyHappened) {
  // An event with a seat; a win shared by two is half a win for each.
  const engine::GameSpec& spec = games::all().front()->spec();
  uint8_t kind = 0;
  while (spec.events[kind].args[0] != engine::kSeatArg) ++kind;
  const auto event = [&](int seat) {
    return engine::Event{kind, {}, {static_cast<int16_t>(seat)}};
  };
  lab::EventCounts event_counts(spec);
  engine::Outcome outcome;
  outcome.winners.insert(engine::seat_at(0));
  outcome.winners.insert(engine::seat_at(1));
  event_counts.tell({event(0), event(0), event(2)});
  event_counts.end_game(outcome);
  event_counts.end_game(outcome);  // in which it didn't happen
  const auto& count = event_counts.counts().at({kind, lab::EventCounts::kAll});
  EXPECT_EQ(count.times, 3u);
  EXPECT_EQ(count.games, 1u);
  EXPECT_EQ(count.seats, 2u);
  EXPECT_EQ(count.wins, lab::EventCounts::kWin / 2);
}

TEST(Simulate, MovesTheBotsOnBySeats) {
  const engine::AnyGame& game = *games::all().front();
  lab::SimulationSpec spec = one_against("greedy", "random", game, 3, 0);
  for (uint64_t i = 0; i < 9; ++i) {
    const int shift = lab::shift_of(spec, i);
    for (int seat = 0; seat < 3; ++seat) {
      const bool greedy = lab::bot_at(spec, shift, seat).id() == "greedy";
      EXPECT_EQ(greedy, seat == static_cast<int>(i % 3));
    }
  }
  spec.rotate = false;
  EXPECT_EQ(lab::shift_of(spec, 5), 0);
}

TEST(Simulate, StopsWhenAskedAndKeepsWhatIsDone) {
  const engine::AnyGame& game = *games::all().front();
  const lab::SimulationSpec spec =
      one_against("random", "random", game, game.spec().min_seats, 1'000'000'000);
  std::atomic<bool> stop{false};
  uint64_t last = 0;
  const lab::Simulation simulation = lab::simulate(spec, stop, [&](uint64_t done) {
    last = done;
    stop = stop || done > 0;
  });
  EXPECT_GT(simulation.totals.games, 0u);
  EXPECT_LT(simulation.totals.games, spec.games);
  EXPECT_EQ(simulation.totals.games, last);
}

TEST(Simulate, NothingAskedForIsNothingDone) {
  const engine::AnyGame& game = *games::all().front();
  const lab::SimulationSpec spec = one_against("random", "random", game, game.spec().min_seats, 0);
  EXPECT_EQ(lab::simulate(spec, kNeverStop, nullptr).totals.games, 0u);
}

TEST(Simulate, GreedyWinsMoreThanItsShareAgainstRandomAtEveryNumberOfPlayers) {
  for (const engine::AnyGame* game : games::all()) {
    for (int seats = game->spec().min_seats; seats <= game->spec().max_seats; ++seats) {
      // A few games show it, or else many must.
      double low = 0;
      for (int count : {24, 240}) {
        const lab::SimulationSpec spec = one_against("greedy", "random", *game, seats, count);
        double wins = 0;
        for (const lab::GameResult& result : games_of(spec)) {
          if (result.outcome.winners.contains(engine::seat_at(result.shift))) {
            wins += 1.0 / result.outcome.winners.size();
          }
        }
        low = lab::wilson95(wins, count).low;
        if (low > 1.0 / seats) break;
      }
      EXPECT_GT(low, 1.0 / seats) << game->spec().id << ", " << seats;
    }
  }
}

TEST(Wilson, AgreesWithPublishedIntervals) {
  // Newcombe (1998), Statistics in Medicine 17, table I, method 3.
  const auto near = [](lab::Interval got, double low, double high) {
    EXPECT_NEAR(got.low, low, 0.00005);
    EXPECT_NEAR(got.high, high, 0.00005);
  };
  near(lab::wilson95(81, 263), 0.2553, 0.3662);
  near(lab::wilson95(15, 148), 0.0624, 0.1605);
  near(lab::wilson95(0, 20), 0.0000, 0.1611);
  near(lab::wilson95(1, 29), 0.0061, 0.1718);
}

TEST(Wilson, OfNoTrialsSaysNothing) {
  EXPECT_EQ(lab::wilson95(0, 0).low, 0);
  EXPECT_EQ(lab::wilson95(0, 0).high, 1);
}

}  // namespace
