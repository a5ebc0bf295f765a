// How far a long job is: a bar on a terminal, a plain line now and then anywhere else. Silent for
// what takes less than a second.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

namespace cli {

class Progress {
 public:
  // Seconds since some moment; tests have their own.
  using Clock = std::function<double()>;
  using Sink = std::function<void(const std::string&)>;

  // `what` is counted ("games"); writes to standard error.
  Progress(std::string what, uint64_t total);
  Progress(std::string what, uint64_t total, bool terminal, Clock clock, Sink sink);

  // `note` stands at the end: what is known so far.
  void update(uint64_t done, const std::string& note = "");
  // Wipes the bar away.
  void finish();

 private:
  std::string line(uint64_t done, double seconds) const;
  std::string bar(uint64_t done) const;

  std::string what_;
  uint64_t total_;
  bool terminal_;
  Clock clock_;
  Sink sink_;
  double start_;
  double last_shown_ = 0;
  bool shown_ = false;
};

// "12 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);
// "1234", "1.23 M".
std::string count_text(double count);

}  // namespace cli
