// People block one another: what the one doesn't read, where neither sits down, and that the other
// isn't told.
#include "server/blocks.h"

#include "server/testing.h"

namespace server_test {
namespace {

HttpAnswer block(Player& player, const std::string& whom, bool on = true) {
  return player.device.post("/api/me/block",
                            "{\"person\":\"" + whom + "\",\"on\":" + (on ? "true" : "false") + "}");
}
std::vector<std::string> names_blocked(Player& player) {
  std::vector<std::string> names;
  const Json json = player.device.get("/api/me/blocks").json();
  for (const Json& one : json.find("blocks")->items) names.push_back(text_of(one, "name"));
  return names;
}
std::string said(Player& player, const std::string& line) {
  return refused(player.about("say", ",\"text\":\"" + line + "\""));
}
Json take_seat(Player& player, int seat) {
  return player.about("sit", ",\"seat\":\"" + seat_name(seat) + "\"");
}
bool read(const Player& player, const std::string& line) {
  return std::any_of(player.socket->texts.begin(), player.socket->texts.end(),
                     [&](const std::string& text) { return text.find(line) != std::string::npos; });
}
size_t offered(Player& player) {
  return player.device.get("/api/tables").json().find("public")->items.size();
}

TEST(Blocks, AreListedAndEnded) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  const std::string bram_id = id_of(bram);
  EXPECT_TRUE(names_blocked(anna).empty());
  EXPECT_EQ(block(anna, bram_id).status, 200);
  EXPECT_EQ(block(anna, bram_id).status, 200);  // twice is once
  EXPECT_EQ(names_blocked(anna), std::vector<std::string>{"Bram"});
  EXPECT_TRUE(names_blocked(bram).empty());
  EXPECT_EQ(block(anna, "p0nobody").status, 404);
  EXPECT_EQ(block(anna, id_of(anna)).status, 403);
  EXPECT_EQ(anna.device.post("/api/me/block", "{}").status, 400);
  EXPECT_EQ(anna.device.post("/api/me/block", "{\"person\":7}").status, 400);
  Device nobody(server.port);
  EXPECT_EQ(nobody.get("/api/me/blocks").status, 401);
  EXPECT_EQ(nobody.post("/api/me/block", "{\"person\":\"" + bram_id + "\"}").status, 401);
  EXPECT_EQ(block(anna, bram_id, false).status, 200);
  EXPECT_TRUE(names_blocked(anna).empty());
}

TEST(Blocks, StayWhenTheServerStartsAgain) {
  const Folder folder;
  Device anna(0);
  {
    TestServer server(folder.at("t.db"));
    Player one(server.port, "Anna");
    Player bram(server.port, "Bram");
    block(one, id_of(bram));
    anna = one.device;
  }
  TestServer server(folder.at("t.db"));
  Device again(server.port);
  again.cookie = anna.cookie;
  EXPECT_EQ(again.get("/api/me/blocks").json().find("blocks")->items.size(), 1u);
}

// In what is told at once, in the table, in older parts of its list and after a lost connection.
TEST(Blocks, WhatTheBlockedSayIsNotShownToWhoBlockedThem) {
  FreshServer server;
  Player cees(server.port, "Cees");
  cees.watch(new_table(cees, 3, 0));
  Player anna(server.port, "Anna");
  anna.watch(cees.table);
  Player bram(server.port, "Bram");
  bram.watch(cees.table);
  take_seat(bram, 1);
  EXPECT_EQ(said(bram, "first insult"), "");
  ASSERT_TRUE(anna.until([&] { return anna.n == bram.n; }));
  EXPECT_TRUE(read(anna, "first insult"));
  block(anna, id_of(bram));
  // Her pages are told to ask anew.
  bool told = false;
  while (!told) told = text_of(*anna.socket->next(), "is") == "blocks";
  EXPECT_EQ(said(bram, "second insult"), "");
  EXPECT_EQ(said(cees, "now, now"), "");
  ASSERT_TRUE(anna.until([&] { return anna.n == cees.n; }));
  EXPECT_FALSE(read(anna, "second insult"));
  EXPECT_TRUE(read(anna, "now, now"));
  EXPECT_TRUE(read(bram, "second insult"));
  ASSERT_TRUE(cees.until([&] { return cees.n == anna.n; }));
  EXPECT_TRUE(read(cees, "second insult"));
  Player again(anna);
  const int64_t before_all = 3;
  again.n = before_all;
  again.table = cees.table;
  EXPECT_EQ(text_of(again.about("watch", ",\"from\":" + std::to_string(before_all)), "is"), "news");
  again.watch(cees.table);
  again.about("log", ",\"before\":" + std::to_string(again.n + 1));
  EXPECT_FALSE(read(again, "insult"));
  EXPECT_TRUE(read(again, "now, now"));
  // Numbers have no gap, but what is there tells no more.
  const Json* log = again.known.find("log");
  const auto hidden = std::find_if(log->items.begin(), log->items.end(), [](const Json& item) {
    return item.find("blocked") != nullptr;
  });
  ASSERT_NE(hidden, log->items.end());
  for (const char* member : {"person", "seat", "text"}) EXPECT_EQ(hidden->find(member), nullptr);
  block(anna, id_of(bram), false);
  again.about("watch");
  EXPECT_TRUE(read(again, "second insult"));
}

TEST(Blocks, NeitherSitsDownAtATableOfTheOthers) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  Player cees(server.port, "Cees");
  anna.watch(new_table(anna, 3, 0, ",\"public\":true"));
  bram.watch(anna.table);
  block(anna, id_of(bram));
  const Json bram_refused = take_seat(bram, 1);
  EXPECT_EQ(refused(bram_refused), "forbidden");
  EXPECT_EQ(text_of(bram_refused, "text"), "This table is not open to you.");
  // The same for every seat, there or not, and for the one who has blocked.
  EXPECT_EQ(text_of(take_seat(bram, 0), "text"), text_of(bram_refused, "text"));
  cees.watch(anna.table);
  EXPECT_EQ(refused(take_seat(cees, 1)), "");
  Player anna_at_brams(anna);
  bram.watch(new_table(bram, 3, 0));
  anna_at_brams.watch(bram.table);
  const Json anna_refused = take_seat(anna_at_brams, 1);
  EXPECT_EQ(text_of(anna_refused, "text"), text_of(bram_refused, "text"));
  // Who has a seat already keeps it, moves, and comes back to it.
  block(anna, id_of(bram), false);
  bram.watch(anna.table);
  EXPECT_EQ(refused(take_seat(bram, 2)), "");
  block(anna, id_of(bram));
  EXPECT_EQ(refused(cees.about("leave")), "");
  EXPECT_EQ(refused(take_seat(bram, 1)), "");
  EXPECT_EQ(refused(bram.about("leave")), "");
  EXPECT_EQ(refused(take_seat(bram, 1)), "forbidden");
  // At somebody else's table both may sit.
  cees.watch(new_table(cees, 3, 0));
  for (Player* player : {&anna, &bram}) player->watch(cees.table);
  EXPECT_EQ(refused(take_seat(anna, 1)), "");
  EXPECT_EQ(refused(take_seat(bram, 2)), "");
}

