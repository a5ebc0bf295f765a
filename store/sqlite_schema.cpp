#include "store/sqlite_schema.h"

#include "store/sqlite_statement.h"

namespace store {
namespace {

constexpr int kSchema = 3;

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

int64_t number(sqlite3* db, const char* sql) {
  Statement statement(db, sql);
  const int64_t value = statement.bind().row() ? statement.integer(0) : -1;
  statement.reset();
  return value;
}

}  // namespace

std::string prepare(sqlite3* db, int64_t max_pages) {
  if (!run_sql(db, "pragma journal_mode = wal") || !run_sql(db, "pragma synchronous = full") ||
      !run_sql(db, "pragma wal_autocheckpoint = 0")) {
    return sqlite3_errmsg(db);
  }
  const int64_t version = number(db, "pragma user_version");
  if (version > kSchema) {
    return "it was written by a newer version of stamtafel (schema " + std::to_string(version) +
           "; this program knows " + std::to_string(kSchema) + ")";
  }
  if (version < kSchema) {
    std::string sql = "begin immediate;";
    if (version == 0) sql += std::string(kCreate) + kCreateEntries;
    if (version == 1) sql += std::string(kSetAside) + kCreateEntries + kTakeOver;
    sql += kMorePeople;
    sql += "pragma user_version = " + std::to_string(kSchema) + ";commit;";
    if (!run_sql(db, sql.c_str())) return sqlite3_errmsg(db);
  }
  if (max_pages > 0) {
    run_sql(db, ("pragma max_page_count = " + std::to_string(max_pages)).c_str());
  }
  return {};
}

}  // namespace store
