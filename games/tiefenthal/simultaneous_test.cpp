// Phases in which all choose at once: the order of the answers changes nothing, and nobody sees an
// answer before all are in.
#include <algorithm>

#include "games/tiefenthal/test_table.h"

namespace tiefenthal::simultaneous_test {

using namespace tiefenthal::test;

// Carries the answers out in the given order; action n of a table draws from the same sub-stream
// whoever takes it.
State answered(State s, const std::vector<std::pair<Seat, Action>>& answers, uint64_t seed) {
  Events silent;
  uint64_t n = 0;
  for (const auto& [seat, action] : answers) {
    Chance chance(seed, n++);
    Tiefenthal::apply(s, seat, action, chance, silent);
  }
  return s;
}

TEST(TiefenthalSimultaneous, E57_TheOrderOfAnswersChangesNothing) {
  int questions = 0;
  for (const std::string& variants : all_variants()) {
    for (int players = 2; players <= kMaxPlayers; ++players) {
      Chance will(static_cast<uint64_t>(players), 99);
      play_random(players, variants_of(variants), 5, [&](const Moment& moment) {
        const State& s = moment.before;
        const SeatSet acting = Tiefenthal::acting(s);
        if (acting.size() < 2 || asked_together(s).size() != acting.size()) return;
        ++questions;
        std::vector<std::pair<Seat, Action>> answers;
        for (Seat seat : acting) {
          Offer offer(Offer::Keep::kLegal);
          Tiefenthal::options(s, seat, offer);
          answers.emplace_back(
              seat,
              offer[static_cast<int>(will.below(static_cast<uint32_t>(offer.size())))].action);
        }
        const State one = answered(s, answers, 11);
        std::reverse(answers.begin(), answers.end());
        const State other = answered(s, answers, 11);
        EXPECT_TRUE(engine::same_position<Tiefenthal>(one, other));
      });
    }
  }
  EXPECT_GT(questions, 100);
}

TEST(TiefenthalSimultaneous, AnAnswerIsSeenByItsOwnerOnly) {
  State s = dealt(3, variants_of(""), 1);  // everybody has a bar guest: keep or redraw?
  Events silent;
  Chance chance(1);
  Tiefenthal::apply(s, seat_at(1), action(Verb::kRedraw), chance, silent);
  EXPECT_EQ(json_of(s, Viewer::at(seat_at(1))).find("answers")->find("purple")->text, "redraw");
  for (Viewer viewer : {Viewer::at(seat_at(0)), Viewer::spectator()}) {
    EXPECT_EQ(json_of(s, viewer).find("answers")->find("purple")->kind, Json::Kind::kNull);
  }
  EXPECT_FALSE(chance.used());
}

TEST(TiefenthalSimultaneous, OtherAnswersAreImaginedAndTheOwnIsNot) {
  State s = dealt(3, variants_of(""), 1);
  Events silent;
  Chance chance(1);
  Tiefenthal::apply(s, seat_at(1), action(Verb::kRedraw), chance, silent);
  Tiefenthal::apply(s, seat_at(2), action(Verb::kKeep), chance, silent);
  int otherwise = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    State world = s;
    Chance dreams(seed);
    Tiefenthal::reimagine(world, seat_at(1), dreams);
    EXPECT_EQ(world.at(seat_at(1)).answer, 1);
    otherwise += world.at(seat_at(2)).answer != s.at(seat_at(2)).answer ? 1 : 0;
  }
  EXPECT_GT(otherwise, 20);
  EXPECT_LT(otherwise, 80);
}

}  // namespace tiefenthal::simultaneous_test
