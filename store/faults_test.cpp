// The store on a disk that fails, tears, lies and loses its power, at every operation of a session.
// STAMTAFEL_POWER_LOSSES=2000 asks for as many of each kind; without it the tests take seconds.
#include <gmock/gmock.h>

#include <cstdlib>

#include "store/faulty_disk.h"
#include "store/testing.h"

namespace store_test {
namespace {

// How often each kind of fault happens.
int wanted_faults() {
  const char* wanted = std::getenv("STAMTAFEL_POWER_LOSSES");
  return wanted == nullptr ? 60 : std::max(1, std::atoi(wanted));
}

// A session on a disk of its own: tables are played at, people come, the log is started over
// several times. It remembers what was acknowledged.
class Session {
 public:
  explicit Session(uint64_t seed) : disk_(seed), random_(seed) {}

  // Plays until the end or, where it is cut, until nothing works any more.
  void play() {
    const Opened opened = open();
    if (opened.store == nullptr) return;
    for (int i = 0; i < kRequests && disk_.powered(); ++i) request(*opened.store, i);
  }
  void crash() {
    disk_.cut_power();
    disk_.restore_power();
  }

  // Afterwards: all that was acknowledged is there, and what wasn't is there whole or not at all.
  void expect_nothing_lost() {
    {
      const Opened opened = open(true);
      ASSERT_NE(opened.store, nullptr) << opened.problem;
      for (const store::Problem& problem : opened.check.problems) {
        ADD_FAILURE() << problem.table << ": " << problem.what;
      }
      for (auto& [table, batches] : batches_) {
        const std::vector<Entry> there = load(*opened.store, table);
        std::vector<Entry> expected;
        size_t whole = 0;
        while (whole < batches.size() && expected.size() < there.size()) {
          expected.insert(expected.end(), batches[whole].begin(), batches[whole].end());
          ++whole;
        }
        for (const std::vector<Entry>& batch : undecided_[table]) {
          if (there == expected) break;
          expected = flat(batches);
          expected.insert(expected.end(), batch.begin(), batch.end());
        }
        EXPECT_TRUE(there == expected) << table;
        EXPECT_GE(whole, acknowledged_[table]) << table << " lost what was acknowledged";
        batches.resize(whole);
      }
      for (const std::string& person : people_) {
        EXPECT_EQ(opened.store->person(person), (Person{person, "name of " + person}));
      }
      // And it goes on.
      for (auto& [table, batches] : batches_) {
        const auto n = static_cast<int64_t>(load(*opened.store, table).size());
        EXPECT_EQ(append(*opened.store, table, n, {{1, "after"}}), Outcome::kDone);
      }
    }
    const Opened again = open(true);
    ASSERT_NE(again.store, nullptr) << again.problem;
    EXPECT_TRUE(again.check.problems.empty());
    for (auto& [table, batches] : batches_) {
      const std::vector<Entry> there = load(*again.store, table);
      ASSERT_FALSE(there.empty()) << table;
      EXPECT_EQ(there.back(), (Entry{1, "after"}));
    }
  }

  // A disk that lied may have lost anything; but what is given out is what was written.
  void expect_no_nonsense() {
    const Opened opened = open(true);
    if (opened.store == nullptr) {
      EXPECT_NE(opened.problem, "");
      return;
    }
    for (auto& [table, batches] : batches_) {
      std::vector<Entry> written = flat(batches);
      const Loaded loaded = opened.store->load(table);
      if (loaded.is != Loaded::Is::kEntries) continue;
      ASSERT_LE(loaded.entries.size(), written.size());
      written.resize(loaded.entries.size());
      EXPECT_EQ(loaded.entries, written) << table;
    }
  }

  FaultyDisk& disk() { return disk_; }
  size_t acknowledged() const {
    size_t all = 0;
    for (const auto& [table, count] : acknowledged_) all += count;
    return all;
  }

 private:
  static constexpr int kRequests = 40;
  static constexpr int kTables = 5;

