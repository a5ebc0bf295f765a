// Backups of the data file while the server runs, on a thread of their own: one now and then into a
// folder, of which the newest are kept. One that turns out damaged pushes none of the others out.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "server/log.h"

namespace server {

struct BackupOptions {
  std::string folder;  // empty: none are made
  std::chrono::milliseconds every = std::chrono::hours(24);
  int keep = 7;
};

struct BackupFigures {
  uint64_t made = 0;
  uint64_t failures = 0;  // not made, or of a damaged file
  int64_t last = 0;       // when the last sound one was made; seconds since 1970
};

class Backups {
 public:
  Backups(std::string file, BackupOptions options, const Log& log);
  Backups(const Backups&) = delete;
  Backups& operator=(const Backups&) = delete;
  ~Backups();  // breaks one off that is being made

  BackupFigures figures() const { return {made_, failures_, last_}; }

 private:
  void keep_on();
  bool back_up();
  void remove_old() const;
  std::chrono::milliseconds until_first() const;

  const std::string file_;
  const BackupOptions options_;
  const Log& log_;
  std::atomic<uint64_t> made_{0};
  std::atomic<uint64_t> failures_{0};
  std::atomic<int64_t> last_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread thread_;
};

}  // namespace server
