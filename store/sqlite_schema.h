// What is in the file, and how it comes to be.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>

namespace store {

// Sets the connection up for writing, and makes the tables of a new file or of an older version's.
// What is wrong, or nothing. `max_pages`: the file may not grow beyond (0: as it likes).
std::string prepare(sqlite3* db, int64_t max_pages);

// What keeps a file from being read as it is, or nothing. `older_too`: of any version up to ours.
std::string check_schema(sqlite3* db, bool older_too = false);

}  // namespace store
