// The lobby tells what has changed, to whom it concerns; and what takes long to make leaves the
// thread that everybody waits for.
#include <gmock/gmock.h>

#include <map>
#include <mutex>

#include "server/slow_texts.h"
#include "server/testing.h"
#include "server/threads.h"
#include "store/sqlite.h"

namespace server_test {
namespace {

// The lobby as a client knows it: lists once, and news applied to them.
class Follower {
 public:
  explicit Follower(Player& player) : player_(player) {
    const Json lobby = player.ask("{\"do\":\"lobby\"");
    for (const char* list : {"public", "mine"}) {
      for (const Json& table : lobby.find(list)->items) put(list, table);
    }
  }
  // Reads what has come, until `done` is content.
  bool until(const std::function<bool()>& done) {
    while (!done()) {
      const std::optional<Json> json = player_.socket->next();
      if (!json) return false;
      if (text_of(*json, "is") != "lobby-news") continue;
      bytes += json->dump().size();
      ++news;
      for (const char* list : {"public", "mine"}) {
        const Json* change = json->find(list);
        if (change == nullptr) continue;
        for (const Json& table : change->find("changed")->items) put(list, table);
        for (const Json& table : change->find("removed")->items) tables[list].erase(table.text);
      }
    }
    return true;
  }
  std::map<std::string, std::map<std::string, std::string>> tables;  // by list and id
  size_t bytes = 0;
  int news = 0;

 private:
  void put(const std::string& list, const Json& table) {
    tables[list][text_of(table, "table")] = table.dump();
  }
  Player& player_;
};

std::map<std::string, std::string> listed(Device& device, const char* list) {
  std::map<std::string, std::string> tables;
  const Json lobby = device.get("/api/tables").json();
  for (const Json& table : lobby.find(list)->items) tables[text_of(table, "table")] = table.dump();
  return tables;
}

TEST(Lobby, NewsLeadToWhatTheListsSay) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  const std::string old = new_table(anna, 2, 1, ",\"public\":true");
  Follower follower(bram);
  EXPECT_EQ(follower.tables["public"].size(), 1u);
  EXPECT_TRUE(follower.tables["mine"].empty());
  const auto same = [&] {
    return follower.tables["public"] == listed(bram.device, "public") &&
           follower.tables["mine"] == listed(bram.device, "mine");
  };
  const auto told = [&] {
    server.time += 2000;
    return follower.until(same);
  };
  // A table is made, somebody sits down, is called otherwise, gets up, and it goes away.
  Player player(bram);
  player.watch(new_table(anna, 2, 1, ",\"public\":true"));
  EXPECT_TRUE(told());
  player.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
  EXPECT_TRUE(told());
  EXPECT_EQ(follower.tables["mine"].size(), 1u);
  bram.device.be("Bernard");
  EXPECT_TRUE(told());
  EXPECT_THAT(follower.tables["mine"].begin()->second, ::testing::HasSubstr("Bernard"));
  player.about("leave");
  EXPECT_TRUE(told());
  EXPECT_TRUE(follower.tables["mine"].empty());
  anna.watch(old);
  anna.about("start", ",\"fill\":\"random\"");
  anna.about("concede");
  EXPECT_TRUE(told());
  EXPECT_FALSE(follower.tables["public"].contains(old));
}

// 30 KB for each subscriber and change.
TEST(Lobby, AChangeCostsALineNotTheList) {
  FreshServer server;
  Player anna(server.port, "Anna");
  for (int i = 0; i < 60; ++i) new_table(anna, 2, 1, ",\"public\":true");
  Player bram(server.port, "Bram");
  Follower follower(bram);
  EXPECT_EQ(follower.tables["public"].size(), 60u);
  const std::string table = new_table(anna, 2, 1, ",\"public\":true");
  server.time += 2000;
  ASSERT_TRUE(follower.until([&] { return follower.tables["public"].contains(table); }));
  EXPECT_LT(follower.bytes, 1000u);
  // What happens at private tables, and at those of others, isn't told at all.
  const int news = follower.news;
  new_table(anna, 2, 1);
  server.time += 2000;
  const std::string last = new_table(anna, 2, 1, ",\"public\":true");
  server.time += 2000;
  ASSERT_TRUE(follower.until([&] { return follower.tables["public"].contains(last); }));
  EXPECT_EQ(follower.news, news + 1);
}

// --- texts that take long

std::string finished_table(Player& player) {
  player.watch(new_table(player, 1, 2, ",\"start\":true"));
  player.about("concede");
  return player.table;
}

TEST(Lobby, FinishedTablesSayWhoWonAndWhen) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  anna.watch(id);
  const auto line = [&] { return engine::parse_json(listed(anna.device, "mine")[id], "").value; };
  EXPECT_EQ(line().find("ended"), nullptr);
  anna.about("concede");
  const Json* outcome = anna.known.find("state")->find("outcome");
  ASSERT_NE(outcome, nullptr);
  EXPECT_EQ(line().find("winners")->dump(), outcome->find("winners")->dump());
  EXPECT_GE(number_of(line(), "ended"), number_of(line(), "created"));
}

