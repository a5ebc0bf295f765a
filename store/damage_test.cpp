// A file in which bits have changed: whatever is given out is what was written, what isn't is
// called damaged, and all else goes on.
#include "store/faulty_disk.h"
#include "store/testing.h"

namespace store_test {
namespace {

using store::Check;
constexpr int kTables = 40;
constexpr int kEntries = 25;

std::string table_name(int i) { return "table-" + std::to_string(i); }
std::vector<Entry> entries_of(int i) {
  std::vector<Entry> entries;
  for (int n = 1; n <= kEntries; ++n) {
    entries.push_back({1000 * n + i, "act " + std::to_string(n) + " of " + table_name(i) +
                                         std::string(static_cast<size_t>(n * 7 % 120), '.')});
  }
  return entries;
}
Summary summary_at(int i) {
  return summary_of(table_name(i), Status::kPlaying, true, i, {"p" + std::to_string(i % 5)});
}

// A file of many tables on a disk in memory, to be damaged.
class DamagedFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const Opened opened = open();
    ASSERT_NE(opened.store, nullptr) << opened.problem;
    // Turn by turn, so that the entries of the tables lie among each other.
    for (int n = 0; n < kEntries; ++n) {
      for (int i = 0; i < kTables; ++i) {
        const Entry entry = entries_of(i)[static_cast<size_t>(n)];
        const bool last = n + 1 == kEntries && i + 1 == kTables;
        const auto summary = n % 8 == 0 ? std::optional(summary_at(i)) : std::nullopt;
        if (last) {
          ASSERT_EQ(append(*opened.store, table_name(i), n, {entry}, summary), Outcome::kDone);
        } else {
          opened.store->append(table_name(i), n, {entry}, summary, [](const Result&) {});
        }
      }
    }
  }
  Opened open(bool whole = false) {
    SqliteOptions options;
    options.file = home_.file();
    options.vfs = disk_.name();
    options.check_whole = whole;
    return store::open_sqlite(options);
  }
  void run(const std::string& sql) {
    std::string problem;
    const store::Database db =
        store::open_database(home_.file(), store::OpenAs::kWriter, disk_.name(), problem);
    ASSERT_TRUE(store::run_sql(db.get(), sql.c_str())) << sqlite3_errmsg(db.get());
  }
  std::string& bytes() { return disk_.contents(home_.file()); }

  // Of all tables but those: they are what they were, and go on.
  void expect_sound(Store& store, const std::vector<int>& but) {
    for (int i = 0; i < kTables; ++i) {
      if (std::find(but.begin(), but.end(), i) != but.end()) continue;
      ASSERT_EQ(load(store, table_name(i)), entries_of(i));
      ASSERT_EQ(append(store, table_name(i), kEntries, {{1, "more"}}, summary_at(i)),
                Outcome::kDone);
    }
  }
  static std::string problems(const Check& check) {
    std::string all;
    for (const store::Problem& problem : check.problems) {
      all += problem.table + ": " + problem.what + "\n";
    }
    return all;
  }

  const Home home_;
  FaultyDisk disk_{1};
};

TEST_F(DamagedFile, AChangedEntryDamagesItsTableAlone) {
  std::string& file = bytes();
  const size_t place = file.find("act 9 of table-7.");
  ASSERT_NE(place, std::string::npos);
  file[place + 4] = '8';
  const Opened opened = open();
  ASSERT_NE(opened.store, nullptr) << opened.problem;
  EXPECT_THAT(problems(opened.check), HasSubstr("table-7: entry 9"));
  const Loaded loaded = opened.store->load("table-7");
  EXPECT_EQ(loaded.is, Loaded::Is::kDamaged);
  EXPECT_THAT(loaded.problem, HasSubstr("entry 9 (row "));
  EXPECT_THAT(loaded.entries, IsEmpty());
  expect_sound(*opened.store, {7});
  EXPECT_TRUE(opened.store->healthy());
}

TEST_F(DamagedFile, AnEntryThatLeadsToItselfOrOnwardEndsTheQuery) {
  run("update entry set prev = id where tbl = 'table-3' and n = 12;"
      "update entry set prev = id + 40 where tbl = 'table-4' and n = 12;"
      "update entry set prev = 0 where tbl = 'table-5' and n = 12;"
      "update entry set prev = (select id from entry where tbl = 'table-0' and n = 11)"
      "  where tbl = 'table-6' and n = 12;"
      "update entry set prev = 7 where tbl = 'table-8' and n = 1;"
      "update last set n = n + 1 where tbl = 'table-9';"
      "update entry set sum = null where tbl = 'table-10' and n = 2;"
      "delete from last where tbl = 'table-11';"
      "delete from entry where tbl = 'table-12' and n = 25;");
  const Opened opened = open(true);
  ASSERT_NE(opened.store, nullptr) << opened.problem;
  const std::vector<int> damaged{3, 4, 5, 6, 8, 9, 10, 11, 12};
  for (const int i : damaged) {
    EXPECT_EQ(opened.store->load(table_name(i)).is, Loaded::Is::kDamaged) << i;
    EXPECT_THAT(problems(opened.check), HasSubstr(table_name(i) + ": ")) << i;
  }
  EXPECT_EQ(opened.check.problems.size(), damaged.size()) << problems(opened.check);
  expect_sound(*opened.store, damaged);
}

