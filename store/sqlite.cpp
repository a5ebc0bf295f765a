#include "store/sqlite.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <thread>

#include "store/sqlite_people.h"
#include "store/sqlite_schema.h"
#include "store/sqlite_statement.h"

namespace store {
namespace {

constexpr size_t kBatch = 1024;
constexpr int64_t kIndexEvery = 10'000;  // entries
constexpr size_t kIndexAtOnce = 16;      // tables: nobody shall wait for it
// Under load a commit waits a moment for company: each costs a write and a sync, whatever is in it.
constexpr size_t kBusyBatch = 8;
constexpr auto kGather = std::chrono::milliseconds(2);

// One server a file. A lock of its own beside it: SQLite's own locks are for single transactions.
class FileLock {
 public:
  explicit FileLock(const std::string& path)
      : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (fd_ < 0) {
      problem_ = path + ": " + std::strerror(errno);
    } else if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      std::array<char, 32> holder{};
      const ssize_t size = ::pread(fd_, holder.data(), holder.size() - 1, 0);
      problem_ = "it is in use by another server";
      if (size > 0) problem_ += " (process " + std::string(holder.data()) + ")";
    } else if (::ftruncate(fd_, 0) == 0) {
      const std::string pid = std::to_string(::getpid());
      // Only a hint for the message above.
      [[maybe_unused]] const ssize_t written = ::pwrite(fd_, pid.data(), pid.size(), 0);
    }
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock() {
    if (fd_ >= 0) ::close(fd_);
  }
  const std::string& problem() const { return problem_; }

