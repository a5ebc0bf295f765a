#include "games/koenig/edition.h"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace koenig {

using engine::EditionReader;
using engine::Error;
using engine::Json;

const std::array<std::string_view, kTypes> kTypeIds{"amazon", "dwarf", "goblin", "rogue"};
const std::array<std::string_view, kMaxPlayers> kColourIds{"green", "purple", "yellow",
                                                           "red",   "blue",   "black"};

namespace {

constexpr std::array<std::string_view, 3> kNeutralIds{"sarah", "john", "zork"};

void read_schedule(EditionReader& toast, std::string_view key, const char* meaning,
                   Schedule& schedule) {
  EditionReader in = toast.part(key, meaning);
  const std::vector<int> front =
      in.numbers("front", {0, kMaxSchedule}, -60, 60,
                 "silver for the first places, from place 1 on; below 0 they pay");
  const std::vector<int> back =
      in.numbers("back", {0, kMaxSchedule}, -60, 60,
                 "silver for the last places, from the last one on; below 0 they pay");
  for (size_t i = 0; i < front.size(); ++i) schedule.front[i] = static_cast<int8_t>(front[i]);
  for (size_t i = 0; i < back.size(); ++i) schedule.back[i] = static_cast<int8_t>(back[i]);
  in.finish();
}

void read_toast(EditionReader& top, Edition& edition) {
  EditionReader in = top.part("toast", "what a toast pays and charges");
  read_schedule(in, "normal", "an ordinary toast", edition.normal);
  read_schedule(in, "full_cellar", "a toast with the Full Wine Cellar", edition.full);
  read_schedule(in, "empty_cellar", "a toast with the Empty Wine Cellar", edition.empty);
  read_schedule(in, "full_cellar_mirrored", "the Full Wine Cellar with cellar_scale=mirrored",
                edition.full_mirrored);
  read_schedule(in, "empty_cellar_mirrored", "the Empty Wine Cellar with cellar_scale=mirrored",
                edition.empty_mirrored);
  read_schedule(in, "empty_cellar_cap2", "the Empty Wine Cellar with cellar_scale=cap2",
                edition.empty_cap2);
  EditionReader factor = in.part("zork_factor", "what the richest player pays for Zork");
  edition.zork_factor = factor.integer("value", 0, 9, "so many times his share");
  factor.finish();
  in.finish();
}

void read_coins(EditionReader& top, Edition& edition) {
  EditionReader drop = top.part("coin_drop", "the model of coins dropped over the table");
  EditionReader hits =
      drop.part("hit_permille", "how often a coin falls on some card, of a thousand");
  // The ring holds 7 cards (six heroes and Draco) to 16.
  for (int cards = 7; cards <= kHeroes; ++cards) {
    edition.drop_hit_permille[static_cast<size_t>(cards)] = static_cast<uint16_t>(hits.integer(
        std::to_string(cards), 0, 1000, {"with so many cards in the ring, 7 to 16", "CARDS"}));
  }
  hits.finish();
  drop.finish();

  EditionReader toss = top.part("coin_toss", "the model of a coin tossed at Draco");
  const std::vector<int> list = toss.numbers(
      "permille_by_distance", edition.toss_permille.size(), 0, 1000,
      "how often it falls on Draco, then on each side at distance 1 to 4, of a thousand; the sides "
      "counted twice they are 1000 in all");
  int total = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    edition.toss_permille[i] = static_cast<uint16_t>(list[i]);
    total += i == 0 ? list[i] : 2 * list[i];
  }
  if (toss.ok() && total != 1000) {
    toss.fail("permille_by_distance",
              "must be 1000 in all with both sides counted, not " + std::to_string(total));
  }
  toss.finish();
}

void read_colours(EditionReader& top, Edition& edition) {
  edition.type_of.fill(Type::kNone);
  edition.heroes_of_type = {};
  top.each_of("colours", kColourIds, "the players' colours", [&](EditionReader& in, size_t i) {
    const std::vector<int> heroes =
        in.names("heroes", 2, kTypeIds, "the types of its two heroes, which must differ");
    if (!in.ok()) return;
    if (heroes[0] == heroes[1]) return in.fail("heroes", "must name two different types");
    for (size_t h = 0; h < heroes.size(); ++h) {
      edition.type_of[2 * i + h] = static_cast<Type>(heroes[h]);
      for (size_t players = i + 1; players <= kMaxPlayers; ++players)
        ++edition.heroes_of_type[players][static_cast<size_t>(heroes[h])];
    }
  });
}

