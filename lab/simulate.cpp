#include "lab/simulate.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "bots/choose.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace lab {
namespace {

using Clock = std::chrono::steady_clock;

// So small that all threads end together, so large that they rarely meet.
constexpr uint64_t kChunk = 16;

std::vector<engine::Chance> chances_of_bots(uint64_t seed, int seats) {
  std::vector<engine::Chance> chances;
  for (int seat = 0; seat < seats; ++seat) {
    chances.push_back(bot_chance(seed, engine::seat_at(seat)));
  }
  return chances;
}

// Plays game `index` on a bare state. Its chance is that of a table with the same seed.
template <engine::Game G>
GameResult play(const SimulationSpec& spec, const typename G::Edition& edition, uint64_t index,
                Happenings* happenings) {
  const int seats = static_cast<int>(spec.seats.size());
  GameResult result;
  result.seed = spec.seed + index;
  result.shift = static_cast<uint8_t>(shift_of(spec, index));
  std::vector<engine::Chance> own = chances_of_bots(result.seed, seats);
  std::vector<engine::Event> told;
  engine::Events events = happenings != nullptr ? engine::Events(told) : engine::Events();
  const auto tell = [&] {
    if (happenings != nullptr) happenings->tell(told);
    told.clear();
  };
  engine::Chance deal(result.seed, 0);
  typename G::State state = G::setup(edition, spec.options, seats, deal, events);
  tell();
  while (!G::over(state)) {
    const engine::Seat seat = G::acting(state).front();
    const bots::BotKind bot = bot_at(spec, result.shift, engine::index_of(seat));
    const engine::Action action = bots::choose<G>(bot, bots::Knowledge<G>(state, seat),
                                                  own[static_cast<size_t>(engine::index_of(seat))]);
    engine::Chance chance(result.seed, ++result.decisions);
    G::apply(state, seat, action, chance, events);
    tell();
  }
  result.outcome = G::outcome(state);
  if (happenings != nullptr) happenings->end_game(result.outcome);
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
    if (spec_.happenings) out.happenings = std::move(happenings_);
  }

 private:
  void work() {
    std::vector<GameResult> own;
    Happenings seen(G::spec());
    while (!stop_) {
      const uint64_t begin = next_.fetch_add(kChunk);
      if (begin >= spec_.games) break;
      const uint64_t end = std::min(begin + kChunk, spec_.games);
      for (uint64_t i = begin; i < end && !stop_; ++i, ++done_) {
        own.push_back(play<G>(spec_, edition_, i, spec_.happenings ? &seen : nullptr));
      }
    }
    const std::lock_guard lock(mutex_);
    results_.insert(results_.end(), own.begin(), own.end());
    happenings_.add(seen);
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
  Happenings happenings_{G::spec()};
};

}  // namespace

int shift_of(const SimulationSpec& spec, uint64_t index) {
  return spec.rotate ? static_cast<int>(index % spec.seats.size()) : 0;
}

bots::BotKind bot_at(const SimulationSpec& spec, int shift, int seat) {
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
      {spec.edition, spec.options, seats, engine::ChanceSource::of_seed(seed)});
  if (!dealt) return dealt;
  engine::AnyTable& table = **dealt;
  std::vector<engine::Chance> own = chances_of_bots(seed, seats);
  while (!table.over()) {
    const engine::Seat seat = table.acting().front();
    const int at = engine::index_of(seat);
    const bots::BotKind bot = bot_at(spec, shift_of(spec, index), at);
    const engine::Action action = bots::choose(bot, table, seat, own[static_cast<size_t>(at)]);
    if (engine::Error error = table.act(seat, action)) return error;
  }
  return dealt;
}

}  // namespace lab
