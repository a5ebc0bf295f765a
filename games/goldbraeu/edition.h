// The component data: the map, the businesses, prices and incomes. Read from edition.json, or from
// a file of the user's own: another map needs no other code.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/edition_reader.h"
#include "engine/lexicon.h"
#include "games/goldbraeu/types.h"

namespace goldbraeu {

// Shares and specials of the largest deck.
inline constexpr int kMaxCards = 100;

struct PlayerSetup {
  int money = 25;
  int stones = 16;
  int figures = 6;
  int shares_per_business = 6;  // all opened: complete
  int specials_each = 5;
  int dealt = 6;
  int bosses = 2;
};

struct Corner {
  bool south = false;
  bool east = false;
};

struct Edition {
  std::array<PlayerSetup, kMaxPlayers + 1> players{};  // by number of players
  int taverns = 0;
  int breweries = 0;
  std::vector<std::string> business_ids;
  std::array<Field, kMaxTaverns> start{};
  std::array<uint8_t, kMaxBreweries> shields{};
  std::array<Corner, kMaxBreweries> corner{};
  int drunk_start = 0;
  int waitress_start = 0;
  int drunk_income = -12;
  int waitress_income = 20;

  std::string map_name;
  int rows = 0;
  int columns = 0;
  int fields = 0;
  std::vector<std::string> field_ids;  // "C1"
  std::array<uint8_t, kMaxFields> row_of{};
  std::array<uint8_t, kMaxFields> column_of{};
  std::array<Fields, kMaxFields> neighbours{};
  Fields all;
  Fields parasols;
  Fields start_fields;

  int field_income = 4;
  int parasol_income = 8;
  std::array<int, kMaxPlayers> price_by_choosers{2, 5, 8, 8};
  int weeks = 3;
  int rounds_per_week = 7;
  int payday_first = 0;
  int fences = 48;
  engine::Lexicon lexicon;  // of all the rest

  int businesses() const { return taverns + breweries; }
  int rounds() const { return weeks * rounds_per_week; }
};

// Errors name the field.
engine::Error load_edition(const engine::Json& json, Edition& edition,
                           engine::EditionNotes* notes = nullptr);

}  // namespace goldbraeu
