#include "games/koenig/edition.h"

#include <span>

namespace koenig {

using engine::Error;
using engine::ErrorCode;
using engine::FieldReader;
using engine::Json;

const std::array<std::string_view, kEffects> kEffectIds{"move_any",
                                                        "split_move",
                                                        "move_all_type",
                                                        "pair_advance",
                                                        "pay_to_advance",
                                                        "die_forward_any",
                                                        "die_back_any",
                                                        "die_back_type",
                                                        "die_seat_any",
                                                        "die_seat_to_last",
                                                        "magic_mirror",
                                                        "arm_wrestling",
                                                        "neutral_to_end",
                                                        "john_zork_adjacent",
                                                        "any_adjacent_zork",
                                                        "any_behind_type",
                                                        "split_ends",
                                                        "gather_type",
                                                        "swap_sarah_own",
                                                        "permute_neutrals",
                                                        "vote_swap",
                                                        "shuffle_all",
                                                        "shuffle_four",
                                                        "three_card_monte",
                                                        "banish",
                                                        "shift_draco",
                                                        "vote_move_draco",
                                                        "swap_draco_neutral",
                                                        "swap_draco_own",
                                                        "flip_draco",
                                                        "fine_player",
                                                        "steal",
                                                        "blackmail",
                                                        "rendezvous",
                                                        "pincer",
                                                        "zork_neighbours_pay",
                                                        "john_neighbours_draw",
                                                        "swap_hands",
                                                        "take_card",
                                                        "own_sarah",
                                                        "toss_coin_at_draco",
                                                        "drop_coins",
                                                        "free_toast",
                                                        "place_cup",
                                                        "empty_cellar",
                                                        "full_cellar"};
const std::array<std::string_view, kTypes> kTypeIds{"amazon", "dwarf", "goblin", "rogue"};
const std::array<std::string_view, kMaxPlayers> kColourIds{"green", "purple", "yellow",
                                                           "red",   "blue",   "black"};

namespace {

constexpr std::array<std::string_view, 3> kNeutralIds{"sarah", "john", "zork"};

int find_id(std::span<const std::string_view> ids, std::string_view id) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == id) return static_cast<int>(i);
  }
  return -1;
}

// A field that must be one of the given names.
int one_of(FieldReader& in, std::string_view key, std::span<const std::string_view> ids) {
  const std::string_view id = in.string(key);
  const int index = find_id(ids, id);
  if (index < 0 && in.ok()) {
    std::string all;
    for (std::string_view name : ids) all += (all.empty() ? "" : ", ") + std::string(name);
    in.fail(key, "is '" + std::string(id) + "', which is none of: " + all);
  }
  return index < 0 ? 0 : index;
}

void read_schedule(FieldReader& toast, std::string_view key, Error& error, Schedule& schedule) {
  FieldReader in(toast.object(key), toast.path(key), error, ErrorCode::kEdition);
  in.ignore("source");
  for (const auto& [name, amounts] :
       {std::pair{"front", &schedule.front}, {"back", &schedule.back}}) {
    const Json& list = in.array(name);
    if (list.items.size() > kMaxSchedule) in.fail(name, "may list 4 places at most");
    for (size_t i = 0; i < list.items.size() && in.ok(); ++i) {
      const Json& item = list.items[i];
      if (!item.is_integer() || item.integer < -60 || item.integer > 60) {
        in.fail(name, "must hold whole numbers from -60 to 60");
        break;
      }
      (*amounts)[i] = static_cast<int8_t>(item.integer);
    }
  }
  in.finish();
}

void read_toast(const Json& json, Error& error, Edition& edition) {
  FieldReader in(json, "toast", error, ErrorCode::kEdition);
  read_schedule(in, "normal", error, edition.normal);
  read_schedule(in, "full_cellar", error, edition.full);
  read_schedule(in, "empty_cellar", error, edition.empty);
  read_schedule(in, "full_cellar_mirrored", error, edition.full_mirrored);
  read_schedule(in, "empty_cellar_mirrored", error, edition.empty_mirrored);
  read_schedule(in, "empty_cellar_cap2", error, edition.empty_cap2);
  FieldReader factor(in.object("zork_factor"), "toast.zork_factor", error, ErrorCode::kEdition);
  edition.zork_factor = factor.integer("value", 0, 9);
  factor.ignore("source");
  factor.finish();
  in.finish();
}