// 1, 2, 3, … up to four: how many there are.
uint8_t first_numbers(EditionReader& in, std::string_view key, EditionReader::Count count, int high,
                      engine::Meaning meaning) {
  const std::vector<int> list = in.numbers(key, count, 1, high, meaning);
  for (size_t i = 0; i < list.size(); ++i) {
    if (in.ok() && list[i] != static_cast<int>(i) + 1) in.fail(key, "must be 1, 2, 3, …");
  }
  return static_cast<uint8_t>(list.size());
}

// Which figures an effect needs besides id, copies and source.
void read_figures(EditionReader& in, CardData& card) {
  constexpr engine::Meaning kSteps = "how many places a hero, or Draco, moves";
  constexpr engine::Meaning kType = "the type of heroes it is about";
  constexpr engine::Meaning kCount = "how many heroes are shuffled";
  constexpr engine::Meaning kSilver = "silver the card is about";
  constexpr engine::Meaning kGold = "gold the card is about";
  switch (card.effect) {
    case Effect::kMoveAny:
      card.direction = static_cast<Direction>(
          in.one_of("direction", std::array<std::string_view, 2>{"forward", "backward"},
                    "move_any: towards place 1, or away from it"));
      card.steps = in.byte("steps", 1, kMaxHeroes, kSteps);
      break;
    case Effect::kSplitMove:
      card.forward = in.byte("forward", 1, kMaxHeroes, "split_move: places one hero goes forward");
      card.backward =
          in.byte("backward", 1, kMaxHeroes, "split_move: places the other hero goes back");
      break;
    case Effect::kMoveAllType:
      card.type = static_cast<Type>(in.one_of("type", kTypeIds, kType));
      card.steps = in.byte("steps", 1, kMaxHeroes, kSteps);
      break;
    case Effect::kDieBackType:
    case Effect::kAnyBehindType:
      card.type = static_cast<Type>(in.one_of("type", kTypeIds, kType));
      break;
    case Effect::kPairAdvance:
    case Effect::kPayToAdvance:
      card.steps = in.byte("steps", 1, kMaxHeroes, kSteps);
      break;
    case Effect::kShiftDraco:
      card.steps = in.byte("steps", 1, 5, kSteps);
      break;
    case Effect::kArmWrestling:
      card.places = first_numbers(in, "places", {1, 4}, 4,
                                  "arm_wrestling: the places that wrestle, 1, 2, … up to 4");
      card.lose_on = first_numbers(in, "lose_on", {0, 6}, 6,
                                   "arm_wrestling: the rolls that lose, 1, 2, … up to 6");
      break;
    case Effect::kNeutralToEnd: {
      card.hero = static_cast<Hero>(static_cast<int>(Hero::kSarah) +
                                    in.one_of("hero", kNeutralIds, "neutral_to_end: who moves"));
      const uint32_t ends = in.some_of("ends", std::array<std::string_view, 2>{"first", "last"},
                                       "neutral_to_end: to which places; at least one");
      if (in.ok() && ends == 0) in.fail("ends", "must hold 'first' or 'last'");
      card.to_first = (ends & 1u) != 0;
      card.to_last = (ends & 2u) != 0;
      break;
    }
    case Effect::kShuffleFour:
      card.count = in.byte("count", 2, 6, kCount);
      break;
    case Effect::kThreeCardMonte:
      card.count = in.byte("count", 3, 3, kCount);
      break;
    case Effect::kFinePlayer:
    case Effect::kSteal:
    case Effect::kZorkNeighboursPay:
      card.silver = in.byte("silver", 1, 60, kSilver);
      break;
    case Effect::kRendezvous:
    case Effect::kPincer:
    case Effect::kTossCoinAtDraco:
      card.gold = in.byte("gold", 1, 20, kGold);
      break;
    case Effect::kDropCoins:
      card.gold = in.byte("gold", 0, 20, kGold);
      card.silver = in.byte("silver", 0, 20, kSilver);
      break;
    default:
      break;
  }
}

// In silver, without signs: the card says who pays. Places 1 to 4, the last, the one before it.
std::vector<int> cellar(const Schedule& schedule) {
  std::vector<int> found(schedule.front.begin(), schedule.front.end());
  found.insert(found.end(), schedule.back.begin(), schedule.back.begin() + 2);
  for (int& amount : found) amount = std::abs(amount);
  return found;
}

}  // namespace

std::vector<int> figures_of(const Edition& edition, const CardData& card) {
  switch (card.effect) {
    case Effect::kMoveAny:
    case Effect::kMoveAllType:
    case Effect::kPairAdvance:
    case Effect::kShiftDraco:
      return {card.steps};
    case Effect::kPayToAdvance:
      return {card.steps, edition.gold_in_silver};
    case Effect::kSplitMove:
      return {card.forward, card.backward};
    case Effect::kArmWrestling:
      return {card.places, card.lose_on};
    case Effect::kShuffleFour:
      return {card.count};
    case Effect::kFinePlayer:
    case Effect::kSteal:
    case Effect::kZorkNeighboursPay:
      return {card.silver};
    case Effect::kRendezvous:
    case Effect::kPincer:
    case Effect::kTossCoinAtDraco:
      return {card.gold};
    case Effect::kDropCoins:
      return {card.gold, card.silver};
    case Effect::kFullCellar:
      return cellar(edition.full);
    case Effect::kEmptyCellar:
      return cellar(edition.empty);
    default:
      return {};
  }
}

