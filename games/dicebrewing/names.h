// The names of everything that is said about a game: verbs, questions, events, rules, chances.
// names.cpp gives each its id and its row.
#pragma once

#include <array>
#include <string>

#include "engine/spec.h"
#include "games/dicebrewing/edition.h"

namespace dicebrewing {

using engine::action;

namespace domain {
enum Id : engine::DomainId {
  kDie = engine::kFirstDomain,
  kColour,
  kZone,
  kBuilding,
  kField,
  kIngredient,
  kExtra,
  kToken,
  kRecipe,
  kSeason,
};
}  // namespace domain

inline constexpr std::array<std::string_view, kMaxPlayers> kSeatIds{"anna", "bram", "clara",
                                                                    "david"};
inline constexpr std::array<std::string_view, kColours> kColourIds{"yellow", "black", "green",
                                                                   "blue"};
inline constexpr std::array<std::string_view, kZones> kZoneIds{"active", "warehouse", "M3", "H2"};
inline constexpr std::array<std::string_view, kBuildings> kBuildingIds{
    "malt_house", "hop_plantation", "school", "seed_department"};
inline constexpr std::array<std::string_view, kFields> kFieldIds{"M1", "M2", "M3", "H1", "H2", "S1",
                                                                 "S2", "S3", "D1", "D2", "D3"};
inline constexpr std::array<std::string_view, kIngredients> kIngredientIds{
    "fruits", "spices", "special_malt", "honey", "special_hop"};
inline constexpr std::array<std::string_view, kExtras> kExtraIds{
    "plain", "blue_die", "fruits", "spices", "special_malt", "honey", "special_hop"};
inline constexpr std::array<std::string_view, kTokens> kTokenIds{
    "take_back", "guard_die", "block_building", "block_recipe", "plus_one", "extra_roll"};

enum class Verb : uint8_t {
  kStore,
  kPlace,
  kAccelerate,
  kDie,
  kRoll,
  kColour,
  kTake,
  kKeep,
  kEndTurn,
  kPass,
  kBuy,
  kBuyDiscounted,
  kBuyToken,
  kToken,
  kDecline,
  kSeat,
  kClose,
  kRecipe,
  kBrew,
  kLowest,
  kReward,
  kDone,
};

enum class Prompt : uint8_t {
  kArrangeWindow,
  kArrange,
  kPurchase,
  kLastStore,
  kBrewWindow,
  kBrew,
  kInputDie,
  kAccelerator,
  kReroll,
  kSwapColour,
  kSwapRolled,
  kSwapOwn,
  kDiscountDie,
  kTargetSeat,
  kTargetDie,
  kTargetBuilding,
  kTargetRecipe,
  kBrewDice,
  kTokenReward,
};

enum class EventKind : uint8_t {
  kBegins,
  kRevealed,
  kRound,
  kRerolls,
  kRolled,
  kStored,
  kPlacedSeed,
  kPlaced,
  kAccelerated,
  kLocked,
  kGainedDie,
  kGainedSeeds,
  kGainedGold,
  kGainedPoints,
  kRaised,
  kNothingGained,
  kSupplyRolled,
  kSwapped,
  kKept,
  kPassed,
  kBought,
  kDiscounted,
  kCredit,
  kBoughtToken,
  kWonToken,
  kLooked,
  kPlayedToken,
  kShowedToken,
  kTakenBack,
  kBuildingBlocked,
  kDieBlocked,
  kDieProtected,
  kRecipeBlocked,
  kPlusOne,
  kBrewed,
  kBrewPassed,
  kLastRound,
  kEnds,
  kScored,
};

enum class Rule : uint8_t {
  kBuildingClosed = 1,
  kBuildingBlocked,
  kFieldUsed,
  kFieldLocked,
  kNoSeed,
  kNoFittingDie,
  kNothingToReroll,
  kNoColourToSwap,
  kNothingWaiting,
  kNoAccelerator,
  kNothingToGain,
  kNothingPlaced,
  kPiecePlaced,
  kMarketClosed,
  kBlackMarketClosed,
  kAlreadyBought,
  kSoldOut,
  kTooDear,
  kNoDiscount,
  kCreditSpent,
  kNoToken,
  kWrongMoment,
  kNoTarget,
  kNotLate,
  kDieIsBlocked,
  kDieIsProtected,
  kHasGuard,
  kValueTooLow,
  kValueTooHigh,
  kRaisedAlready,
  kNoneChosen,
  kNotAmongOwn,
  kSupplyEmpty,
  kBlockedAlready,
  kRecipeBlocked,
  kDiceMissing,
  kNotOnCard,
  kNoIngredient,
  kNoBlueDie,
  kLeavesNoMatch,
};

enum class ChanceKind : uint8_t { kStart, kRecipe, kDie };

// As broken_invariant reports them (§11).
enum class Invariant : uint8_t {
  kSeats,
  kDice,
  kSeeds,
  kIngredientStock,
  kTokenStock,
  kRecipes,
  kPoints,
  kValues,
  kBoards,
  kRoundStart,
  kOpening,
  kPurchases,
  kLate,
  kCourse,
};

const engine::GameSpec& spec();
int domain_size(const Edition& edition, engine::DomainId domain);
std::string value_id(const Edition& edition, engine::DomainId domain, int value);
// "Y3", "Y3+" with the token's +1, "Y3x" blocked, "Y3p" protected; "Y0" not rolled yet.
std::string die_id(Die die);

}  // namespace dicebrewing
