#include "store/data.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "store/open.h"
#include "store/shards_care.h"
#include "store/sqlite_check.h"
#include "store/sqlite_entries.h"
#include "store/sqlite_file.h"
#include "store/sqlite_schema.h"

namespace store {
namespace {

namespace fs = std::filesystem;

constexpr int kPagesAtOnce = 512;
constexpr const char* kOwnTools =
    "a PostgreSQL database is backed up and restored with its own tools (pg_dump and pg_restore, "
    "or "
    "pg_basebackup); `stamtafel data copy` makes a file of it";
constexpr int64_t kLately = 30LL * 24 * 3600 * 1000;

// A file that is made under another name first, and is removed unless it is kept. SQLite makes what
// it needs beside it with the same permissions.
class Draft {
 public:
  explicit Draft(const std::string& final)
      : path_(final + ".part-" + std::to_string(::getpid())), final_(final) {
    remove();
    const int fd = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) problem_ = path_ + ": " + std::strerror(errno);
    if (fd >= 0) ::close(fd);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() { remove(); }
  const std::string& path() const { return path_; }
  const std::string& problem() const { return problem_; }

  // Under its own name from now on, whatever happens. False: problem().
  bool keep() {
    if (!sync(path_) || ::rename(path_.c_str(), final_.c_str()) != 0) {
      problem_ = final_ + ": " + std::strerror(errno);
      return false;
    }
    const fs::path folder = fs::path(final_).parent_path();
    sync(folder.empty() ? "." : folder.string());
    return true;
  }

 private:
  static bool sync(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool well = ::fsync(fd) == 0;
    ::close(fd);
    return well;
  }
  void remove() const {
    std::error_code ignored;
    for (const char* end : {"", "-wal", "-shm", "-journal"}) fs::remove(path_ + end, ignored);
  }

