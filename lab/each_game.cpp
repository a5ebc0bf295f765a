#include "lab/each_game.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace lab {

void each_game(uint64_t games, int threads, const std::atomic<bool>& stop,
               const std::function<void(uint64_t done)>& progress,
               const std::function<void(uint64_t game)>& play) {
  const int wanted =
      threads > 0 ? threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::atomic<uint64_t> next{0};
  std::atomic<uint64_t> done{0};
  std::mutex mutex;
  std::condition_variable ended;
  int working = wanted;
  std::vector<std::thread> crew;
  for (int i = 0; i < wanted; ++i) {
    crew.emplace_back([&] {
      for (uint64_t game = next++; game < games && !stop; game = next++) {
        play(game);
        ++done;
      }
      const std::lock_guard lock(mutex);
      if (--working == 0) ended.notify_one();
    });
  }
  const auto all_ended = [&] { return working == 0; };
  for (std::unique_lock lock(mutex);
       !ended.wait_for(lock, std::chrono::milliseconds(100), all_ended);) {
    if (progress) progress(done);
  }
  if (progress) progress(done);
  for (std::thread& one : crew) one.join();
}

}  // namespace lab
