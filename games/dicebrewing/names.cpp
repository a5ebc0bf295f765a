#include "games/dicebrewing/names.h"

#include "engine/named.h"

namespace dicebrewing {

using engine::ChanceSpec;
using engine::DomainSpec;
using engine::EventSpec;
using engine::kNumber;
using engine::kSeatArg;
using engine::RuleSpec;
using engine::VariantSpec;
using engine::VerbSpec;

namespace {

constexpr std::string_view kModes[]{"standard", "advanced"};
constexpr std::string_view kOnOff[]{"on", "off"};
constexpr std::string_view kOffOn[]{"off", "on"};
constexpr std::string_view kStarts[]{"random", "seat"};
constexpr std::string_view kCaps[]{"none", "20", "30", "40"};
constexpr std::string_view kPromptings[]{"when_usable", "never"};

constexpr VariantSpec kVariants[]{
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

constexpr auto kDomains = engine::table<domain::Id, DomainSpec, engine::kFirstDomain>({
    {domain::kDie, {"die", "die.*"}},
    {domain::kColour, {"colour", "colour.*"}},
    {domain::kZone, {"zone", "zone.*"}},
    {domain::kBuilding, {"building", "building.*"}},
    {domain::kField, {"field", "field.*.name"}},
    {domain::kIngredient, {"ingredient", "ingredient.*"}},
    {domain::kExtra, {"extra", "extra.*"}},
    {domain::kToken, {"token", "token.*.name"}},
    {domain::kRecipe, {"recipe", "recipe.*"}},
    {domain::kSeason, {"season", "season.*"}},
});

constexpr auto kVerbs = engine::table<Verb, VerbSpec>({
    {Verb::kStore, {"store", {domain::kDie}}},
    {Verb::kPlace, {"place", {domain::kField}}},
    {Verb::kAccelerate, {"accelerate", {domain::kField}}},
    {Verb::kDie, {.id = "die", .args = {domain::kDie, domain::kZone}, .reacts = true}},
    {Verb::kRoll, {"roll"}},
    {Verb::kColour, {"colour", {domain::kColour}}},
    {Verb::kTake, {"take", {kNumber}, {1, 6}}},
    {Verb::kKeep, {"keep"}},
    {Verb::kEndTurn, {.id = "end_turn", .ends = true}},
    {Verb::kPass, {.id = "pass", .ends = true}},
    {Verb::kBuy, {"buy", {domain::kIngredient}}},
    {Verb::kBuyDiscounted, {"buy_discounted", {domain::kIngredient}}},
    {Verb::kBuyToken, {"buy_token", {domain::kToken}}},
    {Verb::kToken, {.id = "token", .args = {domain::kToken}, .reacts = true}},
    {Verb::kDecline, {.id = "decline", .reacts = true}},
    {Verb::kSeat, {.id = "seat", .args = {kSeatArg}, .reacts = true}},
    {Verb::kClose, {.id = "close", .args = {kSeatArg, domain::kBuilding}, .reacts = true}},
    {Verb::kRecipe, {.id = "recipe", .args = {domain::kRecipe}, .reacts = true}},
    {Verb::kBrew, {"brew", {domain::kRecipe, domain::kExtra}}},
    {Verb::kLowest, {"lowest"}},
    {Verb::kReward, {"reward", {domain::kToken}}},
    {Verb::kDone, {.id = "done", .ends = true}},
});

constexpr auto kPrompts = engine::table<Prompt, std::string_view>({
    {Prompt::kArrangeWindow, "arrange_window"},
    {Prompt::kArrange, "arrange"},
    {Prompt::kPurchase, "purchase"},
    {Prompt::kLastStore, "last_store"},
    {Prompt::kBrewWindow, "brew_window"},
    {Prompt::kBrew, "brew"},
    {Prompt::kInputDie, "input_die"},
    {Prompt::kAccelerator, "accelerator"},
    {Prompt::kReroll, "reroll"},
    {Prompt::kSwapColour, "swap_colour"},
    {Prompt::kSwapRolled, "swap_rolled"},
    {Prompt::kSwapOwn, "swap_own"},
    {Prompt::kDiscountDie, "discount_die"},
    {Prompt::kTargetSeat, "target_seat"},
    {Prompt::kTargetDie, "target_die"},
    {Prompt::kTargetBuilding, "target_building"},
    {Prompt::kTargetRecipe, "target_recipe"},
    {Prompt::kBrewDice, "brew_dice"},
    {Prompt::kTokenReward, "token_reward"},
});

// With hidden tokens the kind of a token bought or won is its owner's secret, who chooses one sees
// the stock, and playing one shows it; with open tokens playing one shows nothing new and can be
// taken back.
constexpr auto kEvents = engine::table<EventKind, EventSpec>({
    {EventKind::kBegins, {"begins", {kSeatArg}}},
    {EventKind::kRevealed, {.id = "revealed", .args = {domain::kRecipe}, .series = true}},
    {EventKind::kRound, {"round", {kNumber, domain::kSeason, kSeatArg}}},
    {EventKind::kRerolls, {.id = "rerolls", .args = {kSeatArg, domain::kDie}, .series = true}},
    {EventKind::kRolled, {.id = "rolled", .args = {kSeatArg, domain::kDie}, .series = true}},
    {EventKind::kStored, {"stored", {kSeatArg, domain::kDie}}},
    {EventKind::kPlacedSeed, {"placed_seed", {kSeatArg, domain::kField}}},
    {EventKind::kPlaced, {"placed", {kSeatArg, domain::kField, domain::kDie}}},
    {EventKind::kAccelerated, {"accelerated", {kSeatArg, domain::kField, domain::kDie}}},
    {EventKind::kLocked, {"locked", {kSeatArg, domain::kField}}},
    {EventKind::kGainedDie, {"gained_die", {kSeatArg, domain::kColour}}},
    {EventKind::kGainedSeeds, {"gained_seeds", {kSeatArg, kNumber}}},
    {EventKind::kGainedGold, {"gained_gold", {kSeatArg, kNumber}}},
    {EventKind::kGainedPoints, {"gained_points", {kSeatArg, kNumber}}},
    {EventKind::kRaised, {"raised", {kSeatArg, domain::kDie}}},
    {EventKind::kNothingGained, {"nothing_gained", {kSeatArg, domain::kField}}},
    {EventKind::kSupplyRolled,
     {.id = "supply_rolled", .args = {domain::kColour, kNumber}, .series = true}},
    {EventKind::kSwapped, {"swapped", {kSeatArg, domain::kDie, domain::kDie}}},
    {EventKind::kKept, {"kept", {kSeatArg}}},
    {EventKind::kPassed, {"passed", {kSeatArg}}},
    {EventKind::kBought, {"bought", {kSeatArg, domain::kIngredient, kNumber}}},
    {EventKind::kDiscounted, {"discounted", {kSeatArg, domain::kDie, kNumber}}},
    {EventKind::kCredit, {"credit", {kSeatArg, kNumber}}},
    {EventKind::kBoughtToken, {"bought_token", {kSeatArg, domain::kToken, kNumber}, 2}},
    {EventKind::kWonToken, {"won_token", {kSeatArg, domain::kToken}, 2}},
    {EventKind::kLooked, {"looked", {kSeatArg}, 0, true}},
    {EventKind::kPlayedToken, {"played_token", {kSeatArg, domain::kToken}}},
    {EventKind::kShowedToken, {"showed_token", {kSeatArg, domain::kToken}, 0, true}},
    {EventKind::kTakenBack, {"taken_back", {kSeatArg, domain::kDie}}},
    {EventKind::kBuildingBlocked, {"building_blocked", {kSeatArg, domain::kBuilding}}},
    {EventKind::kDieBlocked, {"die_blocked", {kSeatArg, domain::kDie}}},
    {EventKind::kDieProtected, {"die_protected", {kSeatArg, domain::kDie}}},
    {EventKind::kRecipeBlocked, {"recipe_blocked", {domain::kRecipe}}},
    {EventKind::kPlusOne, {"plus_one", {kSeatArg, domain::kDie}}},
    {EventKind::kBrewed, {"brewed", {kSeatArg, domain::kRecipe, domain::kExtra}}},
    {EventKind::kBrewPassed, {"brew_passed", {kSeatArg}}},
    {EventKind::kLastRound, {"last_round"}},
    {EventKind::kEnds, {"ends"}},
    {EventKind::kScored, {"scored", {kSeatArg, kNumber, kNumber, kNumber}}},
});

constexpr auto kRules = engine::table<Rule, RuleSpec, 1>({
    {Rule::kBuildingClosed, {"building_closed", "§4"}},
    {Rule::kBuildingBlocked, {"building_blocked", "R20"}},
    {Rule::kFieldUsed, {"field_used", "R5"}},
    {Rule::kFieldLocked, {"field_locked", "R16"}},
    {Rule::kNoSeed, {"no_seed", "§5.1"}},
    {Rule::kNoFittingDie, {"no_fitting_die", "§5.1"}},
    {Rule::kNothingToReroll, {"nothing_to_reroll", "R13"}},
    {Rule::kNoColourToSwap, {"no_colour_to_swap", "R14"}},
    {Rule::kNothingWaiting, {"nothing_waiting", "§4.4"}},
    {Rule::kNoAccelerator, {"no_accelerator", "§5.1"}},
    {Rule::kNothingToGain, {"nothing_to_gain", "R9"}},
    {Rule::kNothingPlaced, {"nothing_placed", "§4.4"}},
    {Rule::kPiecePlaced, {"piece_placed", "§4.4"}},
    {Rule::kMarketClosed, {"market_closed", "§5.2"}},
    {Rule::kBlackMarketClosed, {"black_market_closed", "§5.2"}},
    {Rule::kAlreadyBought, {"already_bought", "R46"}},
    {Rule::kSoldOut, {"sold_out", "R30"}},
    {Rule::kTooDear, {.id = "too_dear", .ruling = "§5.2", .counts = true}},
    {Rule::kNoDiscount, {"no_discount", "R29"}},
    {Rule::kCreditSpent, {"credit_spent", "R28"}},
    {Rule::kNoToken, {"no_token", "§5.3"}},
    {Rule::kWrongMoment, {"wrong_moment", "R18"}},
    {Rule::kNoTarget, {"no_target", "§5.3"}},
    {Rule::kNotLate, {"not_late", "R51"}},
    {Rule::kDieIsBlocked, {"die_is_blocked", "R21"}},
    {Rule::kDieIsProtected, {"die_is_protected", "R22"}},
    {Rule::kHasGuard, {"has_guard", "R22"}},
    {Rule::kValueTooLow, {"value_too_low", "§5.1"}},
    {Rule::kValueTooHigh, {"value_too_high", "R8"}},
    {Rule::kRaisedAlready, {"raised_already", "R24"}},
    {Rule::kNoneChosen, {"none_chosen", "R13"}},
    {Rule::kNotAmongOwn, {"not_among_own", "R14"}},
    {Rule::kSupplyEmpty, {"supply_empty", "R14"}},
    {Rule::kBlockedAlready, {"blocked_already", "§5.3"}},
    {Rule::kRecipeBlocked, {"recipe_blocked", "R23"}},
    {Rule::kDiceMissing, {"dice_missing", "R33"}},
    {Rule::kNotOnCard, {"not_on_card", "§4.7"}},
    {Rule::kNoIngredient, {"no_ingredient", "§4.7"}},
    {Rule::kNoBlueDie, {"no_blue_die", "R32"}},
    {Rule::kLeavesNoMatch, {"leaves_no_match", "R33"}},
});

constexpr auto kChances = engine::table<ChanceKind, ChanceSpec>({
    {ChanceKind::kStart, {"start", kSeatArg}},
    {ChanceKind::kRecipe, {"recipe", domain::kRecipe}},
    {ChanceKind::kDie, {"die", kNumber}},
});

constexpr auto kInvariants = engine::table<Invariant, std::string_view>({
    {Invariant::kSeats, "seats"},
    {Invariant::kDice, "dice"},
    {Invariant::kSeeds, "seeds"},
    {Invariant::kIngredientStock, "ingredients"},
    {Invariant::kTokenStock, "tokens"},
    {Invariant::kRecipes, "recipes"},
    {Invariant::kPoints, "points"},
    {Invariant::kValues, "values"},
    {Invariant::kBoards, "boards"},
    {Invariant::kRoundStart, "round_start"},
    {Invariant::kOpening, "opening"},
    {Invariant::kPurchases, "purchases"},
    {Invariant::kLate, "late"},
    {Invariant::kCourse, "course"},
});

constexpr std::string_view kSeasonIds[]{"winter", "summer"};

}  // namespace

const engine::GameSpec& spec() {
  static const engine::GameSpec table{
      .id = "dicebrewing",
      .rules_version = 1,
      .min_seats = 2,
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
      .reactions = {.asked = true, .seconds = {}, .orders_on = {}},
  };
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
