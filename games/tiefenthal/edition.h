// The component data: cards, tiles, tracks, the modules. Read from edition.json, or from a file of
// the user's own.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/edition_reader.h"
#include "engine/lexicon.h"
#include "engine/small_vec.h"
#include "games/tiefenthal/types.h"

namespace tiefenthal {

inline constexpr int kMaxKinds = 96;
inline constexpr int kMaxGuests = 56;  // guest cards in the box, all modules
inline constexpr int kMaxTables = 32;  // of one evening
inline constexpr int kMaxDice = 8;     // of one player
inline constexpr int kMaxWhite = 4;
inline constexpr int kMaxSlots = 6;    // the place of the open pile, then the display
inline constexpr int kMaxSpaces = 48;  // of the monastery track
inline constexpr int kMaxReputation = 20;
inline constexpr int kMaxStartCards = 12;

struct Reward {
  Effect effect = Effect::kNothing;
  uint8_t amount = 0;
  Card card = Card::kNone;
};

enum class CardClass : uint8_t { kStaff, kNoble, kRegular, kGuest };

struct CardData {
  std::string id;
  CardClass kind{};
  uint8_t count = 0;  // in the box; of a regular: for each player
  uint8_t price = 0;  // in ducats; of a guest: in beer
  uint8_t points = 0;
  uint8_t die = 0;
  uint8_t pays = 0;
  uint8_t white_reputation = 0;  // module 3: steps when served with a white die
  uint8_t module = 1;
  Line line = Line::kNone;
  Reward bonus;
};

struct TileData {
  uint8_t cost = 0;
  uint8_t base = 0;
  uint8_t upgraded = 0;
  bool next_round = false;
  Card card = Card::kNone;  // what can be given back for a discount
  uint8_t discount = 0;
  uint8_t accepts = 0;  // bit f: a die of face f
};

struct NoblePrice {
  uint8_t beer = 0;
  uint8_t nobles = 0;
};

struct RoundData {
  uint8_t schnapps = 0;
  bool bar_guest = false;
  bool free_upgrade = false;
  Entertainer entertainer = Entertainer::kNone;
  engine::SmallVec<Bonus, 4> choices;
};

struct StartCard {
  std::string id;
  engine::SmallVec<Card, 6> cards;
  uint8_t ducats = 0;
};

struct Edition {
  int rounds = 8;
  int long_rounds = 12;
  int white_dice = 4;
  int coloured_dice = 3;
  std::vector<CardData> cards;  // by Card
  Card open_pile = Card::kNone;
  int display = 4;
  std::array<TileData, kTileCount> tiles;
  int upgrade_nobles = 1;
  engine::SmallVec<NoblePrice, 4> noble_prices;
  int monastery_last = 22;
  std::array<std::array<Reward, kMaxSpaces>, 2> monastery;  // summer, winter
  std::array<std::array<RoundData, kMaxRounds + 1>, 2> track;
  int buys_per_kind = 1;
  int recruits_per_turn = 1;
  int bar_guests = 3;  // for each player
  engine::SmallVec<Card, 8> start_deck;
  int schnapps = 20;
  std::array<std::array<Reward, 2>, kEntertainers> entertainers;
  int reputation_last = 10;                           // of either side
  std::array<Reward, kMaxReputation + 1> reputation;  // side A
  std::array<uint8_t, kMaxReputation + 1> host_points{};
  std::vector<StartCard> start_cards;
  std::array<Reward, kLines + 1> book;  // by number of signatures
  engine::Lexicon lexicon;              // of all the rest

  const CardData& operator[](Card card) const { return cards[static_cast<size_t>(card)]; }
  const TileData& operator[](Tile tile) const { return tiles[static_cast<size_t>(tile)]; }
  int kinds() const { return static_cast<int>(cards.size()); }
  // R4, R5: cards of later modules stay in the box.
  int copies(Card card, int modules, int players) const {
    const CardData& data = (*this)[card];
    if (data.module > modules) return 0;
    return data.kind == CardClass::kRegular ? data.count * players : data.count;
  }
};

// Errors name the field.
engine::Error load_edition(const engine::Json& json, Edition& edition,
                           engine::EditionNotes* notes = nullptr);

extern const std::array<std::string_view, kStaffKinds> kStaffIds;
extern const std::array<std::string_view, kTileCount> kTileIds;
extern const std::array<std::string_view, kEntertainers> kEntertainerIds;
extern const std::array<std::string_view, kLines> kLineIds;

}  // namespace tiefenthal
