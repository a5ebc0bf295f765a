// `stamtafel worker`: thinks for the servers over the same database, and plays for studies that ask
// there. It takes tasks from their queue (store/work.h), reads the tables they are about, and puts
// the answers down there; it serves nobody, and appends nothing. It may be killed at any moment:
// what it had taken goes to others.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/editions.h"
#include "server/log.h"
#include "server/task.h"
#include "server/threads.h"
#include "store/work.h"

namespace server {

struct WorkerOptions {
  std::string data;  // postgresql://…
  int threads = 1;
  // Plays blocks of a study: its task, and the answer (none: it was given up). Not set: it plays
  // none.
  std::function<std::string(const std::string& task, const std::atomic<bool>& give_up)> study{};
};

class Worker {
 public:
  Worker(WorkerOptions options, const Log& log);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();

  // Opens the store; what went wrong, or empty. Belongs to one thread, together with run().
  std::string open();
  // Until stop().
  void run();
  // From any thread, and from a signal's handler.
  void stop();

  uint64_t done() const { return done_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Job {
    store::Work::Taken taken;
    AskedTask asked;
    std::shared_ptr<std::atomic<int>> progress;
  };
  // Something for the thread of run() to do.
  void post(std::function<void()> work);
  void do_posted();
  void beat();
  void take();
  void begin(const store::Work::Taken& taken);
  // Its table was read.
  void read(const std::shared_ptr<Job>& job, const store::Loaded& loaded);
  void think_over(const std::shared_ptr<Job>& job);
  void play(const std::shared_ptr<Job>& job);
  void answer(int64_t id, const std::string& text);
  static bool slow(const store::Work::Taken& taken);
  static bool of_study(const store::Work::Taken& taken);

  const WorkerOptions options_;
  const Log& log_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<store::Work> work_;
  std::unique_ptr<Editions> editions_;
  std::unordered_map<int64_t, std::shared_ptr<Job>> jobs_;
  Clock::time_point beaten_;
  bool reaches_ = true;
  std::atomic<uint64_t> done_{0};
  std::atomic<bool> stop_{false};
  int event_ = -1;  // wakes run()
  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;
  std::unique_ptr<Threads> players_;  // of studies, who come after all others
  std::unique_ptr<Threads> threads_;  // the first to go
};

}  // namespace server