TEST(Blocks, NeitherIsOfferedATableOfTheOthers) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  Player cees(server.port, "Cees");
  const std::string table = new_table(anna, 3, 0, ",\"public\":true");
  new_table(bram, 3, 0, ",\"public\":true");
  for (Player* player : {&bram, &cees}) player->ask("{\"do\":\"lobby\",\"on\":true");
  EXPECT_EQ(offered(bram), 2u);
  block(anna, id_of(bram));
  EXPECT_EQ(offered(bram), 1u);
  EXPECT_EQ(offered(anna), 1u);
  EXPECT_EQ(offered(cees), 2u);
  // What he has on his screen goes, as if the table were over.
  server.time += 2000;
  const Json gone = *bram.socket->next();
  ASSERT_EQ(text_of(gone, "is"), "lobby-news") << gone.dump();
  ASSERT_EQ(at(gone, "public.removed")->items.size(), 1u) << gone.dump();
  EXPECT_EQ(at(gone, "public.removed")->items[0].text, table);
  // Changes are told to others, and to him nothing of it.
  anna.watch(table);
  cees.watch(table);
  take_seat(cees, 1);
  new_table(cees, 3, 0, ",\"public\":true");
  server.time += 2000;
  const Json news = *bram.socket->next();
  EXPECT_EQ(news.dump().find(table), std::string::npos) << news.dump();
  EXPECT_EQ(at(news, "public.changed")->items.size(), 1u);
  block(anna, id_of(bram), false);
  server.time += 2000;
  const Json back = *bram.socket->next();
  ASSERT_EQ(at(back, "public.changed")->items.size(), 1u) << back.dump();
  EXPECT_EQ(text_of(at(back, "public.changed")->items[0], "table"), table);
}

TEST(Blocks, NobodyTakesAlongWhomTheyHaveBlocked) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  anna.watch(new_table(anna, 2, 1));
  bram.watch(anna.table);
  take_seat(bram, 1);
  anna.about("start");
  block(anna, id_of(bram));
  for (Player* player : {&anna, &bram}) EXPECT_EQ(refused(player->about("concede")), "");
  Player next(anna);
  next.watch(text_of(anna.about("rematch"), "table"));
  EXPECT_EQ(text_of(next.known.find("seats")->items[1], "kind"), "open");
  Player bram_next(bram);
  bram_next.watch(text_of(bram.about("rematch"), "table"));
  EXPECT_EQ(bram_next.table, next.table);
  EXPECT_EQ(refused(take_seat(bram_next, 1)), "forbidden");
}

}  // namespace
}  // namespace server_test
