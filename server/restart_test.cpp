// An update never orphans a table: real servers that are stopped and started again with other
// rules, and a file of an earlier release.
#include <sqlite3.h>

#include <array>
#include <future>

#include "engine/any_game_of.h"
#include "games/koenig/koenig.h"
#include "server/testing.h"
#include "store/sqlite.h"
#include "store/sqlite_statement.h"

namespace server_test {
namespace {

// The next version of König der Diebe: who raises a toast has a coin of the bank for it.
struct NewKoenig : koenig::Koenig {
  static const engine::GameSpec& spec() {
    static const engine::GameSpec next = [] {
      engine::GameSpec spec = koenig::Koenig::spec();
      ++spec.rules_version;
      return spec;
    }();
    return next;
  }
  static void apply(State& s, engine::Seat seat, engine::Action action, engine::Chance& chance,
                    engine::Events& tell) {
    koenig::Koenig::apply(s, seat, action, chance, tell);
    if (static_cast<koenig::Verb>(action.verb) != koenig::Verb::kToast) return;
    --s.bank;
    ++s.money(seat);
  }
};

void with_new_rules(server::ServerOptions& options) {
  options.settings.game = [](std::string_view id) -> const engine::AnyGame* {
    static const engine::AnyGameOf<NewKoenig> koenig;
    return id == "koenig" ? &koenig : games::find(id);
  };
}

// The people of these tests, who come back after a restart.
class Friends {
 public:
  static constexpr int kCount = 3;

  void meet(uint16_t port) {
    for (size_t i = 0; i < kCount; ++i) {
      std::unique_ptr<Player>& one = players_[i];
      const std::string cookie = one == nullptr ? "" : one->device.cookie;
      one = std::make_unique<Player>(port, cookie.empty() ? "P" + std::to_string(i) : "");
      if (cookie.empty()) continue;
      one->device.cookie = cookie;
      one->connect();
    }
  }
  Player& operator[](size_t i) { return *players_[i]; }

  std::string begin() {
    const HttpAnswer made = players_[0]->device.post(
        "/api/tables",
        R"({"game":"koenig","seats":[{"kind":"me"},{"kind":"open"},{"kind":"open"}]})");
    EXPECT_EQ(made.status, 201) << made.body;
    const std::string table = text_of(made.json(), "table");
    watch(table);
    constexpr std::array<const char*, kCount> kSeats{"green", "purple", "yellow"};
    for (size_t i = 1; i < kCount; ++i) {
      players_[i]->about("sit", ",\"seat\":\"" + std::string(kSeats[i]) + "\"");
    }
    players_[0]->about("start");
    return table;
  }
  void watch(const std::string& table) {
    for (auto& player : players_) player->watch(table);
  }
  // Whoever is to choose does: a toast if there is one, or never a toast.
  std::string step(bool toasts) {
    for (auto& player : players_) {
      player->watch(player->table);
      if (!player->my_turn()) continue;
      size_t i = 0;
      while (i < 20 && (player->choice(i) == "toast") != toasts) ++i;
      const std::string chosen = player->choice(i < 20 ? i : 0);
      EXPECT_EQ(refused(player->act(chosen)), "") << chosen;
      return chosen;
    }
    ADD_FAILURE() << "nobody is to choose";
    return "";
  }
  void until_toast() {
    for (int i = 0; i < 100; ++i) {
      if (step(true) == "toast") return;
    }
    ADD_FAILURE() << "nobody has raised a toast";
  }
  // What each is told of the table: the whole log, and what they see.
  std::array<Json, kCount> told(std::string_view member) {
    std::array<Json, kCount> all;
    for (size_t i = 0; i < kCount; ++i) {
      players_[i]->watch(players_[i]->table);
      all[i] = *at(players_[i]->known, member);
    }
    return all;
  }

