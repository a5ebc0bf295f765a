#include "store/sqlite_check.h"

#include <map>

#include "store/sqlite_entries.h"
#include "store/sqlite_lists.h"

namespace store {
namespace {

// SQLite can't be interrupted while it looks at pages; so many take a fraction of a second.
constexpr int64_t kModeratePages = 16'000;

void check_pages(sqlite3* db, const char* pragma, Check& check) {
  Statement lines(db, pragma);
  lines.bind();
  while (lines.row()) {
    std::string line = lines.text(0);
    if (line == "ok") continue;
    for (char& c : line) c = c == '\n' ? ' ' : c;
    check.problems.push_back({"", std::move(line)});
  }
  if (lines.failed()) check.problems.push_back({"", sqlite3_errmsg(db)});
}

// In the order of the rows each must be the next one of its table. Where each table ends.
LastOf check_rows(sqlite3* db, Blame& blame, Check& check) {
  const int64_t summed = summed_after(db);
  LastOf tables;
  const Scan scan = scan_rows(db, 0, [&](const Row& row) {
    ++check.entries;
    const std::string problem = problem_of(row, summed);
    if (!problem.empty()) blame(row.table, problem);
    Last& last = tables[row.table];
    if (row.n != last.n + 1 || row.prev != last.id) {
      blame(row.table, "entry " + std::to_string(row.n) + " (row " + std::to_string(row.id) +
                           ") does not follow entry " + std::to_string(last.n));
    }
    last = {row.id, row.n};
    return true;
  });
  if (scan.failed) check.problems.push_back({"", sqlite3_errmsg(db)});
  if (scan.holes > 0) {
    check.problems.push_back(
        {"", std::to_string(scan.holes) + " places among the entries can't be read"});
  }
  return tables;
}

void check_people(sqlite3* db, Check& check) {
  const int64_t strays =
      query_number(db, "select count(*) from device where person not in (select id from person)")
          .value_or(0);
  if (strays > 0) {
    check.problems.push_back({"", std::to_string(strays) + " devices belong to nobody"});
  }
}

}  // namespace

Check check_quickly(sqlite3* db, std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  Check check;
  const bool moderate = query_number(db, "pragma page_count").value_or(0) <= kModeratePages;
  if (moderate) check_pages(db, "pragma quick_check(10)", check);
  const int64_t summed = summed_after(db);
  Blame blame(check);
  Statement rows(db,
                 (std::string("select ") + kRowColumns + " from entry order by id desc").c_str());
  rows.bind();
  bool late = false;
  while (!late && rows.row()) {
    const Row row = row_of(rows);
    if (const std::string problem = problem_of(row, summed); !problem.empty()) {
      blame(row.table, problem);
    }
    ++check.entries;
    late = check.entries % 256 == 0 && std::chrono::steady_clock::now() > end;
  }
  if (rows.failed()) check.problems.push_back({"", sqlite3_errmsg(db)});
  rows.reset();
  check.whole = moderate && !late && !rows.failed();
  return check;
}

Check check_whole(sqlite3* db) {
  Check check;
  check.whole = true;
  check_pages(db, "pragma integrity_check(20)", check);
  Blame blame(check);
  LastOf tables = check_rows(db, blame, check);

  SummaryReader summaries(db);
  const bool read = summaries.each([&](const Summary& summary, bool sound) {
    if (!sound) blame(summary.table, "its summary does not agree with its checksum");
    tables.try_emplace(summary.table);
    ++check.tables;  // a list without a summary is something else: an edition
  });
  if (!read) check.problems.push_back({"", "the summaries can't all be read"});
  check_people(db, check);

  // And as the server would read them.
  std::optional<Newer> newer = find_newer(db);
  if (!newer) {
    check.problems.push_back({"", sqlite3_errmsg(db)});
    newer.emplace();
  }
  const Recent recent(newer->tables);
  EntryReader reader(db, recent);
  for (const auto& [table, last] : tables) {
    const Loaded loaded = reader.load(table);
    if (loaded.is != Loaded::Is::kEntries) {
      blame(table, loaded.problem.empty() ? "it can't be found" : loaded.problem);
    } else if (static_cast<int64_t>(loaded.entries.size()) != last.n) {
      blame(table, "it has " + std::to_string(last.n) + " entries, but only " +
                       std::to_string(loaded.entries.size()) + " are found");
    }
  }
  return check;
}

}  // namespace store
