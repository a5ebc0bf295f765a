// The names of everything that is said about a game: verbs, questions, events, rules, chances.
// names.cpp gives each its id and its row.
#pragma once

#include "engine/spec.h"
#include "games/tiefenthal/edition.h"

namespace tiefenthal {

using engine::action;

namespace domain {
enum Id : engine::DomainId {
  kCard = engine::kFirstDomain,
  kTile,
  kDie,
  kRoll,  // the white dice of one coaster
  kBonus,
  kEntertainer,
  kSide,
  kStartCard,
  kLine,
};
}  // namespace domain

enum class Verb : uint8_t {
  kStart,
  kSide,
  kBonus,
  kFlip,
  kNoFlip,
  kKeep,
  kRedraw,
  kPick,
  kDie,
  kServe,
  kCashbox,
  kBarrel,
  kDeliver,
  kMonk,
  kBuy,
  kUpgrade,
  kReturn,
  kRecruit,
  kNobles,
  kBarGuest,
  kSchnapps,
  kTurn,
  kReroll,
  kRoll,
  kBan,
  kSkipBan,
  kEndTurn,
};

enum class Prompt : uint8_t {
  kStartCard,
  kSide,
  kBonus,
  kFlip,
  kRedraw,
  kPick,
  kServe,
  kPlaceDie,
  kReturn,
  kBan,
  kTurnDie,
  kReroll,
};

enum class EventKind : uint8_t {
  kBegins,
  kStartCardOpen,
  kTookStartCard,
  kRound,
  kGotSchnapps,
  kGotBarGuest,
  kTookSide,
  kChose,
  kFlipped,
  kNoFlip,
  kGained,
  kBonusDie,
  kTurnedOver,
  kReshuffled,
  kKept,
  kRedrew,
  kOwnDie,
  kCoaster,
  kPicked,
  kTurn,
  kMerchants,
  kServed,
  kCashbox,
  kBarrel,
  kDelivered,
  kPrayed,
  kBought,
  kUpgraded,
  kReturned,
  kRecruited,
  kDisplayed,
  kNobles,
  kBarGuestUsed,
  kWalked,
  kGotDucats,
  kGotBeer,
  kBanned,
  kBanSkipped,
  kLapsed,
  kNoCardLeft,
  kNoSchnappsLeft,
  kReputation,
  kReputationFull,
  kHostFlipped,
  kSigned,
  kSchnappsUsed,
  kDieTurned,
  kRerolled,
  kStored,
  kWashed,
  kLastOrders,
  kEnds,
};

enum class Rule : uint8_t {
  kPileEmpty = 1,
  kAlreadyUpgraded,
  kNoSpace,
  kSpaceUsed,
  kServedAlready,
  kWrongValue,
  kSixStaysSix,
  kTooFewDishwashers,
  kTooFewDucats,
  kTooFewBeer,
  kDucatsNotCovered,
  kBeerNotCovered,
  kBoughtAlready,
  kRecruitedAlready,
  kNobleLimit,
  kNoBarGuest,
  kNoSchnapps,
  kEntertainedAlready,
  kNobodyToBan,
  kNoUnusedDie,
  kNoDieTaken,
  kNotANoble,
  kPayFirst,
};

enum class ChanceKind : uint8_t { kStart, kStartCard, kGuest, kCard, kDie, kOwnDie };

// As broken_invariant reports them (§11).
enum class Invariant : uint8_t {
  kTavernCards,
  kNobles,
  kRegulars,
  kGuests,
  kDisplay,
  kTables,
  kDice,
  kPurse,
  kBarGuests,
  kTracks,
  kTiles,
  kLimits,
  kSchnapps,
  kStartCards,
  kAgenda,
  kAnswers,
};

extern const std::array<std::string_view, kMaxPlayers> kColourIds;

const engine::GameSpec& spec();
int domain_size(const Edition& edition, engine::DomainId domain);
std::string value_id(const Edition& edition, engine::DomainId domain, int value);

}  // namespace tiefenthal
