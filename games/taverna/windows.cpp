// Acting out of turn: reaction windows and standing orders (§5).
//
// Whom a window asks depends on public facts only, so that a pause tells nobody who holds what: a
// seat is asked when, for all the others know, it could hold a spell that is legal here, or owns a
// favour that is. What a seat wants to be asked at all is its standing order, which all may see.
#include "games/taverna/rules.h"

namespace taverna {

using engine::Action;
using engine::Offer;

namespace {

// Spells that nobody can hold: cast, in play, or discarded before all eyes.
CardSet seen_elsewhere(const State& s) {
  CardSet seen = s.seen_discard;
  for (const CardSet& cards : s.cast) seen = seen | cards;
  for (const Claim& claim : s.claims) {
    if (claim.source == Source::kSpell) seen.insert(claim.what);
  }
  return seen;
}

bool has_trigger(const SpellData& spell) {
  return spell.effect == Effect::kSharedFame || spell.effect == Effect::kHappyHour;
}

// Could the seat, for all the others know, cast a spell here?
bool could_cast(const State& s, Window window, Seat seat, bool triggers_only) {
  if (s.hand_size(seat) == 0) return false;
  if (!may_cast_plainly(s, seat) && !may_cast_second(s, seat)) return false;
  const CardSet cards =
      (s.edition->window_cards[static_cast<size_t>(window)] & s.spells_in_game()) -
      seen_elsewhere(s);
  const int purse = visible_budget(s, seat);
  for (int card : cards) {
    const SpellData& spell = s.edition->of(card);
    if (triggers_only && !has_trigger(spell)) continue;
    if (spell.cost <= purse && is_applicable(s, seat, spell, purse - spell.cost)) return true;
  }
  return false;
}

bool has_favour(const State& s, Seat seat) {
  for (Favour favour : {Favour::kPlaceGuild, Favour::kMoveCustomer, Favour::kGainLevel}) {
    if (State::at(s.face_up, seat)[static_cast<size_t>(favour)] > 0 &&
        may_use_favour(s, seat, favour).allowed())
      return true;
  }
  return false;
}

bool is_asked(const State& s, Window window, Seat seat) {
  const Order order = order_of(s, seat);
  if (order == Order::kNever) return false;
  if (!is_open(window)) return could_cast(s, window, seat, false);
  if (order == Order::kResponses) return false;
  if (order == Order::kTriggers)
    return window == Window::kSeated && could_cast(s, window, seat, true);
  return has_favour(s, seat) || could_cast(s, window, seat, false);
}

// Whom the Notary is about to take a deed from.
Seat threatened(const State& s) {
  const Claim& claim = s.claim();
  return s.deed[claim.picks[1]][claim.picks[2]];
}

}  // namespace

Order first_order(const State& s) {
  return s.mode() == ReactionMode::kHold ? Order::kOpening : Order::kAlways;
}

Order order_of(const State& s, Seat seat) {
  const Order order = State::at(s.order, seat);
  if (order != Order::kOpening) return order;
  const bool on_the_way = seat == s.active && s.phase == Phase::kPicked;
  return turns_taken(s, seat) > (on_the_way ? 1 : 0) ? Order::kTriggers : Order::kAlways;
}

// Clockwise from the active player's left; the active player, where he may react, last. R46: this
// order decides what two seats want at the same time.
Seat next_in_window(const State& s, Window window, SeatSet passed) {
  if (s.mode() == ReactionMode::kOff) return Seat::kNone;
  if (window == Window::kNotary) {
    const Seat owner = threatened(s);
    return !passed.contains(owner) && is_asked(s, window, owner) ? owner : Seat::kNone;
  }
  const int last = window == Window::kSpell ? s.players : s.players - 1;
  for (int i = 1; i <= last; ++i) {
    const Seat seat = engine::next_seat(s.active, s.players, i);
    if (passed.contains(seat)) continue;
    if (window == Window::kSpell && seat == s.claim().actor) continue;
    if (is_asked(s, window, seat)) return seat;
  }
  return Seat::kNone;
}

void open_window(Play& p, Window window) { p.s.agenda.push(Item::kWindow, index(window)); }

void offer_orders(const State& s, Seat seat, Offer& offer) {
  if (s.mode() == ReactionMode::kOff) return;
  const Order now = order_of(s, seat);
  const bool main = s.agenda.top().item == Item::kMain;
  for (int i = 0; i <= index(Order::kNever); ++i) {
    if (!main && i <= index(now)) continue;  // whoever is asked may ask for less
    offer(action(Verb::kOrder, i), i == index(now)            ? engine::forbid(Rule::kSameOrder)
                                   : main && s.order_set != 0 ? engine::forbid(Rule::kOrderOnce)
                                                              : engine::kAllowed);
  }
}

void offer_first_orders(Offer& offer) {
  offer(action(Verb::kOrder, index(Order::kOpening)));
  for (int i = 0; i <= index(Order::kNever); ++i) offer(action(Verb::kOrder, i));
}

void set_order(Play& p, Seat seat, Order order) {
  State::at(p.s.order, seat) = order;
  p.tell(EventKind::kOrder, index(seat), index(order));
}

void offer_window(const State& s, Seat seat, Offer& offer) {
  offer(action(Verb::kPass));
  offer_casts(s, seat, offer);
  if (is_open(static_cast<Window>(s.agenda.top().a))) offer_favours(s, seat, offer);  // R22
  offer_orders(s, seat, offer);
}

void answer_window(Play& p, Seat seat, Action action) {
  State& s = p.s;
  auto& window = s.agenda.top();
  const auto verb = static_cast<Verb>(action.verb);
  if (verb == Verb::kPass || verb == Verb::kOrder) {
    if (verb == Verb::kOrder) set_order(p, seat, static_cast<Order>(action.a));
    SeatSet passed = SeatSet::from_bits(window.b);
    passed.insert(seat);
    window.b = passed.bits();
    return;
  }
  // A response window closes with the first reaction; in an open one all are asked anew.
  if (is_open(static_cast<Window>(window.a))) {
    window.b = window.c = 0;
  } else {
    s.agenda.pop();
  }
  if (verb == Verb::kFavour) return start_favour(p, seat, static_cast<Favour>(action.a));
  cast_spell(p, seat, static_cast<Spell>(action.a), verb == Verb::kCastSecond);
}

}  // namespace taverna
