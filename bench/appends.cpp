// Durable appends a second, of a file or a PostgreSQL database: so many tables, each of which asks
// for the next entry when it has the last. Run by tools/appends.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bench/database_cpu.h"
#include "store/open.h"

namespace {

using Clock = std::chrono::steady_clock;

double own_cpu() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

class Load {
 public:
  Load(store::Store& store, int tables, const std::string& prefix) : store_(store) {
    begun_ = Clock::now();
    for (int i = 0; i < tables; ++i) write(prefix + std::to_string(i) + store_.ending(), 0);
  }
  void stop() {
    std::unique_lock guard(mutex_);
    stop_ = true;
    while (writing_ > 0) {
      guard.unlock();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      guard.lock();
    }
    std::sort(times_.begin(), times_.end());
  }
  size_t done() const { return times_.size(); }
  int failed() const { return failed_; }
  double rate() const {
    return static_cast<double>(times_.size()) /
           std::chrono::duration<double>(Clock::now() - begun_).count();
  }
  double quantile(double part) const {
    if (times_.empty()) return 0;
    return times_[static_cast<size_t>(part * static_cast<double>(times_.size() - 1))];
  }

 private:
  void write(const std::string& table, int64_t after) {
    {
      const std::lock_guard guard(mutex_);
      if (stop_) return;
      ++writing_;
    }
    // As long as an action with its fingerprint.
    store_.append(table, after, {{1, "act s1 - 0 p 0 - take 3 from barrel 2 #0123456789abcdef"}},
                  std::nullopt,
                  [this, table, after, at = Clock::now()](const store::Result& result) {
                    const bool done = result.outcome == store::Outcome::kDone;
                    {
                      const std::lock_guard guard(mutex_);
                      --writing_;
                      failed_ += done ? 0 : 1;
                      const std::chrono::duration<double, std::milli> time = Clock::now() - at;
                      if (done) times_.push_back(time.count());
                    }
                    if (done) write(table, after + 1);
                  });
  }

  store::Store& store_;
  Clock::time_point begun_;
  std::mutex mutex_;
  std::vector<double> times_;
  int failed_ = 0;
  int writing_ = 0;
  bool stop_ = false;
};

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    std::fputs("usage: appends FILE|ADDRESS SECONDS [PROCESS-OF-THE-DATABASE,…]\n", stderr);
    return 2;
  }
  store::OpenOptions options;
  options.data = words[1];
  const std::string postmaster = count > 3 ? words[3] : "";
  const store::Opened opened = store::open(options);
  if (opened.store == nullptr) {
    std::fprintf(stderr, "%s\n", opened.problem.c_str());
    return 1;
  }
  for (const int tables : {1, 16, 256}) {
    const double own = own_cpu();
    const double database = bench::database_cpu(postmaster);
    Load load(*opened.store, tables, fmt::format("{}x", tables));
    std::this_thread::sleep_for(std::chrono::duration<double>(std::atof(words[2])));
    const double rate = load.rate();
    load.stop();
    const double each = 1e6 / static_cast<double>(std::max<size_t>(load.done(), 1));
    fmt::print(
        "{:>3} waiting: {:>7.0f} appends/s, p50 {:.2f} ms, p99 {:.2f} ms, cpu per append: "
        "{:.1f} us here, {:.1f} us in the database; {} failed\n",
        tables, rate, load.quantile(0.5), load.quantile(0.99), (own_cpu() - own) * each,
        (bench::database_cpu(postmaster) - database) * each, load.failed());
  }
}
