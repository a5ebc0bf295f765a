#include "games/tiefenthal/names.h"

namespace tiefenthal {

using engine::ChanceSpec;
using engine::DomainSpec;
using engine::EventSpec;
using engine::kNumber;
using engine::kSeatArg;
using engine::OptionSpec;
using engine::RuleSpec;
using engine::VerbSpec;

const std::array<std::string_view, kMaxPlayers> kColourIds{"green", "purple", "yellow", "red"};

namespace {

constexpr std::string_view kModules[]{"1", "2", "3", "4", "5"};
constexpr std::string_view kStarts[]{"random", "green", "purple", "yellow", "red"};
constexpr std::string_view kNobleLimits[]{"unlimited", "1"};
constexpr std::string_view kOffOn[]{"off", "on"};

constexpr OptionSpec kOptions[]{
    {"modules", kModules},
    {"start_player", kStarts},
    {"noble_recruits_per_turn", kNobleLimits},
    {"bonus_die_within_cap", kOffOn, 1},
    {"winter_keeps_choices", kOffOn},
    {"long_game", kOffOn},
    {"credit", kOffOn},
};

constexpr DomainSpec kDomains[]{
    {"card", "card.*"},   {"tile", "tile.*"},
    {"die", "die.*"},     {"roll", ""},
    {"bonus", "bonus.*"}, {"entertainer", "entertainer.*.name"},
    {"side", "side.*"},   {"start_card", "start_card.*"},
    {"line", "line.*"},
};

constexpr VerbSpec kVerbs[]{
    {"start", {domain::kStartCard}},
    {"side", {domain::kSide}},
    {"bonus", {domain::kBonus}},
    {"flip", {domain::kTile}},
    {"no_flip"},
    {"keep"},
    {"redraw"},
    {"pick", {kNumber}},
    {"die", {domain::kDie}},
    {"serve", {kNumber, kNumber}},
    {"cashbox"},
    {"barrel"},
    {"deliver", {kNumber}},
    {"monk", {kNumber}},
    {"buy", {domain::kCard}},
    {"upgrade", {domain::kTile}},
    {"return", {kNumber}},
    {"recruit", {domain::kCard}},
    {"nobles", {kNumber}},
    {"bar_guest"},
    {"schnapps", {domain::kEntertainer}},
    {"turn", {domain::kDie, kNumber}},
    {"reroll", {domain::kDie}},
    {"roll"},
    {"ban", {kNumber}},
    {"skip_ban"},
    {"end_turn"},
};

constexpr std::string_view kPrompts[]{
    "start_card", "side",      "bonus",  "flip", "redraw",   "pick",
    "serve",      "place_die", "return", "ban",  "turn_die", "reroll",
};

// An event with `reveals` shows the answers that were given in secret; chance (dice, draws) is seen
// by the engine itself.
constexpr EventSpec kEvents[]{
    {"begins", {kSeatArg}},
    {.id = "start_card_open", .args = {domain::kStartCard}, .series = true},
    {"took_start_card", {kSeatArg, domain::kStartCard}},
    {"round", {kNumber, kSeatArg}},
    {"got_schnapps", {kSeatArg, kNumber}},
    {"got_bar_guest", {kSeatArg}},
    {"took_side", {kSeatArg, domain::kEntertainer, domain::kSide}, 0, true},
    {"chose", {kSeatArg, domain::kBonus}, 0, true},
    {"flipped", {kSeatArg, domain::kTile}, 0, true},
    {"no_flip", {kSeatArg}, 0, true},
    {.id = "gained", .args = {kSeatArg, domain::kCard}, .series = true},
    {"bonus_die", {kSeatArg, kNumber}},
    {.id = "turned_over", .args = {kSeatArg, domain::kCard}, .series = true},
    {"reshuffled", {kSeatArg}},
    {"kept", {kSeatArg}, 0, true},
    {"redrew", {kSeatArg}, 0, true},
    {.id = "own_die", .args = {kSeatArg, kNumber}, .series = true},
    {"coaster", {kSeatArg, domain::kRoll}},
    {"picked", {kSeatArg, kNumber}},
    {"turn", {kSeatArg}},
    {"merchants", {kSeatArg, kNumber}},
    {"served", {kSeatArg, domain::kCard, domain::kDie, kNumber}},
    {"cashbox", {kSeatArg, domain::kDie, kNumber}},
    {"barrel", {kSeatArg, domain::kDie, kNumber}},
    {"delivered", {kSeatArg, domain::kDie, kNumber}},
    {"prayed", {kSeatArg, domain::kDie, kNumber}},
    {"bought", {kSeatArg, domain::kCard, kNumber}},
    {"upgraded", {kSeatArg, domain::kTile, kNumber}},
    {"returned", {kSeatArg, domain::kCard, kNumber}},
    {"recruited", {kSeatArg, domain::kCard, kNumber}},
    {.id = "displayed", .args = {domain::kCard}, .series = true},
    {"nobles", {kSeatArg, kNumber, kNumber}},
    {"bar_guest_used", {kSeatArg}},
    {"walked", {kSeatArg, kNumber}},
    {"got_ducats", {kSeatArg, kNumber}},
    {"got_beer", {kSeatArg, kNumber}},
    {"banned", {kSeatArg, domain::kCard}},
    {"ban_skipped", {kSeatArg}},
    {"lapsed", {kSeatArg}},
    {"reputation", {kSeatArg, kNumber}},
    {"host_flipped", {kSeatArg}},
    {"signed", {kSeatArg, domain::kLine}},
    {"schnapps_used", {kSeatArg, domain::kEntertainer}},
    {"die_turned", {kSeatArg, domain::kDie, kNumber}},
    {"rerolled", {kSeatArg, domain::kDie, kNumber}},
    {"stored", {kSeatArg, kNumber, kNumber}},
    {"washed", {kSeatArg, kNumber}},
    {"last_orders", {kSeatArg}},
    {"ends"},
};

constexpr RuleSpec kRules[]{
    {"pile_empty", "R16"},        {"already_upgraded", "§4.3"},
    {"no_space", "§5 F"},         {"space_used", "R30"},
    {"served_already", "§4.2"},   {"wrong_value", "§4.3"},
    {"six_stays_six", "§4.5"},    {"too_few_dishwashers", "§4.5"},
    {"too_few_ducats", "R10"},    {"too_few_beer", "R10"},
    {"bought_already", "R36"},    {"recruited_already", "R36"},
    {"noble_limit", "R14"},       {"no_bar_guest", "§5 F"},
    {"no_schnapps", "§12"},       {"entertained_already", "§12"},
    {"nothing_to_act_on", "§12"}, {"no_die_taken", "§12"},
    {"not_a_noble", "R13"},       {"pay_first", "R10"},
};

constexpr ChanceSpec kChances[]{
    {"start", kSeatArg},      {"start_card", domain::kStartCard},
    {"guest", domain::kCard}, {"card", domain::kCard},
    {"die", kNumber},         {"own_die", kNumber},
};

constexpr std::string_view kInvariants[]{
    "seats",  "tavern_cards", "nobles",      "regulars",   "guests",  "display",
    "tables", "dice",         "purse",       "bar_guests", "tracks",  "tiles",
    "limits", "schnapps",     "start_cards", "agenda",     "answers", "canonical",
};

constexpr std::string_view kSideIds[]{"A", "B"};

int power(int base, int exponent) {
  int value = 1;
  while (exponent-- > 0) value *= base;
  return value;
}

// "2-3-3-6": the faces of a coaster, the first in the highest place.
std::string roll_id(int dice, int value) {
  std::string id;
  for (int place = power(kFaces, dice - 1); place > 0; place /= kFaces) {
    if (!id.empty()) id += '-';
    id += static_cast<char>('1' + value / place % kFaces);
  }
  return id;
}

}  // namespace

const engine::GameSpec& spec() {
  static const engine::GameSpec table{"tiefenthal", 1,        2,          kMaxPlayers, kColourIds,
                                      kOptions,     kDomains, kVerbs,     kEvents,     kRules,
                                      kPrompts,     kChances, kInvariants};
  return table;
}

int domain_size(const Edition& edition, engine::DomainId id) {
  switch (id) {
    case domain::kCard:
      return edition.kinds();
    case domain::kTile:
      return kTileCount;
    case domain::kDie:
      return kDieCount;
    case domain::kRoll:
      return power(kFaces, edition.white_dice);
    case domain::kBonus:
      return kBonuses;
    case domain::kEntertainer:
      return kEntertainers;
    case domain::kSide:
      return 2;
    case domain::kStartCard:
      return static_cast<int>(edition.start_cards.size());
    default:
      return kLines;
  }
}

std::string value_id(const Edition& edition, engine::DomainId id, int value) {
  const auto i = static_cast<size_t>(value);
  switch (id) {
    case domain::kCard:
      return edition.cards[i].id;
    case domain::kTile:
      return std::string(kTileIds[i]);
    case domain::kDie:
      return (is_white(die_at(value)) ? "w" : "c") + std::to_string(face_of(die_at(value)));
    case domain::kRoll:
      return roll_id(edition.white_dice, value);
    case domain::kBonus:
      if (value == static_cast<int>(Bonus::kGuest)) return "guest";
      if (value == static_cast<int>(Bonus::kDie)) return "die";
      return std::string(kStaffIds[i - 2]);
    case domain::kEntertainer:
      return std::string(kEntertainerIds[i]);
    case domain::kSide:
      return std::string(kSideIds[i]);
    case domain::kStartCard:
      return edition.start_cards[i].id;
    default:
      return std::string(kLineIds[i]);
  }
}

}  // namespace tiefenthal
