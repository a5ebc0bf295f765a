// The two clocks of a hub (Settings::now, Settings::steady), in milliseconds, where the system has
// some.
#pragma once

#include <chrono>
#include <cstdint>

namespace server {

inline int64_t system_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Begins with the time of day, for whoever reads it in a log, and then only grows: neither a person
// nor the network that sets the clock of the system takes time from players.
inline int64_t steady_now() {
  using std::chrono::steady_clock;
  static const int64_t begun = system_now();
  static const steady_clock::time_point at = steady_clock::now();
  return begun +
         std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - at).count();
}

}  // namespace server
