#include "store/postgres.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>

#include "store/postgres_check.h"
#include "store/postgres_nodes.h"
#include "store/postgres_read.h"
#include "store/postgres_schema.h"
#include "store/postgres_write.h"
#include "store/read_thread.h"

namespace store {
namespace {

constexpr size_t kMostJobs = 1024;
constexpr auto kWritePatience = std::chrono::seconds(15);  // longer than the database's own
// Where everybody waits for the reader, and where nobody does.
constexpr auto kReadPatience = std::chrono::milliseconds(500);
constexpr auto kLoadPatience = std::chrono::seconds(5);
constexpr auto kConnect = std::chrono::seconds(3);
constexpr auto kWaitToConnect = std::chrono::milliseconds(100);
constexpr auto kLook = std::chrono::milliseconds(1000);       // is the connection still there?
constexpr auto kMeasure = std::chrono::milliseconds(15'000);  // how large the database is

constexpr Sql kSize{"size", "select pg_database_size(current_database())"};
constexpr Sql kAnybody{"anybody", "select 1"};
// A connection that was lost may live on at the other end, with a batch that it has not carried out
// yet. It is ended before the batch is sent again.
constexpr Sql kFence{"fence",
                     "select pg_terminate_backend(pid) from pg_stat_activity "
                     "where application_name = $1 and pid <> pg_backend_pid()"};

int64_t random_number() {
  int64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number) {
    number = Clock::now().time_since_epoch().count();
  }
  return number;
}

// A name by which this store finds its own connections.
std::string random_name() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string name = "stamtafel-";
  auto bits = static_cast<uint64_t>(random_number());
  for (int i = 0; i < 16; ++i, bits >>= 4) name += kDigits[bits & 15];
  return name;
}

// The database has refused what is in one of the jobs, not the batch as such.
bool of_one_job(std::string_view state) {
  return state.starts_with("22") || state.starts_with("23") || state.starts_with("54") ||
         is_damage(state);
}
// Two transactions were in each other's way.
bool to_be_repeated(std::string_view state) { return state == "40001" || state == "40P01"; }

class PostgresStore final : public Store {
 public:
  PostgresStore(const PostgresOptions& options, std::string name,
                std::unique_ptr<Connection> connection)
      : options_(options),
        name_(std::move(name)),
        connection_(std::move(connection)),
        reader_(options.address, name_ + "-reads", kReadPatience, &answers_),
        loader_(options.address, name_ + "-loads", kLoadPatience, nullptr),
        writer_(random_number()) {
    thread_ = std::thread([this] { write_on(); });
  }

