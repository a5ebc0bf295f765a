// Payday (§5.8): half of a tavern's income to its shareholders, half to its brewery's.
#include <algorithm>

#include "games/goldbraeu/rules.h"

namespace goldbraeu {

int State::income(Business t) const {
  const Fields terrace_now = terrace_of(t);
  const int parasols = (terrace_now & edition->parasols).size();
  int amount =
      edition->field_income * (terrace_now.size() - parasols) + edition->parasol_income * parasols;
  if (waitress == index(t)) amount += edition->waitress_income;
  if (drunk == index(t)) amount = std::max(0, amount + edition->drunk_income);  // R53
  return amount;
}

namespace {

// R40: per share rounded down; the rest goes to the boss (R54), without one it stays in the bank
// (R42).
void pay_out(Play& p, Business b, int amount) {
  State& s = p.s;
  if (amount == 0) return;
  const int stones = s.stones_on(b);                  // R58: hidden shares earn nothing
  const int each = stones > 0 ? amount / stones : 0;  // R41
  for (int i = 0; i < s.players && each > 0; ++i) {
    const Seat seat = engine::seat_at(i);
    const int due = each * s.stones_on(b, seat);
    if (due == 0) continue;
    p.tell(EventKind::kPaidShare, i, due, index(b));
    s.money_of(seat) = static_cast<int16_t>(s.money_of(seat) + due);
  }
  const int rest = amount - each * stones;
  if (rest == 0) return;
  if (const Seat boss = s.boss_of(b); boss != Seat::kNone) {
    p.tell(EventKind::kPaidRest, index(boss), rest, index(b));
    s.money_of(boss) = static_cast<int16_t>(s.money_of(boss) + rest);
  } else {
    p.tell(EventKind::kBankKeeps, rest, index(b));
  }
}

}  // namespace

// R39: half the income of every tavern it supplies, exact.
int brewery_income(const State& s, int brewery) {
  int sum = 0;
  for (int t = 0; t < s.edition->taverns; ++t) {
    if (s.contract[static_cast<size_t>(t)] == brewery) sum += s.income(business_at(t)) / 2;
  }
  return sum;
}

void pay_day(Play& p) {
  State& s = p.s;
  const int taverns = s.edition->taverns;
  for (int i = 0; i < taverns; ++i) {  // R51
    const Business tavern = business_at((s.edition->payday_first + i) % taverns);
    const int income = s.income(tavern);
    p.tell(EventKind::kIncome, index(tavern), income);
    pay_out(p, tavern, income / 2);
  }
  for (int w = 0; w < s.edition->breweries; ++w) {
    pay_out(p, business_at(taverns + w), brewery_income(s, w));
  }
}

}  // namespace goldbraeu
