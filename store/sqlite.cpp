#include "store/sqlite.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>

#include "store/checksum.h"
#include "store/read_thread.h"
#include "store/sqlite_check.h"
#include "store/sqlite_entries.h"
#include "store/sqlite_file.h"
#include "store/sqlite_lists.h"
#include "store/sqlite_people.h"
#include "store/sqlite_schema.h"
#include "store/sqlite_statement.h"

namespace store {
namespace {

constexpr size_t kBatch = 1024;
constexpr int64_t kIndexEvery = 10'000;    // entries
constexpr size_t kIndexAtOnce = 16;        // tables: nobody shall wait for it
constexpr int kLongestQuery = 50'000'000;  // steps of SQLite's machine; a second or so
// Under load a commit waits a moment for company: each costs a write and a sync, whatever is in it.
constexpr size_t kBusyBatch = 8;
constexpr auto kGather = std::chrono::milliseconds(2);

// One thread of writing: its connection and statements.
class Writer {
 public:
  Writer(sqlite3* db, Recent& recent, int64_t newer)
      : db_(db),
        recent_(recent),
        newer_(newer),
        last_(db),
        summaries_(db),
        add_entry_(db,
                   "insert into entry(tbl, n, prev, at, text, sum) values(?1, ?2, ?3, ?4, ?5, ?6)"),
        put_last_(db, "insert or replace into last values(?1, ?2, ?3)"),
        set_indexed_(db, "update indexed set id = ?1"),
        people_(db),
        begin_(db, "begin immediate"),
        commit_(db, "commit") {}

  bool begin() { return begin_.bind().run(); }
  bool commit() {
    if (newer_ >= kIndexEvery && to_index_.empty() && indexing_) begin_indexing();
    const size_t indexed = std::min(to_index_.size(), kIndexAtOnce);
    if (!index_some(indexed)) {
      if (by_damage()) {  // without an index it goes on, at the price of a slower start
        indexing_ = false;
        to_index_.clear();
      }
      return false;
    }
    if (!commit_.bind().run()) return false;
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
  // What failed last failed at a part of the file that is damaged: others may be sound.
  bool by_damage() const {
    const int code = sqlite3_errcode(db_);
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
  }
  // Lists show old news rather than that a table could not go on.
  void leave_out_summaries(bool leave_out) { no_summaries_ = leave_out; }
  // Could an entry be written at all?
  bool can_append() {
    const bool can =
        begin() && add_entry_.bind(std::string_view(), 0, 0, 0, std::string_view(), 0).run();
    rollback();
    return can;
  }
  // When all is written: the next start has nothing to look for.
  void index_all() {
    if (!indexing_ || newer_ == 0) return;
    begin_indexing();
    if (begin() && index_some(to_index_.size()) && commit_.bind().run()) return;
    rollback();
  }

  Outcome append(const std::string& table, int64_t after, const std::vector<Entry>& entries,
                 const std::optional<Summary>& summary) {
    std::optional<Last> last = last_of(table);
    if (!last) return Outcome::kFailed;
    if (last->n != after) return Outcome::kConflict;
    for (const Entry& entry : entries) {
      const int64_t sum = checksum_of(table, last->n + 1, entry);
      if (!add_entry_.bind(table, last->n + 1, last->id, entry.at, entry.text, sum).run()) {
        return Outcome::kFailed;
      }
      *last = {sqlite3_last_insert_rowid(db_), last->n + 1};
      ++newer_;
    }
    uncommitted_.insert_or_assign(table, *last);
    return done(!summary || no_summaries_ || summaries_.put(*summary));
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
    return last_.find(table);
  }
  static Outcome done(bool well) { return well ? Outcome::kDone : Outcome::kFailed; }

  sqlite3* db_;
  Recent& recent_;
  LastOf uncommitted_;
  int64_t newer_;  // entries since indexing began last
  std::vector<std::pair<std::string, Last>> to_index_;
  int64_t index_up_to_ = 0;
  bool indexing_ = true;
  bool no_summaries_ = false;
  LastReader last_;
  SummaryWriter summaries_;
  Statement add_entry_, put_last_, set_indexed_;
  PeopleWriter people_;
  Statement begin_, commit_;
};

class SqliteStore final : public Store {
 public:
  SqliteStore(std::unique_ptr<FileLock> lock, Database write, Database read, Database loads,
              Database tidy, const Newer& newer, const SqliteOptions& options)
      : lock_(std::move(lock)),
        write_(std::move(write)),
        read_(std::move(read)),
        loads_(std::move(loads)),
        file_(options.file),
        deliver_(options.deliver),
        tell_(options.tell),
        recent_(newer.tables),
        writer_(write_.get(), recent_, newer.entries),
        entries_(read_.get(), recent_),
        loaded_entries_(loads_.get(), recent_),
        lists_(read_.get()),
        loaded_lists_(loads_.get()),
        people_(read_.get()),
        wal_(std::move(tidy), options.wal, options.tell) {
    wal_.watch(write_.get());
    thread_ = std::thread([this] { write_on(); });
  }

