#include "lab/simulate.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "bots/any_bot.h"
#include "bots/make_bot.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace lab {
namespace {

using Clock = std::chrono::steady_clock;

// So small that all threads end together, so large that they rarely meet.
constexpr uint64_t kChunk = 16;

// The bots of one game, each with its dice. `B` is a bot for a bare state or for a table.
template <class B>
struct Players {
  template <class Make>
  Players(const SimulationSpec& spec, uint64_t index, Make make) : game(spec.game->spec()) {
    for (size_t i = 0; i < spec.seats.size(); ++i) {
      const engine::Seat seat = engine::seat_at(static_cast<int>(i));
      const bots::BotSpec& bot = bot_at(spec, shift_of(spec, index), static_cast<int>(i));
      bots.push_back(make(bot, seat));
      budgets.push_back(bot.budget());
      chances.push_back(bot_chance(spec.seed + index, seat));
      listen = listen || bots.back()->listens();
    }
  }

  template <class What>
  engine::Action decide(engine::Seat seat, const What& what) {
    const auto at = static_cast<size_t>(engine::index_of(seat));
    return bots[at]->decide(what, budgets[at], chances[at]).action();
  }
  void hear(std::span<const engine::Event> events) {
    for (size_t i = 0; listen && i < bots.size(); ++i) {
      if (!bots[i]->listens()) continue;
      bots[i]->hear(bots::heard_by(engine::seat_at(static_cast<int>(i)), game, events));
    }
  }

  const engine::GameSpec& game;
  std::vector<std::unique_ptr<B>> bots;
  std::vector<bots::Budget> budgets;
  std::vector<engine::Chance> chances;
  bool listen = false;
};

// Plays game `index` on a bare state. Its chance is that of a table with the same seed.
template <engine::Game G>
GameResult play(const SimulationSpec& spec, const typename G::Edition& edition, uint64_t index,
                EventCounts* event_counts) {
  const int seats = static_cast<int>(spec.seats.size());
  GameResult result;
  result.seed = spec.seed + index;
  result.shift = static_cast<uint8_t>(shift_of(spec, index));
  Players<bots::Bot<G>> players(
      spec, index, [](const bots::BotSpec& bot, engine::Seat) { return bots::make_bot<G>(bot); });
  std::vector<engine::Event> told;
  const bool listen = event_counts != nullptr || players.listen;
  engine::Events events = listen ? engine::Events(told) : engine::Events();
  const auto tell = [&] {
    if (event_counts != nullptr) event_counts->tell(told);
    players.hear(told);
    told.clear();
  };
  engine::Chance deal(result.seed, 0);
  typename G::State state = G::setup(edition, spec.variants, seats, deal, events);
  tell();
  while (!G::over(state)) {
    const engine::Seat seat = G::acting(state).front();
    const engine::Action action = players.decide(seat, bots::Knowledge<G>(state, seat));
    engine::Chance chance(result.seed, ++result.decisions);
    G::apply(state, seat, action, chance, events);
    tell();
  }
  result.outcome = G::outcome(state);
  if (event_counts != nullptr) event_counts->end_game(result.outcome);
  return result;
}

// Hands out chunks of games to threads and puts the results back in order.
template <engine::Game G>
class Farm {
 public:
  Farm(const SimulationSpec& spec, const typename G::Edition& edition,
       const std::atomic<bool>& stop)
      : spec_(spec), edition_(edition), stop_(stop) {}

  void run(const std::function<void(uint64_t)>& progress, Simulation& out) {
    const uint64_t chunks = spec_.games / kChunk + (spec_.games % kChunk != 0 ? 1 : 0);
    const uint64_t wanted = spec_.threads > 0 ? static_cast<uint64_t>(spec_.threads)
                                              : std::max(1u, std::thread::hardware_concurrency());
    working_ = static_cast<int>(std::min(wanted, chunks));
    std::vector<std::thread> threads;
    for (int i = working_; i > 0; --i) threads.emplace_back([this] { work(); });
    watch(progress);
    for (std::thread& thread : threads) thread.join();
    if (progress) progress(done_);
    std::sort(results_.begin(), results_.end(),
              [from = spec_.seed](const GameResult& a, const GameResult& b) {
                return a.seed - from < b.seed - from;  // seeds may wrap around
              });
    out.games = std::move(results_);
    if (spec_.event_counts) out.event_counts = std::move(event_counts_);
  }

