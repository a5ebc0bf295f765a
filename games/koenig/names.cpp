#include "games/koenig/names.h"

#include "engine/named.h"

namespace koenig {

using engine::ChanceSpec;
using engine::DomainSpec;
using engine::EventSpec;
using engine::kNumber;
using engine::kSeatArg;
using engine::RuleSpec;
using engine::VariantSpec;
using engine::VerbSpec;

namespace {

constexpr std::string_view kDeckSizes[]{"74", "64", "54"};
constexpr std::string_view kOffOn[]{"off", "on"};
constexpr std::string_view kPlayRemove[]{"play", "remove"};
constexpr std::string_view kMonte[]{"hidden", "rearrange"};
constexpr std::string_view kCard74Values[]{"grosse_intrige", "raenkespiel", "none"};
constexpr std::string_view kBankValues[]{"limited", "unlimited"};
constexpr std::string_view kScales[]{"rulebook", "mirrored", "cap2"};
constexpr std::string_view kVoteModes[]{"simultaneous", "sequential"};
constexpr std::string_view kPicks[]{"open", "blind"};

constexpr auto kVariants = engine::table<Variant, VariantSpec>({
    {Variant::kDeckSize, {"deck_size", kDeckSizes}},
    {Variant::kLongGame, {"long_game", kOffOn}},
    {Variant::kHiddenShuffleCards, {"hidden_shuffle_cards", kPlayRemove}},
    {Variant::kThreeCardMonte, {"three_card_monte", kMonte}},
    {Variant::kCard74, {"card74", kCard74Values}},
    {Variant::kBank, {"bank", kBankValues}},
    {Variant::kCellarScale, {"cellar_scale", kScales}},
    {Variant::kVoteMode, {"vote_mode", kVoteModes}},
    {Variant::kShadyDealPick, {"shady_deal_pick", kPicks}},
    {Variant::kStallLimitRounds, {"stall_limit_rounds", {}, 10, 1, 99}},
});

constexpr auto kDomains = engine::table<domain::Id, DomainSpec, engine::kFirstDomain>({
    {domain::kCard, {"card", "card.*.name"}},
    {domain::kHero, {"hero", "hero.*"}},
    {domain::kType, {"type", "types.*"}},
    {domain::kDirection, {"direction", "direction.*"}},
    {domain::kEnd, {"end", "end.*"}},
    {domain::kSide, {"side", "side.*"}},
    {domain::kTowards, {"towards", "towards.*"}},
    {domain::kHand, {"hand", "hand.*"}},
    {domain::kBallot, {"ballot", "ballot.*"}},
    {domain::kSlot, {"slot", "slot.*"}},
    {domain::kLanding, {"landing", "landing.*"}},
    {domain::kWhy, {"why", "why.*"}},
});

constexpr auto kVerbs = engine::table<Verb, VerbSpec>({
    {Verb::kPlay, {"play", {domain::kCard}}},
    {Verb::kHero, {"hero", {domain::kHero}}},
    {Verb::kNoHero, {"no_hero"}},
    {Verb::kDirection, {"direction", {domain::kDirection}}},
    {Verb::kEnd, {"end", {domain::kEnd}}},
    {Verb::kSide, {"side", {domain::kSide}}},
    {Verb::kPut, {"put", {domain::kHero, domain::kSide, domain::kHero}}},
    {Verb::kSeat, {"seat", {kSeatArg}}},
    {Verb::kAmount, {"amount", {kNumber}, {0, 255}}},
    {Verb::kType, {"type", {domain::kType}}},
    {Verb::kPlace, {"place", {kNumber}, {1, kMaxHeroes + 1}}},
    {Verb::kGap, {"gap", {kNumber}, {1, kMaxHeroes - 1}}},
    {Verb::kTowards, {"towards", {domain::kTowards}}},
    {Verb::kSeats, {"seats", {domain::kHero, domain::kHero, domain::kHero}}},
    {Verb::kLay, {"lay", {domain::kHero, domain::kHero, domain::kHero}}},
    {Verb::kLift, {"lift", {domain::kSlot, domain::kSlot, domain::kSlot}}},
    {Verb::kTake, {"take", {domain::kCard}}},
    {Verb::kVote, {"vote", {domain::kBallot}}},
    {Verb::kPay, {"pay"}},
    {Verb::kRefuse, {"refuse"}},
    {Verb::kToast, {"toast"}},
    {Verb::kQuiet, {"quiet"}},
});

constexpr auto kPrompts = engine::table<Prompt, std::string_view>({
    {Prompt::kChooseCard, "choose_card"},
    {Prompt::kReturnPlace, "return_place"},
    {Prompt::kToast, "toast"},
    {Prompt::kHeroToMove, "hero_to_move"},
    {Prompt::kHeroForward, "hero_forward"},
    {Prompt::kHeroBack, "hero_back"},
    {Prompt::kFirstMover, "first_mover"},
    {Prompt::kHalf, "half"},
    {Prompt::kDirection, "direction"},
    {Prompt::kNextMover, "next_mover"},
    {Prompt::kPartner, "partner"},
    {Prompt::kWhoFirst, "who_first"},
    {Prompt::kPartnerHero, "partner_hero"},
    {Prompt::kHeroForGold, "hero_for_gold"},
    {Prompt::kGold, "gold"},
    {Prompt::kHeroForDie, "hero_for_die"},
    {Prompt::kTypeHeroForDie, "type_hero_for_die"},
    {Prompt::kMirrorOrder, "mirror_order"},
    {Prompt::kNextLoser, "next_loser"},
    {Prompt::kEnd, "end"},
    {Prompt::kJohnZork, "john_zork"},
    {Prompt::kHeroToZork, "hero_to_zork"},
    {Prompt::kZorkSide, "zork_side"},
    {Prompt::kAnchor, "anchor"},
    {Prompt::kHeroBehind, "hero_behind"},
    {Prompt::kHeroFirst, "hero_first"},
    {Prompt::kHeroLast, "hero_last"},
    {Prompt::kGatherType, "gather_type"},
    {Prompt::kGatherAnchor, "gather_anchor"},
    {Prompt::kBlockOrder, "block_order"},
    {Prompt::kSarahSwap, "sarah_swap"},
    {Prompt::kNeutralSeats, "neutral_seats"},
    {Prompt::kSwapFirst, "swap_first"},
    {Prompt::kSwapSecond, "swap_second"},
    {Prompt::kVoteSwap, "vote_swap"},
    {Prompt::kBrawler, "brawler"},
    {Prompt::kMonteWindow, "monte_window"},
    {Prompt::kMonteOpponent, "monte_opponent"},
    {Prompt::kMonteLay, "monte_lay"},
    {Prompt::kMonteRearrange, "monte_rearrange"},
    {Prompt::kMonteLift, "monte_lift"},
    {Prompt::kBanish, "banish"},
    {Prompt::kDracoTowards, "draco_towards"},
    {Prompt::kGap, "gap"},
    {Prompt::kVoteDraco, "vote_draco"},
    {Prompt::kDracoNeutral, "draco_neutral"},
    {Prompt::kDracoOwn, "draco_own"},
    {Prompt::kFine, "fine"},
    {Prompt::kSteal, "steal"},
    {Prompt::kBlackmailWho, "blackmail_who"},
    {Prompt::kBlackmailAmount, "blackmail_amount"},
    {Prompt::kBlackmailAnswer, "blackmail_answer"},
    {Prompt::kBlackmailHero, "blackmail_hero"},
    {Prompt::kHandSwap, "hand_swap"},
    {Prompt::kHandPick, "hand_pick"},
    {Prompt::kTakeCard, "take_card"},
    {Prompt::kCupTo, "cup_to"},
});

// An event with `reveals` shows a seat what it could not know; chance (dice, draws) is seen by the
// engine itself.
constexpr auto kEvents = engine::table<EventKind, EventSpec>({
    {EventKind::kBegins, {"begins", {kSeatArg}}},
    {EventKind::kTurn, {"turn", {kSeatArg, kNumber}}},
    {EventKind::kPlayed,
     {.id = "played", .args = {kSeatArg, domain::kCard}, .account = "sheet.card"}},
    {EventKind::kNoEffect, {"no_effect", {domain::kCard}}},
    {EventKind::kMoved, {"moved", {domain::kHero, kNumber, kNumber}}},
    {EventKind::kStays, {"stays", {domain::kHero, kNumber}}},
    {EventKind::kSits,
     {"sits", {domain::kHero, kNumber}}},  // one of several who change places at once
    {EventKind::kSwapped, {"swapped", {domain::kHero, domain::kHero}}},
    {EventKind::kLeft, {"left", {domain::kHero, kSeatArg}}},
    {EventKind::kReturned, {"returned", {domain::kHero, kNumber}}},
    {EventKind::kRolled, {.id = "rolled", .args = {kNumber}, .series = true}},
    {EventKind::kRolledFor, {"rolled_for", {domain::kHero, kNumber}}},
    {EventKind::kBrawl, {"brawl", {kNumber}}},
    {EventKind::kDracoMoved,
     {"draco_moved", {domain::kHero}}},  // the hero now on his favourite side
    {EventKind::kDracoSwapped, {"draco_swapped", {domain::kHero}}},
    {EventKind::kDracoTurned, {"draco_turned", {domain::kHand}}},
    {EventKind::kProposedSwap, {"proposed_swap", {kSeatArg, domain::kHero, domain::kHero}}},
    {EventKind::kProposedGap, {"proposed_gap", {kSeatArg, domain::kHero, domain::kHero}}},
    {EventKind::kVoted, {"voted", {kSeatArg, domain::kBallot}, 0, true}},
    {EventKind::kVotedOpenly, {"voted_openly", {kSeatArg, domain::kBallot}}},
    {EventKind::kMotionCarried, {"motion_carried", {kNumber, kNumber}}},
    {EventKind::kMotionLost, {"motion_lost", {kNumber, kNumber}}},
    {EventKind::kFaceDown, {"face_down", {domain::kHero, domain::kHero, domain::kHero}}},
    {EventKind::kLaid, {"laid", {kSeatArg}}},
    {EventKind::kRevealed, {"revealed", {domain::kHero, domain::kHero, domain::kHero}, 0, true}},
    {EventKind::kRearranged, {"rearranged", {domain::kHero, domain::kHero, domain::kHero}}},
    {EventKind::kPaid, {"paid", {kSeatArg, kNumber, domain::kHero}}},
    {EventKind::kFined, {"fined", {kSeatArg, kNumber}}},
    {EventKind::kReceived, {"received", {kSeatArg, kNumber, domain::kHero}}},
    {EventKind::kStaysInBank, {"stays_in_bank", {domain::kHero, kNumber, domain::kWhy}}},
    {EventKind::kNobodyPays, {"nobody_pays", {domain::kHero, kNumber, domain::kWhy}}},
    {EventKind::kBankShort, {"bank_short", {kNumber}}},
    {EventKind::kGave, {"gave", {kSeatArg, kSeatArg, kNumber}}},
    {EventKind::kDemanded, {"demanded", {kSeatArg, kSeatArg, kNumber}}},
    {EventKind::kRefused, {"refused", {kSeatArg}}},
    {EventKind::kToast, {.id = "toast", .args = {kSeatArg}, .account = "sheet.toast"}},
    {EventKind::kDracosToast, {.id = "dracos_toast", .account = "sheet.toast"}},
    {EventKind::kCupTo, {"cup_to", {kSeatArg}}},
    {EventKind::kCupToCentre, {"cup_to_centre"}},
    {EventKind::kCellarLaid, {"cellar_laid", {domain::kCard}}},
    {EventKind::kCellarsCancelled, {"cellars_cancelled"}},
    {EventKind::kCellarGone, {"cellar_gone", {domain::kCard}}},
    {EventKind::kSarahJoins, {"sarah_joins", {kSeatArg}}},
    {EventKind::kCoinDropped, {"coin_dropped", {kNumber, domain::kLanding}}},
    {EventKind::kCoinTossed, {"coin_tossed", {kNumber, domain::kLanding}}},
    {EventKind::kHandsSwapped, {"hands_swapped", {kSeatArg, kSeatArg}, 0, true}},
    {EventKind::kLooked, {"looked", {kSeatArg, kSeatArg}, 0, true}},
    {EventKind::kTook, {"took", {kSeatArg, kSeatArg, domain::kCard}, 4}},
    {EventKind::kDrew,
     {.id = "drew", .args = {kSeatArg, domain::kCard}, .secret = 2, .series = true}},
    {EventKind::kDrawLost, {"draw_lost", {kSeatArg}}},
    {EventKind::kReshuffled, {"reshuffled", {kNumber}}},
    {EventKind::kFinalPhase, {"final_phase"}},
    {EventKind::kEnds, {"ends"}},
});

constexpr auto kRules = engine::table<Rule, RuleSpec, 1>({
    {Rule::kSarahNotBeside, {"sarah_not_beside", "R20"}},
    {Rule::kHeroAway, {"hero_away", "R23"}},
    {Rule::kNotYourHero, {"not_your_hero", "§3"}},
    {Rule::kWrongType, {"wrong_type", "§6"}},
    {Rule::kAlreadyPicked, {"already_picked", "§6"}},
    {Rule::kZorkHimself, {"zork_himself", "§6.3"}},
    {Rule::kNeutralHero, {"neutral_hero", "R23"}},
    {Rule::kSarahHerself, {"sarah_herself", "§6.3"}},
    {Rule::kNeitherSarahNorJohn, {"neither_sarah_nor_john", "§6.4"}},
    {Rule::kNotTargetsHero, {"not_targets_hero", "R32"}},
    {Rule::kNotOneOfThese, {"not_one_of_these", "§6"}},
    {Rule::kTooPoor, {.id = "too_poor", .ruling = "R36", .counts = true}},
    {Rule::kYourself, {"yourself", "§6"}},
    {Rule::kNoCards, {"no_cards", "§6.5"}},
    {Rule::kMustChange, {"must_change", "§6.3"}},
});

constexpr auto kChances = engine::table<ChanceKind, ChanceSpec>({
    {ChanceKind::kSeating, {"seating", domain::kHero}},
    {ChanceKind::kCard, {"card", domain::kCard}},
    {ChanceKind::kStart, {"start", kSeatArg}},
    {ChanceKind::kDie, {"die", kNumber}},
    {ChanceKind::kBrawl, {"brawl", domain::kHero}},
    {ChanceKind::kCoin, {"coin", domain::kLanding}},
    {ChanceKind::kStolenCard, {"stolen_card", domain::kCard}},
});

constexpr auto kInvariants = engine::table<Invariant, std::string_view>({
    {Invariant::kHeroes, "heroes"},
    {Invariant::kCellar, "cellar"},
    {Invariant::kCup, "cup"},
    {Invariant::kMoney, "money"},
    {Invariant::kHands, "hands"},
    {Invariant::kCards, "cards"},
    {Invariant::kFinalPhase, "final_phase"},
    {Invariant::kAgenda, "agenda"},
    {Invariant::kBallots, "ballots"},
});

constexpr std::string_view kHandIds[]{"right", "left"};
constexpr std::string_view kDirectionIds[]{"forward", "backward"};
constexpr std::string_view kEndIds[]{"first", "last"};
constexpr std::string_view kSideIds[]{"in_front", "behind"};
constexpr std::string_view kTowardsIds[]{"favourite", "other"};
constexpr std::string_view kBallotIds[]{"yes", "no"};
constexpr std::string_view kSlotIds[]{"left", "middle", "right"};
constexpr std::string_view kWhyIds[kWhys]{"zork",           "sarah",        "nobody_behind",
                                          "zork_behind",    "sarah_behind", "nobody_in_front",
                                          "sarah_in_front", "tie"};

std::string hero_code(const Edition& edition, int hero) {
  switch (static_cast<Hero>(hero)) {
    case Hero::kSarah:
      return "S";
    case Hero::kJohn:
      return "J";
    case Hero::kZork:
      return "Z";
    case Hero::kDraco:
      return "D";
    default:
      break;
  }
  constexpr char kColour[] = "GPYRBK";
  const auto type = static_cast<size_t>(edition.type_of[static_cast<size_t>(hero)]);
  return {kColour[hero / 2], kTypeIds[type][0]};
}

}  // namespace

const engine::GameSpec& spec() {
  static const engine::GameSpec table{
      .id = "koenig",
      .rules_version = 1,
      .min_seats = 3,
      .max_seats = kMaxPlayers,
      .seat_ids = kColourIds,
      .variants = kVariants,
      .domains = kDomains,
      .verbs = kVerbs,
      .events = kEvents,
      .rules = kRules,
      .prompts = kPrompts,
      .chances = kChances,
      .invariants = kInvariants,
  };
  return table;
}

int domain_size(const Edition& edition, engine::DomainId id) {
  switch (id) {
    case domain::kCard:
      return static_cast<int>(edition.cards.size());
    case domain::kHero:
      return kHeroes;
    case domain::kType:
      return kTypes;
    case domain::kSlot:
      return 3;
    case domain::kLanding:
      return kHeroes + 1;
    case domain::kWhy:
      return kWhys;
    default:
      return 2;
  }
}

std::string value_id(const Edition& edition, engine::DomainId id, int value) {
  const auto i = static_cast<size_t>(value);
  switch (id) {
    case domain::kCard:
      return edition.cards[i].id;
    case domain::kHero:
      return hero_code(edition, value);
    case domain::kType:
      return std::string(kTypeIds[i]);
    case domain::kDirection:
      return std::string(kDirectionIds[i]);
    case domain::kEnd:
      return std::string(kEndIds[i]);
    case domain::kSide:
      return std::string(kSideIds[i]);
    case domain::kTowards:
      return std::string(kTowardsIds[i]);
    case domain::kHand:
      return std::string(kHandIds[i]);
    case domain::kBallot:
      return std::string(kBallotIds[i]);
    case domain::kSlot:
      return std::string(kSlotIds[i]);
    case domain::kWhy:
      return std::string(kWhyIds[i]);
    default:
      return value == kMissed ? "miss" : hero_code(edition, value);
  }
}

}  // namespace koenig
