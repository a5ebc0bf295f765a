// The file itself: who has it, and a connection to it.
#pragma once

#include <string>

#include "store/sqlite_statement.h"

namespace store {

// One server a file. A lock of its own beside it: SQLite's own locks are for single transactions.
class FileLock {
 public:
  explicit FileLock(const std::string& file);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();
  const std::string& problem() const { return problem_; }  // empty: it is ours

 private:
  int fd_;
  std::string problem_;
};

// For as long as it lives, the files this process makes are its owner's alone: they hold secrets.
class OwnFiles {
 public:
  OwnFiles();
  OwnFiles(const OwnFiles&) = delete;
  OwnFiles& operator=(const OwnFiles&) = delete;
  ~OwnFiles();

 private:
  unsigned before_;
};

enum class OpenAs : uint8_t { kReader, kWriter, kMaker };  // a maker makes it when it isn't there

// nullptr: `problem` says why. `vfs`: SQLite's name for a file system; empty: the usual one.
Database open_database(const std::string& file, OpenAs as, const std::string& vfs,
                       std::string& problem);

int64_t size_of(const std::string& path);  // bytes; 0 when there is no such file

}  // namespace store
