// Workers that are threads. Where the processor has not enough for all, the home thread, which
// everybody's requests go through, comes before them.
#pragma once

#include <sys/resource.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "server/context.h"

namespace server {

class Threads final : public Workers {
 public:
  static constexpr int kNicer = 5;
  // `nicer`: so much they come after others.
  explicit Threads(int count, int nicer = kNicer) {
    for (int i = 0; i < count; ++i) threads_.emplace_back([this, nicer] { work(nicer); });
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  // Lets go of what has not begun.
  ~Threads() override {
    {
      const std::lock_guard guard(mutex_);
      stop_ = true;
      jobs_.clear();
      later_.clear();
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  int count() const override { return static_cast<int>(threads_.size()); }
  void submit(std::function<void()> job) override { add(jobs_, std::move(job)); }
  void submit_later(std::function<void()> job) override { add(later_, std::move(job)); }

 private:
  using Jobs = std::deque<std::function<void()>>;
  void add(Jobs& jobs, std::function<void()> job) {
    {
      const std::lock_guard guard(mutex_);
      jobs.push_back(std::move(job));
    }
    wake_.notify_one();
  }
  void work(int nicer) {
    // Of this thread alone, as Linux has it; where that can't be, they are all alike.
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, nicer));
    std::unique_lock guard(mutex_);
    while (true) {
      wake_.wait(guard, [this] { return stop_ || !jobs_.empty() || !later_.empty(); });
      if (stop_) return;
      Jobs& jobs = jobs_.empty() ? later_ : jobs_;
      std::function<void()> job = std::move(jobs.front());
      jobs.pop_front();
      guard.unlock();
      job();
      guard.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  Jobs jobs_, later_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

inline Helpers on_threads(int count) {
  Helpers helpers{std::make_unique<Threads>(count), nullptr};
  helpers.thinking = std::make_unique<ThinkingOnWorkers>(*helpers.workers);
  return helpers;
}

}  // namespace server
