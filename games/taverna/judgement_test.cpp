// The evaluation prefers what the rules reward.
#include "games/taverna/test_table.h"

namespace taverna::judgement_test {

using namespace taverna::test;

int32_t value_of(std::string_view patch) {
  const Table table(patch);
  return engine::Judge<Taverna>::standard().value(table.state(), kBlue);
}

TEST(TavernaEvaluate, WhatIsGoodForASeatIsWorthMore) {
  const int32_t plain = value_of("{}");
  for (const char* better :
       {R"({"points": {"blue": 3}})", R"({"levels": {"blue": {"elf": 1}}})",
        R"({"levels": {"blue": {"orc": 4}}})", R"({"coins": {"blue": 18}})",
        R"({"privileges": {"blue": 1}})", R"({"favours": {"blue": ["gain_level"]}})",
        R"({"hands": {"blue": ["slander"]}})",
        R"({"cast": {"blue": ["slander", "ward", "summons", "teleport", "eviction"]}})",
        R"({"taverns": {"hall": {"deeds": ["blue", null, null]}}})"}) {
    EXPECT_GT(value_of(better), plain) << better;
  }
  for (const char* worse : {R"({"points": {"red": 3}})", R"({"levels": {"red": {"elf": 3}}})",
                            R"({"coins": {"blue": 9}})", R"({"coins": {"green": 24}})",
                            R"({"taverns": {"hall": {"deeds": ["red", null, null]}}})"}) {
    EXPECT_LT(value_of(worse), plain) << worse;
  }
}

// The order of the King's track decides who gets the scoring that both want.
TEST(TavernaEvaluate, TheKingsTrackIsWorthMoreThanItsLevels) {
  constexpr std::string_view kRich = R"("round": 6, "coins": {"blue": 15, "red": 15, "green": 3})";
  const auto with = [&](std::string_view levels) {
    return value_of("{" + std::string(kRich) + ", \"levels\": {" + std::string(levels) + "}}");
  };
  // One level on the King's track against one on another: the same end value, another order.
  EXPECT_GT(with(R"("blue": {"elf": 3, "dwarf": 2}, "red": {"elf": 2, "dwarf": 2})"),
            with(R"("blue": {"elf": 2, "dwarf": 3}, "red": {"elf": 3, "dwarf": 2})"));
}

TEST(TavernaEvaluate, WinningIsWorthMostAtTheEnd) {
  const State end = play_random(3, variants_of(""), 7, [](const Moment&) {});
  const engine::Outcome outcome = Taverna::outcome(end);
  for (int i = 0; i < 3; ++i) {
    const Seat seat = engine::seat_at(i);
    for (int j = 0; j < 3; ++j) {
      if (outcome.rank[static_cast<size_t>(i)] < outcome.rank[static_cast<size_t>(j)]) {
        EXPECT_GT(engine::Judge<Taverna>::standard().value(end, seat),
                  engine::Judge<Taverna>::standard().value(end, engine::seat_at(j)));
      }
    }
  }
}

}  // namespace taverna::judgement_test
