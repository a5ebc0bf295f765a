// Entries in the file: where the list of each table ends, and the way back through it.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite_statement.h"
#include "store/store.h"

namespace store {

// The last entry of a table: where it is, and its number. Zeros: there is none.
struct Last {
  int64_t id = 0;
  int64_t n = 0;
};
using LastOf = std::map<std::string, Last, std::less<>>;

// An entry as it lies in the file.
struct Row {
  int64_t id = 0;
  std::string table;
  int64_t n = 0;
  int64_t prev = 0;
  Entry entry;
  std::optional<int64_t> sum;
};
// Of a statement that selects kRowColumns.
inline constexpr const char* kRowColumns = "id, tbl, n, prev, at, text, sum";
Row row_of(const Statement& statement);

// What is wrong with the row itself, or nothing. `summed_after`: rows after this one have a
// checksum; those before are of a version that had none.
std::string problem_of(const Row& row, int64_t summed_after);
// The boundary as the file has it; 0, the strictest, when that can't be read.
int64_t summed_after(sqlite3* db);

// Visits the rows after `after` in their order. A part of the file that can't be read is left out.
struct Scan {
  bool failed = false;  // ended early: not for damage
  int holes = 0;        // places where rows are missing or can't be read
};
Scan scan_rows(sqlite3* db, int64_t after, const std::function<bool(const Row&)>& visit);

// What was written since `last` was brought up to date. nullopt: it could not be read.
struct Newer {
  LastOf tables;
  int64_t entries = 0;
  int holes = 0;  // of whose tables nothing is known
};
std::optional<Newer> find_newer(sqlite3* db);

// The last entries of those tables, for the thread that reads and the one that writes.
class Recent {
 public:
  explicit Recent(LastOf tables) : tables_(std::move(tables)) {}
  std::optional<Last> find(std::string_view table) const {
    const std::lock_guard guard(mutex_);
    const auto found = tables_.find(table);
    return found == tables_.end() ? std::nullopt : std::optional(found->second);
  }
  void put(const LastOf& tables) {
    const std::lock_guard guard(mutex_);
    for (const auto& [table, last] : tables) tables_.insert_or_assign(table, last);
  }
  std::vector<std::pair<std::string, Last>> all() const {
    const std::lock_guard guard(mutex_);
    return {tables_.begin(), tables_.end()};
  }
  void forget_up_to(int64_t id) {
    const std::lock_guard guard(mutex_);
    std::erase_if(tables_, [id](const auto& item) { return item.second.id <= id; });
  }

 private:
  mutable std::mutex mutex_;
  LastOf tables_;
};

// Finds the last entry of a table among those up to `indexed`.
class LastReader {
 public:
  explicit LastReader(sqlite3* db) : find_(db, "select id, n from last where tbl = ?1") {}
  // nullopt: it could not be read, perhaps for damage().
  std::optional<Last> find(std::string_view table);
  bool damaged() const { return find_.damaged(); }

 private:
  Statement find_;
};

// Loads tables, whole or what came last. Each step of the way back must lead to an earlier row with
// the number before, so that it ends, whatever is in the file.
class EntryReader {
 public:
  EntryReader(sqlite3* db, const Recent& recent);
  Loaded load(std::string_view table, int64_t after = 0);

 private:
  sqlite3* db_;
  const Recent& recent_;
  int64_t summed_after_;
  LastReader last_;
  Statement step_, summary_;
};

}  // namespace store