TEST_F(DamagedFile, AChangedSummaryIsLeftOutOfTheListsUntilItIsWrittenAnew) {
  run("update summary set about = 'else' where tbl = 'table-3';"
      "delete from sitter where tbl = 'table-4';");
  const Opened opened = open(true);
  ASSERT_NE(opened.store, nullptr) << opened.problem;
  EXPECT_EQ(opened.store->listed(100)->size(), size_t{kTables - 2});
  EXPECT_THAT(problems(opened.check), HasSubstr("table-3: its summary"));
  EXPECT_THAT(problems(opened.check), HasSubstr("table-4: its summary"));
  expect_sound(*opened.store, {});
  EXPECT_EQ(opened.store->listed(100)->size(), size_t{kTables});
}

// The pages of SQLite's own trees, one after the other: no page takes the others with it.
TEST_F(DamagedFile, APageThatMakesNoSenseTakesNoMoreThanWhatIsOnIt) {
  const std::string sound = bytes();
  constexpr size_t kPage = 4096;
  int opened_files = 0;
  int readable = 0;
  for (size_t page = 1; page < sound.size() / kPage; ++page) {
    std::string damaged = sound;
    std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(page * kPage), 200, '\x5a');
    disk_.put(home_.file(), damaged);
    const Opened opened = open(page % 3 == 0);
    if (opened.store == nullptr) continue;
    ++opened_files;
    EXPECT_FALSE(opened.check.problems.empty()) << page;
    for (int i = 0; i < kTables; ++i) {
      const Loaded loaded = opened.store->load(table_name(i));
      if (loaded.is == Loaded::Is::kEntries) {
        ASSERT_EQ(loaded.entries, entries_of(i)) << page;
        ++readable;
      } else {
        EXPECT_EQ(loaded.is, Loaded::Is::kDamaged) << page;
      }
    }
    // One save fails by itself; others in the same moment don't.
    std::vector<Answer> answers(kTables);
    for (int i = 0; i < kTables; ++i) {
      opened.store->append(table_name(i), kEntries, {{1, "more"}}, summary_at(i),
                           answers[static_cast<size_t>(i)].then());
    }
    for (int i = 0; i < kTables; ++i) {
      const Outcome outcome = answers[static_cast<size_t>(i)].outcome();
      const Loaded loaded = opened.store->load(table_name(i));
      if (outcome != Outcome::kDone || loaded.is != Loaded::Is::kEntries) continue;
      std::vector<Entry> expected = entries_of(i);
      expected.push_back({1, "more"});
      ASSERT_EQ(loaded.entries, expected) << page;
    }
  }
  EXPECT_GT(opened_files, static_cast<int>(sound.size() / kPage) * 9 / 10);
  // Every table has entries on most of the pages; the pages of lists and people cost none of it.
  EXPECT_GT(readable, opened_files * kTables / 10);
}

TEST_F(DamagedFile, FlippedBitsAreNeverTakenForContent) {
  const std::string sound = bytes();
  std::mt19937_64 random(7);
  int loads = 0;
  int intact = 0;
  int refused = 0;
  constexpr int kTrials = 150;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::string damaged = sound;
    const int flips = trial % 2 == 0 ? 1 : 20;
    for (int i = 0; i < flips; ++i) {
      const size_t bit = random() % (damaged.size() * 8);
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    }
    disk_.put(home_.file(), damaged);
    const Opened opened = open(trial % 4 == 0);
    if (opened.store == nullptr) {
      EXPECT_NE(opened.problem, "");
      ++refused;
      continue;
    }
    for (int i = 0; i < kTables; ++i) {
      const Loaded loaded = opened.store->load(table_name(i));
      ++loads;
      ASSERT_NE(loaded.is, Loaded::Is::kNone) << "trial " << trial << " table " << i;
      if (loaded.is != Loaded::Is::kEntries) continue;
      ++intact;
      ASSERT_EQ(loaded.entries, entries_of(i)) << "trial " << trial << " table " << i;
    }
    const auto listed = opened.store->listed(2 * kTables);
    ASSERT_TRUE(listed);
    for (const Summary& summary : *listed) {
      const int i = std::atoi(summary.table.substr(6).c_str());
      ASSERT_EQ(summary, summary_at(i)) << "trial " << trial;
    }
    opened.store->of_person("p1", 100);
    opened.store->clocked();
  }
  EXPECT_LT(refused, kTrials / 10);
  // A bit damages a table or two of forty; twenty of them less than half.
  EXPECT_GT(intact, loads * 6 / 10);
}

}  // namespace
}  // namespace store_test
