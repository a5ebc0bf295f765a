#include "games/taverna/names.h"

#include "games/taverna/rules.h"

namespace taverna {

using engine::ChanceSpec;
using engine::DomainSpec;
using engine::EventSpec;
using engine::kNumber;
using engine::kSeatArg;
using engine::OptionSpec;
using engine::RuleSpec;
using engine::VerbSpec;

const std::array<std::string_view, kOrders> kOrderIds{"always", "triggers", "responses", "never"};

namespace {

constexpr std::string_view kOnOff[]{"on", "off"};
constexpr std::string_view kModes[]{"hold", "ask", "off", "armed"};
constexpr std::string_view kOrdersBy = "reaction_mode=armed";
constexpr std::string_view kActivations[]{"unlimited", "one"};
constexpr std::string_view kTies[]{"later_seat", "shared"};
constexpr std::string_view kTrueFalse[]{"true", "false"};
constexpr std::string_view kStarts[]{"random", "seat_0"};

constexpr OptionSpec kOptions[]{
    {"curse_card", kOnOff},
    {"reaction_mode", kModes},
    {"reaction_seconds", {}, 12, 3, 60},
    {"privilege_activations_per_turn", kActivations},
    {"final_tie", kTies},
    {"two_player_blocked_scorings", {}, 0, 0, 1},
    {"open_coins", kTrueFalse},
    {"start_player", kStarts},
};

constexpr DomainSpec kDomains[]{
    {"people", "people.*"},    {"tavern", "tavern.*"},        {"customer", "customer.*"},
    {"spell", "spell.*.name"}, {"favour", "favour.*.name"},   {"dignitary", "dignitary.*.name"},
    {"symbol", "symbol.*"},    {"scoring", "scoring.*.name"}, {"order", "order.*"},
};

constexpr VerbSpec kVerbs[]{
    {"king", {domain::kPeople}},
    {"queen", {domain::kPeople}},
    {"deed", {domain::kTavern, kNumber}},
    {"pick", {domain::kCustomer, domain::kPeople}},
    {"seat", {domain::kTavern, kNumber}},
    {"replace", {domain::kTavern, kNumber}},
    {"stand", {domain::kTavern}},
    {"cast", {domain::kSpell}},
    {"cast_second", {domain::kSpell}},
    {"sell", {domain::kSpell}},
    {"favour", {domain::kFavour}},
    {"hire", {domain::kDignitary}},
    {"send_for", {domain::kDignitary}},
    {"end_turn"},
    {"pass"},
    {"order", {domain::kOrder}},
    {"track", {domain::kPeople}},
    {"people", {domain::kPeople}},
    {"player", {kSeatArg}},
    {"discard", {domain::kSpell}},
    {"tile", {domain::kTavern, kNumber}},
    {"table", {domain::kTavern, kNumber}},
    {"tavern", {domain::kTavern}},
    {"return", {domain::kCustomer}},
    {"dignitary", {domain::kDignitary}},
    {"take", {domain::kFavour}},
    {"refresh", {domain::kFavour}},
    {"symbol", {domain::kSymbol}},
    {"enough"},
    {"royal", {domain::kScoring}},
};

constexpr std::string_view kPrompts[]{
    "king_people",
    "queen_people",
    "start_deed",
    "pre",
    "picked",
    "post",
    "window_start",
    "window_seated",
    "window_end",
    "window_notary",
    "window_spell",
    "track",
    "second_track",
    "lowest_track",
    "slander_who",
    "slander_track",
    "rob_who",
    "steal_from",
    "discard",
    "discard_more",
    "tile_to_move",
    "table_to_go",
    "swap_first",
    "swap_second",
    "tile_to_remove",
    "tile_to_change",
    "new_people",
    "close_tavern",
    "return_card",
    "return_more",
    "dignitary_to_move",
    "dignitary_to_hire",
    "destination",
    "deed",
    "guild",
    "second_guild",
    "favour_to_take",
    "favour_more",
    "level",
    "level_more",
    "used_favour",
    "guild_tavern",
    "symbol_from",
    "symbol_to",
    "other_people",
    "royal",
};

constexpr EventSpec kEvents[]{
    {"begins", {kSeatArg}},
    {"blocked", {domain::kScoring}},
    {"dignitary_at", {domain::kDignitary, domain::kTavern}},
    {.id = "favour_shown", .args = {domain::kFavour}, .series = true},
    {"customer_shown", {domain::kCustomer, kNumber}},
    {"king", {domain::kPeople}},
    {"queen", {domain::kPeople}},
    {"bought_deed", {kSeatArg, domain::kTavern, kNumber}},
    {"turn", {kSeatArg, kNumber}},
    {"picked", {kSeatArg, domain::kCustomer, domain::kPeople}},
    {"seated", {kSeatArg, domain::kPeople, domain::kTavern, kNumber}},
    {"replaced", {kSeatArg, domain::kPeople, domain::kPeople, domain::kTavern}},
    {"stood", {kSeatArg, domain::kTavern}},
    {"rose", {kSeatArg, domain::kPeople, kNumber}},
    {"fell", {kSeatArg, domain::kPeople, kNumber}},
    {"last_table", {kSeatArg, domain::kTavern}},
    {"privileges", {kSeatArg, kNumber}},
    {"income", {kSeatArg, kNumber, domain::kTavern}},
    {"feast", {kSeatArg, kNumber}},
    {"coins", {kSeatArg, kNumber}},
    {"paid", {kSeatArg, kNumber}},
    {"refunded", {kSeatArg, kNumber}},
    {"gave", {kSeatArg, kSeatArg, kNumber}},
    {"robbed", {kSeatArg, kSeatArg, kNumber}, 4, true},
    {"purse_empty", {kSeatArg}, 0, true},
    {"purse_not_empty", {kSeatArg}, 0, true},
    {"scored", {kSeatArg, kNumber}},
    {"influence", {kSeatArg}},
    {"magic", {kSeatArg}},
    {"drew", {kSeatArg, domain::kSpell}, 2},
    {"draw_lost", {kSeatArg}},
    {"reshuffled", {kNumber}},
    {"cursed", {kSeatArg}},
    {"cast", {kSeatArg, domain::kSpell}},
    {"countered", {kSeatArg, kSeatArg, domain::kSpell}},
    {"warded", {kSeatArg, kSeatArg}},
    {"sold", {kSeatArg, domain::kSpell}, 2},
    {"discarded", {kSeatArg, domain::kSpell}, 2},
    {"stole", {kSeatArg, kSeatArg, domain::kSpell}, 4},
    {"favour_used", {kSeatArg, domain::kFavour}},
    {.id = "took_favour", .args = {kSeatArg, domain::kFavour}, .series = true},
    {"favour_refreshed", {kSeatArg, domain::kFavour}},
    {"hired", {kSeatArg, domain::kDignitary, domain::kTavern}},
    {"sent_for", {kSeatArg, domain::kDignitary, domain::kTavern}},
    {"puppet", {kSeatArg, domain::kDignitary, domain::kTavern}},
    {"dignitary_moved", {domain::kDignitary, domain::kTavern}},
    {"took_deed", {kSeatArg, kSeatArg, domain::kTavern, kNumber}},
    {"guild_placed", {kSeatArg, domain::kTavern, domain::kSymbol}},
    {"symbol_added", {kSeatArg, domain::kSymbol}},
    {"symbol_changed", {kSeatArg, domain::kSymbol, domain::kSymbol}},
    {"people_changed", {kSeatArg, domain::kPeople}},
    {"tile_moved", {domain::kPeople, domain::kTavern, domain::kTavern, kNumber}},
    {"tiles_swapped", {domain::kPeople, domain::kTavern, domain::kPeople, domain::kTavern}},
    {"tile_removed", {domain::kPeople, domain::kTavern}},
    {"tile_changed", {domain::kPeople, domain::kPeople, domain::kTavern}},
    {"closed", {kSeatArg, domain::kTavern}},
    {"any_table", {kSeatArg}},
    {.id = "returned", .args = {domain::kCustomer}, .series = true},
    {"order", {kSeatArg, domain::kOrder}},
    {"exchange", {kSeatArg, kNumber, kNumber}},
    {"royal_round", {domain::kPeople}},
    {"royal", {kSeatArg, domain::kScoring, kNumber}},
    {"royal_coins", {kSeatArg, domain::kScoring, kNumber}, 0, true},
    {"people_scored", {kSeatArg, domain::kPeople, kNumber}},
    {"ends"},
};

constexpr RuleSpec kRules[]{
    {"too_poor", "R39"},        {"kings_people", "§3"},
    {"deed_taken", "§3"},       {"owner_here", "R52"},
    {"no_tile", "R12"},         {"occupied", "§4.1"},
    {"closed", "§6.5"},         {"nobody_there", "R14"},
    {"no_mask", "R14"},         {"free_table", "R13"},
    {"wrong_time", "§6.5"},     {"one_spell", "R23"},
    {"no_second_spell", "R23"}, {"no_effect", "§6.5"},
    {"favour_time", "R22"},     {"favour_once", "R21"},
    {"favour_used", "§6.4"},    {"with_a_spell", "§6.4"},
    {"symbol_there", "R10"},    {"symbol_used", "§6.4"},
    {"symbol_missing", "R58"},  {"mask_late", "§6.4"},
    {"not_seated", "R6"},       {"one_dignitary", "§4.2"},
    {"not_in_tavern", "§4.2"},  {"once_per_turn", "§4.3"},
    {"privileges", "§4.2"},     {"one_privilege_hire", "R18"},
    {"no_purchase", "R15"},     {"stays", "§4.3"},
    {"no_room", "§4.3"},        {"last_deed", "R34"},
    {"guild_there", "R16"},     {"top_taken", "R9"},
    {"same_track", "§6.5"},     {"not_lowest", "§6.5"},
    {"not_above", "§6.5"},      {"top_is_safe", "§6.5"},
    {"no_coins", "§6.5"},       {"no_hand", "§6.5"},
    {"same_people", "§6.5"},    {"same_tavern", "§6.4"},
    {"on_card", "§6.4"},        {"no_table_elsewhere", "§6.5"},
    {"scoring_taken", "§4.4"},  {"scoring_blocked", "§10"},
    {"order_once", "§5.3"},     {"same_order", "§5.3"},
};

constexpr ChanceSpec kChances[]{
    {"start", kSeatArg},        {"favour", domain::kFavour},     {"place", domain::kTavern},
    {"spell", domain::kSpell},  {"customer", domain::kCustomer}, {"blocked", domain::kScoring},
    {"stolen", domain::kSpell},
};

constexpr std::string_view kInvariants[]{
    "seats", "tiles",     "privileges", "favours", "guilds",      "spells",
    "known", "customers", "deeds",      "tracks",  "dignitaries", "coins",
    "casts", "turn",      "scorings",   "claims",  "agenda",
};

}  // namespace

const engine::GameSpec& spec() {
  static const engine::GameSpec table{
      "taverna", 1,      2,        kMaxPlayers, kColourIds,  kOptions, kDomains, kVerbs,
      kEvents,   kRules, kPrompts, kChances,    kInvariants, {},       true,     kOrdersBy};
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
    default:
      return 4;  // peoples, dignitaries, symbols, standing orders
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
