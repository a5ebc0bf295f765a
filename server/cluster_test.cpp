// Several servers over one database: what each of them must know of the others, and how one makes
// way for them. What becomes of it all while they are killed and cut off is in chaos_test.cpp.
#include <set>

#include "server/process.h"
#include "server/testing.h"
#include "tests/postgres.h"

namespace server_test {
namespace {

// Two servers in this process, over one database or over two.
class Pair : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    ASSERT_EQ(one_.problem, "");
    ASSERT_EQ(two_.problem, "");
    Device device(one_.port);
    ASSERT_TRUE(until([&] { return metric(device, "nodes") == 2; }));
  }
  static bool until(const std::function<bool()>& holds) {
    for (int i = 0; i < 1500; ++i) {
      if (holds()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  // The same person on the other server.
  static std::unique_ptr<Player> same(const Player& player, const TestServer& server) {
    auto other = std::make_unique<Player>(server.port, "");
    other->device.cookie = player.device.cookie;
    other->connect();
    return other;
  }

  static std::string databases(int count) {
    const std::string first = tests::Postgres::get().fresh();
    return count == 1 ? first : first + "," + databases(count - 1);
  }
  std::string data_ = databases(GetParam());
  TestServer one_{data_};
  TestServer two_{data_};
};

// Both see the table end: it counts once, and both know how.
TEST_P(Pair, RateATableOnce) {
  Player anna(one_.port, "Anna");
  Player bram(two_.port, "Bram");
  for (int games = 1; games <= 3; ++games) {
    const std::string table =
        new_table(anna, 2, 1, ",\"rated\":true,\"clock\":{\"move\":60000,\"bank\":0}", "regular");
    anna.watch(table);
    bram.watch(table);
    ASSERT_EQ(refused(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"")), "");
    ASSERT_EQ(refused(anna.about("start")), "");
    ASSERT_EQ(refused(bram.about("concede")), "");
    ASSERT_EQ(refused(anna.about("concede")), "");
    ASSERT_TRUE(bram.until([&] { return bram.over(); }));
    const auto rating = [&](Player& player) {
      const Json figures = player.device.get("/api/me/figures").json();
      const Json* ratings = figures.find("ratings");
      return ratings == nullptr || ratings->items.empty() ? Json() : ratings->items.front();
    };
    const auto other = same(anna, two_);
    const auto all = [&](Player& player) { return number_of(rating(player), "games") == games; };
    ASSERT_TRUE(until([&] { return all(anna) && all(bram) && all(*other); }));
    EXPECT_EQ(rating(anna).dump(), rating(*other).dump());
    EXPECT_EQ(number_of(rating(anna), "rating"), number_of(rating(bram), "rating"));
  }
}

TEST_P(Pair, PlayAtOneTableAndSeeTheSame) {
  Player anna(one_.port, "Anna");
  Player bram(two_.port, "Bram");
  const std::string table = new_table(anna, 2, 1, "", "greedy");
  int moves = 0;
  int compared = 0;
  anna.watch(table);
  bram.watch(table);
  ASSERT_EQ(refused(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"")), "");
  // Windows of theirs at the other server: hers is told the whole position, his what has changed.
  const auto hers = same(anna, two_);
  const auto his = same(bram, one_);
  ASSERT_TRUE(anna.differences && !hers->differences && !bram.differences);
  his->differences = true;
  his->connect();
  hers->watch(table);
  his->watch(table);
  const auto compare = [&](const Player& player, Player& window) {
    ASSERT_TRUE(window.until([&] { return window.n >= player.n; }));
    if (window.n > player.n) return;
    for (const char* member : {"step", "over", "acting", "view", "asked", "choices", "rules"}) {
      const std::string path = "state." + std::string(member);
      ASSERT_EQ(at(player.known, path)->dump(), at(window.known, path)->dump()) << member;
    }
    ++compared;
  };
  // She may not have heard of him yet: whatever she asks is answered by what is.
  ASSERT_EQ(refused(anna.about("start")), "");
  while (!anna.over() && moves < 400) {
    ASSERT_TRUE(anna.until([&] { return anna.n >= bram.n; }));
    ASSERT_TRUE(bram.until([&] { return bram.n >= anna.n; }));
    if (anna.n != bram.n) continue;
    ASSERT_NO_FATAL_FAILURE(compare(anna, *hers));
    ASSERT_NO_FATAL_FAILURE(compare(bram, *his));
    if (anna.over()) break;
    Player& next = anna.my_turn() ? anna : bram;
    if (!next.my_turn()) {  // the bot's
      const int64_t n = anna.n;
      ASSERT_TRUE(anna.until([&] { return anna.n > n; }));
      continue;
    }
    ASSERT_EQ(refused(next.act(next.choice(static_cast<size_t>(moves)))), "");
    ++moves;
  }
  EXPECT_TRUE(anna.over());
  EXPECT_GT(moves, 20);
  EXPECT_GT(compared, 20);
  ASSERT_TRUE(bram.until([&] { return bram.n >= anna.n; }));
  EXPECT_EQ(anna.numbers, bram.numbers);
}

TEST_P(Pair, WhoIsAtTheOtherServerIsHereNeverthelessAndNamesAndWordsArrive) {
  Player anna(one_.port, "Anna");
  Player bram(two_.port, "Bram");
  const std::string table = new_table(anna, 2, 1, ",\"public\":true");
  anna.watch(table);
  bram.watch(table);
  ASSERT_EQ(refused(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"")), "");
  const auto here = [&](int seat) {
    const Json* seats = anna.known.find("seats");
    const Json* is = seats->items[static_cast<size_t>(seat)].find("here");
    return is != nullptr && is->boolean;
  };
  // It is told by `presence`, which the client of these tests leaves alone; so it asks.
  ASSERT_TRUE(until([&] {
    anna.watch(table);
    return here(1);
  }));
  ASSERT_EQ(refused(bram.about("say", ",\"text\":\"proost\"")), "");
  ASSERT_TRUE(anna.until([&] { return anna.n >= bram.n; }));
  EXPECT_THAT(anna.socket->texts.back(), HasSubstr("proost"));
  EXPECT_EQ(bram.device.request("PUT", "/api/me", "{\"name\":\"Abraham\"}").status, 200);
  ASSERT_TRUE(anna.until(
      [&] { return anna.known.find("seats")->dump().find("Abraham") != std::string::npos; }));
  Device guest(two_.port);
  EXPECT_TRUE(
      until([&] { return guest.get("/api/tables").body.find(table) != std::string::npos; }));
  // He comes to her server in the middle of it all, with the number he had.
  const auto moved = same(bram, one_);
  moved->table = table;
  moved->known = bram.known;
  moved->n = bram.n;
  EXPECT_EQ(text_of(moved->about("watch", ",\"from\":" + std::to_string(bram.n)), "is"), "news");
}

