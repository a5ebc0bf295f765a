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
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2);
  anna.watch(id);
  const std::string word = "00112233445566778899aabbccddeeff peer";
  anna.about("commit",
             ",\"commitment\":\"" + server::word_commitment(id, seat_name(0), word) + "\"");
  EXPECT_EQ(text_of(anna.about("start"), "is"), "news");
  EXPECT_EQ(text_of(anna.known, "status"), "opening");
  EXPECT_EQ(text_of(anna.about("open", ",\"word\":\"other\""), "code"), "forbidden");
  EXPECT_EQ(text_of(anna.about("word", ",\"word\":\"other\""), "code"), "state");
  EXPECT_EQ(text_of(anna.about("open", ",\"word\":\"" + word + "\""), "is"), "news");
  EXPECT_EQ(text_of(anna.known, "status"), "playing");
  const std::string commitment = text_of(*at(anna.known, "fair"), "commitment");
  EXPECT_EQ(at(anna.known, "fair.secret"), nullptr);
  play_to_the_end(anna);

  const std::string secret = text_of(*at(anna.known, "fair"), "secret");
  EXPECT_EQ(server::commitment(id, secret), commitment);
  const HttpAnswer record = anna.device.get("/api/tables/" + id + "/record");
  ASSERT_EQ(record.status, 200);
  server::Proof proof;
  ASSERT_TRUE(server::read_proof(record.body, proof));
  EXPECT_EQ(proof.words,
            (server::Words{{seat_name(0), server::word_commitment(id, seat_name(0), word), word}}));
  const auto replayed =
      engine::read_record(record.body, [](std::string_view name) { return games::find(name); });
  ASSERT_TRUE(replayed) << replayed.error.text;
  EXPECT_TRUE(replayed.value->over());
  EXPECT_EQ(replayed.value->chance().key, server::chance_key(proof.rules, id, secret, proof.words));
}

// Over the network: who is away when the words are opened is named, and the game begins.
TEST(Play, HowItEndedIsToldToEachInTheirLanguageWhoeverAskedBefore) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  anna.watch(id);
  play_to_the_end(anna);
  const HttpAnswer record = anna.device.get("/api/tables/" + id + "/record");
  const auto replayed =
      engine::read_record(record.body, [](std::string_view name) { return games::find(name); });
  ASSERT_TRUE(replayed) << replayed.error.text;
  for (const engine::Language language :
       {engine::Language::kEnglish, engine::Language::kDutch, engine::Language::kEnglish}) {
    Player reader(server.port, "Bram");
    reader.hello(std::string(engine::kLanguages[static_cast<size_t>(language)]));
    reader.watch(id);
    const auto sheet = replayed.value->score_sheet(replayed.value->texts(language));
    const Json* lines = at(reader.known, "state.outcome.sheet.lines");
    ASSERT_NE(lines, nullptr);
    ASSERT_EQ(lines->items.size(), sheet->lines.size());
    for (size_t i = 0; i < sheet->lines.size(); ++i) {
      EXPECT_EQ(text_of(lines->items[i], "text"), sheet->lines[i].text);
    }
    // What is said afterwards changes nothing of it.
    anna.about("say", ",\"text\":\"Once more?\"");
  }
}

TEST(Play, TheGameBeginsWithoutAWordThatIsNotOpened) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  const std::string id = new_table(anna, 2, 1);
  anna.watch(id);
  bram.watch(id);
  const std::string hash = server::word_commitment(id, seat_name(1), "peer");
  bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\",\"commit\":\"" + hash + "\"");
  EXPECT_EQ(text_of(*at(bram.known, "fair.committed"), seat_name(1)), hash);
  EXPECT_EQ(text_of(anna.about("start"), "is"), "news");
  EXPECT_EQ(text_of(anna.known, "status"), "opening");
  server.time += 10000;
  EXPECT_TRUE(anna.until([&] { return text_of(anna.known, "status") == "playing"; }));
  const Json* missing = at(anna.known, "fair.missing");
  ASSERT_NE(missing, nullptr);
  ASSERT_EQ(missing->items.size(), 1u);
  EXPECT_EQ(missing->items[0].text, seat_name(1));
}

