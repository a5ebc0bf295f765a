// Is the file sound? Looks at its pages, at every checksum, and at the lists of the tables as the
// server would read them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "store/sqlite_statement.h"

namespace store {

struct Problem {
  std::string table;  // empty: of the file, or of nobody knows whom
  std::string what;
};

struct Check {
  bool whole = false;   // everything was looked at
  int64_t entries = 0;  // whose checksums were looked at
  int64_t tables = 0;
  std::vector<Problem> problems;  // of each table the first
};

// The pages of a file of moderate size, and as many of the newest entries as the time allows.
Check check_quickly(sqlite3* db, std::chrono::milliseconds time);
Check check_whole(sqlite3* db);

}  // namespace store
