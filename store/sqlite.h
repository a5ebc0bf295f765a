// The store in one SQLite file. A writer thread collects what waits and commits it at once (group
// commit, WAL, synchronous=FULL): durable acknowledgements at the price of a fraction of a sync
// each.
#pragma once

#include <memory>
#include <string>

#include "store/open.h"
#include "store/sqlite_wal.h"
#include "store/store.h"

namespace store {

struct SqliteOptions {
  std::string file;
  Deliver deliver = [](const std::function<void()>& batch) { batch(); };
  // What goes wrong beside the requests, for the log. Called from threads of the store.
  std::function<void(const std::string&)> tell = [](const std::string&) {};
  WalBounds wal;
  // What is looked at when it is opened.
  bool check_whole = false;
  std::chrono::milliseconds check_for{1000};
  std::string vfs;        // SQLite's name for another file system; tests have one that fails
  int64_t max_pages = 0;  // 0: as large as the disk; tests fill a small one
};

// Refused when another process has the file open, or when it is of a newer schema.
Opened open_sqlite(const SqliteOptions& options);

}  // namespace store
