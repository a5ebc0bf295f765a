#include <algorithm>

#include "games/koenig/rules.h"

namespace koenig {

std::array<int, kMaxPlayers> gold_coins(const State& s) {
  std::array<int, kMaxPlayers> gold{};
  int left = s.edition->gold_coins;
  for (int i = 0; i < s.players; ++i) {
    const int own = std::min(left, s.money(engine::seat_at(i)) / s.gold());
    gold[static_cast<size_t>(i)] = own;
    left -= own;
  }
  return gold;
}

Seat State::richest() const {
  Seat rich = Seat::kNone;
  int most = -1;
  for (int i = 0; i < players; ++i) {
    const int has = wealth[static_cast<size_t>(i)];
    if (has > most) {
      most = has;
      rich = engine::seat_at(i);
    } else if (has == most) {
      rich = Seat::kNone;
    }
  }
  return rich;
}

namespace {

// R9: who is short pays what he has; the rest is forgiven.
int pay(State& s, Seat payer, int amount) {
  const auto paid = static_cast<int16_t>(std::min<int>(amount, s.money(payer)));
  s.money(payer) = static_cast<int16_t>(s.money(payer) - paid);
  s.bank = static_cast<int16_t>(s.bank + paid);
  return paid;
}

}  // namespace

bool pay_bank(Play& p, Seat payer, int amount, Hero hero) {
  const int paid = pay(p.s, payer, amount);
  p.tell(EventKind::kPaid, index(payer), paid, index(hero));
  return paid > 0;
}

bool fine(Play& p, Seat payer, int amount) {
  const int paid = pay(p.s, payer, amount);
  p.tell(EventKind::kFined, index(payer), paid);
  return paid > 0;
}

bool give(Play& p, Seat from, Seat to, int amount) {
  const auto given = static_cast<int16_t>(std::min<int>(amount, p.s.money(from)));
  p.s.money(from) = static_cast<int16_t>(p.s.money(from) - given);
  p.s.money(to) = static_cast<int16_t>(p.s.money(to) + given);
  p.tell(EventKind::kGave, index(from), index(to), given);
  return given > 0;
}

Seat earner(const State& s, Hero hero) {
  if (hero == Hero::kJohn) {  // R13: to the hero directly behind him, for one step
    const int behind = s.place_of(Hero::kJohn) + 1;
    if (behind > s.H()) return Seat::kNone;
    hero = s.at(behind);
  }
  // R12, R14, R15: Zork and neutral Sarah take nothing; an owned Sarah earns for her owner.
  return s.owner(hero);
}

Debt debt_of(const State& s, Hero hero, int amount, Seat rich, int zork_factor) {
  // R13: the hero directly in front of him, undoubled even if that is Zork
  if (hero == Hero::kJohn) {
    const int front = s.place_of(Hero::kJohn) - 1;
    if (front < 1) return {};
    hero = s.at(front);
    zork_factor = 1;
  }
  // R12: for Zork the one richest player pays; nobody when several are richest.
  return hero == Hero::kZork ? Debt{rich, amount * zork_factor} : Debt{s.owner(hero), amount};
}

namespace {

// REQUIRES: nobody earns for this hero.
Why why_unearned(const State& s, Hero hero) {
  if (hero != Hero::kJohn) return hero == Hero::kZork ? Why::kZork : Why::kSarah;
  const int behind = s.place_of(Hero::kJohn) + 1;
  if (behind > s.H()) return Why::kNobodyBehind;
  return s.at(behind) == Hero::kZork ? Why::kZorkBehind : Why::kSarahBehind;
}

// REQUIRES: nobody pays for this hero.
Why why_unpaid(const State& s, Hero hero) {
  if (hero != Hero::kJohn) return hero == Hero::kZork ? Why::kTie : Why::kSarah;
  const int front = s.place_of(Hero::kJohn) - 1;
  if (front < 1) return Why::kNobodyInFront;
  return s.at(front) == Hero::kZork ? Why::kTie : Why::kSarahInFront;
}

}  // namespace

bool receive(Play& p, Hero hero, int amount) {
  const Seat seat = earner(p.s, hero);
  if (seat == Seat::kNone) {
    p.tell(EventKind::kStaysInBank, index(hero), amount, static_cast<int>(why_unearned(p.s, hero)));
    return false;
  }
  // R10: nothing beyond the box's coins exists.
  const auto got =
      static_cast<int16_t>(p.s.bank_limited() ? std::min<int>(amount, p.s.bank) : amount);
  p.s.bank = static_cast<int16_t>(p.s.bank - got);
  p.s.money(seat) = static_cast<int16_t>(p.s.money(seat) + got);
  p.tell(EventKind::kReceived, index(seat), got, index(hero));
  if (got < amount) p.tell(EventKind::kBankShort, amount - got);
  return got > 0;
}

bool charge(Play& p, Hero hero, int amount, Seat rich, int zork_factor) {
  const Debt debt = debt_of(p.s, hero, amount, rich, zork_factor);
  if (debt.payer != Seat::kNone) return pay_bank(p, debt.payer, debt.amount, hero);
  const int owed = hero == Hero::kZork ? amount * zork_factor : amount;
  p.tell(EventKind::kNobodyPays, index(hero), owed, static_cast<int>(why_unpaid(p.s, hero)));
  return false;
}

}  // namespace koenig
