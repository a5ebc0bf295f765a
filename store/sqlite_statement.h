// The little of SQLite's C interface that the store uses, with owners.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace store {

struct CloseDatabase {
  void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

inline constexpr int kBusyTimeout = 5000;  // milliseconds that one waits for another's lock

// Runs statements that need no values and give no rows.
inline bool run_sql(sqlite3* db, const char* sql) {
  return sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}

// One prepared statement, used again and again:  statement.bind(a, b); while (statement.row()) ...
class Statement {
 public:
  Statement(sqlite3* db, const char* sql) {
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr) !=
        SQLITE_OK) {
      statement_ = nullptr;
    }
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  bool ready() const { return statement_ != nullptr; }

  // Binds from the first parameter on. Texts must live until the statement has run.
  template <class... Values>
  Statement& bind(const Values&... values) {
    sqlite3_reset(statement_);
    int at = 0;
    (bind_one(++at, values), ...);
    return *this;
  }
  // Runs to the next row; false at the end or on an error (see failed()).
  bool row() {
    result_ = statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_);
    if (result_ != SQLITE_ROW) sqlite3_reset(statement_);
    return result_ == SQLITE_ROW;
  }
  bool run() {
    while (row()) {
    }
    return !failed();
  }
  bool failed() const { return result_ != SQLITE_ROW && result_ != SQLITE_DONE; }
  // Failed because what is in the file makes no sense: what else is in it may still be sound.
  bool damaged() const { return result_ == SQLITE_CORRUPT || result_ == SQLITE_NOTADB; }
  void reset() { sqlite3_reset(statement_); }

  bool null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  std::string text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return bytes == nullptr
               ? std::string()
               : std::string(bytes, static_cast<size_t>(sqlite3_column_bytes(statement_, column)));
  }

 private:
  void bind_one(int at, int64_t value) { sqlite3_bind_int64(statement_, at, value); }
  void bind_one(int at, int value) { sqlite3_bind_int64(statement_, at, value); }
  void bind_one(int at, bool value) { sqlite3_bind_int64(statement_, at, value ? 1 : 0); }
  void bind_one(int at, std::string_view value) {
    sqlite3_bind_text(statement_, at, value.data(), static_cast<int>(value.size()), SQLITE_STATIC);
  }

  sqlite3_stmt* statement_ = nullptr;
  int result_ = SQLITE_OK;
};

// The one number that a query gives. nullopt: none, or it could not be read.
inline std::optional<int64_t> query_number(sqlite3* db, const char* sql) {
  Statement statement(db, sql);
  return statement.bind().row() && !statement.null(0) ? std::optional(statement.integer(0))
                                                      : std::nullopt;
}

}  // namespace store
