// A server over PostgreSQL, when that goes away and comes back.
#include "server/testing.h"
#include "tests/postgres.h"

namespace server_test {
namespace {

bool comes_true(const std::function<bool()>& holds) {
  for (int i = 0; i < 2000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(WithPostgres, AGameGoesOnThroughConnectionsThatAreCutAndOverARestart) {
  const std::string data = tests::Postgres::get().fresh();
  std::vector<int64_t> told;
  std::string table;
  {
    TestServer server(data);
    ASSERT_EQ(server.problem, "");
    Player anna(server.port, "Anna");
    table = new_table(anna, 1, 2);
    anna.watch(table);
    anna.about("start");
    int cuts = 0;
    for (int moves = 0; moves < 60; ++moves) {
      ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over(); }));
      if (anna.over()) break;
      if (moves % 6 == 3) {
        ++cuts;
        tests::Postgres::get().run(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name like 'stamtafel-%'");
      }
      const Json answer = anna.act(anna.choice());
      ASSERT_EQ(refused(answer), "") << text_of(answer, "text");
    }
    EXPECT_GT(cuts, 3);
    EXPECT_EQ(metric(anna.device, "store_failures_total"), 0);
    told = anna.numbers;
    server.stop();
  }
  TestServer server(data);
  ASSERT_EQ(server.problem, "");
  Player stranger(server.port, "Bram");
  stranger.watch(table);
  EXPECT_GE(stranger.n, told.back());
}

TEST(WithPostgres, WithoutTheDatabaseNothingIsTakenAndAfterwardsAllIsAsItWas) {
  TestServer server(tests::Postgres::get().fresh());
  ASSERT_EQ(server.problem, "");
  Player anna(server.port, "Anna");
  const std::string table = new_table(anna, 2, 1);
  anna.watch(table);
  EXPECT_EQ(anna.device.get("/healthz").status, 200);
  tests::Postgres::get().stop(SIGQUIT);
  EXPECT_TRUE(comes_true([&] { return anna.device.get("/healthz").status == 503; }));
  // She isn't taken for nobody meanwhile.
  EXPECT_EQ(anna.device.get("/api/me").status, 503);
  EXPECT_EQ(anna.device.request("PUT", "/api/me", "{\"name\":\"Anna\"}").status, 503);
  const int64_t before = anna.n;
  // What is sent before all connections have noticed is saved when the database is back.
  std::this_thread::sleep_for(std::chrono::seconds(3));
  EXPECT_EQ(refused(anna.about("say", ",\"text\":\"hello\"")), "storage");
  tests::Postgres::get().start();
  EXPECT_TRUE(comes_true([&] { return anna.device.get("/healthz").status == 200; }));
  EXPECT_TRUE(
      comes_true([&] { return refused(anna.about("say", ",\"text\":\"hello again\"")).empty(); }));
  EXPECT_EQ(anna.n, before + 1);
  EXPECT_EQ(text_of(*anna.device.get("/api/me").json().find("me"), "name"), "Anna");
}

TEST(WithPostgres, PeopleTheirListsAndTablesAreThereAfterARestart) {
  const std::string data = tests::Postgres::get().fresh();
  std::string cookie, table;
  {
    TestServer server(data);
    ASSERT_EQ(server.problem, "");
    Player anna(server.port, "Anna");
    EXPECT_EQ(anna.device.request("PUT", "/api/me", "{\"name\":\"Änne\"}").status, 200);
    table = new_table(anna, 2, 1, ",\"public\":true");
    anna.watch(table);
    Player bram(server.port, "Bram");
    bram.watch(table);
    EXPECT_EQ(refused(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"")), "");
    EXPECT_EQ(refused(bram.about("say", ",\"text\":\"goedenavond 'allemaal' \\\\\"")), "");
    // What is no text finds nothing, and is no fault of the database.
    EXPECT_EQ(refused(bram.ask("{\"do\":\"watch\",\"table\":\"\\u0000\"")), "unknown");
    EXPECT_EQ(bram.device.get("/healthz").status, 200);
    cookie = anna.device.cookie;
    TestServer second(data);
    EXPECT_EQ(second.problem, "");
  }
  TestServer server(data);
  ASSERT_EQ(server.problem, "");
  Device anna(server.port);
  anna.cookie = cookie;
  EXPECT_EQ(text_of(*anna.get("/api/me").json().find("me"), "name"), "Änne");
  const Json lobby = anna.get("/api/tables").json();
  for (const char* list : {"public", "mine"}) {
    ASSERT_EQ(lobby.find(list)->items.size(), 1u) << list;
    EXPECT_EQ(text_of(lobby.find(list)->items.front(), "table"), table);
  }
  Player guest(server.port, "Cees");
  EXPECT_THAT(guest.watch(table).dump(), HasSubstr("goedenavond 'allemaal'"));
}

// A table that can't be read just now holds up nobody but those who want it.
TEST(WithPostgres, ADatabaseThatHangsHoldsUpNobodyElse) {
  const std::string data = tests::Postgres::get().fresh();
  std::string resting;
  {
    TestServer server(data);
    ASSERT_EQ(server.problem, "");
    Player anna(server.port, "Anna");
    resting = new_table(anna, 2, 1);
  }
  TestServer server(data);
  ASSERT_EQ(server.problem, "");
  Player anna(server.port, "Anna");
  const std::string table = new_table(anna, 1, 2);
  anna.watch(table);
  Player bram(server.port, "Bram");
  std::string problem;
  const auto blocker = store::Connection::open(
      {data, "test", std::chrono::seconds(9), std::chrono::seconds(9), {}}, problem);
  ASSERT_NE(blocker, nullptr) << problem;
  ASSERT_EQ(blocker->run("begin; lock table entry in access exclusive mode"), "");
  bram.socket->send("{\"do\":\"watch\",\"table\":\"" + resting + "\",\"n\":7001}");
  bram.socket->send("{\"do\":\"ping\",\"n\":7002}");
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(text_of(bram.answer(7002), "is"), "pong");
  for (int i = 0; i < 20; ++i) EXPECT_EQ(anna.device.get("/healthz").status, 200);
  EXPECT_EQ(text_of(anna.ask("{\"do\":\"ping\""), "is"), "pong");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(900));
  ASSERT_EQ(blocker->run("rollback"), "");
  EXPECT_EQ(text_of(bram.answer(7001), "is"), "table");
}

TEST(WithPostgres, BackupsAreLeftToTheDatabase) {
  const Folder folder;
  const TestServer server(tests::Postgres::get().fresh(), [&](server::ServerOptions& options) {
    options.backups.folder = folder.at("backups");
  });
  EXPECT_THAT(server.problem, HasSubstr("own tools"));
}

}  // namespace
}  // namespace server_test
