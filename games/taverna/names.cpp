#include "games/taverna/names.h"

#include "engine/named.h"

#include "games/taverna/rules.h"

namespace taverna {

using engine::ChanceSpec;
using engine::DomainSpec;
using engine::EventSpec;
using engine::kNumber;
using engine::kSeatArg;
using engine::RuleSpec;
using engine::VariantSpec;
using engine::VerbSpec;

const std::array<std::string_view, kOrders> kOrderIds{"always", "triggers", "responses", "never",
                                                      "opening"};

namespace {

constexpr std::string_view kOnOff[]{"on", "off"};
constexpr std::string_view kModes[]{"hold", "ask", "off", "armed"};
constexpr std::string_view kActivations[]{"unlimited", "one"};
constexpr std::string_view kTies[]{"later_seat", "shared"};
constexpr std::string_view kTrueFalse[]{"true", "false"};
constexpr std::string_view kStarts[]{"random", "seat_0"};

constexpr auto kVariants = engine::table<Variant, VariantSpec>({
    {Variant::kCurseCard, {"curse_card", kOnOff}},
    {Variant::kReactionMode, {"reaction_mode", kModes}},
    {Variant::kReactionSeconds, {"reaction_seconds", {}, 12, 3, 60}},
    {Variant::kPrivilegeActivations, {"privilege_activations_per_turn", kActivations}},
    {Variant::kFinalTie, {"final_tie", kTies}},
    {Variant::kBlockedScorings, {"two_player_blocked_scorings", {}, 0, 0, 1}},
    {Variant::kOpenCoins, {"open_coins", kTrueFalse}},
    {Variant::kStartPlayer, {"start_player", kStarts}},
    {Variant::kPrintedSymbolBlocks, {"printed_symbol_blocks", kTrueFalse}},
});

constexpr auto kDomains = engine::table<domain::Id, DomainSpec, engine::kFirstDomain>({
    {domain::kPeople, {"people", "people.*"}},
    {domain::kTavern, {"tavern", "tavern.*"}},
    {domain::kCustomer, {"customer", "customer.*"}},
    {domain::kSpell, {"spell", "spell.*.name"}},
    {domain::kFavour, {"favour", "favour.*.name"}},
    {domain::kDignitary, {"dignitary", "dignitary.*.name"}},
    {domain::kSymbol, {"symbol", "symbol.*"}},
    {domain::kScoring, {"scoring", "scoring.*.name"}},
    {domain::kOrder, {"order", "order.*"}},
});

constexpr auto kVerbs = engine::table<Verb, VerbSpec>({
    {Verb::kKing, {"king", {domain::kPeople}}},
    {Verb::kQueen, {"queen", {domain::kPeople}}},
    {Verb::kDeed, {"deed", {domain::kTavern, kNumber}, {1, kMaxDeeds}}},
    {Verb::kPick, {"pick", {domain::kCustomer, domain::kPeople}}},
    {Verb::kSeat, {"seat", {domain::kTavern, kNumber}, {1, kMaxTables}}},
    {Verb::kReplace, {"replace", {domain::kTavern, kNumber}, {1, kMaxTables}}},
    {Verb::kStand, {"stand", {domain::kTavern}}},
    {Verb::kCast, {.id = "cast", .args = {domain::kSpell}, .reacts = true}},
    {Verb::kCastSecond, {"cast_second", {domain::kSpell}}},
    {Verb::kSell, {"sell", {domain::kSpell}}},
    {Verb::kFavour, {.id = "favour", .args = {domain::kFavour}, .reacts = true}},
    {Verb::kHire, {"hire", {domain::kDignitary}}},
    {Verb::kSendFor, {"send_for", {domain::kDignitary}}},
    {Verb::kEndTurn, {.id = "end_turn", .ends = true}},
    {Verb::kPass, {.id = "pass", .reacts = true}},
    {Verb::kOrder, {.id = "order", .args = {domain::kOrder}, .reacts = true, .aside = true}},
    {Verb::kTrack, {.id = "track", .args = {domain::kPeople}, .reacts = true}},
    {Verb::kPeople, {"people", {domain::kPeople}}},
    {Verb::kPlayer, {.id = "player", .args = {kSeatArg}, .reacts = true}},
    {Verb::kDiscard, {"discard", {domain::kSpell}}},
    {Verb::kTile,
     {.id = "tile",
      .args = {domain::kTavern, kNumber},
      .numbers = {1, kMaxTables},
      .reacts = true}},
    {Verb::kTable,
     {.id = "table",
      .args = {domain::kTavern, kNumber},
      .numbers = {1, kMaxTables},
      .reacts = true}},
    {Verb::kTavern, {.id = "tavern", .args = {domain::kTavern}, .reacts = true}},
    {Verb::kReturn, {.id = "return", .args = {domain::kCustomer}, .reacts = true}},
    {Verb::kDignitary, {.id = "dignitary", .args = {domain::kDignitary}, .reacts = true}},
    {Verb::kTake, {"take", {domain::kFavour}}},
    {Verb::kRefresh, {"refresh", {domain::kFavour}}},
    {Verb::kSymbol, {.id = "symbol", .args = {domain::kSymbol}, .reacts = true}},
    {Verb::kEnough, {.id = "enough", .reacts = true}},
    {Verb::kRoyal, {"royal", {domain::kScoring}}},
});

constexpr auto kPrompts = engine::table<Prompt, std::string_view>({
    {Prompt::kKingPeople, "king_people"},
    {Prompt::kQueenPeople, "queen_people"},
    {Prompt::kStartDeed, "start_deed"},
    {Prompt::kFirstOrder, "first_order"},
    {Prompt::kPre, "pre"},
    {Prompt::kPicked, "picked"},
    {Prompt::kPost, "post"},
    {Prompt::kWindowStart, "window_start"},
    {Prompt::kWindowSeated, "window_seated"},
    {Prompt::kWindowEnd, "window_end"},
    {Prompt::kWindowNotary, "window_notary"},
    {Prompt::kWindowSpell, "window_spell"},
    {Prompt::kTrack, "track"},
    {Prompt::kSecondTrack, "second_track"},
    {Prompt::kLowestTrack, "lowest_track"},
    {Prompt::kSlanderWho, "slander_who"},
    {Prompt::kSlanderTrack, "slander_track"},
    {Prompt::kRobWho, "rob_who"},
    {Prompt::kStealFrom, "steal_from"},
    {Prompt::kDiscard, "discard"},
    {Prompt::kDiscardMore, "discard_more"},
    {Prompt::kTileToMove, "tile_to_move"},
    {Prompt::kTableToGo, "table_to_go"},
    {Prompt::kSwapFirst, "swap_first"},
    {Prompt::kSwapSecond, "swap_second"},
    {Prompt::kTileToRemove, "tile_to_remove"},
    {Prompt::kTileToChange, "tile_to_change"},
    {Prompt::kNewPeople, "new_people"},
    {Prompt::kCloseTavern, "close_tavern"},
    {Prompt::kReturnCard, "return_card"},
    {Prompt::kReturnMore, "return_more"},
    {Prompt::kDignitaryToMove, "dignitary_to_move"},
    {Prompt::kDignitaryToHire, "dignitary_to_hire"},
    {Prompt::kDestination, "destination"},
    {Prompt::kDeed, "deed"},
    {Prompt::kGuild, "guild"},
    {Prompt::kSecondGuild, "second_guild"},
    {Prompt::kFavourToTake, "favour_to_take"},
    {Prompt::kFavourMore, "favour_more"},
    {Prompt::kLevel, "level"},
    {Prompt::kLevelMore, "level_more"},
    {Prompt::kUsedFavour, "used_favour"},
    {Prompt::kGuildTavern, "guild_tavern"},
    {Prompt::kSymbolFrom, "symbol_from"},
    {Prompt::kSymbolTo, "symbol_to"},
    {Prompt::kOtherPeople, "other_people"},
    {Prompt::kRoyal, "royal"},
});

constexpr auto kEvents = engine::table<EventKind, EventSpec>({
    {EventKind::kBegins, {"begins", {kSeatArg}}},
    {EventKind::kBlocked, {"blocked", {domain::kScoring}}},
    {EventKind::kDignitaryAt, {"dignitary_at", {domain::kDignitary, domain::kTavern}}},
    {EventKind::kFavourShown, {.id = "favour_shown", .args = {domain::kFavour}, .series = true}},
    {EventKind::kCustomerShown, {"customer_shown", {domain::kCustomer, kNumber}}},
    {EventKind::kKing, {"king", {domain::kPeople}}},
    {EventKind::kQueen, {"queen", {domain::kPeople}}},
    {EventKind::kBoughtDeed,
     {.id = "bought_deed", .args = {kSeatArg, domain::kTavern, kNumber}, .account = "sheet.deeds"}},
    {EventKind::kTurn, {"turn", {kSeatArg, kNumber}}},
    {EventKind::kPicked, {"picked", {kSeatArg, domain::kCustomer, domain::kPeople}}},
    {EventKind::kSeated, {"seated", {kSeatArg, domain::kPeople, domain::kTavern, kNumber}}},
    {EventKind::kReplaced,
     {"replaced", {kSeatArg, domain::kPeople, domain::kPeople, domain::kTavern}}},
    {EventKind::kStood, {"stood", {kSeatArg, domain::kTavern}}},
    {EventKind::kRose,
     {.id = "rose", .args = {kSeatArg, domain::kPeople, kNumber}, .account = "sheet.levels"}},
    {EventKind::kFell, {"fell", {kSeatArg, domain::kPeople, kNumber}}},
    {EventKind::kLastTable, {"last_table", {kSeatArg, domain::kTavern}}},
    {EventKind::kPrivileges, {"privileges", {kSeatArg, kNumber}}},
    {EventKind::kIncome, {"income", {kSeatArg, kNumber, domain::kTavern}}},
    {EventKind::kFeast, {"feast", {kSeatArg, kNumber}}},
    {EventKind::kCoins, {"coins", {kSeatArg, kNumber}}},
    {EventKind::kPaid, {"paid", {kSeatArg, kNumber}}},
    {EventKind::kRefunded, {"refunded", {kSeatArg, kNumber}}},
    {EventKind::kGave, {"gave", {kSeatArg, kSeatArg, kNumber}}},
    {EventKind::kRobbed, {"robbed", {kSeatArg, kSeatArg, kNumber}, 4, true}},
    {EventKind::kPurseEmpty, {"purse_empty", {kSeatArg}, 0, true}},
    {EventKind::kPurseNotEmpty, {"purse_not_empty", {kSeatArg}, 0, true}},
    {EventKind::kScored, {"scored", {kSeatArg, kNumber}}},
    {EventKind::kInfluence, {"influence", {kSeatArg}}},
    {EventKind::kMagic, {"magic", {kSeatArg}}},
    {EventKind::kDrew, {"drew", {kSeatArg, domain::kSpell}, 2}},
    {EventKind::kDrawLost, {"draw_lost", {kSeatArg}}},
    {EventKind::kReshuffled, {"reshuffled", {kNumber}}},
    {EventKind::kCursed, {"cursed", {kSeatArg}}},
    {EventKind::kCast, {"cast", {kSeatArg, domain::kSpell}}},
    {EventKind::kCountered, {"countered", {kSeatArg, kSeatArg, domain::kSpell}}},
    {EventKind::kWarded, {"warded", {kSeatArg, kSeatArg}}},
    {EventKind::kSold, {"sold", {kSeatArg, domain::kSpell}, 2}},
    {EventKind::kDiscarded, {"discarded", {kSeatArg, domain::kSpell}, 2}},
    {EventKind::kStole, {"stole", {kSeatArg, kSeatArg, domain::kSpell}, 4}},
    {EventKind::kFavourUsed, {"favour_used", {kSeatArg, domain::kFavour}}},
    {EventKind::kTookFavour,
     {.id = "took_favour", .args = {kSeatArg, domain::kFavour}, .series = true}},
    {EventKind::kFavourRefreshed, {"favour_refreshed", {kSeatArg, domain::kFavour}}},
    {EventKind::kHired, {"hired", {kSeatArg, domain::kDignitary, domain::kTavern}}},
    {EventKind::kSentFor, {"sent_for", {kSeatArg, domain::kDignitary, domain::kTavern}}},
    {EventKind::kPuppet, {"puppet", {kSeatArg, domain::kDignitary, domain::kTavern}}},
    {EventKind::kDignitaryMoved, {"dignitary_moved", {domain::kDignitary, domain::kTavern}}},
    {EventKind::kTookDeed,
     {.id = "took_deed",
      .args = {kSeatArg, kSeatArg, domain::kTavern, kNumber},
      .account = "sheet.deeds"}},
    {EventKind::kGuildPlaced,
     {.id = "guild_placed",
      .args = {kSeatArg, domain::kTavern, domain::kSymbol},
      .account = "sheet.guilds"}},
    {EventKind::kSymbolAdded, {"symbol_added", {kSeatArg, domain::kSymbol}}},
    {EventKind::kSymbolChanged, {"symbol_changed", {kSeatArg, domain::kSymbol, domain::kSymbol}}},
    {EventKind::kPeopleChanged, {"people_changed", {kSeatArg, domain::kPeople}}},
    {EventKind::kTileMoved,
     {"tile_moved", {domain::kPeople, domain::kTavern, domain::kTavern, kNumber}}},
    {EventKind::kTilesSwapped,
     {"tiles_swapped", {domain::kPeople, domain::kTavern, domain::kPeople, domain::kTavern}}},
    {EventKind::kTileRemoved, {"tile_removed", {domain::kPeople, domain::kTavern}}},
    {EventKind::kTileChanged,
     {"tile_changed", {domain::kPeople, domain::kPeople, domain::kTavern}}},
    {EventKind::kClosed, {"closed", {kSeatArg, domain::kTavern}}},
    {EventKind::kAnyTable, {"any_table", {kSeatArg}}},
    {EventKind::kReturned, {.id = "returned", .args = {domain::kCustomer}, .series = true}},
    {EventKind::kOrder, {"order", {kSeatArg, domain::kOrder}}},
    {EventKind::kExchange,
     {.id = "exchange", .args = {kSeatArg, kNumber, kNumber}, .account = "sheet.privileges"}},
    {EventKind::kRoyalRound, {"royal_round", {domain::kPeople}}},
    {EventKind::kRoyal,
     {.id = "royal", .args = {kSeatArg, domain::kScoring, kNumber}, .account = "sheet.royal"}},
    {EventKind::kRoyalCoins,
     {.id = "royal_coins",
      .args = {kSeatArg, domain::kScoring, kNumber},
      .reveals = true,
      .account = "sheet.royal"}},
    {EventKind::kPeopleScored,
     {.id = "people_scored",
      .args = {kSeatArg, domain::kPeople, kNumber},
      .account = "sheet.people"}},
    {EventKind::kEnds, {"ends"}},
});

constexpr auto kRules = engine::table<Rule, RuleSpec, 1>({
    {Rule::kTooPoor, {.id = "too_poor", .ruling = "R39", .counts = true}},
    {Rule::kKingsPeople, {"kings_people", "§3"}},
    {Rule::kDeedTaken, {"deed_taken", "§3"}},
    {Rule::kOwnerHere, {"owner_here", "R52"}},
    {Rule::kNoTile, {"no_tile", "R12"}},
    {Rule::kOccupied, {"occupied", "§4.1"}},
    {Rule::kClosed, {"closed", "§6.5"}},
    {Rule::kNobodyThere, {"nobody_there", "R14"}},
    {Rule::kNoMask, {"no_mask", "R14"}},
    {Rule::kFreeTable, {"free_table", "R13"}},
    {Rule::kWrongTime, {"wrong_time", "§6.5"}},
    {Rule::kOneSpell, {"one_spell", "R23"}},
    {Rule::kNoSecondSpell, {"no_second_spell", "R23"}},
    {Rule::kNoEffect, {"no_effect", "§6"}},
    {Rule::kFavourTime, {"favour_time", "R22"}},
    {Rule::kFavourOnce, {"favour_once", "R21"}},
    {Rule::kFavourUsed, {"favour_used", "§6.4"}},
    {Rule::kWithASpell, {"with_a_spell", "§6.4"}},
    {Rule::kSymbolThere, {"symbol_there", "R10"}},
    {Rule::kSymbolUsed, {"symbol_used", "§6.4"}},
    {Rule::kSymbolMissing, {"symbol_missing", "R58"}},
    {Rule::kNotOnCard, {"not_on_card", "§6.4"}},
    {Rule::kNoSymbolHelps, {"no_symbol_helps", "R58"}},
    {Rule::kMaskLate, {"mask_late", "§6.4"}},
    {Rule::kNotSeated, {"not_seated", "R6"}},
    {Rule::kOneDignitary, {"one_dignitary", "§4.2"}},
    {Rule::kNotInTavern, {"not_in_tavern", "§4.2"}},
    {Rule::kOncePerTurn, {"once_per_turn", "§4.3"}},
    {Rule::kPrivileges, {.id = "privileges", .ruling = "§4.2", .counts = true}},
    {Rule::kOnePrivilegeHire, {"one_privilege_hire", "R18"}},
    {Rule::kNoPurchase, {"no_purchase", "R15"}},
    {Rule::kStays, {"stays", "§4.3"}},
    {Rule::kNoRoom, {"no_room", "§4.3"}},
    {Rule::kLastDeed, {"last_deed", "R34"}},
    {Rule::kGuildThere, {"guild_there", "R16"}},
    {Rule::kNoGuildToken, {"no_guild_token", "R16"}},
    {Rule::kTopTaken, {"top_taken", "R9"}},
    {Rule::kSameTrack, {"same_track", "§6.5"}},
    {Rule::kNotLowest, {"not_lowest", "§6.5"}},
    {Rule::kNotAbove, {"not_above", "§6.5"}},
    {Rule::kTopIsSafe, {"top_is_safe", "§6.5"}},
    {Rule::kNoCoins, {"no_coins", "§6.5"}},
    {Rule::kNoHand, {"no_hand", "§6.5"}},
    {Rule::kSamePeople, {"same_people", "§6.5"}},
    {Rule::kSameTavern, {"same_tavern", "§6.4"}},
    {Rule::kOnCard, {"on_card", "§6.4"}},
    {Rule::kNoTableElsewhere, {"no_table_elsewhere", "§6.5"}},
    {Rule::kScoringTaken, {"scoring_taken", "§4.4"}},
    {Rule::kScoringBlocked, {"scoring_blocked", "§10"}},
    {Rule::kOrderOnce, {"order_once", "§5.3"}},
    {Rule::kSameOrder, {"same_order", "§5.3"}},
});

constexpr auto kChances = engine::table<ChanceKind, ChanceSpec>({
    {ChanceKind::kStart, {"start", kSeatArg}},
    {ChanceKind::kFavour, {"favour", domain::kFavour}},
    {ChanceKind::kDignitary, {"place", domain::kTavern}},
    {ChanceKind::kSpell, {"spell", domain::kSpell}},
    {ChanceKind::kCustomer, {"customer", domain::kCustomer}},
    {ChanceKind::kBlocked, {"blocked", domain::kScoring}},
    {ChanceKind::kStolen, {"stolen", domain::kSpell}},
});

constexpr auto kInvariants = engine::table<Invariant, std::string_view>({
    {Invariant::kSeats, "seats"},
    {Invariant::kTiles, "tiles"},
    {Invariant::kPrivileges, "privileges"},
    {Invariant::kFavours, "favours"},
    {Invariant::kGuilds, "guilds"},
    {Invariant::kSpells, "spells"},
    {Invariant::kKnown, "known"},
    {Invariant::kCustomers, "customers"},
    {Invariant::kDeeds, "deeds"},
    {Invariant::kTracks, "tracks"},
    {Invariant::kDignitaries, "dignitaries"},
    {Invariant::kCoins, "coins"},
    {Invariant::kCasts, "casts"},
    {Invariant::kTurn, "turn"},
    {Invariant::kScorings, "scorings"},
    {Invariant::kClaims, "claims"},
    {Invariant::kAgenda, "agenda"},
});

}  // namespace

const engine::GameSpec& spec() {
  static const engine::GameSpec table{
      .id = "taverna",
      .rules_version = 2,
      .min_seats = 2,
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
      .reactions = {.asked = true,
                    .seconds = engine::VariantRef::to(Variant::kReactionSeconds),
                    .orders_on =
                        engine::VariantRef::to(Variant::kReactionMode, ReactionMode::kArmed)},
  };
  return table;
}

int domain_size(const Edition& edition, engine::DomainId id) {
  switch (id) {
    case domain::kTavern:
      return kTaverns;
    case domain::kCustomer:
      return static_cast<int>(edition.customers.size());
    case domain::kSpell:
      return static_cast<int>(edition.spells.size());
    case domain::kFavour:
      return kFavours;
    case domain::kScoring:
      return kScorings;
    case domain::kOrder:
      return kOrders;
    default:
      return 4;  // peoples, dignitaries, symbols
  }
}

std::string value_id(const Edition& edition, engine::DomainId id, int value) {
  const auto i = static_cast<size_t>(value);
  switch (id) {
    case domain::kPeople:
      return std::string(kPeopleIds[i]);
    case domain::kTavern:
      return edition.taverns[i].id;
    case domain::kCustomer:
      return edition.customers[i].id;
    case domain::kSpell:
      return edition.spells[i].id;
    case domain::kFavour:
      return std::string(kFavourIds[i]);
    case domain::kDignitary:
      return std::string(kDignitaryIds[i]);
    case domain::kSymbol:
      return std::string(kSymbolIds[i]);
    case domain::kScoring:
      return std::string(kScoringIds[i]);
    default:
      return std::string(kOrderIds[i]);
  }
}

}  // namespace taverna