// Nobody has to come back for it: the words that were opened are, and time runs for the others.
TEST(Play, AServerThatStartsAgainGoesOnWithTheOpening) {
  const Folder folder;
  std::string id;
  {
    TestServer server(folder.at("t.db"));
    Player anna(server.port, "Anna");
    Player bram(server.port, "Bram");
    id = new_table(anna, 2, 1);
    anna.watch(id);
    bram.watch(id);
    anna.about("commit",
               ",\"commitment\":\"" + server::word_commitment(id, seat_name(0), "appel") + "\"");
    bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\",\"commit\":\"" +
                          server::word_commitment(id, seat_name(1), "peer") + "\"");
    anna.about("start");
    EXPECT_EQ(text_of(anna.about("open", ",\"word\":\"appel\""), "is"), "news");
    EXPECT_EQ(text_of(anna.known, "status"), "opening");
  }
  TestServer again(folder.at("t.db"));
  Player carla(again.port, "Carla");
  carla.watch(id);
  again.time += 10000;
  ASSERT_TRUE(carla.until([&] { return text_of(carla.known, "status") == "playing"; }));
  EXPECT_EQ(text_of(*at(carla.known, "fair.words"), seat_name(0)), "appel");
  EXPECT_EQ(at(carla.known, "fair.missing")->items.size(), 1u);
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
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  anna.watch(id);
  EXPECT_EQ(anna.device.get("/api/tables/" + id + "/draws").status, 409);
  // With something seen and taken back: it is among the draws, and nothing is drawn twice. More
  // than once, because a step may show a hidden card without drawing one.
  const auto seen = [&] { return number_of(*at(anna.known, "fair.taken_back"), "count") >= 4; };
  for (size_t which = 0; !seen(); ++which) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over(); }));
    ASSERT_FALSE(anna.over());
    anna.act(anna.choice(which));
    // Not every time: where nothing is shown the game would never get on.
    if (which % 2 == 1 || text_of(*at(anna.known, "state"), "undo") != "ask") continue;
    anna.about("undo", ",\"at\":" + std::to_string(anna.n));
  }
  play_to_the_end(anna);

  const std::string secret = text_of(*at(anna.known, "fair"), "secret");
  const engine::ChanceKey key = server::chance_key(server::WordRules::kCommitted, id, secret, {});
  const Json told = anna.device.get("/api/tables/" + id + "/draws").json();
  std::optional<engine::Chance> chance;
  int64_t nonce = -1;
  bool taken_back = false;
  for (const Json& draw : told.find("draws")->items) {
    if (number_of(draw, "nonce") != nonce) {
      ASSERT_GT(number_of(draw, "nonce"), nonce);
      nonce = number_of(draw, "nonce");
      chance.emplace(key, static_cast<uint64_t>(nonce));
    }
    ASSERT_EQ(counted_out(*chance, draw), text_of(draw, "came")) << draw.dump();
    taken_back = taken_back || draw.find("taken_back") != nullptr;
  }
  EXPECT_GT(nonce, 0);  // not only the deal
  EXPECT_TRUE(taken_back);
  const std::string replay = anna.device.get("/api/tables/" + id + "/replay").body;
  EXPECT_NE(replay.find("\"showed\":true"), std::string::npos);
}

TEST(Play, FinishedTablesCanBeReplayedThroughAnyEyesAndShowTheirLuck) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  anna.watch(id);
  EXPECT_EQ(anna.device.get("/api/tables/" + id + "/replay").status, 409);
  EXPECT_EQ(anna.device.get("/api/tables/" + id + "/record").status, 409);
  play_to_the_end(anna);

  // A record is a file, made like the rest of it on the workers; whoever wants it packed gets it
  // so.
  const HttpAnswer file = anna.device.get("/api/tables/" + id + "/record");
  EXPECT_EQ(file.header("Content-Disposition"), "attachment; filename=\"" + id + ".record\"");
  EXPECT_EQ(file.header("Content-Type"), "text/plain; charset=utf-8");
  EXPECT_TRUE(file.body.starts_with("stamtafel-record"));
  const HttpAnswer packed =
      anna.device.request("GET", "/api/tables/" + id + "/record", {}, "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(packed.header("Content-Encoding"), "gzip");
  EXPECT_LT(packed.body.size(), file.body.size());

  const Json record_of = anna.device.get("/api/tables/" + id + "/replay?seat=all").json();
  const int64_t count = number_of(record_of, "count");
  ASSERT_EQ(record_of.find("steps")->items.size(), static_cast<size_t>(count) + 1);
  const std::string mine =
      anna.device.get("/api/tables/" + id + "/replay?seat=" + seat_name(0) + "&from=3&to=5").body;
  const auto part = engine::parse_json(mine, "replay");
  ASSERT_TRUE(part);
  EXPECT_EQ((*part).find("steps")->items.size(), 3u);
  EXPECT_EQ(anna.device.get("/api/tables/" + id + "/replay?seat=nobody").status, 400);

  const Json course = anna.device.get("/api/tables/" + id + "/scores").json();
  ASSERT_NE(course.find("scores"), nullptr) << course.dump();
  EXPECT_EQ(number_of(course.find("scores")->items.front(), "step"), 0);
  const Json& end = course.find("scores")->items.back();
  EXPECT_EQ(number_of(end, "step"), count);
  for (const Json& seat : record_of.find("outcome")->find("seats")->items) {
    EXPECT_EQ(number_of(end, text_of(seat, "seat")), number_of(seat, "score"));
  }

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
  FreshServer server;
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
  FreshServer server;
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
