#include "bots/analyst.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "games/registry.h"

namespace analyst_test {
namespace {

using bots::Analysis;
using bots::Sees;
using TablePtr = std::shared_ptr<engine::AnyTable>;

// Of each game a table that random choices have led to: the first from there on at which somebody
// has to choose among so many.
void at_each_game(int from, bool several, const std::function<void(const TablePtr&)>& visit) {
  for (const engine::AnyGame* game : games::all()) {
    const engine::TableSpec spec{nullptr, engine::default_variants(game->spec()),
                                 game->spec().min_seats, engine::ChanceSource::of_seed(5)};
    auto made = game->new_table(spec);
    ASSERT_TRUE(made) << made.error.text;
    const TablePtr table = std::move(*made);
    engine::Chance choice(3);
    engine::Offer offer(engine::Offer::Keep::kLegal);
    for (int i = 0; !table->over(); ++i) {
      const engine::Seat seat = table->acting().front();
      table->offer(seat, offer);
      if (i >= from && (offer.size() > 1) == several) break;
      const auto at = static_cast<int>(choice.below(static_cast<uint32_t>(offer.size())));
      ASSERT_FALSE(table->act(seat, offer[at].action));
    }
    if (table->over()) continue;  // a game that always leaves a choice
    SCOPED_TRACE(std::string(game->spec().id));
    visit(table);
  }
}

Analysis thought(const TablePtr& table, Sees sees, uint32_t iterations, int parts = 1) {
  const auto analyst = bots::make_analyst(table, table->acting().front(), sees);
  for (int i = 0; i < parts; ++i)
    EXPECT_EQ(analyst->think(iterations / static_cast<uint32_t>(parts), 0),
              iterations / static_cast<uint32_t>(parts));
  EXPECT_EQ(analyst->iterations(), iterations);
  return analyst->look();
}

TEST(Analyst, SaysWhatEverybodyMayHopeFor) {
  at_each_game(20, true, [](const TablePtr& table) {
    for (const Sees sees : {Sees::kSeat, Sees::kEverything}) {
      const Analysis analysis = thought(table, sees, 400);
      EXPECT_EQ(analysis.iterations, 400u);
      EXPECT_NEAR(std::accumulate(analysis.shares.begin(), analysis.shares.end(), 0.0F), 1, 0.01);
      ASSERT_FALSE(analysis.choices.empty());
      EXPECT_LE(analysis.choices.size(), Analysis::kChoices);
      const engine::Seat seat = table->acting().front();
      float before = 1;
      uint32_t most = 0;
      for (const bots::AnalysedChoice& choice : analysis.choices)
        most = std::max(most, choice.visits);
      for (const bots::AnalysedChoice& choice : analysis.choices) {
        EXPECT_FALSE(table->check(seat, choice.action)) << "it can be done";
        if (choice.visits >= most / 10) {
          EXPECT_LE(choice.share, before) << "the best first";
          before = choice.share;
        }
        EXPECT_NEAR(std::accumulate(choice.shares.begin(), choice.shares.end(), 0.0F), 1, 0.01);
        EXPECT_EQ(choice.share, choice.shares[static_cast<size_t>(engine::index_of(seat))]);
      }
      EXPECT_GT(analysis.choices[0].error, 0);
      EXPECT_TRUE(std::ranges::any_of(analysis.choices, [&](const bots::AnalysedChoice& choice) {
        return choice.visits == most && !choice.line.empty();
      })) << "of what was tried most more is known";
    }
  });
}

TEST(Analyst, GoesOnWhereItLeftOff) {
  at_each_game(10, true, [](const TablePtr& table) {
    const Analysis whole = thought(table, Sees::kSeat, 300);
    EXPECT_EQ(thought(table, Sees::kSeat, 300, 3), whole);
    EXPECT_NE(thought(table, Sees::kSeat, 200), whole);
  });
}

// Through the eyes of a seat nothing depends on what it can't know.
TEST(Analyst, IsHonestUnlessAllCardsAreOpen) {
  bool differs = false;
  at_each_game(20, true, [&](const TablePtr& table) {
    const engine::Seat seat = table->acting().front();
    const Analysis known = thought(table, Sees::kSeat, 200);
    const Analysis open = thought(table, Sees::kEverything, 200);
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      const TablePtr world = table->imagine(seat, engine::ChanceSource::of_seed(seed));
      EXPECT_EQ(thought(world, Sees::kSeat, 200), known);
      differs = differs || thought(world, Sees::kEverything, 200) != open;
    }
  });
  EXPECT_TRUE(differs);
}

TEST(Analyst, LooksAtWhatComesWhereThereIsNoChoice) {
  at_each_game(1, false, [](const TablePtr& table) {
    const Analysis analysis = thought(table, Sees::kSeat, 200);
    ASSERT_EQ(analysis.choices.size(), 1u);
    EXPECT_FALSE(table->check(table->acting().front(), analysis.choices[0].action));
    EXPECT_EQ(analysis.choices[0].shares, analysis.shares);
  });
}

TEST(Analyst, KeepsToItsTime) {
  at_each_game(5, true, [](const TablePtr& table) {
    const auto analyst = bots::make_analyst(table, table->acting().front(), Sees::kSeat);
    EXPECT_LT(analyst->think(1'000'000, 1000), 1'000'000u);
  });
}

TEST(Analyst, IsLookedAtEachTimeItHasThoughtFourTimesAsLong) {
  EXPECT_EQ(bots::next_look(0), 1000u);
  EXPECT_EQ(bots::next_look(999), 1000u);
  EXPECT_EQ(bots::next_look(1000), 4000u);
  EXPECT_EQ(bots::next_look(64'000), 256'000u);
}

}  // namespace
}  // namespace analyst_test
