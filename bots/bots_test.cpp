// What holds for every bot in every registered game.
#include <gtest/gtest.h>

#include <algorithm>

#include "bots/any_bot.h"
#include "bots/make_bot.h"
#include "bots/playout.h"
#include "bots/signature.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace {

// Each with as little effort as it can be asked for.
std::vector<bots::BotSpec> every_bot() {
  std::vector<bots::BotSpec> bots;
  for (const bots::BotInfo* info : bots::all_bots()) {
    const bool thinks = std::ranges::any_of(info->settings, [](const bots::SettingSpec& setting) {
      return setting.id == bots::kIterationsSetting;
    });
    bots.push_back(
        bots::BotSpec::of(std::string(info->id) + (thinks ? ":ms=0,iterations=12" : "")));
  }
  return bots;
}

template <engine::Rules G>
engine::Action choice_of(const bots::BotSpec& bot, const typename G::State& state,
                         engine::Seat seat, engine::Chance& chance) {
  return bots::make_bot<G>(bot)
      ->decide(bots::Knowledge<G>(state, seat), bot.budget(), chance)
      .action();
}

template <engine::Game G>
const typename G::Edition& edition_for_test() {
  static const engine::EditionPtr edition = games::find(G::spec().id)->default_edition();
  return engine::AnyGameOf<G>::data(*edition);
}

// Calls visit(state, seat, seed) at every `every`-th decision of random games of all player counts.
template <engine::Game G, class Visit>
void visit_decisions(uint64_t games, uint32_t every, Visit&& visit) {
  const engine::GameSpec& spec = G::spec();
  engine::Offer offer(engine::Offer::Keep::kLegal);
  engine::Events silent;
  for (int seats = spec.min_seats; seats <= spec.max_seats; ++seats) {
    for (uint64_t seed = 1; seed <= games; ++seed) {
      engine::Chance chance(seed, static_cast<uint64_t>(seats));
      typename G::State state =
          G::setup(edition_for_test<G>(), engine::default_variants(spec), seats, chance, silent);
      for (uint32_t decision = 0; !G::over(state); ++decision) {
        if (decision % every == seed % every) {
          for (const engine::Seat seat : G::acting(state))
            visit(state, seat, seed * 1000 + decision);
        }
        bots::random_step<G>(state, offer, chance);
      }
    }
  }
}

// Stronger than an unchanged view: nothing of the truth is left in what a seat imagines.
TEST(Knowledge, ImaginesTheSameWorldsWhateverIsHidden) {
  games::AllGames::for_each([]<class G>() {
    int different = 0;
    visit_decisions<G>(
        40, 1, [&](const typename G::State& truth, engine::Seat seat, uint64_t seed) {
          typename G::State other = truth;
          engine::Chance chance(seed, 99);
          G::reimagine(other, seat, chance);
          engine::Chance one(seed);
          engine::Chance two(seed);
          different += engine::same_position<G>(bots::Knowledge<G>(truth, seat).imagine(one),
                                                bots::Knowledge<G>(other, seat).imagine(two))
                           ? 0
                           : 1;
        });
    EXPECT_EQ(different, 0) << G::spec().id << ": decisions where the truth shows through";
  });
}

TEST(Bots, ChooseTheSameWhateverIsHiddenFromTheirSeat) {
  games::AllGames::for_each([]<class G>() {
    visit_decisions<G>(6, 3, [](const typename G::State& truth, engine::Seat seat, uint64_t seed) {
      typename G::State other = truth;
      engine::Chance chance(seed, 99);
      G::reimagine(other, seat, chance);
      for (const bots::BotSpec& bot : every_bot()) {
        if (!bot.info().settings.empty() && seed % 4 != 0) continue;  // it takes its time
        engine::Chance one(seed);
        engine::Chance two(seed);
        EXPECT_EQ(choice_of<G>(bot, truth, seat, one), choice_of<G>(bot, other, seat, two))
            << bot.text() << " at " << G::spec().id << ", seed " << seed;
      }
    });
  });
}

TEST(Bots, ChooseWhatIsAllowed) {
  games::AllGames::for_each([]<class G>() {
    visit_decisions<G>(4, 2, [](const typename G::State& state, engine::Seat seat, uint64_t seed) {
      engine::Offer offer(engine::Offer::Keep::kLegal);
      G::options(state, seat, offer);
      for (const bots::BotSpec& bot : every_bot()) {
        if (!bot.info().settings.empty() && seed % 4 != 0) continue;  // it takes its time
        engine::Chance chance(seed);
        const engine::Action action = choice_of<G>(bot, state, seat, chance);
        EXPECT_TRUE(offer.contains(action)) << G::spec().id << ", seed " << seed;
      }
    });
  });
}

