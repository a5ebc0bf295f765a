// Phase 4, tidying (§4.8), the end of the round and of the game (§8).
#include <algorithm>
#include <bit>

#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"

namespace dicebrewing {
namespace {

using Fields = std::array<Die, kFields>;

// What waited on the fields of a player, before it is cleared away.
struct Waiting {
  Fields input;
};

// Pass A. R37: everybody returns first, so that a seed is not lost while another player brings dice
// back.
Waiting return_pieces(Play& p, Seat seat) {
  State& s = p.s;
  Player& player = s.at(seat);
  const Waiting waiting{player.input};
  for (uint32_t used = player.used; used != 0; used &= used - 1) {
    const auto i = static_cast<size_t>(std::countr_zero(used));
    const FieldData& data = s.edition->fields[i];
    const Die input = player.input[i];
    if (input != Die::none()) {
      if (data.effect == Effect::kRaise) {  // R8: to the warehouse
        put_in(player.warehouse, input.raised());
        p.tell(EventKind::kRaised, index(seat), input.raised().plain().number());
      } else if (data.building == Building::kSchool) {
        put_in(player.active, input);
      } else {
        to_supply(s, input);
      }
    }
    if (player.accelerator[i] != Die::none()) put_in(player.active, player.accelerator[i]);
  }
  if (player.discount != Die::none()) put_in(player.active, player.discount);
  player.input.fill(Die::none());
  player.accelerator.fill(Die::none());
  player.discount = Die::none();
  return waiting;
}

// Pass B: what the fields give, as far as the supply reaches; else the input is lost (R15, R38).
void give_gains(Play& p, Seat seat, const Waiting& waiting) {
  State& s = p.s;
  for (uint32_t used = s.at(seat).used; used != 0; used &= used - 1) {
    const int f = std::countr_zero(used);
    const Die input = waiting.input[static_cast<size_t>(f)];
    if (input == Die::none()) continue;
    const FieldData& data = s.edition->fields[static_cast<size_t>(f)];
    bool given = true;
    if (data.effect == Effect::kGainDie) {
      given = s.supply[static_cast<size_t>(data.gain)] > 0;
      if (given) gain_die(p, seat, data.gain, false);
    } else if (data.effect == Effect::kGainSeeds) {
      given = gain_seeds(p, seat, data.seeds) > 0;
    } else if (data.effect == Effect::kSell) {
      const int gold = data.gold[static_cast<size_t>(input.colour())];
      s.at(seat).gold = static_cast<int16_t>(s.at(seat).gold + gold);
      p.tell(EventKind::kGainedGold, index(seat), gold);
    }
    if (!given) p.tell(EventKind::kNothingGained, index(seat), f);
  }
}

void make_plain(Dice& dice) {
  const auto is_plain = [](Die die) { return die == die.plain(); };
  if (std::all_of(dice.begin(), dice.end(), is_plain)) return;
  for (Die& die : dice) die = die.plain();
  std::sort(dice.begin(), dice.end());
}

// Pass C.
void clean(State& s) {
  s.blocked_slots = 0;
  for (int i = 0; i < s.seats; ++i) {
    Player& player = s.players[static_cast<size_t>(i)];
    player.used = 0;
    player.passed = player.blocked = player.bought_ingredient = player.bought_token = 0;
    for (Dice* dice : {&player.active, &player.warehouse}) make_plain(*dice);
  }
}

// R43: the cap; R35: nothing left to brew.
bool is_last(const State& s) {
  const bool no_cards =
      s.deck.empty() && std::all_of(s.row.begin(), s.row.end(),
                                    [](Recipe recipe) { return recipe == Recipe::kNone; });
  return s.last_round() || no_cards || s.round >= s.round_cap();
}

void end_game(Play& p) {
  p.s.phase = Phase::kOver;
  p.s.turn = Seat::kNone;
  p.s.count = 0;
  p.tell(EventKind::kEnds);
  for (int i = 0; i < p.s.seats; ++i) {
    const Seat seat = engine::seat_at(i);
    const FinalPoints last = final_points(p.s, seat);
    p.tell(EventKind::kScored, i, p.s.at(seat).points + last.sum(), last.for_gold, last.for_dice);
  }
}

// R39, R40: the season token goes on; in Summer seeds come with it, while there are any.
void pass_season(Play& p) {
  ++p.s.round;
  if (p.s.season() != Season::kSummer) return;
  for (int i = 0; i < p.s.seats; ++i)
    gain_seeds(p, engine::next_seat(p.s.holder(), p.s.seats, i), p.s.edition->summer_seeds);
}

int dice_of(const Player& player) { return player.active.size() + player.warehouse.size(); }

}  // namespace

void tidy(Play& p) {
  std::array<Waiting, kMaxPlayers> waiting;
  const auto in_order = [&](int i) { return engine::next_seat(p.s.holder(), p.s.seats, i); };
  for (int i = 0; i < p.s.seats; ++i)
    waiting[static_cast<size_t>(i)] = return_pieces(p, in_order(i));
  for (int i = 0; i < p.s.seats; ++i) give_gains(p, in_order(i), waiting[static_cast<size_t>(i)]);
  clean(p.s);
  if (is_last(p.s)) return end_game(p);
  pass_season(p);
  start_round(p);
}

FinalPoints final_points(const State& s, Seat seat) {
  const Player& player = s.at(seat);
  FinalPoints points{player.gold / s.edition->gold_per_point, 0};
  for (const Dice* dice : {&player.active, &player.warehouse}) {
    for (Die die : *dice)
      points.for_dice += s.edition->die_points[static_cast<size_t>(die.colour())];
  }
  return points;
}

std::vector<engine::ScorePart> DiceBrewing::score_parts(const State& s, Seat seat) {
  int beers = 0;
  int rewards = 0;
  std::array<int, kExtras> improved{};
  for (const Brewed& brewed : s.brewed) {
    if (brewed.seat != seat) continue;
    const RecipeData& data = (*s.edition)[brewed.recipe];
    const auto extra = static_cast<size_t>(brewed.extra);
    beers += s.edition->brew_points;
    rewards += data.points;
    improved[extra] += data.bonus[extra].points;
  }
  std::vector<engine::ScorePart> parts{{"sheet.beers", beers}, {"sheet.rewards", rewards}};
  for (int i = 0; i < kExtras; ++i)
    parts.push_back({"sheet.improved", improved[static_cast<size_t>(i)], domain::kExtra, i});
  if (s.phase == Phase::kOver) {
    const FinalPoints last = final_points(s, seat);
    parts.push_back({"sheet.gold", last.for_gold});
    parts.push_back({"sheet.dice", last.for_dice});
  }
  return parts;
}

engine::Outcome DiceBrewing::outcome(const State& s) {
  engine::Outcome result;
  std::array<std::array<int, 4>, kMaxPlayers> merit{};  // R42: points, recipes, gold, dice
  for (int i = 0; i < s.seats; ++i) {
    const auto seat = static_cast<size_t>(i);
    const Player& player = s.players[seat];
    const int points =
        player.points + (s.phase == Phase::kOver ? final_points(s, engine::seat_at(i)).sum() : 0);
    int recipes = 0;
    for (const Brewed& brewed : s.brewed) recipes += index(brewed.seat) == i ? 1 : 0;
    merit[seat] = {points, recipes, player.gold, dice_of(player)};
    result.score[seat] = static_cast<int16_t>(points);
  }
  engine::rank_seats(merit, s.seats, result);
  return result;
}

}  // namespace dicebrewing
