#include "lab/measures.h"

#include <algorithm>

namespace lab {

Measures::Measures(const engine::GameSpec& game, int players, const std::vector<std::string>& bots)
    : players_(players), bots_(bots.size() > 1 ? static_cast<int>(bots.size()) : 0) {
  static constexpr std::array<std::pair<std::string_view, Unit>, kSingles> kNames{{
      {"seat_advantage", Unit::kPoints},
      {"decisions", Unit::kNumber},
      {"turns", Unit::kNumber},
      {"decisions_per_turn", Unit::kNumber},
      {"branching", Unit::kNumber},
      {"winning_score", Unit::kNumber},
      {"margin", Unit::kNumber},
      {"spread", Unit::kNumber},
      {"lead_changes", Unit::kNumber},
      {"known_at", Unit::kShare},
      {"shared_wins", Unit::kShare},
      {"no_winner", Unit::kShare},
      {"deal_luck", Unit::kShare},
  }};
  for (const auto& [id, unit] : kNames)
    all_.push_back({std::string(id), std::string(id), "", unit});
  const auto several = [&](std::string_view kind, std::string about) {
    all_.push_back({std::string(kind) + "_" + about, std::string(kind), about, Unit::kShare});
  };
  for (int tenth = 1; tenth <= kTenths; ++tenth) {
    several("leader_wins", std::to_string(10 * tenth));
  }
  for (int place = 1; place <= players; ++place) several("order", std::to_string(place));
  for (size_t seat = 0; seat < static_cast<size_t>(players); ++seat) {
    several("seat",
            seat < game.seat_ids.size() ? std::string(game.seat_ids[seat]) : std::to_string(seat));
  }
  for (int kind = 0; kind < bots_; ++kind) several("bot", bots[static_cast<size_t>(kind)]);
}

engine::Result<size_t> Measures::find(std::string_view id) const {
  std::string names;
  std::vector<std::string> ids;
  for (size_t i = 0; i < all_.size(); ++i) {
    if (all_[i].id == id) return i;
    names += (i == 0 ? "" : ", ") + all_[i].id;
    ids.push_back(all_[i].id);
  }
  const std::string_view near = engine::nearest(id, ids);
  return engine::Error{engine::ErrorCode::kUsage,
                       "there is no measure '" + std::string(id) + "'" +
                           (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?") +
                           " There are: " + names,
                       ""};
}

std::array<int64_t, engine::kMaxSeats> win_shares(const engine::Outcome& outcome, int players) {
  std::array<int64_t, engine::kMaxSeats> shares{};
  const engine::SeatSet winners =
      outcome.winners.empty() ? engine::SeatSet::first(players) : outcome.winners;
  for (const engine::Seat seat : winners) {
    shares[static_cast<size_t>(engine::index_of(seat))] = kWholeWin / winners.size();
  }
  return shares;
}

void BlockMeasures::clear() {
  std::ranges::fill(values_, Value());
  luck_ = {};
  squares_ = 0;
}

void BlockMeasures::add(const engine::Outcome& outcome, const Course& course,
                        const std::vector<int>& kinds) {
  const int players = measures_.players();
  const auto wins = win_shares(outcome, players);
  int best = INT16_MIN;
  int second = INT16_MIN;
  int worst = INT16_MAX;
  for (size_t seat = 0; seat < static_cast<size_t>(players); ++seat) {
    const int score = outcome.score[seat];
    second = std::max(second, std::min(best, score));
    best = std::max(best, score);
    worst = std::min(worst, score);
  }
  count(Measures::kDecisions, course.choices(), 1);
  count(Measures::kTurns, course.turns(), 1);
  count(Measures::kDecisionsPerTurn, course.choices(), course.turns());
  count(Measures::kBranching, course.options(), course.choices());
  count(Measures::kWinningScore, best, 1);
  count(Measures::kMargin, best - second, 1);
  count(Measures::kSpread, best - worst, 1);
  count(Measures::kSharedWins, outcome.winners.size() > 1 ? 1 : 0, 1);
  count(Measures::kNoWinner, outcome.winners.empty() ? 1 : 0, 1);
  add_leads(outcome, course, wins);
  for (int place = 0; place < players; ++place) {
    const auto at = static_cast<size_t>((course.begins() + place) % players);
    const int64_t above = players * wins[at] - kWholeWin;
    if (place == 0) count(Measures::kSeatAdvantage, above, players * kWholeWin);
    count(measures_.order(place), wins[at], kWholeWin);
    luck_[static_cast<size_t>(place)] += above;
    squares_ += above * above;
  }
  for (int seat = 0; seat < players; ++seat) {
    const auto at = static_cast<size_t>(seat);
    count(measures_.seat(seat), wins[at], kWholeWin);
    if (measures_.bots() > 0) count(measures_.bot(kinds[at]), wins[at], kWholeWin);
  }
}

void BlockMeasures::add_leads(const engine::Outcome& outcome, const Course& course,
                              const std::array<int64_t, engine::kMaxSeats>& wins) {
  const std::vector<int8_t>& leaders = course.leaders();
  const size_t turns = leaders.size();
  int64_t changes = 0;
  int8_t leader = Course::kNobody;
  for (const int8_t now : leaders) {
    if (now == Course::kNobody || now == leader) continue;
    if (leader != Course::kNobody) ++changes;
    leader = now;
  }
  count(Measures::kLeadChanges, changes, 1);
  if (turns == 0) return;
  if (!outcome.winners.empty()) {
    size_t known = turns;
    while (known > 0 && leaders[known - 1] != Course::kNobody &&
           outcome.winners.contains(engine::seat_at(leaders[known - 1]))) {
      --known;
    }
    constexpr int64_t kScale = 10'000;
    count(Measures::kKnownAt, kScale * static_cast<int64_t>(known) / static_cast<int64_t>(turns),
          kScale);
  }
  for (int tenth = 1; tenth <= Measures::kTenths; ++tenth) {
    const int8_t led = leaders[turns * static_cast<size_t>(tenth) / 10];
    if (led == Course::kNobody) continue;
    count(measures_.leader_wins(tenth), wins[static_cast<size_t>(led)], kWholeWin);
  }
}

const std::vector<BlockMeasures::Value>& BlockMeasures::finish() {
  int64_t shared = 0;
  for (const int64_t sum : luck_) shared += sum * sum;
  count(Measures::kDealLuck, shared - squares_, (measures_.players() - 1) * squares_);
  return values_;
}

}  // namespace lab
