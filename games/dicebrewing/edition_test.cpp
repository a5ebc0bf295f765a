// The component data: its totals, and errors that name the field.
#include <array>
#include <bit>

#include "games/dicebrewing/test_table.h"

namespace dicebrewing::edition_test {

using engine::Error;
using engine::Json;

Error load(std::string_view patch) {
  Json json = *engine::parse_json(DiceBrewing::edition_json(), "edition");
  engine::merge_patch(json, *engine::parse_json(patch, "patch"));
  Edition edition;
  return load_edition(json, edition);
}

// The edition with one entry of a list changed.
Error load_entry(std::string_view list, size_t entry, std::string_view patch) {
  Json json = *engine::parse_json(DiceBrewing::edition_json(), "edition");
  Json* found = json.find(list);
  engine::merge_patch(found->items[entry], *engine::parse_json(patch, "patch"));
  Edition edition;
  return load_edition(json, edition);
}

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
  Json json = *engine::parse_json(DiceBrewing::edition_json(), "edition");
  json.find("market")->find("ingredients")->items[0].set("price", Json::of(int64_t{1}));
  Edition edition;
  ASSERT_FALSE(load_edition(json, edition));
  EXPECT_EQ(edition.ingredients[0].price, 1);
}

TEST(DiceBrewingEdition, ErrorsNameTheField) {
  const auto names = [](const Error& error, std::string_view field) {
    EXPECT_EQ(error.code, engine::ErrorCode::kEdition);
    EXPECT_NE(error.text.find(field), std::string::npos) << error.text;
  };
  names(load(R"({"game": "koenig"})"), "game");
  names(load(R"({"colour": 3})"), "colour");
  names(load(R"({"start": {"gold": -1}})"), "start.gold");
  names(load(R"({"start": {"dice": {"yellow": 4}}})"), "dice[0].count");
  names(load(R"({"seeds": {"count": 3}})"), "seeds.count");
  names(load(R"({"ones_as_gold": {"credit": [0, 0, 2, 1, 6]}})"), "ones_as_gold.credit");
  names(load(R"({"scoring": {"gold_per_point": 0}})"), "scoring.gold_per_point");
  names(load(R"({"black_market": {"from_round": 0}})"), "black_market.from_round");
  names(load_entry("players", 0, R"({"users_per_field": 3})"), "players[0].users_per_field");
  names(load_entry("players", 2, R"({"recipes_to_end": 31})"), "recipes");
  names(load_entry("dice", 1, R"({"id": "brown"})"), "dice[1].id");
  names(load_entry("dice", 1, R"({"count": 40})"), "dice");
  names(load_entry("buildings", 2, R"({"fields": []})"), "buildings[2].fields");
  names(load_entry("recipes", 0, R"({"id": "lager_2"})"), "lager_2");
  names(load_entry("recipes", 0, R"({"id": "Big Beer"})"), "recipes[0].id");
  names(load_entry("recipes", 0, R"({"needs": {"yellow": [7]}})"), "recipes[0].needs.yellow");
  names(load_entry("recipes", 0, R"({"needs": {"blue": [3]}})"), "recipes[0].needs.blue");
  names(load_entry("recipes", 0, R"({"reward": {"die": "red"}})"), "recipes[0].reward.die");
  names(load_entry("recipes", 0, R"({"improvements": {"sugar": {}}})"), "sugar");
  names(load_entry("recipes", 2, R"({"starter": "always"})"), "starters");
}

}  // namespace dicebrewing::edition_test
