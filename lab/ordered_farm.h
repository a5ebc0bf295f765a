// Hands numbered jobs to threads, and to helpers elsewhere where there are some, and passes on what
// they bring, in the order of the jobs: so whatever is made of it is the same with any number of
// them.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace lab {

// 0: one for each core.
inline int thread_count(int wanted) {
  return wanted > 0 ? wanted : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

template <class Result>
class OrderedFarm {
 public:
  // Does a job, on any thread; nothing: it was given up, since `give_up` was set on the way.
  using Work = std::function<std::optional<Result>(uint64_t job, const std::atomic<bool>& give_up)>;
  // The next job's result, whatever thread it is from. No two at the same time. False: enough.
  using Take = std::function<bool(Result& result)>;
  // About ten times a second, from the thread that called; never while `take` runs.
  using Progress = std::function<void()>;

  // Jobs that are done elsewhere. Called again and again from the thread that called run(), and
  // waits for a moment each time: takes jobs with next(), and brings what came of them with
  // bring() or put_back().
  using Elsewhere = std::function<void(OrderedFarm& farm)>;

  OrderedFarm(Work work, Take take, Progress progress, Elsewhere elsewhere = nullptr)
      : do_(std::move(work)),
        take_(std::move(take)),
        progress_(std::move(progress)),
        elsewhere_(std::move(elsewhere)) {}

  // Until all jobs are done, `take` has enough or `stop` is set; then open jobs are given up.
  void run(uint64_t jobs, int threads, const std::atomic<bool>& stop) {
    end_ = jobs;
    give_up_ = stop.load();
    working_ = std::min(static_cast<uint64_t>(thread_count(threads)), jobs);
    std::vector<std::thread> all;
    for (uint64_t i = working_; i > 0; --i) all.emplace_back([this] { work(); });
    look_on(stop);
    for (std::thread& thread : all) thread.join();
  }

  // A job for somebody else. None: they are all given out, or so many are open that another would
  // only wait in line.
  std::optional<uint64_t> next() {
    const std::lock_guard lock(mutex_);
    if (give_up_) return std::nullopt;
    if (!returned_.empty()) return returned();
    if (next_ >= end_ || next_ >= passed_on_ + kAhead) return std::nullopt;
    return next_++;
  }
  // What came of it. REQUIRES: of a job that was taken and neither brought nor put back.
  void bring(uint64_t job, Result result) { pass_on(job, std::move(result)); }
  // Somebody else is to do it.
  void put_back(uint64_t job) {
    const std::lock_guard lock(mutex_);
    returned_.push_back(job);
    changed_.notify_all();
  }

 private:
  // Who is far ahead of a job that takes long waits for it: so what waits in line has a bound.
  static constexpr uint64_t kAhead = 1024;

  // REQUIRES: the lock.
  uint64_t returned() {
    const auto first = std::ranges::min_element(returned_);
    const uint64_t job = *first;
    returned_.erase(first);
    return job;
  }

  void work() {
    while (const std::optional<uint64_t> job = own()) {
      std::optional<Result> result = do_(*job, give_up_);
      if (!result) break;
      pass_on(*job, std::move(*result));
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  // A job for one of our threads, which wait for what may yet be put back.
  std::optional<uint64_t> own() {
    std::unique_lock lock(mutex_);
    while (!give_up_ && passed_on_ < end_) {
      if (!returned_.empty()) return returned();
      if (next_ < end_ && next_ < passed_on_ + kAhead) return next_++;
      if (next_ >= end_ && !elsewhere_) break;
      changed_.wait_for(lock, std::chrono::milliseconds(100));
    }
    return std::nullopt;
  }

  void pass_on(uint64_t job, Result result) {
    const std::lock_guard lock(mutex_);
    const bool full = next_ >= passed_on_ + kAhead;
    waiting_.emplace(job, std::move(result));
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == passed_on_;
         first = waiting_.erase(first), ++passed_on_) {
      if (enough_) continue;
      enough_ = !take_(first->second);
      if (enough_) give_up_ = true;
    }
    if (full || passed_on_ == end_ || give_up_) changed_.notify_all();
  }

  void look_on(const std::atomic<bool>& stop) {
    std::unique_lock lock(mutex_);
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kPause{100};
    Clock::time_point due = Clock::now() + kPause;
    while (working_ != 0) {
      if (elsewhere_ && !give_up_) {
        lock.unlock();
        elsewhere_(*this);
        lock.lock();
      } else {
        changed_.wait_until(lock, due);
      }
      if (working_ == 0 || Clock::now() < due) continue;
      due = Clock::now() + kPause;
      if (progress_) progress_();
      if (stop) give_up_ = true;
    }
  }

  const Work do_;
  const Take take_;
  const Progress progress_;
  const Elsewhere elsewhere_;
  uint64_t end_ = 0;
  std::atomic<bool> give_up_{false};  // open jobs as well
  std::mutex mutex_;                  // guards what follows
  std::condition_variable changed_;
  uint64_t next_ = 0;               // the first that nobody has
  std::vector<uint64_t> returned_;  // those that somebody had who is gone
  uint64_t working_ = 0;
  uint64_t passed_on_ = 0;
  bool enough_ = false;
  std::map<uint64_t, Result> waiting_;
};

}  // namespace lab
