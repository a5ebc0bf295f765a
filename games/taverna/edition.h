// The component data: taverns, tracks, customers, spells, favours, prices. Read from edition.json,
// or from a file of the user's own.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/edition_reader.h"
#include "engine/lexicon.h"
#include "games/taverna/types.h"

namespace taverna {

enum class BonusKind : uint8_t { kNothing, kSpell, kPrivilege, kCoins, kPoints };
struct Bonus {
  BonusKind kind = BonusKind::kNothing;
  uint8_t amount = 0;
};

struct DeedData {
  uint8_t price = 0;
  uint8_t points = 0;
};

// One side of a tavern's board.
struct TavernSide {
  uint8_t tables = 0;
  uint8_t deeds = 0;
  std::array<People, kMaxTables> people{};
  std::array<DeedData, kMaxDeeds> deed{};
};

struct Tavern {
  std::string id;
  bool large = false;
  Symbol guild{};
  std::array<TavernSide, 2> side;
};

struct CustomerData {
  std::string id;
  People first = People::kNone;
  People second = People::kNone;
  Symbols symbols;
  uint8_t from_players = 2;  // it is in the game with so many players
  bool shows(People people) const { return people == first || people == second; }
};

struct SpellData {
  std::string id;
  Effect effect{};
  uint8_t cost = 0;
  uint8_t copies = 1;
  bool lightning = false;
  uint8_t phases = 0;   // bit of each Phase it may be cast in
  uint8_t windows = 0;  // bit of each Window
  People people = People::kNone;
  uint8_t amount = 0;        // coins or cards
  uint8_t amount_large = 0;  // collection: with 4 and 5 players
  bool in_phase(Phase phase) const { return ((phases >> static_cast<int>(phase)) & 1) != 0; }
  bool in_window(Window window) const { return ((windows >> static_cast<int>(window)) & 1) != 0; }
};

struct ScoringData {
  std::array<uint8_t, 5> threshold{};
  std::array<uint8_t, 5> points{};
  int of(int count) const {
    int reached = 0;
    for (size_t i = 0; i < threshold.size(); ++i) {
      if (count >= threshold[i]) reached = points[i];
    }
    return reached;
  }
};

struct PlayerCount {
  uint8_t side = 0;
  uint8_t turns = 0;
  uint8_t income = 0;
  uint8_t feast = 0;
  uint8_t scorings = 1;
  CardSet customers;
};

struct Edition {
  std::array<PlayerCount, kMaxPlayers + 1> players;
  int start_coins = 15;
  int start_spells = 3;
  int deed_tokens = 5;
  int tiles = 9;  // of each people
  int privileges = 15;
  std::array<uint8_t, kGuilds> guild_tokens{};
  int guild_points = 3;
  int display = 5;
  int row = 4;
  std::array<int8_t, kLevels> end_points{};
  std::array<std::array<Bonus, kLevels>, kPeoples> bonus{};
  std::array<Tavern, kTaverns> taverns;
  int takeover = 3;
  // What the first, second and third token, favour or level cost in all; 0: not sold.
  std::array<std::array<uint8_t, 3>, kDignitaries> prices{};
  int sell_spell = 1;
  int spell_at_end = 1;
  int privilege_at_end = 1;
  int extra_activation = 2;
  int moved_customer = 2;
  std::array<uint8_t, kFavours> favour_copies{};
  std::vector<CustomerData> customers;
  std::vector<SpellData> spells;
  std::array<ScoringData, kScorings> scoring;
  int king_points = 5;

  // --- derived: the cards a spell has, and which may be cast in a window ---
  std::vector<Spell> card_kind;
  CardSet all_spells;  // without the Curse
  CardSet curses;
  CardSet out_of_turn_only;  // left out when nobody may act out of turn
  std::array<CardSet, kWindows> window_cards;
  engine::Lexicon lexicon;  // of all the rest

  const CustomerData& operator[](Customer customer) const {
    return customers[static_cast<size_t>(customer)];
  }
  const SpellData& operator[](Spell spell) const { return spells[static_cast<size_t>(spell)]; }
  const SpellData& of(int card) const {
    return spells[static_cast<size_t>(card_kind[static_cast<size_t>(card)])];
  }
};

// Errors name the field.
engine::Error load_edition(const engine::Json& json, Edition& edition,
                           engine::EditionNotes* notes = nullptr);

extern const std::array<std::string_view, kEffects> kEffectIds;
extern const std::array<std::string_view, kPeoples> kPeopleIds;
extern const std::array<std::string_view, kSymbols> kSymbolIds;
extern const std::array<std::string_view, kDignitaries> kDignitaryIds;
extern const std::array<std::string_view, kFavours> kFavourIds;
extern const std::array<std::string_view, kScorings> kScoringIds;
extern const std::array<std::string_view, kMaxPlayers> kColourIds;
extern const std::array<std::string_view, 3> kPhaseIds;  // of Phase::kPre on
extern const std::array<std::string_view, kWindows> kWindowIds;

}  // namespace taverna
