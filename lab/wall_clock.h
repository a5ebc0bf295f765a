#pragma once

#include <chrono>

namespace lab {

// Seconds since some moment.
inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace lab
