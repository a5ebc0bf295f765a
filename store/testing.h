// What the tests of the store share.
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "store/sqlite.h"
#include "store/sqlite_file.h"
#include "tests/folder.h"
#include "tests/postgres.h"

namespace store_test {

namespace fs = std::filesystem;
using store::Device;
using store::Entry;
using store::Loaded;
using store::Mute;
using store::Opened;
using store::Outcome;
using store::Person;
using store::Result;
using store::SqliteOptions;
using store::Status;
using store::Store;
using store::Summary;
using store::Then;

// Where a backend keeps its things, for the time of a test.
class Home {
 public:
  std::string file() const { return folder_.at("t.db"); }
  const std::string& address() const {
    if (address_.empty()) address_ = tests::Postgres::get().fresh();
    return address_;
  }

 private:
  tests::Folder folder_;
  mutable std::string address_;
};

// Waits for the answer of one request.
class Answer {
 public:
  Then then() {
    return [this](const Result& result) {
      const std::lock_guard guard(mutex_);
      result_ = result;
      ready_.notify_all();
    };
  }
  Result wait() {
    std::unique_lock guard(mutex_);
    ready_.wait(guard, [this] { return result_.has_value(); });
    return *result_;
  }
  Outcome outcome() { return wait().outcome; }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::optional<Result> result_;
};

inline Outcome append(Store& store, const std::string& table, int64_t after,
                      const std::vector<Entry>& entries,
                      std::optional<Summary> summary = std::nullopt) {
  Answer answer;
  store.append(table, after, entries, std::move(summary), answer.then());
  return answer.outcome();
}

inline std::vector<Entry> load(Store& store, const std::string& table) {
  const Loaded loaded = store.load(table);
  EXPECT_EQ(loaded.is, loaded.entries.empty() ? Loaded::Is::kNone : Loaded::Is::kEntries)
      << loaded.problem;
  return loaded.entries;
}

inline Summary summary_of(const std::string& table, Status status, bool listed, int64_t touched,
                          std::vector<std::string> people) {
  return {table, status, listed, false, 1, touched, "about " + table, std::move(people)};
}

// Waits until it holds, for at most ten seconds.
inline bool eventually(const std::function<bool()>& holds) {
  for (int i = 0; i < 1000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace store_test
