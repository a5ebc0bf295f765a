// The components of The Taverns of Tiefenthal as small values.
#pragma once

#include <cstdint>

#include "engine/types.h"

namespace tiefenthal {

using engine::Seat;

inline constexpr int kMaxPlayers = 4;
inline constexpr int kMaxRounds = 12;

constexpr int index(Seat seat) { return engine::index_of(seat); }

// A kind of card: the six tavern kinds, the noble, then the edition's regulars and guests.
enum class Card : uint8_t {
  kBeerMerchant,
  kDishwasher,
  kWaitress,
  kTable,
  kSupplier,
  kBard,
  kNoble,
  kFirstRegular,
  kNone = 255,
};
inline constexpr int kStaffKinds = 6;
constexpr int index(Card card) { return static_cast<int>(card); }
constexpr Card card_at(int index) { return static_cast<Card>(index); }
constexpr bool is_staff(Card card) { return index(card) < kStaffKinds; }

// The fitted pieces that can be turned over; the host flips by itself.
enum class Tile : uint8_t {
  kTables,
  kWaitress,
  kCashbox,
  kMonk,
  kDishwashing,
  kSafe,
  kBarrel,
  kSupplier,
  kBeerStorage,
};
inline constexpr int kTileCount = 9;
constexpr int index(Tile tile) { return static_cast<int>(tile); }
constexpr Tile tile_at(int index) { return static_cast<Tile>(index); }

// A die with the face it shows: w1 to w6 are white, c1 to c6 of the player's own colour.
enum class Die : uint8_t {};
inline constexpr int kFaces = 6;
inline constexpr int kDieCount = 2 * kFaces;
constexpr int index(Die die) { return static_cast<int>(die); }
constexpr Die die_at(int index) { return static_cast<Die>(index); }
constexpr Die white_die(int face) { return die_at(face - 1); }
constexpr Die own_die(int face) { return die_at(kFaces + face - 1); }
constexpr bool is_white(Die die) { return index(die) < kFaces; }
constexpr int face_of(Die die) { return index(die) % kFaces + 1; }
constexpr Die with_face(Die die, int face) {
  return is_white(die) ? white_die(face) : own_die(face);
}

// Module 2.
enum class Entertainer : uint8_t { kFireBreather, kJuggler, kAcrobat, kNone = 255 };
inline constexpr int kEntertainers = 3;
constexpr int index(Entertainer entertainer) { return static_cast<int>(entertainer); }
enum class Side : uint8_t { kA, kB, kNone };
constexpr int index(Side side) { return static_cast<int>(side); }

// Module 5: the lines of the guest book.
enum class Line : uint8_t {
  kRegular,
  kGuest3,
  kGuest4,
  kGuest5,
  kGuest6,
  kGuest7,
  kGuest8,
  kNoble,
  kBarGuest,
  kEntertainer,
  kNone = 255,
};
inline constexpr int kLines = 10;
constexpr int index(Line line) { return static_cast<int>(line); }

// What a round's choice offers: the top guest of the open pile, a die, or a tavern card.
enum class Bonus : uint8_t { kGuest, kDie, kFirstCard };
inline constexpr int kBonuses = 2 + kStaffKinds;
constexpr Bonus bonus_card(Card card) { return static_cast<Bonus>(2 + index(card)); }
constexpr Card card_of(Bonus bonus) { return card_at(static_cast<int>(bonus) - 2); }

enum class Effect : uint8_t {
  kNothing,
  // rewards (§4.6)
  kGainCard,
  kDucats,
  kBeer,
  kSchnapps,
  kMonastery,
  kReputation,
  kBan,
  kCrown,
  // of the juggler
  kSetDie,
  kReroll,
};

// Indices into the table of variants (names.cpp).
enum class Variant : uint8_t {
  kModules,
  kStartPlayer,
  kNobleRecruits,
  kBonusDieWithinCap,
  kWinterKeepsChoices,
  kLongGame,
  kCredit,
};

}  // namespace tiefenthal
