// Every ruling is cited where it acts, and every acceptance case has its file.
#include "tests/rulings.h"

namespace tiefenthal::rulings_test {

TEST(TiefenthalRulings, EveryRulingThatActsIsCited) {
  rulings::expect_cited("tiefenthal", 46,
                        {{3, "the price of the beer merchant stands in edition.json"},
                         {6, "die and pay of the nobles stand in edition.json"},
                         {35, "what the scan of the rulebook lost"}});
}

TEST(TiefenthalCases, EveryNumberHasItsFile) {
  rulings::expect_cases("tiefenthal", 67, {5, 7, 16, 24, 28, 32, 34, 39, 40, 44, 45, 62});
}

}  // namespace tiefenthal::rulings_test
