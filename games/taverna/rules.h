// What the rule files share: the position being played on, and the few things that several
// chapters do.
#pragma once

#include "engine/chance.h"
#include "engine/event.h"
#include "games/taverna/names.h"
#include "games/taverna/state.h"

namespace taverna {

struct Play {
  State& s;
  engine::Chance& chance;
  engine::Events& tell;
};

template <class T>
constexpr int index(T value) {
  return static_cast<int>(value);
}

// --- money, points, levels (tracks.cpp) ---
void take_coins(Play& p, Seat seat, int amount);
void pay(Play& p, Seat seat, int amount);  // to the bank
void give(Play& p, Seat from, Seat to, int amount);
// As much of `amount` as the purse holds: what others learn of it depends on `open_coins`.
void rob(Play& p, Seat from, Seat to, int amount);
void score(Play& p, Seat seat, int amount);
inline engine::Verdict may_pay(int price, int purse) {
  return purse < price ? engine::forbid(Rule::kTooPoor, price - purse) : engine::kAllowed;
}
// What a seat may spend now: not what it has reserved for the Notary (R56).
int budget(const State& s, Seat seat);
// The same as far as the others can tell.
int visible_budget(const State& s, Seat seat);
bool can_rise(const State& s, Seat seat, People people);
bool can_rise_anywhere(const State& s, Seat seat);
void rise(Play& p, Seat seat, People people);
void rise_without_bonus(Play& p, Seat seat, People people);
void fall(Play& p, Seat seat, People people);
// Who chooses before whom, by the track of `chosen` (R53).
bool goes_before(const State& s, Seat a, Seat b, People chosen);

// --- spells (spells.cpp) ---
void draw_spell(Play& p, Seat seat);
void leave_hand_unseen(State& s, Seat seat, int card);  // what others knew of the hand is void
void leave_hand_openly(State& s, Seat seat, int card);
// May the seat cast one more spell this turn: plainly, or with the favour `second_spell`?
bool may_cast_plainly(const State& s, Seat seat);
bool may_cast_second(const State& s, Seat seat);
// Can the spell have an effect now? Public facts only.
bool is_applicable(const State& s, Seat caster, const SpellData& spell, int purse);
void offer_casts(const State& s, Seat seat, engine::Offer& offer);
void cast_spell(Play& p, Seat seat, Spell spell, bool second);
void sell_spell(Play& p, Seat seat, Spell spell);
int card_in_hand(const State& s, Seat seat, Spell spell);  // -1: none
void resolve_spell(Play& p);                               // spell_effects.cpp: the last claim
bool is_lowest(const State& s, Seat seat, People people);
engine::Verdict may_slander(const State& s, Seat seat, Seat rival, People people);
engine::Verdict may_slander(const State& s, Seat seat, Seat rival);  // on any track

// --- taverns (seating.cpp) ---
void move_customer(Play& p, Seat seat, Place from, Place to);
bool can_move_customer(const State& s);
// Is there a free table for this turn's customer that isn't of its colour? Before the pick: a free
// table at all.
bool has_table_of_wrong_colour(const State& s);
void offer_picks(const State& s, engine::Offer& offer);
void offer_placements(const State& s, engine::Offer& offer);
void pick_customer(Play& p, Customer card, People people);
void place_customer(Play& p, Verb how, int tavern, int table);
// Would the customer of this turn bring a level at that table?
bool brings_level(const State& s, Place place);
// The symbols of the customer on the way that find their like in a tavern.
Symbols matching(const State& s, int tavern);
void enjoy_symbol(Play& p, Symbol symbol);  // feast, magic, influence
void refill_row(Play& p);

// --- guild tokens and favours (favours.cpp) ---
engine::Verdict may_place_guild(const State& s, int tavern, Symbol symbol);
bool can_place_guild(const State& s, int tavern);
bool can_place_guild(const State& s);
void place_guild(Play& p, Seat seat, int tavern, Symbol symbol);
void take_favour(Play& p, Seat seat, Favour favour);
void refill_display(Play& p);
engine::Verdict may_use_favour(const State& s, Seat seat, Favour favour);
engine::Verdict may_replace_symbol(const State& s, Symbol symbol);
engine::Verdict may_get_symbol(const State& s, Symbol symbol);
engine::Verdict may_become(const State& s, People people);  // the favour `other_people`
void offer_favours(const State& s, Seat seat, engine::Offer& offer);
void use_favour(Play& p, Seat seat, Favour favour);  // turns it face down
void start_favour(Play& p, Seat seat, Favour favour);
void resolve_favour(Play& p, const Claim& claim);

// --- dignitaries (dignitaries.cpp) ---
engine::Verdict may_hire(const State& s, Seat seat, Dignitary dignitary, int purse);
engine::Verdict may_hire_anybody(const State& s, Seat seat, int purse);
// Has `tavern` room for it, and something to buy there?
engine::Verdict may_go_to(const State& s, Seat seat, Dignitary dignitary, int tavern, int purse);
engine::Verdict may_take_deed(const State& s, Seat seat, int tavern, int slot, int purse);
int deed_price(const State& s, int tavern, int slot);  // with the surcharge when it is owned
int purchase_price(const State& s, const Claim& claim);
int next_purchase_price(const State& s, const Claim& claim);  // on top of it; -1: no more to have
bool is_takeover(const State& s, const Claim& claim);  // of another player's deed, fully declared
void offer_hires(const State& s, engine::Offer& offer);
void hire(Play& p, Dignitary dignitary, Source source);
void complete_hire(Play& p);  // declared: pay with the activation, ask the deed's owner
void carry_out_hire(Play& p, const Claim& claim);
void place_deed(Play& p, Seat seat, int tavern, int slot);

// --- declarations: one small choice after the other (targets.cpp) ---
// The next question of the last claim; kNone when all is declared.
Prompt next_question(const State& s);
void offer_targets(const State& s, engine::Offer& offer);
void answer_target(Play& p, engine::Action action);
// A pick as the action it was made with, and the other way round.
engine::Action pick_action(const State& s, const Claim& claim, int i);
uint8_t pick_of(engine::Action action);
// Only the actor knows the picks.
bool hides_picks(const State& s, const Claim& claim);
// Could these answers have been given, one after the other?
bool claim_is_right(const State& s, const Claim& claim, bool complete);
// Asks on, or declares what was chosen.
void proceed(Play& p);

// --- windows (windows.cpp) ---
Seat next_in_window(const State& s, Window window, SeatSet passed);
void open_window(Play& p, Window window);
void offer_window(const State& s, Seat seat, engine::Offer& offer);
void answer_window(Play& p, Seat seat, engine::Action action);
void offer_orders(const State& s, Seat seat, engine::Offer& offer);
void offer_first_orders(engine::Offer& offer);
void set_order(Play& p, Seat seat, Order order);
Order first_order(const State& s);
// The standing order as it is now: `opening` means always or triggers.
Order order_of(const State& s, Seat seat);

// --- the end (royal.cpp) ---
void end_game(Play& p);
void begin_royal_round(Play& p, int round);
// Who would choose before whom, the seats that nobody has left out.
std::array<Seat, kMaxPlayers> royal_order(const State& s, People chosen);
Seat royal_chooser(const State& s, int place);
void offer_scorings(const State& s, engine::Offer& offer);
void take_scoring(Play& p, Scoring scoring);
// What a royal scoring counts; -1: nothing, the King just pays.
int scoring_count(const State& s, Seat seat, Scoring scoring);
int scoring_points(const State& s, Seat seat, Scoring scoring);
bool asks_for_scoring(const State& s);
void run_royal(Play& p);

// --- set-up (setup.cpp) ---
Seat start_deed_buyer(const State& s, int number);
bool can_buy_start_deed(const State& s, Seat seat);
engine::Verdict may_buy_start_deed(const State& s, Seat seat, int tavern, int slot);
void buy_start_deed(Play& p, Seat seat, int tavern, int slot);
// Steps that ask nobody, until a decision is due (turn.cpp).
void run(Play& p);

// --- position.cpp, invariants.cpp ---
extern const std::array<std::string_view, kOrders> kOrderIds;
std::string card_id(const Edition& edition, int card);
int turns_taken(const State& s, Seat seat);  // the pick of this turn included
// The invariant that is broken, whoever is asked in a window; -1: none.
int broken_but_window(const State& s);

}  // namespace taverna
