// What the rule files share: the position being played on, and the few things that several rules
// do.
#pragma once

#include "engine/chance.h"
#include "engine/event.h"
#include "games/dicebrewing/names.h"
#include "games/dicebrewing/state.h"

namespace dicebrewing {

using engine::Offer;
using engine::Verdict;

struct Play {
  State& s;
  engine::Chance& chance;
  engine::Events& tell;

  int face() { return chance.roll(static_cast<uint8_t>(ChanceKind::kDie), kFaces); }
};

inline int index(Seat seat) { return engine::index_of(seat); }
template <class Value>
constexpr int index(Value value) {
  return static_cast<int>(value);
}

// --- dice ---
// Calls visit(die) for each kind of die in a zone: equal dice once.
template <class Visit>
void each_kind(const Dice& dice, Visit visit) {
  for (int i = 0; i < dice.size(); ++i) {
    if (i == 0 || dice[i] != dice[i - 1]) visit(dice[i]);
  }
}
template <class Visit>
void each_kind(const State& s, Seat seat, Visit visit) {
  for (Zone zone : {Zone::kActive, Zone::kWarehouse})
    each_kind(s.zone(seat, zone), [&](Die die) { visit(die, zone); });
}
inline void take_out(Dice& dice, Die die) { dice.erase(dice.find(die)); }
inline void put_in(Dice& dice, Die die) { dice.insert_sorted(die); }

// What of a seat's dice can be used: the kinds of its unblocked dice in both zones (R21).
struct Kit {
  uint32_t kinds = 0;   // bit Die::kind()
  uint32_t fields = 0;  // where one of them fits, as bits
  int total = 0;        // dice

