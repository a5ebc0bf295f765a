// The components of Dice Brewing as small values.
#pragma once

#include <compare>
#include <cstdint>

#include "engine/types.h"

namespace dicebrewing {

using engine::Seat;

inline constexpr int kMaxPlayers = 4;
inline constexpr int kMaxRow = 4;
inline constexpr int kMaxRecipes = 48;
inline constexpr int kMaxDice = 60;  // of all colours together; the box has 50
inline constexpr int kMaxSeeds = 12;
inline constexpr int kMaxCopies = 5;  // of one kind of token
inline constexpr int kFaces = 6;

// Light malt, dark malt, hops, brewing experience.
enum class Colour : uint8_t { kYellow, kBlack, kGreen, kBlue };
inline constexpr int kColours = 4;

enum class Guard : uint8_t { kNone, kBlocked, kProtected };

// A die outside the supply in one byte: colour, base (0: not rolled yet), the +1 of a token, and
// the token under it. Dice of equal bytes in one zone are interchangeable.
//
//   bit 7 6      5 4 3   2      1 0
//       colour   base    temp   guard
class Die {
 public:
  constexpr Die() = default;
  constexpr explicit Die(Colour colour, int base = 0, bool temp = false, Guard guard = Guard::kNone)
      : code_(static_cast<uint8_t>(static_cast<int>(colour) << 6 | base << 3 | (temp ? 4 : 0) |
                                   static_cast<int>(guard))) {}
  static constexpr Die none() { return of_code(255); }
  static constexpr Die seed() { return of_code(7); }  // a seed on a field: no die has this code

  constexpr Colour colour() const { return static_cast<Colour>(code_ >> 6); }
  constexpr int base() const { return code_ >> 3 & 7; }
  constexpr bool temp() const { return (code_ & 4) != 0; }
  constexpr Guard guard() const { return static_cast<Guard>(code_ & 3); }
  constexpr bool blocked() const { return guard() == Guard::kBlocked; }
  constexpr int value() const {
    const int sum = base() + (temp() ? 1 : 0);
    return sum > kFaces ? kFaces : sum;
  }
  // Colour and value as one number, 8 colour + value: its bit in a set of kinds (Kit).
  constexpr int kind() const { return static_cast<int>(colour()) * 8 + value(); }
  constexpr bool is(Colour wanted) const { return colour() == wanted; }

  constexpr Die rolled(int face) const { return Die(colour(), face, false, guard()); }
  constexpr Die raised() const {
    return Die(colour(), base() < kFaces ? base() + 1 : kFaces, temp(), guard());
  }
  constexpr Die with_temp() const { return Die(colour(), base(), true, guard()); }
  constexpr Die with(Guard guard) const { return Die(colour(), base(), temp(), guard); }
  constexpr Die plain() const { return Die(colour(), base()); }

  // The number of a rolled die among those that can be named in an action.
  constexpr int number() const {
    return (static_cast<int>(colour()) * kFaces + base() - 1) * 6 + (temp() ? 3 : 0) +
           static_cast<int>(guard());
  }
  static constexpr Die of_number(int number) {
    return Die(static_cast<Colour>(number / 36), number / 6 % kFaces + 1, number % 6 >= 3,
               static_cast<Guard>(number % 3));
  }
  constexpr uint8_t code() const { return code_; }
  static constexpr Die of_code(uint8_t code) {
    Die die;
    die.code_ = code;
    return die;
  }
  friend constexpr auto operator<=>(Die, Die) = default;

 private:
  uint8_t code_ = 0;
};
inline constexpr int kDieNumbers = kColours * kFaces * 6;
inline constexpr int kDieCodes = 256;

// Dice of one colour in one word: byte v counts those that show at least v. Seven counts are so
// added, and compared, at once; none reaches 128, since there are at most kMaxDice.
class Tally {
 public:
  constexpr void add(int value) {
    // A one in the bytes 1 to value: a die that is not rolled yet counts nowhere.
    count_ += kOnes >> 8 * (7 - value) & ~uint64_t{0xff};
  }
  constexpr int at_least(int value) const { return static_cast<int>(count_ >> 8 * value & 0x7f); }
  // Is there a die for each one demanded? With the top bit of every byte lent, no byte borrows from
  // its neighbour, and a top bit is gone where the demand was greater.
  constexpr bool meets(const Tally& demand) const {
    return (((count_ | kTops) - demand.count_) & kTops) == kTops;
  }

 private:
  static constexpr uint64_t kOnes = 0x0101010101010101;
  static constexpr uint64_t kTops = 0x8080808080808080;
  uint64_t count_ = 0;
};
static_assert(kMaxDice < 128);

// Where a die lies that a choice names. The last two are the fields on which a value still counts
// (R25).
enum class Zone : uint8_t { kActive, kWarehouse, kMalt, kHops };
inline constexpr int kZones = 4;

enum class Building : uint8_t { kMaltHouse, kHopPlantation, kSchool, kSeedDepartment };
inline constexpr int kBuildings = 4;

// M1 to M3, H1, H2, S1 to S3, D1 to D3.
enum class Field : uint8_t {
  kGrowMalt,
  kRoast,
  kImproveMalt,
  kGrowHops,
  kImproveHops,
  kReroll,
  kSwap,
  kLearn,
  kHopsToSeed,
  kMaltToSeeds,
  kSell,
};
inline constexpr int kFields = 11;

enum class Effect : uint8_t { kGainDie, kRaise, kReroll, kSwap, kGainSeeds, kSell };

enum class Ingredient : uint8_t { kFruits, kSpices, kSpecialMalt, kHoney, kSpecialHop };
inline constexpr int kIngredients = 5;

// What a brew is improved with: nothing, a blue die, or an ingredient (from kFirstIngredient on).
enum class Extra : uint8_t { kPlain, kBlueDie, kFirstIngredient };
inline constexpr int kExtras = 2 + kIngredients;
constexpr Extra extra_of(int ingredient) { return static_cast<Extra>(2 + ingredient); }

enum class Token : uint8_t {
  kTakeBack,
  kGuardDie,
  kBlockBuilding,
  kBlockRecipe,
  kPlusOne,
  kExtraRoll,
};
inline constexpr int kTokens = 6;

// Index into the edition's list of recipe cards.
enum class Recipe : uint8_t { kNone = 255 };

enum class Season : uint8_t { kWinter, kSummer };

// Indices into the table of variants (names.cpp).
enum class Variant : uint8_t {
  kMode,
  kOnesAsGold,
  kHiddenTokens,
  kStartPlayer,
  kRoundCap,
  kWindowPrompt,  // one for each seat
};

}  // namespace dicebrewing
