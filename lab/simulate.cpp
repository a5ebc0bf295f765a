#include "lab/simulate.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace lab {
namespace {

using Clock = std::chrono::steady_clock;

// So small that all threads end together, so large that they rarely meet.
constexpr uint64_t kChunk = 16;

// Counts what happens in one game after the other.
class EventCounter final : public GameWatcher {
 public:
  explicit EventCounter(EventCounts& counts) : counts_(counts) {}
  bool wants_events() const override { return true; }
  void happened(const std::vector<engine::Event>& events) override { counts_.tell(events); }

 private:
  EventCounts& counts_;
};

// Hands out chunks of games to threads, and takes what they bring in the order of the games.
class Farm {
 public:
  Farm(const SimulationSpec& spec, const std::atomic<bool>& stop, const EachGame& each,
       Simulation& out)
      : spec_(spec), stop_(stop), each_(each), out_(out), event_counts_(spec.game->spec()) {}

  void run(const std::function<void(uint64_t)>& progress) {
    const uint64_t chunks = spec_.games / kChunk + (spec_.games % kChunk != 0 ? 1 : 0);
    const uint64_t wanted = spec_.threads > 0 ? static_cast<uint64_t>(spec_.threads)
                                              : std::max(1u, std::thread::hardware_concurrency());
    working_ = static_cast<int>(std::min(wanted, chunks));
    std::vector<std::thread> threads;
    for (int i = working_; i > 0; --i) threads.emplace_back([this] { work(); });
    watch(progress);
    for (std::thread& thread : threads) thread.join();
    for (const auto& [begin, games] : waiting_) take(games);
    if (progress) progress(done_);
    if (spec_.event_counts) out_.event_counts = std::move(event_counts_);
  }

 private:
  // Who is far ahead of a game that takes long waits for it: so what waits in line has a bound.
  static constexpr uint64_t kAhead = 4096 * kChunk;

  void work() {
    EventCounts seen(spec_.game->spec());
    EventCounter counter(seen);
    std::vector<GameResult> own;
    while (!stop_) {
      const uint64_t begin = next_.fetch_add(kChunk);
      if (begin >= spec_.games) break;
      const uint64_t end = std::min(begin + kChunk, spec_.games);
      own.clear();
      for (uint64_t i = begin; i < end && !stop_; ++i, ++done_) {
        own.push_back(*play_game(game_plan(spec_, i), spec_.event_counts ? &counter : nullptr));
        own.back().shift = static_cast<uint8_t>(shift_of(spec_, i));
        if (spec_.event_counts) seen.end_game(own.back().outcome);
      }
      deliver(begin, own);
    }
    const std::lock_guard lock(mutex_);
    event_counts_.add(seen);
    --working_;
    changed_.notify_all();
  }

  void deliver(uint64_t begin, const std::vector<GameResult>& games) {
    std::unique_lock lock(mutex_);
    while (!stop_ && begin >= taken_ + kAhead)
      changed_.wait_for(lock, std::chrono::milliseconds(100));
    waiting_.emplace(begin, games);
    while (!waiting_.empty() && waiting_.begin()->first == taken_) {
      take(waiting_.begin()->second);
      taken_ += kChunk;
      waiting_.erase(waiting_.begin());
    }
    changed_.notify_all();
  }

  void take(const std::vector<GameResult>& games) {
    for (const GameResult& game : games) {
      out_.totals.add(game.outcome, game.decisions, static_cast<int>(spec_.seats.size()),
                      game.shift);
      if (each_) each_(game);
    }
  }

  void watch(const std::function<void(uint64_t)>& progress) {
    using std::chrono::milliseconds;
    std::unique_lock lock(mutex_);
    Clock::time_point due = Clock::now() + milliseconds(100);
    while (!changed_.wait_until(lock, due, [this] { return working_ == 0; })) {
      due = Clock::now() + milliseconds(100);
      lock.unlock();
      if (progress) progress(done_);
      lock.lock();
    }
  }

  const SimulationSpec& spec_;
  const std::atomic<bool>& stop_;
  const EachGame& each_;
  std::atomic<uint64_t> next_{0};
  std::atomic<uint64_t> done_{0};
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  int working_ = 0;
  Simulation& out_;
  uint64_t taken_ = 0;                                   // games, all that came before
  std::map<uint64_t, std::vector<GameResult>> waiting_;  // chunks behind one that isn't finished
  EventCounts event_counts_;
};

}  // namespace

int shift_of(const SimulationSpec& spec, uint64_t index) {
  return spec.rotate ? static_cast<int>(index % spec.seats.size()) : 0;
}

const bots::BotSpec& bot_at(const SimulationSpec& spec, int shift, int seat) {
  const int seats = static_cast<int>(spec.seats.size());
  return spec.seats[static_cast<size_t>((seat - shift + seats) % seats)];
}

GamePlan game_plan(const SimulationSpec& spec, uint64_t index) {
  GamePlan plan{spec.game, spec.edition, spec.variants, {}, {}, spec.seed + index};
  for (size_t seat = 0; seat < spec.seats.size(); ++seat) {
    plan.seats.push_back(bot_at(spec, shift_of(spec, index), static_cast<int>(seat)));
  }
  return plan;
}

Simulation simulate(const SimulationSpec& spec, const std::atomic<bool>& stop,
                    const std::function<void(uint64_t done)>& progress, const EachGame& each) {
  Simulation simulation;
  simulation.spec = spec;
  if (simulation.spec.edition == nullptr) simulation.spec.edition = spec.game->default_edition();
  const Clock::time_point begin = Clock::now();
  Farm(simulation.spec, stop, each, simulation).run(progress);
  simulation.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return simulation;
}

}  // namespace lab
