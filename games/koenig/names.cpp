#include "games/koenig/names.h"

namespace koenig {

using engine::ChanceSpec;
using engine::DomainSpec;
using engine::EventSpec;
using engine::kNumber;
using engine::kSeatArg;
using engine::OptionSpec;
using engine::RuleSpec;
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

constexpr OptionSpec kOptions[]{
    {"deck_size", kDeckSizes},
    {"long_game", kOffOn},
    {"hidden_shuffle_cards", kPlayRemove},
    {"three_card_monte", kMonte},
    {"card74", kCard74Values},
    {"bank", kBankValues},
    {"cellar_scale", kScales},
    {"vote_mode", kVoteModes},
    {"shady_deal_pick", kPicks},
    {"stall_limit_rounds", {}, 10, 1, 99},
};

constexpr DomainSpec kDomains[]{
    {"card", "card.*.name"},      {"hero", "hero.*"},       {"type", "types.*"},
    {"direction", "direction.*"}, {"end", "end.*"},         {"side", "side.*"},
    {"towards", "towards.*"},     {"hand", "hand.*"},       {"ballot", "ballot.*"},
    {"slot", "slot.*"},           {"landing", "landing.*"},
};

constexpr VerbSpec kVerbs[]{
    {"play", {domain::kCard}},
    {"hero", {domain::kHero}},
    {"no_hero"},
    {"direction", {domain::kDirection}},
    {"end", {domain::kEnd}},
    {"side", {domain::kSide}},
    {"put", {domain::kHero, domain::kSide, domain::kHero}},
    {"seat", {kSeatArg}},
    {"amount", {kNumber}},
    {"type", {domain::kType}},
    {"place", {kNumber}},
    {"gap", {kNumber}},
    {"towards", {domain::kTowards}},
    {"seats", {domain::kHero, domain::kHero, domain::kHero}},
    {"lay", {domain::kHero, domain::kHero, domain::kHero}},
    {"lift", {domain::kSlot, domain::kSlot, domain::kSlot}},
    {"take", {domain::kCard}},
    {"vote", {domain::kBallot}},
    {"pay"},
    {"refuse"},
    {"toast"},
    {"quiet"},
};

constexpr std::string_view kPrompts[]{
    "choose_card",
    "return_place",
    "toast",
    "hero_to_move",
    "hero_forward",
    "hero_back",
    "first_mover",
    "half",
    "direction",
    "next_mover",
    "partner",
    "who_first",
    "partner_hero",
    "hero_for_gold",
    "gold",
    "hero_for_die",
    "type_hero_for_die",
    "mirror_order",
    "next_loser",
    "end",
    "john_zork",
    "hero_to_zork",
    "zork_side",
    "anchor",
    "hero_behind",
    "hero_first",
    "hero_last",
    "gather_type",
    "gather_anchor",
    "block_order",
    "sarah_swap",
    "neutral_seats",
    "swap_first",
    "swap_second",
    "vote_swap",
    "brawler",
    "monte_window",
    "monte_opponent",
    "monte_lay",
    "monte_rearrange",
    "monte_lift",
    "banish",
    "draco_towards",
    "gap",
    "vote_draco",
    "draco_neutral",
    "draco_own",
    "fine",
    "steal",
    "blackmail_who",
    "blackmail_amount",
    "blackmail_answer",
    "blackmail_hero",
    "hand_swap",
    "hand_pick",
    "take_card",
    "cup_to",
};

// An event with `reveals` shows a seat what it could not know; chance (dice, draws) is seen by the
// engine itself.
constexpr EventSpec kEvents[]{
    {"begins", {kSeatArg}},
    {"turn", {kSeatArg, kNumber}},
    {"played", {kSeatArg, domain::kCard}},
    {"no_effect", {domain::kCard}},
    {"moved", {domain::kHero, kNumber, kNumber}},
    {"sits", {domain::kHero, kNumber}},  // one of several who change places at once
    {"swapped", {domain::kHero, domain::kHero}},
    {"left", {domain::kHero, kSeatArg}},
    {"returned", {domain::kHero, kNumber}},
    {.id = "rolled", .args = {kNumber}, .series = true},
    {"brawl", {kNumber}},
    {"draco_moved", {domain::kHero}},  // the hero now on his favourite side
    {"draco_swapped", {domain::kHero}},
    {"draco_turned", {domain::kHand}},
    {"proposed_swap", {kSeatArg, domain::kHero, domain::kHero}},
    {"proposed_gap", {kSeatArg, domain::kHero, domain::kHero}},
    {"voted", {kSeatArg, domain::kBallot}, 0, true},
    {"voted_openly", {kSeatArg, domain::kBallot}},
    {"motion_carried", {kNumber, kNumber}},
    {"motion_lost", {kNumber, kNumber}},
    {"face_down", {domain::kHero, domain::kHero, domain::kHero}},
    {"laid", {kSeatArg}},
    {"revealed", {domain::kHero, domain::kHero, domain::kHero}, 0, true},
    {"rearranged", {domain::kHero, domain::kHero, domain::kHero}},
    {"paid", {kSeatArg, kNumber, domain::kHero}},
    {"fined", {kSeatArg, kNumber}},
    {"received", {kSeatArg, kNumber, domain::kHero}},
    {"stays_in_bank", {domain::kHero, kNumber}},
    {"gave", {kSeatArg, kSeatArg, kNumber}},
    {"demanded", {kSeatArg, kSeatArg, kNumber}},
    {"refused", {kSeatArg}},
    {"toast", {kSeatArg}},
    {"dracos_toast"},
    {"cup_to", {kSeatArg}},
    {"cup_to_centre"},
    {"cellar_laid", {domain::kCard}},
    {"cellars_cancelled"},
    {"cellar_gone", {domain::kCard}},
    {"sarah_joins", {kSeatArg}},
    {"coin_dropped", {kNumber, domain::kLanding}},
    {"coin_tossed", {kNumber, domain::kLanding}},
    {"hands_swapped", {kSeatArg, kSeatArg}, 0, true},
    {"looked", {kSeatArg, kSeatArg}, 0, true},
    {"took", {kSeatArg, kSeatArg, domain::kCard}, 4},
    {.id = "drew", .args = {kSeatArg, domain::kCard}, .secret = 2, .series = true},
    {"draw_lost", {kSeatArg}},
    {"reshuffled", {kNumber}},
    {"final_phase"},
    {"ends"},
};

constexpr RuleSpec kRules[]{
    {"sarah_not_beside", "R20"}, {"hero_away", "R23"},       {"not_your_hero", "§3"},
    {"wrong_type", "§6"},        {"already_picked", "§6"},   {"zork_himself", "§6.3"},
    {"neutral_hero", "R23"},     {"sarah_herself", "§6.3"},  {"neither_sarah_nor_john", "§6.4"},
    {"not_targets_hero", "R32"}, {"not_one_of_these", "§6"}, {"too_poor", "R36"},
    {"yourself", "§6"},          {"no_cards", "§6.5"},       {"must_change", "§6.3"},
};

constexpr ChanceSpec kChances[]{
    {"seating", domain::kHero},
    {"card", domain::kCard},
    {"start", kSeatArg},
    {"die", kNumber},
    {"brawl", domain::kHero},
    {"coin", domain::kLanding},
    {"stolen_card", domain::kCard},
};

constexpr std::string_view kInvariants[]{
    "seats",     "heroes", "cellar",      "cup",    "money",   "hands",
    "canonical", "cards",  "final_phase", "agenda", "ballots",
};

constexpr std::string_view kHandIds[]{"right", "left"};
constexpr std::string_view kDirectionIds[]{"forward", "backward"};
constexpr std::string_view kEndIds[]{"first", "last"};
constexpr std::string_view kSideIds[]{"in_front", "behind"};
constexpr std::string_view kTowardsIds[]{"favourite", "other"};
constexpr std::string_view kBallotIds[]{"yes", "no"};
constexpr std::string_view kSlotIds[]{"left", "middle", "right"};

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
  static const engine::GameSpec table{"koenig", 1,        3,          kMaxPlayers, kColourIds,
                                      kOptions, kDomains, kVerbs,     kEvents,     kRules,
                                      kPrompts, kChances, kInvariants};
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
    default:
      return value == kMissed ? "miss" : hero_code(edition, value);
  }
}

}  // namespace koenig