// Everybody sees the same bot, in the lobby and at the table, and no two of a table are the same.
TEST(Lobby, BotsHaveNames) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 3);
  const Json table = anna.watch(id);
  const Json line = engine::parse_json(listed(anna.device, "mine")[id], "").value;
  std::set<std::string> names;
  for (size_t i = 0; i < 4; ++i) {
    const Json* at_table = table.find("seats")->items[i].find("character");
    const Json* in_lobby = line.find("seats")->items[i].find("character");
    ASSERT_EQ(at_table == nullptr, i == 0);
    if (at_table == nullptr) continue;
    EXPECT_EQ(at_table->dump(), in_lobby->dump());
    names.insert(text_of(*at_table, "name"));
  }
  EXPECT_EQ(names.size(), 3u);
}

TEST(SlowTexts, FinishedTablesAreReckonedOnce) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string path = "/api/tables/" + finished_table(anna) + "/";
  anna.about("unwatch");
  std::map<std::string, std::string> first;
  for (int i = 0; i < 20; ++i) {
    for (const char* what :
         {"replay", "replay?seat=all", "luck", "draws", "scores", "replay?from=0&to=0"}) {
      const HttpAnswer answer = anna.device.get(path + what);
      ASSERT_EQ(answer.status, 200);
      if (i == 0) first[what] = answer.body;
      EXPECT_EQ(answer.body, first[what]) << what;
    }
  }
  EXPECT_EQ(metric(anna.device, "slow_texts_total"), 6);
  EXPECT_EQ(metric(anna.device, "slow_texts_waiting"), 0);
  // What is kept needs no table in memory.
  server.time += 120000;
  while (metric(anna.device, "tables_in_memory") > 0) std::this_thread::yield();
  EXPECT_EQ(anna.device.get(path + "luck").body, first["luck"]);
  EXPECT_EQ(metric(anna.device, "tables_in_memory"), 0);
}

TEST(SlowTexts, WhatIsKeptHasABound) {
  const Folder folder;
  constexpr int64_t kBytes = 100'000;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.settings.kept_bytes = kBytes; });
  Player anna(server.port, "Anna");
  const std::string path = "/api/tables/" + finished_table(anna) + "/replay?seat=all&to=";
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(anna.device.get(path + std::to_string(i)).status, 200);
    EXPECT_LE(metric(anna.device, "slow_text_bytes"), kBytes);
  }
  EXPECT_GT(metric(anna.device, "slow_text_bytes"), kBytes / 2);
}

// Jobs are joined, bounded in number, and begin after those that somebody's turn waits for.
TEST(SlowTexts, AreBoundedInNumberAndJoined) {
  const Folder folder;
  store::SqliteOptions sqlite;
  sqlite.file = folder.at("t.db");
  std::mutex mutex;
  std::vector<std::function<void()>> home;
  const auto post = [&](std::function<void()> work) {
    const std::lock_guard guard(mutex);
    home.push_back(std::move(work));
  };
  sqlite.deliver = post;
  const store::Opened opened = store::open_sqlite(sqlite);
  server::Settings settings;
  settings.now = [] { return int64_t{1000}; };
  settings.post = post;
  const server::Log log;
  server::Context context(*opened.store, settings, log, server::on_threads(1));
  server::SlowTexts texts(context);

  std::mutex held;
  std::unique_lock hold(held);  // the one worker waits here
  context.workers.submit([&] { const std::lock_guard guard(held); });
  std::vector<std::string> told;
  const auto then = [&](const server::SlowTexts::Text& text) { told.push_back(*text); };
  int begun = 0;
  int made = 0;
  for (int who = 0; who < 20; ++who) {
    for (int i = 0; i < 6; ++i) {
      const std::string key = std::to_string(who) + "." + std::to_string(i);
      EXPECT_FALSE(texts.ask(key, then));
      begun += texts.make(key, std::to_string(who), [&made, key] { return ++made, key; }, then);
    }
  }
  EXPECT_EQ(begun, 32);
  EXPECT_TRUE(texts.ask("0.0", then));  // under way
  std::string order;
  context.workers.submit([&] { order = std::to_string(made); });
  hold.unlock();
  while (told.size() < 33) {
    std::vector<std::function<void()>> now;
    {
      const std::lock_guard guard(mutex);
      now.swap(home);
    }
    for (const auto& work : now) work();
  }
  EXPECT_EQ(order, "0");  // before all of them
  EXPECT_EQ(made, 32);
  EXPECT_EQ(std::count(told.begin(), told.end(), "0.0"), 2);
  EXPECT_EQ(texts.waiting(), 0u);
  EXPECT_TRUE(texts.ask("0.0", then));  // kept
  EXPECT_EQ(told.size(), 34u);
}

}  // namespace
}  // namespace server_test
