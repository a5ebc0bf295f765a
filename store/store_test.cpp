// The laws of a store, for every backend.
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "store/postgres.h"
#include "store/shards.h"
#include "store/sqlite_statement.h"
#include "store/testing.h"

namespace store_test {
namespace {

using store::Database;
using store::open_postgres;
using store::open_sqlite;
using store::PostgresOptions;
using store::run_sql;
// How to open a backend, and how to make it run out of space.
struct Backend {
  const char* name;
  Opened (*open)(const Home& home);
  Opened (*open_small)(const Home& home);
};

Opened sqlite_at(const Home& home) {
  SqliteOptions options;
  options.file = home.file();
  return open_sqlite(options);
}
Opened small_sqlite_at(const Home& home) {
  SqliteOptions options;
  options.file = home.file();
  options.max_pages = 40;
  return open_sqlite(options);
}

Opened postgres_in(const std::string& address) {
  tests::Postgres::get().run("drop function if exists full_disk() cascade", address);
  PostgresOptions options;
  options.address = address;
  return open_postgres(options);
}
// From some size on the database says what it says when the disk is full.
Opened small_postgres_in(const std::string& address) {
  Opened opened = postgres_in(address);
  tests::Postgres::get().run(R"sql(
    create function full_disk() returns trigger language plpgsql as $$ begin
      if pg_relation_size('entry') > 100000 then
        raise exception 'could not extend file' using errcode = 'disk_full';
      end if;
      return null;
    end $$;
    alter table entry alter column text set storage plain;
    create trigger full_disk after insert on entry execute function full_disk())sql",
                             address);
  return opened;
}
Opened postgres_at(const Home& home) { return postgres_in(home.address()); }
Opened small_postgres_at(const Home& home) { return small_postgres_in(home.address()); }

// Two databases, and ids that say nothing are dealt out by what they begin with: the laws hold
// wherever a table lies.
Opened two_of(Opened one, Opened two) {
  std::vector<std::unique_ptr<Store>> stores;
  stores.push_back(std::move(one.store));
  stores.push_back(std::move(two.store));
  return {store::join_stores(std::move(stores),
                             [](std::string_view id, int places) {
                               return 1 +
                                      (id.empty() ? 0 : static_cast<uint8_t>(id.back())) % places;
                             }),
          {},
          {}};
}
Opened shards_at(const Home& home) {
  return two_of(postgres_in(home.address()), postgres_in(home.second_address()));
}
Opened small_shards_at(const Home& home) {
  return two_of(small_postgres_in(home.address()), small_postgres_in(home.second_address()));
}

// With a journal in a file; a small one is full after some bytes.
Opened memory_in(const Home& home, size_t room) {
  store::MemoryOptions options;
  options.rows = read_journal(home.file());
  options.journal = journal_in(home.file(), room);
  return {std::make_unique<store::Memory>(std::move(options)), {}, {}};
}
Opened memory_at(const Home& home) { return memory_in(home, SIZE_MAX); }
Opened small_memory_at(const Home& home) { return memory_in(home, 100000); }

const Backend kBackends[]{{"memory", memory_at, small_memory_at},
                          {"sqlite", sqlite_at, small_sqlite_at},
                          {"postgres", postgres_at, small_postgres_at},
                          {"shards", shards_at, small_shards_at}};

class EveryStore : public ::testing::TestWithParam<Backend> {
 protected:
  void SetUp() override { open(); }
  void open() {
    store_.reset();
    Opened opened = GetParam().open(home_);
    ASSERT_NE(opened.store, nullptr) << opened.problem;
    store_ = std::move(opened.store);
  }
  Home home_;
  std::unique_ptr<Store> store_;
};

TEST_P(EveryStore, EntriesComeBackInOrderAndSurviveReopening) {
  EXPECT_EQ(append(*store_, "t", 0, {{5, "one"}, {6, "two \xc3\xa9"}}), Outcome::kDone);
  EXPECT_EQ(append(*store_, "t", 2, {{7, ""}}), Outcome::kDone);
  const std::vector<Entry> all{{5, "one"}, {6, "two \xc3\xa9"}, {7, ""}};
  EXPECT_EQ(load(*store_, "t"), all);
  EXPECT_THAT(load(*store_, "other"), IsEmpty());
  open();
  EXPECT_EQ(load(*store_, "t"), all);
}

TEST_P(EveryStore, WhatCameLaterIsReadWithoutHoldingUpWhoAsks) {
  ASSERT_EQ(append(*store_, "t", 0, {{1, "a"}, {2, "b"}}), Outcome::kDone);
  ASSERT_EQ(append(*store_, "t", 2, {{3, "c"}}), Outcome::kDone);
  const Loaded all = load_after(*store_, "t", 0);
  EXPECT_EQ(all.is, Loaded::Is::kEntries);
  EXPECT_EQ(all.entries, (std::vector<Entry>{{1, "a"}, {2, "b"}, {3, "c"}}));
  EXPECT_THAT(load_after(*store_, "t", 1).entries, ElementsAre(Entry{2, "b"}, Entry{3, "c"}));
  const Loaded none = load_after(*store_, "t", 3);
  EXPECT_EQ(none.is, Loaded::Is::kEntries);
  EXPECT_THAT(none.entries, IsEmpty());
  EXPECT_EQ(load_after(*store_, "other", 0).is, Loaded::Is::kNone);
  EXPECT_EQ(load_after(*store_, "other", 5).is, Loaded::Is::kNone);
  // Closing doesn't wait for what nobody will hear of.
  for (int i = 0; i < 1000; ++i) store_->load_after("t", 0, [](const Loaded&) {});
  open();
}

TEST_P(EveryStore, AppendingHoldsOnlyWhileTheNumberIsStillTheLast) {
  EXPECT_EQ(append(*store_, "t", 0, {{1, "a"}}), Outcome::kDone);
  EXPECT_EQ(append(*store_, "t", 0, {{1, "b"}}), Outcome::kConflict);  // it is there already
  EXPECT_EQ(append(*store_, "t", 2, {{1, "c"}}), Outcome::kConflict);  // it isn't so far yet
  EXPECT_EQ(append(*store_, "new", 1, {{1, "c"}}), Outcome::kConflict);
  EXPECT_EQ(append(*store_, "t", 1, {{1, "d"}, {1, "e"}}), Outcome::kDone);
  EXPECT_EQ(append(*store_, "t", 1, {{1, "f"}}), Outcome::kConflict);
  EXPECT_EQ(load(*store_, "t"), (std::vector<Entry>{{1, "a"}, {1, "d"}, {1, "e"}}));
}

TEST_P(EveryStore, OfManyWhoAppendAtOnceOneWins) {
  constexpr int kRounds = 20;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Answer> answers(8);
    for (size_t i = 0; i < answers.size(); ++i) {
      store_->append("t", round, {{1, std::to_string(i)}}, std::nullopt, answers[i].then());
    }
    int won = 0;
    for (Answer& answer : answers) won += answer.outcome() == Outcome::kDone ? 1 : 0;
    EXPECT_EQ(won, 1);
  }
  EXPECT_EQ(load(*store_, "t").size(), static_cast<size_t>(kRounds));
}

