// What the rule files share: the position being played on, and what several parts of a round do.
#pragma once

#include "engine/chance.h"
#include "engine/event.h"
#include "games/goldbraeu/names.h"
#include "games/goldbraeu/state.h"

namespace goldbraeu {

struct Play {
  State& s;
  engine::Chance& chance;
  engine::Events& tell;
};

constexpr uint16_t bit(Business b) { return static_cast<uint16_t>(1u << index(b)); }

// --- shares (shares.cpp) ---
// Opens a hidden share of the seat: the card leaves the game, a stone goes on the roof. Purge
// check.
void open_share(Play& p, Seat seat, Business b);
// A share is open: a stone on the roof, and the purge if it was the last.
void place_stone(Play& p, Seat seat, Business b);
// R34, R37: all shares are open: players with exactly one stone take it back.
void purge(Play& p, Business b);
// How the roof looks after `seat` has opened `count` more shares, purge included.
struct Roof {
  PerSeat<uint8_t> stones{};
  int of(Seat seat) const { return stones[static_cast<size_t>(index(seat))]; }
  bool majority(Seat seat) const;  // R14: strictly more than all others together
};
Roof roof_after(const State& s, Business b, Seat seat, int count);

// --- the square (terraces.cpp) ---
Fields frontier(const State& s, Fields terrace);  // neighbours of the terrace's fields
// The part of the terrace that is connected with the tavern's start field.
Fields connected(const State& s, Business tavern, Fields terrace);
int fences_needed(const State& s);
// Has the expander anything to choose but to pass? By public facts: terraces and bosses.
bool can_expand(const State& s, Seat seat);
void offer_expansions(const State& s, Seat seat, engine::Offer& offer);
void expand(Play& p, Seat seat, Field field, Business tavern);

// --- bosses and contracts (bosses.cpp) ---
void offer_boss_actions(const State& s, Seat seat, engine::Offer& offer);
engine::Verdict may_veto(const State& s, Seat boss, Business b);
engine::Verdict may_counter(const State& s, Seat nominator, Business b);
// How many hidden shares the veto or counter in question would open; -1: it is not possible, or
// another seat is asked. REQUIRES: it is the question.
int cards_to_answer(const State& s, Seat seat);
void nominate(Play& p, Seat seat, Business b);
void veto(Play& p, Seat nominator, Business b);
void counter(Play& p, Seat nominator, Business b);
void appoint(Play& p, Seat nominator, Business b);
void refuse(Play& p, Seat nominator, Business b);
void sign_contract(Play& p, Seat seat, Business tavern, int brewery);

// --- buying (market.cpp) ---
int price(const State& s);
// The choices lie open, and somebody has chosen to buy.
bool for_sale(const State& s);
void offer_purchases(const State& s, Seat seat, engine::Offer& offer);
void buy_face_up(Play& p, Seat seat, Slot slot);
void buy_from_pile(Play& p, Seat seat);
// Where the chip stands after so many steps; the other chip's tavern is jumped over (R43).
int chip_target(const State& s, Chip chip, int steps);
void move_chip(Play& p, Chip chip, int steps);
void turn_up_cards(Play& p);

// --- payday (payday.cpp) ---
void pay_day(Play& p);
int brewery_income(const State& s, int brewery);  // if it were now

// --- the round (round.cpp) ---
void begin_round(Play& p);
void reveal_choices(Play& p);
void use_action(Play& p);  // of the expansion or boss turn on top of the agenda
void begin_game(Play& p);  // after all have hidden their two cards
void run(Play& p);         // carries out the steps that ask nobody

}  // namespace goldbraeu
