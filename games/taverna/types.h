// The components of Taverna as small values.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/bit_set.h"
#include "engine/types.h"

namespace taverna {

using engine::Seat;
using engine::SeatSet;

inline constexpr int kMaxPlayers = 5;
inline constexpr int kTaverns = 5;
inline constexpr int kMaxTables = 8;  // in one tavern
inline constexpr int kMaxDeeds = 4;   // in one tavern
inline constexpr int kMaxRow = 6;
inline constexpr int kMaxDisplay = 8;  // favours face up at the castle
inline constexpr int kMaxCards = 64;   // spells, customers: a CardSet holds them

inline constexpr int kMaxReturns = 4;  // times that cards of the row go under the deck

template <class T>
using PerSeat = std::array<T, kMaxPlayers>;

// The four tracks lie in this order from left to right, and round again (R53).
enum class People : uint8_t { kElf, kDwarf, kOrc, kHuman, kNone = 255 };
inline constexpr int kPeoples = 4;
constexpr People people_at(int i) { return static_cast<People>(i & 3); }

inline constexpr int kTop = 7;  // the level that only one marker may stand on
inline constexpr int kLevels = 8;

enum class Symbol : uint8_t { kBeer, kLyre, kBook, kMask };
inline constexpr int kSymbols = 4;
inline constexpr int kGuilds = 3;  // the symbols a tavern can have

// A set of small values of one enumeration, in one byte or two.
template <class T, class Bits>
class SmallSet {
 public:
  using Item = T;
  constexpr bool contains(T value) const { return ((bits_ >> static_cast<int>(value)) & 1) != 0; }
  constexpr void insert(T value) {
    bits_ = static_cast<Bits>(bits_ | 1u << static_cast<int>(value));
  }
  constexpr void erase(T value) {
    bits_ = static_cast<Bits>(bits_ & ~(1u << static_cast<int>(value)));
  }
  constexpr void clear() { bits_ = 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr Bits bits() const { return bits_; }
  friend constexpr bool operator==(SmallSet, SmallSet) = default;
  friend constexpr SmallSet operator|(SmallSet a, SmallSet b) {
    a.bits_ = static_cast<Bits>(a.bits_ | b.bits_);
    return a;
  }

 private:
  Bits bits_ = 0;
};
using Symbols = SmallSet<Symbol, uint8_t>;

enum class Dignitary : uint8_t { kNotary, kGobtrotter, kPrincess, kAmbassador };
inline constexpr int kDignitaries = 4;
using Dignitaries = SmallSet<Dignitary, uint8_t>;

enum class Favour : uint8_t {
  kChangeSymbol,
  kPlaceGuild,
  kAddBeer,
  kAddBook,
  kAddLyre,
  kAddMask,
  kSecondSpell,
  kMoveCustomer,
  kOtherPeople,
  kGainLevel,
  kNone = 255,
};
inline constexpr int kFavours = 10;
using Favours = SmallSet<Favour, uint16_t>;

enum class Scoring : uint8_t { kKing, kQueen, kMasterOfCoins, kArchduke, kArchmage, kNone = 255 };
inline constexpr int kScorings = 5;

// Index into the edition's list of customers, and of spells. A spell with several copies has
// several cards (Edition::card_kind).
enum class Customer : uint8_t { kNone = 255 };
enum class Spell : uint8_t { kNone = 255 };
enum class Card : uint8_t { kNone = 255 };

// Cards (of one kind of deck) as bits.
using CardSet = engine::BitSet<int>;

// A table of a tavern in one byte.
using Place = uint8_t;
constexpr Place place_of(int tavern, int table) {
  return static_cast<Place>(tavern * kMaxTables + table);
}
constexpr int tavern_of(Place place) { return place / kMaxTables; }
constexpr int table_of(Place place) { return place % kMaxTables; }
inline constexpr uint8_t kNoTavern = 255;

// Where the active player's turn stands (§4.1).
enum class Phase : uint8_t { kNone, kPre, kPicked, kPost };
enum class Window : uint8_t { kStart, kSeated, kEnd, kNotary, kSpell };
inline constexpr int kWindows = 5;
constexpr bool is_open(Window window) { return window <= Window::kEnd; }

// A seat's standing order: in which windows it wants to be asked (§5.3).
// `opening` is `always` until the seat has brought its first customer to a tavern, then `triggers`.
enum class Order : uint8_t { kAlways, kTriggers, kResponses, kNever, kOpening };
inline constexpr int kOrders = 5;

// What a spell does; its figures, cost, copies and times are data (edition.json).
enum class Effect : uint8_t {
  kGainLevel,
  kTwoLevels,
  kLowestLevel,
  kSlander,
  kSharedFame,
  kTakeCoins,
  kDeedCoins,
  kPickpocket,
  kCollection,
  kHappyHour,
  kAlchemy,
  kMoveCustomer,
  kSwapCustomers,
  kEviction,
  kPolymorph,
  kIllusion,
  kAddMask,
  kClosedDoors,
  kNewArrivals,
  kDrawSpells,
  kMindTheft,
  kSummons,
  kActivation,
  kTakeFavour,
  kRefreshFavour,
  kPlaceGuild,
  kWard,
  kCounterspell,
  kCurse,
};
inline constexpr int kEffects = static_cast<int>(Effect::kCurse) + 1;

// Indices into the table of variants (names.cpp).
enum class Variant : uint8_t {
  kCurseCard,
  kReactionMode,
  kReactionSeconds,
  kPrivilegeActivations,
  kFinalTie,
  kBlockedScorings,
  kOpenCoins,
  kStartPlayer,
  kPrintedSymbolBlocks,
};
enum class ReactionMode : uint8_t { kHold, kAsk, kOff, kArmed };

}  // namespace taverna
