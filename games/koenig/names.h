// The names of everything that is said about a game: verbs, questions, events, rules, chances.
// names.cpp gives each its id and its row.
#pragma once

#include "engine/spec.h"
#include "games/koenig/edition.h"

namespace koenig {

namespace domain {
inline constexpr engine::DomainId kCard = engine::kFirstDomain;
inline constexpr engine::DomainId kHero = kCard + 1;
inline constexpr engine::DomainId kType = kCard + 2;
inline constexpr engine::DomainId kDirection = kCard + 3;
inline constexpr engine::DomainId kEnd = kCard + 4;
inline constexpr engine::DomainId kSide = kCard + 5;
inline constexpr engine::DomainId kTowards = kCard + 6;
inline constexpr engine::DomainId kHand = kCard + 7;
inline constexpr engine::DomainId kBallot = kCard + 8;
inline constexpr engine::DomainId kSlot = kCard + 9;
inline constexpr engine::DomainId kLanding = kCard + 10;
}  // namespace domain

enum class Verb : uint8_t {
  kPlay,
  kHero,
  kNoHero,
  kDirection,
  kEnd,
  kSide,
  kPut,
  kSeat,
  kAmount,
  kType,
  kPlace,
  kGap,
  kTowards,
  kSeats,
  kLay,
  kLift,
  kTake,
  kVote,
  kPay,
  kRefuse,
  kToast,
  kQuiet,
};

enum class Prompt : uint8_t {
  kChooseCard,
  kReturnPlace,
  kToast,
  kHeroToMove,
  kHeroForward,
  kHeroBack,
  kFirstMover,
  kHalf,
  kDirection,
  kNextMover,
  kPartner,
  kWhoFirst,
  kPartnerHero,
  kHeroForGold,
  kGold,
  kHeroForDie,
  kTypeHeroForDie,
  kMirrorOrder,
  kNextLoser,
  kEnd,
  kJohnZork,
  kHeroToZork,
  kZorkSide,
  kAnchor,
  kHeroBehind,
  kHeroFirst,
  kHeroLast,
  kGatherType,
  kGatherAnchor,
  kBlockOrder,
  kSarahSwap,
  kNeutralSeats,
  kSwapFirst,
  kSwapSecond,
  kVoteSwap,
  kBrawler,
  kMonteWindow,
  kMonteOpponent,
  kMonteLay,
  kMonteRearrange,
  kMonteLift,
  kBanish,
  kDracoTowards,
  kGap,
  kVoteDraco,
  kDracoNeutral,
  kDracoOwn,
  kFine,
  kSteal,
  kBlackmailWho,
  kBlackmailAmount,
  kBlackmailAnswer,
  kBlackmailHero,
  kHandSwap,
  kHandPick,
  kTakeCard,
  kCupTo,
};

enum class EventKind : uint8_t {
  kBegins,
  kTurn,
  kPlayed,
  kNoEffect,
  kMoved,
  kSits,
  kSwapped,
  kLeft,
  kReturned,
  kRolled,
  kBrawl,
  kDracoMoved,
  kDracoSwapped,
  kDracoTurned,
  kProposedSwap,
  kProposedGap,
  kVoted,
  kVotedOpenly,
  kMotionCarried,
  kMotionLost,
  kFaceDown,
  kLaid,
  kRevealed,
  kRearranged,
  kPaid,
  kFined,
  kReceived,
  kStaysInBank,
  kGave,
  kDemanded,
  kRefused,
  kToast,
  kDracosToast,
  kCupTo,
  kCupToCentre,
  kCellarLaid,
  kCellarsCancelled,
  kCellarGone,
  kSarahJoins,
  kCoinDropped,
  kCoinTossed,
  kHandsSwapped,
  kLooked,
  kTook,
  kDrew,
  kDrawLost,
  kReshuffled,
  kFinalPhase,
  kEnds,
};

enum class Rule : uint8_t {
  kSarahNotBeside = 1,
  kHeroAway,
  kNotYourHero,
  kWrongType,
  kAlreadyPicked,
  kZorkHimself,
  kNeutralHero,
  kSarahHerself,
  kNeitherSarahNorJohn,
  kNotTargetsHero,
  kNotOneOfThese,
  kTooPoor,
  kYourself,
  kNoCards,
  kMustChange,
};

enum class ChanceKind : uint8_t { kSeating, kCard, kStart, kDie, kBrawl, kCoin, kStolenCard };

// As broken_invariant reports them (§11).
enum class Invariant : uint8_t {
  kHeroes,
  kCellar,
  kCup,
  kMoney,
  kHands,
  kCards,
  kFinalPhase,
  kAgenda,
  kBallots,
};

const engine::GameSpec& spec();
int domain_size(const Edition& edition, engine::DomainId domain);
std::string value_id(const Edition& edition, engine::DomainId domain, int value);

inline engine::Action action(Verb verb, int a = 0, int b = 0, int c = 0) {
  return {static_cast<uint8_t>(verb), static_cast<uint8_t>(a), static_cast<uint8_t>(b),
          static_cast<uint8_t>(c)};
}

}  // namespace koenig
