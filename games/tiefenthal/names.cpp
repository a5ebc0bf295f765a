#include "games/tiefenthal/names.h"

#include "engine/named.h"

namespace tiefenthal {

using engine::ChanceSpec;
using engine::DomainSpec;
using engine::EventSpec;
using engine::kNumber;
using engine::kSeatArg;
using engine::RuleSpec;
using engine::VariantSpec;
using engine::VerbSpec;

const std::array<std::string_view, kMaxPlayers> kColourIds{"green", "purple", "yellow", "red"};

namespace {

constexpr std::string_view kModules[]{"1", "2", "3", "4", "5"};
constexpr std::string_view kStarts[]{"random", "green", "purple", "yellow", "red"};
constexpr std::string_view kNobleLimits[]{"unlimited", "1"};
constexpr std::string_view kOffOn[]{"off", "on"};

constexpr auto kVariants = engine::table<Variant, VariantSpec>({
    {Variant::kModules, {"modules", kModules}},
    {Variant::kStartPlayer, {"start_player", kStarts}},
    {Variant::kNobleRecruits, {"noble_recruits_per_turn", kNobleLimits}},
    {Variant::kBonusDieWithinCap, {"bonus_die_within_cap", kOffOn, 1}},
    {Variant::kWinterKeepsChoices, {"winter_keeps_choices", kOffOn}},
    {Variant::kLongGame, {"long_game", kOffOn}},
    {Variant::kCredit,
     {.id = "credit", .values = kOffOn, .fallback = 1, .changed = 2, .earlier = 0}},
});

constexpr auto kDomains = engine::table<domain::Id, DomainSpec, engine::kFirstDomain>({
    {domain::kCard, {"card", "card.*"}},
    {domain::kTile, {"tile", "tile.*"}},
    {domain::kDie, {"die", "die.*"}},
    {domain::kRoll, {"roll", ""}},
    {domain::kBonus, {"bonus", "bonus.*"}},
    {domain::kEntertainer, {"entertainer", "entertainer.*.name"}},
    {domain::kSide, {"side", "side.*"}},
    {domain::kStartCard, {"start_card", "start_card.*"}},
    {domain::kLine, {"line", "line.*"}},
});

constexpr auto kVerbs = engine::table<Verb, VerbSpec>({
    {Verb::kStart, {"start", {domain::kStartCard}}},
    {Verb::kSide, {"side", {domain::kSide}}},
    {Verb::kBonus, {"bonus", {domain::kBonus}}},
    {Verb::kFlip, {"flip", {domain::kTile}}},
    {Verb::kNoFlip, {"no_flip"}},
    {Verb::kKeep, {"keep"}},
    {Verb::kRedraw, {"redraw"}},
    {Verb::kPick, {"pick", {kNumber}, {1, kFaces}}},
    {Verb::kDie, {"die", {domain::kDie}}},
    {Verb::kServe, {"serve", {kNumber, kNumber}, {0, kMaxTables}}},
    {Verb::kCashbox, {"cashbox"}},
    {Verb::kBarrel, {"barrel"}},
    {Verb::kDeliver, {"deliver", {kNumber}, {0, kFaces - 1}}},
    {Verb::kMonk, {"monk", {kNumber}, {0, kFaces - 1}}},
    {Verb::kBuy, {"buy", {domain::kCard}}},
    {Verb::kUpgrade, {"upgrade", {domain::kTile}}},
    {Verb::kReturn, {"return", {kNumber}, {0, 99}}},
    {Verb::kRecruit, {"recruit", {domain::kCard}}},
    {Verb::kNobles, {"nobles", {kNumber}, {1, 9}}},
    {Verb::kBarGuest, {"bar_guest"}},
    {Verb::kSchnapps, {"schnapps", {domain::kEntertainer}}},
    {Verb::kTurn, {"turn", {domain::kDie, kNumber}, {1, kFaces}}},
    {Verb::kReroll, {"reroll", {domain::kDie}}},
    {Verb::kRoll, {"roll"}},
    {Verb::kBan, {"ban", {kNumber}, {1, kMaxTables}}},
    {Verb::kSkipBan, {"skip_ban"}},
    {Verb::kEndTurn, {.id = "end_turn", .ends = true}},
});

constexpr auto kPrompts = engine::table<Prompt, std::string_view>({
    {Prompt::kStartCard, "start_card"},
    {Prompt::kSide, "side"},
    {Prompt::kBonus, "bonus"},
    {Prompt::kFlip, "flip"},
    {Prompt::kRedraw, "redraw"},
    {Prompt::kPick, "pick"},
    {Prompt::kServe, "serve"},
    {Prompt::kPlaceDie, "place_die"},
    {Prompt::kReturn, "return"},
    {Prompt::kBan, "ban"},
    {Prompt::kTurnDie, "turn_die"},
    {Prompt::kReroll, "reroll"},
});

// An event with `reveals` shows the answers that were given in secret; chance (dice, draws) is seen
// by the engine itself.
constexpr auto kEvents = engine::table<EventKind, EventSpec>({
    {EventKind::kBegins, {"begins", {kSeatArg}}},
    {EventKind::kStartCardOpen,
     {.id = "start_card_open", .args = {domain::kStartCard}, .series = true}},
    {EventKind::kTookStartCard,
     {.id = "took_start_card", .args = {kSeatArg, domain::kStartCard}, .account = "sheet.start"}},
    {EventKind::kRound, {"round", {kNumber, kSeatArg}}},
    {EventKind::kGotSchnapps, {"got_schnapps", {kSeatArg, kNumber}}},
    {EventKind::kGotBarGuest, {"got_bar_guest", {kSeatArg}}},
    {EventKind::kTookSide, {"took_side", {kSeatArg, domain::kEntertainer, domain::kSide}, 0, true}},
    {EventKind::kChose,
     {.id = "chose", .args = {kSeatArg, domain::kBonus}, .reveals = true, .account = "sheet.moon"}},
    {EventKind::kFlipped, {"flipped", {kSeatArg, domain::kTile}, 0, true}},
    {EventKind::kNoFlip, {"no_flip", {kSeatArg}, 0, true}},
    {EventKind::kGained, {.id = "gained", .args = {kSeatArg, domain::kCard}, .series = true}},
    {EventKind::kBonusDie, {"bonus_die", {kSeatArg, kNumber}}},
    {EventKind::kTurnedOver,
     {.id = "turned_over", .args = {kSeatArg, domain::kCard}, .series = true}},
    {EventKind::kReshuffled, {"reshuffled", {kSeatArg}}},
    {EventKind::kKept, {"kept", {kSeatArg}, 0, true}},
    {EventKind::kRedrew, {"redrew", {kSeatArg}, 0, true}},
    {EventKind::kOwnDie, {.id = "own_die", .args = {kSeatArg, kNumber}, .series = true}},
    {EventKind::kCoaster, {"coaster", {kSeatArg, domain::kRoll}}},
    {EventKind::kPicked, {"picked", {kSeatArg, kNumber}}},
    {EventKind::kTurn, {"turn", {kSeatArg}}},
    {EventKind::kMerchants, {"merchants", {kSeatArg, kNumber}}},
    {EventKind::kServed, {"served", {kSeatArg, domain::kCard, domain::kDie, kNumber}}},
    {EventKind::kCashbox, {"cashbox", {kSeatArg, domain::kDie, kNumber}}},
    {EventKind::kBarrel, {"barrel", {kSeatArg, domain::kDie, kNumber}}},
    {EventKind::kDelivered, {"delivered", {kSeatArg, domain::kDie, kNumber}}},
    {EventKind::kPrayed, {"prayed", {kSeatArg, domain::kDie, kNumber}}},
    {EventKind::kBought,
     {.id = "bought", .args = {kSeatArg, domain::kCard, kNumber}, .account = "sheet.staff"}},
    {EventKind::kUpgraded,
     {.id = "upgraded", .args = {kSeatArg, domain::kTile, kNumber}, .account = "sheet.upgrades"}},
    {EventKind::kReturned,
     {.id = "returned", .args = {kSeatArg, domain::kCard, kNumber}, .account = "sheet.returned"}},
    {EventKind::kRecruited,
     {.id = "recruited", .args = {kSeatArg, domain::kCard, kNumber}, .account = "sheet.guests"}},
    {EventKind::kDisplayed, {.id = "displayed", .args = {domain::kCard}, .series = true}},
    {EventKind::kNobles,
     {.id = "nobles", .args = {kSeatArg, kNumber, kNumber}, .account = "sheet.nobles"}},
    {EventKind::kBarGuestUsed, {"bar_guest_used", {kSeatArg}}},
    {EventKind::kWalked,
     {.id = "walked", .args = {kSeatArg, kNumber}, .account = "sheet.monastery"}},
    {EventKind::kGotDucats, {"got_ducats", {kSeatArg, kNumber}}},
    {EventKind::kGotBeer, {"got_beer", {kSeatArg, kNumber}}},
    {EventKind::kBanned,
     {.id = "banned", .args = {kSeatArg, domain::kCard}, .account = "sheet.banned"}},
    {EventKind::kBanSkipped, {"ban_skipped", {kSeatArg}}},
    {EventKind::kLapsed, {"lapsed", {kSeatArg}}},
    {EventKind::kNoCardLeft, {"no_card_left", {kSeatArg, domain::kCard}}},
    {EventKind::kNoSchnappsLeft, {"no_schnapps_left", {kSeatArg, kNumber}}},
    {EventKind::kReputation,
     {.id = "reputation", .args = {kSeatArg, kNumber}, .account = "sheet.host"}},
    {EventKind::kReputationFull, {"reputation_full", {kSeatArg}}},
    {EventKind::kHostFlipped, {.id = "host_flipped", .args = {kSeatArg}, .account = "sheet.host"}},
    {EventKind::kSigned,
     {.id = "signed", .args = {kSeatArg, domain::kLine}, .account = "sheet.book"}},
    {EventKind::kSchnappsUsed,
     {.id = "schnapps_used",
      .args = {kSeatArg, domain::kEntertainer},
      .account = "sheet.entertainers"}},
    {EventKind::kDieTurned, {"die_turned", {kSeatArg, domain::kDie, kNumber}}},
    {EventKind::kRerolled, {"rerolled", {kSeatArg, domain::kDie, kNumber}}},
    {EventKind::kStored, {"stored", {kSeatArg, kNumber, kNumber}}},
    {EventKind::kWashed, {"washed", {kSeatArg, kNumber}}},
    {EventKind::kLastOrders, {"last_orders", {kSeatArg}}},
    {EventKind::kEnds, {"ends"}},
});

constexpr auto kRules = engine::table<Rule, RuleSpec, 1>({
    {Rule::kPileEmpty, {"pile_empty", "R16"}},
    {Rule::kAlreadyUpgraded, {"already_upgraded", "§4.3"}},
    {Rule::kNoSpace, {"no_space", "§5 F"}},
    {Rule::kSpaceUsed, {"space_used", "R30"}},
    {Rule::kServedAlready, {"served_already", "§4.2"}},
    {Rule::kWrongValue, {"wrong_value", "§4.3"}},
    {Rule::kSixStaysSix, {"six_stays_six", "§4.5"}},
    {Rule::kTooFewDishwashers, {"too_few_dishwashers", "§4.5"}},
    {Rule::kTooFewDucats, {.id = "too_few_ducats", .ruling = "R10", .counts = true}},
    {Rule::kTooFewBeer, {.id = "too_few_beer", .ruling = "R10", .counts = true}},
    {Rule::kDucatsNotCovered, {.id = "ducats_not_covered", .ruling = "R10", .counts = true}},
    {Rule::kBeerNotCovered, {.id = "beer_not_covered", .ruling = "R10", .counts = true}},
    {Rule::kBoughtAlready, {"bought_already", "R36"}},
    {Rule::kRecruitedAlready, {"recruited_already", "R36"}},
    {Rule::kNobleLimit, {"noble_limit", "R14"}},
    {Rule::kNoBarGuest, {"no_bar_guest", "§5 F"}},
    {Rule::kNoSchnapps, {"no_schnapps", "§12"}},
    {Rule::kEntertainedAlready, {"entertained_already", "§12"}},
    {Rule::kNobodyToBan, {"nobody_to_ban", "R13"}},
    {Rule::kNoUnusedDie, {"no_unused_die", "§12"}},
    {Rule::kNoDieTaken, {"no_die_taken", "§12"}},
    {Rule::kNotANoble, {"not_a_noble", "R13"}},
    {Rule::kPayFirst, {.id = "pay_first", .ruling = "R10", .counts = true}},
});

constexpr auto kChances = engine::table<ChanceKind, ChanceSpec>({
    {ChanceKind::kStart, {"start", kSeatArg}},
    {ChanceKind::kStartCard, {"start_card", domain::kStartCard}},
    {ChanceKind::kGuest, {"guest", domain::kCard}},
    {ChanceKind::kCard, {"card", domain::kCard}},
    {ChanceKind::kDie, {"die", kNumber}},
    {ChanceKind::kOwnDie, {"own_die", kNumber}},
});

constexpr auto kInvariants = engine::table<Invariant, std::string_view>({
    {Invariant::kTavernCards, "tavern_cards"},
    {Invariant::kNobles, "nobles"},
    {Invariant::kRegulars, "regulars"},
    {Invariant::kGuests, "guests"},
    {Invariant::kDisplay, "display"},
    {Invariant::kTables, "tables"},
    {Invariant::kDice, "dice"},
    {Invariant::kPurse, "purse"},
    {Invariant::kBarGuests, "bar_guests"},
    {Invariant::kTracks, "tracks"},
    {Invariant::kTiles, "tiles"},
    {Invariant::kLimits, "limits"},
    {Invariant::kSchnapps, "schnapps"},
    {Invariant::kStartCards, "start_cards"},
    {Invariant::kAgenda, "agenda"},
    {Invariant::kAnswers, "answers"},
});

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
  static const engine::GameSpec table{
      .id = "tiefenthal",
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
  };
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