void read_coins(FieldReader& top, Error& error, Edition& edition) {
  FieldReader drop(top.object("coin_drop"), "coin_drop", error, ErrorCode::kEdition);
  drop.ignore("source");
  FieldReader hits(drop.object("hit_permille"), "coin_drop.hit_permille", error,
                   ErrorCode::kEdition);
  // The ring holds 7 cards (six heroes and Draco) to 16.
  for (int cards = 7; cards <= kHeroes; ++cards) {
    edition.drop_hit_permille[static_cast<size_t>(cards)] =
        static_cast<uint16_t>(hits.integer(std::to_string(cards), 0, 1000));
  }
  hits.finish();
  drop.finish();

  FieldReader toss(top.object("coin_toss"), "coin_toss", error, ErrorCode::kEdition);
  toss.ignore("source");
  const Json& list = toss.array("permille_by_distance");
  int total = 0;
  for (size_t i = 0; i < list.items.size() && i < edition.toss_permille.size(); ++i) {
    const int64_t value = list.items[i].is_integer() ? list.items[i].integer : -1;
    if (value < 0 || value > 1000)
      toss.fail("permille_by_distance", "must hold whole numbers from 0 to 1000");
    edition.toss_permille[i] = static_cast<uint16_t>(value);
    total += static_cast<int>(i == 0 ? value : 2 * value);
  }
  if (toss.ok() && (list.items.size() != edition.toss_permille.size() || total != 1000)) {
    toss.fail("permille_by_distance",
              "must hold 5 numbers: Draco's and that of each side at distance 1 to 4, 1000 in all");
  }
  toss.finish();
}

void read_colours(FieldReader& top, Error& error, Edition& edition) {
  const Json& list = top.array("colours");
  if (top.ok() && list.items.size() != kMaxPlayers) top.fail("colours", "must list 6 colours");
  edition.type_of.fill(Type::kNone);
  edition.heroes_of_type = {};
  for (size_t i = 0; i < list.items.size() && !error; ++i) {
    FieldReader in(list.items[i], "colours[" + std::to_string(i) + "]", error, ErrorCode::kEdition);
    in.ignore("source");
    if (in.string("id") != kColourIds[i])
      in.fail("id", "must be '" + std::string(kColourIds[i]) + "' here");
    const Json& heroes = in.array("heroes");
    if (in.ok() && heroes.items.size() != 2) in.fail("heroes", "must name 2 types");
    for (size_t h = 0; h < heroes.items.size() && in.ok(); ++h) {
      const int type = find_id(kTypeIds, heroes.items[h].text);
      if (type < 0) in.fail("heroes", "must name types out of amazon, dwarf, goblin, rogue");
      edition.type_of[2 * i + h] = static_cast<Type>(type);
      for (size_t players = i + 1; players <= kMaxPlayers && type >= 0; ++players)
        ++edition.heroes_of_type[players][static_cast<size_t>(type)];
    }
    if (in.ok() && edition.type_of[2 * i] == edition.type_of[2 * i + 1]) {
      in.fail("heroes", "must name two different types");
    }
    in.finish();
  }
}

// Which figures an effect needs besides id, copies and source.
void read_figures(FieldReader& in, CardData& card) {
  switch (card.effect) {
    case Effect::kMoveAny:
      card.direction = static_cast<Direction>(
          one_of(in, "direction", std::array<std::string_view, 2>{"forward", "backward"}));
      card.steps = static_cast<uint8_t>(in.integer("steps", 1, kMaxHeroes));
      break;
    case Effect::kSplitMove:
      card.forward = static_cast<uint8_t>(in.integer("forward", 1, kMaxHeroes));
      card.backward = static_cast<uint8_t>(in.integer("backward", 1, kMaxHeroes));
      break;
    case Effect::kMoveAllType:
      card.type = static_cast<Type>(one_of(in, "type", kTypeIds));
      card.steps = static_cast<uint8_t>(in.integer("steps", 1, kMaxHeroes));
      break;
    case Effect::kDieBackType:
    case Effect::kAnyBehindType:
      card.type = static_cast<Type>(one_of(in, "type", kTypeIds));
      break;
    case Effect::kPairAdvance:
    case Effect::kPayToAdvance:
      card.steps = static_cast<uint8_t>(in.integer("steps", 1, kMaxHeroes));
      break;
    case Effect::kShiftDraco:
      card.steps = static_cast<uint8_t>(in.integer("steps", 1, 5));
      break;
    case Effect::kArmWrestling: {
      const Json& places = in.array("places");
      const Json& lose = in.array("lose_on");
      card.places = static_cast<uint8_t>(places.items.size());
      card.lose_on = static_cast<uint8_t>(lose.items.size());
      for (size_t i = 0; i < places.items.size(); ++i) {
        if (places.items[i].integer != static_cast<int64_t>(i) + 1)
          in.fail("places", "must be 1, 2, 3, …");
      }
      for (size_t i = 0; i < lose.items.size(); ++i) {
        if (lose.items[i].integer != static_cast<int64_t>(i) + 1)
          in.fail("lose_on", "must be 1, 2, 3, …");
      }
      if (in.ok() && (card.places < 1 || card.places > 4))
        in.fail("places", "must be 1 to 4 places");
      break;
    }
    case Effect::kNeutralToEnd: {
      card.hero =
          static_cast<Hero>(static_cast<int>(Hero::kSarah) + one_of(in, "hero", kNeutralIds));
      for (const Json& end : in.array("ends").items) {
        card.to_first = card.to_first || end.text == "first";
        card.to_last = card.to_last || end.text == "last";
        if (end.text != "first" && end.text != "last")
          in.fail("ends", "must hold 'first' or 'last'");
      }
      if (in.ok() && !card.to_first && !card.to_last)
        in.fail("ends", "must hold 'first' or 'last'");
      break;
    }
    case Effect::kShuffleFour:
      card.count = static_cast<uint8_t>(in.integer("count", 2, 6));
      break;
    case Effect::kThreeCardMonte:
      card.count = static_cast<uint8_t>(in.integer("count", 3, 3));
      break;
    case Effect::kFinePlayer:
    case Effect::kSteal:
    case Effect::kZorkNeighboursPay:
      card.silver = static_cast<uint8_t>(in.integer("silver", 1, 60));
      break;
    case Effect::kRendezvous:
    case Effect::kPincer:
    case Effect::kTossCoinAtDraco:
      card.gold = static_cast<uint8_t>(in.integer("gold", 1, 20));
      break;
    case Effect::kDropCoins:
      card.gold = static_cast<uint8_t>(in.integer("gold", 0, 20));
      card.silver = static_cast<uint8_t>(in.integer("silver", 0, 20));
      break;
    default:
      break;
  }
}

