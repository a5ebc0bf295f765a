// The names of everything that is said about a game: verbs, questions, events, rules, chances.
// names.cpp gives each its id and its row.
#pragma once

#include "engine/spec.h"
#include "games/goldbraeu/edition.h"

namespace goldbraeu {

namespace domain {
inline constexpr engine::DomainId kBusiness = engine::kFirstDomain;
inline constexpr engine::DomainId kCard = kBusiness + 1;
inline constexpr engine::DomainId kField = kBusiness + 2;
inline constexpr engine::DomainId kAction = kBusiness + 3;
inline constexpr engine::DomainId kSlot = kBusiness + 4;
inline constexpr engine::DomainId kChip = kBusiness + 5;
}  // namespace domain

enum class Verb : uint8_t {
  kHide,
  kPlace,
  kChoose,
  kTake,
  kNominate,
  kContract,
  kAccept,
  kVeto,
  kYield,
  kCounter,
  kBuy,
  kDraw,
  kKeep,
  kOpen,
  kMove,
  kShow,
  kPass,
  kDone,
};

enum class Prompt : uint8_t {
  kHide,
  kPlaceBoss,
  kChooseAction,
  kExpand,
  kBoss,
  kVeto,
  kCounter,
  kBuy,
  kKeepOrOpen,
  kMoveDrunk,
  kMoveWaitress,
  kPaydayOpen,
};

enum class EventKind : uint8_t {
  kBegins,
  kDealt,
  kKeptHidden,
  kBossPlaced,
  kRound,
  kTurnedUp,
  kChose,
  kAlone,
  kTookField,
  kTransferred,
  kCutOff,
  kPassed,
  kOpened,
  kPurged,
  kNominated,
  kVetoed,
  kCountered,
  kRefused,
  kAccepted,
  kAppointed,
  kDeposed,
  kContract,
  kBought,
  kDrew,
  kDrewSpecial,
  kKept,
  kChipMoved,
  kUnderPile,
  kPayday,
  kIncome,
  kPaidShare,
  kPaidRest,
  kBankKeeps,
  kEnds,
};

enum class Rule : uint8_t {
  kHasBoss = 1,
  kNotAdjacent,
  kNotYourTerrace,
  kStartField,
  kNoFences,
  kNoFigure,
  kAlreadyBoss,
  kNewThisRound,
  kRefusedBefore,
  kNoShare,
  kWouldBePurged,
  kNoStone,
  kNotBossOfTavern,
  kNotBossOfBrewery,
  kAlreadySupplied,
  kStoreEmpty,
  kNoMajority,
  kMajorityStands,
  kTooPoor,
  kSold,
  kPileEmpty,
};

enum class ChanceKind : uint8_t { kShield, kShare, kStart, kCard };

// As broken_invariant reports them (§12).
enum class Invariant : uint8_t {
  kTerraces,
  kChips,
  kShields,
  kStones,
  kFigures,
  kHands,
  kCards,
  kLoneShare,
  kAgenda,
};

const engine::GameSpec& spec();
int domain_size(const Edition& edition, engine::DomainId domain);
std::string value_id(const Edition& edition, engine::DomainId domain, int value);
inline engine::Action action(Verb verb, int a = 0, int b = 0) {
  return {static_cast<uint8_t>(verb), static_cast<uint8_t>(a), static_cast<uint8_t>(b), 0};
}

}  // namespace goldbraeu