  ~SqliteStore() override {
    reads_.stop();
    {
      const std::lock_guard guard(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    thread_.join();
    writer_.index_all();
    wal_.stop();
    if (!wal_.given_up()) return;
    for (sqlite3* db : {write_.get(), read_.get(), loads_.get()}) {
      sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    }
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

  void put_address(Address address, Then then) override {
    change(std::move(then),
           [address](PeopleWriter& people) { return people.put_address(address); });
  }
  void remove_address(std::string person, std::string kind, Then then) override {
    change(std::move(then),
           [person, kind](PeopleWriter& people) { return people.remove_address(person, kind); });
  }
  void put_notice(Notice notice, Then then) override {
    change(std::move(then), [notice](PeopleWriter& people) { return people.put_notice(notice); });
  }
  void remove_notice(Notice notice, Then then) override {
    change(std::move(then),
           [notice](PeopleWriter& people) { return people.remove_notice(notice); });
  }

  void load_after(std::string table, int64_t after, ThenLoaded then) override {
    reads_.submit([this, table = std::move(table), after, then = std::move(then)] {
      deliver_([then, loaded = loaded_entries_.load(table, after)]() mutable {
        then(std::move(loaded));
      });
    });
  }
  Loaded load(std::string_view table) override { return entries_.load(table); }
  void finished(std::string person, std::optional<Behind> behind, int limit,
                ThenListed then) override {
    reads_.submit([this, person = std::move(person), behind = std::move(behind), limit,
                   then = std::move(then)] {
      deliver_([then, found = loaded_lists_.finished(person, behind, limit)]() mutable {
        then(std::move(found));
      });
    });
  }
  std::optional<std::vector<Summary>> listed(int limit) override { return lists_.listed(limit); }
  std::optional<std::vector<Summary>> of_person(std::string_view person, int limit) override {
    return lists_.of_person(person, limit);
  }
  std::optional<std::vector<std::string>> clocked() override { return lists_.clocked(); }
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
  std::optional<std::vector<Address>> addresses() override { return people_.addresses(); }
  std::optional<std::vector<Notice>> notices() override { return people_.notices(); }
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

  // All of the batch is durable afterwards, or nothing of it. Where a part of the file is damaged,
  // each job stands for itself: those of other tables are carried out.
  void commit(std::span<Job> batch) {
    const Outcome outcome = attempt(batch);
    bool well = outcome == Outcome::kDone;
    if (outcome == Outcome::kDamaged) {
      for (Job& job : batch) well = attempt_alone(job) || well;
      well = well || writer_.can_append();
    }
    healthy_ = well;
    wal_.between_commits(!well);
  }
  bool attempt_alone(Job& job) {
    Outcome outcome = attempt({&job, 1});
    if (outcome != Outcome::kDamaged) return outcome == Outcome::kDone;
    const std::string problem = job.result.problem;
    writer_.leave_out_summaries(true);
    outcome = attempt({&job, 1});
    writer_.leave_out_summaries(false);
    tell_((outcome == Outcome::kDone ? "a list is not up to date: " : "not saved: ") + problem);
    return outcome == Outcome::kDone;
  }
  // kDone, kFailed or kDamaged for all of them together; then each job has its own result.
  Outcome attempt(std::span<Job> batch) {
    bool well = writer_.begin();
    for (Job& job : batch) {
      if (!well) break;
      job.result = {job.work(writer_), {}};
      well = job.result.outcome != Outcome::kFailed;
    }
    if (well && writer_.commit()) return Outcome::kDone;
    const Result result{writer_.by_damage() ? Outcome::kDamaged : Outcome::kFailed,
                        writer_.problem()};
    writer_.rollback();
    for (Job& job : batch) job.result = result;
    return result.outcome;
  }

  std::unique_ptr<FileLock> lock_;
  Database write_, read_, loads_;
  std::string file_;
  Deliver deliver_;
  std::function<void(const std::string&)> tell_;
  Recent recent_;
  Writer writer_;
  EntryReader entries_;
  EntryReader loaded_entries_;  // of the thread that loads
  SummaryReader lists_;
  SummaryReader loaded_lists_;  // of the thread that loads
  PeopleReader people_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Job> jobs_;
  bool stop_ = false;
  std::atomic<bool> healthy_{true};
  WalKeeper wal_;
  std::thread thread_;
  ReadThread reads_;
};

}  // namespace

Opened open_sqlite(const SqliteOptions& options) {
  const auto fail = [&](const std::string& problem) {
    return Opened{nullptr, options.file + ": " + problem, {}};
  };
  auto lock = std::make_unique<FileLock>(options.file);
  if (!lock->problem().empty()) return fail(lock->problem());
  std::string problem;
  Database write;
  {
    const OwnFiles own;
    write = open_database(options.file, OpenAs::kMaker, options.vfs, problem);
    if (write != nullptr) problem = prepare(write.get(), options.max_pages);
  }
  if (!problem.empty()) return fail(problem);
  Database read = open_database(options.file, OpenAs::kWriter, options.vfs, problem);
  Database loads = open_database(options.file, OpenAs::kWriter, options.vfs, problem);
  Database tidy = open_database(options.file, OpenAs::kWriter, options.vfs, problem);
  if (read == nullptr || loads == nullptr || tidy == nullptr) return fail(problem);
  Check check =
      options.check_whole ? check_whole(read.get()) : check_quickly(read.get(), options.check_for);
  const std::optional<Newer> newer = find_newer(write.get());
  if (!newer) return fail(sqlite3_errmsg(write.get()));
  if (newer->holes > 0) {
    check.problems.push_back({"", "entries that were written last are lost in " +
                                      std::to_string(newer->holes) +
                                      " places; tables may end earlier than they did"});
  }
  // Whatever is in the file, no query of the server goes on for ever.
  for (sqlite3* db : {read.get(), loads.get()}) {
    sqlite3_progress_handler(db, kLongestQuery, [](void*) { return 1; }, nullptr);
  }
  return {std::make_unique<SqliteStore>(std::move(lock), std::move(write), std::move(read),
                                        std::move(loads), std::move(tidy), *newer, options),
          {},
          std::move(check)};
}

}  // namespace store
