// Whole games over real sockets: people, bots, spectators; chance that can be verified.
#include "engine/record.h"
#include "server/fair.h"
#include "server/testing.h"

namespace server_test {
namespace {

// Plays on with a changing choice until the table is over.
void play_to_the_end(Player& player) {
  size_t which = 0;
  while (!player.over()) {
    ASSERT_TRUE(player.until([&] { return player.over() || player.my_turn(); }));
    if (player.over()) break;
    const Json answer = player.act(player.choice(which++));
    ASSERT_EQ(text_of(answer, "is"), "news") << answer.dump();
    ASSERT_EQ(number_of(answer, "done"), 1);
  }
}

TEST(Play, OnePersonAndBotsPlayToTheEndAndTheChanceIsProved) {
  const Folder folder;
  TestServer server(folder.at("t.db"));
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, ",\"word\":\"peer\",\"start\":true");
  anna.watch(id);
  const std::string commitment = text_of(*at(anna.known, "fair"), "commitment");
  EXPECT_EQ(at(anna.known, "fair.secret"), nullptr);
  play_to_the_end(anna);

  const std::string secret = text_of(*at(anna.known, "fair"), "secret");
  EXPECT_EQ(server::commitment(id, secret), commitment);
  const HttpAnswer record = anna.device.get("/api/tables/" + id + "/record");
  ASSERT_EQ(record.status, 200);
  server::Proof proof;
  ASSERT_TRUE(server::read_proof(record.body, proof));
  EXPECT_EQ(proof.words, (server::Words{{seat_name(0), "peer"}}));
  const auto replayed =
      engine::read_record(record.body, [](std::string_view name) { return games::find(name); });
  ASSERT_TRUE(replayed) << replayed.error.text;
  EXPECT_TRUE(replayed.value->over());
  EXPECT_EQ(replayed.value->chance().key, server::chance_key(id, secret, proof.words));
}

// The entry of a draw's list at which the number lies.
std::string counted_out(engine::Chance& chance, const Json& draw) {
  uint32_t total = 0;
  for (const Json& one : draw.find("of")->items) {
    total += static_cast<uint32_t>(one.items[1].integer);
  }
  int64_t left = chance.below(total);
  for (const Json& one : draw.find("of")->items) {
    left -= one.items[1].integer;
    if (left < 0) return one.items[0].text;
  }
  return "";
}

TEST(Play, EveryDrawOfAFinishedTableFollowsFromTheKey) {
  const Folder folder;
  TestServer server(folder.at("t.db"));
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  anna.watch(id);
  EXPECT_EQ(anna.device.get("/api/tables/" + id + "/draws").status, 409);
  play_to_the_end(anna);

  const std::string secret = text_of(*at(anna.known, "fair"), "secret");
  const engine::ChanceKey key = server::chance_key(id, secret, {});
  const Json told = anna.device.get("/api/tables/" + id + "/draws").json();
  std::optional<engine::Chance> chance;
  int64_t step = -1;
  for (const Json& draw : told.find("draws")->items) {
    if (number_of(draw, "step") != step) {
      step = number_of(draw, "step");
      chance.emplace(key, static_cast<uint64_t>(step));
    }
    ASSERT_EQ(counted_out(*chance, draw), text_of(draw, "came")) << draw.dump();
  }
  EXPECT_GT(step, 0);  // not only the deal
}

TEST(Play, FinishedTablesCanBeReplayedThroughAnyEyesAndShowTheirLuck) {
  const Folder folder;
  TestServer server(folder.at("t.db"));
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  anna.watch(id);
  EXPECT_EQ(anna.device.get("/api/tables/" + id + "/replay").status, 409);
  EXPECT_EQ(anna.device.get("/api/tables/" + id + "/record").status, 409);
  play_to_the_end(anna);

  const Json record_of = anna.device.get("/api/tables/" + id + "/replay?seat=all").json();
  const int64_t count = number_of(record_of, "count");
  ASSERT_EQ(record_of.find("steps")->items.size(), static_cast<size_t>(count) + 1);
  const std::string mine =
      anna.device.get("/api/tables/" + id + "/replay?seat=" + seat_name(0) + "&from=3&to=5").body;
  const auto part = engine::parse_json(mine, "replay");
  ASSERT_TRUE(part);
  EXPECT_EQ((*part).find("steps")->items.size(), 3u);
  EXPECT_EQ(anna.device.get("/api/tables/" + id + "/replay?seat=nobody").status, 400);

  const Json luck = anna.device.get("/api/tables/" + id + "/luck").json();
  ASSERT_NE(luck.find("seats"), nullptr) << luck.dump();
  EXPECT_EQ(luck.find("seats")->items.size(), 3u);
  for (const Json& chance : luck.find("chances")->items) {
    int64_t seen = 0;
    for (const Json& value : chance.find("values")->items) seen += number_of(value, "count");
    EXPECT_EQ(seen, number_of(chance, "count"));
  }
}

TEST(Play, FriendsGatherByLinkAndPlayWithASpectatorWatching) {
  const Folder folder;
  TestServer server(folder.at("t.db"));
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  Player guest(server.port, "");
  const std::string id = new_table(anna, 2, 1);
  anna.watch(id);
  bram.watch(id);
  guest.watch(id);
  EXPECT_EQ(text_of(anna.about("start"), "code"), "state");  // a seat is open
  EXPECT_EQ(text_of(guest.about("sit", ",\"seat\":\"" + seat_name(1) + "\""), "code"), "person");
  EXPECT_EQ(text_of(bram.about("sit", ",\"seat\":\"" + seat_name(0) + "\""), "code"), "taken");
  EXPECT_EQ(text_of(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\""), "is"), "news");
  EXPECT_EQ(text_of(bram.known, "you"), seat_name(1));
  EXPECT_EQ(text_of(bram.about("start"), "code"), "forbidden");
  EXPECT_EQ(text_of(anna.about("start"), "is"), "news");
  size_t which = 0;
  while (!anna.over()) {
    for (Player* player : {&anna, &bram}) {
      while (player->my_turn() && !player->over()) {
        ASSERT_EQ(text_of(player->act(player->choice(which++)), "is"), "news");
      }
    }
    ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over() || anna.n > bram.n; }));
    ASSERT_TRUE(bram.until([&] { return bram.n >= anna.n; }));
    ASSERT_TRUE(anna.until([&] { return anna.n >= bram.n; }));
  }
  ASSERT_TRUE(guest.until([&] { return guest.over(); }));
  EXPECT_EQ(guest.n, anna.n);
  EXPECT_EQ(at(guest.known, "you")->kind, Json::Kind::kNull);
  EXPECT_EQ(anna.numbers, guest.numbers);
}

TEST(Play, SayingSomethingReachesAllAndDoesNotMakeChoicesStale) {
  const Folder folder;
  TestServer server(folder.at("t.db"));
  Player anna(server.port, "Anna");
  Player guest(server.port, "Gast");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  anna.watch(id);
  guest.watch(id);
  ASSERT_TRUE(anna.until([&] { return anna.my_turn(); }));
  const int64_t before = anna.n;
  EXPECT_EQ(text_of(guest.about("say", ",\"text\":\"  Proost!\\n \""), "is"), "news");
  // Bots that choose at the same time may come between.
  const auto heard = [&] {
    return anna.socket->texts.back().find("\"text\":\"Proost!\"") != std::string::npos;
  };
  ASSERT_TRUE(anna.until(heard));
  EXPECT_EQ(number_of(anna.act(anna.choice(), before), "done"), 1);
}

}  // namespace
}  // namespace server_test
