// Summaries in the file: what lists of tables show.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite_statement.h"
#include "store/store.h"

namespace store {

class SummaryWriter {
 public:
  explicit SummaryWriter(sqlite3* db);
  bool put(const Summary& summary);

 private:
  Statement put_, clear_sitters_, add_sitter_;
};

// What is damaged is left out. nullopt: it could not be read for another reason.
class SummaryReader {
 public:
  explicit SummaryReader(sqlite3* db);
  std::optional<std::vector<Summary>> listed(int limit);
  std::optional<std::vector<Summary>> of_person(std::string_view person, int limit);
  std::optional<std::vector<std::string>> clocked();
  std::optional<std::vector<Summary>> finished(std::string_view person,
                                               const std::optional<Behind>& behind, int limit);
  // All of them, for checks: each, and whether it agrees with its checksum. False: damaged within.
  bool each(const std::function<void(const Summary&, bool sound)>& visit);

 private:
  struct Read {
    Summary summary;
    bool sound = true;
  };
  std::optional<Read> read(Statement& statement);
  std::optional<std::vector<Summary>> list(Statement& statement);

  Statement listed_, of_person_, finished_, all_, sitters_, clocked_;
};

}  // namespace store
