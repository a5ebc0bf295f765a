// The terminal board: everything that matters is on the smallest canvas, in every language.
#include "games/dicebrewing/test_table.h"

namespace dicebrewing::board_test {

using engine::Viewer;
using test::Moment;

std::string drawn(const State& s, Viewer viewer, const engine::Texts& texts,
                  int width = engine::kBoardWidth) {
  engine::Canvas canvas(width, engine::kBoardHeight);
  DiceBrewing::draw(s, viewer, texts, canvas);
  std::string text;
  for (int y = 0; y < canvas.height(); ++y) text += canvas.row(y) + "\n";
  return text;
}

TEST(DiceBrewingBoard, ShowsRecipesPlayersAndOwnDiceInEveryLanguage) {
  for (int players = 2; players <= kMaxPlayers; ++players) {
    test::play_random(players, engine::default_variants(spec()), 3, [&](const Moment& moment) {
      const State& s = moment.before;
      for (size_t l = 0; l < engine::kLanguages.size(); ++l) {
        const engine::Texts& texts = test::game().texts(static_cast<engine::Language>(l));
        const std::string text = drawn(s, Viewer::at(test::kAnna), texts);
        for (Recipe recipe : s.row) {
          if (recipe == Recipe::kNone) continue;
          const std::string name(texts.get("recipe." + (*s.edition)[recipe].id));
          ASSERT_NE(text.find(name), std::string::npos) << name << "\n" << text;
        }
        for (int i = 0; i < players; ++i)
          ASSERT_NE(text.find(texts.get("seat." + std::to_string(i))), std::string::npos) << text;
        for (std::string_view field : kFieldIds)
          ASSERT_NE(text.find(std::string(field) + ":"), std::string::npos) << field << text;
        for (Die die : s.at(test::kAnna).active)
          ASSERT_NE(text.find(die_id(die)), std::string::npos) << text;
      }
    });
  }
}

// Somebody with much of everything: the line shows all of it.
TEST(DiceBrewingBoard, ARichBrewerFitsInALine) {
  const test::Table table(2, R"({
    "round": 7, "start": "anna", "turn": "anna",
    "brewers": {"anna": {"active": []},
                "bram": {"gold": 12, "active": ["Y3", "B1", "G2"], "tokens": ["block_recipe"],
                         "ingredients": ["fruits", "fruits", "spices", "special_malt",
                                         "special_hop"],
                         "warehouse": ["Y3", "Y5", "Y6", "G1", "G3", "G4", "G6"]}}})");
  for (const engine::Texts& texts : test::game().texts()) {
    const std::string text = drawn(table.state(), Viewer::at(test::kAnna), texts);
    EXPECT_NE(text.find("×2 "), std::string::npos) << text;
    EXPECT_NE(text.find(" G6 │"), std::string::npos) << text;
  }
}

// Nothing of a recipe is cut off: a wider board shows no more of it.
TEST(DiceBrewingBoard, EveryRecipeFitsInItsLine) {
  State s = test::dealt(4, engine::default_variants(spec()), 1);
  for (size_t recipe = 0; recipe < s.edition->recipes.size(); ++recipe) {
    s.row[0] = static_cast<Recipe>(recipe);
    for (const engine::Texts& texts : test::game().texts()) {
      const auto first_recipe = [&](int width) {
        const std::string board = drawn(s, Viewer::at(test::kAnna), texts, width);
        const std::string line(engine::split(board, '\n')[1]);
        return line.substr(0, line.find_last_not_of(' ') + 1);
      };
      EXPECT_EQ(first_recipe(engine::kBoardWidth), first_recipe(2 * engine::kBoardWidth));
    }
  }
}

TEST(DiceBrewingBoard, ARecipeCanBeReadAbout) {
  const engine::AnyEdition& edition = *test::game().default_edition();
  const engine::Texts& texts = test::game().texts(engine::Language::kEnglish);
  const int recipe = test::game().parse_value(edition, domain::kRecipe, "lager_1");
  const std::string about = test::game().about(edition, domain::kRecipe, recipe, texts);
  EXPECT_TRUE(about.starts_with("Needs at least yellow ")) << about;
  EXPECT_NE(about.find("Reward: "), std::string::npos) << about;
  EXPECT_NE(about.find("blue "), std::string::npos) << about;
}

