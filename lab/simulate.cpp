#include "lab/simulate.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
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

// Hands out chunks of games to threads and puts the results back in order.
class Farm {
 public:
  Farm(const SimulationSpec& spec, const std::atomic<bool>& stop)
      : spec_(spec), stop_(stop), event_counts_(spec.game->spec()) {}

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
    EventCounts seen(spec_.game->spec());
    EventCounter counter(seen);
    while (!stop_) {
      const uint64_t begin = next_.fetch_add(kChunk);
      if (begin >= spec_.games) break;
      const uint64_t end = std::min(begin + kChunk, spec_.games);
      for (uint64_t i = begin; i < end && !stop_; ++i, ++done_) {
        own.push_back(*play_game(game_plan(spec_, i), spec_.event_counts ? &counter : nullptr));
        own.back().shift = static_cast<uint8_t>(shift_of(spec_, i));
        if (spec_.event_counts) seen.end_game(own.back().outcome);
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
  const std::atomic<bool>& stop_;
  std::atomic<uint64_t> next_{0};
  std::atomic<uint64_t> done_{0};
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  int working_ = 0;
  std::vector<GameResult> results_;
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
                    const std::function<void(uint64_t done)>& progress) {
  Simulation simulation;
  simulation.spec = spec;
  if (simulation.spec.edition == nullptr) simulation.spec.edition = spec.game->default_edition();
  const Clock::time_point begin = Clock::now();
  Farm(simulation.spec, stop).run(progress, simulation);
  simulation.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return simulation;
}

}  // namespace lab
