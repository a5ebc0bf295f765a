#include "lab/arena.h"

#include <gtest/gtest.h>

#include <set>

#include "games/registry.h"
#include "lab/arena_report.h"

namespace {

const std::atomic<bool> kNotStopped{false};

lab::ArenaSpec arena_of(const engine::AnyGame& game, std::string_view bots, uint64_t blocks) {
  lab::ArenaSpec spec;
  spec.game = &game;
  spec.variants = engine::default_variants(game.spec());
  spec.players = game.spec().min_seats;
  spec.bots = *bots::parse_bots(bots);
  spec.blocks = blocks;
  return spec;
}
lab::ArenaSpec arena_of(std::string_view bots, uint64_t blocks) {
  return arena_of(*games::all().front(), bots, blocks);
}

lab::ArenaResults played(const lab::ArenaSpec& spec) {
  lab::ArenaResults results{lab::head_of(spec), {}, lab::Clocks(spec.bots.size())};
  lab::ArenaWatch watch;
  watch.take = [&](const lab::Block& block, const lab::Clocks& clocks) {
    results.blocks.push_back(block);
    for (size_t i = 0; i < clocks.size(); ++i) results.clocks[i].add(clocks[i]);
    return true;
  };
  lab::run_arena(spec, kNotStopped, watch);
  return results;
}

bool same_games(const lab::Block& a, const lab::Block& b) {
  if (a.place() != b.place() || a.seed != b.seed || a.games.size() != b.games.size()) return false;
  for (size_t i = 0; i < a.games.size(); ++i) {
    const lab::BlockGame& x = a.games[i];
    const lab::BlockGame& y = b.games[i];
    if (x.seat != y.seat || x.decisions != y.decisions || x.outcome.score != y.outcome.score ||
        x.outcome.rank != y.outcome.rank || x.outcome.winners != y.outcome.winners)
      return false;
  }
  return true;
}

// Who sees everything plays otherwise, and nobody takes its results for an honest bot's.
TEST(Arena, ACheatIsToldFromAnHonestBot) {
  lab::ArenaSpec spec = arena_of(*games::find("koenig"), "greedy,greedy", 3);
  const lab::ArenaResults honest = played(spec);
  spec.cheat = true;
  const lab::ArenaResults cheat = played(spec);
  ASSERT_EQ(cheat.blocks.size(), honest.blocks.size());
  bool otherwise = false;
  for (size_t i = 0; i < cheat.blocks.size(); ++i)
    otherwise = otherwise || !same_games(cheat.blocks[i], honest.blocks[i]);
  EXPECT_TRUE(otherwise);
  EXPECT_EQ(lab::difference(cheat.head, honest.head),
            "Another candidate: one that sees everything there, an honest one here");
  EXPECT_NE(lab::arena_table(lab::report_of(cheat)).find("sees everything"), std::string::npos);
  EXPECT_EQ(lab::arena_table(lab::report_of(honest)).find("sees everything"), std::string::npos);
}

TEST(Arena, IsTheSameWithAnyNumberOfThreads) {
  for (const engine::AnyGame* game : games::all()) {
    const bool quick = game != games::all().front();
    lab::ArenaSpec spec =
        arena_of(*game, quick ? "random,random" : "search:iterations=3,greedy", 3);
    spec.threads = 1;
    const lab::ArenaResults one = played(spec);
    spec.threads = 3;
    const lab::ArenaResults three = played(spec);
    ASSERT_EQ(one.blocks.size(), 3u);
    ASSERT_EQ(three.blocks.size(), 3u);
    for (size_t i = 0; i < one.blocks.size(); ++i) {
      EXPECT_EQ(one.blocks[i].number, i);
      EXPECT_TRUE(same_games(one.blocks[i], three.blocks[i])) << game->spec().id << ", block " << i;
    }
  }
}

TEST(Arena, ABlockIsOneSeedWithTheCandidateInEverySeat) {
  const lab::ArenaSpec spec = arena_of("greedy,random", 4);
  std::set<uint64_t> seeds;
  for (const lab::Block& block : played(spec).blocks) {
    seeds.insert(block.seed);
    EXPECT_EQ(block.seed, spec.seeds.of_block(block.number));
    ASSERT_EQ(static_cast<int>(block.games.size()), spec.players);
    for (int seat = 0; seat < spec.players; ++seat) {
      EXPECT_EQ(block.games[static_cast<size_t>(seat)].seat, seat);
    }
  }
  EXPECT_EQ(seeds.size(), 4u);
}

TEST(Arena, ABotAgainstItselfIsEven) {
  const lab::ArenaReport report = lab::report_of(played(arena_of("random,random", 1500)));
  ASSERT_EQ(report.pairs.size(), 1u);
  const lab::PairRow& row = report.pairs[0];
  EXPECT_LE(row.share.interval.low, report.even);
  EXPECT_GE(row.share.interval.high, report.even);
  EXPECT_LT(row.share.interval.low, row.share.mean) << "its games differ from seat to seat";
  EXPECT_LE(row.margin.interval.low, 0.5);
  const double middle = (report.head.players + 1) / 2.0;
  EXPECT_LE(row.rank.interval.low, middle);
  EXPECT_GE(row.rank.interval.high, middle);
}

TEST(Arena, TheBetterBotIsFoundToBeBetter) {
  const lab::ArenaReport report = lab::report_of(played(arena_of("greedy,random", 12)));
  const lab::PairRow& row = report.pairs[0];
  EXPECT_GT(row.share.interval.low, report.even);
  EXPECT_LT(row.rank.interval.high, (report.head.players + 1) / 2.0);
  EXPECT_GT(report.bots[0].p50, report.bots[1].p50) << "greedy thinks";
  EXPECT_GE(report.bots[0].p99, report.bots[0].p50);
  EXPECT_EQ(report.bots[1].iterations_per_second, 0) << "random makes none";
}

TEST(Arena, IterationsAreCounted) {
  const lab::ArenaResults results = played(arena_of("search:iterations=5,random", 1));
  EXPECT_GT(lab::report_of(results).bots[0].iterations_per_second, 0);
  EXPECT_EQ(results.clocks[0].counts().iterations % 5, 0u);
}

TEST(Arena, ManyBotsAreARoundRobin) {
  lab::ArenaSpec spec = arena_of("random,greedy,random", 1);
  spec.players = 2;
  EXPECT_EQ(spec.pairings(), (std::vector<lab::Pairing>{{0, 1}, {0, 2}, {1, 2}}));
  spec.players = 3;
  EXPECT_EQ(spec.pairings(),
            (std::vector<lab::Pairing>{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}));
}

TEST(Arena, EndsWhenItIsEnough) {
  const lab::ArenaSpec spec = arena_of("random,random", 1'000'000'000);
  uint64_t taken = 0;
  lab::ArenaWatch watch;
  watch.take = [&](const lab::Block& block, const lab::Clocks&) {
    EXPECT_EQ(block.number, taken);
    return ++taken < 5;
  };
  lab::run_arena(spec, kNotStopped, watch);
  EXPECT_EQ(taken, 5u);
}

TEST(Arena, EndsWhenItIsStopped) {
  const lab::ArenaSpec spec = arena_of("random,random", 1'000'000'000);
  std::atomic<bool> stop{false};
  lab::ArenaWatch watch;
  watch.take = [](const lab::Block&, const lab::Clocks&) { return true; };
  watch.progress = [&] { stop = true; };
  lab::run_arena(spec, stop, watch);
  EXPECT_TRUE(stop);
}

TEST(Arena, KnownBlocksAreNotPlayedAgain) {
  const lab::ArenaSpec spec = arena_of("random,random", 6);
  std::vector<uint64_t> numbers;
  lab::ArenaWatch watch;
  watch.has = [](uint64_t number, lab::Pairing) { return number % 2 == 0; };
  watch.take = [&](const lab::Block& block, const lab::Clocks&) {
    numbers.push_back(block.number);
    return true;
  };
  lab::run_arena(spec, kNotStopped, watch);
  EXPECT_EQ(numbers, (std::vector<uint64_t>{1, 3, 5}));
}

TEST(Budget, KindsAreNotMixed) {
  const auto kind = [](std::string_view bots) { return lab::budget_kind(*bots::parse_bots(bots)); };
  EXPECT_EQ(*kind("greedy,random"), lab::BudgetKind::kNone);
  EXPECT_EQ(*kind("greedy,search:ms=5"), lab::BudgetKind::kMilliseconds);
  EXPECT_EQ(*kind("search:iterations=5,random,search:iterations=9"), lab::BudgetKind::kIterations);
  EXPECT_EQ(*kind("search:ms=0,search:iterations=9"), lab::BudgetKind::kIterations);
  const auto mixed = kind("search:ms=5,greedy,search:iterations=9");
  EXPECT_EQ(mixed.error.code, engine::ErrorCode::kUsage);
  EXPECT_NE(mixed.error.text.find("'search:ms=5' goes by time"), std::string::npos);
}

TEST(Outcome, TiesAreSplit) {
  engine::Outcome outcome;
  outcome.score = {7, 9, 9};
  outcome.rank = {3, 1, 1};
  outcome.winners.insert(engine::seat_at(1));
  outcome.winners.insert(engine::seat_at(2));
  EXPECT_EQ(lab::win_share(outcome, 3, 0), 0);
  EXPECT_EQ(lab::win_share(outcome, 3, 1), 0.5);
  EXPECT_EQ(lab::fair_rank(outcome, 3, 2), 1.5);
  EXPECT_EQ(lab::fair_rank(outcome, 3, 0), 3);
  EXPECT_EQ(lab::margin(outcome, 3, 0), -2);
  EXPECT_EQ(lab::margin(outcome, 3, 1), 0);
  outcome.winners = {};
  EXPECT_DOUBLE_EQ(lab::win_share(outcome, 3, 0), 1.0 / 3);
}

TEST(Seeds, ForTuningAndProvingAreTwoWorlds) {
  std::set<uint64_t> all;
  for (const lab::World world : {lab::World::kTune, lab::World::kProve}) {
    for (uint64_t series = 0; series < 3; ++series) {
      for (uint64_t block = 0; block < 1000; ++block) {
        const uint64_t seed = lab::Seeds{world, series}.of_block(block);
        EXPECT_EQ(lab::world_of(seed), world);
        all.insert(seed);
      }
    }
  }
  EXPECT_EQ(all.size(), 6000u);
}

TEST(DecisionClock, TellsQuantilesAndAddsUp) {
  lab::DecisionClock clock;
  for (int i = 1; i <= 100; ++i) clock.add(1000 * i, 0);
  EXPECT_NEAR(clock.quantile(50), 50'000, 50'000 * 0.045);
  EXPECT_NEAR(clock.quantile(99), 99'000, 99'000 * 0.045);
  EXPECT_EQ(clock.iterations_per_second(), 0);
  lab::DecisionClock other;
  other.add(500'000, 1000);
  clock.add(other);
  EXPECT_EQ(clock.counts().decisions, 101u);
  EXPECT_DOUBLE_EQ(clock.iterations_per_second(), 2000);
  EXPECT_EQ(lab::DecisionClock(clock.counts()).counts(), clock.counts());
  EXPECT_EQ(lab::DecisionClock().quantile(99), 0);
}

}  // namespace
