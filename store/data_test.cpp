// The care of the file: copies beside a server, restoring, taking out.
#include "store/data.h"

#include <sys/stat.h>

#include <atomic>
#include <fstream>

#include "store/sqlite_statement.h"
#include "store/testing.h"

namespace store_test {
namespace {

using store::back_up;
using store::Care;
constexpr int64_t kDay = 24LL * 3600 * 1000;

Opened open_at(const std::string& file) {
  SqliteOptions options;
  options.file = file;
  return store::open_sqlite(options);
}

class Data : public ::testing::Test {
 protected:
  // Three tables: one over long ago, one abandoned, one of today; two people.
  void SetUp() override {
    const Opened opened = open_at(home_.file());
    ASSERT_NE(opened.store, nullptr) << opened.problem;
    Store& store = *opened.store;
    const std::string large(2000, 'x');
    for (int n = 0; n < 50; ++n) {
      ASSERT_EQ(append(store, "old", n, {{kDay + n, large}},
                       summary_of("old", Status::kOver, true, kDay, {"p1"})),
                Outcome::kDone);
    }
    ASSERT_EQ(append(store, "left", 0, {{2 * kDay, "made"}, {2 * kDay, "say p1 hello"}},
                     summary_of("left", Status::kPlaying, true, kDay, {"p1", "p2"})),
              Outcome::kDone);
    ASSERT_EQ(append(store, "new", 0, {{900 * kDay, "made"}, {901 * kDay, "say p2 hello"}},
                     summary_of("new", Status::kPlaying, true, 900 * kDay, {"p2"})),
              Outcome::kDone);
    Answer anna, bram, phone, link;
    store.put_person({"p1", "Anna"}, anna.then());
    store.put_person({"p2", "Bram"}, bram.then());
    store.put_device({"phone", "p1", 1, 1, "", ""}, phone.then());
    store.put_link("code", "p1", 1000 * kDay, link.then());
    ASSERT_EQ(link.outcome(), Outcome::kDone);
  }
  std::string beside(const std::string& name) const {
    return (fs::path(home_.file()).parent_path() / name).string();
  }
  static void expect_sound(const std::string& file) {
    const store::Checked checked = store::check_file(file);
    EXPECT_EQ(checked.problem, "");
    for (const store::Problem& problem : checked.check.problems) {
      ADD_FAILURE() << problem.table << ": " << problem.what;
    }
  }
  // In the file or the log beside it.
  static bool holds(const std::string& file, const std::string& text) {
    for (const char* end : {"", "-wal"}) {
      std::ifstream in(file + end, std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), {}};
      if (bytes.find(text) != std::string::npos) return true;
    }
    return false;
  }
  const Home home_;
};

TEST_F(Data, ABackupBesideAServerIsWholePrivateAndOfOneMoment) {
  const Opened opened = open_at(home_.file());
  ASSERT_NE(opened.store, nullptr) << opened.problem;
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    // Each batch holds for both tables or for neither.
    for (int64_t n = 0; !stop; ++n) {
      opened.store->append("a", n, {{n, "x"}}, std::nullopt, [](const Result&) {});
      append(*opened.store, "b", n, {{n, std::string(500, 'y')}});
    }
  });
  const mode_t before = ::umask(0);  // whatever others would allow
  size_t last = 0;
  for (int i = 0; i < 5; ++i) {
    const std::string to = beside("backup-" + std::to_string(i) + ".db");
    const store::Copied copied = back_up(home_.file(), to, false);
    ASSERT_EQ(copied.problem, "");
    EXPECT_THAT(copied.check.problems, IsEmpty());
    EXPECT_EQ(fs::status(to).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_FALSE(fs::exists(to + "-wal"));
    const Opened copy = open_at(to);
    ASSERT_NE(copy.store, nullptr) << copy.problem;
    const size_t there = load(*copy.store, "b").size();
    EXPECT_GE(load(*copy.store, "a").size(), there);
    EXPECT_GE(there, last);
    last = there;
    EXPECT_EQ(load(*copy.store, "old").size(), 50u);
  }
  ::umask(before);
  stop = true;
  writer.join();
  EXPECT_TRUE(opened.store->healthy());
}

