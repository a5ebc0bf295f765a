// What one person or one address may do, however many sockets they open; and that nothing a client
// writes makes something grow without end.
#include <gmock/gmock.h>

#include "server/quotas.h"
#include "server/testing.h"

namespace server_test {
namespace {

using server::Allowance;
using server::Buckets;
using server::ServerOptions;

TEST(Limits, BucketsAreBoundedAndThoseBeyondShareOne) {
  Buckets buckets({1, 1});
  int taken = 0;
  for (int i = 0; i < 60000; ++i) taken += buckets.take("a" + std::to_string(i), 1000) ? 1 : 0;
  EXPECT_EQ(buckets.size(), 50000u);
  EXPECT_EQ(taken, 50001);
  EXPECT_TRUE(buckets.take("later", 10000));  // all of them are full again, and forgotten
  EXPECT_EQ(buckets.size(), 1u);
}

TEST(Limits, HalfOfAnAddressIsKeptForPeopleWithASeat) {
  server::Quota quota({2, 0}, 4);
  const auto take = [&](const std::string& person, bool seated) {
    return quota.take({person, "address", seated}, 1000);
  };
  EXPECT_TRUE(take("a", false) && take("a", false));
  EXPECT_FALSE(take("a", false));  // the person's own
  EXPECT_TRUE(take("b", false) && take("b", false));
  EXPECT_FALSE(take("c", false));  // the address's, but for those who play
  EXPECT_TRUE(take("d", true) && take("d", true));
  EXPECT_TRUE(quota.take({"e", "elsewhere", false}, 1000));
}

TEST(Limits, MessagesAreCountedForThePersonNotTheSocket) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](ServerOptions& options) { options.settings.messages = {40, 1}; });
  Player anna(server.port, "Anna");
  std::vector<std::unique_ptr<Player>> tabs;
  for (int i = 0; i < 8; ++i) tabs.push_back(std::make_unique<Player>(anna));
  int answered = 0;
  for (int i = 0; i < 20; ++i) {
    for (const auto& tab : tabs) answered += refused(tab->ask("{\"do\":\"ping\"")).empty() ? 1 : 0;
  }
  EXPECT_EQ(answered, 40 - 9);  // nine times hello
}

TEST(Limits, HeavyMessagesHaveALimitOfTheirOwn) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](ServerOptions& options) { options.settings.heavy = {5, 1}; });
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  Player tab(anna);
  tab.table = anna.table;
  int told = 0;
  for (int i = 0; i < 10; ++i) told += refused((i % 2 == 0 ? anna : tab).about("tell")).empty();
  EXPECT_EQ(told, 4);
  EXPECT_EQ(refused(anna.ask("{\"do\":\"ping\"")), "");
  server.time += 1000;
  EXPECT_EQ(refused(anna.about("tell")), "");
}

// Conceding ends a table at once; its rematch is a new one, and may not be made any faster.
TEST(Limits, ARematchCountsAsANewTable) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](ServerOptions& options) { options.settings.tables = {4, 0.2}; });
  Player anna(server.port, "Anna");
  std::string table = new_table(anna, 1, 2, ",\"start\":true");
  int made = 0;
  for (int i = 0; i < 10; ++i) {
    anna.watch(table);
    anna.about("start");
    anna.about("concede");
    const Json next = anna.about("rematch");
    if (refused(next) == "too-fast") break;
    ASSERT_EQ(text_of(next, "is"), "ok") << next.dump();
    EXPECT_EQ(text_of(anna.about("rematch"), "table"), text_of(next, "table"));  // asked twice
    anna.about("unwatch");
    table = text_of(next, "table");
    ++made;
  }
  EXPECT_EQ(made, 3);
  server.time += 5000;
  EXPECT_EQ(text_of(anna.about("rematch"), "is"), "ok");
}

TEST(Limits, TablesAndLobbiesAreWatchedByPersonNotBySocket) {
  FreshServer server([](ServerOptions& options) {
    options.settings.watched = 3;
    options.settings.lobbies = 2;
    options.settings.sockets = 6;
  });
  Player anna(server.port, "Anna");
  std::vector<std::string> tables;
  for (int i = 0; i < 4; ++i) tables.push_back(new_table(anna, 1, 2));
  std::vector<std::unique_ptr<Player>> tabs;
  int watched = 0;
  int lobbies = 0;
  for (int i = 0; i < 4; ++i) {
    tabs.push_back(std::make_unique<Player>(anna));
    watched += refused(tabs.back()->watch(tables[static_cast<size_t>(i)])).empty() ? 1 : 0;
    lobbies += refused(tabs.back()->ask("{\"do\":\"lobby\"")).empty() ? 1 : 0;
  }
  EXPECT_EQ(watched, 3);
  EXPECT_EQ(lobbies, 2);
  // What is let go of is free again.
  tabs[0]->about("unwatch");
  EXPECT_EQ(refused(tabs[3]->watch(tables[3])), "");
  tabs[0]->ask("{\"do\":\"lobby\",\"on\":false");
  EXPECT_EQ(refused(tabs[3]->ask("{\"do\":\"lobby\"")), "");
  // The seventh socket of one person is closed, those of others are not.
  Player sixth(anna);
  EXPECT_EQ(refused(sixth.ask("{\"do\":\"ping\"")), "");
  Socket seventh(anna.device);
  EXPECT_FALSE(seventh.next_text());
  Player bram(server.port, "Bram");
  EXPECT_EQ(refused(bram.ask("{\"do\":\"ping\"")), "");
}

// 2,600 paths of this kind took 176 MB.
TEST(Limits, OddPathsAndIdsGrowNothing) {
  FreshServer server;
  Device device(server.port);
  Player guest(server.port, "");
  for (int i = 0; i < 3000; ++i) {
    const std::string odd = std::to_string(i * 7919);
    const std::string game = "/api/games/" + game_id();
    EXPECT_EQ(device.get(game + "/texts/nl-" + odd).status, 200);
    EXPECT_EQ(device.get("/api/games?lang=de_" + odd).status, 200);
    if (i % 3 != 0) continue;
    device.get(game + "/edition?" + odd);
    device.get("/api/games/" + odd);
    device.get("/api/tables/" + odd + "/replay");
    device.request("GET", "/api/me", "", "Cookie: stamtafel=" + odd + "\r\n");
    guest.watch(odd);
  }
  EXPECT_LE(metric(device, "texts_kept"), 4);
  EXPECT_EQ(metric(device, "names_kept"), 0);
  EXPECT_EQ(metric(device, "tables_in_memory"), 0);
  EXPECT_EQ(metric(device, "tables_resting"), 0);
  EXPECT_LE(metric(device, "limits_kept"), 4);
}

}  // namespace
}  // namespace server_test