  Opened open(bool whole = false) {
    SqliteOptions options;
    options.file = home_.file();
    options.vfs = disk_.name();
    options.check_whole = whole;
    options.wal = {8, 24, std::chrono::hours(1)};
    return store::open_sqlite(options);
  }
  void request(Store& store, int i) {
    if (i % 8 == 7) {
      const std::string person = "person " + std::to_string(i);
      Answer answer;
      store.put_person({person, "name of " + person}, answer.then());
      if (answer.outcome() == Outcome::kDone) people_.push_back(person);
      return;
    }
    const std::string table = "table " + std::to_string(random_() % kTables);
    std::vector<std::vector<Entry>>& batches = batches_[table];
    size_t n = 0;
    for (const auto& batch : batches) n += batch.size();
    std::vector<Entry> entries(1 + random_() % 3, Entry{i, std::string(random_() % 900, 'a')});
    for (Entry& entry : entries) entry.text += std::to_string(++n);
    const auto after = static_cast<int64_t>(n - entries.size());
    std::optional<Summary> summary;
    if (i % 3 == 0) summary = summary_of(table, Status::kPlaying, true, i, {"p1", "p2"});
    const Outcome outcome = append(store, table, after, entries, summary);
    if (outcome == Outcome::kDone) {
      undecided_.clear();  // its place in the log is taken
      batches.push_back(std::move(entries));
      acknowledged_[table] = batches.size();
      return;
    }
    // Where the power is gone it may or may not be there, and so may one of those whose sync
    // failed, until something else is written.
    if (disk_.powered()) {
      undecided_[table].push_back(std::move(entries));
    } else {
      batches.push_back(std::move(entries));
    }
  }
  static std::vector<Entry> flat(const std::vector<std::vector<Entry>>& batches) {
    std::vector<Entry> all;
    for (const auto& batch : batches) all.insert(all.end(), batch.begin(), batch.end());
    return all;
  }

  const Home home_;
  FaultyDisk disk_;
  std::mt19937_64 random_;
  std::map<std::string, std::vector<std::vector<Entry>>> batches_;    // in the order of writing
  std::map<std::string, std::vector<std::vector<Entry>>> undecided_;  // since the last commit
  std::map<std::string, size_t> acknowledged_;
  std::vector<std::string> people_;
};

// How many operations a session has that nothing happens to.
int usual_operations() {
  Session session(1);
  session.disk().plan([](int) { return Fault::kNone; });
  session.play();
  session.expect_nothing_lost();
  return session.disk().operations();
}

// Goes over all operations of a session, again and again with other seeds, evenly spread.
void at_every_operation(const std::function<void(Session&, int operation)>& trial) {
  const int operations = usual_operations();
  ASSERT_GT(operations, 150);
  const int wanted = wanted_faults();
  for (int i = 0; i < wanted; ++i) {
    const int operation = wanted <= operations ? i * operations / wanted : i % operations;
    Session session(static_cast<uint64_t>(i + 1));
    trial(session, operation);
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << "at operation " << operation << " of seed " << i + 1;
      return;
    }
  }
}

TEST(FaultyDisk, PowerLostAtAnyOperationLosesNothingAcknowledged) {
  at_every_operation([](Session& session, int operation) {
    session.disk().plan([=](int now) { return now == operation ? Fault::kPower : Fault::kNone; });
    session.play();
    session.crash();
    session.expect_nothing_lost();
  });
}

TEST(FaultyDisk, AnOperationThatFailsLosesNothingAcknowledged) {
  at_every_operation([](Session& session, int operation) {
    session.disk().plan([=](int now) { return now == operation ? Fault::kFail : Fault::kNone; });
    session.play();
    session.crash();
    session.expect_nothing_lost();
  });
}

TEST(FaultyDisk, ADiskThatFailsForAWhileLosesNothingAcknowledged) {
  at_every_operation([](Session& session, int operation) {
    session.disk().plan([=](int now) {
      return now >= operation && now < operation + 12 ? Fault::kFail : Fault::kNone;
    });
    session.play();
    session.crash();
    session.expect_nothing_lost();
  });
}

TEST(FaultyDisk, ADiskThatLiesAboutSyncingNeverLeadsToNonsense) {
  at_every_operation([](Session& session, int operation) {
    session.disk().plan([=](int now) {
      return now == operation ? Fault::kPower : now >= operation - 60 ? Fault::kLie : Fault::kNone;
    });
    session.play();
    session.crash();
    session.expect_no_nonsense();
  });
}

}  // namespace
}  // namespace store_test