TEST(DiceBrewingBoard, PricesCanBeReadAbout) {
  const engine::AnyEdition& edition = *test::game().default_edition();
  const engine::Texts& texts = test::game().texts(engine::Language::kEnglish);
  EXPECT_EQ(
      test::game().about(edition, domain::kIngredient, index(Ingredient::kHoney), texts),
      "Costs 5 gold. With a blue die of 5 or more on the market card: 1 less. With a blue die of 6 "
      "or more on the market card: 2 less.");
  EXPECT_EQ(test::game().about(edition, domain::kIngredient, index(Ingredient::kFruits), texts),
            "Costs 3 gold.");
  EXPECT_TRUE(test::game()
                  .about(edition, domain::kToken, index(Token::kPlusOne), texts)
                  .ends_with("Costs 2 gold."));
}

TEST(DiceBrewingBoard, HiddenTokensAreShownToTheirOwnerOnly) {
  const engine::Texts& texts = test::game().texts(engine::Language::kEnglish);
  test::Table table(2, R"({
    "round": 3, "start": "anna", "turn": "anna",
    "brewers": {"anna": {"active": ["Y3"], "tokens": ["block_recipe"]}, "bram": {"active": ["Y3"]}}})",
                    "hidden_tokens=on");
  std::string own;
  DiceBrewing::tell(table.state(), Viewer::at(test::kAnna), texts, own);
  std::string other;
  DiceBrewing::tell(table.state(), Viewer::at(test::kBram), texts, other);
  EXPECT_NE(own.find("Block a recipe"), std::string::npos) << own;
  EXPECT_EQ(other.find("Block a recipe"), std::string::npos) << other;
  EXPECT_NE(other.find("tokens: 1"), std::string::npos) << other;
}

TEST(DiceBrewingBoard, WhatIsBlockedPassedAndOnTheMarketIsShown) {
  test::Table table(3, R"({
    "round": 3, "start": "anna", "turn": "anna", "removed_tokens": ["block_building"],
    "brewers": {"anna": {"active": ["Y3", "U4"], "seeds": 0},
                "bram": {"active": ["Y3"], "blocked_buildings": ["malt_house"]},
                "clara": {"active": [], "passed": true}}})");
  const engine::Texts& texts = test::game().texts(engine::Language::kEnglish);
  std::string told;
  DiceBrewing::tell(table.state(), Viewer::at(test::kAnna), texts, told);
  EXPECT_NE(told.find("Blocked this round: Malt House."), std::string::npos) << told;
  EXPECT_NE(told.find("Has passed."), std::string::npos) << told;
  const std::string board = drawn(table.state(), Viewer::at(test::kAnna), texts);
  EXPECT_NE(board.find("✗Malt"), std::string::npos) << board;
  EXPECT_NE(board.find(" Pass"), std::string::npos) << board;
}

TEST(DiceBrewingBoard, ARecipeIsToldWithAllItAsksFor) {
  test::Table table(2, R"({
    "round": 5, "start": "anna", "phase": "brew", "turn": "anna",
    "row": ["lager_2", "lager_1", "bock_1"],
    "brewers": {"anna": {"active": [], "warehouse": ["Y2", "G2"]}, "bram": {"active": []}}})");
  std::string told;
  DiceBrewing::tell(table.state(), Viewer::at(test::kAnna),
                    test::game().texts(engine::Language::kEnglish), told);
  for (const char* line :
       {"Cheap Lager: at least yellow 2, green 2. Reward: points +1, gold +2. "
        "Improved with blue 3 or more: "
        "points +1.",
        "Improved with blue 4 or more: points +2.", "Missing: yellow 3, green 3."}) {
    EXPECT_NE(told.find(line), std::string::npos) << line << "\n" << told;
  }
}

}  // namespace dicebrewing::board_test
