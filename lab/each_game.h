// Games that are played apart from each other, on several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace lab {

// Calls `play` for 0, 1, 2 … once each, until all are done or `stop` is set. `threads` 0: all
// cores. `progress` is called about ten times a second, on the caller's thread, with how many are
// done.
void each_game(uint64_t games, int threads, const std::atomic<bool>& stop,
               const std::function<void(uint64_t done)>& progress,
               const std::function<void(uint64_t game)>& play);

}  // namespace lab