  ~PostgresStore() override {
    reads_.stop();
    {
      const std::lock_guard guard(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }

  void append(std::string table, int64_t after, std::vector<Entry> entries,
              std::optional<Summary> summary, Then then) override {
    Job job;
    job.append = {std::move(table), after, std::move(entries), std::move(summary), 0};
    job.then = std::move(then);
    enqueue(std::move(job));
  }
  void put_person(Person person, Then then) override { change(store::put_person(person), then); }
  void put_device(Device device, Then then) override { change(store::put_device(device), then); }
  void see_device(Device device, Then then) override { change(store::see_device(device), then); }
  void remove_device(std::string person, std::string token, Then then) override {
    change(store::remove_device(person, token), then);
  }
  void remove_other_devices(std::string person, std::string token, Then then) override {
    change(store::remove_other_devices(person, token), then);
  }
  void put_link(std::string code, std::string person, int64_t until, Then then) override {
    change(store::put_link(code, person, until), then);
  }
  void use_link(std::string code, Device device, Then then) override {
    change(store::use_link(code, device), then);
  }
  void put_block(std::string person, std::string other, bool on, Then then) override {
    change(store::put_block(person, other, on), then);
  }
  void put_mute(std::string person, int64_t until, Then then) override {
    change(store::put_mute(person, until), then);
  }
  void put_address(Address address, Then then) override {
    change(store::put_address(address), then);
  }
  void remove_address(std::string person, std::string kind, Then then) override {
    change(store::remove_address(person, kind), then);
  }
  void put_notice(Notice notice, Then then) override { change(store::put_notice(notice), then); }
  void remove_notice(Notice notice, Then then) override {
    change(store::remove_notice(notice), then);
  }

  void load_after(std::string table, int64_t after, ThenLoaded then) override {
    reads_.submit([this, table = std::move(table), after, then = std::move(then)] {
      options_.deliver(
          [then, loaded = loader_.load(table, after)]() mutable { then(std::move(loaded)); });
    });
  }
  Loaded load(std::string_view table) override { return reader_.load(table); }
  void finished(std::string person, std::optional<Behind> behind, int limit,
                ThenListed then) override {
    reads_.submit([this, person = std::move(person), behind = std::move(behind), limit,
                   then = std::move(then)] {
      options_.deliver([then, found = loader_.finished(person, behind, limit)]() mutable {
        then(std::move(found));
      });
    });
  }
  std::optional<std::vector<Summary>> listed(int limit) override { return reader_.listed(limit); }
  std::optional<std::vector<Summary>> of_person(std::string_view person, int limit) override {
    return reader_.of_person(person, limit);
  }
  std::optional<std::vector<std::string>> clocked() override { return reader_.clocked(); }
  std::optional<Person> person(std::string_view id) override { return reader_.person(id); }
  std::optional<Person> person_of_device(std::string_view token) override {
    return reader_.person_of_device(token);
  }
  std::optional<Device> device(std::string_view token) override { return reader_.device(token); }
  std::optional<std::vector<Device>> devices_of(std::string_view person) override {
    return reader_.devices_of(person);
  }
  std::optional<std::vector<std::string>> blocked_by(std::string_view person) override {
    return reader_.blocked_by(person);
  }
  std::optional<std::vector<Mute>> mutes() override { return reader_.mutes(); }
  std::optional<std::vector<Address>> addresses() override { return reader_.addresses(); }
  std::optional<std::vector<Notice>> notices() override { return reader_.notices(); }
  Nodes* nodes() override {
    if (nodes_ == nullptr) {
      nodes_ = std::make_unique<PostgresNodes>(options_.address, name_, options_.deliver);
      told_ = nodes_.get();
    }
    return nodes_.get();
  }
  bool healthy() const override {
    const PostgresNodes* nodes = told_;
    return connected_ && answers_ && !failing_ && (nodes == nullptr || nodes->hears());
  }
  Figures figures() const override { return {bytes_, 0, 0, 0, 1, healthy() ? 0 : 1}; }

 private:
  void change(Change change, Then& then) {
    Job job;
    job.change = std::move(change);
    job.then = std::move(then);
    enqueue(std::move(job));
  }
  void enqueue(Job job) {
    {
      const std::lock_guard guard(mutex_);
      if (job.append) job.append->writer = writer_ = next_writer(writer_);
      jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
  }
  static int64_t next_writer(int64_t writer) {
    const auto next = static_cast<int64_t>(static_cast<uint64_t>(writer) + 1);
    return next == 0 ? 1 : next;  // 0 is nobody
  }

  void write_on() {
    std::unique_lock guard(mutex_);
    while (true) {
      if (!wake_.wait_for(guard, kLook, [this] { return stop_ || !jobs_.empty(); })) {
        guard.unlock();
        look();
        guard.lock();
        continue;
      }
      if (jobs_.empty()) return;  // stopped, and all is written
      std::vector<Job> batch = take_jobs();
      guard.unlock();
      commit(batch);
      deliver(std::move(batch));
      guard.lock();
    }
  }
  // REQUIRES: the lock.
  std::vector<Job> take_jobs() {
    const auto count = static_cast<std::ptrdiff_t>(std::min(jobs_.size(), kMostJobs));
    std::vector<Job> batch(std::make_move_iterator(jobs_.begin()),
                           std::make_move_iterator(jobs_.begin() + count));
    jobs_.erase(jobs_.begin(), jobs_.begin() + count);
    return batch;
  }
  void deliver(std::vector<Job> batch) {
    auto finished = std::make_shared<std::vector<Job>>(std::move(batch));
    options_.deliver([finished] {
      for (Job& job : *finished) {
        if (job.told) job.then(job.result);
      }
    });
  }
  bool stopping() {
    const std::lock_guard guard(mutex_);
    return stop_;
  }

  // When nobody writes: a connection that has gone is noticed, and comes back.
  void look() {
    if (connected_ && !connection_->alive()) lose(connection_->problem());
    if (!connected_) connect();
    if (connected_ && !answers_) answers_ = connection_->ask(kAnybody, {}).has_value();
    if (!connected_ || Clock::now() < measure_at_) return;
    measure_at_ = Clock::now() + kMeasure;
    if (const std::optional<Rows> size = connection_->ask(kSize, {}); size && size->size() == 1) {
      bytes_ = size->integer(0, 0);
    }
  }
  void lose(const std::string& why) {
    if (connected_.exchange(false)) options_.tell("the database is gone: " + why);
  }
  bool connect() {
    Connection::Options options{options_.address, name_, kConnect, kWritePatience,
                                write_statements()};
    options.statements.insert(options.statements.end(), {kSize, kFence, kAnybody});
    auto fresh = Connection::open(options, problem_);
    if (fresh == nullptr || !alone(*fresh)) return false;
    connection_ = std::move(fresh);
    connected_ = answers_ = true;
    options_.tell("the database is back");
    return true;
  }
  // None of this store's former connections does anything any more.
  bool alone(Connection& fresh) {
    for (const Clock::time_point until = Clock::now() + options_.farewell; Clock::now() < until;
         std::this_thread::sleep_for(std::chrono::milliseconds(10))) {
      const std::optional<Rows> former = fresh.ask(kFence, Values::of(name_));
      if (!former || !former->well()) {
        problem_ = former ? former->problem() : fresh.problem();
        return false;
      }
      if (former->size() == 0) {
        problem_ = lock(fresh, options_.filling ? LockAs::kAlone : LockAs::kServer);
        return problem_.empty();
      }
    }
    problem_ = "a former connection does not end";
    return false;
  }

  void commit(std::span<Job> batch) {
    const Try::Is is = carry_out(batch);
    if (is == Try::Is::kLost) return;
    failing_ = is == Try::Is::kRefused;
    answers_ = true;
  }
  // Until it is known how the batch has ended.
  Try::Is carry_out(std::span<Job> batch) {
    const Clock::time_point begun = Clock::now();
    bool again = false;
    while (true) {
      if (connected_ || connect()) {
        const PostgresNodes* nodes = told_;
        const Try tried = attempt(*connection_, batch, again,
                                  nodes != nullptr && nodes->others() ? name_ : std::string());
        if (tried.is == Try::Is::kDone) return tried.is;
        if (tried.is == Try::Is::kLost) {
          lose(tried.problem);
          again = true;
          continue;
        }
        if (to_be_repeated(tried.state)) continue;
        if (of_one_job(tried.state)) return each_alone(batch, tried);
        // Of what was sent before, that says nothing.
        if (!again) return fail(batch, Outcome::kFailed, tried.problem);
        problem_ = tried.problem;
      }
      const Clock::duration waited = Clock::now() - begun;
      if (!again && waited >= options_.patience) {
        fail(batch, Outcome::kFailed, problem_);
        return Try::Is::kLost;
      }
      if (again && stopping() && waited >= options_.farewell) return say_nothing(batch);
      if (waited >= options_.patience) fail_waiting();
      std::this_thread::sleep_for(kWaitToConnect);
    }
  }
  // One of the jobs can't be done; that shall not be the others' loss. (It can't have been done
  // when it was sent before, either.)
  Try::Is each_alone(std::span<Job> batch, const Try& tried) {
    if (batch.size() == 1) {
      const bool damaged = is_damage(tried.state);
      options_.tell("not saved: " + tried.problem);
      fail(batch, damaged ? Outcome::kDamaged : Outcome::kFailed, tried.problem);
      return damaged ? Try::Is::kRefused : Try::Is::kDone;  // the database is well
    }
    Try::Is is = Try::Is::kRefused;
    for (Job& job : batch) {
      if (carry_out({&job, 1}) == Try::Is::kDone) is = Try::Is::kDone;
    }
    return is;
  }
  static Try::Is fail(std::span<Job> batch, Outcome outcome, const std::string& problem) {
    for (Job& job : batch) job.result = {outcome, problem};
    return Try::Is::kRefused;
  }
  Try::Is say_nothing(std::span<Job> batch) {
    for (Job& job : batch) job.told = false;
    options_.tell("closed without an answer of the database: " + problem_);
    return Try::Is::kLost;
  }
  // What came meanwhile was not sent, and will not be.
  void fail_waiting() {
    std::vector<Job> waiting;
    {
      const std::lock_guard guard(mutex_);
      waiting.swap(jobs_);
    }
    if (waiting.empty()) return;
    fail(waiting, Outcome::kFailed, problem_);
    deliver(std::move(waiting));
  }

  const PostgresOptions options_;
  const std::string name_;
  // Of the writer's thread.
  std::unique_ptr<Connection> connection_;
  std::string problem_;
  Clock::time_point measure_at_;

  std::atomic<bool> answers_{true};  // what is asked by those who can't wait
  PostgresReader reader_;
  PostgresReader loader_;  // of the thread that loads
  std::atomic<bool> connected_{true};
  std::atomic<bool> failing_{false};
  std::atomic<int64_t> bytes_{0};

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Job> jobs_;
  int64_t writer_;
  bool stop_ = false;
  std::unique_ptr<PostgresNodes> nodes_;
  std::atomic<PostgresNodes*> told_{nullptr};  // the same, for the writer
  std::thread thread_;
  ReadThread reads_;
};

}  // namespace

Opened open_postgres(const PostgresOptions& options) {
  const auto fail = [&](const std::string& problem) {
    return Opened{nullptr, without_password(options.address) + ": " + problem, {}};
  };
  const std::string name = random_name();
  std::string problem;
  std::unique_ptr<Connection> connection =
      Connection::open({options.address, name, kWritePatience, kWritePatience, {}}, problem);
  if (connection == nullptr) return fail(problem);
  problem = prepare(*connection, options.filling);
  if (problem.empty()) {
    problem = lock(*connection, options.filling ? LockAs::kAlone : LockAs::kServer);
  }
  if (problem.empty()) problem = take_place(*connection, options.place);
  if (!problem.empty()) return fail(problem);
  Check check;
  if (options.check_whole) check = check_whole(*connection, options.place);
  std::vector<Sql> statements = write_statements();
  statements.insert(statements.end(), {kSize, kFence, kAnybody});
  if (!connection->prepare(statements, problem)) return fail(problem);
  if (const std::optional<Rows> sync = connection->ask_once("show fsync");
      sync && sync->size() == 1 && sync->text(0, 0) == "off") {
    options.tell("the database runs with fsync = off: what it says is saved may be lost");
  }
  return {
      std::make_unique<PostgresStore>(options, name, std::move(connection)), {}, std::move(check)};
}

}  // namespace store
