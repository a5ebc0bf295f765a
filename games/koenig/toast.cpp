// Resolution of a toast (§5.1).
#include <cstdlib>

#include "games/koenig/rules.h"

namespace koenig {

const Schedule& schedule(const State& s) {
  const Edition& e = *s.edition;
  if (s.cellar == Card::kNone) return e.normal;
  const auto scale = static_cast<CellarScale>(s.variant(Variant::kCellarScale));  // R4, R5
  if (e[s.cellar].effect == Effect::kFullCellar) {
    return scale == CellarScale::kMirrored ? e.full_mirrored : e.full;
  }
  switch (scale) {
    case CellarScale::kMirrored:
      return e.empty_mirrored;
    case CellarScale::kCap2:
      return e.empty_cap2;
    default:
      return e.empty;
  }
}

namespace {

// Schedules name the first and the last four places at most; the middle is skipped.
int next_paid_place(const State& s, int place) {
  const int back = s.H() + 1 - kMaxSchedule;
  return place == kMaxSchedule && back > kMaxSchedule ? back : place + 1;
}

}  // namespace

int toast_amount(const State& s, const Schedule& table, int place) {
  const int from_back = s.H() - place;
  const int front = place <= kMaxSchedule ? table.front[static_cast<size_t>(place) - 1] : 0;
  const int back = from_back < kMaxSchedule ? table.back[static_cast<size_t>(from_back)] : 0;
  // R5: a place that counts from both sides gets the larger amount once.
  return std::abs(front) >= std::abs(back) ? front : back;
}

std::array<int, kMaxPlayers> toast_gains(const State& s) {
  std::array<int, kMaxPlayers> gains{};
  const Seat rich = s.richest();
  const Schedule& table = schedule(s);
  for (int place = 1; place <= s.H(); place = next_paid_place(s, place)) {
    const int amount = toast_amount(s, table, place);
    if (amount > 0) {
      const Seat seat = earner(s, s.at(place));
      if (seat != Seat::kNone) gains[static_cast<size_t>(index(seat))] += amount;
    } else if (amount < 0) {
      const Debt debt = debt_of(s, s.at(place), -amount, rich, s.edition->zork_factor);
      if (debt.payer != Seat::kNone) gains[static_cast<size_t>(index(debt.payer))] -= debt.amount;
    }
  }
  return gains;
}

void toast(Play& p, Seat toaster) {
  State& s = p.s;
  const bool last = s.final_phase();  // R16: begun after the final phase was switched on
  if (toaster == Seat::kNone) {
    p.tell(EventKind::kDracosToast);  // R40
  } else {
    p.tell(EventKind::kToast, index(toaster));
    if (s.enthusiasm != 0) {  // R7
      s.cup = Seat::kNone;
      s.cup_received = 0;
      p.tell(EventKind::kCupToCentre);
    } else {
      s.cup = toaster;
      s.cup_received = 1;
      p.tell(EventKind::kCupTo, index(toaster));
    }
  }

  const Seat rich = s.richest();  // before any money moves
  const Schedule& table = schedule(s);
  for (int place = 1; place <= s.H(); place = next_paid_place(s, place)) {  // R9: receipts first
    if (const int amount = toast_amount(s, table, place); amount > 0)
      receive(p, s.at(place), amount);
  }
  for (int place = 1; place <= s.H(); place = next_paid_place(s, place)) {
    if (const int amount = toast_amount(s, table, place); amount < 0) {
      charge(p, s.at(place), -amount, rich, s.edition->zork_factor);
    }
  }
  if (s.cellar != Card::kNone) {
    p.tell(EventKind::kCellarGone, index(s.cellar));
    s.discards.push_back(s.cellar);
    s.cellar = Card::kNone;
  }
  if (last) {
    s.over = 1;
    s.agenda.clear();
    p.tell(EventKind::kEnds);
    return;
  }
  neighbours_draw(p, Hero::kSarah);  // R50: before the active player's own draw
}

}  // namespace koenig
