#include "bots/search.h"

#include <gtest/gtest.h>

#include "bots/make_bot.h"
#include "bots/test_allocations.h"
#include "bots/test_game.h"
#include "bots/thread_crew.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace search_test {
namespace {

using bots::BotSpec;
using bots::Decision;
using test_game::TestGame;
using test_game::turn_with;
using test_game::Verb;

Decision searched(const test_game::State& state, uint64_t seed, int seat = 0,
                  std::string_view settings = "search:ms=0,iterations=400") {
  const BotSpec spec = BotSpec::of(settings);
  bots::SearchBot<TestGame> bot(spec);
  engine::Chance chance(seed);
  return bot.decide(bots::Knowledge<TestGame>(state, engine::seat_at(seat)), spec.budget(), chance);
}

bool same(const Decision& a, const Decision& b) {
  if (a.iterations != b.iterations || a.choices.size() != b.choices.size()) return false;
  for (int i = 0; i < a.choices.size(); ++i) {
    if (a.choices[i].action != b.choices[i].action || a.choices[i].value != b.choices[i].value ||
        a.choices[i].visits != b.choices[i].visits)
      return false;
  }
  return true;
}

int times_searched(Verb verb, std::initializer_list<Verb> offered) {
  int count = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    count += searched(turn_with(offered), seed).action().verb == static_cast<uint8_t>(verb) ? 1 : 0;
  }
  return count;
}

TEST(Search, LooksThroughItsOwnNextDecision) {
  EXPECT_EQ(times_searched(Verb::kClimb, {Verb::kTake, Verb::kClimb}), 20);
}

TEST(Search, DoesNotForeseeTheDie) {
  EXPECT_EQ(times_searched(Verb::kTake, {Verb::kTake, Verb::kBet}), 20);
}

// Several trees give the same decision whether they grow at once or one after the other.
TEST(Search, TreesAreTheSameOnAnyNumberOfCores) {
  const BotSpec spec =
      *BotSpec::parse("search:ms=0,iterations=401,threads=3", bots::Outside::kAllowed);
  const test_game::State state = turn_with({Verb::kTake, Verb::kClimb, Verb::kBet});
  bots::ThreadCrew crew;
  bots::SearchBot<TestGame> bot(spec);
  const auto decide = [&](bots::Crew* with) {
    engine::Chance chance(5);
    bots::Budget budget = spec.budget();
    budget.crew = with;
    return bot.decide(bots::Knowledge<TestGame>(state, engine::seat_at(0)), budget, chance);
  };
  const Decision alone = decide(nullptr);
  EXPECT_EQ(alone.iterations, 401u);
  EXPECT_TRUE(same(alone, decide(&crew)));
  EXPECT_EQ(alone.action().verb, static_cast<uint8_t>(Verb::kClimb));
}

TEST(Search, DoesNotKnowTheTruth) {
  test_game::State state = turn_with({Verb::kGuess, Verb::kTake});
  test_game::State other = state;
  other.hidden = 1 - state.hidden;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    EXPECT_TRUE(same(searched(state, seed), searched(other, seed)));
  }
}

TEST(Search, IsTheSameForTheSameSeedAndIterations) {
  const test_game::State state = turn_with({Verb::kTake, Verb::kBet, Verb::kGuess, Verb::kFeast});
  for (uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_TRUE(same(searched(state, seed), searched(state, seed)));
  }
  games::AllGames::for_each([]<class G>() {
    static const engine::EditionPtr edition = games::find(G::spec().id)->default_edition();
    engine::Chance deal(3);
    engine::Events silent;
    const typename G::State dealt =
        G::setup(engine::AnyGameOf<G>::data(*edition), engine::default_variants(G::spec()),
                 G::spec().max_seats, deal, silent);
    const engine::Seat seat = G::acting(dealt).front();
    const BotSpec spec = BotSpec::of("search:ms=0,iterations=300");
    const auto decide = [&] {
      engine::Chance chance(7);
      return bots::make_bot<G>(spec)->decide(bots::Knowledge<G>(dealt, seat), spec.budget(),
                                             chance);
    };
    const Decision once = decide();
    EXPECT_EQ(once.iterations, 300u);
    EXPECT_TRUE(same(once, decide())) << G::spec().id;
  });
}

TEST(Search, AForcedDecisionCostsNothing) {
  const Decision decision = searched(turn_with({Verb::kTake}), 1);
  EXPECT_EQ(decision.iterations, 0u);
  EXPECT_EQ(decision.action().verb, static_cast<uint8_t>(Verb::kTake));
}

TEST(Search, ThinkingLongerAllocatesNothingMore) {
  const test_game::State state = turn_with({Verb::kTake, Verb::kBet, Verb::kGuess, Verb::kFeast});
  const auto allocated = [&](std::string_view settings) {
    const uint64_t before = allocations;
    const Decision decision = searched(state, 1, 0, settings);
    EXPECT_GT(decision.iterations, 0u);
    return allocations - before;
  };
  const uint64_t few = allocated("search:ms=0,iterations=20");
  EXPECT_GT(few, 0u) << "the blocks themselves";
  EXPECT_EQ(allocated("search:ms=0,iterations=5000"), few);
}

TEST(Search, KeepsToItsBudget) {
  const test_game::State state = turn_with({Verb::kTake, Verb::kBet, Verb::kGuess, Verb::kFeast});
  EXPECT_EQ(searched(state, 1, 0, "search:ms=0,iterations=77").iterations, 77u);
  EXPECT_EQ(searched(state, 1, 0, "search:ms=0,iterations=1000,level=regular").iterations, 100u);
  EXPECT_GT(searched(state, 1, 0, "search:ms=0").iterations, 0u) << "a budget of its own";
  const int64_t before = bots::cpu_microseconds();
  const Decision decision = searched(state, 1, 0, "search:ms=20");
  EXPECT_GT(decision.iterations, 0u);
  EXPECT_GE(bots::cpu_microseconds() - before, 20'000);
}

TEST(Search, WeakerLevelsTakeOtherChoicesButNoBlunder) {
  int other = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Decision decision = searched(turn_with({Verb::kTake, Verb::kFeast, Verb::kClimb}), seed,
                                       0, "search:ms=0,iterations=4000,level=newcomer");
    other += decision.action().verb == static_cast<uint8_t>(Verb::kClimb) ? 0 : 1;
    for (int i = 1; i < decision.choices.size(); ++i) {
      EXPECT_GE(decision.choices[0].value, decision.choices[i].value - 0.13F);
    }
  }
  EXPECT_LT(other, 60);
}

TEST(Search, RefusesWrongSettings) {
  const auto error = [](std::string_view text) { return BotSpec::parse(text).error.text; };
  EXPECT_EQ(error("search:depth=3"),
            "the bot 'search' has no setting 'depth'; it has: ms, iterations, level");
  EXPECT_EQ(error("search:level=god"),
            "'god' is no value for the setting 'level', which is: newcomer, regular, landlord, "
            "master");
  EXPECT_EQ(error("search:ms=-1"),
            "'-1' is no value for the setting 'ms', which is: a whole number from 0 to 60000");
  EXPECT_EQ(BotSpec::of("search:level=master,ms=20").text(), "search:ms=20");
  EXPECT_EQ(BotSpec::of("search:ms=20,level=regular").text(), "search:ms=20,level=regular");
}

}  // namespace
}  // namespace search_test
