// What the rule files share: the position being played on, and the few things that several cards
// do.
#pragma once

#include <array>

#include "engine/chance.h"
#include "engine/event.h"
#include "games/koenig/names.h"
#include "games/koenig/state.h"

namespace koenig {

struct Play {
  State& s;
  engine::Chance& chance;
  engine::Events& tell;

  int die() {
    const int face = roll();
    tell(EventKind::kRolled, face);
    return face;
  }
  int die_for(Hero hero) {
    const int face = roll();
    tell(EventKind::kRolledFor, static_cast<int>(hero), face);
    return face;
  }

 private:
  int roll() { return chance.roll(static_cast<uint8_t>(ChanceKind::kDie), s.edition->die_faces); }
};

inline int index(Hero hero) { return static_cast<int>(hero); }
inline int index(Card card) { return static_cast<int>(card); }
inline int index(Seat seat) { return engine::index_of(seat); }

// --- seats (seats.cpp): all others shift to make or close room (§3.2); false: nobody moved ---
bool move_forward(Play& p, Hero hero, int steps);  // never past Draco: stops at place 1
bool move_back(Play& p, Hero hero, int steps);     // stops at the last place
bool move(Play& p, Hero hero, Direction direction, int steps);
bool move_to(Play& p, Hero hero, int place);
bool put_beside(Play& p, Hero hero, Side side, Hero anchor);
// All sit down anew at once.
bool reseat(Play& p, const engine::SmallVec<Hero, kMaxHeroes>& line);
void swap_heroes(Play& p, Hero a, Hero b);
void shift_draco(Play& p,
                 int over);  // past `over` heroes on his favourite side; negative: the other
void swap_draco(Play& p, Hero hero);
void flip_draco(Play& p);
// R20: does an own hero other than Sarah sit beside her?
bool sits_beside_sarah(const State& s, Seat seat);
// Puts the heroes of `cards` on the given places (sorted) in a random order.
bool shuffle_places(Play& p, const engine::SmallVec<uint8_t, kMaxHeroes>& places);

// --- money (money.cpp) ---
// False: no money moved.
bool pay_bank(Play& p, Seat payer, int amount, Hero hero);  // on account of that hero
bool fine(Play& p, Seat payer, int amount);
bool give(Play& p, Seat from, Seat to, int amount);
// Who gets what a hero earns: John passes it on, Zork and neutral Sarah leave it (§5.1).
Seat earner(const State& s, Hero hero);
// Who pays what a hero owes, and how much. `rich` was measured before any money moved.
struct Debt {
  Seat payer = Seat::kNone;
  int amount = 0;
};
Debt debt_of(const State& s, Hero hero, int amount, Seat rich, int zork_factor);
// A hero's income from the bank.
bool receive(Play& p, Hero hero, int amount);
// A hero's debt to the bank.
bool charge(Play& p, Hero hero, int amount, Seat rich, int zork_factor);

// --- cards and toast ---
int copies_in_game(const State& s, Card card);    // setup.cpp: by the variants
int copies_elsewhere(const State& s, Card card);  // position.cpp: all that are not in the pile
void draw_card(Play& p, Seat seat);               // deck.cpp
bool neighbours_draw(Play& p, Hero hero);  // a card for each owned hero beside it; false: none is
void toast(Play& p, Seat toaster);         // toast.cpp; kNone: Draco's own (R40)
const Schedule& schedule(const State& s);  // of the next toast
// Amount for place 1..H by the schedule; 0 in the middle.
int toast_amount(const State& s, const Schedule& table, int place);
// What a toast would bring each seat now, where the bank and the purses are deep enough.
std::array<int, kMaxPlayers> toast_gains(const State& s);
// R11: money lies there in gold as far as it goes, the rest in silver. Of the gold coins in the box
// the players take theirs first, by their seats: how many each has. The bank has of what is left.
std::array<int, kMaxPlayers> gold_coins(const State& s);  // money.cpp
// R17: who would win with these amounts; kNone: nobody.
Seat winner(const std::array<int16_t, kMaxPlayers>& wealth, int players);  // turn.cpp

// Are three heroes face down, in an order that only the active player knows? (picks 2 to 4)
bool hides_monte(const State& s);

// --- playing a card (turn.cpp, cards_*.cpp) ---
// True when answer `index` of the card's questions is there; otherwise asks for it. A card's
// function runs again from its beginning after each answer.
bool answered(Play& p, int index, Prompt prompt, Seat who);
inline bool answered(Play& p, int index, Prompt prompt) {
  return answered(p, index, prompt, p.s.active);
}
// True when all have voted on the motion and pick `index` holds the result.
bool voted(Play& p, int index, Prompt prompt);

// What a pick is: it depends on the card in play (cards.cpp).
enum class PickKind : uint8_t {
  kAsBefore,  // the same as the pick in front of it
  kNumber,    // coins, what a die shows; also a card, which is the last answer
  kPlace,     // or a gap, by the place in front of it
  kSeat,
  kHero,  // or none (kNoPick)
  kType,
  kWay,  // of two or three: a direction, an end, a side, a slot, yes or no
};
PickKind kind_of_pick(const State& s, int pick);

// What an answer adds to the picks (turn.cpp).
void add_picks(engine::Action answer, Picks& picks);
Picks picks_of(engine::Action answer);

// Every conceivable answer to a question, with its verdict (answers.cpp).
void offer_answers(const State& s, Prompt prompt, Seat seat, engine::Offer& offer);
void start_turn(Play& p);

void resolve_card(Play& p);  // cards.cpp: dispatch by effect
void no_effect(Play& p);

}  // namespace koenig