  bool has(Colour colour) const { return (kinds >> 8 * static_cast<int>(colour) & 0xff) != 0; }
  uint32_t blue() const { return kinds >> 8 * static_cast<int>(Colour::kBlue); }
  bool has_blue(int min) const { return blue() >= 1u << min; }
};
Kit kit_of(const State& s, Seat seat);

// --- fields (fields.cpp) ---
Verdict may_place(const State& s, Seat seat, Field field, const Kit& kit);
Verdict may_accelerate(const State& s, Seat seat, Field field, const Kit& kit);
// As input. Here, because it is asked of every die at every choice of one.
inline Verdict fits(const FieldData& field, Die die) {
  if (die.blocked()) return engine::forbid(Rule::kDieIsBlocked);
  if (die.value() < field.min) return engine::forbid(Rule::kValueTooLow);
  return die.value() > field.max ? engine::forbid(Rule::kValueTooHigh) : engine::kAllowed;
}
Verdict may_be_accelerator(const FieldData& field, Die die);
bool can_place(const State& s, Seat seat);  // any piece anywhere
void offer_pieces(const State& s, Seat seat, Offer& offer);
void place(Play& p, Field field, Die piece);  // puts it on the field; not yet its effect
void accelerate(Play& p, Field field, Die die);
void gain_die(Play& p, Seat seat, Colour colour, bool roll_now);
int gain_seeds(Play& p, Seat seat, int wanted);
void to_supply(State& s, Die die);

// --- tokens (tokens.cpp) ---
bool can_play_token(const State& s, Seat seat);
// Would the seat be asked for its tokens? With hidden tokens by their number alone (R44).
bool holds_usable_token(const State& s, Seat seat);
void offer_tokens(const State& s, Seat seat, Offer& offer);
void play_token(Play& p, Seat seat, Token token);
void offer_target_seats(const State& s, Offer& offer);
void offer_target_dice(const State& s, Offer& offer);
void offer_target_buildings(const State& s, Offer& offer);
void offer_target_recipes(const State& s, Offer& offer);
void strike_seat(Play& p, Seat owner);
void strike_die(Play& p, Die die, Zone zone);
void strike_building(Play& p, Seat owner, Building building);
void strike_recipe(Play& p, Recipe recipe);
void take_token(Play& p, Seat seat, Token token, bool as_reward);

// --- the phases ---
void offer_arrange(const State& s, Offer& offer);  // arrange.cpp
void offer_input_dice(const State& s, Offer& offer);
void offer_accelerators(const State& s, Offer& offer);
void offer_rerolls(const State& s, Offer& offer);
void offer_swap(const State& s, Offer& offer);
void begin_place(Play& p, Field field);
void place_die(Play& p, Die die, Zone zone);
void begin_accelerate(Play& p, Field field);
void accelerate_with(Play& p, Die die, Zone zone);
void lift_for_reroll(Play& p, Die die, Zone zone);
void roll_lifted(Play& p);
void roll_supply(Play& p, Colour colour);
void choose_rolled(Play& p, int value);
void swap_die(Play& p, Die die, Zone zone);
void keep_own(Play& p);
void store(Play& p, Die die);

void offer_purchase(const State& s, Offer& offer);  // purchase.cpp
void offer_last_store(const State& s, Offer& offer);
void offer_discounts(const State& s, Offer& offer);
Verdict may_discount(const State& s, Seat seat, Ingredient ingredient, Die blue);
bool can_purchase(const State& s, Seat seat);
bool sees_black_market(const State& s, Seat seat);
// R28: would the credit already used outlast this change of an own die in the active zone?
bool keeps_credit(const State& s, Seat seat, Die die);
bool counts_as_gold(const State& s, Die die);
int ones_credit(const State& s, Seat seat);
int credit_left(const State& s, Seat seat);  // of it, in the purchase step
void buy(Play& p, Ingredient ingredient, Die discount);
void begin_discount(Play& p, Ingredient ingredient);
void discount_with(Play& p, Die die, Zone zone);
void buy_token(Play& p, Token token);
void store_late(Play& p, Die die);

// Dice of a warehouse that can brew, by colour (brew.cpp).
using BrewKit = std::array<Tally, kColours>;
BrewKit brew_kit(const State& s, Seat seat);
bool fits(const RecipeData& recipe, const BrewKit& kit);
Verdict may_brew(const State& s, Seat seat, int slot, Extra extra, const BrewKit& kit);
bool can_brew(const State& s, Seat seat);
Verdict may_improve(const State& s, Seat seat, const RecipeData& recipe, Extra extra,
                    const BrewKit& kit);
// For each minimum of a recipe, colour by colour and the highest first: does a stored die reach it,
// would a loose one, once stored, or none?
enum class Reach : uint8_t { kMet, kNear, kMissing };
using RecipeReach = engine::SmallVec<Reach, kColours * kMaxNeed>;
RecipeReach reach_of(const State& s, Seat seat, const RecipeData& recipe);
void offer_brew(const State& s, Offer& offer);
void offer_brew_dice(const State& s, Offer& offer);
void offer_rewards(const State& s, Offer& offer);
void begin_brew(Play& p, Recipe recipe, Extra extra);
void lift_for_brew(Play& p, Die die);
void lift_lowest(Play& p);
void take_reward(Play& p, Token token);

// What a recipe is worth as it stands on the card, and what a beer was with its improvement
// (brew.cpp).
int points_for(const Edition& edition, Recipe recipe);
int points_for(const Edition& edition, const Brewed& brewed);

void tidy(Play& p);  // tidy.cpp
struct FinalPoints {
  int for_gold = 0;
  int for_dice = 0;
  int sum() const { return for_gold + for_dice; }
};
FinalPoints final_points(const State& s, Seat seat);

// --- the course of play (course.cpp) ---
// Asks the seat whose turn it is for the rest of its choice; carries out what is the only answer.
void ask(Play& p, Ask question, int a = 0, int b = 0);
// Has the seat whose turn it is something to decide?
bool is_due(const State& s);
void clear_ask(State& s);
void start_round(Play& p);
void begin(Play& p);       // the first round, up to the first decision
void piece_done(Play& p);  // a piece is placed and its effect carried out
void token_done(Play& p);
void brew_done(Play& p);
void reveal_recipe(Play& p, int slot);

}  // namespace dicebrewing
