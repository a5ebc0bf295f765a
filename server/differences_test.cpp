// Clients that take what has changed in place of the whole position know, byte by byte, what they
// would have been told otherwise.
#include "server/testing.h"

namespace server_test::differences {
namespace {

// A seat's two windows, or two spectators: one is told all, the other what has changed.
struct Windows {
  Windows(Player& first, bool differences) : told(first), other(first, differences) {}
  Player& told;
  Player other;

  void watch(const std::string& table) {
    for (Player* player : {&told, &other}) player->watch(table);
  }
  // Both have come so far, and know the same.
  void compare(int64_t n) {
    for (Player* player : {&told, &other})
      ASSERT_TRUE(player->until([&] { return player->n >= n; }));
    const Json* a = told.known.find("state");
    const Json* b = other.known.find("state");
    ASSERT_TRUE(a != nullptr && b != nullptr);
    ASSERT_EQ(a->members.size(), b->members.size());
    for (const auto& [name, value] : a->members) {
      ASSERT_NE(b->find(name), nullptr) << name;
      EXPECT_EQ(value.dump(), b->find(name)->dump()) << name << " at " << n;
    }
  }
};

size_t changes_in(const Player& player) {
  size_t count = 0;
  for (const std::string& text : player.socket->texts) {
    count += text.find("\"change\":{") != std::string::npos ? 1 : 0;
  }
  return count;
}
size_t bytes_of(const Player& player) {
  size_t bytes = 0;
  for (const std::string& text : player.socket->texts) bytes += text.size();
  return bytes;
}

std::string table_of(Player& host, const engine::AnyGame& game, const std::string& more = "") {
  std::string chairs = R"({"kind":"me"},{"kind":"open"})";
  for (int i = 2; i < std::max(3, game.spec().min_seats); ++i) {
    chairs += R"(,{"kind":"bot","bot":"random"})";
  }
  const HttpAnswer made =
      host.device.post("/api/tables", R"({"game":")" + std::string(game.spec().id) +
                                          R"(","seats":[)" + chairs + "]" + more + "}");
  EXPECT_EQ(made.status, 201) << made.body;
  return text_of(made.json(), "table");
}

// Two people with two windows each, and two who look on.
struct Evening {
  Evening(uint16_t port, const engine::AnyGame& game, const std::string& more = "")
      : anna(port, "Anna"),
        bram(port, "Bram"),
        gast(port, "Gast"),
        green(anna, false),
        purple(bram, true),
        guests(gast, false),
        table(table_of(anna, game, more)) {
    for (Windows* windows : {&green, &purple, &guests}) windows->watch(table);
    bram.about("sit", R"(,"seat":")" + std::string(game.spec().seat_ids[1]) + "\"");
    anna.about("start");
  }
  // All have heard what any of them has.
  void listen() {
    for (Player* player : {&anna, &bram, &gast}) {
      for (Player* other : {&anna, &bram, &gast})
        ASSERT_TRUE(player->until([&] { return player->n >= other->n; }));
    }
  }
  void compare() {
    ASSERT_NO_FATAL_FAILURE(listen());
    for (Windows* windows : {&green, &purple, &guests}) {
      ASSERT_NO_FATAL_FAILURE(windows->compare(anna.n));
    }
  }
  // False: nobody who has to choose.
  bool act() {
    for (Player* player : {&anna, &bram}) {
      if (!player->my_turn() || player->over()) continue;
      EXPECT_EQ(text_of(player->act(player->choice(which++)), "is"), "news");
      return true;
    }
    return false;
  }
  // So many moves, or until it is over.
  void play(int moves) {
    for (int i = 0; i < moves && !anna.over(); ++i) {
      if (!act()) {
        ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over() || bram.n < anna.n; }));
      }
      ASSERT_NO_FATAL_FAILURE(compare());
    }
  }

  Player anna, bram, gast;
  Windows green, purple, guests;
  std::string table;
  size_t which = 0;
};

class EveryGame : public testing::TestWithParam<const engine::AnyGame*> {};
INSTANTIATE_TEST_SUITE_P(Differences, EveryGame, testing::ValuesIn(games::all()),
                         [](const auto& one) { return std::string(one.param->spec().id); });

TEST_P(EveryGame, WhatHasChangedLeadsToTheSamePosition) {
  FreshServer server;
  Evening evening(server.port, *GetParam());
  ASSERT_NO_FATAL_FAILURE(evening.play(5000));
  EXPECT_TRUE(evening.anna.over());
  EXPECT_GT(changes_in(evening.anna), 10u);
  EXPECT_GT(changes_in(evening.purple.other), 10u);
  EXPECT_EQ(changes_in(evening.bram), 0u);
  EXPECT_EQ(changes_in(evening.green.other), 0u);
  EXPECT_LT(2 * bytes_of(evening.gast), bytes_of(evening.guests.other));
}

TEST(Differences, StepsAreTakenBack) {
  FreshServer server;
  Evening evening(server.port, game());
  int taken = 0;
  for (int round = 0; round < 40 && !evening.anna.over(); ++round) {
    ASSERT_NO_FATAL_FAILURE(evening.play(1));
    for (Player* player : {&evening.anna, &evening.bram}) {
      const Json* undo = at(player->known, "state.undo");
      if (undo == nullptr || !undo->is_string() || player->over()) continue;
      Player& other = player == &evening.anna ? evening.bram : evening.anna;
      ASSERT_EQ(refused(player->about("undo", ",\"at\":" + std::to_string(player->n))), "");
      ASSERT_NO_FATAL_FAILURE(evening.compare());
      if (at(other.known, "request.by") != nullptr) {
        ASSERT_EQ(refused(other.about("consent", ",\"yes\":true")), "");
        ASSERT_NO_FATAL_FAILURE(evening.compare());
      }
      ++taken;
    }
  }
  EXPECT_GT(taken, 10);
}