TEST(Bots, RandomTakesEveryChoiceEquallyOften) {
  games::AllGames::for_each([]<class G>() {
    engine::Chance chance(5);
    engine::Events silent;
    const engine::GameSpec& spec = G::spec();
    const typename G::State state = G::setup(edition_for_test<G>(), engine::default_variants(spec),
                                             spec.max_seats, chance, silent);
    const bots::Knowledge<G> knowledge(state, G::acting(state).front());
    engine::Offer offer(engine::Offer::Keep::kLegal);
    knowledge.options(offer);
    ASSERT_GT(offer.size(), 1);
    const auto bot = bots::make_bot<G>(bots::BotSpec::of("random"));
    constexpr int kTimes = 20000;
    std::array<int, engine::Offer::kCapacity> counts{};
    for (int i = 0; i < kTimes; ++i) {
      const auto all = offer.actions();
      const auto chosen =
          std::find(all.begin(), all.end(), bot->decide(knowledge, {}, chance).action());
      ++counts[static_cast<size_t>(chosen - all.begin())];
    }
    for (int i = 0; i < offer.size(); ++i) {
      EXPECT_NEAR(counts[static_cast<size_t>(i)], kTimes / offer.size(),
                  kTimes / offer.size() / 10);
    }
  });
}

// What others have chosen in secret is asked again: by them, and nothing else has changed.
TEST(Bots, SecretChoicesAreOpenAgainInUndecidedWorlds) {
  games::AllGames::for_each([]<class G>() {
    if constexpr (engine::ChoosesTogether<G>) {
      SCOPED_TRACE(G::spec().id);
      engine::Offer offer(engine::Offer::Keep::kLegal);
      engine::Offer imagined(engine::Offer::Keep::kLegal);
      int reopened = 0;
      for (uint64_t seed = 0; seed < 20; ++seed) {
        engine::Chance chance(seed);
        engine::Events silent;
        typename G::State state =
            G::setup(edition_for_test<G>(), engine::default_variants(G::spec()),
                     G::spec().max_seats, chance, silent);
        for (int i = 0; i < 120 && !G::over(state); ++i) {
          const engine::SeatSet acting = G::acting(state);
          for (const engine::Seat seat : acting) {
            const bots::Knowledge<G> knowledge(state, seat);
            typename G::State world = knowledge.imagine_undecided(chance);
            const engine::SeatSet now = G::acting(world);
            for (const engine::Seat each : acting) ASSERT_TRUE(now.contains(each));
            reopened += now.size() - acting.size();
            offer.clear();
            imagined.clear();
            knowledge.options(offer);
            G::options(world, seat, imagined);
            ASSERT_TRUE(
                std::equal(offer.begin(), offer.end(), imagined.begin(), imagined.end(),
                           [](const auto& a, const auto& b) { return a.action == b.action; }));
            bots::playout<G>(world, chance);  // and it can be played to its end
          }
          // In any order: so some wait with their secret.
          engine::Seat seat = acting.front();
          for (const engine::Seat each : acting) {
            if (chance.below(2) == 0) seat = each;
          }
          offer.clear();
          G::options(state, seat, offer);
          G::apply(state, seat, bots::pick(offer, chance), chance, silent);
        }
      }
      EXPECT_GT(reopened, 0);
    }
  });
}

TEST(Bots, PlayAtATypeErasedTableAsOnABareState) {
  games::AllGames::for_each([]<class G>() {
    const engine::AnyGame& game = *games::find(G::spec().id);
    engine::TableSpec spec;
    spec.variants = engine::default_variants(game.spec());
    spec.seats = game.spec().max_seats;
    auto table = game.new_table(spec);
    ASSERT_TRUE(table);
    for (int i = 0; i < 60 && !(*table)->over(); ++i) {
      const engine::Seat seat = (*table)->acting().front();
      const auto& state = static_cast<const engine::TableOf<G>&>(**table).state();
      engine::Action greedy;
      for (const bots::BotSpec& bot : every_bot()) {
        engine::Chance one(static_cast<uint64_t>(i));
        engine::Chance two(static_cast<uint64_t>(i));
        const engine::Action action = bots::choose(bot, **table, seat, one);
        EXPECT_EQ(action, choice_of<G>(bot, state, seat, two));
        if (bot.id() == "greedy") greedy = action;
      }
      ASSERT_FALSE((*table)->act(seat, greedy));
    }
  });
}

TEST(BenchSignature, IsTheSameEachTimeAndAnotherForEachGame) {
  std::vector<uint64_t> seen;
  for (const engine::AnyGame* game : games::all()) {
    const uint64_t signature = bots::signature(*game);
    EXPECT_EQ(signature, bots::signature(*game));
    EXPECT_EQ(std::count(seen.begin(), seen.end(), signature), 0);
    seen.push_back(signature);
  }
}

}  // namespace