TEST_P(EveryStore, ListsFollowTheSummaries) {
  const Summary first = summary_of("a", Status::kGathering, true, 10, {"p1", "p2"});
  const Summary second = summary_of("b", Status::kPlaying, true, 20, {"p2"});
  EXPECT_EQ(append(*store_, "a", 0, {{1, "x"}}, first), Outcome::kDone);
  EXPECT_EQ(append(*store_, "b", 0, {{1, "x"}}, second), Outcome::kDone);
  EXPECT_EQ(append(*store_, "c", 0, {{1, "x"}}, summary_of("c", Status::kPlaying, false, 30, {})),
            Outcome::kDone);
  EXPECT_EQ(store_->listed(10), (std::vector<Summary>{second, first}));
  EXPECT_EQ(store_->listed(1), (std::vector<Summary>{second}));
  EXPECT_EQ(store_->of_person("p1", 10), (std::vector<Summary>{first}));
  EXPECT_EQ(store_->of_person("p2", 10)->size(), 2u);

  // Over: out of the lobby, but the people still find it. A seat given up is gone.
  const Summary over = summary_of("b", Status::kOver, true, 40, {"p3"});
  EXPECT_EQ(append(*store_, "b", 1, {{2, "y"}}, over), Outcome::kDone);
  EXPECT_EQ(store_->listed(10), (std::vector<Summary>{first}));
  EXPECT_EQ(store_->of_person("p3", 10), (std::vector<Summary>{over}));
  EXPECT_EQ(store_->of_person("p2", 10), (std::vector<Summary>{first}));
}

