// A position of The Taverns of Tiefenthal: a plain value, canonical byte by byte.
#pragma once

#include <array>

#include "engine/bag.h"
#include "engine/small_vec.h"
#include "engine/spec.h"
#include "games/tiefenthal/deck.h"
#include "games/tiefenthal/edition.h"
#include "games/tiefenthal/types.h"

namespace tiefenthal {

enum class Item : uint8_t {
  kPickStart,  // decision of seat a (module 4)
  kRoundBegin,
  kSides,  // decision of all at once: entertainer a (module 2)
  kBonus,  // decision of all at once who have something to choose
  kFill,
  kRedraw,  // decision of the seats in a, at once
  kRollDice,
  kPick,  // decision of seat a
  kTurnBegin,
  kServe,      // decision of seat a: the menu of the serving turn
  kPlaceDie,   // decision of seat a: where to use die b
  kReturn,     // decision of seat a: cards to give back for tile b
  kMonastery,  // seat a has b steps to go
  kBan,        // decision of seat a
  kTurnDie,    // decision of seat a: the juggler, side A
  kReroll,     // decision of seat a: the juggler, side B
  kLastOrders,
};

inline constexpr uint8_t kNoAnswer = 255;
inline constexpr uint8_t kNoStartCard = 255;
// Answers of kBonus: a Bonus or a Tile by number, or this. Of kRedraw: 0 keep, 1 redraw.
inline constexpr uint8_t kNoFlip = 100;

// What stands in front of one player.
struct Tavern {
  uint32_t served;  // bit i: the table i
  int16_t ducats;   // the safe; in the own turn the purse
  int16_t beer;
  uint16_t upgraded;  // bit by Tile
  uint16_t fresh;     // upgraded in F of this round, of those that work from the next
  uint16_t signatures;
  uint8_t monastery;
  uint8_t reputation;
  uint8_t host_flipped;
  uint8_t schnapps;
  uint8_t bar_guests;
  uint8_t washed;  // dishwashers used this round
  uint8_t recruited;
  uint8_t noble_recruits;
  uint8_t cashbox_used;
  uint8_t barrel_used;
  uint8_t entertained;  // bit by Entertainer: used this round
  uint8_t answer;       // to the question asked of all; hidden until all are in
  uint8_t start_card;
  uint8_t nobles;  // on the noble table
  std::array<Side, kEntertainers> sides;
  std::array<uint8_t, kStaffKinds> bought;
  std::array<uint8_t, kStaffKinds> staff;        // revealed
  engine::SmallVec<Card, kMaxTables> tables;     // kNone: emptied by a ban
  engine::SmallVec<Die, kMaxDice> dice;          // unused, sorted
  engine::SmallVec<uint8_t, kMaxWhite> coaster;  // the one in front of this seat: faces, sorted
  Deck deck;
  uint8_t padding[3];

  bool flipped(Tile tile) const { return (upgraded >> index(tile) & 1) != 0; }
  // R28, §4.3: some upgrades work from the next round on.
  bool active(Tile tile) const { return flipped(tile) && (fresh >> index(tile) & 1) == 0; }
  int staff_of(Card card) const { return staff[static_cast<size_t>(card)]; }
};

struct Position {
  engine::Variants variants;
  std::array<Tavern, kMaxPlayers> taverns;
  uint8_t players;
  uint8_t round;      // 0: set-up
  Seat start;         // has the mug
  uint8_t nobles;     // in the supply
  uint8_t open_pile;  // guests left there
  std::array<uint8_t, kStaffKinds> supply;
  std::array<Card, kMaxSlots> display;  // 0: the place of the open pile once that is empty
  engine::SmallVec<uint8_t, kMaxPlayers + 1> start_cards;  // open
  engine::SmallVec<Die, kMaxDice> rerolled;                // taken up by the juggler
  engine::Agenda<Item, 4> agenda;                          // empty: the game is over
  engine::Bag<Card, kMaxGuests> stack;
  engine::SmallVec<Card, kMaxGuests + 28> banned;  // sorted
  uint8_t padding[3];
};

struct State : Position {
  const Edition* edition;

  Tavern& at(Seat seat) { return taverns[static_cast<size_t>(index(seat))]; }
  const Tavern& at(Seat seat) const { return taverns[static_cast<size_t>(index(seat))]; }
  const CardData& data(Card card) const { return (*edition)[card]; }

  // --- variants ---
  int variant(Variant variant) const { return variants.values[static_cast<size_t>(variant)]; }
  // R37: each module includes those before it.
  int modules() const { return variant(Variant::kModules) + 1; }
  bool winter() const { return modules() >= 2; }  // R38
  int rounds() const {
    return variant(Variant::kLongGame) != 0 ? edition->long_rounds : edition->rounds;
  }
  // R39: what the round gives; with the variant, the summer's choice on top of an entertainer.
  const RoundData& round_data() const { return edition->track[winter() ? 1 : 0][round]; }
  const RoundData& choice_data() const { return choice_data(round); }
  const RoundData& choice_data(size_t which) const {
    const RoundData& here = edition->track[winter() ? 1 : 0][which];
    const bool keeps =
        here.entertainer != Entertainer::kNone && variant(Variant::kWinterKeepsChoices) != 0;
    return keeps ? edition->track[0][which] : here;
  }
  int staff_kinds() const { return modules() >= 3 ? kStaffKinds : kStaffKinds - 1; }

  // --- turn order ---
  Seat nth(int n) const { return engine::next_seat(start, players, n); }
  Seat last() const { return nth(players - 1); }

  // --- one tavern ---
  int value(const Tavern& t, Tile tile) const {
    const TileData& data = (*edition)[tile];
    return t.active(tile) ? data.upgraded : data.base;
  }
  int tables(const Tavern& t) const { return value(t, Tile::kTables) + t.staff_of(Card::kTable); }
  int dishwashers(const Tavern& t) const {  // unused
    return t.staff_of(Card::kDishwasher) + value(t, Tile::kDishwashing) - t.washed;
  }
  int delivery(const Tavern& t) const {  // beer for each die
    return value(t, Tile::kSupplier) + t.staff_of(Card::kSupplier);
  }
  int card_points(const Tavern& t) const;
  int points(Seat seat) const;
  int schnapps_left() const {
    int left = edition->schnapps;
    for (int i = 0; i < players; ++i) left -= taverns[static_cast<size_t>(i)].schnapps;
    return left;
  }
  // The guest that can be recruited at a place of the display; kNone: nobody.
  Card guest_at(int slot) const {
    if (slot == 0 && open_pile > 0) return edition->open_pile;
    return display[static_cast<size_t>(slot)];
  }
};

}  // namespace tiefenthal
