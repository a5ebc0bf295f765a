// From a file to a database and back, and the care of a database.
#include "store/copy.h"

#include "store/data.h"
#include "store/open.h"
#include "store/testing.h"

namespace store_test {
namespace {

using store::Care;
std::unique_ptr<Store> open_store(const std::string& data) {
  store::OpenOptions options;
  options.data = data;
  Opened opened = store::open(options);
  EXPECT_NE(opened.store, nullptr) << opened.problem;
  return std::move(opened.store);
}

// Something of everything.
void fill(const std::string& data) {
  const auto store = open_store(data);
  const auto nothing = [](const Result&) {};
  Summary clocked = summary_of("b", Status::kOver, false, 9, {});
  clocked.clocked = true;
  store->append("a", 0, {{5, "one"}, {6, "zw\xc3\xb6lf \"\\{}"}},
                summary_of("a", Status::kPlaying, true, 3, {"p1", "p2"}), nothing);
  store->append("b", 0, {{7, ""}}, clocked, nothing);
  store->append("edition-1", 0, {{1, "{}"}}, std::nullopt, nothing);
  store->put_person({"p1", "Anna"}, nothing);
  store->put_person({"p2", "J\xc3\xbcrgen"}, nothing);
  store->put_device({"phone", "p1", 1, 2, "Firefox", "Android"}, nothing);
  store->put_link("code", "p1", 1000, nothing);
  store->put_block("p1", "p2", true, nothing);
  store->put_mute("p2", 77, nothing);
  store->put_address({"p1", "mail", "a@b.example", "de", "", 5, "stop"}, nothing);
  Answer last;
  store->put_notice({"p1", "a", "mail", 8, 2, true}, last.then());
  ASSERT_EQ(last.outcome(), Outcome::kDone);
}

void expect_all(const std::string& data) {
  const auto store = open_store(data);
  EXPECT_EQ(load(*store, "a"), (std::vector<Entry>{{5, "one"}, {6, "zw\xc3\xb6lf \"\\{}"}}));
  EXPECT_EQ(load(*store, "b"), (std::vector<Entry>{{7, ""}}));
  EXPECT_EQ(load(*store, "edition-1"), (std::vector<Entry>{{1, "{}"}}));
  EXPECT_THAT(*store->listed(10),
              ElementsAre(summary_of("a", Status::kPlaying, true, 3, {"p1", "p2"})));
  EXPECT_EQ(store->of_person("p2", 10)->size(), 1u);
  EXPECT_EQ(store->person("p2")->name, "J\xc3\xbcrgen");
  EXPECT_EQ(store->device("phone"), (Device{"phone", "p1", 1, 2, "Firefox", "Android"}));
  EXPECT_THAT(*store->blocked_by("p1"), ElementsAre("p2"));
  EXPECT_THAT(*store->mutes(), ElementsAre(Mute{"p2", 77}));
  EXPECT_THAT(*store->addresses(),
              ElementsAre(store::Address{"p1", "mail", "a@b.example", "de", "", 5, "stop"}));
  EXPECT_THAT(*store->notices(), ElementsAre(store::Notice{"p1", "a", "mail", 8, 2, true}));
  Answer used;
  store->use_link("code", {"laptop", "", 50, 50, "", ""}, used.then());
  EXPECT_EQ(used.outcome(), Outcome::kDone);
  // And it goes on from here.
  EXPECT_EQ(append(*store, "a", 1, {{8, "late"}}), Outcome::kConflict);
  EXPECT_EQ(append(*store, "a", 2, {{8, "three"}}), Outcome::kDone);
}

TEST(Copy, EverythingGoesFromAFileToADatabaseAndBack) {
  const Home first, second;
  fill(first.file());
  const store::Moved there = store::copy(first.file(), first.address(), false);
  ASSERT_EQ(there.problem, "");
  EXPECT_EQ(there.tables, 2);
  EXPECT_EQ(there.editions, 1);
  EXPECT_EQ(there.entries, 4);
  EXPECT_EQ(there.people, 2);
  EXPECT_EQ(there.devices + there.links + there.blocks + there.mutes, 4);
  EXPECT_EQ(there.addresses + there.notices, 2);
  const store::Moved back = store::copy(first.address(), second.file(), false);
  ASSERT_EQ(back.problem, "");
  EXPECT_EQ(back.entries, 4);
  expect_all(first.address());
  expect_all(second.file());
}

TEST(Copy, ATargetThatIsNotEmptyOrASourceInUseIsRefused) {
  const Home home, other;
  fill(home.file());
  fill(other.address());
  EXPECT_THAT(store::copy(home.file(), other.address(), false).problem, HasSubstr("not empty"));
  EXPECT_THAT(store::copy(other.address(), home.file(), false).problem,
              HasSubstr("such a file already"));
  expect_all(other.address());
  const auto server = open_store(home.file());
  EXPECT_THAT(store::copy(home.file(), home.address(), false).problem,
              HasSubstr("in use by another server"));
  EXPECT_THAT(store::copy(home.address(), other.file(), false).problem,
              HasSubstr("no tables of stamtafel"));
  EXPECT_FALSE(fs::exists(other.file()));
}

TEST(Copy, WhatIsDamagedIsNotCopiedUnlessItIsLeftOut) {
  const Home home;
  fill(home.address());
  tests::Postgres::get().run("update entry set text = 'x' where tbl = 'b'", home.address());
  EXPECT_THAT(store::copy(home.address(), home.file(), false).problem, HasSubstr("damaged"));
  EXPECT_FALSE(fs::exists(home.file()));
  const store::Moved moved = store::copy(home.address(), home.file(), true);
  EXPECT_EQ(moved.problem, "");
  ASSERT_EQ(moved.left_out.size(), 1u);
  EXPECT_EQ(moved.left_out.front().table, "b");
  EXPECT_EQ(moved.tables, 1);
}

TEST(Copy, ADatabaseHasToolsOfItsOwnForBackups) {
  const Home home;
  EXPECT_THAT(store::back_up(home.address(), home.file(), false).problem, HasSubstr("pg_dump"));
  EXPECT_THAT(store::restore(home.file(), home.address(), false).problem, HasSubstr("pg_restore"));
}

TEST(PostgresCare, OldTablesGoAndAPersonIsForgotten) {
  const Home home;
  fill(home.address());
  const store::Counted counted = store::read_stats(home.address(), 100);
  ASSERT_EQ(counted.problem, "");
  EXPECT_EQ(counted.stats.tables, (std::array<int64_t, 3>{0, 1, 1}));
  EXPECT_EQ(counted.stats.entries, 4);
  EXPECT_EQ(counted.stats.people, 2);
  EXPECT_EQ(counted.stats.most_entries, 2);
  EXPECT_EQ(counted.stats.last, 7);
  {
    const Care::Opened opened = Care::open(home.address());
    ASSERT_NE(opened.care, nullptr) << opened.problem;
    const auto old = opened.care->older_than(7);
    ASSERT_TRUE(old) << opened.care->problem();
    ASSERT_EQ(old->size(), 2u);
    EXPECT_EQ((*old)[0].table, "edition-1");
    EXPECT_EQ((*old)[1].table, "a");
    EXPECT_EQ((*old)[1].status, Status::kPlaying);
    ASSERT_TRUE(opened.care->remove({(*old)[1]})) << opened.care->problem();
    ASSERT_EQ(opened.care->find_people("Anna")->size(), 1u);
    const auto lines = opened.care->forget("p1", [](const Entry& entry) {
      return entry.text == "{}" ? std::optional<std::string>("gone") : std::nullopt;
    });
    EXPECT_EQ(lines, 1);
    EXPECT_TRUE(opened.care->shrink()) << opened.care->problem();
    EXPECT_GT(opened.care->file_bytes(), 0);
  }
  const auto store = open_store(home.address());
  EXPECT_THAT(load(*store, "a"), IsEmpty());
  EXPECT_EQ(load(*store, "edition-1"), (std::vector<Entry>{{1, "gone"}}));
  EXPECT_EQ(store->person("p1"), Person{});
  EXPECT_EQ(store->person_of_device("phone"), Person{});
  EXPECT_THAT(*store->notices(), IsEmpty());
  EXPECT_THAT(*store->blocked_by("p1"), IsEmpty());
  EXPECT_THAT(store::check_file(home.address()).check.problems, IsEmpty());
  EXPECT_EQ(append(*store, "a", 0, {{8, "anew"}}), Outcome::kDone);
}

}  // namespace
}  // namespace store_test
