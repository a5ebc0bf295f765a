// Buying shares, and the specials: drunk and waitress (§5.5).
#include <algorithm>

#include "games/goldbraeu/rules.h"

namespace goldbraeu {

using engine::forbid;
using engine::kAllowed;
using engine::Verdict;

namespace {

int buyers(const State& s) {
  return static_cast<int>(std::count(s.choice.begin(), s.choice.begin() + s.players, Choice::kBuy));
}

}  // namespace

// R27, R61: by the action cards shown, whoever really buys.
int price(const State& s) {
  return s.edition->price_by_choosers[static_cast<size_t>(std::max(buyers(s), 1) - 1)];
}

bool for_sale(const State& s) { return s.choices_are_shown() && buyers(s) > 0; }

namespace {

// R28.
Verdict may_pay(const State& s, Seat seat) {
  const int missing = price(s) - s.money_of(seat);
  return missing > 0 ? forbid(Rule::kTooPoor, missing) : kAllowed;
}

Verdict may_buy(const State& s, Seat seat, Slot slot) {
  const Card card = s.face_up[static_cast<size_t>(slot)];
  if (card == Card::kNone) return forbid(Rule::kSold);
  if (const Verdict paid = may_pay(s, seat); !paid.allowed()) return paid;
  if (is_share(card) && s.stones(seat) == 0) return forbid(Rule::kNoStone);  // R29
  return kAllowed;
}

Verdict may_draw(const State& s, Seat seat) {
  if (s.pile.empty()) return forbid(Rule::kPileEmpty);  // R31
  return may_pay(s, seat);
}

void pay(State& s, Seat seat) {
  s.money_of(seat) = static_cast<int16_t>(s.money_of(seat) - price(s));
}

// R30, R59: a special is used at once and is out of the game.
void use_special(Play& p, Seat seat, Card card) {
  p.s.specials_gone = static_cast<uint8_t>(p.s.specials_gone + (card == Card::kDrunk ? 1 : 16));
  const Chip chip = card == Card::kDrunk ? Chip::kDrunk : Chip::kWaitress;
  p.s.agenda.push(Item::kMoveChip, index(seat), static_cast<int>(chip));
}

}  // namespace

void offer_purchases(const State& s, Seat seat, engine::Offer& offer) {
  offer(action(Verb::kBuy, static_cast<int>(Slot::kLeft)), may_buy(s, seat, Slot::kLeft));
  offer(action(Verb::kBuy, static_cast<int>(Slot::kRight)), may_buy(s, seat, Slot::kRight));
  offer(action(Verb::kDraw), may_draw(s, seat));
  offer(action(Verb::kPass));
}

void buy_face_up(Play& p, Seat seat, Slot slot) {
  State& s = p.s;
  const Card card = s.face_up[static_cast<size_t>(slot)];
  p.tell(EventKind::kBought, index(seat), index(card), price(s));
  pay(s, seat);
  s.face_up[static_cast<size_t>(slot)] = Card::kNone;
  if (!is_share(card)) return use_special(p, seat, card);
  place_stone(p, seat, business_of(card));
}

void buy_from_pile(Play& p, Seat seat) {
  State& s = p.s;
  const bool known = s.pile.unknown().empty() && s.pile.known_top() == 0;
  const Card card = s.pile.draw(static_cast<uint8_t>(ChanceKind::kCard), p.chance);
  if (!is_share(card)) {
    p.tell(EventKind::kDrewSpecial, index(seat), price(s), index(card));
    pay(s, seat);
    return use_special(p, seat, card);
  }
  const engine::SeatSet sees = known ? engine::kEverybody : engine::SeatSet(seat);
  p.tell.secret(sees, EventKind::kDrew, index(seat), price(s), index(card));
  pay(s, seat);
  ++s.held(seat, business_of(card));
  if (known) ++s.known_held(seat, business_of(card));  // R60
  if (s.stones(seat) == 0) {                           // R29: kept without a question
    p.tell(EventKind::kKept, index(seat));
    return;
  }
  s.drawn = card;
  s.drawn_is_known = known ? 1 : 0;
  s.agenda.push(Item::kKeepOrOpen, index(seat));
}

int chip_target(const State& s, Chip chip, int steps) {
  int tavern = chip == Chip::kDrunk ? s.drunk : s.waitress;
  const int other = chip == Chip::kDrunk ? s.waitress : s.drunk;
  for (; steps > 0; --steps) {
    tavern = (tavern + 1) % s.edition->taverns;
    if (tavern == other) tavern = (tavern + 1) % s.edition->taverns;
  }
  return tavern;
}

void move_chip(Play& p, Chip chip, int steps) {
  const int tavern = chip_target(p.s, chip, steps);
  (chip == Chip::kDrunk ? p.s.drunk : p.s.waitress) = static_cast<uint8_t>(tavern);
  p.tell(EventKind::kChipMoved, static_cast<int>(chip), tavern);
}

// R32: unsold cards go under the pile, left first, right lowest; then two are turned up.
void turn_up_cards(Play& p) {
  State& s = p.s;
  for (Card& card : s.face_up) {
    if (card == Card::kNone) continue;
    s.pile.put_under(card);
    p.tell(EventKind::kUnderPile, index(card));
    card = Card::kNone;
  }
  for (Card& card : s.face_up) {
    if (s.pile.empty()) break;  // R31
    card = s.pile.draw(static_cast<uint8_t>(ChanceKind::kCard), p.chance);
    p.tell(EventKind::kTurnedUp, index(card));
  }
}

}  // namespace goldbraeu
