// Every ruling is cited where it acts, and every acceptance case and card has its file.
#include "tests/rulings.h"

#include "games/taverna/test_table.h"

namespace taverna::rulings_test {

TEST(TavernaRulings, EveryRulingThatActsIsCited) { rulings::expect_cited("taverna", 58, {}); }

TEST(TavernaCases, EveryNumberHasItsFile) {
  rulings::expect_cases("taverna", 75, {10, 19, 26, 28, 31, 46, 56, 57, 58, 60, 66, 68});
}

// Every spell, favour and dignitary has a case of its own in cases/cards.
TEST(TavernaCases, EveryCardHasACaseOfItsOwn) {
  std::set<std::string> expected;
  for (const SpellData& spell : test::edition().spells)
    expected.insert("card-" + spell.id + ".case");
  for (std::string_view id : kFavourIds) expected.insert("favour-" + std::string(id) + ".case");
  for (std::string_view id : kDignitaryIds)
    expected.insert("dignitary-" + std::string(id) + ".case");
  EXPECT_EQ(rulings::files_in(rulings::folder_of("taverna") / "cases/cards"), expected);
  EXPECT_EQ(expected.size(), 46u);
}

}  // namespace taverna::rulings_test