TEST(Differences, WhoeverComesAnewIsToldAll) {
  FreshServer server;
  Evening evening(server.port, game());
  ASSERT_NO_FATAL_FAILURE(evening.play(5));
  // After a lost connection, with the number the client has.
  evening.anna.connect();
  const Json news = evening.anna.about("watch", ",\"from\":" + std::to_string(evening.anna.n));
  EXPECT_EQ(text_of(news, "is"), "news");
  EXPECT_EQ(changes_in(evening.anna), 0u);
  ASSERT_NO_FATAL_FAILURE(evening.play(3));
  EXPECT_GT(changes_in(evening.anna), 0u);
  // Somebody who looks on for the first time, between others who have for long.
  Windows late(evening.gast, true);
  late.other.watch(evening.table);
  ASSERT_NO_FATAL_FAILURE(late.compare(evening.anna.n));
  ASSERT_NO_FATAL_FAILURE(evening.play(3));
  ASSERT_NO_FATAL_FAILURE(late.compare(evening.anna.n));
  EXPECT_GT(changes_in(late.other), 0u);
}

TEST(Differences, AnotherLanguageOrWishIsTheWholeAgain) {
  FreshServer server;
  Evening evening(server.port, game());
  ASSERT_NO_FATAL_FAILURE(evening.play(6));
  // Somebody moves; is the player told by what has changed?
  const auto next = [&](Player& player) {
    evening.listen();
    const size_t changes = changes_in(player);
    const int64_t n = player.n;
    EXPECT_TRUE(evening.act());
    EXPECT_TRUE(player.until([&] { return player.n > n; }));
    return changes_in(player) > changes;
  };
  EXPECT_TRUE(next(evening.anna));
  evening.anna.hello("nl");
  EXPECT_FALSE(next(evening.anna)) << "choices are in other words now";
  EXPECT_TRUE(next(evening.anna));
  evening.anna.differences = false;
  evening.anna.hello("nl");
  EXPECT_FALSE(next(evening.anna)) << "it wants all";
  evening.anna.differences = true;
  evening.anna.hello("en");
  EXPECT_FALSE(next(evening.anna)) << "nobody knows what it has";
  EXPECT_TRUE(next(evening.anna));
  evening.anna.about("watch", ",\"board\":true");
  EXPECT_NE(at(evening.anna.known, "state.board"), nullptr);
  const std::string board = text_of(*at(evening.anna.known, "state"), "board");
  while (text_of(*at(evening.anna.known, "state"), "board") == board && !evening.anna.over()) {
    ASSERT_TRUE(next(evening.anna)) << "the text board, too";
  }
}

TEST(Differences, SeatsAreLeftAndTakenAgainClocksRunAndPeopleGiveUp) {
  FreshServer server;
  Evening evening(server.port, game(), R"(,"clock":{"move":60000,"bank":600000})");
  const std::string seat = R"(,"seat":")" + seat_name(1) + R"(")";
  for (int round = 0; round < 4; ++round) {
    ASSERT_NO_FATAL_FAILURE(evening.play(4));
    server.time += 1500;
    ASSERT_EQ(refused(evening.bram.about("leave")), "");
    ASSERT_NO_FATAL_FAILURE(evening.compare());
    ASSERT_NO_FATAL_FAILURE(evening.play(2));
    ASSERT_EQ(refused(evening.bram.about("sit", seat)), "");
    ASSERT_NO_FATAL_FAILURE(evening.compare());
  }
  ASSERT_FALSE(evening.anna.over());
  EXPECT_NE(at(evening.anna.known, "state.clocks." + seat_name(0)), nullptr);
  ASSERT_EQ(refused(evening.bram.about("concede")), "");
  ASSERT_NO_FATAL_FAILURE(evening.compare());
  ASSERT_EQ(refused(evening.anna.about("concede")), "");
  ASSERT_NO_FATAL_FAILURE(evening.compare());
  ASSERT_TRUE(evening.anna.over());
  EXPECT_NE(at(evening.anna.known, "state.outcome.winners"), nullptr);
  EXPECT_GT(changes_in(evening.anna), 10u);
  EXPECT_GT(changes_in(evening.purple.other), 5u);
}

// What clients know leaves the memory with the table.
TEST(Differences, AfterARestItIsTheWholeAgain) {
  FreshServer server;
  Evening evening(server.port, game());
  ASSERT_NO_FATAL_FAILURE(evening.play(5));
  server.time += 3'600'000;
  for (int i = 0; i < 200 && metric(evening.gast.device, "tables_in_memory") != 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ASSERT_EQ(metric(evening.gast.device, "tables_in_memory"), 0);
  const size_t changes = changes_in(evening.anna) + changes_in(evening.purple.other);
  evening.gast.about("say", R"(,"text":"anybody here?")");
  ASSERT_TRUE(evening.act());
  ASSERT_NO_FATAL_FAILURE(evening.compare());
  EXPECT_EQ(changes_in(evening.anna) + changes_in(evening.purple.other), changes);
  ASSERT_NO_FATAL_FAILURE(evening.play(3));
  EXPECT_GT(changes_in(evening.anna), 0u);
}

}  // namespace
}  // namespace server_test::differences
