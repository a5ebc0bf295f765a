// Taking things out of a file that nobody else has open.
#include <algorithm>
#include <map>
#include <set>

#include "store/checksum.h"
#include "store/data.h"
#include "store/open.h"
#include "store/shards_care.h"
#include "store/sqlite_entries.h"
#include "store/sqlite_file.h"
#include "store/sqlite_lists.h"
#include "store/sqlite_people.h"
#include "store/sqlite_schema.h"

namespace store {
namespace {

class SqliteCare final : public Care {
 public:
  SqliteCare(std::string file, std::unique_ptr<FileLock> lock, Database db)
      : file_(std::move(file)), lock_(std::move(lock)), db_(std::move(db)) {}

  std::optional<std::vector<Old>> older_than(int64_t time) override {
    Statement rows(db_.get(),
                   "select tbl, max(at), count(*), sum(length(cast(text as blob))), status"
                   "  from entry left join summary using(tbl) group by tbl having max(at) < ?1"
                   "  order by max(at)");
    std::vector<Old> all;
    rows.bind(time);
    while (rows.row()) {
      Old old{rows.text(0), std::nullopt, rows.integer(1), rows.integer(2), rows.integer(3)};
      if (!rows.null(4)) old.status = static_cast<Status>(rows.integer(4));
      all.push_back(std::move(old));
    }
    if (rows.failed()) return std::nullopt;
    return all;
  }

  bool remove(const std::vector<Old>& tables) override {
    return in_transaction([&] {
      if (!index_all() || !run_sql(db_.get(), "create temp table gone(tbl text primary key)")) {
        return false;
      }
      Statement add(db_.get(), "insert into gone values(?1)");
      for (const Old& old : tables) {
        if (!add.bind(old.table).run()) return false;
      }
      // The next entry takes the number after the last one that is left.
      return run_sql(db_.get(),
                     "delete from entry where tbl in gone; delete from last where tbl in gone;"
                     "delete from summary where tbl in gone; delete from sitter where tbl in gone;"
                     "delete from notice where tbl in gone;"
                     "drop table gone;"
                     "update indexed set id = (select coalesce(max(id), 0) from entry)");
    });
  }

  std::optional<std::vector<Person>> find_people(std::string_view id_or_name) override {
    Statement rows(db_.get(), "select id, name from person where id = ?1 or name = ?1");
    std::vector<Person> found;
    rows.bind(id_or_name);
    while (rows.row()) found.push_back({rows.text(0), rows.text(1)});
    if (rows.failed()) return std::nullopt;
    return found;
  }

  std::optional<int64_t> forget(std::string_view person, const Rewrite& rewrite) override {
    std::map<int64_t, Row> changed;
    const int64_t summed = summed_after(db_.get());
    const Scan scan = scan_rows(db_.get(), 0, [&](const Row& row) {
      if (!problem_of(row, summed).empty()) return true;  // nothing is made sound by the way
      if (std::optional<std::string> text = rewrite(row.entry)) {
        Row rewritten = row;
        rewritten.entry.text = std::move(*text);
        changed.emplace(row.id, std::move(rewritten));
      }
      return true;
    });
    if (scan.failed) return std::nullopt;
    const bool done = in_transaction([&] {
      Statement put(db_.get(), "update entry set text = ?2, sum = ?3 where id = ?1");
      for (const auto& [id, row] : changed) {
        const int64_t sum = checksum_of(row.table, row.n, row.entry);
        if (!put.bind(id, row.entry.text, sum).run()) return false;
      }
      for (const char* sql :
           {"delete from device where person = ?1", "delete from link where person = ?1",
            "delete from block where person = ?1 or other = ?1",
            "delete from mute where person = ?1", "delete from address where person = ?1",
            "delete from notice where person = ?1", "delete from person where id = ?1"}) {
        if (!Statement(db_.get(), sql).bind(person).run()) return false;
      }
      return true;
    });
    return done ? std::optional(static_cast<int64_t>(changed.size())) : std::nullopt;
  }

