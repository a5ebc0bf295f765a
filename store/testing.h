// What the tests of the store share.
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "store/memory.h"
#include "store/sqlite.h"
#include "store/sqlite_file.h"
#include "tests/folder.h"
#include "tests/matchers.h"
#include "tests/postgres.h"

namespace store_test {

using namespace matchers;

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
  const std::string& address() const { return one_of(address_); }
  const std::string& second_address() const { return one_of(second_); }

 private:
  static const std::string& one_of(std::string& address) {
    if (address.empty()) address = tests::Postgres::get().fresh();
    return address;
  }
  tests::Folder folder_;
  mutable std::string address_, second_;
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

// What comes after this number, read by the store's own thread.
inline Loaded load_after(Store& store, const std::string& table, int64_t after) {
  std::promise<Loaded> promise;
  store.load_after(table, after, [&](Loaded loaded) { promise.set_value(std::move(loaded)); });
  return promise.get_future().get();
}

inline Summary summary_of(const std::string& table, Status status, bool listed, int64_t touched,
                          std::vector<std::string> people) {
  return {table, status, listed, false, 1, touched, "about " + table, std::move(people)};
}

// The journal of a store in memory, as a file: a line with its length, name and row for each row
// that is put, a line with -1 and its name for each that goes. (The tests have no line in a name.)
inline store::Journal journal_in(const std::string& file, size_t room) {
  return [file, room](const store::Change& change,
                      const std::function<void(const std::string&)>& done) {
    std::string text;
    for (const auto& [name, row] : change.put) {
      text += std::to_string(row.size()) + " " + name + "\n" + row + "\n";
    }
    for (const std::string& name : change.remove) text += "-1 " + name + "\n";
    const bool exists = fs::exists(file);
    if ((exists ? fs::file_size(file) : 0) + text.size() > room) return done("the journal is full");
    std::ofstream out(file, std::ios::app | std::ios::binary);
    out << text << std::flush;
    done(out ? "" : "the journal can't be written");
  };
}
inline store::MemoryRows read_journal(const std::string& file) {
  store::MemoryRows rows;
  std::ifstream in(file, std::ios::binary);
  int64_t size = 0;
  std::string name;
  while (in >> size && in.get() == ' ' && std::getline(in, name)) {
    if (size < 0) {
      rows.erase(name);
      continue;
    }
    std::string row(static_cast<size_t>(size), '\0');
    if (!in.read(row.data(), size) || in.get() != '\n') break;  // it was killed there
    rows[name] = std::move(row);
  }
  return rows;
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
