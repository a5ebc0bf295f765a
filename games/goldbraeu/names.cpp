#include "games/goldbraeu/names.h"

namespace goldbraeu {

using engine::ChanceSpec;
using engine::DomainSpec;
using engine::EventSpec;
using engine::kNumber;
using engine::kSeatArg;
using engine::OptionSpec;
using engine::RuleSpec;
using engine::VerbSpec;

namespace {

constexpr std::string_view kSeatIds[]{"red", "blue", "green", "yellow"};
constexpr std::string_view kStartValues[]{"random", "seat0"};
constexpr std::string_view kOffOn[]{"off", "on"};
constexpr std::string_view kOnOff[]{"on", "off"};
constexpr std::string_view kTieValues[]{"shared", "open_shares"};

constexpr OptionSpec kOptions[]{
    {"start_player", kStartValues}, {"every_brewery_supplied", kOffOn},
    {"money_visible", kOnOff},      {"fence_limit", kOffOn},
    {"setup_purge", kOnOff},        {"tie_break", kTieValues},
};

constexpr DomainSpec kDomains[]{
    {"business", "business.*.name"}, {"card", "card.*.name"}, {"field", ""},
    {"action", "action.*.name"},     {"slot", "slot.*"},      {"chip", "chip.*"},
};

constexpr VerbSpec kVerbs[]{
    {"hide", {domain::kBusiness, domain::kBusiness}},
    {"place", {domain::kBusiness}},
    {"choose", {domain::kAction}},
    {"take", {domain::kField, domain::kBusiness}},
    {"nominate", {domain::kBusiness}},
    {"contract", {domain::kBusiness, domain::kBusiness}},
    {"accept"},
    {"veto"},
    {"yield"},
    {"counter"},
    {"buy", {domain::kSlot}},
    {"draw"},
    {"keep"},
    {"open"},
    {"move", {kNumber}},
    {"show", {domain::kBusiness}},
    {"pass"},
    {"done"},
};

constexpr std::string_view kPrompts[]{
    "hide",    "place_boss", "choose_action", "expand",     "boss",          "veto",
    "counter", "buy",        "keep_or_open",  "move_drunk", "move_waitress", "payday_open",
};

// Choices made in secret and shown together reveal something, and so does a hidden share that is
// opened.
constexpr EventSpec kEvents[]{
    {"begins", {kSeatArg}},
    {.id = "dealt", .args = {kSeatArg, domain::kCard}, .secret = 2, .series = true},
    {"kept_hidden", {kSeatArg, kNumber}, 0, true},
    {"boss_placed", {kSeatArg, domain::kBusiness}},
    {"round", {kNumber, kSeatArg}},
    {.id = "turned_up", .args = {domain::kCard}, .series = true},
    {"chose", {kSeatArg, domain::kAction}, 0, true},
    {"alone", {kSeatArg, domain::kAction}},
    {"took_field", {kSeatArg, domain::kField, domain::kBusiness}},
    {"transferred", {kSeatArg, domain::kField, domain::kBusiness, domain::kBusiness}},
    {"cut_off", {domain::kBusiness, kNumber}},
    {"passed", {kSeatArg}},
    {.id = "opened", .args = {kSeatArg, domain::kBusiness}, .reveals = true, .series = true},
    {"purged", {kSeatArg, domain::kBusiness}},
    {"nominated", {kSeatArg, domain::kBusiness}},
    {"vetoed", {kSeatArg, domain::kBusiness}},
    {"countered", {kSeatArg, domain::kBusiness}},
    {"refused", {kSeatArg, domain::kBusiness}},
    {"accepted", {kSeatArg}},
    {"appointed", {kSeatArg, domain::kBusiness}},
    {"deposed", {kSeatArg, domain::kBusiness}},
    {"contract", {kSeatArg, domain::kBusiness, domain::kBusiness}},
    {"bought", {kSeatArg, domain::kCard, kNumber}},
    {"drew", {kSeatArg, kNumber, domain::kCard}, 4},
    {"drew_special", {kSeatArg, kNumber, domain::kCard}},
    {"kept", {kSeatArg}},
    {"chip_moved", {domain::kChip, domain::kBusiness}},
    {.id = "under_pile", .args = {domain::kCard}, .series = true},
    {"payday", {kNumber}},
    {"income", {domain::kBusiness, kNumber}},
    {"paid_share", {kSeatArg, kNumber, domain::kBusiness}},
    {"paid_rest", {kSeatArg, kNumber, domain::kBusiness}},
    {"bank_keeps", {kNumber, domain::kBusiness}},
    {"ends"},
};

constexpr RuleSpec kRules[]{
    {"has_boss", "R49"},           {"not_adjacent", "R7"},
    {"not_your_terrace", "R7"},    {"start_field", "R6"},
    {"no_fences", "R4", true},     {"no_figure", "R24"},
    {"already_boss", "R25"},       {"new_this_round", "R22"},
    {"refused_before", "R21"},     {"no_share", "R23"},
    {"would_be_purged", "R19"},    {"no_stone", "R29"},
    {"not_boss_of_tavern", "R26"}, {"not_boss_of_brewery", "R26"},
    {"already_supplied", "R26"},   {"store_empty", "R26"},
    {"no_majority", "R14"},        {"majority_stands", "R16"},
    {"too_poor", "R28"},           {"sold", "§5.5"},
    {"pile_empty", "R31"},
};

constexpr ChanceSpec kChances[]{
    {"shield", domain::kBusiness},
    {"share", domain::kCard},
    {"start", kSeatArg},
    {"card", domain::kCard},
};

constexpr std::string_view kInvariants[]{
    "seats", "terraces",   "chips", "shields", "stones", "figures",   "hands",
    "cards", "lone_share", "money", "rounds",  "agenda", "canonical",
};

// With money_visible off a view leaves money out; whoever has counted knows it (R45).
constexpr std::string_view kCounted[]{"money"};

constexpr std::string_view kActionIds[]{"expand", "boss", "buy"};
constexpr std::string_view kSlotIds[]{"left", "right"};
constexpr std::string_view kChipIds[]{"drunk", "waitress"};

}  // namespace

const engine::GameSpec& spec() {
  static const engine::GameSpec table{"goldbraeu", 1,        3,           kMaxPlayers, kSeatIds,
                                      kOptions,    kDomains, kVerbs,      kEvents,     kRules,
                                      kPrompts,    kChances, kInvariants, kCounted};
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
