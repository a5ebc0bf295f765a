// What the rule files share: the position being played on, and what several phases do.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include "engine/chance.h"
#include "engine/event.h"
#include "games/tiefenthal/assign.h"
#include "games/tiefenthal/names.h"
#include "games/tiefenthal/state.h"

namespace tiefenthal {

struct Play {
  State& s;
  engine::Chance& chance;
  engine::Events& tell;

  int roll(ChanceKind kind) { return chance.roll(static_cast<uint8_t>(kind), kFaces); }
};

constexpr uint16_t bit(Tile tile) { return static_cast<uint16_t>(1u << index(tile)); }

// --- the course of play (round.cpp) ---
void run(Play& p);  // carries out the steps that ask nobody
engine::SeatSet asked_together(const State& s);

// --- set-up (setup.cpp) ---
void deal_deck(Play& p, Seat seat);  // §3, module 4 included
void take_start_card(Play& p, Seat seat, int card);

// --- A, the next evening (evening.cpp) ---
void begin_round(Play& p);
engine::SeatSet bonus_seats(const State& s);  // who has something to choose
void offer_bonus(const State& s, const Tavern& t, engine::Offer& offer);
void resolve_sides(Play& p, Entertainer entertainer);
void resolve_bonus(Play& p);

// --- B, the tavern fills (fill.cpp) ---
void fill(Play& p, Seat seat);
void fill_all(Play& p);
void resolve_redraws(Play& p, engine::SeatSet wave);
void clear_tavern(Tavern& t);  // all revealed cards to the discard pile

// --- C and D, the waitress and the draft (draft.cpp) ---
void roll_dice(Play& p);
void pick_die(Play& p, Seat seat, int face);

// --- F, serving (serving.cpp, market.cpp) ---
void begin_turn(Play& p, Seat seat);
void end_turn(Play& p, Seat seat);
struct Stored {
  int ducats = 0;
  int beer = 0;
};
Stored stored(const State& s, const Tavern& t);  // what a turn that ends now would leave
void offer_menu(const State& s, const Tavern& t, engine::Offer& offer);
void offer_spaces(const State& s, const Tavern& t, Die die, engine::Offer& offer);
void use_die(Play& p, Seat seat, Die die, engine::Action where);
// The dishwashers it takes to use the die on a space for these faces; -1: not even they help.
inline int raise(int accepts, Die die) {
  const unsigned from_here_on = static_cast<unsigned>(accepts) >> face_of(die);
  return from_here_on == 0 ? -1 : std::countr_zero(from_here_on);
}
void offer_market(const State& s, const Tavern& t, engine::Offer& offer);
void offer_returns(const State& s, const Tavern& t, Tile tile, engine::Offer& offer);
void buy(Play& p, Seat seat, Card card);
int upgrade_price(const State& s, Tile tile, int returned);  // with so many cards given back
void choose_upgrade(Play& p, Seat seat, Tile tile);
void upgrade(Play& p, Seat seat, Tile tile, int returned);
void recruit(Play& p, Seat seat, Card card);
void recruit_nobles(Play& p, Seat seat, int count);
void use_bar_guest(Play& p, Seat seat);

// --- what the modules add (R37) ---
enum class Part : uint8_t { kSchnapps, kReputation, kGuestBook };
inline constexpr std::array<std::string_view, 3> kPartIds{"schnapps", "reputation", "guest_book"};
inline bool in_play(const State& s, Part part) {
  constexpr std::array<int, 3> kFromModule{2, 3, 5};
  return s.modules() >= kFromModule[static_cast<size_t>(part)];
}

// --- entertainers (schnapps.cpp, module 2) ---
void offer_entertainers(const State& s, const Tavern& t, engine::Offer& offer);
void use_schnapps(Play& p, Seat seat, Entertainer entertainer);
void offer_faces(const Tavern& t, engine::Offer& offer);
void offer_rerolls(const State& s, const Tavern& t, engine::Offer& offer);
void turn_die(Play& p, Seat seat, Die die, int face);
void take_up(Play& p, Seat seat, Die die);
void reroll(Play& p, Seat seat);

// --- gains and rewards (rewards.cpp, §4.6) ---
// Where less is left than is due, they say so.
void gain_card(Play& p, Seat seat, Card card);
void gain_open_guest(Play& p, Seat seat);
void gain_nobles(Play& p, Seat seat, int count);
void gain_schnapps(Play& p, Seat seat, int count);
void tell_schnapps(Play& p, Seat seat, int got, int due);
void grant(Play& p, Seat seat, const Reward& reward);
void advance(Play& p, Seat seat, int steps);  // on the monastery track
void walk(Play& p);                           // one step of the move on top of the agenda
void gain_reputation(Play& p, Seat seat, int steps);
void sign(Play& p, Seat seat, Line line);
bool can_ban(const Tavern& t);
void offer_bans(const Tavern& t, engine::Offer& offer);
void ban(Play& p, Seat seat, int table);

// --- credit (credit.cpp, R10) ---
inline bool in_debt(const Tavern& t) { return t.ducats < 0 || t.beer < 0; }
// REQUIRES: in debt.
inline engine::Verdict pay_first(const Tavern& t) {
  return engine::forbid(Rule::kPayFirst, -std::min(t.ducats, t.beer));
}
// What can be paid now: the purse, and on credit what the unused dice can bring in. That is
// reckoned when it is needed; how much is missing is right only where it shall be told exactly.
class Means {
 public:
  Means(const State& s, const Tavern& t, bool exactly) : s_(s), t_(t), exactly_(exactly) {
    if (s.variant(Variant::kCredit) == 0 || t.dice.empty()) ducats_.most = beer_.most = 0;
  }
  engine::Verdict may_pay_ducats(int price) {
    const int missing = price - t_.ducats;
    if (missing <= ducats_.sure) return engine::kAllowed;
    if (missing > ducats_.most) return engine::forbid(Rule::kTooFewDucats, missing);
    return ducats_by_dice(missing);
  }
  engine::Verdict may_pay_beer(int price) {
    const int missing = price - t_.beer;
    if (missing <= beer_.sure) return engine::kAllowed;
    if (missing > beer_.most) return engine::forbid(Rule::kTooFewBeer, missing);
    return beer_by_dice(missing);
  }
  // Is it up to the dice whether that can be paid?
  bool up_to_dice(int ducats) const { return ducats > t_.ducats && ducats_.most > 0; }
  bool exactly() const { return exactly_; }

 private:
  struct InSight {  // what is known of it
    int sure = 0;
    int most = std::numeric_limits<int>::max();
  };
  engine::Verdict ducats_by_dice(int missing);
  engine::Verdict beer_by_dice(int missing);

  const State& s_;
  const Tavern& t_;
  const bool exactly_;
  InSight ducats_;
  InSight beer_;
  std::optional<Income> income_;  // of ducats, once it was asked for
};
// May the player end up with this purse? Below 0 only on credit that the unused dice can clear.
bool covered(const State& s, const Tavern& after);

}  // namespace tiefenthal
