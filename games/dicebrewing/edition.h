// The component data: dice, fields, prices, recipes. Read from edition.json, or from a file of the
// user's own.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/edition_reader.h"
#include "engine/lexicon.h"
#include "games/dicebrewing/types.h"

namespace dicebrewing {

inline constexpr int kLastOpening = 20;   // by this round everything is open
inline constexpr int kMaxNeed = 4;        // dice of one colour in a recipe
inline constexpr int kMaxRecipeDice = 8;  // of all colours

// What the board prints beside a field (R7, R11, R12: figures that are house values or readings).
struct FieldData {
  Building building{};
  Effect effect{};
  bool takes_seed = false;
  uint8_t colours = 0;  // of the dice it takes, as a set of bits
  uint8_t min = 1;
  uint8_t max = kFaces;
  uint32_t inputs = 0;         // the kinds of dice that fit (Die::kind()), as bits
  uint8_t accelerate_min = 0;  // 0: no accelerator
  Colour gain{};
  uint8_t seeds = 0;
  std::array<uint8_t, kColours> gold{};  // by colour of the die sold

  bool takes(Colour colour) const { return (colours >> static_cast<int>(colour) & 1) != 0; }
};

struct Bonus {
  bool printed = false;
  uint8_t min = 0;  // of the blue die
  uint8_t gold = 0;
  uint8_t points = 0;
};

struct RecipeData {
  std::string id;
  bool starter = false;       // in the opening row with any number of players
  bool starter_four = false;  // with four players only
  // Minimums of each colour, highest first.
  std::array<std::array<uint8_t, kMaxNeed>, kColours> need{};
  std::array<uint8_t, kColours> needed{};
  std::array<Tally, kColours> demand{};  // the same as numbers of dice for each value
  uint8_t gold = 0;
  uint8_t points = 0;
  uint8_t tokens = 0;
  bool gives_die = false;
  Colour die{};
  std::array<Bonus, kExtras> bonus{};
};

struct IngredientData {
  uint8_t copies = 0;
  uint8_t price = 0;
  std::array<uint8_t, kFaces + 1> discount{};  // by value of the blue die
};

struct TokenData {
  uint8_t copies = 0;
  uint8_t price = 0;
};

// By number of players.
struct CountData {
  uint8_t row = 0;
  uint8_t target = 0;  // recipes to end
  uint8_t users = 0;   // players allowed on a field in a round
};

struct Edition {
  std::array<uint8_t, kColours> dice{};
  std::array<uint8_t, kColours> die_points{};
  uint8_t seeds = 0;
  uint8_t gold_per_point = 2;
  std::array<CountData, kMaxPlayers + 1> counts{};
  std::array<uint8_t, kColours> start_dice{};
  uint8_t start_seeds = 0;
  uint8_t start_gold = 0;
  uint8_t summer_seeds = 0;
  uint8_t brew_points = 1;
  std::array<uint8_t, kBuildings> opens{};  // from which round on
  // Sets of fields as bits: those of a building, those open in a round, those that take an
  // accelerator, and so on. Made from the rest.
  std::array<uint16_t, kBuildings> fields_of{};
  std::array<uint16_t, kLastOpening + 1> open_fields{};
  uint16_t accelerable = 0;
  uint16_t seed_fields = 0;
  uint16_t reroll_fields = 0;
  uint16_t swap_fields = 0;
  // By Die::code(): where such a die fits; nowhere when it is blocked.
  std::array<uint16_t, kDieCodes> fields_for{};
  uint8_t market_opens = 0;
  uint8_t black_market_opens = 0;
  std::array<FieldData, kFields> fields{};
  std::array<IngredientData, kIngredients> ingredients{};
  std::array<TokenData, kTokens> tokens{};
  std::array<uint8_t, 5> ones_credit{};  // for 0 to 4 ones; more count as four
  std::vector<RecipeData> recipes;
  engine::Lexicon lexicon;  // of all the rest

  const FieldData& operator[](Field field) const { return fields[static_cast<size_t>(field)]; }
  const RecipeData& operator[](Recipe recipe) const { return recipes[static_cast<size_t>(recipe)]; }
};

engine::Error load_edition(const engine::Json& json, Edition& edition,
                           engine::EditionNotes* notes = nullptr);

}  // namespace dicebrewing
