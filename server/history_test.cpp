// One's own games: lists, figures, ratings and the file of records, over real sockets; and the list
// that ratings are kept in, by itself.
#include <future>

#include "bots/levels.h"
#include "engine/record.h"
#include "server/anchors.h"
#include "server/figures.h"
#include "server/forget.h"
#include "server/ratings.h"
#include "server/testing.h"
#include "store/memory.h"
#include "store/sqlite.h"

namespace server_test {
namespace {

constexpr const char* kRated =
    ",\"rated\":true,\"clock\":{\"move\":60000,\"bank\":0},\"start\":true";

// A game with bots that is given up at once.
std::string given_up(Player& player, const std::string& more, const std::string& bot) {
  const std::string id = new_table(player, 1, 2, more, bot);
  player.watch(id);
  player.about("concede");
  EXPECT_TRUE(player.over());
  return id;
}

// The same person, after the server has begun again.
std::unique_ptr<Player> come_back(uint16_t port, const Player& before) {
  auto player = std::make_unique<Player>(port, "");
  player->device.cookie = before.device.cookie;
  player->connect();
  return player;
}

Json get(Player& player, const std::string& path) {
  const HttpAnswer answer = player.device.get(path);
  EXPECT_EQ(answer.status, 200) << path << ": " << answer.body;
  return answer.json();
}

std::vector<std::string> tables_in(const Json& page) {
  std::vector<std::string> tables;
  for (const Json& game : page.find("games")->items) tables.push_back(text_of(game, "table"));
  return tables;
}

// What is kept comes a moment after the table is over.
Json eventually(Player& player, const std::string& path,
                const std::function<bool(const Json&)>& content) {
  for (int i = 0; i < 500; ++i) {
    Json json = get(player, path);
    if (content(json)) return json;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ADD_FAILURE() << path;
  return {};
}
bool has_rating(const Json& figures) { return !figures.find("ratings")->items.empty(); }

TEST(History, AGameThatWasPlayedToItsEndStandsThereAsItEnded) {
  FreshServer server;
  Player anna(server.port, "Anna");
  EXPECT_EQ(tables_in(get(anna, "/api/me/games")), std::vector<std::string>{});
  EXPECT_EQ(number_of(get(anna, "/api/me/figures"), "games"), 0);
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  anna.watch(id);
  for (size_t which = 0; !anna.over(); ++which) {
    ASSERT_TRUE(anna.until([&] { return anna.over() || anna.my_turn(); }));
    if (!anna.over()) anna.act(anna.choice(which));
  }
  const Json page = get(anna, "/api/me/games");
  ASSERT_EQ(tables_in(page), (std::vector<std::string>{id}));
  EXPECT_EQ(page.find("next"), nullptr);
  const Json& game = page.find("games")->items.front();
  EXPECT_EQ(text_of(game, "by"), "end");
  EXPECT_EQ(text_of(game, "you"), seat_name(0));
  EXPECT_EQ(game.find("rated"), nullptr);
  EXPECT_EQ(game.find("rating"), nullptr);
  // Scores and places are those that were told at the table.
  const Json* outcome = at(anna.known, "state.outcome");
  ASSERT_NE(outcome, nullptr);
  for (size_t i = 0; i < 3; ++i) {
    const Json& seat = game.find("seats")->items[i];
    const Json& told = outcome->find("seats")->items[i];
    EXPECT_EQ(number_of(seat, "score"), number_of(told, "score"));
    EXPECT_EQ(number_of(seat, "place"), number_of(told, "rank"));
    EXPECT_EQ(seat.find("left"), nullptr);
  }
  const Json figures = get(anna, "/api/me/figures");
  EXPECT_EQ(number_of(figures, "games"), 1);
  EXPECT_EQ(number_of(figures, "unknown"), 0);
  const Json& by = figures.find("by")->items.front();
  EXPECT_EQ(number_of(by, "players"), 3);
  EXPECT_EQ(number_of(by, "games"), 1);
  EXPECT_TRUE(figures.find("favourites")->items.empty());  // one game is no habit
  EXPECT_TRUE(figures.find("ratings")->items.empty());
}

TEST(History, PagesGoOnWhereTheLastOneEnded) {
  FreshServer server;
  Player anna(server.port, "Anna");
  std::vector<std::string> all;
  for (int i = 0; i < 5; ++i) {
    server.time += 1000;
    all.insert(all.begin(), given_up(anna, ",\"start\":true", "random"));
  }
  new_table(anna, 1, 2);  // is not over
  std::vector<std::string> found;
  std::string after;
  for (int pages = 1;; ++pages) {
    const Json page = get(anna, "/api/me/games?limit=2" + after);
    for (const std::string& table : tables_in(page)) found.push_back(table);
    if (page.find("next") == nullptr) {
      EXPECT_EQ(pages, 3);
      break;
    }
    after = "&after=" + text_of(page, "next");
  }
  EXPECT_EQ(found, all);
  const Json game = get(anna, "/api/me/games?limit=1").find("games")->items.front();
  EXPECT_EQ(text_of(game, "by"), "conceded");
  EXPECT_EQ(number_of(game, "place"), 3);
  EXPECT_NE(game.find("left"), nullptr);
  EXPECT_EQ(anna.device.get("/api/me/games?limit=0").status, 400);
  EXPECT_EQ(anna.device.get("/api/me/games?limit=101").status, 400);
  EXPECT_EQ(anna.device.get("/api/me/games?after=yesterday").status, 400);
}

TEST(History, IsNobodyElses) {
  FreshServer server;
  Player anna(server.port, "Anna");
  given_up(anna, ",\"start\":true", "random");
  Player bram(server.port, "Bram");
  EXPECT_TRUE(tables_in(get(bram, "/api/me/games")).empty());
  EXPECT_EQ(bram.device.get("/api/me/records").body, "");
  Device nobody(server.port);
  for (const char* path : {"games", "figures", "records"}) {
    EXPECT_EQ(nobody.get("/api/me/" + std::string(path)).status, 401) << path;
  }
}

TEST(History, AllRecordsAreInOneFileThatCanBeRead) {
  FreshServer server;
  Player anna(server.port, "Anna");
  given_up(anna, ",\"start\":true", "random");
  server.time += 1000;
  const std::string newer = given_up(anna, ",\"start\":true", "random");
  server.time += 1000;
  new_table(anna, 1, 2, ",\"start\":true");  // whose secret nobody may know yet
  const HttpAnswer file = anna.device.get("/api/me/records");
  EXPECT_EQ(file.status, 200);
  const std::vector<std::string_view> records = engine::split_records(file.body);
  ASSERT_EQ(records.size(), 2u);
  for (std::string_view record : records) {
    EXPECT_TRUE(engine::read_record(record, games::find));
    EXPECT_THAT(std::string(record), HasSubstr("| you " + seat_name(0) + "\n"));
  }
  EXPECT_THAT(std::string(records[0]), HasSubstr("| fair table " + newer));
}

// Tables of a version that kept no results.
TEST(History, WhatAnOldVersionDidNotKeepIsFoundOut) {
  const Folder folder;
  auto server = std::make_unique<TestServer>(folder.at("t.db"));
  auto anna = std::make_unique<Player>(server->port, "Anna");
  const std::string id = given_up(*anna, ",\"start\":true", "random");
  const std::string person = id_of(*anna);
  const std::string now = get(*anna, "/api/me/games").dump();
  server = nullptr;
  {
    store::SqliteOptions options;
    options.file = folder.at("t.db");
    const store::Opened opened = open_sqlite(options);
    ASSERT_NE(opened.store, nullptr);
    store::Summary summary = opened.store->of_person(person, 1)->front();
    const size_t result = summary.about.find("\"result\":");
    ASSERT_NE(result, std::string::npos);
    summary.about.erase(result, summary.about.find("\"seats\":[{\"kind\"") - result);
    std::promise<store::Outcome> done;
    const auto entries = static_cast<int64_t>(opened.store->load(id).entries.size());
    opened.store->append(id, entries, {}, summary,
                         [&](const store::Result& written) { done.set_value(written.outcome); });
    ASSERT_EQ(done.get_future().get(), store::Outcome::kDone);
  }
  server = std::make_unique<TestServer>(folder.at("t.db"));
  anna = come_back(server->port, *anna);
  EXPECT_EQ(get(*anna, "/api/me/games").find("games")->items.front().find("place"), nullptr);
  eventually(*anna, "/api/me/figures", [](const Json& json) {
    return number_of(json, "unknown") == 0 && number_of(json, "games") == 1;
  });
  EXPECT_EQ(get(*anna, "/api/me/games").dump(), now);
}

// --- rated tables

TEST(Rated, WhatCantBeRatedIsRefusedAndWhy) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const auto answer = [&](const std::string& bot, const std::string& more) {
    return anna.device.post("/api/tables", "{\"game\":\"" + game_id() +
                                               "\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}"
                                               ",{\"kind\":\"bot\",\"bot\":\"" +
                                               bot + "\"}],\"rated\":true" + more + "}");
  };
  const std::string clock = ",\"clock\":{\"move\":60000,\"bank\":0}";
  EXPECT_THAT(answer("regular", "").body, HasSubstr("clock"));
  EXPECT_THAT(answer("random", clock).body, HasSubstr("levels"));
  EXPECT_THAT(answer("regular", clock + ",\"hints\":true").body, HasSubstr("hints"));
  EXPECT_THAT(answer("regular", clock + ",\"take_back\":\"free\"").body, HasSubstr("take_back"));
  EXPECT_EQ(answer("regular", clock).status, 201);
}

TEST(Rated, OnesTableIsToldToBeAndIsPlayedByItsRules) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id =
      new_table(anna, 2, 1, ",\"public\":true,\"rated\":true,\"clock\":{\"move\":60000,\"bank\":0}",
                "regular");
  // Before anybody sits down.
  Player bram(server.port, "Bram");
  const Json lobby = get(bram, "/api/tables");
  const Json& line = lobby.find("public")->items.front();
  EXPECT_NE(line.find("rated"), nullptr);
  EXPECT_EQ(number_of(*line.find("seats")->items[0].find("rating"), "rating"), 1500);
  EXPECT_EQ(number_of(*line.find("seats")->items[0].find("rating"), "uncertainty"), 500);
  bram.watch(id);
  EXPECT_NE(bram.known.find("rated"), nullptr);
  EXPECT_EQ(text_of(bram.known, "take_back"), "never");
  bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
  anna.watch(id);
  EXPECT_EQ(refused(anna.about(
                "seat", ",\"seat\":\"" + seat_name(2) + "\",\"kind\":\"bot\",\"bot\":\"random\"")),
            "state");
  anna.about("start");
  EXPECT_EQ(text_of(anna.known, "hints"), "no");
  EXPECT_EQ(refused(anna.about("remove", ",\"person\":\"" + id_of(bram) + "\",\"on\":true")),
            "state");
  server.time += 40000;
  bram.socket.reset();
  EXPECT_EQ(refused(anna.about("stand-in", ",\"seat\":\"" + seat_name(1) + "\"")), "state");
}

TEST(Rated, ATableCountsOnceHoweverOftenTheServerBegins) {
  const Folder folder;
  auto server = std::make_unique<TestServer>(folder.at("t.db"));
  auto anna = std::make_unique<Player>(server->port, "Anna");
  const std::string id = given_up(*anna, kRated, "master");
  const Json figures = eventually(*anna, "/api/me/figures", has_rating);
  const Json& rating = figures.find("ratings")->items.front();
  EXPECT_EQ(text_of(rating, "game"), game_id());
  EXPECT_EQ(number_of(rating, "games"), 1);
  EXPECT_LT(number_of(rating, "rating"), 1500);
  EXPECT_LT(number_of(rating, "uncertainty"), 500);
  const Json page = get(*anna, "/api/me/games");
  const Json* change = page.find("games")->items.front().find("rating");
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(number_of(*change->find("before"), "rating"), 1500);
  EXPECT_EQ(number_of(*change->find("after"), "rating"), number_of(rating, "rating"));
  for (int i = 0; i < 2; ++i) {
    server = nullptr;
    server = std::make_unique<TestServer>(folder.at("t.db"));
    anna = come_back(server->port, *anna);
    EXPECT_EQ(get(*anna, "/api/me/games").dump(), page.dump());
    EXPECT_EQ(get(*anna, "/api/me/figures").dump(), figures.dump());
  }
  given_up(*anna, ",\"start\":true", "master");  // which is not rated
  EXPECT_EQ(get(*anna, "/api/me/figures").find("ratings")->dump(), figures.find("ratings")->dump());
}

TEST(Rated, WhoIsForgottenHasNoRating) {
  const Folder folder;
  {
    TestServer server(folder.at("t.db"));
    Player anna(server.port, "Anna");
    given_up(anna, kRated, "regular");
    eventually(anna, "/api/me/figures", has_rating);
  }
  const auto kept = [&] {
    store::SqliteOptions options;
    options.file = folder.at("t.db");
    return open_sqlite(options).store->load("rating-" + game_id()).entries.front().text;
  };
  EXPECT_THAT(kept(), Not(HasSubstr("\"person\":\"\"")));
  EXPECT_EQ(server::forget(folder.at("t.db"), "Anna", 1).problem, "");
  EXPECT_THAT(kept(), HasSubstr("\"person\":\"\",\"mean\":0,\"deviation\":0"));
  EXPECT_EQ(server::without_person(kept(), "p1"), std::nullopt);
  // Tables are pruned, ratings are not.
  EXPECT_TRUE(server::is_rating_list("rating-" + game_id()));
  EXPECT_FALSE(server::is_rating_list("mhq3v8k2c6wzt4nb"));
}

// --- the list of ratings

server::Head rated_head(const std::string& first, const std::string& second) {
  server::Head head;
  head.game = &game();
  head.rated = true;
  head.ended = 5;
  for (const std::string& person : {first, second}) {
    server::Chair chair;
    chair.kind = server::SeatKind::kPerson;
    chair.person = person;
    head.chairs.push_back(chair);
  }
  server::Chair bot;
  bot.kind = server::SeatKind::kBot;
  bot.bot = bots::usual_bot();
  head.chairs.push_back(bot);
  head.result = server::TableResult{
      "end", 10, false, {{9, 1, false, {}}, {5, 3, false, {}}, {7, 2, false, {}}}};
  return head;
}

// Two servers see the same tables end: each counts once, in one order for both.
TEST(Ratings, WhoeverAppendsDecides) {
  store::Memory store;
  const server::Log log;
  server::Ratings one(store, log);
  server::Ratings two(store, log);
  one.settle("t1", rated_head("anna", "bram"));
  two.settle("t1", rated_head("anna", "bram"));
  two.settle("t2", rated_head("bram", "anna"));
  one.settle("t2", rated_head("bram", "anna"));
  one.settle("t3", rated_head("anna", "carl"));
  EXPECT_EQ(store.load("rating-" + game_id()).entries.size(), 3u);
  bool read = false;
  two.refresh(game(), [&] { read = true; });
  EXPECT_TRUE(read);
  for (const char* person : {"anna", "bram", "carl"}) {
    EXPECT_EQ(one.of(game(), person), two.of(game(), person)) << person;
    EXPECT_EQ(one.changes(game(), person).size(), person == std::string("carl")   ? 1u
                                                  : person == std::string("bram") ? 2u
                                                                                  : 3u);
  }
  EXPECT_GT(one.changes(game(), "anna")[0].after.mean, 1500);
  EXPECT_EQ(one.changes(game(), "anna")[1].before, one.changes(game(), "anna")[0].after);
  // By the formula, from what the list says.
  const std::vector<server::Strength> after = server::after_game(
      {{{}, 1}, {{}, 3}, {*server::anchor_of(game().spec(), bots::usual_bot()), 2}});
  EXPECT_NEAR(one.changes(game(), "anna")[0].after.mean, after[0].mean, 0.001);
  EXPECT_NEAR(one.changes(game(), "bram")[0].after.deviation, after[1].deviation, 0.001);
}

TEST(Ratings, WhatDoesNotCountIsPassedOver) {
  store::Memory store;
  const server::Log log;
  server::Ratings ratings(store, log);
  server::Head head = rated_head("anna", "bram");
  head.rated = false;
  ratings.settle("t1", head);
  head = rated_head("anna", "bram");
  head.result->by = "closed";
  ratings.settle("t2", head);
  head.result.reset();
  ratings.settle("t3", head);
  EXPECT_TRUE(store.load("rating-" + game_id()).entries.empty());
  EXPECT_EQ(ratings.of(game(), "anna"), server::Strength{});
}

// --- figures

TEST(Figures, AFewGamesProveNothing) {
  // Wilson's by hand: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), for 3 of 3 and 1.5 of 6.
  EXPECT_NEAR(server::share_interval(3, 3).low, 0.4385, 1e-4);
  EXPECT_NEAR(server::share_interval(3, 3).high, 1, 1e-12);
  EXPECT_NEAR(server::share_interval(1.5, 6).low, 0.0600, 1e-4);
  EXPECT_NEAR(server::share_interval(1.5, 6).high, 0.6352, 1e-4);
  const server::Interval place = server::place_interval({1, 1, 1}, 4);
  EXPECT_EQ(place.low, 1);
  EXPECT_GT(place.high, 1.5);
}

TEST(Figures, SharesAreSplitAndWhoLeftHasNone) {
  server::Figures figures;
  server::Head head = rated_head("anna", "bram");
  head.result->seats[0].taken = {{"play a", 4}};
  head.result->seats[1].taken = {{"play a", 1}, {"play b", 3}};
  head.result->seats[2].taken = {{"play a", 1}};
  for (int i = 0; i < 2; ++i) figures.add(head, 0);
  head.result->seats[2].place = 1;  // a tie with the bot
  figures.add(head, 0);
  head.result->seats[0] = {9, 3, true, {{"play c", 100}}};
  figures.add(head, 0);
  const server::GameFigures& of = figures.games().at(&game());
  EXPECT_EQ(of.by_players.at(3).games, 4);
  EXPECT_DOUBLE_EQ(of.by_players.at(3).wins, 2.5);
  EXPECT_EQ(of.by_players.at(3).places, (std::vector<double>{1, 1, 1.5, 3.0 + 0.5}));
  const std::vector<server::Favourite> liked = server::favourites(of, 5);
  ASSERT_EQ(liked.size(), 1u);
  EXPECT_EQ(liked[0].thing, "play a");
  EXPECT_DOUBLE_EQ(liked[0].mine, 4);
  EXPECT_DOUBLE_EQ(liked[0].others, 1);
}

}  // namespace
}  // namespace server_test
