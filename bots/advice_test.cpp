#include "bots/advice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bots/advice_words.h"
#include "bots/adviser.h"
#include "bots/bot_texts.h"
#include "bots/playout.h"
#include "bots/test_game.h"
#include "engine/any_game_of.h"
#include "games/registry.h"
#include "tests/plain_table.h"

namespace advice_test {
namespace {

using bots::Advice;
using bots::AdvisedChoice;
using bots::Reason;
using test_game::TestGame;
using test_game::turn_with;
using test_game::Verb;

Advice advised(const test_game::State& state, uint64_t seed, uint32_t iterations = 600) {
  engine::Chance chance(seed);
  return bots::Adviser<TestGame>().advise({state, engine::seat_at(0)},
                                          {.budget = {.iterations = iterations}}, chance);
}

bool is(engine::Action action, Verb verb) { return action.verb == static_cast<uint8_t>(verb); }

TEST(Advice, PutsTheBestFirstAndSaysWhatItBrings) {
  const Advice advice = advised(turn_with({Verb::kTake, Verb::kClimb, Verb::kBet}), 1);
  ASSERT_EQ(advice.choices.size(), 3u);
  EXPECT_TRUE(is(advice.choices[0].action, Verb::kClimb));
  EXPECT_TRUE(is(advice.choices[1].action, Verb::kTake));
  EXPECT_GT(advice.choices[0].share, advice.choices[1].share);
  // The climb to rung 7 brings 5 points where taking brings 2.
  ASSERT_EQ(advice.choices[0].reasons.size(), 1u);
  const Reason& reason = advice.choices[0].reasons[0];
  EXPECT_EQ(reason.feature, "score");
  EXPECT_EQ(reason.seat, engine::seat_at(0));
  EXPECT_FLOAT_EQ(reason.difference, 3);
  EXPECT_GT(reason.effect, 0);
  ASSERT_EQ(advice.choices[1].reasons.size(), 1u);
  EXPECT_FLOAT_EQ(advice.choices[1].reasons[0].difference, -3);
  EXPECT_LT(advice.choices[1].reasons[0].effect, 0);
}

TEST(Advice, SaysHowItGoesOn) {
  const Advice advice = advised(turn_with({Verb::kTake, Verb::kClimb}), 1);
  ASSERT_EQ(advice.choices[0].line.size(), 1u);
  EXPECT_EQ(advice.choices[0].line[0],
            (engine::Action{static_cast<uint8_t>(Verb::kRung), 7, 0, 0}));
  EXPECT_TRUE(advice.choices[1].line.empty()) << "the turn ends with it";
}

TEST(Advice, NamesTheOtherSeatThatAChoiceIsAbout) {
  // With a feast all get 3 where taking brings 2 to oneself alone.
  const Advice advice = advised(turn_with({Verb::kTake, Verb::kFeast}), 1);
  const AdvisedChoice* feast = advice.find({static_cast<uint8_t>(Verb::kFeast), 0, 0, 0});
  ASSERT_NE(feast, nullptr);
  EXPECT_TRUE(std::ranges::any_of(feast->reasons, [](const Reason& reason) {
    return reason.seat != engine::seat_at(0) && reason.difference > 0 && reason.effect < 0;
  }));
}

TEST(Advice, WithoutAChoiceThereIsNone) {
  const Advice advice = advised(turn_with({Verb::kTake}), 1);
  EXPECT_TRUE(advice.choices.empty());
  EXPECT_EQ(advice.iterations, 0u);
}

TEST(Advice, LooksIntoWhatItIsAskedAbout) {
  const test_game::State state =
      turn_with({Verb::kTake, Verb::kClimb, Verb::kFeast, Verb::kGuess, Verb::kBet});
  const Advice unasked = advised(state, 1, 2000);
  const engine::Action last = unasked.choices.back().action;
  EXPECT_EQ(unasked.explained, 3u);
  EXPECT_TRUE(unasked.choices.back().reasons.empty());
  engine::Chance chance(1);
  const Advice advice = bots::Adviser<TestGame>().advise(
      {state, engine::seat_at(0)}, {.budget = {.iterations = 2000}, .about = last}, chance);
  ASSERT_EQ(advice.explained, 4u);
  EXPECT_EQ(advice.choices[3].action, last);
  EXPECT_FALSE(advice.choices[3].reasons.empty());
  EXPECT_GT(advice.loss(last), 0);
  EXPECT_EQ(advice.loss(advice.choices[0].action), 0);
}

TEST(Advice, NothingIsSaidOfWhatWasHardlyTried) {
  Advice advice;
  advice.choices.resize(2);
  advice.choices[0].share = 0.6F;
  advice.choices[0].visits = 100;
  advice.choices[1].action.verb = 1;
  advice.choices[1].share = 0.4F;
  advice.choices[1].visits = 3;
  EXPECT_EQ(advice.loss(advice.choices[1].action), 0);
  advice.choices[1].visits = 30;
  EXPECT_FLOAT_EQ(advice.loss(advice.choices[1].action), 0.2F);
  advice.choices[1].error = 0.15F;
  EXPECT_EQ(advice.loss(advice.choices[1].action), 0);
  EXPECT_EQ(advice.loss({7, 7, 7, 7}), 0) << "no choice at all";
}

TEST(Advice, SomethingIsKnownOfEveryChoice) {
  const Advice advice =
      advised(turn_with({Verb::kTake, Verb::kClimb, Verb::kFeast, Verb::kGuess, Verb::kBet}), 1);
  for (const AdvisedChoice& choice : advice.choices) EXPECT_GE(choice.visits, 18u);
}

TEST(Advice, DoesNotKnowTheTruth) {
  test_game::State state = turn_with({Verb::kGuess, Verb::kTake, Verb::kClimb});
  test_game::State other = state;
  other.hidden = 1 - state.hidden;
  for (uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(advised(state, seed), advised(other, seed));
}

TEST(ToldFeatures, RefusesWhatIsNoFeature) {
  constexpr engine::FeatureSpec kTwo[]{{"coins"}, {"purse"}};
  const auto error = [&](std::string_view told) {
    return bots::ToldFeatures::load(kTwo, "{\"told\": " + std::string(told) + "}").error.text;
  };
  EXPECT_EQ(error(R"({"coins": 1, "purse": "coins"})"), "");
  EXPECT_NE(error(R"({"purse": "gold"})"), "");
  EXPECT_NE(error(R"({"gold": 1})"), "");
  EXPECT_NE(error(R"({"purse": "coins", "coins": "purse"})"), "");
}

// Calls visit(state, seat, seed) at some decisions of random games, with few and with many players.
template <engine::Game G, class Visit>
void visit_decisions(uint32_t every, Visit&& visit) {
  static const engine::EditionPtr edition = games::find(G::spec().id)->default_edition();
  engine::Offer offer(engine::Offer::Keep::kLegal);
  engine::Events silent;
  for (const int seats : {G::spec().min_seats, G::spec().max_seats}) {
    engine::Chance chance(7, static_cast<uint64_t>(seats));
    typename G::State state = G::setup(engine::AnyGameOf<G>::data(*edition),
                                       engine::default_variants(G::spec()), seats, chance, silent);
    for (uint32_t decision = 0; !G::over(state); ++decision) {
      if (decision % every == 0) {
        for (const engine::Seat seat : G::acting(state)) visit(state, seat, decision);
      }
      bots::random_step<G>(state, offer, chance);
    }
  }
}

TEST(Advice, IsTheSameWhateverIsHiddenFromTheSeat) {
  games::AllGames::for_each([]<class G>() {
    visit_decisions<G>(12, [](const typename G::State& truth, engine::Seat seat, uint64_t seed) {
      typename G::State other = truth;
      engine::Chance shuffled(seed, 99);
      G::reimagine(other, seat, shuffled);
      const auto advice = [&](const typename G::State& state) {
        engine::Chance chance(seed);
        return bots::advise<G>(bots::Knowledge<G>(state, seat), {.budget = {.iterations = 60}},
                               chance);
      };
      EXPECT_EQ(advice(truth), advice(other)) << G::spec().id << ", decision " << seed;
    });
  });
}

TEST(Advice, HoldsAllChoicesOnceAndSharesOfWins) {
  games::AllGames::for_each([]<class G>() {
    SCOPED_TRACE(G::spec().id);
    visit_decisions<G>(20, [](const typename G::State& state, engine::Seat seat, uint64_t seed) {
      engine::Offer offer(engine::Offer::Keep::kLegal);
      G::options(state, seat, offer);
      engine::Chance chance(seed);
      const Advice advice =
          bots::advise<G>(bots::Knowledge<G>(state, seat), {.budget = {.iterations = 60}}, chance);
      if (offer.size() == 1) {
        EXPECT_TRUE(advice.choices.empty());
        return;
      }
      ASSERT_EQ(advice.choices.size(), static_cast<size_t>(offer.size()));
      for (const engine::Option& option : offer) EXPECT_NE(advice.find(option.action), nullptr);
      for (const AdvisedChoice& choice : advice.choices) {
        if (choice.visits == 0) continue;
        float sum = 0;
        for (const float share : choice.shares) sum += share;
        EXPECT_NEAR(sum, 1, 0.001F);
        EXPECT_EQ(choice.share, choice.shares[static_cast<size_t>(engine::index_of(seat))]);
      }
      for (size_t i = 1; i < advice.best().size(); ++i)
        EXPECT_GE(advice.choices[i - 1].share, advice.choices[i].share);
    });
  });
}

TEST(AdviceWords, EveryFeatureHasItsWordsInEveryLanguageAndNothingElseHas) {
  games::AllGames::for_each([]<class G>() {
    const auto told = bots::ToldFeatures::load(G::features(), G::judgement_json());
    ASSERT_TRUE(told) << G::spec().id << ": " << told.error.text;
    std::set<std::string> wanted;
    for (size_t i = 0; i < G::features().size(); ++i) {
      if ((*told).told_as(i) != i) continue;
      for (const char* way : {".more", ".less"})
        wanted.insert("feature." + std::string(G::features()[i].id) + way);
    }
    for (const engine::Texts& texts : games::find(G::spec().id)->texts()) {
      std::set<std::string> found;
      for (const auto& [key, text] : texts.all()) {
        if (key.starts_with("feature.") && !text.empty()) found.insert(key);
      }
      EXPECT_EQ(found, wanted) << G::spec().id;
    }
  });
}

TEST(AdviceWords, SayWhoseItIsAndHowMuch) {
  const engine::AnyGame& game = *games::find("koenig");
  const auto table = tests::plain_table(game, 1, 4);
  const auto words = [&](engine::Language language) {
    return bots::AdviceWords{*table, table->texts(language), language, engine::seat_at(0)};
  };
  const auto text = [&](const Reason& reason, engine::Language language) {
    return words(language).reason(reason);
  };
  const auto english = engine::Language::kEnglish;
  EXPECT_EQ(text({"silver", engine::seat_at(0), 3.8F, true, 0.1F}, english), "more silver (+4)");
  EXPECT_EQ(text({"silver", engine::seat_at(1), -2, true, 0.1F}, english),
            "Purple: less silver (−2)");
  EXPECT_EQ(text({"silver", engine::seat_at(0), 0.3F, true, 0.1F}, english), "more silver");
  EXPECT_EQ(text({"cup", engine::seat_at(1), 0.9F, false, 0.1F}, engine::Language::kDutch),
            "Paars: vaker de beker");
  Advice advice;
  advice.choices.resize(3);
  const auto all = [&](size_t i) { return words(english).reasons(advice, advice.choices[i]); };
  using Texts = std::vector<std::string>;
  advice.choices[0].share = 0.5F;
  advice.choices[0].reasons = {{"cup", engine::seat_at(1), 1, false, -0.1F},
                               {"silver", engine::seat_at(0), 2, true, 0.05F}};
  advice.choices[1].action.verb = 1;
  advice.choices[1].share = 0.4F;
  advice.choices[1].reasons = {{"silver", engine::seat_at(0), 1, true, 0.05F}};
  advice.choices[2].action.verb = 2;
  advice.choices[2].share = 0.499F;
  EXPECT_EQ(all(0), (Texts{"more silver (+2)", "but Purple: the cup more often"}));
  EXPECT_EQ(all(1), (Texts{"more silver (+1)", "but it simply turned out worse more often"}));
  EXPECT_EQ(all(2), Texts{"hardly any difference"});
  advice.choices[0].reasons.pop_back();
  EXPECT_EQ(all(0),
            (Texts{"it simply turned out better more often", "but Purple: the cup more often"}));
}

TEST(AdviceWords, AreThereInEveryLanguageAlike) {
  const engine::Texts& english = bots::bot_texts(engine::Language::kEnglish);
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    const engine::Texts& texts = bots::bot_texts(static_cast<engine::Language>(i));
    EXPECT_EQ(texts.all().size(), english.all().size()) << engine::kLanguages[i];
    for (const auto& [key, text] : english.all()) EXPECT_TRUE(texts.has(key)) << key;
  }
}

}  // namespace
}  // namespace advice_test