 private:
  int fd_;
  std::string problem_;
};

int64_t size_of(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 ? info.st_size : 0;
}

Database open_database(const std::string& file, std::string& problem) {
  sqlite3* raw = nullptr;
  const int result =
      sqlite3_open_v2(file.c_str(), &raw,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  Database db(raw);
  if (result != SQLITE_OK) {
    problem = raw == nullptr ? "out of memory" : sqlite3_errmsg(raw);
    return nullptr;
  }
  sqlite3_busy_timeout(raw, kBusyTimeout);
  return db;
}

constexpr const char* kNewer =
    "select tbl, max(id), max(n), count(*) from entry"
    "  where id > (select id from indexed) group by tbl";
constexpr const char* kFindLast = "select id, n from last where tbl = ?1";

// The last entry of a table: where it is, and its number. Zeros: there is none.
struct Last {
  int64_t id = 0;
  int64_t n = 0;
};

// nullopt: it could not be read.
std::optional<Last> find_last(Statement& statement) {
  Last last;
  if (statement.row()) last = {statement.integer(0), statement.integer(1)};
  statement.reset();
  return statement.failed() ? std::nullopt : std::optional(last);
}

using LastOf = std::map<std::string, Last, std::less<>>;

// What was written since `last` was brought up to date.
struct Newer {
  LastOf tables;
  int64_t entries = 0;
};
std::optional<Newer> find_newer(sqlite3* db) {
  Statement rows(db, kNewer);
  Newer newer;
  rows.bind();
  while (rows.row()) {
    newer.tables.insert_or_assign(rows.text(0), Last{rows.integer(1), rows.integer(2)});
    newer.entries += rows.integer(3);
  }
  return rows.failed() ? std::nullopt : std::optional(std::move(newer));
}

// The last entries of those tables, for the thread that reads and the one that writes.
class Recent {
 public:
  explicit Recent(LastOf tables) : tables_(std::move(tables)) {}
  std::optional<Last> find(std::string_view table) const {
    const std::lock_guard guard(mutex_);
    const auto found = tables_.find(table);
    return found == tables_.end() ? std::nullopt : std::optional(found->second);
  }
  void put(const LastOf& tables) {
    const std::lock_guard guard(mutex_);
    for (const auto& [table, last] : tables) tables_.insert_or_assign(table, last);
  }
  std::vector<std::pair<std::string, Last>> all() const {
    const std::lock_guard guard(mutex_);
    return {tables_.begin(), tables_.end()};
  }
  void forget_up_to(int64_t id) {
    const std::lock_guard guard(mutex_);
    std::erase_if(tables_, [id](const auto& item) { return item.second.id <= id; });
  }

 private:
  mutable std::mutex mutex_;
  LastOf tables_;
};

// One thread of writing: its connection and statements.
class Writer {
 public:
  Writer(sqlite3* db, Recent& recent, int64_t newer)
      : db_(db),
        recent_(recent),
        newer_(newer),
        add_entry_(db, "insert into entry(tbl, n, prev, at, text) values(?1, ?2, ?3, ?4, ?5)"),
        last_(db, kFindLast),
        put_last_(db, "insert or replace into last values(?1, ?2, ?3)"),
        set_indexed_(db, "update indexed set id = ?1"),
        put_summary_(db, "insert or replace into summary values(?1, ?2, ?3, ?4, ?5, ?6, ?7)"),
        clear_sitters_(db, "delete from sitter where tbl = ?1"),
        add_sitter_(db, "insert or ignore into sitter values(?1, ?2)"),
        people_(db),
        begin_(db, "begin immediate"),
        commit_(db, "commit") {}

  bool begin() { return begin_.bind().run(); }
  bool commit() {
    if (newer_ >= kIndexEvery && to_index_.empty()) begin_indexing();
    const size_t indexed = std::min(to_index_.size(), kIndexAtOnce);
    if (!index_some(indexed) || !commit_.bind().run()) return false;
    recent_.put(uncommitted_);
    uncommitted_.clear();
    if (indexed > 0) {
      to_index_.resize(to_index_.size() - indexed);
      if (to_index_.empty()) recent_.forget_up_to(index_up_to_);
    }
    return true;
  }
  void rollback() {
    uncommitted_.clear();
    if (sqlite3_get_autocommit(db_) == 0) run_sql(db_, "rollback");
  }
  std::string problem() const { return sqlite3_errmsg(db_); }

  Outcome append(const std::string& table, int64_t after, const std::vector<Entry>& entries,
                 const std::optional<Summary>& summary) {
    std::optional<Last> last = last_of(table);
    if (!last) return Outcome::kFailed;
    if (last->n != after) return Outcome::kConflict;
    for (const Entry& entry : entries) {
      if (!add_entry_.bind(table, last->n + 1, last->id, entry.at, entry.text).run()) {
        return Outcome::kFailed;
      }
      *last = {sqlite3_last_insert_rowid(db_), last->n + 1};
      ++newer_;
    }
    uncommitted_.insert_or_assign(table, *last);
    return !summary || put(*summary) ? Outcome::kDone : Outcome::kFailed;
  }
  PeopleWriter& people() { return people_; }

 private:
  // `last` is brought up to date bit by bit, with the commits that follow.
  void begin_indexing() {
    to_index_ = recent_.all();
    index_up_to_ = 0;
    for (const auto& [table, last] : to_index_) index_up_to_ = std::max(index_up_to_, last.id);
    newer_ = 0;
  }
  bool index_some(size_t count) {
    for (size_t i = to_index_.size() - count; i < to_index_.size(); ++i) {
      const auto& [table, last] = to_index_[i];
      if (!put_last_.bind(table, last.id, last.n).run()) return false;
    }
    return count == 0 || count < to_index_.size() || set_indexed_.bind(index_up_to_).run();
  }

  // nullopt: it could not be read.
  std::optional<Last> last_of(const std::string& table) {
    if (const auto found = uncommitted_.find(table); found != uncommitted_.end()) {
      return found->second;
    }
    if (const std::optional<Last> recent = recent_.find(table)) return recent;
    return find_last(last_.bind(table));
  }
  static Outcome done(bool well) { return well ? Outcome::kDone : Outcome::kFailed; }
  bool put(const Summary& summary) {
    if (!put_summary_
             .bind(summary.table, static_cast<int>(summary.status), summary.listed, summary.clocked,
                   summary.created, summary.touched, summary.about)
             .run() ||
        !clear_sitters_.bind(summary.table).run()) {
      return false;
    }
    for (const std::string& person : summary.people) {
      if (!add_sitter_.bind(person, summary.table).run()) return false;
    }
    return true;
  }

  sqlite3* db_;
  Recent& recent_;
  LastOf uncommitted_;
  int64_t newer_;  // entries since indexing began last
  std::vector<std::pair<std::string, Last>> to_index_;
  int64_t index_up_to_ = 0;
  Statement add_entry_, last_, put_last_, set_indexed_, put_summary_, clear_sitters_, add_sitter_;
  PeopleWriter people_;
  Statement begin_, commit_;
};

class SqliteStore final : public Store {
 public:
  SqliteStore(std::unique_ptr<FileLock> lock, Database write, Database read, Database tidy,
              const Newer& newer, const SqliteOptions& options)
      : lock_(std::move(lock)),
        write_(std::move(write)),
        read_(std::move(read)),
        file_(options.file),
        deliver_(options.deliver),
        recent_(newer.tables),
        writer_(write_.get(), recent_, newer.entries),
        last_(read_.get(), kFindLast),
        load_(read_.get(),
              "with recursive list(n, prev, at, text) as ("
              "  select n, prev, at, text from entry where id = ?1 union all"
              "  select e.n, e.prev, e.at, e.text from list join entry e on e.id = list.prev) "
              "select at, text from list order by n"),
        listed_(read_.get(),
                "select tbl, status, listed, clocked, created, touched, about from summary "
                "where listed = 1 and status < 2 order by touched desc limit ?1"),
        of_person_(read_.get(),
                   "select s.tbl, status, listed, clocked, created, touched, about from sitter "
                   "join summary s using(tbl) where person = ?1 order by created desc limit ?2"),
        sitters_(read_.get(), "select person from sitter where tbl = ?1 order by person"),
        clocked_(read_.get(), "select tbl from summary where clocked = 1 and status = 1"),
        people_(read_.get()),
        wal_(std::move(tidy), options.wal, options.tell) {
    wal_.watch(write_.get());
    thread_ = std::thread([this] { write_on(); });
  }

  ~SqliteStore() override {
    {
      const std::lock_guard guard(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }

  void append(std::string table, int64_t after, std::vector<Entry> entries,
              std::optional<Summary> summary, Then then) override {
    enqueue([table = std::move(table), after, entries = std::move(entries),
             summary = std::move(summary)](
                Writer& w) { return w.append(table, after, entries, summary); },
            std::move(then));
  }
  void put_person(Person person, Then then) override {
    change(std::move(then), [person](PeopleWriter& people) { return people.put_person(person); });
  }
  void put_device(Device device, Then then) override {
    change(std::move(then), [device](PeopleWriter& people) { return people.put_device(device); });
  }
  void see_device(Device device, Then then) override {
    change(std::move(then), [device](PeopleWriter& people) { return people.see_device(device); });
  }
  void remove_device(std::string person, std::string token, Then then) override {
    change(std::move(then),
           [person, token](PeopleWriter& people) { return people.remove_device(person, token); });
  }
  void remove_other_devices(std::string person, std::string token, Then then) override {
    change(std::move(then), [person, token](PeopleWriter& people) {
      return people.remove_other_devices(person, token);
    });
  }
  void put_link(std::string code, std::string person, int64_t until, Then then) override {
    change(std::move(then), [code, person, until](PeopleWriter& people) {
      return people.put_link(code, person, until);
    });
  }
  void use_link(std::string code, Device device, Then then) override {
    change(std::move(then),
           [code, device](PeopleWriter& people) { return people.use_link(code, device); });
  }
  void put_block(std::string person, std::string other, bool on, Then then) override {
    change(std::move(then), [person, other, on](PeopleWriter& people) {
      return people.put_block(person, other, on);
    });
  }
  void put_mute(std::string person, int64_t until, Then then) override {
    change(std::move(then),
           [person, until](PeopleWriter& people) { return people.put_mute(person, until); });
  }

  std::optional<std::vector<Entry>> load(std::string_view table) override {
    std::optional<Last> last = recent_.find(table);
    if (!last) last = find_last(last_.bind(table));
    if (!last) return std::nullopt;
    std::vector<Entry> entries;
    load_.bind(last->id);
    while (load_.row()) entries.push_back({load_.integer(0), load_.text(1)});
    if (load_.failed()) return std::nullopt;
    return entries;
  }
  std::optional<std::vector<Summary>> listed(int limit) override {
    return summaries(listed_.bind(limit));
  }
  std::optional<std::vector<Summary>> of_person(std::string_view person, int limit) override {
    return summaries(of_person_.bind(person, limit));
  }
  std::optional<std::vector<std::string>> clocked() override {
    std::vector<std::string> tables;
    clocked_.bind();
    while (clocked_.row()) tables.push_back(clocked_.text(0));
    if (clocked_.failed()) return std::nullopt;
    return tables;
  }
  std::optional<Person> person(std::string_view id) override { return people_.person(id); }
  std::optional<Person> person_of_device(std::string_view token) override {
    return people_.person_of_device(token);
  }
  std::optional<Device> device(std::string_view token) override { return people_.device(token); }
  std::optional<std::vector<Device>> devices_of(std::string_view person) override {
    return people_.devices_of(person);
  }
  std::optional<std::vector<std::string>> blocked_by(std::string_view person) override {
    return people_.blocked_by(person);
  }
  std::optional<std::vector<Mute>> mutes() override { return people_.mutes(); }
  bool healthy() const override { return healthy_; }
  Figures figures() const override {
    return {size_of(file_), size_of(file_ + "-wal"), wal_.checkpoints(), wal_.failures()};
  }

 private:
  struct Job {
    std::function<Outcome(Writer&)> work;
    Then then;
    Result result;
  };

  std::optional<std::vector<Summary>> summaries(Statement& statement) {
    std::vector<Summary> all;
    while (statement.row()) {
      Summary summary{statement.text(0),         static_cast<Status>(statement.integer(1)),
                      statement.integer(2) != 0, statement.integer(3) != 0,
                      statement.integer(4),      statement.integer(5),
                      statement.text(6),         {}};
      sitters_.bind(summary.table);
      while (sitters_.row()) summary.people.push_back(sitters_.text(0));
      if (sitters_.failed()) return std::nullopt;
      all.push_back(std::move(summary));
    }
    if (statement.failed()) return std::nullopt;
    return all;
  }

  void change(Then then, std::function<Outcome(PeopleWriter&)> work) {
    enqueue([work = std::move(work)](Writer& w) { return work(w.people()); }, std::move(then));
  }
  void enqueue(std::function<Outcome(Writer&)> work, Then then) {
    {
      const std::lock_guard guard(mutex_);
      jobs_.push_back({std::move(work), std::move(then), {}});
    }
    wake_.notify_one();
  }

  void write_on() {
    std::unique_lock guard(mutex_);
    size_t last = 0;
    while (true) {
      wake_.wait(guard, [this] { return stop_ || !jobs_.empty(); });
      if (jobs_.empty()) return;  // stopped, and all is written
      if (last >= kBusyBatch && jobs_.size() < 2 * last) {
        guard.unlock();
        std::this_thread::sleep_for(kGather);
        guard.lock();
      }
      std::vector<Job> batch = std::move(jobs_);
      jobs_.clear();
      last = batch.size();
      guard.unlock();
      for (size_t from = 0; from < batch.size(); from += kBatch) {
        commit(
            {batch.begin() + static_cast<std::ptrdiff_t>(from),
             batch.begin() + static_cast<std::ptrdiff_t>(std::min(from + kBatch, batch.size()))});
      }
      auto finished = std::make_shared<std::vector<Job>>(std::move(batch));
      deliver_([finished] {
        for (Job& job : *finished) job.then(job.result);
      });
      guard.lock();
    }
  }

  // All of the batch is durable afterwards, or nothing of it.
  void commit(std::span<Job> batch) {
    std::string problem;
    bool well = writer_.begin();
    for (Job& job : batch) {
      if (!well) break;
      job.result.outcome = job.work(writer_);
      well = job.result.outcome != Outcome::kFailed;
    }
    if (well) well = writer_.commit();
    if (!well) {
      problem = writer_.problem();
      writer_.rollback();
      for (Job& job : batch) job.result = {Outcome::kFailed, problem};
    }
    healthy_ = well;
    wal_.between_commits(!well);
  }

  std::unique_ptr<FileLock> lock_;
  Database write_, read_;
  std::string file_;
  Deliver deliver_;
  Recent recent_;
  Writer writer_;
  Statement last_, load_, listed_, of_person_, sitters_, clocked_;
  PeopleReader people_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Job> jobs_;
  bool stop_ = false;
  std::atomic<bool> healthy_{true};
  WalKeeper wal_;
  std::thread thread_;
};

}  // namespace

Opened open_sqlite(const SqliteOptions& options) {
  const auto fail = [&](const std::string& problem) {
    return Opened{nullptr, options.file + ": " + problem};
  };
  auto lock = std::make_unique<FileLock>(options.file + ".lock");
  if (!lock->problem().empty()) return fail(lock->problem());
  const mode_t before = ::umask(0077);  // the file holds secrets of tables that go on
  std::string problem;
  Database write = open_database(options.file, problem);
  if (write != nullptr) problem = prepare(write.get(), options.max_pages);
  ::umask(before);
  if (!problem.empty()) return fail(problem);
  Database read = open_database(options.file, problem);
  Database tidy = open_database(options.file, problem);
  if (read == nullptr || tidy == nullptr) return fail(problem);
  const std::optional<Newer> newer = find_newer(write.get());
  if (!newer) return fail(sqlite3_errmsg(write.get()));
  return {std::make_unique<SqliteStore>(std::move(lock), std::move(write), std::move(read),
                                        std::move(tidy), *newer, options),
          {}};
}

}  // namespace store
