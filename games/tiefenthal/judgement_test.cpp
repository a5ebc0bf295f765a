// The evaluation sees what a player would.
#include "games/tiefenthal/test_table.h"

namespace tiefenthal::judgement_test {

using namespace tiefenthal::test;

State serving(std::string_view tavern, int round) {
  const std::string patch = R"({"round": )" + std::to_string(round) + R"(, "start": "green",
    "agenda": ["serve green"], "supply": null, "nobles": null,
    "taverns": {"green": {"bar_guests": 0, "dice": [], )" +
                            std::string(tavern) + R"(},
                "purple": {"dice": ["w1", "w2", "w3", "w4"], "bar_guests": 0}}})";
  State s{};
  EXPECT_FALSE(engine::read_position<Tiefenthal>(patched(2, "", patch), edition(), s));
  EXPECT_EQ(Tiefenthal::broken_invariant(s), -1);
  return s;
}

int32_t value(std::string_view tavern, int round) {
  return engine::Judge<Tiefenthal>::standard().value(serving(tavern, round), seat_at(0));
}

TEST(TiefenthalEvaluate, ANobleInTheDeckIsWorthHisPoints) {
  EXPECT_GT(value(R"("top": ["noble"])", 8), value(R"("top": [])", 8) + 800);
}

TEST(TiefenthalEvaluate, NineBeerAreWorthANoble) {
  // The guest of the turn has been recruited.
  const auto with = [](int beer) {
    return value(R"("recruited": 1, "beer": )" + std::to_string(beer), 8);
  };
  EXPECT_GT(with(9), with(8) + 800);
  EXPECT_GT(with(18), with(9) + 1500);
}

// Somebody may send any position to be thought over.
TEST(TiefenthalEvaluate, AnyAmountOfBeerIsJudged) {
  const auto with = [](int beer) { return value(R"("beer": )" + std::to_string(beer), 8); };
  EXPECT_GT(with(390), with(300));
  EXPECT_GT(with(9999), with(390));
}

TEST(TiefenthalEvaluate, StaffIsWorthMoreEarlyThanLate) {
  const auto gain = [](int round) {
    return value(R"("top": ["supplier"])", round) - value(R"("top": [])", round);
  };
  EXPECT_GT(gain(2), gain(6));
  EXPECT_GT(gain(6), gain(8));
}

TEST(TiefenthalEvaluate, AfterTheEndOnlyPointsAndTheTieBreakCount) {
  State s = play_random(2, variants_of(""), 3, [](const Moment&) {});
  const Tavern& t = s.at(seat_at(0));
  EXPECT_EQ(engine::Judge<Tiefenthal>::standard().value(s, seat_at(0)),
            100 * s.points(seat_at(0)) + t.ducats + t.beer);
}

}  // namespace tiefenthal::judgement_test
