// The names of everything that is said about a game: verbs, questions, events, rules, chances.
// names.cpp gives each its id and its row.
#pragma once

#include "engine/spec.h"
#include "games/goldbraeu/edition.h"

namespace goldbraeu {

using engine::action;

namespace domain {
enum Id : engine::DomainId {
  kBusiness = engine::kFirstDomain,
  kCard,
  kField,
  kAction,
  kSlot,
  kChip,
};
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
  kNotBossHere,
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

}  // namespace goldbraeu
