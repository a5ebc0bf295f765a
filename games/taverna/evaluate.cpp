// How well a seat stands, for one-step bots (§12): points, what the tracks and the royal scoring
// would pay, and what coins, cards and deeds are worth with the turns that are left.
#include <algorithm>
#include <array>

#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {
namespace {

constexpr int kPoint = 100;

int turns_left(const State& s, Seat seat) { return s.count().turns - turns_taken(s, seat); }

// A scoring's points with what is missing to the next threshold counted in part.
int soft_points(const ScoringData& data, int count) {
  int value = kPoint * data.of(count);
  for (size_t i = 0; i + 1 < data.threshold.size(); ++i) {
    const int low = data.threshold[i];
    const int high = data.threshold[i + 1];
    if (count < low || count >= high || high == low) continue;
    value += kPoint * (data.points[i + 1] - data.points[i]) * (count - low) / (high - low);
  }
  return value;
}

int royal_value(const State& s, Seat seat, Scoring scoring) {
  const ScoringData& data = s.edition->scoring[static_cast<size_t>(scoring)];
  switch (scoring) {
    case Scoring::kQueen:
      return soft_points(data, s.favours_of(seat));
    case Scoring::kMasterOfCoins:
      return soft_points(data, s.coins_of(seat) + s.hand_size(seat) * s.edition->spell_at_end);
    case Scoring::kArchduke:
      return soft_points(data, s.deeds_of(seat));
    case Scoring::kArchmage:
      return soft_points(data, State::at(s.cast, seat).size());
    default: {
      int value = kPoint * s.edition->king_points;
      for (int i = 0; i < kPeoples; ++i) {
        if (!can_rise(s, seat, people_at(i))) continue;
        const auto level = static_cast<size_t>(s.level_of(seat, people_at(i)));
        value += kPoint * (s.edition->end_points[level + 1] - s.edition->end_points[level]);
      }
      return value;
    }
  }
}

// Each takes the best that is left, in the order of the King's track (and the Queen's).
PerSeat<int> royal_values(const State& s) {
  PerSeat<int> values{};
  std::array<bool, kScorings> gone{};
  for (int i = 0; i < kScorings; ++i) {
    gone[static_cast<size_t>(i)] =
        s.scored_by[static_cast<size_t>(i)] != Seat::kNone || s.blocked == static_cast<Scoring>(i);
  }
  const bool royal = s.agenda.top().step == Step::kRoyal;
  for (int round = royal ? s.agenda.top().a : 0; round < s.count().scorings; ++round) {
    const People chosen = round == 0 ? s.king : s.queen;
    PerSeat<Seat> order = s.royal_order;
    const bool under_way = royal && round == s.agenda.top().a;
    if (!under_way) {
      for (int i = 0; i < s.players; ++i) order[static_cast<size_t>(i)] = engine::seat_at(i);
      std::sort(order.begin(), order.begin() + s.players,
                [&](Seat a, Seat b) { return goes_before(s, a, b, chosen); });
    }
    for (int i = under_way ? s.agenda.top().b : 0; i < s.players; ++i) {
      int best = -1;
      int best_value = 0;
      for (int n = 0; n < kScorings; ++n) {
        if (gone[static_cast<size_t>(n)]) continue;
        const int value = royal_value(s, order[static_cast<size_t>(i)], static_cast<Scoring>(n));
        if (best >= 0 && value <= best_value) continue;
        best = n;
        best_value = value;
      }
      if (best < 0) break;
      gone[static_cast<size_t>(best)] = true;
      State::at(values, order[static_cast<size_t>(i)]) += best_value;
    }
  }
  return values;
}

// Income still to come from the deeds: every visit pays.
int deed_value(const State& s, Seat seat) {
  int visits_left = 0;
  for (int i = 0; i < s.players; ++i) visits_left += turns_left(s, engine::seat_at(i));
  int value = 0;
  for (int t = 0; t < kTaverns; ++t) {
    if (!s.owns_in(seat, t)) continue;
    const int visits =
        std::min(visits_left * (s.edition->taverns[static_cast<size_t>(t)].large ? 3 : 2),
                 10 * s.free_tables(t));
    value += visits * s.count().income * 5;
  }
  return value;
}

int holdings(const State& s, Seat seat, int royal) {
  const int left = turns_left(s, seat);
  const int turns = std::max<int>(1, s.count().turns);
  int value = kPoint * State::at(s.points, seat) + royal;
  for (int i = 0; i < kPeoples; ++i) {
    const int level = s.level_of(seat, people_at(i));
    value += kPoint * s.edition->end_points[static_cast<size_t>(level)] + 8 * level * left;
  }
  const int coins = s.coins_of(seat);
  value += (std::min(coins, 15) * 60 + std::max(0, coins - 15) * 25) * left / turns + 5 * coins;
  // A spell or a favour that there is no turn left for is worth what it is sold for.
  const int castable = std::min(s.hand_size(seat), 2 * left);
  value += castable * 110 + (s.hand_size(seat) - castable) * 30;
  int unused = 0;
  for (uint8_t tiles : State::at(s.face_up, seat)) unused += tiles;
  value += std::min(unused, 2 * left) * 140;
  const int privileges = State::at(s.privileges, seat);
  value += privileges * kPoint + (left > 0 ? privileges / 2 * 90 + privileges % 2 * 30 : 0);
  value += deed_value(s, seat);
  return value - 4 * index(State::at(s.order, seat));
}

}  // namespace

int32_t Taverna::evaluate(const State& s, Seat seat) {
  const auto me = static_cast<size_t>(index(seat));
  if (s.over != 0) {
    const engine::Outcome result = outcome(s);
    return (result.winners.contains(seat) ? 100000 : -1000 * result.rank[me]) +
           kPoint * s.points[me];
  }
  PerSeat<int> royal{};
  if (s.king != People::kNone && (s.count().scorings == 1 || s.queen != People::kNone))
    royal = royal_values(s);
  // Early on a royal scoring is a hope rather than a promise.
  const int left = turns_left(s, seat);
  const int percent = 100 - 40 * left / std::max<int>(1, s.count().turns);
  int mine = 0;
  int others = 0;
  int best = -1000000;
  for (int i = 0; i < s.players; ++i) {
    const int value =
        holdings(s, engine::seat_at(i), royal[static_cast<size_t>(i)] * percent / 100);
    if (i == static_cast<int>(me)) {
      mine = value;
    } else {
      others += value;
      best = std::max(best, value);
    }
  }
  return 2 * mine - others / std::max(1, s.players - 1) - best;
}

}  // namespace taverna