TEST_F(Data, ABackupIsRefusedWhereItCanNotBe) {
  EXPECT_THAT(back_up(home_.file(), home_.file(), true).problem, HasSubstr("data file itself"));
  EXPECT_THAT(back_up(beside("none.db"), beside("b.db"), false).problem, HasSubstr("no such file"));
  EXPECT_THAT(back_up(home_.file(), "/nowhere/at/all.db", false).problem, HasSubstr("/nowhere"));
  std::ofstream(beside("text")) << std::string(9000, 'x');
  EXPECT_THAT(back_up(beside("text"), beside("b.db"), false).problem, HasSubstr("not a database"));
  EXPECT_THAT(back_up(home_.file(), beside("text"), false).problem, HasSubstr("already"));
  EXPECT_EQ(back_up(home_.file(), beside("text"), true).problem, "");
  const auto broken_off = back_up(home_.file(), beside("c.db"), false, [] { return false; });
  // So small a file is copied before anybody is asked.
  EXPECT_EQ(broken_off.problem.empty(), fs::exists(beside("c.db")));
  for (const auto& entry : fs::directory_iterator(fs::path(home_.file()).parent_path())) {
    EXPECT_THAT(entry.path().string(), ::testing::Not(HasSubstr(".part-")));
  }
}

TEST_F(Data, RestoringPutsTheBackupInPlaceAndKeepsWhatWasThere) {
  ASSERT_EQ(back_up(home_.file(), beside("b.db"), false).problem, "");
  {
    const Opened opened = open_at(home_.file());
    ASSERT_EQ(append(*opened.store, "new", 2, {{5, "later"}}), Outcome::kDone);
    EXPECT_THAT(store::restore(beside("b.db"), home_.file(), false).problem,
                HasSubstr("in use by another server"));
  }
  const store::Restored restored = store::restore(beside("b.db"), home_.file(), false);
  ASSERT_EQ(restored.problem, "");
  EXPECT_EQ(fs::status(home_.file()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  expect_sound(home_.file());
  {
    const Opened opened = open_at(home_.file());
    EXPECT_EQ(load(*opened.store, "new").size(), 2u);
  }
  const Opened kept = open_at(restored.kept);
  ASSERT_NE(kept.store, nullptr) << kept.problem;
  EXPECT_EQ(load(*kept.store, "new").size(), 3u);

  // Into a place where nothing is yet.
  EXPECT_EQ(store::restore(beside("b.db"), beside("fresh.db"), false).kept, "");
  expect_sound(beside("fresh.db"));
}

TEST_F(Data, ADamagedBackupIsRefusedUnlessForced) {
  ASSERT_EQ(back_up(home_.file(), beside("b.db"), false).problem, "");
  sqlite3* raw = nullptr;
  ASSERT_EQ(sqlite3_open(beside("b.db").c_str(), &raw), SQLITE_OK);
  ASSERT_TRUE(store::run_sql(raw, "update entry set at = at + 1 where tbl = 'left' and n = 1"));
  sqlite3_close(raw);
  EXPECT_THAT(store::restore(beside("b.db"), home_.file(), false).problem,
              HasSubstr("it is damaged: entry 1"));
  expect_sound(home_.file());
  EXPECT_EQ(store::restore(beside("b.db"), home_.file(), true).problem, "");
  EXPECT_EQ(store::check_file(home_.file()).check.problems.size(), 1u);
  std::ofstream(beside("text")) << "no database";
  EXPECT_NE(store::restore(beside("text"), home_.file(), true).problem, "");
  EXPECT_NE(store::restore(beside("nothing"), home_.file(), true).problem, "");
}

TEST_F(Data, FiguresAreCountedBesideAServer) {
  const Opened opened = open_at(home_.file());
  const store::Counted counted = store::read_stats(home_.file(), 905 * kDay);
  ASSERT_EQ(counted.problem, "");
  const store::Stats& stats = counted.stats;
  EXPECT_THAT(stats.tables, ElementsAre(0, 2, 1));
  EXPECT_EQ(stats.entries, 54);
  EXPECT_EQ(stats.most_entries, 50);
  EXPECT_EQ(stats.most_bytes, 100'000);
  EXPECT_EQ(stats.people, 2);
  EXPECT_EQ(stats.devices, 1);
  EXPECT_EQ(stats.first, kDay);
  EXPECT_EQ(stats.last, 901 * kDay);
  EXPECT_EQ(stats.lately_bytes, 16);
  EXPECT_GT(stats.file_bytes, 0);
}

TEST_F(Data, OldTablesAreTakenOutAndTheRestGoesOn) {
  int64_t before = 0;
  {
    const Care::Opened opened = Care::open(home_.file());
    ASSERT_NE(opened.care, nullptr) << opened.problem;
    EXPECT_THAT(open_at(home_.file()).problem, HasSubstr("in use by another server"));
    const auto old = opened.care->older_than(900 * kDay);
    ASSERT_TRUE(old);
    ASSERT_EQ(old->size(), 2u);
    EXPECT_EQ((*old)[0].table, "old");
    EXPECT_EQ((*old)[0].entries, 50);
    EXPECT_EQ((*old)[1].table, "left");
    EXPECT_EQ((*old)[1].status, Status::kPlaying);
    before = opened.care->file_bytes();
    ASSERT_TRUE(opened.care->remove(*old)) << opened.care->problem();
    ASSERT_TRUE(opened.care->shrink()) << opened.care->problem();
    EXPECT_LT(opened.care->file_bytes(), before - 90'000);
  }
  expect_sound(home_.file());
  EXPECT_FALSE(holds(home_.file(), std::string(100, 'x')));
  // What is written now takes numbers that were in use once; nothing must be mistaken for it.
  for (int64_t round = 0; round < 2; ++round) {
    const Opened opened = open_at(home_.file());
    ASSERT_NE(opened.store, nullptr) << opened.problem;
    EXPECT_THAT(opened.check.problems, IsEmpty());
    EXPECT_EQ(load(*opened.store, "old").size(), static_cast<size_t>(round));
    EXPECT_EQ(load(*opened.store, "new").size(), static_cast<size_t>(2 + round));
    EXPECT_THAT(*opened.store->of_person("p1", 10), IsEmpty());
    EXPECT_EQ(append(*opened.store, "new", 2 + round, {{1, "more"}}), Outcome::kDone);
    EXPECT_EQ(append(*opened.store, "old", round, {{1, "again"}}), Outcome::kDone);
  }
  expect_sound(home_.file());
}

TEST_F(Data, WhoIsForgottenIsGoneAndChecksumsHold) {
  {
    const Care::Opened opened = Care::open(home_.file());
    ASSERT_NE(opened.care, nullptr) << opened.problem;
    EXPECT_THAT(*opened.care->find_people("Anna"), ElementsAre(Person{"p1", "Anna"}));
    EXPECT_THAT(*opened.care->find_people("p1"), ElementsAre(Person{"p1", "Anna"}));
    EXPECT_THAT(*opened.care->find_people("nobody"), IsEmpty());
    const auto lines =
        opened.care->forget("p1", [](const Entry& entry) -> std::optional<std::string> {
          if (!entry.text.starts_with("say p1")) return std::nullopt;
          return "say p1 ";
        });
    EXPECT_EQ(lines, 1);
    EXPECT_TRUE(opened.care->shrink()) << opened.care->problem();
  }
  expect_sound(home_.file());
  EXPECT_FALSE(holds(home_.file(), "Anna"));
  EXPECT_FALSE(holds(home_.file(), "say p1 hello"));
  const Opened opened = open_at(home_.file());
  EXPECT_EQ(load(*opened.store, "left"),
            (std::vector<Entry>{{2 * kDay, "made"}, {2 * kDay, "say p1 "}}));
  EXPECT_EQ(load(*opened.store, "new").size(), 2u);
  EXPECT_EQ(opened.store->person("p1"), Person{});
  EXPECT_EQ(opened.store->person_of_device("phone"), Person{});
  EXPECT_EQ(opened.store->person("p2")->name, "Bram");
}

}  // namespace
}  // namespace store_test
