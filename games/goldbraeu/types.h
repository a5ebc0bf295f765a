// The components of Goldbräu as small values.
#pragma once

#include <cstdint>

#include "engine/bit_set.h"
#include "engine/types.h"

namespace goldbraeu {

using engine::Seat;

inline constexpr int kMaxPlayers = 4;
inline constexpr int kMaxTaverns = 8;
inline constexpr int kMaxBreweries = 4;
inline constexpr int kMaxBusinesses = kMaxTaverns + kMaxBreweries;
inline constexpr int kMaxFields = 64;

// Index into the edition's businesses: the taverns in ring order, then the breweries.
enum class Business : uint8_t { kNone = 255 };
constexpr int index(Business business) { return static_cast<int>(business); }
constexpr Business business_at(int index) { return static_cast<Business>(index); }
constexpr int index(Seat seat) { return engine::index_of(seat); }

// A table field of the square, in reading order.
using Field = uint8_t;

// A set of fields: a terrace is one.
using Fields = engine::BitSet<Field>;

// A card of the pile: one of the two specials, or a share of business i.
enum class Card : uint8_t { kDrunk = 0, kWaitress = 1, kFirstShare = 2, kNone = 255 };
inline constexpr int kCardKinds = 2 + kMaxBusinesses;
constexpr Card share_of(Business business) { return static_cast<Card>(2 + index(business)); }
constexpr bool is_share(Card card) { return card >= Card::kFirstShare && card != Card::kNone; }
constexpr Business business_of(Card card) {
  return static_cast<Business>(static_cast<int>(card) - 2);
}
constexpr int index(Card card) { return static_cast<int>(card); }

enum class Chip : uint8_t { kDrunk, kWaitress };
enum class Choice : uint8_t { kExpand, kBoss, kBuy, kNone };
enum class Slot : uint8_t { kLeft, kRight };

// Indices into the table of variants (names.cpp).
enum class Variant : uint8_t {
  kStartPlayer,
  kEveryBrewerySupplied,
  kMoneyVisible,
  kFenceLimit,
  kSetupPurge,
  kTieBreak,
};

}  // namespace goldbraeu