// Page by page, as one looks through one's games; thousands of them take no longer than one.
TEST_P(EveryStore, FinishedTablesOfAPersonComeInPages) {
  const auto finished = [&](const std::string& person, std::optional<store::Behind> behind,
                            int limit) {
    std::promise<std::vector<std::string>> promise;
    store_->finished(person, std::move(behind), limit, [&](const auto& found) {
      std::vector<std::string> tables;
      EXPECT_TRUE(found.has_value());
      if (found) {
        for (const Summary& summary : *found) tables.push_back(summary.table);
      }
      promise.set_value(tables);
    });
    return promise.get_future().get();
  };
  // Two were made at the same moment; one goes on, one is somebody else's.
  const std::vector<std::pair<std::string, int64_t>> tables{{"a", 10}, {"b", 30}, {"c", 30},
                                                            {"d", 20}, {"e", 40}, {"f", 50}};
  for (const auto& [table, created] : tables) {
    Summary summary = summary_of(table, table == "e" ? Status::kPlaying : Status::kOver, true,
                                 100 - created, {table == "f" ? "p2" : "p1", "p3"});
    summary.created = created;
    ASSERT_EQ(append(*store_, table, 0, {{1, "made"}}, summary), Outcome::kDone);
  }
  EXPECT_THAT(finished("p1", std::nullopt, 10), ElementsAre("c", "b", "d", "a"));
  EXPECT_THAT(finished("p1", std::nullopt, 1), ElementsAre("c"));
  EXPECT_THAT(finished("p1", store::Behind{30, "c"}, 2), ElementsAre("b", "d"));
  EXPECT_THAT(finished("p1", store::Behind{20, "d"}, 2), ElementsAre("a"));
  EXPECT_THAT(finished("p1", store::Behind{10, "a"}, 2), IsEmpty());
  EXPECT_THAT(finished("p2", std::nullopt, 10), ElementsAre("f"));
  EXPECT_THAT(finished("p4", std::nullopt, 10), IsEmpty());
  open();
  EXPECT_THAT(finished("p3", std::nullopt, 2), ElementsAre("f", "c"));
}

// What lists show of a table can be written anew while nothing happens there.
TEST_P(EveryStore, ASummaryMayComeByItself) {
  const Summary first = summary_of("t", Status::kOver, true, 10, {"p1"});
  ASSERT_EQ(append(*store_, "t", 0, {{1, "a"}, {2, "b"}}, first), Outcome::kDone);
  Summary second = first;
  second.about = "more about t";
  EXPECT_EQ(append(*store_, "t", 1, {}, second), Outcome::kConflict);
  EXPECT_EQ(store_->of_person("p1", 10), (std::vector<Summary>{first}));
  EXPECT_EQ(append(*store_, "t", 2, {}, second), Outcome::kDone);
  EXPECT_EQ(store_->of_person("p1", 10), (std::vector<Summary>{second}));
  EXPECT_THAT(load(*store_, "t"), ElementsAre(Entry{1, "a"}, Entry{2, "b"}));
}

TEST_P(EveryStore, ASummaryIsNotTakenWithoutItsEntries) {
  EXPECT_EQ(append(*store_, "a", 0, {{1, "x"}}), Outcome::kDone);
  EXPECT_EQ(append(*store_, "a", 0, {{1, "y"}}, summary_of("a", Status::kGathering, true, 1, {})),
            Outcome::kConflict);
  EXPECT_THAT(*store_->listed(10), IsEmpty());
}

TEST_P(EveryStore, TablesOnTheClockAreFound) {
  Summary clocked = summary_of("a", Status::kPlaying, false, 1, {});
  clocked.clocked = true;
  EXPECT_EQ(append(*store_, "a", 0, {{1, "x"}}, clocked), Outcome::kDone);
  EXPECT_EQ(append(*store_, "b", 0, {{1, "x"}}, summary_of("b", Status::kPlaying, false, 1, {})),
            Outcome::kDone);
  EXPECT_THAT(*store_->clocked(), ElementsAre("a"));
  clocked.status = Status::kOver;
  EXPECT_EQ(append(*store_, "a", 1, {{1, "y"}}, clocked), Outcome::kDone);
  EXPECT_THAT(*store_->clocked(), IsEmpty());
}

