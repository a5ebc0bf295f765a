#include "bots/policy.h"

#include <gtest/gtest.h>

#include "bots/make_bot.h"
#include "bots/playout.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace {

template <class Visit>
void every_game(Visit visit) {
  for (const engine::AnyGame* game : games::all()) {
    SCOPED_TRACE(game->spec().id);
    games::AllGames::visit(game->spec().id, [&]<class G>() { visit.template operator()<G>(); });
  }
}

TEST(Policy, FilesReadBackToTheSame) {
  every_game([]<class G>() {
    const bots::PolicyShape& shape = bots::PolicyOf<G>::shape();
    bots::Policy policy = bots::Policy::zero(shape);
    int figure = 1;
    for (size_t verb = 0; verb < shape.game->verbs.size(); verb += 2) {
      for (int32_t& weight : policy.row_of(static_cast<int>(verb))) weight = -(figure += 7);
    }
    for (int i = 0; i < shape.actions.size(); i += 3) policy.habit(i) = {figure += 5, -figure};
    policy.settle();
    const std::string text = policy.json(shape, R"({"games": 3})");
    const engine::Result<bots::Policy> read = bots::Policy::load(shape, text, "policy.json");
    ASSERT_TRUE(read) << read.error.text;
    EXPECT_EQ((*read).json(shape, R"({"games": 3})"), text);
    EXPECT_TRUE((*read).looks_at_others());
  });
}

TEST(Policy, NamesOfActionsAreUnique) {
  every_game([]<class G>() {
    std::vector<std::string> names = bots::PolicyOf<G>::shape().names;
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  });
}

TEST(Policy, WhatIsWrongWithAFileIsSaid) {
  using G = games::AllGames::At<0>;
  const bots::PolicyShape& shape = bots::PolicyOf<G>::shape();
  const std::string verb(shape.game->verbs[0].id);
  const std::string feature(shape.features[0].id);
  const std::vector<std::pair<std::string, std::string>> wrong{
      {R"({)", "policy.json"},
      {R"({"verbs": {}})", "actions"},
      {R"({"verbs": {"fly": {}}, "actions": {}})", "verbs.fly"},
      {R"({"verbs": {")" + verb + R"(": {"luck": [1, 2, 3, 4]}}, "actions": {}})", "luck"},
      {R"({"verbs": {")" + verb + R"(": {")" + feature + R"(": [1, 2]}}, "actions": {}})",
       "must be four whole numbers"},
      {R"({"verbs": {}, "actions": {"fly away": [1, 2]}})", "fly away"},
      {R"({"verbs": {}, "actions": {")" + shape.names[0] + R"(": [1, 99999999999]}})",
       "must be two whole numbers"},
  };
  for (const auto& [text, expected] : wrong) {
    const engine::Result<bots::Policy> read = bots::Policy::load(shape, text, "policy.json");
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error.text.find(expected), std::string::npos) << read.error.text;
  }
  EXPECT_TRUE((*bots::Policy::load(shape, "", "policy.json")).empty());
}

// A seat among the arguments is somebody's distance from whoever chooses.
TEST(Policy, SeatsAreCountedFromTheOneWhoChooses) {
  every_game([]<class G>() {
    const bots::PolicyShape& shape = bots::PolicyOf<G>::shape();
    for (size_t v = 0; v < shape.game->verbs.size(); ++v) {
      const auto& args = shape.game->verbs[v].args;
      const engine::Action action{static_cast<uint8_t>(v), 1, 1, 1};
      const engine::Action seen = shape.seen_by(engine::seat_at(2), 3, action);
      EXPECT_EQ(seen.a, args[0] == engine::kSeatArg ? 2 : 1);
      EXPECT_EQ(seen.b, args[1] == engine::kSeatArg ? 2 : 1);
      EXPECT_EQ(seen.c, args[2] == engine::kSeatArg ? 2 : 1);
    }
  });
}

// `quick` does what the file it is given likes: here always the last of its choices.
TEST(Policy, QuickGoesByItsFile) {
  every_game([]<class G>() {
    const bots::PolicyShape& shape = bots::PolicyOf<G>::shape();
    const engine::EditionPtr edition = games::find(G::spec().id)->default_edition();
    engine::Events silent;
    engine::Offer offer(engine::Offer::Keep::kLegal);
    engine::Chance chance(5, 0);
    const int seats = G::spec().max_seats;
    typename G::State state = G::setup(engine::AnyGameOf<G>::data(*edition),
                                       engine::default_variants(G::spec()), seats, chance, silent);
    for (int step = 0; step < 40 && !G::over(state); ++step) {
      const engine::Seat seat = G::acting(state).front();
      offer.clear();
      G::options(state, seat, offer);
      const engine::Action wanted = offer[offer.size() - 1].action;
      bots::Policy policy = bots::Policy::zero(shape);
      policy.habit(shape.actions.index(shape.seen_by(seat, seats, wanted))) = {1000, 0};
      bots::BotSpec spec = bots::BotSpec::of("quick");
      spec.use(bots::Figures::kPolicy, "test",
               std::make_shared<const std::string>(policy.json(shape, "{}")));
      const auto bot = bots::make_bot<G>(spec);
      EXPECT_EQ(bot->decide(bots::Knowledge<G>(state, seat), {}, chance).action(), wanted);
      G::apply(state, seat, bots::pick(offer, chance), chance, silent);
    }
  });
}

}  // namespace
