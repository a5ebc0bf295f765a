// A program that was started to talk with: a line there, a line back.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "engine/error.h"

namespace outside {

class Child {
 public:
  // Started by the shell, in a process group of its own: Ctrl-C at a terminal is not for it. What
  // it writes to standard error is seen as ours; of what else is open here it has nothing.
  // `give_up`: once it is true, nothing waits for it any more.
  static engine::Result<std::unique_ptr<Child>> start(const std::string& command,
                                                      const std::atomic<bool>* give_up = nullptr);

  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // Its input ends. If it doesn't within a moment, it is killed, with all it has started.
  ~Child();

  using Clock = std::chrono::steady_clock;
  // `line` without its end. Errors say what happened: it has ended, or it doesn't read.
  engine::Error write_line(std::string_view line, Clock::time_point until);
  // Errors: it has ended, or there is no whole line in time, or one that is far too long.
  engine::Result<std::string> read_line(Clock::time_point until);

 private:
  Child(pid_t process, int socket, const std::atomic<bool>* give_up)
      : process_(process), socket_(socket), give_up_(give_up) {}
  // Waits for the socket to be ready; an error when it is too late.
  engine::Error wait_for(short what, Clock::time_point until) const;

  pid_t process_;
  int socket_;
  const std::atomic<bool>* give_up_;
  std::string buffer_;
};

}  // namespace outside