  bool each(const std::function<bool(Item)>& visit) override {
    const std::optional<Newer> newer = find_newer(db_.get());
    if (!newer) return false;
    std::map<std::string, std::pair<Summary, bool>> summaries;
    SummaryReader lists(db_.get());
    lists.each(
        [&](const Summary& summary, bool sound) { summaries[summary.table] = {summary, sound}; });
    std::set<std::string> ids;
    scan_rows(db_.get(), 0, [&](const Row& row) {
      ids.insert(row.table);
      return true;
    });
    for (const auto& [table, summary] : summaries) ids.insert(table);
    const Recent recent(newer->tables);
    EntryReader reader(db_.get(), recent);
    for (const std::string& id : ids) {
      List list{id, reader.load(id), std::nullopt, true};
      if (const auto found = summaries.find(id); found != summaries.end()) {
        list.summary = found->second.first;
        list.sound = found->second.second;
      }
      if (!visit(std::move(list))) return true;
    }
    return each_of("select id, name from person", visit,
                   [](const Statement& row) { return Person{row.text(0), row.text(1)}; }) &&
           each_of("select token, person, made, seen, browser, system from device", visit,
                   PeopleReader::device_in) &&
           each_of("select code, person, until from link", visit,
                   [](const Statement& row) {
                     return Link{row.text(0), row.text(1), row.integer(2)};
                   }) &&
           each_of("select person, other from block", visit,
                   [](const Statement& row) { return Block{row.text(0), row.text(1)}; }) &&
           all_of(PeopleReader(db_.get()).mutes(), visit) &&
           all_of(PeopleReader(db_.get()).addresses(), visit) &&
           all_of(PeopleReader(db_.get()).notices(), visit);
  }

  bool shrink() override {
    const bool done = run_sql(db_.get(), "vacuum");
    if (!done) problem_ = sqlite3_errmsg(db_.get());
    return done && run_sql(db_.get(), "pragma wal_checkpoint(truncate)");
  }
  int64_t file_bytes() const override { return size_of(file_); }
  std::string problem() const override {
    return file_ + ": " + (problem_.empty() ? sqlite3_errmsg(db_.get()) : problem_);
  }

 private:
  bool in_transaction(const std::function<bool()>& work) {
    if (run_sql(db_.get(), "begin immediate") && work() && run_sql(db_.get(), "commit")) {
      return true;
    }
    problem_ = sqlite3_errmsg(db_.get());
    if (sqlite3_get_autocommit(db_.get()) == 0) run_sql(db_.get(), "rollback");
    return false;
  }
  template <class Make>
  bool each_of(const char* sql, const std::function<bool(Item)>& visit, Make make) {
    Statement rows(db_.get(), sql);
    rows.bind();
    while (rows.row()) {
      if (!visit(make(rows))) break;
    }
    return !rows.failed();
  }
  template <class Items>
  static bool all_of(const std::optional<Items>& items, const std::function<bool(Item)>& visit) {
    return items && std::all_of(items->begin(), items->end(),
                                [&](const auto& item) { return visit(item), true; });
  }
  // Where every table ends is in `last`, and nothing is newer.
  bool index_all() {
    const std::optional<Newer> newer = find_newer(db_.get());
    if (!newer) return false;
    Statement put(db_.get(), "insert or replace into last values(?1, ?2, ?3)");
    for (const auto& [table, last] : newer->tables) {
      if (!put.bind(table, last.id, last.n).run()) return false;
    }
    return true;
  }

  std::string file_;
  std::unique_ptr<FileLock> lock_;
  Database db_;
  std::string problem_;
};

}  // namespace

Care::Opened Care::open(const std::string& file) {
  if (is_postgres(file)) return open_database_care(file);
  if (size_of(file) == 0) return {nullptr, file + ": there is no such file"};
  auto lock = std::make_unique<FileLock>(file);
  if (!lock->problem().empty()) return {nullptr, file + ": " + lock->problem()};
  std::string problem;
  Database db = open_database(file, OpenAs::kWriter, "", problem);
  if (db != nullptr) problem = prepare(db.get(), 0);
  if (!problem.empty()) return {nullptr, file + ": " + problem};
  run_sql(db.get(), "pragma secure_delete = on");
  return {std::make_unique<SqliteCare>(file, std::move(lock), std::move(db)), {}};
}

}  // namespace store
