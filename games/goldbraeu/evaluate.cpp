// How well a seat stands, for one-step bots (§13): money, what the coming paydays would bring with
// bosses and shares as they are, room to grow, danger of the purge, and cards in hand.
#include <algorithm>
#include <array>

#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu {
namespace {

constexpr int kThaler = 100;

using Amounts = std::array<int, kMaxPlayers>;

// What one payday would pay now, in hundredths; hidden shares of `seat` count as opened.
void add_payouts(const State& s, Seat seat, Business b, int amount, Amounts& pay) {
  std::array<int, kMaxPlayers> stones{};
  int all = 0;
  for (int i = 0; i < s.players; ++i) {
    const Seat holder = engine::seat_at(i);
    stones[static_cast<size_t>(i)] = s.stones_on(b, holder);
    if (holder == seat) stones[static_cast<size_t>(i)] += std::min(s.held(seat, b), s.stones(seat));
    all += stones[static_cast<size_t>(i)];
  }
  const int each = all > 0 ? kThaler * amount / all : 0;
  for (int i = 0; i < s.players; ++i)
    pay[static_cast<size_t>(i)] += each * stones[static_cast<size_t>(i)];
  if (const Seat boss = s.boss_of(b); boss != Seat::kNone && all > 0) {
    pay[static_cast<size_t>(index(boss))] += kThaler * (amount % all) / 2;
  }
}

Amounts payday_now(const State& s, Seat seat) {
  Amounts pay{};
  std::array<int, kMaxBreweries> purse{};
  for (int t = 0; t < s.edition->taverns; ++t) {
    const int half = s.income(business_at(t)) / 2;
    purse[s.contract[static_cast<size_t>(t)]] += half;
    add_payouts(s, seat, business_at(t), half, pay);
  }
  for (int w = 0; w < s.edition->breweries; ++w) {
    add_payouts(s, seat, business_at(s.edition->taverns + w), purse[static_cast<size_t>(w)], pay);
  }
  return pay;
}

// A boss can grow the terraces he profits from, sign contracts, and take the rest of divisions.
int boss_value(const State& s, Seat seat) {
  int value = 0;
  for (int n = 0; n < s.businesses(); ++n) {
    const Business b = business_at(n);
    if (s.boss_of(b) != seat) continue;
    value += 150 + 120 * s.stones_on(b, seat);
    if (s.is_tavern(b)) {
      const Fields room = frontier(s, s.terrace_of(b)) - s.owned();
      value += 15 * std::min(4, room.size()) * (1 + s.stones_on(b, seat));
      value += 20 * (room & s.edition->parasols).size();
    }
    if (roof_after(s, b, seat, 0).majority(seat)) value += 250;  // irremovable
  }
  return value;
}

// A single stone on a roof that is nearly complete is about to vanish (§7).
int purge_danger(const State& s, Seat seat) {
  int danger = 0;
  for (int n = 0; n < s.businesses(); ++n) {
    const Business b = business_at(n);
    const int left = s.setup().shares_per_business - s.opened[static_cast<size_t>(n)];
    if (s.stones_on(b, seat) == 1 && s.held(seat, b) == 0 && left > 0 && left <= 2)
      danger += left == 1 ? 250 : 120;
  }
  return danger;
}

}  // namespace

int32_t Goldbraeu::evaluate(const State& s, Seat seat) {
  const auto me = static_cast<size_t>(index(seat));
  if (s.over != 0) {
    const engine::Outcome result = outcome(s);
    return (result.winners.contains(seat) ? 100000 : 0) - 1000 * result.rank[me] + s.money[me];
  }
  const int paydays =
      s.edition->weeks - (s.round == 0 ? 0 : (s.round - 1) / s.edition->rounds_per_week);
  const int rounds_left = std::max(0, s.edition->rounds() - s.round);
  const Amounts pay = payday_now(s, seat);
  Amounts value{};
  int best = -1000000;
  int others = 0;
  for (int i = 0; i < s.players; ++i) {
    const auto p = static_cast<size_t>(i);
    const Seat other = engine::seat_at(i);
    value[p] = kThaler * s.money[p] + pay[p] * paydays;
    value[p] += boss_value(s, other) * std::min(rounds_left, 7) / 7 - purge_danger(s, other);
    if (p == me) continue;
    best = std::max(best, value[p]);
    others += value[p];
  }
  return 2 * value[me] - best - others / (s.players - 1);
}

}  // namespace goldbraeu
