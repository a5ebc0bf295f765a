#include "store/postgres_schema.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

namespace store {
namespace {

constexpr int kOldestServer = 130000;
constexpr std::chrono::milliseconds kGoing{1000};  // so long a lock may outlive its connection

// The row of a table in `tbl` says where its list ends, and is what appending locks. A row with
// room beside it is rewritten in its place: `n` is in no index. Texts compare by their bytes, as in
// SQLite.
constexpr const char* kFirstStep = R"sql(
create table tbl(
  id text collate "C" primary key, n bigint not null,
  status smallint, listed boolean, clocked boolean, created bigint, touched bigint, about text,
  sum bigint) with (fillfactor = 60);
create index lobby on tbl(touched) where listed and status < 2;
create index on_clock on tbl(id) where clocked and status = 1;
create table entry(
  tbl text collate "C", n bigint, at bigint not null, writer bigint not null, sum bigint not null,
  text text not null, primary key(tbl, n));
create table sitter(person text collate "C", tbl text collate "C", primary key(person, tbl));
create index sitter_table on sitter(tbl);
create view summary as
  select id, n, status, listed, clocked, created, touched, about, sum,
         array(select person from sitter where tbl = id order by person) as people from tbl;
create table person(id text collate "C" primary key, name text collate "C" not null);
create table device(
  token text collate "C" primary key, person text collate "C" not null, made bigint not null,
  seen bigint not null, browser text not null, system text not null);
create index device_person on device(person);
create table link(
  code text collate "C" primary key, person text collate "C" not null, until bigint not null);
create table block(
  person text collate "C", other text collate "C", primary key(person, other));
create table mute(person text collate "C" primary key, until bigint not null);
create table address(
  person text collate "C", kind text collate "C", target text not null, language text not null,
  code text not null, until bigint not null, stop text not null, primary key(person, kind));
create table notice(
  person text collate "C", tbl text collate "C", kind text collate "C", due bigint not null,
  tries bigint not null, sent boolean not null, primary key(person, tbl, kind));
)sql";

// Several servers: who is there, who drives which table, and who is where. None of it is of use
// after a crash, so none of it is kept for one.
constexpr const char* kNodesStep = R"sql(
create unlogged table node(
  id bigint primary key, name text not null, until timestamptz not null);
create unlogged table lease(tbl text collate "C" primary key, node bigint not null);
create index lease_node on lease(node);
create unlogged table company(
  tbl text collate "C", node bigint, seats bigint not null, guests bigint not null,
  primary key(tbl, node));
create unlogged table visitor(person text collate "C", node bigint, primary key(person, node));
)sql";

// What is to be thought over, and who does it. A question that is lost is asked again, or answered
// by who asked. The servers see to it that there are never many.
constexpr const char* kWorkStep = R"sql(
create unlogged table worker(
  id bigint primary key, threads bigint not null, until timestamptz not null);
create unlogged table job(
  id bigint primary key, node bigint not null, kind bigint not null, task text not null,
  made timestamptz not null, done bigint not null, worker bigint, taken timestamptz,
  until timestamptz, answer text);
create index job_node on job(node);
)sql";

// Which of several databases this is; 0: it has never been opened.
constexpr const char* kPlaceStep = R"sql(
alter table stamtafel_schema add column place bigint not null default 0,
  add column places bigint not null default 0;
)sql";

// Each leads from the version before it to its own.
constexpr std::array kSteps{kFirstStep, kNodesStep, kWorkStep, kPlaceStep};
constexpr int64_t kPostgresSchema = kSteps.size();

constexpr const char* kTheQueue =
    "select pg_advisory_xact_lock(hashtext('stamtafel schema'), "
    "current_schema()::regnamespace::oid::int)";

// The one number that a statement gives. False: problem.
bool number(Connection& connection, const std::string& text, int64_t& out, std::string& problem) {
  const std::optional<Rows> rows = connection.ask_once(text);
  if (!rows || !rows->well() || rows->size() != 1) {
    problem = !rows           ? connection.problem()
              : !rows->well() ? rows->problem()
                              : "the version of its tables is missing";
    return false;
  }
  out = rows->integer(0, 0);
  return true;
}

std::string newer_than_known(int64_t version) {
  return "it was written by a newer version of stamtafel (schema " + std::to_string(version) +
         "; this program knows " + std::to_string(kPostgresSchema) + ")";
}
constexpr const char* kBrokenOff = "a copy into it was broken off; drop its tables and copy again";

std::string take_over(Connection& connection, bool filling) {
  std::string problem;
  int64_t there = 0;
  if (!(problem = connection.run(kTheQueue)).empty()) return problem;
  if (!number(connection, "select to_regclass('stamtafel_schema') is not null", there, problem))
    return problem;
  if (there == 0) {
    problem = connection.run(
        "create table stamtafel_schema(version bigint not null, filling boolean not null);"
        "insert into stamtafel_schema values(0, false)");
    if (!problem.empty()) return problem;
  }
  int64_t version = 0;
  int64_t broken = 0;
  if (!number(connection, "select version from stamtafel_schema", version, problem) ||
      !number(connection, "select filling from stamtafel_schema", broken, problem)) {
    return problem;
  }
  if (version > kPostgresSchema) {
    return newer_than_known(version);
  }
  if (broken != 0 && !filling) {
    return kBrokenOff;
  }
  if (version == kPostgresSchema) return {};
  for (int64_t step = version; step < kPostgresSchema; ++step) {
    problem = connection.run(kSteps[static_cast<size_t>(step)]);
    if (!problem.empty()) return problem;
  }
  return connection.run("update stamtafel_schema set version = " + std::to_string(kPostgresSchema));
}

}  // namespace

