#include "lab/arena.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "lab/ordered_farm.h"
#include "lab/play_game.h"

namespace lab {
namespace {

// The candidate has dice of its own: so a bot that meets itself plays other games in each seat.
constexpr uint8_t kCandidateDice = 1;

// Looks at the clock for both sides of a game.
class PairWatcher final : public GameWatcher {
 public:
  PairWatcher(int candidate_seat, DecisionClock& candidate, DecisionClock& other)
      : seat_(engine::seat_at(candidate_seat)), candidate_(candidate), other_(other) {}
  bool wants_decisions() const override { return true; }
  void decided(engine::Seat seat, const bots::Decision& decision, int64_t microseconds) override {
    (seat == seat_ ? candidate_ : other_).add(microseconds, decision.iterations);
  }

 private:
  engine::Seat seat_;
  DecisionClock& candidate_;
  DecisionClock& other_;
};

struct Played {
  Block block;
  Clocks clocks;
};

std::optional<Played> play_pairing(const ArenaSpec& spec, uint64_t number, Pairing pairing,
                                   const std::atomic<bool>& stop) {
  Played played{{number, spec.seeds.of_block(number), pairing, {}}, Clocks(spec.bots.size())};
  const auto candidate = static_cast<size_t>(pairing.candidate);
  const auto other = static_cast<size_t>(pairing.other);
  const auto players = static_cast<size_t>(spec.players);
  for (size_t seat = 0; seat < players; ++seat) {
    GamePlan plan{spec.game,        spec.edition, spec.variants, {}, std::vector<uint8_t>(players),
                  played.block.seed};
    plan.seats.assign(players, spec.bots[other]);
    plan.seats[seat] = spec.bots[candidate];
    plan.dice[seat] = kCandidateDice;
    if (spec.cheat) plan.cheats = engine::SeatSet(engine::seat_at(static_cast<int>(seat)));
    PairWatcher watcher(static_cast<int>(seat), played.clocks[candidate], played.clocks[other]);
    const std::optional<GameResult> result = play_game(plan, &watcher, &stop);
    if (!result) return std::nullopt;
    played.block.games.push_back({static_cast<int>(seat), result->decisions, result->outcome});
  }
  return played;
}

}  // namespace

BudgetKind budget_kind(const bots::BotSpec& bot) {
  const bots::Budget budget = bot.budget();
  if (budget.milliseconds != 0) return BudgetKind::kMilliseconds;
  const auto all = bot.info().settings;
  if (bot.from_outside() && budget.iterations == 0) return BudgetKind::kNone;  // nobody knows
  const bool thinks = std::ranges::find(all, bots::kIterationsSetting, &bots::SettingSpec::id) !=
                      all.end();  // left to itself as well, it is a number of iterations
  return thinks ? BudgetKind::kIterations : BudgetKind::kNone;
}

engine::Result<BudgetKind> budget_kind(const std::vector<bots::BotSpec>& bots) {
  const bots::BotSpec* first = nullptr;
  for (const bots::BotSpec& bot : bots) {
    if (budget_kind(bot) == BudgetKind::kNone) continue;
    if (first == nullptr) first = &bot;
    if (budget_kind(bot) == budget_kind(*first)) continue;
    const bool first_by_time = budget_kind(*first) == BudgetKind::kMilliseconds;
    const std::string by_time = (first_by_time ? *first : bot).text();
    const std::string by_iterations = (first_by_time ? bot : *first).text();
    return engine::Error{engine::ErrorCode::kUsage,
                         "'" + by_time + "' goes by time and '" + by_iterations +
                             "' by iterations, which can't be compared in one table: give all of "
                             "them iterations=N (to ask which algorithm is better) or all of them "
                             "ms=N (to ask which is better in the same time)",
                         ""};
  }
  return first == nullptr ? BudgetKind::kNone : budget_kind(*first);
}

std::vector<Pairing> ArenaSpec::pairings() const {
  if (bots.size() == 2) return {{0, 1}};
  std::vector<Pairing> all;
  for (int a = 0; a < static_cast<int>(bots.size()); ++a) {
    for (int b = 0; b < static_cast<int>(bots.size()); ++b) {
      if (a < b || (a != b && players > 2)) all.push_back({a, b});
    }
  }
  return all;
}

double win_share(const engine::Outcome& outcome, int players, int seat) {
  if (outcome.winners.empty()) return 1.0 / players;
  return outcome.winners.contains(engine::seat_at(seat)) ? 1.0 / outcome.winners.size() : 0;
}

double block_share(const Block& block) {
  double sum = 0;
  const int players = static_cast<int>(block.games.size());
  for (const BlockGame& game : block.games) sum += win_share(game.outcome, players, game.seat);
  return sum / players;
}

double fair_rank(const engine::Outcome& outcome, int players, int seat) {
  const uint8_t own = outcome.rank[static_cast<size_t>(seat)];
  const auto shared =
      std::count(outcome.rank.begin(), outcome.rank.begin() + players, own);  // itself included
  return own + static_cast<double>(shared - 1) / 2;
}

double margin(const engine::Outcome& outcome, int players, int seat) {
  int best = INT16_MIN;
  for (int other = 0; other < players; ++other) {
    if (other != seat) best = std::max<int>(best, outcome.score[static_cast<size_t>(other)]);
  }
  return outcome.score[static_cast<size_t>(seat)] - best;
}

std::optional<Block> play_block(const ArenaSpec& spec, uint64_t number,
                                const std::atomic<bool>& stop) {
  std::optional<Played> played = play_pairing(spec, number, spec.pairings().front(), stop);
  if (!played) return std::nullopt;
  return std::move(played->block);
}

void run_arena(const ArenaSpec& spec, const std::atomic<bool>& stop, const ArenaWatch& watch) {
  assert(spec.bots.size() >= 2 && spec.players >= 2);
  using Known = std::optional<Played>;  // nothing: it need not be played
  const std::vector<Pairing> pairings = spec.pairings();
  const auto work = [&](uint64_t job, const std::atomic<bool>& give_up) -> std::optional<Known> {
    const uint64_t number = spec.first_block + job / pairings.size();
    const Pairing pairing = pairings[job % pairings.size()];
    if (watch.has && watch.has(number, pairing)) return Known();
    Known played = play_pairing(spec, number, pairing, give_up);
    if (!played) return std::nullopt;
    return played;
  };
  const auto take = [&](Known& played) {
    return !played || watch.take(played->block, played->clocks);
  };
  OrderedFarm<Known>(work, take, watch.progress)
      .run(spec.blocks * pairings.size(), spec.threads, stop);
}

}  // namespace lab