namespace {

void read_cards(EditionReader& top, Edition& edition) {
  int copies = 0;
  top.each("cards", "the action cards, 100 kinds at most", [&](EditionReader& in, size_t i) {
    CardData card;
    card.id =
        in.id_among(edition.cards, "the card's name in actions; `texts` may name it for people");
    card.effect = static_cast<Effect>(in.one_of("effect", kEffectIds, "what the card does"));
    card.copies = in.byte("copies", 0, 20, "how many there are");
    card.hidden_shuffle = in.boolean_or(
        "hidden_shuffle", false, "left out with hidden_shuffle_cards=off: it shuffles face down");
    if (in.boolean_or("card74", false,
                      "may be the 74th card (R1): grosse_intrige and raenkespiel only")) {
      if (card.id == "grosse_intrige") {
        edition.card74[0] = static_cast<Card>(i);
      } else if (card.id == "raenkespiel") {
        edition.card74[1] = static_cast<Card>(i);
      } else {
        in.fail("card74", "may stand with grosse_intrige and raenkespiel only");
      }
    }
    in.ignore("copies_source");
    read_figures(in, card);
    copies += card.copies;
    edition.cards.push_back(std::move(card));
  });
  if (!top.ok()) return;
  // Dealing to six, with the shortest deck and without the shuffling cards, must leave a draw pile.
  const int least = kMaxPlayers * edition.hand_size + 20 + 3 + 1;
  if (copies < least || copies > kMaxCards - 1 || edition.cards.size() > 100) {
    top.fail("cards", "hold " + std::to_string(copies) + " copies in all; from " +
                          std::to_string(least) + " to " + std::to_string(kMaxCards - 1) +
                          " are needed");
  }
}

// What can be played, but is hardly the game.
void think_twice(EditionReader& top, const Edition& edition) {
  const auto pays = [](const Schedule& schedule) {
    return std::ranges::max(schedule.front) > 0 || std::ranges::max(schedule.back) > 0;
  };
  if (!pays(edition.normal))
    top.warn("toast", "pays nobody: only the players' own money would ever change hands");
  if (edition.normal.front[1] == 0 && pays(edition.normal))
    top.warn("toast", "pays at one place only: the list `normal.front` is very short");
  const int start = edition.start_gold * edition.gold_in_silver;
  int most = 0;
  for (const int8_t amount : edition.normal.front) most += std::max<int>(amount, 0);
  if (edition.silver_in_box - kMaxPlayers * start < most)
    top.warn("money", "leaves the bank less than one toast pays, with six players");
  int toasts = 0;
  for (const CardData& card : edition.cards) toasts += card.copies;
  if (toasts < 54) top.warn("cards", "are fewer than 54: a short deck has nothing to leave out");
}

}  // namespace

Error load_edition(const Json& json, Edition& edition, engine::EditionNotes* notes) {
  Error error;
  EditionReader in(json, error, notes);
  in.head("koenig");
  EditionReader money = in.part("money", "the coins of the box");
  edition.gold_in_silver = money.integer("gold_in_silver", 1, 10, "silver that 1 gold is worth");
  edition.gold_coins = money.integer("gold_coins", 0, 200, "gold coins");
  edition.silver_in_box = money.integer("silver_coins", 0, 200, "silver coins") +
                          edition.gold_in_silver * edition.gold_coins;
  edition.start_gold = money.integer("start_gold", 0, 5, "gold each player begins with");
  if (money.ok() &&
      edition.silver_in_box < kMaxPlayers * edition.start_gold * edition.gold_in_silver) {
    money.fail("start_gold", "is more than the box holds for six players");
  }
  money.finish();
  EditionReader hand = in.part("hand_size", "the hand at the start");
  edition.hand_size = hand.integer("value", 1, 8, "cards dealt to each player");
  hand.finish();
  EditionReader die = in.part("die", "the die");
  // Six heroes are at the table at least, so every result names a place.
  edition.die_faces = die.integer("faces", 2, 6, "faces, from 1 on");
  die.finish();
  read_colours(in, edition);
  read_toast(in, edition);
  read_coins(in, edition);
  read_cards(in, edition);
  in.finish();
  if (!error) think_twice(in, edition);
  return error;
}

}  // namespace koenig
