// A thread that reads, one thing after the other, so that whoever asked can serve others meanwhile.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace store {

class ReadThread {
 public:
  ReadThread() : thread_([this] { read_on(); }) {}
  ReadThread(const ReadThread&) = delete;
  ReadThread& operator=(const ReadThread&) = delete;
  // Lets go of what has not begun.
  ~ReadThread() { stop(); }
  void stop() {
    {
      const std::lock_guard guard(mutex_);
      stop_ = true;
      jobs_.clear();
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  void submit(std::function<void()> job) {
    {
      const std::lock_guard guard(mutex_);
      jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
  }

 private:
  void read_on() {
    std::unique_lock guard(mutex_);
    while (true) {
      wake_.wait(guard, [this] { return stop_ || !jobs_.empty(); });
      if (stop_) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      guard.unlock();
      job();
      guard.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace store
