#include "games/goldbraeu/names.h"

#include "engine/named.h"

namespace goldbraeu {

using engine::ChanceSpec;
using engine::DomainSpec;
using engine::EventSpec;
using engine::kNumber;
using engine::kSeatArg;
using engine::RuleSpec;
using engine::VariantSpec;
using engine::VerbSpec;

namespace {

constexpr std::string_view kSeatIds[]{"red", "blue", "green", "yellow"};
constexpr std::string_view kStartValues[]{"random", "seat0"};
constexpr std::string_view kOffOn[]{"off", "on"};
constexpr std::string_view kOnOff[]{"on", "off"};
constexpr std::string_view kTieValues[]{"shared", "open_shares"};

constexpr auto kVariants = engine::table<Variant, VariantSpec>({
    {Variant::kStartPlayer, {"start_player", kStartValues}},
    {Variant::kEveryBrewerySupplied, {"every_brewery_supplied", kOffOn}},
    {Variant::kMoneyVisible, {"money_visible", kOnOff}},
    {Variant::kFenceLimit, {"fence_limit", kOffOn}},
    {Variant::kSetupPurge, {"setup_purge", kOnOff}},
    {Variant::kTieBreak, {"tie_break", kTieValues}},
});

constexpr auto kDomains = engine::table<domain::Id, DomainSpec, engine::kFirstDomain>({
    {domain::kBusiness, {"business", "business.*.name"}},
    {domain::kCard, {"card", "card.*.name"}},
    {domain::kField, {"field", ""}},
    {domain::kAction, {"action", "action.*.name"}},
    {domain::kSlot, {"slot", "slot.*"}},
    {domain::kChip, {"chip", "chip.*"}},
});

constexpr auto kVerbs = engine::table<Verb, VerbSpec>({
    {Verb::kHide,
     {.id = "hide", .args = {domain::kBusiness, domain::kBusiness}, .unordered = true}},
    {Verb::kPlace, {"place", {domain::kBusiness}}},
    {Verb::kChoose, {"choose", {domain::kAction}}},
    {Verb::kTake, {"take", {domain::kField, domain::kBusiness}}},
    {Verb::kNominate, {"nominate", {domain::kBusiness}}},
    {Verb::kContract, {"contract", {domain::kBusiness, domain::kBusiness}}},
    {Verb::kAccept, {"accept"}},
    {Verb::kVeto, {"veto"}},
    {Verb::kYield, {"yield"}},
    {Verb::kCounter, {"counter"}},
    {Verb::kBuy, {"buy", {domain::kSlot}}},
    {Verb::kDraw, {"draw"}},
    {Verb::kKeep, {"keep"}},
    {Verb::kOpen, {"open"}},
    {Verb::kMove, {"move", {kNumber}, {0, 2}}},
    {Verb::kShow, {"show", {domain::kBusiness}}},
    {Verb::kPass, {.id = "pass", .ends = true}},
    {Verb::kDone, {.id = "done", .ends = true}},
});

constexpr auto kPrompts = engine::table<Prompt, std::string_view>({
    {Prompt::kHide, "hide"},
    {Prompt::kPlaceBoss, "place_boss"},
    {Prompt::kChooseAction, "choose_action"},
    {Prompt::kExpand, "expand"},
    {Prompt::kBoss, "boss"},
    {Prompt::kVeto, "veto"},
    {Prompt::kCounter, "counter"},
    {Prompt::kBuy, "buy"},
    {Prompt::kKeepOrOpen, "keep_or_open"},
    {Prompt::kMoveDrunk, "move_drunk"},
    {Prompt::kMoveWaitress, "move_waitress"},
    {Prompt::kPaydayOpen, "payday_open"},
});

// Choices made in secret and shown together reveal something, and so does a hidden share that is
// opened.
constexpr auto kEvents = engine::table<EventKind, EventSpec>({
    {EventKind::kBegins, {"begins", {kSeatArg}}},
    {EventKind::kDealt,
     {.id = "dealt", .args = {kSeatArg, domain::kCard}, .secret = 2, .series = true}},
    {EventKind::kKeptHidden, {"kept_hidden", {kSeatArg, kNumber}, 0, true}},
    {EventKind::kBossPlaced, {"boss_placed", {kSeatArg, domain::kBusiness}}},
    {EventKind::kRound, {"round", {kNumber, kSeatArg}}},
    {EventKind::kTurnedUp, {.id = "turned_up", .args = {domain::kCard}, .series = true}},
    {EventKind::kChose, {"chose", {kSeatArg, domain::kAction}, 0, true}},
    {EventKind::kAlone, {"alone", {kSeatArg, domain::kAction}}},
    {EventKind::kTookField, {"took_field", {kSeatArg, domain::kField, domain::kBusiness}}},
    {EventKind::kTransferred,
     {"transferred", {kSeatArg, domain::kField, domain::kBusiness, domain::kBusiness}}},
    {EventKind::kCutOff, {"cut_off", {domain::kBusiness, kNumber}}},
    {EventKind::kPassed, {"passed", {kSeatArg}}},
    {EventKind::kOpened,
     {.id = "opened", .args = {kSeatArg, domain::kBusiness}, .reveals = true, .series = true}},
    {EventKind::kPurged, {"purged", {kSeatArg, domain::kBusiness}}},
    {EventKind::kNominated, {"nominated", {kSeatArg, domain::kBusiness}}},
    {EventKind::kVetoed, {"vetoed", {kSeatArg, domain::kBusiness}}},
    {EventKind::kCountered, {"countered", {kSeatArg, domain::kBusiness}}},
    {EventKind::kRefused, {"refused", {kSeatArg, domain::kBusiness}}},
    {EventKind::kAccepted, {"accepted", {kSeatArg}}},
    {EventKind::kAppointed, {"appointed", {kSeatArg, domain::kBusiness}}},
    {EventKind::kDeposed, {"deposed", {kSeatArg, domain::kBusiness}}},
    {EventKind::kContract, {"contract", {kSeatArg, domain::kBusiness, domain::kBusiness}}},
    {EventKind::kBought,
     {.id = "bought", .args = {kSeatArg, domain::kCard, kNumber}, .account = "sheet.bought"}},
    {EventKind::kDrew,
     {.id = "drew",
      .args = {kSeatArg, kNumber, domain::kCard},
      .secret = 4,
      .account = "sheet.bought"}},
    {EventKind::kDrewSpecial,
     {.id = "drew_special", .args = {kSeatArg, kNumber, domain::kCard}, .account = "sheet.bought"}},
    {EventKind::kKept, {"kept", {kSeatArg}}},
    {EventKind::kChipMoved, {"chip_moved", {domain::kChip, domain::kBusiness}}},
    {EventKind::kUnderPile, {.id = "under_pile", .args = {domain::kCard}, .series = true}},
    {EventKind::kPayday, {"payday", {kNumber}}},
    {EventKind::kIncome, {"income", {domain::kBusiness, kNumber}}},
    {EventKind::kPaidShare,
     {.id = "paid_share",
      .args = {kSeatArg, kNumber, domain::kBusiness},
      .account = "sheet.share"}},
    {EventKind::kPaidRest,
     {.id = "paid_rest", .args = {kSeatArg, kNumber, domain::kBusiness}, .account = "sheet.rest"}},
    {EventKind::kBankKeeps, {"bank_keeps", {kNumber, domain::kBusiness}}},
    {EventKind::kEnds, {"ends"}},
});

constexpr auto kRules = engine::table<Rule, RuleSpec, 1>({
    {Rule::kHasBoss, {"has_boss", "R49"}},
    {Rule::kNotAdjacent, {"not_adjacent", "R7"}},
    {Rule::kNotYourTerrace, {"not_your_terrace", "R7"}},
    {Rule::kNotBossHere, {"not_boss_here", "R7"}},
    {Rule::kStartField, {"start_field", "R6"}},
    {Rule::kNoFences, {"no_fences", "R4", true}},
    {Rule::kNoFigure, {"no_figure", "R24"}},
    {Rule::kAlreadyBoss, {"already_boss", "R25"}},
    {Rule::kNewThisRound, {"new_this_round", "R22"}},
    {Rule::kRefusedBefore, {"refused_before", "R21"}},
    {Rule::kNoShare, {"no_share", "R23"}},
    {Rule::kWouldBePurged, {"would_be_purged", "R19"}},
    {Rule::kNoStone, {"no_stone", "R29"}},
    {Rule::kNotBossOfTavern, {"not_boss_of_tavern", "R26"}},
    {Rule::kNotBossOfBrewery, {"not_boss_of_brewery", "R26"}},
    {Rule::kAlreadySupplied, {"already_supplied", "R26"}},
    {Rule::kStoreEmpty, {"store_empty", "R26"}},
    {Rule::kNoMajority, {"no_majority", "R14"}},
    {Rule::kMajorityStands, {"majority_stands", "R16"}},
    {Rule::kTooPoor, {.id = "too_poor", .ruling = "R28", .counts = true}},
    {Rule::kSold, {"sold", "§5.5"}},
    {Rule::kPileEmpty, {"pile_empty", "R31"}},
});

constexpr auto kChances = engine::table<ChanceKind, ChanceSpec>({
    {ChanceKind::kShield, {"shield", domain::kBusiness}},
    {ChanceKind::kShare, {"share", domain::kCard}},
    {ChanceKind::kStart, {"start", kSeatArg}},
    {ChanceKind::kCard, {"card", domain::kCard}},
});

constexpr auto kInvariants = engine::table<Invariant, std::string_view>({
    {Invariant::kTerraces, "terraces"},
    {Invariant::kChips, "chips"},
    {Invariant::kShields, "shields"},
    {Invariant::kStones, "stones"},
    {Invariant::kFigures, "figures"},
    {Invariant::kHands, "hands"},
    {Invariant::kCards, "cards"},
    {Invariant::kLoneShare, "lone_share"},
    {Invariant::kAgenda, "agenda"},
});

constexpr std::string_view kActionIds[]{"expand", "boss", "buy"};
constexpr std::string_view kSlotIds[]{"left", "right"};
constexpr std::string_view kChipIds[]{"drunk", "waitress"};

}  // namespace

const engine::GameSpec& spec() {
  static const engine::GameSpec table{
      .id = "goldbraeu",
      .rules_version = 1,
      .min_seats = 3,
      .max_seats = kMaxPlayers,
      .seat_ids = kSeatIds,
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
    case domain::kBusiness:
      return edition.businesses();
    case domain::kCard:
      return 2 + edition.businesses();
    case domain::kField:
      return edition.fields;
    case domain::kAction:
      return 3;
    default:
      return 2;
  }
}

std::string value_id(const Edition& edition, engine::DomainId id, int value) {
  const auto i = static_cast<size_t>(value);
  switch (id) {
    case domain::kBusiness:
      return edition.business_ids[i];
    case domain::kCard:
      return value < 2 ? std::string(kChipIds[i]) : edition.business_ids[i - 2];
    case domain::kField:
      return edition.field_ids[i];
    case domain::kAction:
      return std::string(kActionIds[i]);
    case domain::kSlot:
      return std::string(kSlotIds[i]);
    default:
      return std::string(kChipIds[i]);
  }
}

}  // namespace goldbraeu