  std::string path_;
  std::string final_;
  std::string problem_;
};

// All pages as they are at one moment: the read transaction sees nothing of what comes later.
std::string copy_pages(sqlite3* from, const std::string& to, const std::function<bool()>& go_on) {
  std::string problem;
  const Database db = open_database(to, OpenAs::kWriter, "", problem);
  if (db == nullptr) return problem;
  if (!run_sql(from, "begin; select count(*) from sqlite_schema")) return sqlite3_errmsg(from);
  sqlite3_backup* backup = sqlite3_backup_init(db.get(), "main", from, "main");
  bool stopped = false;
  int result = backup == nullptr ? SQLITE_ERROR : SQLITE_OK;
  while (!stopped && (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED)) {
    if (result != SQLITE_OK) sqlite3_sleep(10);
    result = sqlite3_backup_step(backup, kPagesAtOnce);
    stopped = result != SQLITE_DONE && !go_on();
  }
  if (backup != nullptr) sqlite3_backup_finish(backup);
  run_sql(from, "rollback");
  if (stopped) return "it was broken off";
  if (result != SQLITE_DONE) return sqlite3_errmsg(db.get());
  // One file without a log beside it.
  return run_sql(db.get(), "pragma journal_mode = delete") ? "" : sqlite3_errmsg(db.get());
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

// nullptr: `problem` says why. Beside a server, or alone.
Database open_to_read(const std::string& file, std::string& problem, bool older_too = false) {
  if (!fs::exists(file)) {
    problem = "there is no such file";
    return nullptr;
  }
  Database db = open_database(file, OpenAs::kWriter, "", problem);
  if (db == nullptr) return nullptr;
  problem = check_schema(db.get(), older_too);
  return problem.empty() ? std::move(db) : nullptr;
}

// A copy of an older version becomes one of ours.
std::string take_over(const std::string& copy) {
  std::string problem;
  const Database db = open_database(copy, OpenAs::kWriter, "", problem);
  if (db == nullptr) return problem;
  problem = prepare(db.get(), 0);
  if (!problem.empty()) return problem;
  return run_sql(db.get(), "pragma journal_mode = delete") ? "" : sqlite3_errmsg(db.get());
}

// Of a file that is not open: what its log still holds goes to the file.
void fold_log(const std::string& file) {
  std::string ignored;
  if (const Database db = open_database(file, OpenAs::kWriter, "", ignored)) {
    run_sql(db.get(), "pragma wal_checkpoint(truncate)");
  }
}

// "tables.db.before-20261116-235959"; another one if that is there.
std::string name_aside(const std::string& file) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> time{};
  std::strftime(time.data(), time.size(), "%Y%m%d-%H%M%S", &parts);
  const std::string name = file + ".before-" + time.data();
  std::string free = name;
  for (int i = 2; fs::exists(free); ++i) free = name + "-" + std::to_string(i);
  return free;
}

}  // namespace

Copied back_up(const std::string& file, const std::string& to, bool replace,
               const std::function<bool()>& go_on) {
  Copied copied;
  const auto fail = [&](const std::string& problem) {
    copied.problem = problem;
    return copied;
  };
  if (is_postgres(file) || is_postgres(to)) return fail(kOwnTools);
  std::string problem;
  const Database from = open_to_read(file, problem, true);
  if (from == nullptr) return fail(file + ": " + problem);
  if (same_file(file, to)) return fail(to + ": that is the data file itself");
  if (!replace && fs::exists(to)) return fail(to + ": there is such a file already");
  Draft draft(to);
  if (!draft.problem().empty()) return fail(draft.problem());
  problem = copy_pages(from.get(), draft.path(), go_on);
  if (!problem.empty()) return fail(to + ": " + problem);
  if (check_schema(from.get()).empty()) {  // one of an older version is copied as it is
    const Checked checked = check_file(draft.path());
    if (!checked.problem.empty()) return fail(to + ": " + checked.problem);
    copied.check = checked.check;
  }
  copied.bytes = size_of(draft.path());
  return draft.keep() ? copied : fail(draft.problem());
}

Restored restore(const std::string& backup, const std::string& file, bool force) {
  Restored restored;
  const auto fail = [&](const std::string& problem) {
    restored.problem = problem;
    return restored;
  };
  if (is_postgres(file) || is_postgres(backup)) return fail(kOwnTools);
  const FileLock lock(file);
  if (!lock.problem().empty()) return fail(file + ": " + lock.problem());
  if (same_file(backup, file)) return fail(backup + ": that is the data file itself");
  std::string problem;
  const Database from = open_to_read(backup, problem, true);
  if (from == nullptr) return fail(backup + ": " + problem);
  Draft draft(file);
  if (!draft.problem().empty()) return fail(draft.problem());
  problem = copy_pages(from.get(), draft.path(), [] { return true; });
  if (problem.empty()) problem = take_over(draft.path());
  if (!problem.empty()) return fail(file + ": " + problem);
  const Checked checked = check_file(draft.path());
  if (!checked.problem.empty()) return fail(backup + ": " + checked.problem);
  restored.check = checked.check;
  if (!checked.check.problems.empty() && !force) {
    return fail(backup + ": it is damaged: " + checked.check.problems.front().what);
  }
  if (fs::exists(file)) {
    fold_log(file);
    restored.kept = name_aside(file);
    std::error_code error;
    fs::create_hard_link(file, restored.kept, error);
    if (error) return fail(restored.kept + ": " + error.message());
    // A log that could not be folded belongs to the old file, and would spoil the new one.
    if (fs::exists(file + "-wal")) fs::rename(file + "-wal", restored.kept + "-wal", error);
    fs::remove(file + "-shm", error);
  }
  return draft.keep() ? restored : fail(draft.problem());
}

Checked check_file(const std::string& file) {
  if (is_postgres(file)) return check_databases(file);
  Checked checked;
  const Database db = open_to_read(file, checked.problem);
  // All that is looked at is of one moment, also beside a server that writes.
  if (db == nullptr || !run_sql(db.get(), "begin")) return checked;
  checked.check = check_whole(db.get());
  run_sql(db.get(), "rollback");
  return checked;
}

Counted read_stats(const std::string& file, int64_t now) {
  if (is_postgres(file)) return database_stats(file, now);
  Counted counted;
  const Database db = open_to_read(file, counted.problem);
  if (db == nullptr) return counted;
  Stats& stats = counted.stats;
  const auto count = [&](const char* sql) { return query_number(db.get(), sql).value_or(0); };
  run_sql(db.get(), "begin");
  stats.tables = {count("select count(*) from summary where status = 0"),
                  count("select count(*) from summary where status = 1"),
                  count("select count(*) from summary where status = 2")};
  Statement lately(db.get(), "select count(*) from summary where created >= ?1");
  if (lately.bind(now - kLately).row()) stats.tables_lately = lately.integer(0);
  stats.people = count("select count(*) from person");
  stats.devices = count("select count(*) from device");
  Statement tables(db.get(),
                   "select count(*), sum(length(cast(text as blob))), min(at), max(at),"
                   "  sum(iif(at >= ?1, length(cast(text as blob)), 0)) from entry group by tbl");
  tables.bind(now - kLately);
  while (tables.row()) {
    stats.entries += tables.integer(0);
    stats.entry_bytes += tables.integer(1);
    stats.most_entries = std::max(stats.most_entries, tables.integer(0));
    stats.most_bytes = std::max(stats.most_bytes, tables.integer(1));
    stats.first = stats.first == 0 ? tables.integer(2) : std::min(stats.first, tables.integer(2));
    stats.last = std::max(stats.last, tables.integer(3));
    stats.lately_bytes += tables.integer(4);
  }
  if (tables.failed()) counted.problem = sqlite3_errmsg(db.get());
  stats.free_bytes = count("pragma freelist_count") * count("pragma page_size");
  run_sql(db.get(), "rollback");
  stats.file_bytes = size_of(file);
  stats.log_bytes = size_of(file + "-wal");
  return counted;
}

}  // namespace store
