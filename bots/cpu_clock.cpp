#include "bots/cpu_clock.h"

#include <ctime>

namespace bots {

int64_t cpu_microseconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
#else
  timespec now{};
  timespec_get(&now, TIME_UTC);  // WebAssembly has one thread and no clock of its own
#endif
  return int64_t{1'000'000} * now.tv_sec + now.tv_nsec / 1000;
}

}  // namespace bots