void read_cards(FieldReader& top, Error& error, Edition& edition) {
  const Json& list = top.array("cards");
  int copies = 0;
  for (size_t i = 0; i < list.items.size() && !error; ++i) {
    FieldReader in(list.items[i], "cards[" + std::to_string(i) + "]", error, ErrorCode::kEdition);
    CardData card;
    card.id = in.string("id");
    if (in.ok() &&
        (card.id.empty() ||
         card.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)) {
      in.fail("id", "must be a word of small letters, digits and '_'");
    }
    for (const CardData& other : edition.cards) {
      if (other.id == card.id) in.fail("id", "'" + card.id + "' stands twice");
    }
    card.effect = static_cast<Effect>(one_of(in, "effect", kEffectIds));
    card.copies = static_cast<uint8_t>(in.integer("copies", 0, 20));
    card.hidden_shuffle = in.boolean_or("hidden_shuffle", false);
    if (in.boolean_or("card74", false)) {
      if (card.id == "grosse_intrige") {
        edition.card74[0] = static_cast<Card>(i);
      } else if (card.id == "raenkespiel") {
        edition.card74[1] = static_cast<Card>(i);
      } else {
        in.fail("card74", "may stand with grosse_intrige and raenkespiel only");
      }
    }
    in.ignore("source");
    in.ignore("copies_source");
    read_figures(in, card);
    in.finish();
    copies += card.copies;
    edition.cards.push_back(std::move(card));
  }
  if (error) return;
  // Dealing to six, with the shortest deck and without the shuffling cards, must leave a draw pile.
  const int least = kMaxPlayers * edition.hand_size + 20 + 3 + 1;
  if (copies < least || copies > kMaxCards - 1 || edition.cards.size() > 100) {
    top.fail("cards", "hold " + std::to_string(copies) + " copies in all; from " +
                          std::to_string(least) + " to " + std::to_string(kMaxCards - 1) +
                          " are needed");
  }
}

}  // namespace

Error load_edition(const Json& json, Edition& edition) {
  Error error;
  FieldReader in(json, "", error, ErrorCode::kEdition);
  if (in.string("game") != "koenig") in.fail("game", "must be 'koenig'");
  in.string("edition");
  in.integer("version", 1, 1);
  in.ignore("source");
  {
    FieldReader money(in.object("money"), "money", error, ErrorCode::kEdition);
    edition.gold_in_silver = money.integer("gold_in_silver", 1, 10);
    edition.gold_coins = money.integer("gold_coins", 0, 200);
    edition.silver_in_box =
        money.integer("silver_coins", 0, 200) + edition.gold_in_silver * edition.gold_coins;
    edition.start_gold = money.integer("start_gold", 0, 5);
    money.ignore("source");
    if (money.ok() &&
        edition.silver_in_box < kMaxPlayers * edition.start_gold * edition.gold_in_silver) {
      money.fail("start_gold", "is more than the box holds for six players");
    }
    money.finish();
  }
  {
    FieldReader hand(in.object("hand_size"), "hand_size", error, ErrorCode::kEdition);
    edition.hand_size = hand.integer("value", 1, 8);
    hand.ignore("source");
    hand.finish();
  }
  {
    FieldReader die(in.object("die"), "die", error, ErrorCode::kEdition);
    // Six heroes are at the table at least, so every result names a place.
    edition.die_faces = die.integer("faces", 2, 6);
    die.ignore("source");
    die.finish();
  }
  read_colours(in, error, edition);
  read_toast(in.object("toast"), error, edition);
  read_coins(in, error, edition);
  read_cards(in, error, edition);
  in.finish();
  return error;
}

}  // namespace koenig
