#include "store/postgres_check.h"

#include <functional>
#include <map>

#include "store/checksum.h"
#include "store/postgres_read.h"
#include "store/shards.h"

namespace store {
namespace {

bool take(const std::optional<Rows>& rows, const Connection& connection, Check& check) {
  if (rows && rows->well()) return true;
  check.problems.push_back({"", rows ? rows->problem() : connection.problem()});
  return false;
}

}  // namespace

Check check_whole(Connection& connection, Place place) {
  Check check;
  check.whole = true;
  std::string problem;
  if (!connection.prepare({kTablePage, kEntryPage}, problem) ||
      !(problem = connection.run("begin isolation level repeatable read read only")).empty()) {
    check.problems.push_back({"", problem});
    return check;
  }
  Blame blame(check);
  std::map<std::string, int64_t> ends;  // where each list should end
  for (std::string from;;) {
    const auto rows = connection.ask(kTablePage, Values::of(from));
    if (!take(rows, connection, check) || rows->size() == 0) break;
    for (int row = 0; row < rows->size(); ++row) {
      const TableRow table = table_row(*rows, row);
      ends[table.id] = table.n;
      if (table.summary) ++check.tables;  // a list without a summary is something else: an edition
      if (place_named(table.id, place.of) != place.number) {
        blame(table.id, "it lies in database " + std::to_string(place.number) +
                            ", where nobody looks for it");
      }
      if (!table.sound) blame(table.id, "its summary does not agree with its checksum");
      from = table.id;
    }
  }
  std::map<std::string, int64_t> found;
  std::string from;
  for (int64_t n = 0;;) {
    const auto rows = connection.ask(kEntryPage, Values::of(from, n));
    if (!take(rows, connection, check) || rows->size() == 0) break;
    for (int row = 0; row < rows->size(); ++row) {
      from = rows->text(row, 0);
      n = rows->integer(row, 1);
      ++check.entries;
      if (n != ++found[from]) {
        blame(from, "entry " + std::to_string(found[from]) + " is missing");
        found[from] = n;
      }
      const Entry entry{rows->integer(row, 2), rows->text(row, 4)};
      if (rows->integer(row, 3) != checksum_of(from, n, entry)) {
        blame(from, "entry " + std::to_string(n) + " does not agree with its checksum");
      }
    }
  }
  for (const auto& [table, last] : found) ends.try_emplace(table, 0);
  for (const auto& [table, last] : ends) {
    if (last == found[table]) continue;
    blame(table, "it has " + std::to_string(last) + " entries, but " +
                     std::to_string(found[table]) + " are found");
  }
  const auto strays = connection.ask_once(
      "select count(*) from device where person not in (select id from person)");
  if (take(strays, connection, check) && strays->integer(0, 0) > 0) {
    check.problems.push_back(
        {"", std::to_string(strays->integer(0, 0)) + " devices belong to nobody"});
  }
  connection.run("rollback");
  return check;
}

}  // namespace store
