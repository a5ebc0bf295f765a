// Hosts remove people from their tables: what becomes of them, of their seats and of their say.
#include "server/door.h"

#include "server/testing.h"

namespace server_test {
namespace {

std::string whom(const std::string& id, bool on = true) {
  return ",\"person\":\"" + id + "\"" + (on ? "" : ",\"on\":false");
}
Json sit(Player& player, int seat) {
  return player.about("sit", ",\"seat\":\"" + seat_name(seat) + "\"");
}
Json seat_of(const Player& player, int seat) {
  return player.known.find("seats")->items[static_cast<size_t>(seat)];
}
bool is_true(const Json& json, std::string_view key) {
  const Json* found = json.find(key);
  return found != nullptr && found->boolean;
}
// The next message of this kind, whatever comes before it.
Json next_of(Player& player, const std::string& is) {
  while (std::optional<Json> json = player.socket->next()) {
    if (text_of(*json, "is") == is) return *json;
  }
  return {};
}

// A table of Anna, Bram and a bot; the host is Anna.
struct Gathered {
  explicit Gathered(bool started, const std::string& more = "")
      : server(folder.at("t.db")), anna(server.port, "Anna"), bram(server.port, "Bram") {
    anna.watch(new_table(anna, 2, 1, more));
    bram.watch(anna.table);
    sit(bram, 1);
    bram_id = id_of(bram);
    if (started) anna.about("start");
    bram.until([&] { return !started || text_of(bram.known, "status") == "playing"; });
  }
  Folder folder;
  TestServer server;
  Player anna, bram;
  std::string bram_id;
};

TEST(Door, ASpectatorIsRemovedAndToldWhy) {
  Gathered evening(true);
  Player cees(evening.server.port, "Cees");
  cees.ask("{\"do\":\"hello\",\"protocol\":1,\"lang\":\"nl\"");
  cees.watch(evening.anna.table);
  Player tab(cees);
  tab.watch(cees.table);
  const std::string cees_id = id_of(cees);
  EXPECT_EQ(refused(evening.bram.about("remove", whom(cees_id))), "forbidden");
  EXPECT_EQ(refused(evening.anna.about("remove", whom("p0nobody"))), "unknown");
  ASSERT_TRUE(evening.anna.until([&] { return evening.anna.known.find("guests") != nullptr; }));
  const Json removed = evening.anna.about("remove", whom(cees_id));
  ASSERT_EQ(text_of(removed, "is"), "news") << removed.dump();
  const Json& item = removed.find("items")->items.back();
  EXPECT_EQ(text_of(item, "is"), "remove");
  EXPECT_EQ(text_of(*item.find("person"), "name"), "Cees");
  EXPECT_TRUE(is_true(item, "on"));
  EXPECT_EQ(at(evening.anna.known, "door.removed")->items.size(), 1u);
  // All his sockets are told, in his language, and hear no more of the table.
  const Json told = next_of(cees, "removed");
  EXPECT_EQ(text_of(told, "table"), cees.table);
  EXPECT_EQ(text_of(told, "code"), "forbidden");
  EXPECT_NE(text_of(told, "text").find("gastheer"), std::string::npos) << told.dump();
  EXPECT_EQ(text_of(next_of(tab, "removed"), "table"), cees.table);
  evening.anna.about("say", ",\"text\":\"He is gone\"");
  EXPECT_EQ(text_of(cees.ask("{\"do\":\"ping\""), "is"), "pong");
  for (const std::string& text : cees.socket->texts) {
    EXPECT_EQ(text.find("He is gone"), std::string::npos);
  }
  // Nothing of it is open to him any more, by whatever way.
  for (const char* verb : {"watch", "leave", "tell", "rematch", "concede"}) {
    EXPECT_EQ(refused(cees.about(verb)), "forbidden") << verb;
  }
  EXPECT_EQ(refused(cees.about("say", ",\"text\":\"why?\"")), "forbidden");
  EXPECT_EQ(refused(cees.about("log", ",\"before\":3")), "forbidden");
  EXPECT_EQ(refused(cees.about("watch", ",\"from\":1")), "forbidden");
  EXPECT_EQ(refused(cees.about("what-if", ",\"actions\":[\"toast\"]")), "forbidden");
  EXPECT_EQ(refused(sit(cees, 1)), "forbidden");
  // Nor on another device of his, nor after the table has rested.
  const Json link = cees.device.post("/api/me/link", "{}").json();
  Player other(evening.server.port, "");
  other.device.post("/api/me/claim", "{\"code\":\"" + text_of(link, "code") + "\"}");
  other.connect();
  EXPECT_EQ(refused(other.watch(cees.table)), "forbidden");
  evening.server.time += 120000;
  while (metric(cees.device, "tables_in_memory") > 0) std::this_thread::yield();
  EXPECT_EQ(refused(cees.about("watch")), "forbidden");
  // Until the host lets him in again.
  EXPECT_EQ(text_of(evening.anna.about("remove", whom(cees_id, false)), "is"), "news");
  EXPECT_TRUE(at(evening.anna.known, "door.removed")->items.empty());
  EXPECT_EQ(text_of(cees.about("watch"), "is"), "table");
}

TEST(Door, WhoWatchesIsToldToTheHostAlone) {
  Gathered evening(true);
  Player cees(evening.server.port, "Cees");
  cees.watch(evening.anna.table);
  Player nameless(evening.server.port, "");
  nameless.watch(evening.anna.table);
  const Json host = evening.anna.about("watch");
  ASSERT_EQ(host.find("guests")->items.size(), 1u) << host.dump();
  EXPECT_EQ(text_of(host.find("guests")->items[0], "name"), "Cees");
  EXPECT_EQ(number_of(host, "spectators"), 2);
  EXPECT_EQ(evening.bram.about("watch").find("guests"), nullptr);
  for (const std::string& text : evening.bram.socket->texts) {
    EXPECT_EQ(text.find("guests"), std::string::npos);
  }
}

TEST(Door, CanBeClosedToThoseWithoutAName) {
  Gathered evening(true);
  Player nameless(evening.server.port, "");
  EXPECT_EQ(text_of(nameless.watch(evening.anna.table), "is"), "table");
  EXPECT_EQ(refused(evening.bram.about("door", ",\"who\":\"named\"")), "forbidden");
  EXPECT_EQ(refused(evening.anna.about("door", ",\"who\":\"nobody\"")), "message");
  EXPECT_EQ(text_of(evening.anna.about("door", ",\"who\":\"named\""), "is"), "news");
  EXPECT_EQ(text_of(next_of(nameless, "removed"), "code"), "person");
  EXPECT_EQ(refused(nameless.about("watch")), "person");
  EXPECT_EQ(refused(nameless.about("tell")), "person");
  Player cees(evening.server.port, "Cees");
  EXPECT_EQ(text_of(cees.watch(evening.anna.table), "is"), "table");
  EXPECT_EQ(text_of(evening.anna.about("door", ",\"who\":\"all\""), "is"), "news");
  EXPECT_EQ(text_of(nameless.about("watch"), "is"), "table");
}

TEST(Door, BeforeTheGameTheSeatIsFreeAgain) {
  Gathered evening(false);
  EXPECT_EQ(text_of(evening.anna.about("remove", whom(evening.bram_id)), "is"), "news");
  EXPECT_EQ(text_of(seat_of(evening.anna, 1), "kind"), "open");
  EXPECT_FALSE(is_true(seat_of(evening.anna, 0), "forfeits"));
  EXPECT_EQ(refused(sit(evening.bram, 1)), "forbidden");
  EXPECT_TRUE(evening.bram.device.get("/api/tables").json().find("mine")->items.empty());
  Player cees(evening.server.port, "Cees");
  cees.watch(evening.anna.table);
  EXPECT_EQ(text_of(sit(cees, 1), "is"), "news");
  // A bot or oneself can't be removed: there is nobody to send away.
  EXPECT_EQ(refused(evening.anna.about("remove", whom(id_of(evening.anna)))), "forbidden");
  Player nameless(evening.server.port, "");
  nameless.watch(evening.anna.table);
  EXPECT_EQ(refused(evening.anna.about("remove", ",\"person\":\"\"")), "message");
  EXPECT_EQ(text_of(nameless.about("watch"), "is"), "table");
  EXPECT_EQ(refused(evening.anna.about("remove")), "message");
}

// Nobody wins by sending others away: a bot plays on, all are told, and the host's seat is out.
TEST(Door, DuringTheGameABotPlaysOnAndTheHostCantWin) {
  Gathered evening(true);
  const Json removed = evening.anna.about("remove", whom(evening.bram_id));
  const Json& item = removed.find("items")->items.front();
  EXPECT_EQ(text_of(item, "bot_for"), seat_name(1));
  EXPECT_EQ(text_of(seat_of(evening.anna, 1), "stand_in"), "search:level=regular");
  EXPECT_TRUE(is_true(seat_of(evening.anna, 1), "removed"));
  EXPECT_TRUE(is_true(seat_of(evening.anna, 0), "forfeits"));
  EXPECT_TRUE(evening.bram.device.get("/api/tables").json().find("mine")->items.empty());
  EXPECT_EQ(refused(sit(evening.bram, 1)), "forbidden");
  int steps = 0;
  while (!evening.anna.over() && ++steps < 2000) {
    ASSERT_TRUE(evening.anna.until([&] { return evening.anna.my_turn() || evening.anna.over(); }));
    if (!evening.anna.over()) evening.anna.act(evening.anna.choice(static_cast<size_t>(steps)));
  }
  const Json* outcome = at(evening.anna.known, "state.outcome");
  ASSERT_NE(outcome, nullptr);
  ASSERT_FALSE(outcome->find("winners")->items.empty());
  for (const Json& winner : outcome->find("winners")->items) {
    EXPECT_NE(winner.text, seat_name(0));
  }
  EXPECT_EQ(outcome->find("removed")->items[0].text, seat_name(1));
  EXPECT_EQ(outcome->find("forfeits")->items[0].text, seat_name(0));
  const std::string about = "/api/tables/" + evening.anna.table;
  const Json replay = evening.anna.device.get(about + "/replay?from=9999").json();
  EXPECT_EQ(replay.find("outcome")->dump(), outcome->dump());
  const std::string record = evening.anna.device.get(about + "/record").body;
  EXPECT_NE(record.find("\n| removed " + seat_name(1) + "\n| forfeits " + seat_name(0) + "\n"),
            std::string::npos);
  // The game is over: it is among his own again, to be looked at, and nobody takes him along.
  EXPECT_EQ(evening.bram.device.get("/api/tables").json().find("mine")->items.size(), 1u);
  EXPECT_EQ(refused(evening.bram.about("rematch")), "forbidden");
  Player next(evening.anna);
  next.watch(text_of(evening.anna.about("rematch"), "table"));
  EXPECT_EQ(text_of(seat_of(next, 1), "kind"), "open");
}

TEST(Door, WhoComesBackTakesTheSeatAgainButTheHostStaysOut) {
  Gathered evening(true);
  evening.anna.about("remove", whom(evening.bram_id));
  evening.anna.about("remove", whom(evening.bram_id, false));
  EXPECT_EQ(text_of(evening.bram.about("watch"), "you"), seat_name(1));
  EXPECT_EQ(text_of(sit(evening.bram, 1), "is"), "news");
  EXPECT_EQ(seat_of(evening.bram, 1).find("stand_in"), nullptr);
  EXPECT_FALSE(is_true(seat_of(evening.bram, 1), "removed"));
  EXPECT_TRUE(is_true(seat_of(evening.bram, 0), "forfeits"));
}

// Who was removed has not agreed to anything: what would need their word can't be taken back.
TEST(Door, WhatTheRemovedWouldHaveToAgreeToIsNotTakenBack) {
  Gathered evening(true);
  // Both play until Anna's last step could be taken back only by asking.
  const auto asks = [&] { return text_of(*evening.anna.known.find("state"), "undo") == "ask"; };
  for (int i = 0; i < 200 && !asks(); ++i) {
    Player& player = evening.anna.my_turn() ? evening.anna : evening.bram;
    if (player.my_turn()) player.act(player.choice(static_cast<size_t>(i)));
    evening.anna.about("watch");
    evening.bram.about("watch");
  }
  ASSERT_TRUE(asks());
  const auto undo = [&] {
    return evening.anna.about("undo", ",\"at\":" + std::to_string(evening.anna.n));
  };
  EXPECT_EQ(text_of(undo(), "is"), "news");
  EXPECT_NE(at(evening.anna.known, "request.by"), nullptr);
  evening.anna.about("remove", whom(evening.bram_id));
  EXPECT_EQ(at(evening.anna.known, "request.by"), nullptr) << "he has not agreed";
  EXPECT_FALSE(asks());
  Json refusal = undo();
  while (refused(refusal) == "stale") {  // the bot that plays for him has moved
    evening.anna.about("watch");
    refusal = undo();
  }
  EXPECT_EQ(refused(refusal), "state");
  EXPECT_NE(text_of(refusal, "text").find("removed"), std::string::npos) << refusal.dump();
}

// The word somebody has committed to is theirs to open: the host can't choose to leave it out.
TEST(Door, NobodyIsRemovedWhileWordsAreOpened) {
  Gathered evening(false);
  const std::string word = "ribbon of dew";
  const std::string hash = server::word_commitment(evening.anna.table, seat_name(1), word);
  EXPECT_EQ(text_of(evening.bram.about("commit", ",\"commitment\":\"" + hash + "\""), "is"),
            "news");
  evening.anna.about("start");
  EXPECT_EQ(text_of(evening.anna.known, "status"), "opening");
  EXPECT_EQ(refused(evening.anna.about("remove", whom(evening.bram_id))), "state");
  EXPECT_EQ(text_of(evening.bram.about("open", ",\"word\":\"" + word + "\""), "is"), "news");
  EXPECT_EQ(text_of(evening.anna.about("remove", whom(evening.bram_id)), "is"), "news");
}

TEST(Door, HoldsNoMoreThanSoMany) {
  server::Door door;
  for (size_t i = 0; i < server::Door::kRemoved; ++i) door.remove("p" + std::to_string(i), true);
  EXPECT_EQ(door.may_enter("p7").key, "removed");
  EXPECT_FALSE(door.may_enter(""));
  door.remove("p7", false);
  EXPECT_FALSE(door.may_enter("p7"));
  EXPECT_EQ(door.removed().size(), server::Door::kRemoved - 1);
}

}  // namespace
}  // namespace server_test
