// The components of Goldbräu as small values.
#pragma once

#include <bit>
#include <cstdint>

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
class Fields {
 public:
  constexpr Fields() = default;
  constexpr explicit Fields(uint64_t bits) : bits_(bits) {}
  static constexpr Fields of(Field field) { return Fields(uint64_t{1} << field); }

  constexpr bool contains(Field field) const { return ((bits_ >> field) & 1) != 0; }
  constexpr void insert(Field field) { bits_ |= uint64_t{1} << field; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr uint64_t bits() const { return bits_; }
  friend constexpr bool operator==(Fields, Fields) = default;
  friend constexpr Fields operator|(Fields a, Fields b) { return Fields(a.bits_ | b.bits_); }
  friend constexpr Fields operator&(Fields a, Fields b) { return Fields(a.bits_ & b.bits_); }
  friend constexpr Fields operator-(Fields a, Fields b) { return Fields(a.bits_ & ~b.bits_); }

  class Iterator {
   public:
    constexpr explicit Iterator(uint64_t bits) : bits_(bits) {}
    constexpr Field operator*() const { return static_cast<Field>(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    uint64_t bits_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  uint64_t bits_ = 0;
};

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