 private:
  std::array<std::unique_ptr<Player>, kCount> players_;
};

bool begins_with(const Json& log, const Json& before) {
  return log.items.size() >= before.items.size() &&
         std::equal(before.items.begin(), before.items.end(), log.items.begin());
}

TEST(Restart, WithOtherRulesTablesGoOnFromWhereTheyAre) {
  const Folder folder;
  const std::string data = folder.at("tables.db");
  Friends friends;
  std::string same, changed;
  std::array<Json, Friends::kCount> same_log, changed_log, same_view, changed_view;
  {
    TestServer server(data);
    friends.meet(server.port);
    same = friends.begin();
    for (int i = 0; i < 6; ++i) friends.step(false);
    same_log = friends.told("log");
    same_view = friends.told("state");
    changed = friends.begin();
    friends.until_toast();
    friends.step(true);
    changed_log = friends.told("log");
    changed_view = friends.told("state");
    server.stop();
  }
  {
    TestServer server(data, with_new_rules);
    friends.meet(server.port);
    // Where the replay agrees nothing is to be seen of the update.
    friends.watch(same);
    EXPECT_EQ(friends.told("log"), same_log);
    EXPECT_EQ(friends.told("state"), same_view);
    friends.step(false);

    // Where it doesn't, the position is the stored one, and all was told as it was.
    friends.watch(changed);
    const auto log = friends.told("log");
    for (size_t i = 0; i < log.size(); ++i) {
      EXPECT_TRUE(begins_with(log[i], changed_log[i]));
      ASSERT_EQ(log[i].items.size(), changed_log[i].items.size() + 1);
      EXPECT_EQ(text_of(log[i].items.back(), "is"), "update");
      EXPECT_EQ(number_of(log[i].items.back(), "lost"), 0);
    }
    const auto view = friends.told("state.view");
    for (size_t i = 0; i < view.size(); ++i) EXPECT_EQ(view[i], *changed_view[i].find("view"));
    const Json no = friends[0].about("undo", ",\"at\":" + std::to_string(friends[0].n));
    EXPECT_EQ(refused(no), "state");
    EXPECT_THAT(text_of(no, "text"), HasSubstr("before can't be taken back"));

    // It is played on by the new rules: money is neither made nor lost.
    friends.until_toast();
    changed_log = friends.told("log");
    changed_view = friends.told("state");
    server.stop();
  }
  for (const bool newer : {true, false}) {
    // Opened again it is the same; the old program, put back, goes on as well.
    TestServer server(data, newer ? with_new_rules : TestServer::Adjust());
    friends.meet(server.port);
    friends.watch(changed);
    EXPECT_EQ(friends.told("log"), changed_log);
    EXPECT_EQ(friends.told("state.view")[0], *changed_view[0].find("view"));
    friends.step(true);
    changed_log = friends.told("log");
    changed_view = friends.told("state");
    server.stop();
  }
}

TEST(Restart, WhatCanNotBeIsDamageUnlessTheRulesAreOthers) {
  const Folder folder;
  const std::string data = folder.at("tables.db");
  Friends friends;
  std::string table;
  {
    TestServer server(data);
    friends.meet(server.port);
    table = friends.begin();
    for (int i = 0; i < 4; ++i) friends.step(false);
    server.stop();
  }
  {
    store::SqliteOptions options;
    options.file = data;
    const store::Opened opened = store::open_sqlite(options);
    ASSERT_NE(opened.store, nullptr) << opened.problem;
    const auto last = static_cast<int64_t>(opened.store->load(table).entries.size());
    std::promise<store::Outcome> saved;
    opened.store->append(table, last, {{1, "act 0 p 0 - play nonsense"}}, std::nullopt,
                         [&](const store::Result& result) { saved.set_value(result.outcome); });
    ASSERT_EQ(saved.get_future().get(), store::Outcome::kDone);
  }
  {
    TestServer server(data);
    friends.meet(server.port);
    EXPECT_EQ(refused(friends[0].watch(table)), "damaged");
    EXPECT_EQ(metric(friends[0].device, "tables_damaged"), 1);
    server.stop();
  }
  {
    TestServer server(data, with_new_rules);
    friends.meet(server.port);
    EXPECT_EQ(refused(friends[0].watch(table)), "");
    EXPECT_EQ(text_of(friends[0].known.find("log")->items.back(), "is"), "update");
    EXPECT_EQ(number_of(friends[0].known.find("log")->items.back(), "lost"), 1);
    friends.watch(table);
    friends.step(false);
    server.stop();
  }
}

// What stamtafel 0.1.0 left behind before entries had checksums and fingerprints: two people and a
// bot in the middle of a game, with words that were said aloud and a step taken back.
constexpr const char* kEarlier = R"sql(
CREATE TABLE summary(tbl text primary key, status integer, listed integer, clocked integer,
                     created integer, touched integer, about text) strict, without rowid;
INSERT INTO summary VALUES('bdnhvgckzk35y2cf',0,1,0,1794884467990,1794884467990,'{"game":"taverna","rules":1,"edition":"db02856cb77427a7","options":"","move":0,"bank":0,"listed":true,"host":0,"secret":"","seats":[{"kind":"person","person":"p55fb8s8nqhsc"},{"kind":"open"}]}');
INSERT INTO summary VALUES('dnepdhsdskqcwwze',1,0,0,1794884465962,1794884466056,'{"game":"koenig","rules":1,"edition":"f56910779e086d84","options":"","move":0,"bank":0,"listed":false,"host":0,"secret":"","seats":[{"kind":"person","person":"pbp567c57wga6"},{"kind":"person","person":"p55fb8s8nqhsc"},{"kind":"bot","bot":"greedy"}]}');
CREATE TABLE sitter(person text, tbl text, primary key(person, tbl)) strict, without rowid;
INSERT INTO sitter VALUES('p55fb8s8nqhsc','bdnhvgckzk35y2cf');
INSERT INTO sitter VALUES('p55fb8s8nqhsc','dnepdhsdskqcwwze');
INSERT INTO sitter VALUES('pbp567c57wga6','dnepdhsdskqcwwze');
CREATE TABLE person(id text primary key, name text) strict, without rowid;
INSERT INTO person VALUES('p55fb8s8nqhsc','Bram');
INSERT INTO person VALUES('pbp567c57wga6','Anna');
CREATE TABLE device(token text primary key, person text, made integer) strict, without rowid;
INSERT INTO device VALUES('4b3d81c552fb339b53bd49f26a69368fe6a617b2bb52b1ef9e9260f6ba4821ab','pbp567c57wga6',1794884465824);
INSERT INTO device VALUES('9fd58b02bedb241f5fa0c2c118e17416e2df20eada04b492089c0ec6831b64b4','p55fb8s8nqhsc',1794884465898);
CREATE TABLE link(code text primary key, person text, until integer) strict, without rowid;
CREATE TABLE entry(id integer primary key, tbl text, n integer, prev integer, at integer, text text) strict;
INSERT INTO entry VALUES(1,'dnepdhsdskqcwwze',1,0,1794884465962,'made - p 0 - {"game":"koenig","rules":1,"edition":"f56910779e086d84","options":"","move":0,"bank":0,"listed":false,"host":0,"secret":"b7860f20db027da9f22ef6850b8534c9beeba2ad5dad526dce0371791d7ce959","seats":[{"kind":"person","person":"pbp567c57wga6"},{"kind":"open"},{"kind":"bot","bot":"greedy"}]}');
INSERT INTO entry VALUES(2,'dnepdhsdskqcwwze',2,1,1794884465962,'word 0 p 0 - abrikoos');
INSERT INTO entry VALUES(3,'dnepdhsdskqcwwze',3,2,1794884466009,'sit 1 p 0 p55fb8s8nqhsc ');
INSERT INTO entry VALUES(4,'dnepdhsdskqcwwze',4,3,1794884466025,'word 1 p 0 - kers');
INSERT INTO entry VALUES(5,'dnepdhsdskqcwwze',5,4,1794884466033,'say 1 p 0 p55fb8s8nqhsc Proost!');
INSERT INTO entry VALUES(6,'dnepdhsdskqcwwze',6,5,1794884466056,'start 0 p 0 - ');
INSERT INTO entry VALUES(7,'dnepdhsdskqcwwze',7,6,1794884466460,'act 0 p 404 - play denunziant');
INSERT INTO entry VALUES(8,'dnepdhsdskqcwwze',8,7,1794884466640,'act 0 p 180 - seat purple');
INSERT INTO entry VALUES(9,'dnepdhsdskqcwwze',9,8,1794884466736,'act 1 p 96 - play guenstling');
INSERT INTO entry VALUES(10,'dnepdhsdskqcwwze',10,9,1794884466741,'back 1 p 2 - ');
INSERT INTO entry VALUES(11,'dnepdhsdskqcwwze',11,10,1794884466920,'act 1 p 179 - play guenstling');
INSERT INTO entry VALUES(12,'dnepdhsdskqcwwze',12,11,1794884467090,'act 1 p 170 - hero Yr');
INSERT INTO entry VALUES(13,'dnepdhsdskqcwwze',13,12,1794884467104,'act 2 b 0 - play geruechtekueche_goblin');
INSERT INTO entry VALUES(14,'dnepdhsdskqcwwze',14,13,1794884467124,'act 2 b 0 - direction backward');
INSERT INTO entry VALUES(15,'dnepdhsdskqcwwze',15,14,1794884467129,'act 2 b 0 - hero Gg');
INSERT INTO entry VALUES(16,'dnepdhsdskqcwwze',16,15,1794884467180,'act 0 p 51 - play grosse_verwirrung');
INSERT INTO entry VALUES(17,'dnepdhsdskqcwwze',17,16,1794884467354,'act 0 p 174 - hero Gd');
INSERT INTO entry VALUES(18,'dnepdhsdskqcwwze',18,17,1794884467521,'act 0 p 167 - hero Gg');
INSERT INTO entry VALUES(19,'dnepdhsdskqcwwze',19,18,1794884467702,'act 0 p 181 - hero Gd');
INSERT INTO entry VALUES(20,'dnepdhsdskqcwwze',20,19,1794884467878,'act 0 p 176 - toast');
INSERT INTO entry VALUES(21,'dnepdhsdskqcwwze',21,20,1794884467970,'act 1 p 92 - play fauler_handel_suche');
INSERT INTO entry VALUES(22,'bdnhvgckzk35y2cf',1,0,1794884467990,'made - p 0 - {"game":"taverna","rules":1,"edition":"db02856cb77427a7","options":"","move":0,"bank":0,"listed":true,"host":0,"secret":"b393433938b3e8290761def8d2356153bad638609141bab2014aa01a0793e152","seats":[{"kind":"person","person":"p55fb8s8nqhsc"},{"kind":"open"}]}');
CREATE TABLE last(tbl text primary key, id integer, n integer) strict, without rowid;
CREATE TABLE indexed(id integer) strict;
INSERT INTO indexed VALUES(0);
CREATE INDEX lobby on summary(touched) where listed = 1 and status < 2;
CREATE INDEX on_clock on summary(tbl) where clocked = 1 and status = 1;
CREATE INDEX sitter_table on sitter(tbl);
pragma user_version = 2;
)sql";
// What that server told Anna of each step, with the reasons that are told since.
constexpr const char* kToldThen =
    "6 drew green grosse_verwirrung; drew green raenkespiel; drew green wohltaetigkeit; "
    "drew green wuerfelspiel; drew green denunziant; drew purple ?; drew purple ?; "
    "drew purple ?; drew purple ?; drew purple ?; drew yellow ?; drew yellow ?; "
    "drew yellow ?; drew yellow ?; drew yellow ?; begins green; cup_to yellow; turn green 1; \n"
    "7 played green denunziant; \n"
    "8 fined purple 2; drew green kleine_rauferei; turn purple 2; \n"
    "9 played purple guenstling; \n"
    "11 played purple guenstling; \n"
    "12 rolled 4; no_effect guenstling; drew purple ?; turn yellow 3; \n"
    "13 played yellow geruechtekueche_goblin; \n"
    "14 \n"
    "15 moved Pg 8 9; drew yellow ?; cup_to_centre; turn green 4; \n"
    "16 played green grosse_verwirrung; \n"
    "17 \n"
    "18 \n"
    "19 moved Gd 6 1; moved Gg 8 9; \n"
    "20 toast green; cup_to green; received green 4 Gd; received yellow 3 Yr; "
    "stays_in_bank S 2 sarah; received purple 1 Pr; paid purple 1 Pg; paid green 2 Gg; "
    "drew yellow ?; drew purple ?; drew green kleine_intrige_zurueck; turn purple 5; \n"
    "21 played purple fauler_handel_suche; \n";

std::string events_of(const Json& log) {
  std::string text;
  for (const Json& item : log.items) {
    const Json* events = item.find("events");
    if (events == nullptr) continue;
    text += std::to_string(number_of(item, "n")) + " ";
    for (const Json& event : events->items) {
      text += text_of(event, "id");
      for (const Json& arg : event.find("args")->items) text += " " + arg.text;
      text += "; ";
    }
    text += "\n";
  }
  return text;
}

TEST(Restart, AFileOfAnEarlierReleaseIsTakenOverAndPlayedOn) {
  const Folder folder;
  const std::string data = folder.at("tables.db");
  {
    sqlite3* raw = nullptr;
    ASSERT_EQ(sqlite3_open(data.c_str(), &raw), SQLITE_OK);
    const store::Database db(raw);
    ASSERT_TRUE(store::run_sql(raw, kEarlier)) << sqlite3_errmsg(raw);
  }
  const auto back_again = [](uint16_t port, const char* cookie) {
    auto player = std::make_unique<Player>(port, "");
    player->device.cookie = cookie;
    player->connect();
    player->watch("dnepdhsdskqcwwze");
    return player;
  };
  constexpr const char* kAnna = "66d66d5291503fd8a8986a6f8073bed1291647c7b134f2aea9d46dafa1ef8a97";
  constexpr const char* kBram = "9b2988c067f2af6318495b677dc816c21954b7c976303f95b4907b9f15d5ac07";
  int64_t n = 0;
  {
    TestServer server(data);
    ASSERT_EQ(server.problem, "");
    const auto anna = back_again(server.port, kAnna);
    EXPECT_EQ(anna->n, 21);
    EXPECT_EQ(events_of(*at(anna->known, "log")), kToldThen);
    EXPECT_EQ(number_of(*at(anna->known, "state"), "step"), 13);
    EXPECT_EQ(at(anna->known, "state.view.wealth")->dump(), R"({"green":5,"purple":1,"yellow":6})");
    const auto bram = back_again(server.port, kBram);
    ASSERT_TRUE(bram->my_turn());
    EXPECT_EQ(refused(bram->act(bram->choice())), "");
    EXPECT_THAT(bram->device.get("/api/tables").body, HasSubstr("bdnhvgckzk35y2cf"));
    n = bram->n;
    server.stop();
  }
  TestServer server(data, with_new_rules);
  const auto anna = back_again(server.port, kAnna);
  EXPECT_THAT(events_of(*at(anna->known, "log")), ::testing::StartsWith(kToldThen));
  EXPECT_GE(anna->n, n);
  server.stop();
}

}  // namespace
}  // namespace server_test
