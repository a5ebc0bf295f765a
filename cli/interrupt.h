// Ctrl-C asks a long job to stop, which then ends with what it has.
#pragma once

#include <atomic>
#include <csignal>

namespace cli {

// While there is one, Ctrl-C (and SIGTERM) only sets `asked()`; a second one ends the program as
// usual. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  const std::atomic<bool>& asked() const;

 private:
  struct sigaction before_int_{};
  struct sigaction before_term_{};
};

}  // namespace cli
