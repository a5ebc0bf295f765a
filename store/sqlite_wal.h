// Keeps the write-ahead log short while the store is open: moves what is in it to the file, and
// starts it over. Copying takes long and happens on a thread of its own, beside the writer;
// starting over needs the writer to hold still, so under load the writer itself does it between two
// commits, when next to nothing is left to copy. When nobody writes, the log is cut to nothing.
//
// Once the file could not be synced the log is all there is. What SQLite copied while a commit came
// in between it counts as copied without a sync, until a later copying syncs it; but after a sync
// that failed the system may have dropped those pages and counts them as written. So nothing is
// copied any more and the log goes on growing: whoever opens the file next copies all of it anew.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "store/sqlite_statement.h"

namespace store {

struct WalBounds {
  int pages = 1000;                       // from here on the copying begins at once
  int most_pages = 8000;                  // the writer waits for the copying; 32 MB
  std::chrono::milliseconds every{4000};  // otherwise; copying slows down the syncs beside it
};

class WalKeeper {
 public:
  // `db` is a connection of its own. `tell`: what goes wrong, for the log; from either thread.
  WalKeeper(Database db, const WalBounds& bounds, std::function<void(const std::string&)> tell);
  WalKeeper(const WalKeeper&) = delete;
  WalKeeper& operator=(const WalKeeper&) = delete;
  ~WalKeeper();

  // The writer's connection, which reports each of its commits from now on.
  void watch(sqlite3* writer);
  // Called by the writer between two commits. `failed`: the last one failed, perhaps for want of
  // the space that the log takes.
  void between_commits(bool failed);

  // Ends its thread. Nothing is copied from now on.
  void stop();
  // The file could not be synced: the log must not be copied and removed at closing, either.
  bool given_up() const { return given_up_; }

  uint64_t checkpoints() const { return checkpoints_; }
  uint64_t failures() const { return failures_; }

 private:
  struct Progress {
    bool done = false;
    int in_log = 0;  // pages
    int left = 0;    // of those, not copied yet
  };
  Progress checkpoint(sqlite3* db, int mode);
  void keep_on();
  void copy_beside_the_writer(bool idle);

  Database db_;
  WalBounds bounds_;
  std::function<void(const std::string&)> tell_;
  sqlite3* writer_ = nullptr;
  std::atomic<int> pages_{0};           // in the log after the last commit
  std::atomic<bool> caught_up_{false};  // starting over would take a moment
  int next_try_ = 0;                    // pages: after a failure the writer waits a while
  std::atomic<uint64_t> commits_{0};
  std::atomic<uint64_t> checkpoints_{0};
  std::atomic<uint64_t> failures_{0};
  std::mutex copying_;  // by one at a time, and nobody after a failure that isn't known yet
  std::atomic<bool> given_up_{false};

  std::mutex mutex_;
  std::condition_variable wake_;
  bool wanted_ = false;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace store