std::string prepare(Connection& connection, bool filling) {
  if (connection.version() < kOldestServer) {
    return "it is PostgreSQL " + std::to_string(connection.version() / 10000) +
           "; stamtafel needs 13 or newer";
  }
  int64_t encoded = 0;
  std::string problem;
  if (!number(connection, "select current_setting('server_encoding') = 'UTF8'", encoded, problem)) {
    return problem;
  }
  if (encoded == 0) return "its encoding is not UTF8";
  int64_t there = 0;
  if (!number(connection, "select current_schema() is not null", there, problem)) return problem;
  if (there == 0) return "there is no such schema";
  if (!(problem = connection.run("begin")).empty()) return problem;
  problem = take_over(connection, filling);
  if (problem.empty()) return connection.run("commit");
  connection.run("rollback");
  return problem;
}

std::string check_schema(Connection& connection) {
  std::string problem;
  int64_t there = 0;
  int64_t version = 0;
  int64_t broken = 0;
  if (!number(connection, "select to_regclass('stamtafel_schema') is not null", there, problem)) {
    return problem;
  }
  if (there == 0) return "there are no tables of stamtafel in it";
  if (!number(connection, "select version from stamtafel_schema", version, problem) ||
      !number(connection, "select filling from stamtafel_schema", broken, problem)) {
    return problem;
  }
  if (version > kPostgresSchema) return newer_than_known(version);
  if (broken != 0) return kBrokenOff;
  if (version == kPostgresSchema) return {};
  return "it is of an older version of stamtafel (schema " + std::to_string(version) +
         "); the server takes it over when it opens it";
}

std::string lock(Connection& connection, LockAs as) {
  std::string problem;
  int64_t ours = 0;
  const std::string function =
      as == LockAs::kServer ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
  // The database lets go of a lock some time after whoever had it has closed the connection.
  const auto until = std::chrono::steady_clock::now() + kGoing;
  for (;; std::this_thread::sleep_for(kGoing / 50)) {
    if (!number(connection,
                "select " + function +
                    "(hashtext('stamtafel server'), current_schema()::regnamespace::oid::int)",
                ours, problem)) {
      return problem;
    }
    if (ours != 0) return {};
    if (std::chrono::steady_clock::now() >= until) break;
  }
  return as == LockAs::kServer ? "it is in use by a tool that wants it alone"
                               : "it is in use by another server";
}

std::string check_place(Connection& connection, Place place) {
  const auto is = connection.ask_once("select place, places from stamtafel_schema");
  if (!is || !is->well()) return is ? is->problem() : connection.problem();
  const int64_t number = is->integer(0, 0);
  const int64_t of = is->integer(0, 1);
  if (number != 0 && number != place.number) {
    return "it is database " + std::to_string(number) + " of " + std::to_string(of) +
           ", and is given as number " + std::to_string(place.number) +
           ": all of them are to be given, always in the same order";
  }
  if (of > place.of) {
    return "it is one of " + std::to_string(of) + " databases; all of them are to be given";
  }
  return {};
}

std::string take_place(Connection& connection, Place place) {
  if (std::string problem = check_place(connection, place); !problem.empty()) return problem;
  const auto known = connection.ask_once(
      "select place, places, exists(select from tbl) or exists(select from person) "
      "from stamtafel_schema");
  if (!known || !known->well()) return known ? known->problem() : connection.problem();
  const int64_t of = known->integer(0, 1);
  if (known->integer(0, 0) == place.number && of == place.of) return {};
  if (known->integer(0, 0) == 0 && place.number > 1 && known->integer(0, 2) != 0) {
    return "it is not empty, so it can't be added to others";
  }
  if (place.number == 1 && of < place.of) {
    // From now on these are looked for elsewhere.
    const auto named = connection.ask_once(
        "select exists(select from tbl where substring(id from '-([0-9]{1,2})$')::int between " +
        std::to_string(std::max<int64_t>(of, 1) + 1) + " and " + std::to_string(place.of) + ")");
    if (!named || !named->well()) return named ? named->problem() : connection.problem();
    if (named->integer(0, 0) != 0) {
      return "it holds tables whose ids name further databases: `stamtafel data copy` moves them";
    }
  }
  return connection.run("update stamtafel_schema set place = " + std::to_string(place.number) +
                        ", places = " + std::to_string(place.of));
}

std::string mark_filling(Connection& connection, bool filling) {
  return connection.run(std::string("update stamtafel_schema set filling = ") +
                        (filling ? "true" : "false"));
}

}  // namespace store
