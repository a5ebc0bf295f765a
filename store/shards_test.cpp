// Several databases as one store: where things lie, in which order they are given, and what is left
// when one of them is gone.
#include "store/shards.h"

#include <unistd.h>

#include "store/copy.h"
#include "store/data.h"
#include "store/postgres_connection.h"
#include "store/testing.h"

namespace store_test {
namespace {

using store::Nodes;
using store::place_named;

Opened open_data(const std::string& data) {
  store::OpenOptions options;
  options.data = data;
  return store::open(options);
}
std::string problem_of(const std::string& data) { return open_data(data).problem; }

// How many lists there are in one of them.
int64_t lists_in(const std::string& address) {
  std::string problem;
  const auto connection = store::Connection::open(
      {address, "test", std::chrono::seconds(5), std::chrono::seconds(5), {}}, problem);
  return connection == nullptr ? -1
                               : connection->ask_once("select count(*) from tbl")->integer(0, 0);
}

class TwoDatabases : public ::testing::Test {
 protected:
  std::string both() const { return home_.address() + "," + home_.second_address(); }
  std::unique_ptr<Store> open() const {
    Opened opened = open_data(both());
    EXPECT_NE(opened.store, nullptr) << opened.problem;
    return std::move(opened.store);
  }
  void fill() const {
    const auto store = open();
    ASSERT_EQ(append(*store, "a", 0, {{1, "one"}},
                     summary_of("a", Status::kPlaying, true, 10, {"p1", "p2"})),
              Outcome::kDone);
    ASSERT_EQ(append(*store, "b-2", 0, {{1, "two"}, {2, "three"}},
                     summary_of("b-2", Status::kPlaying, true, 20, {"p1"})),
              Outcome::kDone);
    ASSERT_EQ(append(*store, "review-b-2", 0, {{3, "four"}}), Outcome::kDone);
    ASSERT_EQ(append(*store, "edition-77", 0, {{3, "five"}}), Outcome::kDone);
    Answer answer;
    store->put_person({"p1", "Anna"}, answer.then());
    ASSERT_EQ(answer.outcome(), Outcome::kDone);
    Answer noticed;
    store->put_notice({"p1", "b-2", "mail", 8, 2, true}, noticed.then());
    ASSERT_EQ(noticed.outcome(), Outcome::kDone);
  }
  Home home_;
};

TEST(Places, AnIdNamesItsDatabaseAndAllOthersLieInTheFirst) {
  EXPECT_EQ(place_named("k3j5m7", 3), 1);
  EXPECT_EQ(place_named("k3j5m7-2", 3), 2);
  EXPECT_EQ(place_named("review-k3j5m7-3", 3), 3);
  EXPECT_EQ(place_named("k3j5m7-12", 12), 12);
  for (const char* id : {"", "-", "a-", "a-1", "a-0", "a-02", "a-4", "a-99", "a-2x", "a-222",
                         "edition-1b2", "rating-koenig", "2"}) {
    EXPECT_EQ(place_named(id, 3), 1) << id;
  }
}

TEST(Places, ACommaBetweenHostsIsNoneBetweenDatabases) {
  EXPECT_THAT(store::databases_in("postgresql://u@a,b/x"), ElementsAre("postgresql://u@a,b/x"));
  EXPECT_THAT(store::databases_in("postgresql://u@a,b/x,postgres://u:s@c/y"),
              ElementsAre("postgresql://u@a,b/x", "postgres://u:s@c/y"));
  EXPECT_EQ(store::without_password("postgresql://u:secret@a,b/x,postgres://u:other@c/y"),
            "postgresql://u@a,b/x,postgres://u@c/y");
}

TEST_F(TwoDatabases, TablesLieWhereTheirIdsSayAndListsShowThemAll) {
  fill();
  EXPECT_EQ(lists_in(home_.address()), 2);
  EXPECT_EQ(lists_in(home_.second_address()), 2);
  const auto store = open();
  EXPECT_EQ(load(*store, "b-2"), (std::vector<Entry>{{1, "two"}, {2, "three"}}));
  EXPECT_EQ(load_after(*store, "b-2", 1).entries, (std::vector<Entry>{{2, "three"}}));
  EXPECT_EQ(load(*store, "review-b-2"), (std::vector<Entry>{{3, "four"}}));
  EXPECT_EQ(append(*store, "b-2", 1, {{4, "late"}}), Outcome::kConflict);
  const auto tables_of = [](const std::vector<Summary>& list) {
    std::vector<std::string> ids;
    for (const Summary& summary : list) ids.push_back(summary.table);
    return ids;
  };
  EXPECT_THAT(tables_of(*store->listed(10)), ElementsAre("b-2", "a"));
  EXPECT_THAT(tables_of(*store->listed(1)), ElementsAre("b-2"));
  EXPECT_EQ(store->of_person("p1", 10)->size(), 2u);
  EXPECT_EQ(store->of_person("p2", 10)->size(), 1u);
}

TEST_F(TwoDatabases, NewTablesAreDealtOutInTurns) {
  const auto store = open();
  const std::vector<std::string> endings{store->ending(), store->ending(), store->ending()};
  EXPECT_THAT(endings, ElementsAre("-2", "", "-2"));
  EXPECT_EQ(open_data(Home().address()).store->ending(), "");
}

TEST_F(TwoDatabases, FinishedTablesComeInOneOrderPageByPage) {
  const auto store = open();
  for (int i = 0; i < 6; ++i) {
    const std::string id = "t" + std::to_string(i) + (i % 2 == 0 ? "" : "-2");
    Summary summary = summary_of(id, Status::kOver, false, 5, {"p1"});
    summary.created = 100 + i / 2;
    ASSERT_EQ(append(*store, id, 0, {{1, "x"}}, summary), Outcome::kDone);
  }
  std::vector<std::string> seen;
  std::optional<store::Behind> behind;
  while (seen.size() < 6) {
    std::promise<std::vector<Summary>> promise;
    store->finished("p1", behind, 2, [&](std::optional<std::vector<Summary>> list) {
      promise.set_value(list.value_or(std::vector<Summary>{}));
    });
    const std::vector<Summary> page = promise.get_future().get();
    ASSERT_EQ(page.size(), 2u);
    for (const Summary& summary : page) seen.push_back(summary.table);
    behind = {page.back().created, page.back().table};
  }
  EXPECT_THAT(seen, ElementsAre("t5-2", "t4", "t3-2", "t2", "t1-2", "t0"));
}

TEST_F(TwoDatabases, AreGivenAllAndInTheSameOrder) {
  fill();
  EXPECT_THAT(problem_of(home_.second_address() + "," + home_.address()),
              HasSubstr("database 2 of 2, and is given as number 1"));
  EXPECT_THAT(problem_of(home_.address()), HasSubstr("one of 2 databases"));
  EXPECT_THAT(problem_of(home_.second_address()), HasSubstr("given as number 1"));
  EXPECT_THAT(store::check_file(home_.address()).problem, HasSubstr("one of 2 databases"));
  EXPECT_THAT(store::Care::open(home_.address()).problem, HasSubstr("one of 2 databases"));
  EXPECT_EQ(problem_of(both()), "");
}

TEST_F(TwoDatabases, OneThatWasAloneGetsASecondThatIsEmpty) {
  const Home used;
  ASSERT_EQ(append(*open_data(home_.address()).store, "a", 0, {{1, "x"}}), Outcome::kDone);
  ASSERT_EQ(append(*open_data(used.address()).store, "b", 0, {{1, "x"}}), Outcome::kDone);
  EXPECT_THAT(problem_of(home_.address() + "," + used.address()), HasSubstr("given as number 2"));
  EXPECT_THAT(load(*open(), "a"), ElementsAre(Entry{1, "x"}));
}

TEST_F(TwoDatabases, AreCheckedTogether) {
  fill();
  const store::Checked sound = store::check_file(both());
  EXPECT_EQ(sound.problem, "");
  EXPECT_THAT(sound.check.problems, IsEmpty());
  EXPECT_EQ(sound.check.tables, 2);
  EXPECT_EQ(sound.check.entries, 5);
  EXPECT_EQ(store::read_stats(both(), 0).stats.entries, 5);
  tests::Postgres::get().run(
      "update entry set text = 'x' where tbl = 'b-2' and n = 2;"
      "insert into tbl(id, n) values('c', 0)",
      home_.second_address());
  std::vector<std::string> wrong;
  for (const store::Problem& problem : store::check_file(both()).check.problems) {
    wrong.push_back(problem.table + ": " + problem.what);
  }
  EXPECT_THAT(wrong,
              testing::UnorderedElementsAre("b-2: entry 2 does not agree with its checksum",
                                            "c: it lies in database 2, where nobody looks for it"));
}

TEST_F(TwoDatabases, AreCopiedIntoOneAndBack) {
  fill();
  const Home one, two;
  const store::Moved there = store::copy(both(), one.address(), false);
  ASSERT_EQ(there.problem, "");
  EXPECT_EQ(there.tables, 2);
  EXPECT_EQ(there.entries, 5);
  EXPECT_EQ(there.people, 1);
  EXPECT_EQ(load(*open_data(one.address()).store, "b-2").size(), 2u);
  // Growing would lose sight of what names another; copying doesn't.
  EXPECT_THAT(problem_of(one.address() + "," + one.second_address()),
              HasSubstr("name further databases"));
  const std::string apart = two.address() + "," + two.second_address();
  const store::Moved back = store::copy(one.address(), apart, false);
  ASSERT_EQ(back.problem, "");
  EXPECT_EQ(back.entries, 5);
  EXPECT_EQ(lists_in(two.second_address()), 2);
  EXPECT_EQ(store::copy(apart, two.file(), false).problem, "");
  EXPECT_EQ(load(*open_data(two.file()).store, "b-2").size(), 2u);
}

TEST_F(TwoDatabases, ThingsAreTakenOutOfBoth) {
  fill();
  const store::Care::Opened opened = store::Care::open(both());
  ASSERT_NE(opened.care, nullptr) << opened.problem;
  EXPECT_THAT(problem_of(both()), HasSubstr("in use by a tool"));
  const auto rewritten =
      opened.care->forget("p1", [](const Entry& entry) -> std::optional<std::string> {
        if (entry.text == "one" || entry.text == "two") return "gone";
        return std::nullopt;
      });
  EXPECT_EQ(rewritten, 2);
  EXPECT_THAT(*opened.care->find_people("p1"), IsEmpty());
  const auto old = opened.care->older_than(3);
  ASSERT_EQ(old->size(), 2u);
  EXPECT_TRUE(opened.care->remove(*old));
  EXPECT_TRUE(opened.care->shrink());
  EXPECT_EQ(lists_in(home_.address()) + lists_in(home_.second_address()), 2);
}

Nodes::Beat beat(Store& store, Nodes::Round round = {}) {
  std::promise<Nodes::Beat> promise;
  store.nodes()->beat(std::move(round), [&](const Nodes::Beat& one) { promise.set_value(one); });
  return promise.get_future().get();
}

TEST_F(TwoDatabases, ServersKnowOfTablesInBoth) {
  fill();
  const auto one = open();
  const auto two = open();
  std::mutex mutex;
  std::vector<std::string> news;
  two->nodes()->on_news([&](const std::vector<Nodes::News>& more) {
    const std::lock_guard guard(mutex);
    for (const Nodes::News& item : more) news.push_back(item.id);
  });
  ASSERT_TRUE(beat(*one).well);
  ASSERT_TRUE(beat(*two).well);
  Nodes::Round round;
  round.tables = {{"a", true, {1, 0}}, {"b-2", true, {2, 1}}};
  const Nodes::Beat told = beat(*one, round);
  EXPECT_EQ(told.others, 1);
  ASSERT_EQ(told.tables.size(), 2u);
  for (const Nodes::There& there : told.tables) EXPECT_TRUE(there.driven) << there.table;
  const Nodes::Beat other = beat(*two, round);
  ASSERT_EQ(other.tables.size(), 2u);
  for (const Nodes::There& there : other.tables) {
    EXPECT_FALSE(there.driven) << there.table;
    EXPECT_EQ(there.company.seats, there.table == "a" ? 1 : 2);
    EXPECT_EQ(there.n, there.table == "a" ? 1 : 2);
  }
  ASSERT_EQ(append(*one, "b-2", 2, {{5, "more"}}), Outcome::kDone);
  EXPECT_TRUE(eventually([&] {
    const std::lock_guard guard(mutex);
    return std::find(news.begin(), news.end(), "b-2") != news.end();
  }));
}

// The second database can be taken away: its socket is a link.
TEST_F(TwoDatabases, OneThatIsGoneStopsNothingButItsTables) {
  const tests::Folder folder;
  const std::string link = folder.at(".s.PGSQL.5432");
  const std::string socket = tests::Postgres::get().socket_folder() + "/.s.PGSQL.5432";
  ASSERT_EQ(::symlink(socket.c_str(), link.c_str()), 0);
  std::string second = home_.second_address();
  const size_t host = second.find("host=") + 5;
  second.replace(host, second.find('&', host) - host, folder.at(""));
  Opened opened = open_data(home_.address() + "," + second);
  ASSERT_NE(opened.store, nullptr) << opened.problem;
  Store& store = *opened.store;
  ASSERT_EQ(append(store, "a", 0, {{1, "one"}}), Outcome::kDone);
  ASSERT_EQ(append(store, "b-2", 0, {{1, "two"}}), Outcome::kDone);
  Nodes::Round round;
  round.tables = {{"a", true, {}}, {"b-2", true, {}}};
  ASSERT_EQ(beat(store, round).tables.size(), 2u);

  ASSERT_EQ(::unlink(link.c_str()), 0);
  tests::Postgres::get().run(
      "select pg_terminate_backend(a.pid) from pg_stat_activity a join pg_stat_activity writer "
      "on starts_with(a.application_name, writer.application_name) join pg_locks l "
      "on l.pid = writer.pid where locktype = 'advisory' and objid = "
      "current_schema()::regnamespace::oid and writer.application_name like 'stamtafel-%'",
      home_.second_address());
  EXPECT_TRUE(eventually([&] { return store.figures().databases_lost == 1; }));
  EXPECT_EQ(store.figures().databases, 2);
  EXPECT_TRUE(store.healthy());
  // What was sent before anybody noticed waits for an answer; what was not fails.
  Answer meanwhile;
  store.append("b-2", 1, {{2, "three"}}, std::nullopt, meanwhile.then());
  EXPECT_EQ(append(store, "a", 1, {{2, "two"}}), Outcome::kDone);
  EXPECT_TRUE(beat(store, round).well);
  EXPECT_TRUE(store.listed(10).has_value());

  ASSERT_EQ(::symlink(socket.c_str(), link.c_str()), 0);
  EXPECT_TRUE(eventually([&] { return store.figures().databases_lost == 0; }));
  const int64_t last = meanwhile.outcome() == Outcome::kDone ? 2 : 1;
  EXPECT_EQ(append(store, "b-2", last, {{3, "four"}}), Outcome::kDone);
  EXPECT_TRUE(eventually([&] { return beat(store, round).tables.size() == 2; }));
}

}  // namespace
}  // namespace store_test
