// Phase F, serving: a whole turn of free actions for one player after the other. R7: a die is laid
// and removed at once; plans bind nobody, so phase E is no step of the game.
#include <algorithm>

#include "games/tiefenthal/rules.h"

namespace tiefenthal {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;
using engine::Verdict;

namespace {

Verdict may_raise(const State& s, const Tavern& t, int by) {
  if (by < 0) return forbid(Rule::kWrongValue);
  return by > s.dishwashers(t) ? forbid(Rule::kTooFewDishwashers) : kAllowed;
}

// What a die earns on a space, and the dishwashers that go with it.
struct Use {
  int ducats = 0;
  int beer = 0;
  int washed = 0;
};

Use use_of(const State& s, const Tavern& t, engine::Action where) {
  switch (static_cast<Verb>(where.verb)) {
    case Verb::kServe:
      return {.ducats = s.data(t.tables[where.a - 1]).pays, .washed = where.b};
    case Verb::kCashbox:
      return {.ducats = s.value(t, Tile::kCashbox)};
    case Verb::kBarrel:
      return {.beer = s.value(t, Tile::kBarrel)};
    case Verb::kDeliver:
      return {.beer = s.delivery(t), .washed = where.a};
    default:
      return {.washed = where.a};
  }
}

// The die is gone, and what can be used once is used.
void lay(Tavern& t, Die die, engine::Action where, const Use& use) {
  t.dice.erase(t.dice.find(die));
  t.ducats = static_cast<int16_t>(t.ducats + use.ducats);
  t.beer = static_cast<int16_t>(t.beer + use.beer);
  t.washed = static_cast<uint8_t>(t.washed + use.washed);
  switch (static_cast<Verb>(where.verb)) {
    case Verb::kServe:
      t.served |= 1u << (where.a - 1);
      break;
    case Verb::kCashbox:
      t.cashbox_used = 1;
      break;
    case Verb::kBarrel:
      t.barrel_used = 1;
      break;
    default:
      break;
  }
}

// R10: on credit only dice that pay it off, and only so that the rest can be paid off too.
Verdict pays_debt(const State& s, const Tavern& t, Die die, engine::Action where) {
  const Use use = use_of(s, t, where);
  const int debt = -std::min(t.ducats, t.beer);
  const int paid = t.ducats < 0 ? use.ducats : use.beer;
  if (paid >= debt) return kAllowed;
  if (paid <= 0) return pay_first(t);
  Tavern after = t;
  lay(after, die, where, use);
  return covered(s, after) ? kAllowed : pay_first(t);
}

// Calls visit(action, verdict) for every space the die could be laid on, until it returns false.
template <class Visit>
void each_space(const State& s, const Tavern& t, Die die, Visit visit) {
  const auto check = [&](engine::Action where, Verdict verdict) {
    if (verdict.allowed() && in_debt(t)) verdict = pays_debt(s, t, die, where);
    return visit(where, verdict);
  };
  for (int i = 0; i < t.tables.size(); ++i) {
    if (t.tables[i] == Card::kNone) continue;
    const int by = raise(1 << s.data(t.tables[i]).die, die);
    Verdict verdict = may_raise(s, t, by);
    if ((t.served >> i & 1) != 0) verdict = forbid(Rule::kServedAlready);
    if (!check(action(Verb::kServe, i + 1, std::max(by, 0)), verdict)) return;
  }
  // R31: a dishwasher does nothing on a space that takes any die. R30: one use a round.
  const auto once = [](uint8_t used) { return used != 0 ? forbid(Rule::kSpaceUsed) : kAllowed; };
  if (!check(action(Verb::kCashbox), once(t.cashbox_used))) return;
  if (!check(action(Verb::kBarrel), once(t.barrel_used))) return;
  const uint8_t delivery = (*s.edition)[Tile::kSupplier].accepts;
  const int to_deliver = raise(delivery, die);
  if (!check(action(Verb::kDeliver, std::max(to_deliver, 0)), may_raise(s, t, to_deliver))) return;
  if (face_of(die) == kFaces && to_deliver == 0 && s.dishwashers(t) > 0) {
    visit(action(Verb::kDeliver, 1), forbid(Rule::kSixStaysSix));
  }
  const int to_pray = raise((*s.edition)[Tile::kMonk].accepts, die);
  check(action(Verb::kMonk, std::max(to_pray, 0)), may_raise(s, t, to_pray));
}

Verdict may_use(const State& s, const Tavern& t, Die die) {
  if (!in_debt(t) && (t.cashbox_used == 0 || t.barrel_used == 0)) return kAllowed;
  Verdict verdict = in_debt(t) ? pay_first(t) : forbid(Rule::kNoSpace);
  each_space(s, t, die, [&](engine::Action, Verdict there) {
    if (there.allowed()) verdict = kAllowed;
    return !there.allowed();
  });
  return verdict;
}

}  // namespace

// R12: the beer merchants' beer comes by itself; then, with module 3, the bards sing.
void begin_turn(Play& p, Seat seat) {
  State& s = p.s;
  Tavern& t = s.at(seat);
  p.tell(EventKind::kTurn, index(seat));
  s.agenda.push(Item::kServe, index(seat));
  if (const int merchants = t.staff_of(Card::kBeerMerchant); merchants > 0) {
    t.beer = static_cast<int16_t>(t.beer + merchants);
    p.tell(EventKind::kMerchants, index(seat), merchants);
  }
  gain_reputation(p, seat, t.staff_of(Card::kBard));
}

// R23: as much as fits is stored, by the tiles as they are now.
Stored stored(const State& s, const Tavern& t) {
  return {std::min<int>(t.ducats, s.value(t, Tile::kSafe)),
          std::min<int>(t.beer, s.value(t, Tile::kBeerStorage))};
}

void end_turn(Play& p, Seat seat) {
  State& s = p.s;
  Tavern& t = s.at(seat);
  t.dice.clear();
  const Stored keeps = stored(s, t);
  t.ducats = static_cast<int16_t>(keeps.ducats);
  t.beer = static_cast<int16_t>(keeps.beer);
  p.tell(EventKind::kStored, index(seat), t.ducats, t.beer);
  if (seat == s.last()) return s.agenda.push(Item::kLastOrders);
  s.agenda.push(Item::kTurnBegin, index(engine::next_seat(seat, s.players)));
}

void offer_menu(const State& s, const Tavern& t, Offer& offer) {
  for (int i = 0; i < t.dice.size(); ++i) {
    if (i > 0 && t.dice[i] == t.dice[i - 1]) continue;
    offer(action(Verb::kDie, index(t.dice[i])), may_use(s, t, t.dice[i]));
  }
  offer_market(s, t, offer);
  const Verdict settled = in_debt(t) ? pay_first(t) : kAllowed;
  offer(action(Verb::kBarGuest),
        settled.allowed() && t.bar_guests == 0 ? forbid(Rule::kNoBarGuest) : settled);
  if (s.winter()) offer_entertainers(s, t, offer);
  offer(action(Verb::kEndTurn), settled);  // R34
}

void offer_spaces(const State& s, const Tavern& t, Die die, Offer& offer) {
  each_space(s, t, die, [&](engine::Action where, Verdict verdict) {
    offer(where, verdict);
    return true;
  });
}

void use_die(Play& p, Seat seat, Die die, engine::Action where) {
  State& s = p.s;
  Tavern& t = s.at(seat);
  const Use use = use_of(s, t, where);
  const auto [ducats, beer, washed] = use;
  if (washed > 0) p.tell(EventKind::kWashed, index(seat), washed);
  lay(t, die, where, use);
  switch (static_cast<Verb>(where.verb)) {
    case Verb::kServe: {
      const Card person = t.tables[where.a - 1];
      p.tell(EventKind::kServed, index(seat), index(person), index(die), ducats);
      if (is_white(die)) gain_reputation(p, seat, s.data(person).white_reputation);
      sign(p, seat, s.data(person).line);
      break;
    }
    case Verb::kCashbox:
      p.tell(EventKind::kCashbox, index(seat), index(die), ducats);
      break;
    case Verb::kBarrel:
      p.tell(EventKind::kBarrel, index(seat), index(die), beer);
      break;
    case Verb::kDeliver:
      p.tell(EventKind::kDelivered, index(seat), index(die), beer);
      break;
    default: {
      const int steps = s.value(t, Tile::kMonk);
      p.tell(EventKind::kPrayed, index(seat), index(die), steps);
      advance(p, seat, steps);
    }
  }
}

void use_bar_guest(Play& p, Seat seat) {
  --p.s.at(seat).bar_guests;
  p.tell(EventKind::kBarGuestUsed, index(seat));
  sign(p, seat, Line::kBarGuest);
  advance(p, seat, 1);
}

}  // namespace tiefenthal