 private:
  void work() {
    std::vector<GameResult> own;
    EventCounts seen(G::spec());
    while (!stop_) {
      const uint64_t begin = next_.fetch_add(kChunk);
      if (begin >= spec_.games) break;
      const uint64_t end = std::min(begin + kChunk, spec_.games);
      for (uint64_t i = begin; i < end && !stop_; ++i, ++done_) {
        own.push_back(play<G>(spec_, edition_, i, spec_.event_counts ? &seen : nullptr));
      }
    }
    const std::lock_guard lock(mutex_);
    results_.insert(results_.end(), own.begin(), own.end());
    event_counts_.add(seen);
    --working_;
    changed_.notify_one();
  }

  void watch(const std::function<void(uint64_t)>& progress) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::milliseconds(100),
                              [this] { return working_ == 0; })) {
      lock.unlock();
      if (progress) progress(done_);
      lock.lock();
    }
  }

  const SimulationSpec& spec_;
  const typename G::Edition& edition_;
  const std::atomic<bool>& stop_;
  std::atomic<uint64_t> next_{0};
  std::atomic<uint64_t> done_{0};
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  int working_ = 0;
  std::vector<GameResult> results_;
  EventCounts event_counts_{G::spec()};
};

}  // namespace

int shift_of(const SimulationSpec& spec, uint64_t index) {
  return spec.rotate ? static_cast<int>(index % spec.seats.size()) : 0;
}

const bots::BotSpec& bot_at(const SimulationSpec& spec, int shift, int seat) {
  const int seats = static_cast<int>(spec.seats.size());
  return spec.seats[static_cast<size_t>((seat - shift + seats) % seats)];
}

engine::Chance bot_chance(uint64_t seed, engine::Seat seat) {
  return engine::Chance(~seed, static_cast<uint64_t>(engine::index_of(seat)));
}

Simulation simulate(const SimulationSpec& spec, const std::atomic<bool>& stop,
                    const std::function<void(uint64_t done)>& progress) {
  const engine::GameSpec& game = spec.game->spec();
  assert(static_cast<int>(spec.seats.size()) >= game.min_seats &&
         static_cast<int>(spec.seats.size()) <= game.max_seats);
  Simulation simulation;
  simulation.spec = spec;
  if (simulation.spec.edition == nullptr) simulation.spec.edition = spec.game->default_edition();
  const Clock::time_point begin = Clock::now();
  games::AllGames::visit(game.id, [&]<class G>() {
    const auto& edition = engine::AnyGameOf<G>::data(*simulation.spec.edition);
    Farm<G>(simulation.spec, edition, stop).run(progress, simulation);
  });
  simulation.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return simulation;
}

engine::Result<std::unique_ptr<engine::AnyTable>> play_at_table(const SimulationSpec& spec,
                                                                uint64_t index) {
  const int seats = static_cast<int>(spec.seats.size());
  const uint64_t seed = spec.seed + index;
  engine::Result<std::unique_ptr<engine::AnyTable>> dealt = spec.game->new_table(
      {spec.edition, spec.variants, seats, engine::ChanceSource::of_seed(seed)});
  if (!dealt) return dealt;
  engine::AnyTable& table = **dealt;
  Players<bots::AnyBot> players(spec, index, [&](const bots::BotSpec& bot, engine::Seat seat) {
    return bots::make_bot(bot, *spec.game, seat);
  });
  const auto tell = [&](int step) {
    const auto [from, to] = table.event_range(step);
    players.hear(std::span(table.events()).subspan(from, to - from));
  };
  tell(-1);
  while (!table.over()) {
    const engine::Seat seat = table.acting().front();
    const engine::Action action = players.decide(seat, table);
    if (engine::Error error = table.act(seat, action)) return error;
    tell(static_cast<int>(table.steps().size()) - 1);
  }
  return dealt;
}

}  // namespace lab
