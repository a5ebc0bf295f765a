#include "store/sqlite_wal.h"

#include <utility>

namespace store {
namespace {

// So few pages are copied and synced before anybody notices.
constexpr int kFewPages = 64;
// A writer that keeps writing is never caught up with entirely.
constexpr int kRounds = 4;
constexpr auto kPause = std::chrono::milliseconds(50);
constexpr int kPatience = 100;  // milliseconds, for a reader that has the log in use

}  // namespace

WalKeeper::WalKeeper(Database db, const WalBounds& bounds,
                     std::function<void(const std::string&)> tell)
    : db_(std::move(db)), bounds_(bounds), tell_(std::move(tell)) {
  sqlite3_busy_timeout(db_.get(), kPatience);
  thread_ = std::thread([this] { keep_on(); });
}

WalKeeper::~WalKeeper() { stop(); }

void WalKeeper::stop() {
  {
    const std::lock_guard guard(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void WalKeeper::watch(sqlite3* writer) {
  writer_ = writer;
  sqlite3_wal_hook(
      writer,
      [](void* self, sqlite3*, const char*, int pages) {
        auto& keeper = *static_cast<WalKeeper*>(self);
        keeper.pages_ = pages;
        ++keeper.commits_;
        return SQLITE_OK;
      },
      this);
}

void WalKeeper::between_commits(bool failed) {
  const int pages = pages_;
  if (pages < bounds_.pages && !failed) {
    next_try_ = 0;
    return;
  }
  if (pages >= next_try_ && (caught_up_ || pages >= bounds_.most_pages)) {
    // A reader that stays (a backup being made) must not hold up the writer.
    sqlite3_busy_timeout(writer_, 0);
    const Progress progress = checkpoint(writer_, SQLITE_CHECKPOINT_RESTART);
    sqlite3_busy_timeout(writer_, kBusyTimeout);
    next_try_ = progress.done ? 0 : pages + bounds_.pages;
    if (progress.done) pages_ = 0;
    caught_up_ = false;
    return;
  }
  {
    const std::lock_guard guard(mutex_);
    if (wanted_ || caught_up_) return;
    wanted_ = true;
  }
  wake_.notify_all();
}

void WalKeeper::keep_on() {
  uint64_t seen = 0;
  std::unique_lock guard(mutex_);
  while (true) {
    wake_.wait_for(guard, bounds_.every, [this] { return stop_ || wanted_; });
    if (stop_) return;
    guard.unlock();
    const uint64_t commits = commits_;
    copy_beside_the_writer(commits == seen);
    seen = commits;
    guard.lock();
    wanted_ = false;
    // Somebody reads what is in the log (a backup is being made): trying at once again is no use.
    if (!caught_up_) wake_.wait_for(guard, kPause, [this] { return stop_; });
  }
}

void WalKeeper::copy_beside_the_writer(bool idle) {
  // A connection that has never read doesn't know of the log yet, and would find nothing to do.
  run_sql(db_.get(), "select count(*) from sqlite_schema");
  Progress progress;
  for (int round = 0; round < kRounds; ++round) {
    progress = checkpoint(db_.get(), SQLITE_CHECKPOINT_PASSIVE);
    if (!progress.done || progress.left <= kFewPages) break;
  }
  caught_up_ = progress.done && progress.left <= kFewPages && progress.in_log >= bounds_.pages;
  if (idle && progress.done && progress.left == 0 && progress.in_log > 0) {
    checkpoint(db_.get(), SQLITE_CHECKPOINT_TRUNCATE);
  }
}

WalKeeper::Progress WalKeeper::checkpoint(sqlite3* db, int mode) {
  const std::unique_lock alone(copying_, std::try_to_lock);
  if (!alone || given_up_) return {};
  int in_log = -1;
  int copied = -1;
  const int result = sqlite3_wal_checkpoint_v2(db, nullptr, mode, &in_log, &copied);
  // Busy: somebody reads or writes just now, and the next time is soon enough.
  const bool busy = result == SQLITE_BUSY || result == SQLITE_LOCKED;
  if (result == SQLITE_OK && in_log >= 0) {
    ++checkpoints_;
    return {true, in_log, in_log - copied};
  }
  if (!busy) {
    ++failures_;
    tell_(result == SQLITE_OK ? "the write-ahead log is not in use" : sqlite3_errmsg(db));
    if (sqlite3_extended_errcode(db) == SQLITE_IOERR_FSYNC) {
      given_up_ = true;
      tell_("the file can't be synced: what is in the write-ahead log stays there until a restart");
    }
  }
  return {false, in_log, in_log - copied};
}

}  // namespace store
