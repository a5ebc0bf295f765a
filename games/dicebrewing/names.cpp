#include "games/dicebrewing/names.h"

namespace dicebrewing {

using engine::ChanceSpec;
using engine::DomainSpec;
using engine::EventSpec;
using engine::kNumber;
using engine::kSeatArg;
using engine::OptionSpec;
using engine::RuleSpec;
using engine::VerbSpec;

namespace {

constexpr std::string_view kModes[]{"standard", "advanced"};
constexpr std::string_view kOnOff[]{"on", "off"};
constexpr std::string_view kOffOn[]{"off", "on"};
constexpr std::string_view kStarts[]{"random", "seat"};
constexpr std::string_view kCaps[]{"none", "20", "30", "40"};
constexpr std::string_view kPromptings[]{"when_usable", "never"};

constexpr OptionSpec kOptions[]{
    {"mode", kModes},
    {"ones_as_gold", kOnOff},
    {"hidden_tokens", kOffOn},
    {"start_player", kStarts},
    {"round_cap", kCaps, 2},
    {"window_prompt_anna", kPromptings},
    {"window_prompt_bram", kPromptings},
    {"window_prompt_clara", kPromptings},
    {"window_prompt_david", kPromptings},
};

constexpr DomainSpec kDomains[]{
    {"die", "die.*"},           {"colour", "colour.*"},    {"zone", "zone.*"},
    {"building", "building.*"}, {"field", "field.*.name"}, {"ingredient", "ingredient.*"},
    {"extra", "extra.*"},       {"token", "token.*.name"}, {"recipe", "recipe.*"},
    {"season", "season.*"},
};

constexpr VerbSpec kVerbs[]{
    {"store", {domain::kDie}},
    {"place", {domain::kField}},
    {"accelerate", {domain::kField}},
    {"die", {domain::kDie, domain::kZone}},
    {"roll"},
    {"colour", {domain::kColour}},
    {"take", {kNumber}},
    {"keep"},
    {"end_turn"},
    {"pass"},
    {"buy", {domain::kIngredient}},
    {"buy_discounted", {domain::kIngredient}},
    {"buy_token", {domain::kToken}},
    {"token", {domain::kToken}},
    {"decline"},
    {"seat", {kSeatArg}},
    {"close", {kSeatArg, domain::kBuilding}},
    {"recipe", {domain::kRecipe}},
    {"brew", {domain::kRecipe, domain::kExtra}},
    {"lowest"},
    {"reward", {domain::kToken}},
    {"done"},
};

constexpr std::string_view kPrompts[]{
    "arrange_window", "arrange",     "purchase",   "last_store",      "brew_window",   "brew",
    "input_die",      "accelerator", "reroll",     "swap_colour",     "swap_rolled",   "swap_own",
    "discount_die",   "target_seat", "target_die", "target_building", "target_recipe", "brew_dice",
    "token_reward",
};

// With hidden tokens the kind of a token bought or won is its owner's secret, who chooses one sees
// the stock, and playing one shows it; with open tokens playing one shows nothing new and can be
// taken back.
constexpr EventSpec kEvents[]{
    {"begins", {kSeatArg}},
    {.id = "revealed", .args = {domain::kRecipe}, .series = true},
    {"round", {kNumber, domain::kSeason, kSeatArg}},
    {.id = "rolled", .args = {kSeatArg, domain::kDie}, .series = true},
    {"stored", {kSeatArg, domain::kDie}},
    {"placed_seed", {kSeatArg, domain::kField}},
    {"placed", {kSeatArg, domain::kField, domain::kDie}},
    {"accelerated", {kSeatArg, domain::kField, domain::kDie}},
    {"locked", {kSeatArg, domain::kField}},
    {"gained_die", {kSeatArg, domain::kColour}},
    {"gained_seeds", {kSeatArg, kNumber}},
    {"gained_gold", {kSeatArg, kNumber}},
    {"gained_points", {kSeatArg, kNumber}},
    {"raised", {kSeatArg, domain::kDie}},
    {"nothing_gained", {kSeatArg, domain::kField}},
    {.id = "supply_rolled", .args = {domain::kColour, kNumber}, .series = true},
    {"swapped", {kSeatArg, domain::kDie, domain::kDie}},
    {"kept", {kSeatArg}},
    {"passed", {kSeatArg}},
    {"bought", {kSeatArg, domain::kIngredient, kNumber}},
    {"discounted", {kSeatArg, domain::kDie, kNumber}},
    {"credit", {kSeatArg, kNumber}},
    {"bought_token", {kSeatArg, domain::kToken, kNumber}, 2},
    {"won_token", {kSeatArg, domain::kToken}, 2},
    {"looked", {kSeatArg}, 0, true},
    {"played_token", {kSeatArg, domain::kToken}},
    {"showed_token", {kSeatArg, domain::kToken}, 0, true},
    {"taken_back", {kSeatArg, domain::kDie}},
    {"building_blocked", {kSeatArg, domain::kBuilding}},
    {"die_blocked", {kSeatArg, domain::kDie}},
    {"die_protected", {kSeatArg, domain::kDie}},
    {"recipe_blocked", {domain::kRecipe}},
    {"plus_one", {kSeatArg, domain::kDie}},
    {"brewed", {kSeatArg, domain::kRecipe, domain::kExtra}},
    {"brew_passed", {kSeatArg}},
    {"last_round"},
    {"ends"},
    {"scored", {kSeatArg, kNumber, kNumber, kNumber}},
};

constexpr RuleSpec kRules[]{
    {"building_closed", "§4"},    {"building_blocked", "R20"},  {"field_used", "R5"},
    {"field_locked", "R16"},      {"no_seed", "§5.1"},          {"no_fitting_die", "§5.1"},
    {"nothing_to_reroll", "R13"}, {"no_colour_to_swap", "R14"}, {"nothing_waiting", "§4.4"},
    {"no_accelerator", "§5.1"},   {"nothing_to_gain", "R9"},    {"nothing_placed", "§4.4"},
    {"piece_placed", "§4.4"},     {"market_closed", "§5.2"},    {"black_market_closed", "§5.2"},
    {"already_bought", "R46"},    {"sold_out", "R30"},          {"too_dear", "§5.2"},
    {"no_discount", "R29"},       {"credit_spent", "R28"},      {"no_token", "§5.3"},
    {"wrong_moment", "R18"},      {"no_target", "§5.3"},        {"not_late", "R51"},
    {"die_is_blocked", "R21"},    {"die_is_protected", "R22"},  {"has_guard", "R22"},
    {"value_too_low", "§5.1"},    {"value_too_high", "R8"},     {"raised_already", "R24"},
    {"none_chosen", "R13"},       {"not_among_own", "R14"},     {"supply_empty", "R14"},
    {"blocked_already", "§5.3"},  {"recipe_blocked", "R23"},    {"dice_missing", "R33"},
    {"not_on_card", "§4.7"},      {"no_ingredient", "§4.7"},    {"no_blue_die", "R32"},
    {"leaves_no_match", "R33"},
};

constexpr ChanceSpec kChances[]{
    {"start", kSeatArg},
    {"recipe", domain::kRecipe},
    {"die", kNumber},
};

constexpr std::string_view kInvariants[]{
    "seats",  "dice",        "seeds",   "ingredients", "tokens", "recipes", "points",    "values",
    "boards", "round_start", "opening", "purchases",   "late",   "course",  "canonical",
};

constexpr std::string_view kSeasonIds[]{"winter", "summer"};

}  // namespace

const engine::GameSpec& spec() {
  static const engine::GameSpec table{"dicebrewing", 1,        2,           kMaxPlayers, kSeatIds,
                                      kOptions,      kDomains, kVerbs,      kEvents,     kRules,
                                      kPrompts,      kChances, kInvariants, {},          true};
  return table;
}

int domain_size(const Edition& edition, engine::DomainId id) {
  switch (id) {
    case domain::kDie:
      return kDieNumbers;
    case domain::kField:
      return kFields;
    case domain::kIngredient:
      return kIngredients;
    case domain::kExtra:
      return kExtras;
    case domain::kToken:
      return kTokens;
    case domain::kRecipe:
      return static_cast<int>(edition.recipes.size());
    case domain::kSeason:
      return 2;
    default:  // colours, zones, buildings
      return 4;
  }
}

std::string die_id(Die die) {
  constexpr char kLetters[] = "YBGU";
  std::string id{kLetters[static_cast<int>(die.colour())], static_cast<char>('0' + die.base())};
  if (die.temp()) id += '+';
  if (die.guard() == Guard::kBlocked) id += 'x';
  if (die.guard() == Guard::kProtected) id += 'p';
  return id;
}

std::string value_id(const Edition& edition, engine::DomainId id, int value) {
  const auto i = static_cast<size_t>(value);
  switch (id) {
    case domain::kDie:
      return die_id(Die::of_number(value));
    case domain::kColour:
      return std::string(kColourIds[i]);
    case domain::kZone:
      return std::string(kZoneIds[i]);
    case domain::kBuilding:
      return std::string(kBuildingIds[i]);
    case domain::kField:
      return std::string(kFieldIds[i]);
    case domain::kIngredient:
      return std::string(kIngredientIds[i]);
    case domain::kExtra:
      return std::string(kExtraIds[i]);
    case domain::kToken:
      return std::string(kTokenIds[i]);
    case domain::kRecipe:
      return edition.recipes[i].id;
    default:
      return std::string(kSeasonIds[i]);
  }
}

}  // namespace dicebrewing
