#include "lab/each_game.h"

#include <algorithm>
#include <chrono>
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
  std::atomic<int> working{wanted};
  std::vector<std::thread> crew;
  for (int i = 0; i < wanted; ++i) {
    crew.emplace_back([&] {
      for (uint64_t game = next++; game < games && !stop; game = next++) {
        play(game);
        ++done;
      }
      --working;
    });
  }
  while (working > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (progress) progress(done);
  }
  for (std::thread& one : crew) one.join();
}

}  // namespace lab
