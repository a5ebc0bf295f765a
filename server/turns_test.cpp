// Play by correspondence: whose move it is, over all tables, and clocks that count days.
#include <gmock/gmock.h>

#include "server/testing.h"

namespace server_test {
namespace {

constexpr int64_t kDay = server::ClockRule::kDay;
const std::string kThreeDays = ",\"clock\":{\"move\":" + std::to_string(3 * kDay) + ",\"bank\":0}";

// Two people and a bot, the game has begun.
struct Pair {
  explicit Pair(uint16_t port, const std::string& more = kThreeDays)
      : anna(port, "Anna"), bram(port, "Bram") {
    anna.watch(new_table(anna, 2, 1, more));
    bram.watch(anna.table);
    bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
    anna.about("start");
    const auto dealt = [](Player& player) {
      return player.until([&] { return text_of(player.known, "status") == "playing"; });
    };
    EXPECT_TRUE(dealt(anna) && dealt(bram));
  }
  // Who is asked, and alone.
  Player& acting() {
    // A bot may be first, and takes its time on a busy machine.
    for (int i = 0; i < 20'000 && !anna.my_turn() && !bram.my_turn(); ++i) {
      anna.ask("{\"do\":\"ping\"");
      bram.ask("{\"do\":\"ping\"");
    }
    for (Player* each : {&anna, &bram}) each->ask("{\"do\":\"ping\"");
    if (anna.my_turn() && bram.my_turn()) anna.act(anna.choice());
    return anna.my_turn() ? anna : bram;
  }
  Player& waiting() { return &acting() == &anna ? bram : anna; }
  Player anna, bram;
};

std::string turns_of(const std::string& tables) {
  return "\"is\":\"turns\",\"tables\":[" + tables + "]";
}
bool hears(Player& player, const std::string& words) {
  return player.until([&] { return player.socket->texts.back().find(words) != std::string::npos; });
}
// One's own line of the lobby.
Json line_of(Player& player) {
  const Json lobby = player.device.get("/api/tables").json();
  for (const Json& line : lobby.find("mine")->items) {
    if (text_of(line, "table") == player.table) return line;
  }
  return {};
}
bool listed_as_mine(Player& player) {
  const Json line = line_of(player);
  const Json* acting = line.find("acting");
  return acting != nullptr && acting->items.size() == 1 &&
         acting->items[0].text == text_of(line, "you");
}

TEST(Turns, AreToldOnEverySocketWhereverOneIs) {
  FreshServer server;
  Pair pair(server.port);
  Player& acting = pair.acting();
  Player elsewhere(acting);
  ASSERT_TRUE(hears(elsewhere, turns_of("\"" + acting.table + "\"")));
  EXPECT_TRUE(listed_as_mine(acting));
  EXPECT_FALSE(listed_as_mine(pair.waiting()));
  const int64_t until = number_of(line_of(acting), "until");
  EXPECT_EQ(until, server.time + 3 * kDay);
  while (acting.my_turn()) acting.act(acting.choice());
  ASSERT_TRUE(hears(elsewhere, turns_of("")));
}

TEST(Turns, StandInListsWhileTheTableRestsAndAfterARestart) {
  const Folder folder;
  std::string cookie;
  std::string table;
  const auto quick_to_rest = [](server::ServerOptions& options) {
    options.settings.rest_after = 1000;
  };
  {
    TestServer server(folder.at("t.db"), quick_to_rest);
    Pair pair(server.port, "");
    Player& acting = pair.acting();
    cookie = acting.device.cookie;
    table = acting.table;
    for (Player* player : {&pair.anna, &pair.bram}) player->about("unwatch");
    Device device(server.port);
    while (metric(device, "tables_in_memory") > 0) server.time += 1000;
    EXPECT_TRUE(listed_as_mine(acting));
    EXPECT_FALSE(listed_as_mine(&acting == &pair.anna ? pair.bram : pair.anna));
  }
  TestServer server(folder.at("t.db"));
  Player again(server.port, "");
  again.device.cookie = cookie;
  again.connect();
  EXPECT_TRUE(hears(again, turns_of("\"" + table + "\"")));
}

TEST(Turns, DaysRunOutThoughTheTableRestsAndTheServerWasStopped) {
  const Folder folder;
  std::string cookie;
  std::string table;
  int64_t stopped = 0;
  {
    TestServer server(folder.at("t.db"));
    Pair pair(server.port);
    cookie = pair.anna.device.cookie;
    table = pair.anna.table;
    pair.acting();
    stopped = server.time;
  }
  const auto later = [&](server::ServerOptions& options) { options.settings.rest_after = 1000; };
  TestServer server(folder.at("t.db"), later);
  server.time = stopped + 2000;
  Device device(server.port);
  while (metric(device, "tables_in_memory") > 0) server.time += 1000;
  EXPECT_EQ(metric(device, "time_outs_total"), 0);
  server.time = stopped + 3 * kDay - 5000;
  device.get("/healthz");
  EXPECT_EQ(metric(device, "time_outs_total"), 0);
  // Not later than a minute after, however many requests the server answers between two ticks.
  const int64_t late = stopped + 3 * kDay + 60'000;
  while (metric(device, "time_outs_total") == 0) {
    server.time = std::min(server.time + 1000, late);
  }
  Player anna(server.port, "");
  anna.device.cookie = cookie;
  anna.connect();
  anna.watch(table);
  EXPECT_THAT(anna.socket->texts.back(), HasSubstr("\"is\":\"stand-in\""));
  EXPECT_THAT(anna.socket->texts.back(), HasSubstr("\"by\":\"clock\""));
}

TEST(Turns, AClockOfMoreThanAFortnightIsRefused) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const HttpAnswer answer = anna.device.post(
      "/api/tables", "{\"game\":\"" + game_id() +
                         "\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"},{\"kind\":\"open\"}],"
                         "\"clock\":{\"move\":" +
                         std::to_string(15 * kDay) + "}}");
  EXPECT_EQ(answer.status, 400);
}

}  // namespace
}  // namespace server_test