TEST_P(Pair, WhoKnowsMoreThanTheServerIsAnsweredByWhatIs) {
  Player anna(one_.port, "Anna");
  const std::string table = new_table(anna, 1, 2);
  anna.watch(table);
  const auto other = same(anna, two_);
  other->watch(table);
  anna.about("start");
  for (int i = 0; i < 30 && !anna.over(); ++i) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over(); }));
    if (anna.over()) break;
    ASSERT_EQ(refused(anna.act(anna.choice())), "");
    if (!anna.until([&] { return anna.my_turn() || anna.over(); }) || anna.over()) break;
    // At once, on the other server, for the number that the first has told.
    const Json answer = other->act(anna.choice(), anna.n);
    ASSERT_EQ(refused(answer), "") << text_of(answer, "text");
    ASSERT_TRUE(anna.until([&] { return anna.n >= other->n; }));
  }
}

TEST_P(Pair, WhoKnowsMoreIsShownNothingOlderWhileTheDatabaseIsAway) {
  Player anna(one_.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  const std::string later = ",\"from\":" + std::to_string(anna.n + 1);
  tests::Postgres::get().stop(SIGQUIT);
  const Json away = anna.about("watch", later);
  const Json move = anna.act(anna.choice(), anna.n + 1);
  tests::Postgres::get().start();
  EXPECT_EQ(refused(away), "storage") << away.dump();
  EXPECT_EQ(refused(move), "storage") << move.dump();
  // Who only says so is shown what is.
  ASSERT_TRUE(until([&] { return text_of(anna.about("watch", later), "is") == "table"; }));
}

// Without NOTIFY nothing is heard, and within a second or two all is known all the same.
TEST_P(Pair, TablesLieInAllDatabasesInTurns) {
  Player anna(one_.port, "Anna");
  Player bram(two_.port, "Bram");
  std::set<std::string> endings;
  for (int i = 0; i < 2; ++i) {
    const std::string table = new_table(anna, 1, 2, ",\"public\":true");
    endings.insert(table.substr(std::min<size_t>(table.size(), 16)));
    bram.watch(table);
    EXPECT_EQ(bram.known.find("table")->text, table);
  }
  EXPECT_EQ(endings,
            GetParam() == 1 ? std::set<std::string>{""} : (std::set<std::string>{"", "-2"}));
  ASSERT_TRUE(until([&] {
    return anna.device.get("/metrics").body.find("\nstamtafel_databases_lost 0\n") !=
           std::string::npos;
  }));
  EXPECT_EQ(metric(anna.device, "databases"), GetParam());
}
INSTANTIATE_TEST_SUITE_P(Databases, Pair, ::testing::Values(1, 2));

TEST(Polling, DoesWhereNothingIsHeard) {
  const std::string data = tests::Postgres::get().fresh() + "%2Cpg_catalog";
  tests::Postgres::get().run(
      "create function pg_notify(text, text) returns void language sql as 'select'", data);
  TestServer one(data);
  TestServer two(data);
  ASSERT_EQ(one.problem + two.problem, "");
  Player anna(one.port, "Anna");
  Player bram(two.port, "Bram");
  const std::string table = new_table(anna, 2, 1, "", "greedy");
  anna.watch(table);
  bram.watch(table);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(refused(bram.about("say", ",\"text\":\"proost\"")), "");
    const auto begun = std::chrono::steady_clock::now();
    ASSERT_TRUE(anna.until([&] { return anna.n >= bram.n; }));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(6));
  }
  ASSERT_EQ(refused(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"")), "");
  EXPECT_EQ(refused(anna.about("start")), "");
}

