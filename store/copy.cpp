#include "store/copy.h"

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>

#include "store/data.h"
#include "store/postgres_care.h"
#include "store/shards.h"
#include "store/sqlite.h"

namespace store {
namespace {

namespace fs = std::filesystem;

// Where everything goes, until it is whole.
class Target {
 public:
  virtual ~Target() = default;
  virtual Opened open() = 0;           // what is wrong, or the store to write to
  virtual std::string complete() = 0;  // after that is closed: from now on it is a store like any
};

class FileTarget final : public Target {
 public:
  explicit FileTarget(std::string file) : file_(std::move(file)), draft_(file_ + ".part") {}
  ~FileTarget() override { remove_draft(); }
  Opened open() override {
    if (fs::exists(file_)) return {nullptr, file_ + ": there is such a file already", {}};
    remove_draft();
    SqliteOptions options;
    options.file = draft_;
    return open_sqlite(options);
  }
  std::string complete() override {
    std::error_code error;
    fs::rename(draft_, file_, error);
    return error ? file_ + ": " + error.message() : "";
  }

 private:
  void remove_draft() const {
    std::error_code ignored;
    for (const char* end : {"", "-wal", "-shm", ".lock"}) fs::remove(draft_ + end, ignored);
  }
  std::string file_, draft_;
};

class DatabaseTarget final : public Target {
 public:
  explicit DatabaseTarget(std::string data) : data_(std::move(data)) {}
  Opened open() override {
    for (const std::string& address : databases_in(data_)) {
      if (const std::string problem = begin_filling(address); !problem.empty()) {
        return {nullptr, without_password(address) + ": " + problem, {}};
      }
    }
    OpenOptions options;
    options.data = data_;
    return open_databases(options, true);
  }
  // The first one last: without it none of them can be opened.
  std::string complete() override {
    std::vector<std::string> addresses = databases_in(data_);
    for (; !addresses.empty(); addresses.pop_back()) {
      const std::string problem = end_filling(addresses.back());
      if (!problem.empty()) return without_password(addresses.back()) + ": " + problem;
    }
    return {};
  }

 private:
  std::string data_;
};

// Writes one thing after the other, without waiting for each.
class Pump {
 public:
  explicit Pump(Moved& moved) : moved_(moved) {}
  Then then() {
    std::unique_lock guard(mutex_);
    room_.wait(guard, [this] { return on_the_way_ < kAtOnce; });
    ++on_the_way_;
    return [this](const Result& result) {
      const std::lock_guard done(mutex_);
      --on_the_way_;
      if (result.outcome != Outcome::kDone && moved_.problem.empty()) {
        moved_.problem = "it could not be written: " + result.problem;
      }
      room_.notify_all();
    };
  }
  bool well() {
    const std::lock_guard guard(mutex_);
    return moved_.problem.empty();
  }
  void wait_for_all() {
    std::unique_lock guard(mutex_);
    room_.wait(guard, [this] { return on_the_way_ == 0; });
  }

 private:
  static constexpr int kAtOnce = 500;
  Moved& moved_;
  std::mutex mutex_;
  std::condition_variable room_;
  int on_the_way_ = 0;
};

class Mover {
 public:
  Mover(Store& to, Pump& pump, Moved& moved) : to_(to), pump_(pump), moved_(moved) {}

  void operator()(List list) {
    if (list.loaded.is != Loaded::Is::kEntries || !list.sound) {
      moved_.left_out.push_back({list.id, list.loaded.is == Loaded::Is::kEntries
                                              ? "its summary does not agree with its checksum"
                                              : list.loaded.problem});
      return;
    }
    ++(list.summary ? moved_.tables : moved_.editions);
    moved_.entries += static_cast<int64_t>(list.loaded.entries.size());
    to_.append(list.id, 0, std::move(list.loaded.entries), std::move(list.summary), pump_.then());
  }
  void operator()(Person person) {
    ++moved_.people;
    to_.put_person(std::move(person), pump_.then());
  }
  void operator()(Device device) {
    ++moved_.devices;
    to_.put_device(std::move(device), pump_.then());
  }
  void operator()(const Link& link) {
    ++moved_.links;
    to_.put_link(link.code, link.person, link.until, pump_.then());
  }
  void operator()(const Block& block) {
    ++moved_.blocks;
    to_.put_block(block.person, block.other, true, pump_.then());
  }
  void operator()(const Mute& mute) {
    ++moved_.mutes;
    to_.put_mute(mute.person, mute.until, pump_.then());
  }
  void operator()(Address address) {
    ++moved_.addresses;
    to_.put_address(std::move(address), pump_.then());
  }
  void operator()(Notice notice) {
    ++moved_.notices;
    to_.put_notice(std::move(notice), pump_.then());
  }

 private:
  Store& to_;
  Pump& pump_;
  Moved& moved_;
};

}  // namespace

Moved copy(const std::string& from, const std::string& to, bool force) {
  Moved moved;
  const auto fail = [&](const std::string& problem) {
    moved.problem = problem;
    return moved;
  };
  const Care::Opened source = Care::open(from);
  if (source.care == nullptr) return fail(source.problem);
  const Checked before = check_file(from);
  if (!before.problem.empty()) return fail(without_password(from) + ": " + before.problem);
  if (!before.check.problems.empty() && !force) {
    return fail(without_password(from) + ": it is damaged: " + before.check.problems.front().what);
  }
  std::unique_ptr<Target> target;
  if (is_postgres(to)) {
    target = std::make_unique<DatabaseTarget>(to);
  } else {
    target = std::make_unique<FileTarget>(to);
  }
  {
    const Opened opened = target->open();
    if (opened.store == nullptr) return fail(opened.problem);
    Pump pump(moved);
    Mover mover(*opened.store, pump, moved);
    const bool read = source.care->each([&](Item item) {
      std::visit(mover, std::move(item));
      return pump.well();
    });
    pump.wait_for_all();
    if (!read && moved.problem.empty()) moved.problem = source.care->problem();
  }
  if (!moved.problem.empty()) return moved;
  if (const std::string problem = target->complete(); !problem.empty()) return fail(problem);
  const Checked after = check_file(to);
  if (after.problem.empty() && after.check.entries == moved.entries &&
      after.check.tables == moved.tables) {
    return moved;
  }
  return fail(without_password(to) + ": what arrived is not what was sent" +
              (after.problem.empty() ? "" : ": " + after.problem));
}

}  // namespace store
