// Every ruling is cited where it acts, and every acceptance case has its file.
#include "tests/rulings.h"

namespace dicebrewing::rulings_test {

TEST(DiceBrewingRulings, EveryRulingThatActsIsCited) {
  rulings::expect_cited(
      "dicebrewing", 56,
      {{1, "which figures are house values: edition.json says so, figure by figure"},
       {31, "coins are a plain number of gold"},
       {47, "two words for the same ingredient: texts/ has one"},
       {48, "which level a known card has: edition.json"}});
}

TEST(DiceBrewingCases, EveryNumberHasItsFile) {
  rulings::expect_cases("dicebrewing", 79, {15, 17, 26, 27, 28, 30, 50, 56, 61, 66, 70, 75});
}

}  // namespace dicebrewing::rulings_test