TEST_P(EveryStore, PeopleAreFoundByTheirDevices) {
  EXPECT_EQ(store_->person("p1"), Person{});
  Answer person, device;
  store_->put_person({"p1", "Anna"}, person.then());
  store_->put_device({"hash", "p1", 1, 1, "", ""}, device.then());
  EXPECT_EQ(device.outcome(), Outcome::kDone);
  EXPECT_EQ(store_->person("p1"), (Person{"p1", "Anna"}));
  EXPECT_EQ(store_->person_of_device("hash"), (Person{"p1", "Anna"}));
  EXPECT_EQ(store_->person_of_device("other"), Person{});
  Answer renamed;
  store_->put_person({"p1", "Anneke"}, renamed.then());
  EXPECT_EQ(renamed.outcome(), Outcome::kDone);
  EXPECT_EQ(store_->person_of_device("hash")->name, "Anneke");
}

TEST_P(EveryStore, ALinkWorksOnceAndInTime) {
  const auto use = [&](const std::string& code, const std::string& token, int64_t now) {
    Answer answer;
    store_->use_link(code, {token, "", now, now, "", ""}, answer.then());
    return answer.outcome();
  };
  Answer person, link, late;
  store_->put_person({"p1", "Anna"}, person.then());
  store_->put_link("code", "p1", 100, link.then());
  store_->put_link("late", "p1", 100, late.then());
  EXPECT_EQ(late.outcome(), Outcome::kDone);
  EXPECT_EQ(use("unknown", "d0", 50), Outcome::kConflict);
  EXPECT_EQ(use("code", "d1", 100), Outcome::kDone);
  EXPECT_EQ(use("code", "d2", 50), Outcome::kConflict);
  EXPECT_EQ(use("late", "d3", 101), Outcome::kConflict);
  EXPECT_EQ(store_->person_of_device("d1")->id, "p1");
  EXPECT_EQ(store_->person_of_device("d2")->id, "");
  EXPECT_EQ(store_->person_of_device("d3")->id, "");
}

TEST_P(EveryStore, DevicesAreListedSeenAndRemoved) {
  Answer made;
  store_->put_device({"phone", "p1", 10, 10, "Firefox", "Android"}, [](const Result&) {});
  store_->put_device({"laptop", "p1", 20, 20, "", ""}, [](const Result&) {});
  store_->put_device({"other", "p2", 5, 5, "", ""}, made.then());
  ASSERT_EQ(made.outcome(), Outcome::kDone);
  EXPECT_EQ(store_->device("nothing"), Device{});
  EXPECT_THAT(*store_->devices_of("nobody"), IsEmpty());

  Answer seen;
  store_->see_device({"phone", "", 0, 30, "Chrome", "Android"}, seen.then());
  ASSERT_EQ(seen.outcome(), Outcome::kDone);
  const Device phone{"phone", "p1", 10, 30, "Chrome", "Android"};
  EXPECT_EQ(store_->device("phone"), phone);
  EXPECT_THAT(*store_->devices_of("p1"),
              ElementsAre(phone, Device{"laptop", "p1", 20, 20, "", ""}));

  Answer silent;
  store_->see_device({"phone", "", 0, 30, "", ""}, silent.then());
  ASSERT_EQ(silent.outcome(), Outcome::kDone);
  EXPECT_EQ(store_->device("phone"), phone);

  Answer foreign, removed, again, rest;
  store_->remove_device("p2", "phone", foreign.then());
  store_->remove_device("p1", "phone", removed.then());
  store_->remove_device("p1", "phone", again.then());
  EXPECT_EQ(foreign.outcome(), Outcome::kConflict);
  EXPECT_EQ(removed.outcome(), Outcome::kDone);
  EXPECT_EQ(again.outcome(), Outcome::kConflict);
  EXPECT_EQ(store_->person_of_device("phone"), Person{});
  store_->put_device(phone, [](const Result&) {});
  store_->remove_other_devices("p1", "laptop", rest.then());
  EXPECT_EQ(rest.outcome(), Outcome::kDone);
  EXPECT_THAT(*store_->devices_of("p1"), ElementsAre(Device{"laptop", "p1", 20, 20, "", ""}));
  EXPECT_EQ(store_->devices_of("p2")->size(), 1u);
}

