// Reading from PostgreSQL, through a connection of its own that is opened again when it is lost.
// Where others have to be served by who reads, a database that does not answer is not asked again
// until somebody else has heard of it.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/check.h"
#include "store/postgres_connection.h"
#include "store/store.h"

namespace store {

class PostgresReader {
 public:
  // `answers`: set to false when the database does not; whoever finds that it does sets it again,
  // and until then all reading fails at once. nullptr: each read tries.
  PostgresReader(const std::string& address, const std::string& name,
                 std::chrono::milliseconds patience, std::atomic<bool>* answers);

  Loaded load(std::string_view table, int64_t after = 0);
  std::optional<std::vector<Summary>> listed(int limit);
  std::optional<std::vector<Summary>> of_person(std::string_view person, int limit);
  std::optional<std::vector<std::string>> clocked();
  std::optional<std::vector<Summary>> finished(std::string_view person,
                                               const std::optional<Behind>& behind, int limit);
  std::optional<Person> person(std::string_view id);
  std::optional<Person> person_of_device(std::string_view token);
  std::optional<Device> device(std::string_view token);
  std::optional<std::vector<Device>> devices_of(std::string_view person);
  std::optional<std::vector<std::string>> blocked_by(std::string_view person);
  std::optional<std::vector<Mute>> mutes();
  std::optional<std::vector<Address>> addresses();
  std::optional<std::vector<Notice>> notices();

 private:
  // nullopt: it could not be read; `state_` and `problem_` say why.
  std::optional<Rows> read(const Sql& sql, const Values& values);
  std::optional<std::vector<Summary>> list(const Sql& sql, const Values& values);
  template <class Item, class Make>
  std::optional<std::vector<Item>> all(const Sql& sql, const Values& values, Make make);

  Connection::Options options_;
  std::unique_ptr<Connection> connection_;
  std::chrono::milliseconds patience_;
  std::atomic<bool>* answers_;
  std::string state_, problem_;
};

// A table's row, with what lists show of it.
struct TableRow {
  std::string id;
  int64_t n = 0;
  std::optional<Summary> summary;  // none: in no list
  bool sound = true;               // the summary agrees with its checksum
};
// Of a statement that selects all of `summary`. Here so many after one at a time:
inline constexpr Sql kTablePage{"table_page",
                                "select * from summary where id > $1 order by id limit 1000"};
// And entries: table, n, at, sum, text.
inline constexpr Sql kEntryPage{
    "entry_page",
    "select tbl, n, at, sum, text from entry where (tbl, n) > ($1, $2::bigint) "
    "order by tbl, n limit 5000"};
TableRow table_row(const Rows& rows, int row);
Device device_row(const Rows& rows, int row);
Address address_row(const Rows& rows, int row);
Notice notice_row(const Rows& rows, int row);

// What kind of error it is: what is kept makes no sense.
bool is_damage(std::string_view state);
// The value can't be a text of the database: nothing of the kind is in it.
bool is_no_text(std::string_view state);

}  // namespace store
