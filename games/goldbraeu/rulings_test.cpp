// Every ruling is cited where it acts, and every acceptance case has its file.
#include "tests/rulings.h"

#include "games/goldbraeu/test_table.h"

namespace goldbraeu::rulings_test {

TEST(GoldbraeuRulings, EveryRulingThatActsIsCited) {
  rulings::expect_cited("goldbraeu", 62,
                        {{1, "the map stands in edition.json"},
                         {2, "the order of the ring stands in edition.json"},
                         {44, "the bank is unlimited: nothing is counted"},
                         {48, "reviews that are not followed: the numbers stand in edition.json"},
                         {50, "the number of stones stands in edition.json"},
                         {56, "spelling of names: texts/ and edition.json"}});
}

TEST(GoldbraeuRulings, RulesOnScreenNameTheirRuling) {
  for (const engine::RuleSpec& rule : spec().rules) {
    EXPECT_TRUE(rule.ruling.starts_with("R") || rule.ruling.starts_with("§")) << rule.id;
  }
}

// E69 is a test of random games (dynamics_test.cpp).
TEST(GoldbraeuCases, EveryNumberHasItsFile) {
  rulings::expect_cases("goldbraeu", 78, {7, 11, 18, 22, 36, 41, 49, 54, 57, 59, 61, 69, 70});
}

}  // namespace goldbraeu::rulings_test