TEST_P(EveryStore, BlocksAndMutesAreKept) {
  Answer last, undone;
  store_->put_block("p1", "p3", true, [](const Result&) {});
  store_->put_block("p1", "p2", true, [](const Result&) {});
  store_->put_block("p1", "p2", true, [](const Result&) {});
  store_->put_mute("p9", 100, [](const Result&) {});
  store_->put_mute("p9", 200, [](const Result&) {});
  store_->put_mute("p8", 50, last.then());
  ASSERT_EQ(last.outcome(), Outcome::kDone);
  EXPECT_THAT(*store_->blocked_by("p1"), ElementsAre("p2", "p3"));
  EXPECT_THAT(*store_->blocked_by("p2"), IsEmpty());
  EXPECT_THAT(*store_->mutes(), ElementsAre(Mute{"p8", 50}, Mute{"p9", 200}));
  store_->put_block("p1", "p3", false, [](const Result&) {});
  store_->put_mute("p9", 0, undone.then());
  ASSERT_EQ(undone.outcome(), Outcome::kDone);
  EXPECT_THAT(*store_->blocked_by("p1"), ElementsAre("p2"));
  EXPECT_THAT(*store_->mutes(), ElementsAre(Mute{"p8", 50}));
}

TEST_P(EveryStore, AFullDiskFailsWholeAndLosesNothing) {
  store_.reset();
  const Home small;
  std::vector<Entry> saved;
  {
    Opened opened = GetParam().open_small(small);
    ASSERT_NE(opened.store, nullptr) << opened.problem;
    const std::string large(3000, 'x');
    Outcome outcome = Outcome::kDone;
    while (outcome == Outcome::kDone && saved.size() < 1000) {
      const std::vector<Entry> two{{1, large}, {2, large}};
      outcome = append(*opened.store, "t", static_cast<int64_t>(saved.size()), two);
      if (outcome == Outcome::kDone) saved.insert(saved.end(), two.begin(), two.end());
    }
    EXPECT_EQ(outcome, Outcome::kFailed);
    EXPECT_FALSE(opened.store->healthy());
    EXPECT_EQ(load(*opened.store, "t"), saved);
  }
  // With room again it goes on where it was.
  Opened opened = GetParam().open(small);
  ASSERT_NE(opened.store, nullptr) << opened.problem;
  EXPECT_EQ(load(*opened.store, "t"), saved);
  EXPECT_EQ(append(*opened.store, "t", static_cast<int64_t>(saved.size()), {{3, "more"}}),
            Outcome::kDone);
  EXPECT_TRUE(opened.store->healthy());
}

TEST_P(EveryStore, ListsOfManyTablesStayWholeHoweverManyEntriesThereAre) {
  constexpr int kTables = 50;
  constexpr int kEach = 500;
  const auto table = [](int i) { return "table " + std::to_string(i); };
  for (int n = 0; n < kEach; ++n) {
    for (int i = 0; i < kTables; ++i) {
      store_->append(table(i), n, {{n, table(i)}}, std::nullopt, [](const Result&) {});
    }
  }
  // A table's own requests are carried out in their order; another may lie in another database.
  for (int i = 0; i < kTables; ++i) {
    EXPECT_EQ(append(*store_, table(i), kEach, {{kEach, table(i)}}), Outcome::kDone);
  }
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < kTables; ++i) {
      const std::vector<Entry> entries = load(*store_, table(i));
      ASSERT_EQ(entries.size(), static_cast<size_t>(kEach + 1));
      for (int n = 0; n <= kEach; ++n) {
        ASSERT_EQ(entries[static_cast<size_t>(n)], (Entry{n, table(i)}));
      }
      EXPECT_EQ(append(*store_, table(i), kEach, {{1, "late"}}), Outcome::kConflict);
    }
    open();
  }
}

TEST_P(EveryStore, WhatWasAskedForBeforeClosingIsStillSaved) {
  for (int i = 0; i < 500; ++i) {
    store_->append("t", i, {{i, "x"}}, std::nullopt, [](const Result&) {});
  }
  open();
  EXPECT_EQ(load(*store_, "t").size(), 500u);
}

