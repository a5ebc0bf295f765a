// People who come and go: lost connections, clocks, bots that stand in, tables that rest.
#include "server/testing.h"

namespace server_test {
namespace {

// Everybody whose turn it is chooses, until nobody of them has to or `steps` are done.
void play_on(const std::vector<Player*>& players, int steps) {
  size_t which = 0;
  for (int step = 0; step < steps && !players[0]->over(); ++step) {
    for (Player* player : players) {
      for (Player* other : players) {
        ASSERT_TRUE(player->until([&] { return player->n >= other->n; }));
      }
    }
    for (Player* player : players) {
      if (!player->my_turn()) continue;
      const Json answer = player->act(player->choice(which++));
      ASSERT_EQ(text_of(answer, "is"), "news") << answer.dump();
      break;
    }
  }
}

// Three people at a started table.
struct Evening {
  explicit Evening(TestServer& server, const std::string& more = "")
      : anna(server.port, "Anna"), bram(server.port, "Bram"), cees(server.port, "Cees") {
    id = new_table(anna, 3, 0, more);
    int seat = 0;
    for (Player* player : all()) {
      player->watch(id);
      if (seat > 0) player->about("sit", ",\"seat\":\"" + seat_name(seat) + "\"");
      ++seat;
    }
    anna.about("start");
  }
  std::vector<Player*> all() { return {&anna, &bram, &cees}; }
  // The one to choose, when it is one alone.
  Player* acting() {
    for (Player* player : all()) {
      for (Player* other : all()) {
        EXPECT_TRUE(player->until([&] { return player->n >= other->n; }));
      }
    }
    for (Player* player : all()) {
      if (player->my_turn()) return player;
    }
    return nullptr;
  }
  Player anna, bram, cees;
  std::string id;
};

TEST(Company, AfterALostConnectionExactlyWhatIsMissingComes) {
  FreshServer server;
  Evening evening(server);
  play_on(evening.all(), 10);
  for (int round = 0; round < 5 && !evening.anna.over(); ++round) {
    Player* first = evening.acting();
    ASSERT_NE(first, nullptr);
    Player* gone = first == &evening.bram ? &evening.cees : &evening.bram;
    gone->socket->shut();
    ASSERT_EQ(text_of(first->act(first->choice()), "is"), "news");
    first->about("say", ",\"text\":\"where are you?\"");
    gone->connect();
    const Json missed = gone->about("watch", ",\"from\":" + std::to_string(gone->n));
    EXPECT_EQ(text_of(missed, "is"), "news");
    ASSERT_TRUE(first->until([&] { return first->n >= gone->n; }));
    EXPECT_EQ(gone->n, first->n);
    EXPECT_EQ(gone->numbers, first->numbers);
    // Up to date in all the rest, too.
    const std::string state = at(gone->known, "state")->dump();
    gone->about("watch");
    EXPECT_EQ(at(gone->known, "state")->dump(), state);
    play_on(evening.all(), 3);
  }
}

TEST(Company, ANumberFromAnotherTimeBringsTheWholeTable) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.table = new_table(anna, 1, 2);
  EXPECT_EQ(text_of(anna.about("watch", ",\"from\":99999"), "is"), "table");
  EXPECT_EQ(text_of(anna.about("watch", ",\"from\":-1"), "is"), "table");
  const Json nothing = anna.about("watch", ",\"from\":" + std::to_string(anna.n));
  EXPECT_EQ(text_of(nothing, "is"), "news");
  EXPECT_TRUE(nothing.find("items")->items.empty());
}

TEST(Company, PresenceIsToldToAll) {
  FreshServer server;
  Evening evening(server);
  evening.acting();
  evening.bram.socket->shut();
  ASSERT_TRUE(evening.anna.until([&] {
    const std::string& last = evening.anna.socket->texts.back();
    return last.find("\"is\":\"presence\"") != std::string::npos &&
           last.find(seat_name(1)) == std::string::npos;
  }));
  Player guest(server.port, "");
  guest.watch(evening.id);
  EXPECT_EQ(number_of(guest.known, "spectators"), 1);
  const Json* chairs = guest.known.find("seats");
  EXPECT_TRUE(chairs->items[0].find("here")->boolean);
  EXPECT_FALSE(chairs->items[1].find("here")->boolean);
}

TEST(Company, TimeRunsOutAndTheGameGoesOn) {
  FreshServer server;
  Evening evening(server, ",\"clock\":{\"move\":10000,\"bank\":2000}");
  Player* late = evening.acting();
  ASSERT_NE(late, nullptr);
  const Json* clock = at(late->known, "state.clocks")->find(text_of(late->known, "you"));
  EXPECT_TRUE(clock->find("running")->boolean);
  EXPECT_EQ(number_of(*clock, "move"), 10000);
  const int64_t before = late->n;
  server.time += 11999;
  EXPECT_EQ(text_of(late->ask("{\"do\":\"ping\""), "is"), "pong");
  EXPECT_EQ(late->n, before);
  server.time += 1;
  ASSERT_TRUE(late->until([&] { return late->n > before; }));
  EXPECT_THAT(late->socket->texts.back(), HasSubstr("\"by\":\"clock\""));
}

// Somebody, or the network, sets the clock of the machine while people play.
TEST(Company, AJumpOfTheWallClockTakesNobodysTime) {
  constexpr int64_t kDay = 24 * 3600 * 1000;
  for (const int64_t jump : {kDay, -kDay}) {
    const Folder folder;
    std::atomic<int64_t> steady{5000};
    TestServer server(folder.at("t.db"), [&](server::ServerOptions& options) {
      options.settings.steady = [&] { return steady.load(); };
    });
    Evening evening(server, ",\"clock\":{\"move\":10000,\"bank\":20000}");
    Player* late = evening.acting();
    ASSERT_NE(late, nullptr);
    const std::string me = text_of(late->known, "you");
    const auto bank = [&] { return number_of(*at(late->known, "state.clocks")->find(me), "bank"); };
    const int64_t before = late->n;
    server.time += jump;
    steady += 4000;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(text_of(late->ask("{\"do\":\"ping\""), "is"), "pong");
    EXPECT_EQ(late->n, before) << "time ran out";
    ASSERT_EQ(text_of(late->act(late->choice()), "is"), "news");
    EXPECT_EQ(bank(), 20000);
    // Entries carry the time that people have on the wall.
    EXPECT_THAT(late->socket->texts.back(),
                HasSubstr("\"n\":" + std::to_string(before + 1) +
                          ",\"at\":" + std::to_string(server.time.load())));
    // What was thought counts by the steady clock, and runs out by it.
    late = evening.acting();
    ASSERT_NE(late, nullptr);
    const int64_t asked = late->n;
    steady += 29999;
    EXPECT_EQ(text_of(late->ask("{\"do\":\"ping\""), "is"), "pong");
    EXPECT_EQ(late->n, asked);
    steady += 1;
    ASSERT_TRUE(late->until([&] { return late->n > asked; }));
    EXPECT_THAT(late->socket->texts.back(), HasSubstr("\"by\":\"clock\""));
  }
}

TEST(Company, ClocksGoOnAfterARestartWithoutAnybodyThere) {
  const Folder folder;
  std::string id;
  std::string cookie;
  {
    TestServer server(folder.at("t.db"));
    Evening evening(server, ",\"clock\":{\"move\":1000,\"bank\":0}");
    id = evening.id;
    cookie = evening.anna.device.cookie;
  }
  TestServer server(folder.at("t.db"));
  Device device(server.port);
  while (metric(device, "time_outs_total") < 3) server.time += 1000;
  Player anna(server.port, "");
  anna.device.cookie = cookie;
  anna.connect();
  anna.watch(id);
  EXPECT_GE(number_of(*at(anna.known, "state"), "step"), 3);
}

TEST(Company, ABotStandsInForWhoIsAwayLongEnough) {
  FreshServer server;
  Evening evening(server);
  const std::string seat = ",\"seat\":\"" + seat_name(1) + "\"";
  evening.acting();
  EXPECT_EQ(text_of(evening.anna.about("stand-in", seat), "code"), "state");  // he is here
  evening.bram.socket->shut();
  ASSERT_TRUE(evening.anna.until(
      [&] { return evening.anna.socket->texts.back().find("presence") != std::string::npos; }));
  EXPECT_EQ(text_of(evening.anna.about("stand-in", seat), "code"), "state");  // a moment ago
  server.time += 30000;
  EXPECT_EQ(text_of(evening.anna.about("stand-in", seat), "is"), "news");
  EXPECT_EQ(text_of(evening.anna.known.find("seats")->items[1], "stand_in"),
            "search:level=regular");
  // The game goes on with the bot, and he gets his seat back.
  play_on({&evening.anna, &evening.cees}, 30);
  evening.bram.connect();
  evening.bram.about("watch", ",\"from\":" + std::to_string(evening.bram.n));
  EXPECT_EQ(text_of(evening.bram.about("sit", seat), "is"), "news");
  EXPECT_EQ(evening.bram.known.find("seats")->items[1].find("stand_in"), nullptr);
}

TEST(Company, TablesThatRestLeaveTheMemoryAndWakeWithTheNextMessage) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  ASSERT_TRUE(anna.until([&] { return anna.my_turn(); }));
  EXPECT_EQ(metric(anna.device, "tables_in_memory"), 1);
  server.time += 120000;
  for (int i = 0; i < 1000 && metric(anna.device, "tables_in_memory") > 0; ++i) {
  }
  EXPECT_EQ(metric(anna.device, "tables_in_memory"), 0);
  EXPECT_EQ(metric(anna.device, "tables_resting"), 1);  // she is still watching
  EXPECT_EQ(number_of(anna.act(anna.choice()), "done"), 1);
  EXPECT_EQ(metric(anna.device, "tables_in_memory"), 1);
}

