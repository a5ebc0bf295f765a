// What a store in memory has beyond the laws of all stores (store_test.cpp).
#include "store/memory.h"

#include <gmock/gmock.h>

#include "store/testing.h"

namespace store_test {
namespace {

using store::Change;
using store::Memory;
using store::MemoryOptions;

// A journal that answers when the test says so.
struct SlowJournal {
  std::vector<Change> changes;
  std::function<void(const std::string&)> done;
  store::Journal take() {
    return [this](const Change& change, std::function<void(const std::string&)> then) {
      changes.push_back(change);
      done = std::move(then);
    };
  }
  void answer(const std::string& problem = "") { std::exchange(done, nullptr)(problem); }
};

TEST(Memory, NothingIsThereOrToldBeforeTheJournalHasIt) {
  SlowJournal journal;
  MemoryOptions options;
  options.journal = journal.take();
  Memory memory(std::move(options));
  std::vector<Outcome> told;
  const Then then = [&](const Result& result) { told.push_back(result.outcome); };
  memory.append("t", 0, {{1, "one"}}, std::nullopt, then);
  memory.append("t", 1, {{2, "two"}}, std::nullopt, then);
  memory.append("t", 1, {{2, "late"}}, std::nullopt, then);
  EXPECT_EQ(journal.changes.size(), 1u);  // one at a time
  EXPECT_EQ(memory.load("t").is, Loaded::Is::kNone);
  EXPECT_TRUE(told.empty());
  journal.answer();
  EXPECT_EQ(load(memory, "t"), (std::vector<Entry>{{1, "one"}}));
  EXPECT_EQ(told, (std::vector<Outcome>{Outcome::kDone}));
  journal.answer();
  EXPECT_EQ(load(memory, "t"), (std::vector<Entry>{{1, "one"}, {2, "two"}}));
  // What would be refused anyway is never written.
  EXPECT_EQ(told, (std::vector<Outcome>{Outcome::kDone, Outcome::kDone, Outcome::kConflict}));
  EXPECT_EQ(journal.changes.size(), 2u);
}

TEST(Memory, WhatTheJournalCannotTakeHasNotHappened) {
  SlowJournal journal;
  MemoryOptions options;
  options.journal = journal.take();
  Memory memory(std::move(options));
  std::string problem;
  const Then then = [&](const Result& result) { problem = result.problem; };
  memory.append("t", 0, {{1, "one"}}, summary_of("t", Status::kPlaying, true, 1, {"p"}), then);
  journal.answer("the disk is full");
  EXPECT_EQ(problem, "the disk is full");
  EXPECT_FALSE(memory.healthy());
  EXPECT_TRUE(memory.rows().empty());
  memory.append("t", 0, {{1, "again"}}, std::nullopt, then);
  journal.answer();
  EXPECT_TRUE(memory.healthy());
  EXPECT_EQ(load(memory, "t"), (std::vector<Entry>{{1, "again"}}));
}

// A Then may ask for the next thing at once: it waits its turn, however many there are.
TEST(Memory, AThenMayWrite) {
  Memory memory;
  std::function<void(int64_t)> next = [&](int64_t n) {
    if (n == 2000) return;
    memory.append("t", n, {{n, "x"}}, std::nullopt, [&, n](const Result& result) {
      EXPECT_EQ(result.outcome, Outcome::kDone);
      next(n + 1);
    });
  };
  next(0);
  EXPECT_EQ(load(memory, "t").size(), 2000u);
}

}  // namespace
}  // namespace store_test