// A child appends as fast as it can and says what was acknowledged; it is killed in the middle.
TEST_P(EveryStore, NothingAcknowledgedIsLostWhenTheProcessIsKilled) {
  store_.reset();
  for (int round = 0; round < 5; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    Opened before = GetParam().open(home_);
    ASSERT_NE(before.store, nullptr) << before.problem;
    const auto start = static_cast<int64_t>(load(*before.store, "t").size());
    before.store.reset();
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(ends[0]);
      Opened opened = GetParam().open(home_);
      for (int64_t n = start; opened.store != nullptr; ++n) {
        if (append(*opened.store, "t", n, {{n, "entry"}}) != Outcome::kDone) break;
        const int64_t done = n + 1;
        if (::write(ends[1], &done, sizeof done) != sizeof done) break;
      }
      ::_exit(0);
    }
    ::close(ends[1]);
    int64_t acknowledged = start;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(60);
    while (std::chrono::steady_clock::now() < end &&
           ::read(ends[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged) {
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    while (::read(ends[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged) {
    }
    ::close(ends[0]);
    EXPECT_GT(acknowledged, start);
    open();
    EXPECT_GE(static_cast<int64_t>(load(*store_, "t").size()), acknowledged);
    store_.reset();
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, EveryStore, ::testing::ValuesIn(kBackends),
                         [](const auto& backend) { return std::string(backend.param.name); });

TEST(Sqlite, TheLogStaysWithinItsBoundOverThousandsOfAppends) {
  const Home home;
  SqliteOptions options;
  options.file = home.file();
  options.wal.pages = 200;
  options.wal.most_pages = 800;
  options.wal.every = std::chrono::milliseconds(200);
  const Opened opened = open_sqlite(options);
  ASSERT_NE(opened.store, nullptr) << opened.problem;
  Store& store = *opened.store;
  constexpr int kTables = 100;
  constexpr int kRounds = 200;
  // The pages of one commit may lie beyond; a frame is a page and its head.
  constexpr int64_t kBound = (800 + 400) * (4096 + 24);
  const std::string text(500, 'x');
  int64_t largest = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kTables; ++i) {
      const std::string table = "table " + std::to_string(i);
      const Summary summary = summary_of(table, Status::kPlaying, true, round, {"p"});
      if (i + 1 < kTables) {
        store.append(table, round, {{round, text}}, summary, [](const Result&) {});
      } else {
        EXPECT_EQ(append(store, table, round, {{round, text}}, summary), Outcome::kDone);
      }
    }
    largest = std::max(largest, store.figures().log_bytes);
  }
  EXPECT_LE(largest, kBound);
  EXPECT_GT(store.figures().checkpoints, 0u);
  EXPECT_EQ(store.figures().checkpoint_failures, 0u);

  // When nobody writes there is no log at all: the file alone holds everything.
  ASSERT_TRUE(eventually([&] { return store.figures().log_bytes == 0; }));
  const Home alone;
  fs::copy_file(home.file(), alone.file());
  const Opened copy = sqlite_at(alone);
  ASSERT_NE(copy.store, nullptr) << copy.problem;
  for (int i = 0; i < kTables; ++i) {
    EXPECT_EQ(load(*copy.store, "table " + std::to_string(i)).size(), size_t{kRounds});
  }
}

// Somebody who reads for long (a backup) keeps the log from starting over, not the writer.
TEST(Sqlite, AReaderThatStaysHoldsUpTheLogButNotTheWriter) {
  const Home home;
  SqliteOptions options;
  options.file = home.file();
  options.wal = {20, 40, std::chrono::milliseconds(50)};
  const Opened opened = open_sqlite(options);
  ASSERT_NE(opened.store, nullptr) << opened.problem;
  Store& store = *opened.store;
  ASSERT_EQ(append(store, "t", 0, {{0, "x"}}), Outcome::kDone);
  sqlite3* raw = nullptr;
  ASSERT_EQ(sqlite3_open(home.file().c_str(), &raw), SQLITE_OK);
  const Database reader(raw);
  ASSERT_TRUE(run_sql(raw, "begin; select count(*) from entry"));
  int64_t n = 1;
  while (n < 200) {
    ASSERT_EQ(append(store, "t", n, {{n, "x"}}), Outcome::kDone);
    ++n;
  }
  EXPECT_GT(store.figures().log_bytes, 40 * 4096);
  ASSERT_TRUE(run_sql(raw, "rollback"));
  EXPECT_TRUE(eventually([&] { return store.figures().log_bytes == 0; }));
  EXPECT_EQ(store.figures().checkpoint_failures, 0u);
  EXPECT_EQ(load(store, "t").size(), static_cast<size_t>(n));
}

TEST(Sqlite, ASecondServerOnTheSameFileIsRefusedWithTheProcessOfTheFirst) {
  const Home home;
  const Opened first = sqlite_at(home);
  ASSERT_NE(first.store, nullptr);
  const Opened second = sqlite_at(home);
  EXPECT_EQ(second.store, nullptr);
  EXPECT_THAT(second.problem, HasSubstr("in use by another server"));
  EXPECT_THAT(second.problem, HasSubstr(std::to_string(::getpid())));
}

TEST(Sqlite, AFileOfTheFirstSchemaIsTakenOver) {
  const Home home;
  {
    sqlite3* raw = nullptr;
    ASSERT_EQ(sqlite3_open(home.file().c_str(), &raw), SQLITE_OK);
    const Database db(raw);
    ASSERT_TRUE(run_sql(raw, R"sql(
      create table entry(tbl text, n integer, at integer, text text, primary key(tbl, n)) strict, without rowid;
      insert into entry values('b', 1, 5, 'made'), ('a', 2, 7, 'two'), ('a', 1, 6, 'one'), ('b', 2, 8, 'said');
      create table summary(tbl text primary key, status integer, listed integer, clocked integer,
                           created integer, touched integer, about text) strict, without rowid;
      create table sitter(person text, tbl text, primary key(person, tbl)) strict, without rowid;
      create table person(id text primary key, name text) strict, without rowid;
      create table device(token text primary key, person text, made integer) strict, without rowid;
      create table link(code text primary key, person text, until integer) strict, without rowid;
      insert into device values('phone', 'p1', 7);
      pragma user_version = 1;)sql"));
  }
  for (int round = 0; round < 2; ++round) {
    const Opened opened = sqlite_at(home);
    ASSERT_NE(opened.store, nullptr) << opened.problem;
    std::vector<Entry> first{{6, "one"}, {7, "two"}};
    if (round == 1) first.push_back({9, "three"});
    EXPECT_EQ(load(*opened.store, "a"), first);
    EXPECT_EQ(load(*opened.store, "b"), (std::vector<Entry>{{5, "made"}, {8, "said"}}));
    EXPECT_EQ(append(*opened.store, "a", 2, {{9, "three"}}),
              round == 0 ? Outcome::kDone : Outcome::kConflict);
    EXPECT_THAT(*opened.store->devices_of("p1"), ElementsAre(Device{"phone", "p1", 7, 7, "", ""}));
    EXPECT_THAT(*opened.store->blocked_by("p1"), IsEmpty());
  }
}

TEST(Sqlite, AFileOfANewerVersionIsRefused) {
  const Home home;
  ASSERT_NE(sqlite_at(home).store, nullptr);
  {
    sqlite3* raw = nullptr;
    ASSERT_EQ(sqlite3_open(home.file().c_str(), &raw), SQLITE_OK);
    const Database db(raw);
    ASSERT_TRUE(run_sql(raw, "pragma user_version = 99"));
  }
  EXPECT_THAT(sqlite_at(home).problem, HasSubstr("newer version"));
}

TEST(Sqlite, FilesThatAreNoneAreRefused) {
  const Home home;
  std::ofstream(home.file()) << std::string(5000, 'x');
  EXPECT_THAT(sqlite_at(home).problem, HasSubstr("not a database"));
  SqliteOptions nowhere;
  nowhere.file = "/nowhere/at/all/t.db";
  EXPECT_THAT(open_sqlite(nowhere).problem, HasSubstr("/nowhere/at/all/t.db"));
}

TEST(Sqlite, OnlyItsOwnerMayReadTheFile) {
  const Home home;
  const Opened opened = sqlite_at(home);
  ASSERT_NE(opened.store, nullptr);
  const fs::perms others = fs::perms::group_all | fs::perms::others_all;
  EXPECT_EQ(fs::status(home.file()).permissions() & others, fs::perms::none);
}

}  // namespace
}  // namespace store_test