TEST(Company, TakingBackNeedsTheConsentOfTheOthers) {
  FreshServer server;
  Evening evening(server);
  Player* player = nullptr;
  for (int i = 0; i < 300 && player == nullptr; ++i) {
    evening.acting();
    for (Player* one : evening.all()) {
      if (text_of(*at(one->known, "state"), "undo") == "ask") player = one;
    }
    if (player == nullptr) play_on(evening.all(), 1);
  }
  ASSERT_NE(player, nullptr);
  const int64_t step = number_of(*at(player->known, "state"), "step");
  EXPECT_EQ(text_of(player->about("undo", ",\"at\":" + std::to_string(player->n)), "is"), "news");
  EXPECT_EQ(text_of(*player->known.find("request"), "by"), text_of(player->known, "you"));
  for (Player* one : evening.all()) {
    if (one == player) continue;
    EXPECT_EQ(text_of(one->about("consent", ",\"yes\":true"), "is"), "news");
  }
  ASSERT_TRUE(player->until([&] { return number_of(*at(player->known, "state"), "step") < step; }));
  EXPECT_TRUE(player->my_turn());
  EXPECT_EQ(player->known.find("request")->kind, Json::Kind::kNull);
}

TEST(Company, ARematchIsOneTableForAll) {
  FreshServer server;
  Evening evening(server);
  evening.acting();
  EXPECT_EQ(text_of(evening.bram.about("rematch"), "code"), "state");
  evening.anna.about("concede");
  EXPECT_FALSE(evening.anna.over());
  evening.bram.about("concede");
  ASSERT_TRUE(evening.cees.until([&] { return evening.cees.over(); }));
  EXPECT_EQ(at(evening.cees.known, "state.outcome.winners")->dump(), "[\"" + seat_name(2) + "\"]");
  const std::string next = text_of(evening.bram.about("rematch"), "table");
  ASSERT_FALSE(next.empty());
  EXPECT_EQ(text_of(evening.cees.about("rematch"), "table"), next);
  ASSERT_TRUE(evening.anna.until([&] { return text_of(evening.anna.known, "rematch") == next; }));
  for (Player* player : evening.all()) {
    player->watch(next);
    EXPECT_EQ(text_of(player->known, "status"), "gathering");
  }
  EXPECT_EQ(text_of(evening.cees.known, "you"), seat_name(2));
  EXPECT_EQ(text_of(evening.bram.known, "host"), seat_name(1));
  EXPECT_EQ(text_of(evening.bram.about("start"), "is"), "news");
  Player guest(server.port, "Gast");
  guest.watch(evening.id);
  EXPECT_EQ(text_of(guest.about("rematch"), "code"), "forbidden");
}

}  // namespace
}  // namespace server_test
