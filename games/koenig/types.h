// The components of Der König der Diebe as small values.
#pragma once

#include <cstdint>

#include "engine/types.h"

namespace koenig {

using engine::Seat;

inline constexpr int kMaxPlayers = 6;
inline constexpr int kMaxHeroes = 2 * kMaxPlayers + 3;

// The two characters of seat i are 2i and 2i+1; the neutrals and the king follow.
enum class Hero : uint8_t { kSarah = 12, kJohn = 13, kZork = 14, kDraco = 15, kNone = 255 };
inline constexpr int kHeroes = 16;  // Draco included
constexpr Hero character(Seat seat, int which) {
  return static_cast<Hero>(2 * engine::index_of(seat) + which);
}
constexpr bool is_character(Hero hero) { return static_cast<int>(hero) < 2 * kMaxPlayers; }

enum class Type : uint8_t { kAmazon, kDwarf, kGoblin, kRogue, kNone };
inline constexpr int kTypes = 4;

// Index into the edition's list of action cards.
enum class Card : uint8_t { kNone = 255 };

enum class Direction : uint8_t { kForward, kBackward };
enum class End : uint8_t { kFirst, kLast };
enum class Side : uint8_t { kInFront, kBehind };
enum class DracoSide : uint8_t { kFavourite, kOther };
// Which hand Draco holds his cup in: his favourite side. (The wooden cup is another one.)
enum class Hand : uint8_t { kRight, kLeft };
// Why a hero's money went to nobody, or came from nobody.
enum class Why : uint8_t {
  kZork,
  kSarah,
  kNobodyBehind,
  kZorkBehind,
  kSarahBehind,
  kNobodyInFront,
  kSarahInFront,
  kTie,
};
inline constexpr int kWhys = 8;
enum class Ballot : uint8_t { kYes, kNo, kNotCast };
// Where a face-down card of Trickbetrug lies.
enum class Slot : uint8_t { kLeft, kMiddle, kRight };

// What a coin hit: a hero or Draco by its number, or nothing.
inline constexpr int kMissed = kHeroes;

// The effects a card can have; cards differ in their figures (edition.json).
enum class Effect : uint8_t {
  // moving heroes by a fixed number (cards_move.cpp)
  kMoveAny,
  kSplitMove,
  kMoveAllType,
  kPairAdvance,
  kPayToAdvance,
  // moving heroes with the die (cards_dice.cpp)
  kDieForwardAny,
  kDieBackAny,
  kDieBackType,
  kDieSeatAny,
  kDieSeatToLast,
  kMagicMirror,
  kArmWrestling,
  // putting heroes on a particular seat (cards_place.cpp)
  kNeutralToEnd,
  kJohnZorkAdjacent,
  kAnyAdjacentZork,
  kAnyBehindType,
  kSplitEnds,
  kGatherType,
  kSwapSarahOwn,
  kPermuteNeutrals,
  kVoteSwap,
  kShuffleAll,
  kShuffleFour,
  kThreeCardMonte,
  kBanish,
  // Draco (cards_draco.cpp)
  kShiftDraco,
  kVoteMoveDraco,
  kSwapDracoNeutral,
  kSwapDracoOwn,
  kFlipDraco,
  // money and cards (cards_money.cpp)
  kFinePlayer,
  kSteal,
  kBlackmail,
  kRendezvous,
  kPincer,
  kZorkNeighboursPay,
  kJohnNeighboursDraw,
  kSwapHands,
  kTakeCard,
  kOwnSarah,
  kTossCoinAtDraco,
  kDropCoins,
  // toast and cup (cards_cup.cpp)
  kFreeToast,
  kPlaceCup,
  kEmptyCellar,
  kFullCellar,
};
inline constexpr int kEffects = static_cast<int>(Effect::kFullCellar) + 1;

// Indices into the table of variants (names.cpp).
enum class Variant : uint8_t {
  kDeckSize,
  kLongGame,
  kHiddenShuffleCards,
  kThreeCardMonte,
  kCard74,
  kBank,
  kCellarScale,
  kVoteMode,
  kShadyDealPick,
  kStallLimitRounds,
};
enum class Card74 : uint8_t { kGrosseIntrige, kRaenkespiel, kNone };
enum class CellarScale : uint8_t { kRulebook, kMirrored, kCap2 };

}  // namespace koenig
