// Every ruling is cited where it acts, and every acceptance case and card has its file.
#include "tests/rulings.h"

#include "games/koenig/test_table.h"

namespace koenig::rulings_test {

TEST(KoenigRulings, EveryRulingThatActsIsCited) {
  rulings::expect_cited(
      "koenig", 51,
      {{3, "damaged names: the right ones stand in texts/ and edition.json"},
       {45, "deals and gifts are no part of the rules: there is no action for them"}});
}

TEST(KoenigCases, EveryNumberHasItsFile) {
  rulings::expect_cases("koenig", 73, {6, 15, 16, 24, 28, 36, 44, 49, 51, 52, 56, 60});
}

// Every card has a case of its own in cases/cards.
TEST(KoenigCases, EveryCardHasACaseOfItsOwn) {
  std::set<std::string> expected;
  for (const CardData& card : test::edition().cards) expected.insert("card-" + card.id + ".case");
  EXPECT_EQ(rulings::files_in(rulings::folder_of("koenig") / "cases/cards"), expected);
  EXPECT_EQ(expected.size(), 62u);
}

// R3: what the printed list spells wrong stands right in the German texts.
TEST(KoenigRulings, R3_NamesAreSpelledRight) {
  const engine::Texts& german = test::game().texts(engine::Language::kGerman);
  const std::pair<const char*, const char*> names[]{
      {"stammplatz", "Stammplatz"},         {"geruechtekueche_goblin", "Gerüchteküche"},
      {"schiedsgericht", "Schiedsgericht"}, {"grosse_intrige", "Große Intrige"},
      {"trickbetrug", "Trickbetrug"},
  };
  for (const auto& [id, name] : names) {
    const std::string text = test::game().value_text(*test::game().default_edition(), domain::kCard,
                                                     index(test::card_id(id)), german);
    EXPECT_TRUE(text.starts_with(name)) << id << ": " << text;
  }
  const engine::Texts& dutch = test::game().texts(engine::Language::kDutch);
  const auto dutch_name = [&](std::string_view id) {
    return test::game().value_text(*test::game().default_edition(), domain::kCard,
                                   index(test::card_id(id)), dutch);
  };
  EXPECT_EQ(dutch_name("erscheinung"), "Verschijning");
  EXPECT_EQ(dutch_name("zack"), "Pats!");
}

}  // namespace koenig::rulings_test
