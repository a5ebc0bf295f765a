// The component data: its totals, and errors that name the field.
#include <array>
#include <bit>

#include "games/dicebrewing/test_table.h"
#include "tests/editions.h"

namespace dicebrewing::edition_test {

TEST(DiceBrewingEdition, CountsOfTheBox) {
  const Edition& e = test::edition();
  EXPECT_EQ(e.dice, (std::array<uint8_t, kColours>{14, 14, 12, 10}));
  EXPECT_EQ(e.seeds, 6);
  EXPECT_EQ(e.recipes.size(), 30u);
  int ingredients = 0;
  for (const IngredientData& data : e.ingredients) ingredients += data.copies;
  int tokens = 0;
  for (const TokenData& data : e.tokens) tokens += data.copies;
  EXPECT_EQ(ingredients, 15);
  EXPECT_EQ(tokens, 18);
  EXPECT_EQ(std::popcount(e.accelerable), 8);
}

// Sums over all recipes: a slip in one figure shows.
TEST(DiceBrewingEdition, SumsOfTheRecipes) {
  std::array<int, kColours> dice{};
  std::array<int, kExtras> printed{};
  int gold = 0;
  int points = 0;
  int tokens = 0;
  int bonus_gold = 0;
  int bonus_points = 0;
  for (const RecipeData& recipe : test::edition().recipes) {
    for (size_t c = 0; c < kColours; ++c) dice[c] += recipe.needed[c];
    gold += recipe.gold;
    points += recipe.points;
    tokens += recipe.tokens;
    for (size_t e = 1; e < kExtras; ++e) {
      printed[e] += recipe.bonus[e].printed ? 1 : 0;
      bonus_gold += recipe.bonus[e].gold;
      bonus_points += recipe.bonus[e].points;
    }
  }
  EXPECT_EQ(dice, (std::array<int, kColours>{47, 24, 30, 0}));
  EXPECT_EQ(printed, (std::array<int, kExtras>{0, 30, 14, 13, 14, 14, 11}));
  EXPECT_EQ(gold, 39);
  EXPECT_EQ(points, 28);
  EXPECT_EQ(tokens, 5);
  EXPECT_EQ(bonus_gold, 186);
  EXPECT_EQ(bonus_points, 267);
}

TEST(DiceBrewingEdition, ADesignerMayChangeAPrice) {
  engine::Json json = editions::our_edition<DiceBrewing>();
  editions::change(json, "market.ingredients[0].price", "1");
  Edition edition;
  ASSERT_FALSE(load_edition(json, edition));
  EXPECT_EQ(edition.ingredients[0].price, 1);
}

TEST(DiceBrewingBadEdition, IsRefusedByTheNameOfTheField) {
  editions::expect_refused<DiceBrewing>({
      {"game", R"("koenig")", "game"},
      {"colour", "3", "colour"},
      {"start.gold", "-1", "start.gold"},
      {"start.dice.yellow", "4", "dice[0].count"},
      {"seeds.count", "3", "seeds.count"},
      {"ones_as_gold.credit", "[0, 0, 2, 1, 6]", "ones_as_gold.credit"},
      {"scoring.gold_per_point", "0", "scoring.gold_per_point"},
      {"black_market.from_round", "0", "black_market.from_round"},
      {"players[0].users_per_field", "3", "players[0].users_per_field"},
      {"players[2].recipes_to_end", "31", "recipes"},
      {"dice[1].id", R"("brown")", "dice[1].id"},
      {"dice[1].count", "40", "dice"},
      {"buildings[2].fields", "[]", "buildings[2].fields"},
      {"recipes[0].id", R"("lager_2")", "lager_2"},
      {"recipes[0].id", R"("Big Beer")", "recipes[0].id"},
      {"recipes[0].needs.yellow", "[7]", "recipes[0].needs.yellow"},
      {"recipes[0].needs.blue", "[3]", "recipes[0].needs.blue"},
      {"recipes[0].reward.die", R"("red")", "recipes[0].reward.die"},
      {"recipes[0].improvements.sugar", "{}", "sugar"},
      {"recipes[2].starter", R"("always")", "starters"},
  });
}

TEST(DiceBrewingBadEdition, EveryValueOfTheWrongKindIsNoticed) {
  editions::expect_wrong_kinds_noticed<DiceBrewing>();
}

}  // namespace dicebrewing::edition_test
