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

}  // namespace dicebrewing::edition_test
