#include "store/sqlite_schema.h"

#include <algorithm>
#include <array>

#include "store/checksum.h"
#include "store/sqlite_statement.h"

namespace store {
namespace {

constexpr int kSchema = 5;

// Entries lie in the order in which they were written, so that a commit is a few pages however many
// tables it is about; `prev` leads from each to the one before at the same table. Where the chain
// of a table begins is in `last`, for entries up to `indexed`; of the newer ones the program knows.
constexpr const char* kCreateEntries = R"sql(
create table entry(id integer primary key, tbl text, n integer, prev integer, at integer, text text) strict;
create table last(tbl text primary key, id integer, n integer) strict, without rowid;
create table indexed(id integer) strict;
insert into indexed values(0);
)sql";
// The first schema had the entries of a table side by side.
constexpr const char* kSetAside = "alter table entry rename to beside;";
constexpr const char* kTakeOver = R"sql(
insert into entry
  select row_number() over list, tbl, n, iif(n = 1, 0, row_number() over list - 1), at, text
  from beside window list as (order by tbl, n);
drop table beside;
)sql";

constexpr const char* kCreate = R"sql(
create table summary(tbl text primary key, status integer, listed integer, clocked integer,
                     created integer, touched integer, about text) strict, without rowid;
create index lobby on summary(touched) where listed = 1 and status < 2;
create index on_clock on summary(tbl) where clocked = 1 and status = 1;
create table sitter(person text, tbl text, primary key(person, tbl)) strict, without rowid;
create index sitter_table on sitter(tbl);
create table person(id text primary key, name text) strict, without rowid;
create table device(token text primary key, person text, made integer) strict, without rowid;
create table link(code text primary key, person text, until integer) strict, without rowid;
)sql";

// The third: devices that can be listed, blocks, mutes.
constexpr const char* kMorePeople = R"sql(
alter table device add column seen integer;
alter table device add column browser text;
alter table device add column system text;
create index device_person on device(person);
create table block(person text, other text, primary key(person, other)) strict, without rowid;
create table mute(person text primary key, until integer) strict, without rowid;
)sql";

// Since the fourth, entries and summaries have checksums. What was written before has none;
// `summed` keeps where that ends (with a checksum of its own), lest a lost one pass for an old
// entry.
constexpr const char* kAddChecksums = R"sql(
alter table entry add column sum integer;
alter table summary add column sum integer;
create table summed(after integer, sum integer) strict;
)sql";

// The fifth: where people want to hear that it is their move.
constexpr const char* kAddPost = R"sql(
create table address(person text, kind text, target text, language text, code text, until integer,
                     stop text, primary key(person, kind)) strict, without rowid;
create table notice(person text, tbl text, kind text, due integer, tries integer, sent integer,
                    primary key(person, tbl, kind)) strict, without rowid;
)sql";

// What the program will ask of the file; a schema that is damaged shows here.
constexpr std::array<const char*, 13> kNeeded{
    "select id, tbl, n, prev, at, text, sum from entry",
    "select tbl, id, n from last",
    "select id from indexed",
    "select after, sum from summed",
    "select tbl, status, listed, clocked, created, touched, about, sum from summary",
    "select person, tbl from sitter",
    "select id, name from person",
    "select token, person, made, seen, browser, system from device",
    "select code, person, until from link",
    "select person, other from block",
    "select person, until from mute",
    "select person, kind, target, language, code, until, stop from address",
    "select person, tbl, kind, due, tries, sent from notice"};

bool upgrade(sqlite3* db, int64_t version) {
  if (version < 1 && !run_sql(db, kCreate)) return false;
  if (version == 1 && !run_sql(db, kSetAside)) return false;
  if (version < 2 && !run_sql(db, kCreateEntries)) return false;
  if (version == 1 && !run_sql(db, kTakeOver)) return false;
  if (version < 3 && !run_sql(db, kMorePeople)) return false;
  if (version < 4) {
    if (!run_sql(db, kAddChecksums)) return false;
    const std::optional<int64_t> after = query_number(db, "select coalesce(max(id), 0) from entry");
    Statement keep(db, "insert into summed values(?1, ?2)");
    if (!after || !keep.bind(*after, Checksum().add(*after).value()).run()) return false;
  }
  return version >= 5 || run_sql(db, kAddPost);
}

std::string newer_version(int64_t version) {
  return "it was written by a newer version of stamtafel (schema " + std::to_string(version) +
         "; this program knows " + std::to_string(kSchema) + ")";
}

bool has_all_needed(sqlite3* db) {
  return std::all_of(kNeeded.begin(), kNeeded.end(),
                     [db](const char* sql) { return Statement(db, sql).ready(); });
}

}  // namespace

std::string prepare(sqlite3* db, int64_t max_pages) {
  if (!run_sql(db, "pragma journal_mode = wal") || !run_sql(db, "pragma synchronous = full") ||
      !run_sql(db, "pragma wal_autocheckpoint = 0")) {
    return sqlite3_errmsg(db);
  }
  const int64_t version = query_number(db, "pragma user_version").value_or(0);
  if (version > kSchema) return newer_version(version);
  if (version < kSchema) {
    const bool taken_over =
        run_sql(db, "begin immediate") && upgrade(db, version) &&
        run_sql(db, ("pragma user_version = " + std::to_string(kSchema)).c_str()) &&
        run_sql(db, "commit");
    if (!taken_over) return sqlite3_errmsg(db);
  }
  if (!has_all_needed(db)) return sqlite3_errmsg(db);
  if (max_pages > 0) {
    run_sql(db, ("pragma max_page_count = " + std::to_string(max_pages)).c_str());
  }
  return {};
}

std::string check_schema(sqlite3* db, bool older_too) {
  const std::optional<int64_t> version = query_number(db, "pragma user_version");
  if (!version) return sqlite3_errmsg(db);
  if (*version > kSchema) return newer_version(*version);
  if (*version == 0) return "it is not a data file of stamtafel";
  if (*version < kSchema && older_too) return {};
  if (*version < kSchema) {
    return "it is of an older version of stamtafel (schema " + std::to_string(*version) +
           "); the server takes it over when it opens it";
  }
  return has_all_needed(db) ? "" : sqlite3_errmsg(db);
}

}  // namespace store
