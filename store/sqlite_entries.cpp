#include "store/sqlite_entries.h"

#include <algorithm>
#include <limits>
#include <ranges>

#include "store/checksum.h"

namespace store {
namespace {

std::string select_rows(const char* rest) {
  return std::string("select ") + kRowColumns + " from entry where " + rest;
}

std::string name_of(int64_t n, int64_t id) {
  return "entry " + std::to_string(n) + " (row " + std::to_string(id) + ")";
}

// The way over rows that can't be read: a page holds a few dozen.
constexpr int64_t kStride = 8;
constexpr int kStrides = 300;
constexpr int kStrays = 10'000;  // rows out of their order: pages that lead in a circle have no end

}  // namespace

Row row_of(const Statement& statement) {
  Row row{statement.integer(0),
          statement.text(1),
          statement.integer(2),
          statement.integer(3),
          {statement.integer(4), statement.text(5)},
          std::nullopt};
  if (!statement.null(6)) row.sum = statement.integer(6);
  return row;
}

std::string problem_of(const Row& row, int64_t summed_after) {
  if (!row.sum) {
    return row.id > summed_after ? name_of(row.n, row.id) + " has lost its checksum" : "";
  }
  return *row.sum == checksum_of(row.table, row.n, row.entry)
             ? ""
             : name_of(row.n, row.id) + " does not agree with its checksum";
}

int64_t summed_after(sqlite3* db) {
  Statement statement(db, "select after, sum from summed");
  if (!statement.bind().row()) return 0;
  const int64_t after = statement.integer(0);
  return statement.integer(1) == Checksum().add(after).value() ? after : 0;
}

Scan scan_rows(sqlite3* db, int64_t after, const std::function<bool(const Row&)>& visit) {
  // A number beyond the last one is damaged, and must not hide those between.
  const int64_t last =
      query_number(db, "select max(id) from entry").value_or(std::numeric_limits<int64_t>::max());
  Statement up(db, select_rows("id > ?1 order by id").c_str());
  Statement down(db, select_rows("id > ?1 and id < ?2 order by id desc").c_str());
  Scan scan;
  int64_t at = after;  // all up to here has been visited, or given up
  int strays = 0;
  up.bind(at);
  while (true) {
    while (strays < kStrays && up.row()) {
      if (const Row row = row_of(up); row.id > at && row.id <= last) {
        at = row.id;
        if (!visit(row)) return scan;
      } else {
        ++scan.holes;
        ++strays;
      }
    }
    if (strays < kStrays && !up.failed()) return scan;
    scan.failed = strays < kStrays && !up.damaged();
    if (scan.failed) return scan;
    ++scan.holes;
    strays = 0;
    // Beyond the hole, then back to its other edge.
    int64_t beyond = at;
    int64_t edge = 0;
    for (int i = 1; i <= kStrides && edge == 0; ++i) {
      beyond += kStride * i;
      const bool found = up.bind(beyond).row();
      if (found && up.integer(0) > beyond) edge = up.integer(0);
      if (!found && !up.failed()) break;  // nothing behind it
    }
    std::vector<Row> back;
    down.bind(at, edge == 0 ? beyond + 1 : edge);
    while (down.row()) {
      Row row = row_of(down);
      if (row.id <= at || (!back.empty() && row.id >= back.back().id)) break;
      back.push_back(std::move(row));
    }
    down.reset();
    for (const Row& row : std::views::reverse(back)) {
      if (!visit(row)) return scan;
    }
    if (edge == 0) return scan;
    at = edge - 1;
    up.bind(at);
  }
}

std::optional<Newer> find_newer(sqlite3* db) {
  // Without a boundary every row counts as new: slow, and right.
  const int64_t indexed = query_number(db, "select id from indexed").value_or(0);
  Newer newer;
  const int64_t summed = summed_after(db);
  Statement before(db, "select tbl, n from entry where id = ?1");
  int64_t expected = indexed + 1;
  const Scan scan = scan_rows(db, indexed, [&](const Row& row) {
    if (row.id != expected) ++newer.holes;  // nothing is ever taken out here
    expected = row.id + 1;
    ++newer.entries;
    newer.tables[row.table] = {row.id, row.n};
    // Whose it is may be what is damaged: the table of the one before must not seem to end there.
    if (!problem_of(row, summed).empty() && before.bind(row.prev).row()) {
      newer.tables[before.text(0)] = {row.id, before.integer(1) + 1};
    }
    return true;
  });
  if (scan.failed) return std::nullopt;
  newer.holes = std::max(newer.holes, scan.holes);
  return newer;
}

std::optional<Last> LastReader::find(std::string_view table) {
  Last last;
  find_.bind(table);
  if (find_.row()) last = {find_.integer(0), find_.integer(1)};
  find_.reset();
  return find_.failed() ? std::nullopt : std::optional(last);
}

EntryReader::EntryReader(sqlite3* db, const Recent& recent)
    : db_(db),
      recent_(recent),
      summed_after_(summed_after(db)),
      last_(db),
      step_(db, select_rows("id = ?1").c_str()),
      summary_(db, "select 1 from summary where tbl = ?1") {}

Loaded EntryReader::load(std::string_view table, int64_t after) {
  const auto damaged = [](std::string problem) {
    return Loaded{Loaded::Is::kDamaged, {}, std::move(problem)};
  };
  const auto failed = [&](bool by_damage, const std::string& where) {
    const std::string problem = where + ": " + sqlite3_errmsg(db_);
    return by_damage ? damaged(problem) : Loaded{Loaded::Is::kUnreadable, {}, problem};
  };
  std::optional<Last> last = recent_.find(table);
  if (!last) last = last_.find(table);
  if (!last) return failed(last_.damaged(), "where its entries end");
  if (last->id == 0) {
    const bool listed = summary_.bind(table).row();
    summary_.reset();
    if (summary_.failed()) return failed(summary_.damaged(), "its summary");
    return listed ? damaged("its entries are lost") : Loaded{};
  }

  Loaded loaded{Loaded::Is::kEntries, {}, {}};
  int64_t id = last->id;
  for (int64_t n = last->n; n > after; --n) {
    if (!step_.bind(id).row()) {
      return step_.failed() ? failed(step_.damaged(), name_of(n, id))
                            : damaged(name_of(n, id) + " is missing");
    }
    Row row = row_of(step_);
    step_.reset();
    if (row.table != table || row.n != n) return damaged(name_of(n, id) + " is another one");
    if (std::string problem = problem_of(row, summed_after_); !problem.empty()) {
      return damaged(std::move(problem));
    }
    loaded.entries.push_back(std::move(row.entry));
    if (n <= 1 || row.prev <= 0 || row.prev >= id) {
      if (n == 1 && row.prev == 0) break;
      return damaged(name_of(n, id) + " does not lead to the one before it");
    }
    id = row.prev;
  }
  std::reverse(loaded.entries.begin(), loaded.entries.end());
  return loaded;
}

}  // namespace store