// An update: one server makes way for the other, and nobody loses a move or waits for a game to
// end.
TEST(Draining, SendsPeopleToTheOthersAndLeavesTheTablesToThem) {
  const std::string data = tests::Postgres::get().fresh();
  Process one({"--data", data, "--admin", "none"});
  Process two({"--data", data, "--admin", "none"});
  ASSERT_NE(one.port, 0) << one.said;
  ASSERT_NE(two.port, 0) << two.said;
  Player anna(one.port, "Anna");
  for (int i = 0; i < 500 && metric(anna.device, "nodes") < 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const std::string table = new_table(anna, 1, 2, ",\"start\":true", "search:ms=1");
  anna.watch(table);
  ASSERT_TRUE(anna.until([&] { return anna.my_turn(); }));
  one.signal(SIGTERM);
  ASSERT_TRUE(anna.until([&] { return anna.socket->texts.back() == "{\"is\":\"move\"}"; }));
  EXPECT_EQ(anna.device.get("/healthz").body, "draining\n");
  EXPECT_EQ(anna.device.get("/healthz").status, 503);
  EXPECT_EQ(Socket(anna.device).status, 503) << "who comes now is sent elsewhere";
  // What was on its way is still answered.
  ASSERT_EQ(refused(anna.act(anna.choice())), "");
  Player there(two.port, "");
  there.device.cookie = anna.device.cookie;
  there.connect();
  there.table = table;
  there.known = anna.known;
  there.n = anna.n;
  anna.socket.reset();
  ASSERT_EQ(text_of(there.about("watch", ",\"from\":" + std::to_string(anna.n)), "is"), "news");
  EXPECT_EQ(one.end(0), 0);
  // The bots go on at once: their lease was given back, and need not run out.
  const auto begun = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(there.until([&] { return there.my_turn() || there.over(); }));
    if (there.over()) break;
    ASSERT_EQ(refused(there.act(there.choice())), "");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(4));
  // One that is alone ends at once, as it always did.
  const auto alone = std::chrono::steady_clock::now();
  for (int i = 0; i < 500 && metric(there.device, "nodes") > 1; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(two.end(SIGTERM), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - alone, std::chrono::seconds(4));
}

}  // namespace
}  // namespace server_test
