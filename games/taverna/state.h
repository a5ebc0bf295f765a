// A position of Taverna: a plain value, canonical byte by byte.
//
// Face-down piles are not stored. The spell pile is every spell that lies nowhere else, and so are
// the favour reserve, the customer deck, the supplies of tiles, tokens and privileges.
#pragma once

#include <array>

#include "engine/small_vec.h"
#include "engine/spec.h"
#include "games/taverna/edition.h"
#include "games/taverna/types.h"

namespace taverna {

enum class Item : uint8_t {
  kKingPeople,   // decision of the first player
  kQueenPeople,  // decision of the second player (2 players)
  kStartDeed,    // decision; a = number of the purchase
  kFirstOrder,   // decision; a = place in turn order
  kTurn,
  kMain,     // decision of the active player: the phase is in `phase`
  kWindow,   // decision of seat c; a = Window, b = seats that have passed
  kTarget,   // decision of the last claim's actor
  kResolve,  // the last claim takes effect
  kRefill,
  kRoyal,  // decision; a = round of royal scoring, b = place in its order
};

// How a claim was made: what its actor declared, with the choices belonging to it.
enum class Source : uint8_t { kSpell, kFavour, kRegular, kPrivilege, kPuppet };

inline constexpr uint8_t kEnough = 255;  // among the picks: the list is complete

struct Claim {
  Source source{};
  Seat actor{};
  uint8_t what = 0;    // the spell's card, or the favour
  uint8_t second = 0;  // cast with the favour `second_spell`
  engine::SmallVec<uint8_t, 8> picks;
  friend constexpr bool operator==(const Claim&, const Claim&) = default;
};

struct Position {
  PerSeat<CardSet> hand;   // spells
  PerSeat<CardSet> cast;   // spells cast
  PerSeat<CardSet> known;  // spells in other hands or the discard that this seat knows are there
  PerSeat<CardSet> taken;  // customers
  CardSet discard;
  CardSet seen_discard;  // of these, what all have seen
  // Customers put under the deck by New Arrivals: one set for each time, in the order they will
  // come up.
  std::array<CardSet, kMaxReturns> under;
  engine::Variants variants;
  PerSeat<int16_t> coins;
  PerSeat<int16_t> points;
  PerSeat<Favours> favours_used;  // kinds used this turn (R21)
  uint8_t players;
  Seat start;
  Seat active;
  uint8_t round;
  Phase phase;
  People king;
  People queen;
  uint8_t curse_gone;
  uint8_t over;
  PerSeat<std::array<uint8_t, kPeoples>> level;
  PerSeat<uint8_t> privileges;
  PerSeat<Order> order;
  PerSeat<std::array<uint8_t, kFavours>> face_up;  // favours to be used
  PerSeat<std::array<uint8_t, kFavours>> used;     // favours turned face down
  PerSeat<uint8_t> casts;                          // this turn
  std::array<std::array<People, kMaxTables>, kTaverns> table;
  std::array<std::array<Seat, kMaxDeeds>, kTaverns> deed;
  std::array<Symbols, kTaverns> tokens;
  std::array<uint8_t, kTaverns> privilege_there;
  std::array<uint8_t, kDignitaries> dignitary;  // the tavern it stands in
  std::array<Customer, kMaxRow> row;
  engine::SmallVec<Favour, kMaxDisplay> display;
  std::array<Seat, kScorings> scored_by;
  Scoring blocked;  // with two players, by variant

  // --- this turn (§4.1) ---
  Customer card;
  People people;
  uint8_t tavern;
  Symbols symbols;
  Symbols benefits;
  People level_track;  // where the active player rose by seating
  uint8_t closed;
  uint8_t any_table;
  Dignitaries activated;
  uint8_t regular_done;
  uint8_t privilege_hires;
  uint8_t order_set;

  PerSeat<Seat> royal_order;
  engine::SmallVec<Claim, 2> claims;
  engine::Agenda<Item, 7> agenda;
  uint8_t padding[10];
};

struct State : Position {
  const Edition* edition;

  // --- variants and set-up ---
  int variant(Variant variant) const { return variants.values[static_cast<size_t>(variant)]; }
  ReactionMode mode() const { return static_cast<ReactionMode>(variant(Variant::kReactionMode)); }
  // All know the purses while the first deeds are bought: they start alike, and prices are printed.
  bool open_coins() const { return variant(Variant::kOpenCoins) == 0 || round == 0; }
  bool printed_symbol_blocks() const { return variant(Variant::kPrintedSymbolBlocks) == 0; }
  const PlayerCount& count() const { return edition->players[players]; }
  const TavernSide& board(int t) const {
    return edition->taverns[static_cast<size_t>(t)].side[count().side];
  }
  CardSet spells_in_game() const {
    CardSet cards = edition->all_spells;
    if (mode() == ReactionMode::kOff) cards = cards - edition->out_of_turn_only;
    return variant(Variant::kCurseCard) == 0 ? cards | edition->curses : cards;
  }
  // Place in turn order: 0 is the first player.
  int turn_index(Seat seat) const {
    return (engine::index_of(seat) - engine::index_of(start) + players) % players;
  }

  // --- players ---
  template <class T>
  static constexpr T& at(PerSeat<T>& values, Seat seat) {
    return values[static_cast<size_t>(engine::index_of(seat))];
  }
  template <class T>
  static constexpr const T& at(const PerSeat<T>& values, Seat seat) {
    return values[static_cast<size_t>(engine::index_of(seat))];
  }
  int coins_of(Seat seat) const { return at(coins, seat); }
  int level_of(Seat seat, People p) const { return at(level, seat)[static_cast<size_t>(p)]; }
  int hand_size(Seat seat) const { return at(hand, seat).size(); }
  int deeds_of(Seat seat) const;
  bool owns_in(Seat seat, int t) const {
    for (int i = 0; i < board(t).deeds; ++i) {
      if (deed[static_cast<size_t>(t)][static_cast<size_t>(i)] == seat) return true;
    }
    return false;
  }
  int favours_of(Seat seat) const;

  // --- taverns and supplies ---
  People at_place(Place place) const {
    return table[static_cast<size_t>(tavern_of(place))][static_cast<size_t>(table_of(place))];
  }
  People& at_place(Place place) {
    return table[static_cast<size_t>(tavern_of(place))][static_cast<size_t>(table_of(place))];
  }
  People colour(Place place) const {
    return board(tavern_of(place)).people[static_cast<size_t>(table_of(place))];
  }
  int free_tables(int t) const {
    int free = 0;
    for (int i = 0; i < board(t).tables; ++i)
      free += table[static_cast<size_t>(t)][static_cast<size_t>(i)] == People::kNone ? 1 : 0;
    return free;
  }
  Symbols symbols_in(int t) const {
    Symbols all = tokens[static_cast<size_t>(t)];
    all.insert(edition->taverns[static_cast<size_t>(t)].guild);
    return all;
  }
  int guests_in(int t) const {  // dignitaries
    int count_there = 0;
    for (uint8_t where : dignitary) count_there += where == t ? 1 : 0;
    return count_there;
  }
  int tiles_left(People p) const;
  int guild_tokens_left(Symbol symbol) const;
  int privileges_left() const;
  std::array<uint8_t, kFavours> favour_reserve() const;
  CardSet spell_pile() const;
  CardSet customer_deck() const;  // all of it

  const Claim& claim() const { return claims.back(); }
};

}  // namespace taverna
