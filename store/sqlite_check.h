// Is the file sound? Looks at its pages, at every checksum, and at the lists of the tables as the
// server would read them.
#pragma once

#include <chrono>

#include "store/check.h"
#include "store/sqlite_statement.h"

namespace store {

// The pages of a file of moderate size, and as many of the newest entries as the time allows.
Check check_quickly(sqlite3* db, std::chrono::milliseconds time);
Check check_whole(sqlite3* db);

}  // namespace store
