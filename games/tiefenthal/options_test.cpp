// The options of a table, and what a seat is offered.
#include "games/tiefenthal/test_table.h"

namespace tiefenthal::options_test {

using namespace tiefenthal::test;

TEST(TiefenthalOptions, TheStartPlayerCanBeNamed) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_EQ(dealt(4, variants_of("start_player=yellow"), seed).start, seat_at(2));
  }
  SeatSet begun;  // nobody plays yellow: at random
  for (uint64_t seed = 0; seed < 40; ++seed) {
    begun.insert(dealt(2, variants_of("start_player=yellow"), seed).start);
  }
  EXPECT_EQ(begun, SeatSet::first(2));
}

TEST(TiefenthalOptions, ALongGameHasTwelveRounds) {
  const State s = play_random(2, variants_of("long_game=on"), 3, [](const Moment&) {});
  EXPECT_EQ(s.round, 12);
}

TEST(TiefenthalOptions, ModulesBringTheirComponents) {
  const State base = dealt(3, variants_of(""), 1);
  EXPECT_EQ(base.supply[index(Card::kBard)], 0);
  EXPECT_EQ(base.stack.size(), 26);
  EXPECT_EQ(base.supply[index(Card::kTable)], 13);
  EXPECT_EQ(base.schnapps_left(), edition().schnapps);
  const State third = dealt(3, variants_of("modules=3"), 1);
  EXPECT_EQ(third.supply[index(Card::kBard)], 16);
  EXPECT_EQ(third.stack.size(), 36);
  const State fourth = dealt(3, variants_of("modules=4"), 1);
  EXPECT_EQ(fourth.start_cards.size(), 4);
  EXPECT_EQ(Tiefenthal::acting(fourth), SeatSet(fourth.last()));
}

TEST(TiefenthalOptions, NobleRecruitsCanBeLimited) {
  constexpr const char* kPatch = R"({
    "agenda": ["serve green"], "start": "green",
    "taverns": {"green": {"beer": 30, "bar_guests": 0, "dice": []},
                "purple": {"dice": ["w1", "w2", "w3", "w4"], "bar_guests": 0}}})";
  for (const bool limited : {false, true}) {
    const std::string variants = limited ? "noble_recruits_per_turn=1" : "";
    State s{};
    ASSERT_FALSE(engine::read_position<Tiefenthal>(patched(2, variants, kPatch), edition(), s));
    ASSERT_EQ(Tiefenthal::broken_invariant(s), -1);
    Events silent;
    Chance chance(1);
    Tiefenthal::apply(s, seat_at(0), action(Verb::kNobles, 1), chance, silent);
    Offer offer(Offer::Keep::kAll);
    Tiefenthal::options(s, seat_at(0), offer);
    const std::optional<engine::Option> again = offer.find(action(Verb::kNobles, 1));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->verdict, limited ? engine::forbid(Rule::kNobleLimit) : engine::kAllowed);
  }
}

// A menu stays a menu: no question of a game with everything in it is longer than a screen or two.
TEST(TiefenthalOptions, NoQuestionOffersTooMuch) {
  int most = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    play_random(4, variants_of("modules=5 long_game=on bonus_die_within_cap=off"), seed,
                [&](const Moment& moment) {
                  Offer offer(Offer::Keep::kAll);
                  Tiefenthal::options(moment.before, moment.seat, offer);
                  most = std::max(most, offer.size());
                });
  }
  EXPECT_LE(most, 60);
}

TEST(TiefenthalOptions, AStateIsSmall) { EXPECT_LE(sizeof(State), 2048u); }

}  // namespace tiefenthal::options_test
