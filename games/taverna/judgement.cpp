// How well the seats stand (§12): points, what the tracks and the royal scoring would pay, and what
// coins, cards and deeds are worth with the turns that are left. Weights and figures are
// in judgement.json.
#include <algorithm>
#include <array>

#include "engine/named.h"
#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {
namespace {

constexpr int kPoint = 100;

enum class Feature : uint8_t {
  kPoints,
  kRoyal,
  kTracks,
  kLevels,
  kPurse,
  kCoins,
  kSpells,
  kSpareSpells,
  kFavours,
  kPrivileges,
  kPrivilegePairs,
  kOddPrivilege,
  kDeeds,
  kOrder,
};

constexpr auto kFeatures = engine::table<Feature, engine::FeatureSpec>({
    {Feature::kPoints, {"points"}},
    {Feature::kRoyal, {"royal"}},    // hundredths of a point that the royal scoring would pay
    {Feature::kTracks, {"tracks"}},  // points at the end
    {Feature::kLevels, {"levels"}},  // for each turn that is left
    {Feature::kPurse, {"purse"}},    // what can be done with the coins, in hundredths of a point
    {Feature::kCoins, {"coins"}},
    {Feature::kSpells, {"spells"}},             // that there are turns left for
    {Feature::kSpareSpells, {"spare_spells"}},  // the others are sold
    {Feature::kFavours, {"favours"}},           // that there are turns left for
    {Feature::kPrivileges, {"privileges"}},
    {Feature::kPrivilegePairs, {"privilege_pairs"}},
    {Feature::kOddPrivilege, {"odd_privilege"}},
    {Feature::kDeeds, {"deeds"}},  // coins, in tenths: every visit pays
    {Feature::kOrder, {"order"}},  // a standing order that asks less often is quicker
});

// What the features are made with.
enum class Figure : uint8_t { kCoin, kFurther, kUseful, kHope };
constexpr auto kFigures = engine::table<Figure, engine::FigureSpec>({
    {Figure::kCoin, {"coin"}},        // what can be done with one, in hundredths of a point
    {Figure::kFurther, {"further"}},  // with one of those beyond
    {Figure::kUseful, {"useful"}},    // so many
    {Figure::kHope, {"hope"}},        // percent that a royal scoring counts less at the start
});
using Figures = engine::FiguresBy<Figure>;

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
  PerSeat<std::array<int, kScorings>> worth{};
  for (int i = 0; i < s.players; ++i) {
    for (int n = 0; n < kScorings; ++n) {
      const Seat seat = engine::seat_at(i);
      if (gone[static_cast<size_t>(n)]) continue;
      State::at(worth, seat)[static_cast<size_t>(n)] =
          royal_value(s, seat, static_cast<Scoring>(n));
    }
  }
  const bool royal = !s.agenda.empty() && s.agenda.top().item == Item::kRoyal;
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
        const int value = State::at(worth, order[static_cast<size_t>(i)])[static_cast<size_t>(n)];
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

// Income still to come from the deeds: every visit pays. In tenths of a coin.
int deed_income(const State& s, Seat seat, int visits_left) {
  int value = 0;
  for (int t = 0; t < kTaverns; ++t) {
    if (!s.owns_in(seat, t)) continue;
    const int visits =
        std::min(visits_left * (s.edition->taverns[static_cast<size_t>(t)].large ? 3 : 2),
                 10 * s.free_tables(t));
    value += visits * s.count().income;
  }
  return value;
}

void judge_seat(const State& s, Seat seat, const PerSeat<int>& turns_of, int visits_left,
                const Figures& figures, engine::FeatureRow& row) {
  const int left = State::at(turns_of, seat);
  const int turns = std::max<int>(1, s.count().turns);
  row[Feature::kPoints] = State::at(s.points, seat);
  int tracks = 0;
  int levels = 0;
  for (int i = 0; i < kPeoples; ++i) {
    const int level = s.level_of(seat, people_at(i));
    tracks += s.edition->end_points[static_cast<size_t>(level)];
    levels += level;
  }
  row[Feature::kTracks] = tracks;
  row[Feature::kLevels] = levels * left;
  const int coins = s.coins_of(seat);
  const int useful = figures[Figure::kUseful];
  row[Feature::kPurse] = (std::min(coins, useful) * figures[Figure::kCoin] +
                          std::max(0, coins - useful) * figures[Figure::kFurther]) *
                         left / turns;
  row[Feature::kCoins] = coins;
  const int spells = s.hand_size(seat);
  row[Feature::kSpells] = std::min(spells, 2 * left);
  row[Feature::kSpareSpells] = spells - std::min(spells, 2 * left);
  int unused = 0;
  for (uint8_t tiles : State::at(s.face_up, seat)) unused += tiles;
  row[Feature::kFavours] = std::min(unused, 2 * left);
  const int privileges = State::at(s.privileges, seat);
  row[Feature::kPrivileges] = privileges;
  row[Feature::kPrivilegePairs] = left > 0 ? privileges / 2 : 0;
  row[Feature::kOddPrivilege] = left > 0 ? privileges % 2 : 0;
  row[Feature::kDeeds] = deed_income(s, seat, visits_left);
  row[Feature::kOrder] = index(order_of(s, seat));
}

}  // namespace

std::span<const engine::FeatureSpec> Taverna::features() { return kFeatures; }
std::span<const engine::FigureSpec> Taverna::figures() { return kFigures; }

void Taverna::judge(const State& s, engine::Viewer viewer, engine::SeatSet seats,
                    engine::Features& out) {
  PerSeat<int> royal{};
  if (s.king != People::kNone && (s.count().scorings == 1 || s.queen != People::kNone))
    royal = royal_values(s);
  PerSeat<int> turns_of{};
  int visits_left = 0;
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = engine::seat_at(i);
    visits_left += State::at(turns_of, seat) = turns_left(s, seat);
  }
  const Figures figures(out);
  for (Seat seat : seats) {
    // Early on a royal scoring is a hope rather than a promise.
    const int left = State::at(turns_of, viewer.all ? seat : viewer.seat);
    const int percent = 100 - figures[Figure::kHope] * left / std::max<int>(1, s.count().turns);
    out[seat][Feature::kRoyal] = State::at(royal, seat) * percent / 100;
    judge_seat(s, seat, turns_of, visits_left, figures, out[seat]);
  }
}

// Windows belong to the turn they are opened in; so do the targets of whoever reacts in one.
engine::Turn Taverna::turn(const State& s) {
  if (s.over != 0) return {255, 0, Seat::kNone};
  const auto& top = s.agenda.top();
  switch (top.item) {
    case Item::kKingPeople:
    case Item::kQueenPeople:
    case Item::kStartDeed:
      return {0, static_cast<uint8_t>(top.item == Item::kStartDeed ? 2 + top.a : 0),
              acting(s).front()};
    case Item::kRoyal:
      return {static_cast<uint16_t>(100 + top.a), top.b, royal_chooser(s, top.b)};
    default:
      return {s.round, 0, s.active};
  }
}

float Taverna::progress(const State& s) {
  if (s.over != 0) return 1;
  const int turns = s.count().turns * s.players;
  const int done = s.round == 0 ? 0 : (s.round - 1) * s.players + s.turn_index(s.active);
  return s.agenda.top().item == Item::kRoyal
             ? 1
             : static_cast<float>(done) / static_cast<float>(std::max(1, turns));
}

}  // namespace taverna
