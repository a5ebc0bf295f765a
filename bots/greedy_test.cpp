#include "bots/greedy.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "bots/test_game.h"

namespace {

using test_game::TestGame;
using test_game::turn_with;
using test_game::Verb;

engine::Action greedy_choice(const test_game::State& state, uint64_t seed, int seat = 0) {
  engine::Chance chance(seed);
  const bots::Knowledge<TestGame> knowledge(state, engine::seat_at(seat));
  bots::GreedyBot<TestGame> bot{bots::BotSpec()};
  return bot.decide(knowledge, {}, chance).action();
}

// How often, of 100 times, the bot opens its turn with `verb`.
int times(Verb verb, std::initializer_list<Verb> offered) {
  int count = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    count += greedy_choice(turn_with(offered), seed).verb == static_cast<uint8_t>(verb) ? 1 : 0;
  }
  return count;
}

TEST(Greedy, LooksThroughItsOwnNextDecision) {
  EXPECT_EQ(times(Verb::kClimb, {Verb::kTake, Verb::kClimb}), 100);
}

TEST(Greedy, DoesNotForeseeTheDie) { EXPECT_GE(times(Verb::kTake, {Verb::kTake, Verb::kBet}), 95); }

TEST(Greedy, DoesNotForeseeWhatIsHidden) {
  EXPECT_GE(times(Verb::kTake, {Verb::kTake, Verb::kGuess}), 60);
}

TEST(Greedy, ExpectsOthersToVoteForWhatIsGoodForThem) {
  EXPECT_EQ(times(Verb::kFeast, {Verb::kTake, Verb::kFeast}), 100);
}

TEST(Greedy, ExpectsOthersToVoteAgainstWhatHurtsThem) {
  EXPECT_EQ(times(Verb::kTake, {Verb::kTake, Verb::kTax}), 100);
}

TEST(Greedy, VotesForWhatIsGoodForItWhenItsVoteDecides) {
  test_game::State state = turn_with({Verb::kFeast});
  state.item = test_game::Item::kVote;
  state.motion = Verb::kFeast;
  state.votes = {test_game::kNotCast, 1, 0};
  for (uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(greedy_choice(state, seed).a, 1);
  state.motion = Verb::kTax;
  state.votes = {1, test_game::kNotCast, 0};
  for (uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(greedy_choice(state, seed, 1).a, 0);
}

TEST(Greedy, BreaksTiesAtRandomByItsOwnChance) {
  test_game::State state = turn_with({Verb::kClimb});
  state.item = test_game::Item::kRung;
  state.turns = 2;  // the game ends here
  EXPECT_EQ(greedy_choice(state, 1).a, 7);
  state.item = test_game::Item::kVote;  // one of three votes changes nothing that is decided
  state.motion = Verb::kFeast;
  state.votes = {test_game::kNotCast, 1, 1};
  int yes = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) yes += greedy_choice(state, seed).a;
  EXPECT_GT(yes, 60);
  EXPECT_LT(yes, 140);
}

TEST(Greedy, IsTheSameForTheSameChance) {
  const test_game::State state = turn_with({Verb::kTake, Verb::kBet, Verb::kGuess, Verb::kFeast});
  for (uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(greedy_choice(state, seed), greedy_choice(state, seed));
  }
}

TEST(Greedy, SaysItsBestChoicesWithTheirValues) {
  test_game::State state = turn_with({Verb::kClimb});
  state.item = test_game::Item::kRung;
  engine::Chance chance(1);
  bots::GreedyBot<TestGame> bot{bots::BotSpec()};
  const bots::Decision decision =
      bot.decide(bots::Knowledge<TestGame>(state, engine::seat_at(0)), {}, chance);
  ASSERT_EQ(decision.choices.size(), 8);
  EXPECT_EQ(decision.choices[0].action.a, 7);
  EXPECT_FLOAT_EQ(decision.choices[0].value, 500);
  for (int i = 1; i < 8; ++i) {
    EXPECT_FLOAT_EQ(decision.choices[i].value, -300);
    EXPECT_NE(decision.choices[i].action, decision.choices[0].action);
  }
}

TEST(Greedy, DoesNotKnowTheTruth) {
  test_game::State state = turn_with({Verb::kGuess, Verb::kTake});
  test_game::State other = state;
  other.hidden = 1 - state.hidden;
  for (test_game::State* s : {&state, &other}) s->item = test_game::Item::kColour;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(greedy_choice(state, seed), greedy_choice(other, seed));
  }
}

}  // namespace
