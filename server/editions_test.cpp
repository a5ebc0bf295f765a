// A server that serves a game with figures of the operator's own: new tables begin with them, old
// ones keep theirs.
#include "engine/record.h"
#include "server/testing.h"

namespace server_test {
namespace {

const engine::AnyGame& tavern() { return *games::find("tiefenthal"); }

// The game's own, with another name and another price.
engine::EditionPtr dear() {
  std::string file(tavern().edition_json());
  const auto replace = [&](const std::string& old, const std::string& text) {
    file.replace(file.find(old), old.size(), text);
  };
  replace("\"standard\"", "\"dear\"");
  replace("\"count\": 16, \"price\": 2", "\"count\": 16, \"price\": 17");
  const auto edition = tavern().load_edition(file, "edition");
  EXPECT_TRUE(edition) << edition.error.text;
  return edition ? *edition : nullptr;
}

TestServer::Adjust serving(const engine::EditionPtr& edition) {
  return [edition](server::ServerOptions& options) {
    options.settings.editions[std::string(tavern().spec().id)] = {edition};
  };
}

HttpAnswer ask_for_table(Player& player, const std::string& edition) {
  return player.device.post("/api/tables",
                            R"({"game":"tiefenthal","start":true,)" +
                                (edition.empty() ? "" : "\"edition\":\"" + edition + "\",") +
                                R"("seats":[{"kind":"me"},{"kind":"bot","bot":"random"}]})");
}

std::string make(Player& player, const std::string& edition = "") {
  const HttpAnswer made = ask_for_table(player, edition);
  EXPECT_EQ(made.status, 201) << made.body;
  return text_of(made.json(), "table");
}

// The same person at another server.
Player back(const TestServer& server, const std::string& cookie) {
  Player nobody(server.port, "");
  nobody.device.cookie = cookie;
  return Player(nobody);
}

const Json& listed(const Json& answer, std::string_view list, std::string_view member,
                   const std::string& value) {
  for (const Json& item : answer.find(list)->items) {
    if (text_of(item, member) == value) return item;
  }
  static const Json none;
  ADD_FAILURE() << value << " is not in " << list;
  return none;
}

// Name and hash; "own" where it is the game's.
std::string edition_in(const Json& json) {
  const Json* edition = json.find("edition");
  if (edition == nullptr) return "none";
  return text_of(*edition, "name") + " " + text_of(*edition, "hash") +
         (edition->find("own") != nullptr ? " own" : "");
}

std::string hash_of(const engine::EditionPtr& edition) { return engine::hex64(edition->hash()); }

TEST(Editions, TheCatalogueTellsTheOneThatNewTablesBeginWith) {
  const Folder folder;
  const engine::EditionPtr edition = dear();
  TestServer server(folder.at("t.db"), serving(edition));
  Device phone(server.port);
  const Json catalogue = phone.get("/api/games").json();
  EXPECT_EQ(edition_in(listed(catalogue, "games", "id", "tiefenthal")), "dear " + hash_of(edition));
  EXPECT_EQ(edition_in(listed(catalogue, "games", "id", game_id())),
            "standard " + hash_of(game().default_edition()) + " own");
  const std::string base = "/api/games/tiefenthal";
  EXPECT_EQ(phone.get(base + "/edition").body, edition->text());
  EXPECT_EQ(phone.get(base + "/editions/" + hash_of(edition)).body, edition->text());
  const std::string own = hash_of(tavern().default_edition());
  EXPECT_EQ(phone.get(base + "/editions/" + own).body, tavern().edition_json());
  // What a card costs is told with the figures of the edition.
  EXPECT_THAT(phone.get(base + "/texts/en").body, HasSubstr("17 ducats"));
  EXPECT_EQ(phone.get(base + "/editions/" + hash_of(edition) + "/texts/en").body,
            phone.get(base + "/texts/en").body);
  EXPECT_THAT(phone.get(base + "/editions/" + own + "/texts/en").body, Not(HasSubstr("17 ducats")));
  for (const std::string& none :
       {base + "/editions/0123456789abcdef/texts/en", base + "/editions/" + own + "/texts/xx",
        base + "/editions/" + own + "/texts", base + "/editions/" + own + "/schema/en"}) {
    EXPECT_EQ(phone.get(none).status, 404) << none;
  }
}

TEST(Editions, TablesKeepTheirsWhenTheServerGetsAnother) {
  const Folder folder;
  const engine::EditionPtr edition = dear();
  std::string cookie, own_table, dear_table, view;
  const std::string own = "standard " + hash_of(tavern().default_edition()) + " own";
  const std::string other = "dear " + hash_of(edition);
  {
    TestServer server(folder.at("t.db"));
    Player anna(server.port, "Anna");
    cookie = anna.device.cookie;
    own_table = make(anna);
    EXPECT_EQ(edition_in(anna.watch(own_table)), own);
  }
  {
    TestServer server(folder.at("t.db"), serving(edition));
    Player anna = back(server, cookie);
    EXPECT_EQ(edition_in(anna.watch(own_table)), own);
    dear_table = make(anna);
    EXPECT_EQ(edition_in(anna.watch(dear_table)), other);
    view = at(anna.known, "state.view")->dump();
    const Json lobby = anna.device.get("/api/tables").json();
    EXPECT_EQ(edition_in(listed(lobby, "mine", "table", own_table)), own);
    EXPECT_EQ(edition_in(listed(lobby, "mine", "table", dear_table)), other);
  }
  TestServer server(folder.at("t.db"));
  Player anna = back(server, cookie);
  EXPECT_EQ(edition_in(anna.watch(dear_table)), other);
  EXPECT_EQ(at(anna.known, "state.view")->dump(), view);
  const Json lobby = anna.device.get("/api/tables").json();
  EXPECT_EQ(edition_in(listed(lobby, "mine", "table", dear_table)), other);
  // A rematch is a new table: it begins with what the server has now.
  EXPECT_EQ(refused(anna.about("concede")), "");
  const std::string next = text_of(anna.about("rematch"), "table");
  EXPECT_EQ(edition_in(anna.watch(next)), own);
}

// --- several to choose from ---------------------------------------------------------------------

TEST(Editions, WhoeverMakesATableChoosesAmongThoseThatAreOffered) {
  const Folder folder;
  const engine::EditionPtr edition = dear();
  const engine::EditionPtr standard = tavern().default_edition();
  const std::string own = "standard " + hash_of(standard) + " own";
  const std::string other = "dear " + hash_of(edition);
  const TestServer::Adjust both = [&](server::ServerOptions& options) {
    options.settings.editions["tiefenthal"] = {standard, edition};
  };
  std::string cookie, table;
  {
    TestServer server(folder.at("t.db"), both);
    Player anna(server.port, "Anna");
    cookie = anna.device.cookie;
    const Json catalogue = anna.device.get("/api/games").json();
    const Json& game = listed(catalogue, "games", "id", "tiefenthal");
    EXPECT_EQ(edition_in(game), own);
    ASSERT_EQ(game.find("editions")->items.size(), 2u);
    EXPECT_EQ(text_of(game.find("editions")->items[1], "name"), "dear");
    EXPECT_EQ(catalogue.find("own_editions"), nullptr);
    // Unasked it is the first one.
    EXPECT_EQ(edition_in(anna.watch(make(anna))), own);
    table = make(anna, hash_of(edition));
    EXPECT_EQ(edition_in(anna.watch(table)), other);
    // Whoever looks in is told before they sit down, and so is the lobby.
    Player ben(server.port, "Ben");
    EXPECT_EQ(edition_in(ben.watch(table)), other);
    EXPECT_EQ(edition_in(listed(anna.device.get("/api/tables").json(), "mine", "table", table)),
              other);
    // A rematch is with the same one.
    EXPECT_EQ(refused(anna.about("concede")), "");
    EXPECT_EQ(edition_in(anna.watch(text_of(anna.about("rematch"), "table"))), other);
    for (const std::string& wrong : {std::string("0123456789abcdef"), std::string("dear"),
                                     std::string("edition-") + hash_of(edition)}) {
      const HttpAnswer answer = ask_for_table(anna, wrong);
      EXPECT_EQ(answer.status, 400) << wrong;
      EXPECT_THAT(answer.body, HasSubstr("is none to choose here"));
    }
  }
  TestServer server(folder.at("t.db"));
  Player anna = back(server, cookie);
  EXPECT_EQ(edition_in(anna.watch(table)), other);
  // No longer offered: the table keeps it, nobody gets it.
  EXPECT_EQ(ask_for_table(anna, hash_of(edition)).status, 400);
}

// --- brought along ------------------------------------------------------------------------------

std::string named_file() {
  Json json = *engine::parse_json(dear()->text(), "edition");
  json.set("texts", *engine::parse_json(R"({"en": {
      "edition": {"name": "Dear beer", "text": "<b>Everything</b> costs more."},
      "card": {"beer_merchant": "Brewer's <i>friend</i>"}}})",
                                        "texts"));
  return json.dump(2);
}

TestServer::Adjust open_house() {
  return [](server::ServerOptions& options) {
    options.settings.own_editions = true;
    options.net.body = 200 << 10;
  };
}

TEST(Editions, SomebodyBringsOneAlongAndItStaysWithTheTable) {
  const Folder folder;
  const std::string path = "/api/games/tiefenthal/editions";
  std::string cookie, table, hash;
  {
    TestServer server(folder.at("t.db"), open_house());
    Player anna(server.port, "Anna");
    cookie = anna.device.cookie;
    EXPECT_NE(anna.device.get("/api/games").json().find("own_editions"), nullptr);
    const HttpAnswer brought = anna.device.post(path, named_file());
    ASSERT_EQ(brought.status, 201) << brought.body;
    const Json answer = brought.json();
    const Json& edition = *answer.find("edition");
    hash = text_of(edition, "hash");
    EXPECT_EQ(text_of(edition, "name"), "Dear beer");
    EXPECT_EQ(text_of(edition, "text"), "<b>Everything</b> costs more.");
    // Nobody else is offered it.
    EXPECT_THAT(anna.device.get("/api/games").body, Not(HasSubstr("Dear beer")));
    table = make(anna, hash);
    EXPECT_EQ(edition_in(anna.watch(table)), "Dear beer " + hash);
    EXPECT_THAT(anna.device.get(path + "/" + hash + "/texts/nl").body,
                HasSubstr("Brewer's <i>friend</i>"));
  }
  TestServer server(folder.at("t.db"));
  Player anna = back(server, cookie);
  EXPECT_EQ(edition_in(anna.watch(table)), "Dear beer " + hash);
  EXPECT_EQ(refused(anna.about("concede")), "");
  // The house is no longer open: the next game is with what is offered.
  EXPECT_EQ(edition_in(anna.watch(text_of(anna.about("rematch"), "table"))),
            "standard " + hash_of(tavern().default_edition()) + " own");
}

TEST(Editions, WhatSomebodyBringsIsReadWithCare) {
  const Folder folder;
  const std::string path = "/api/games/tiefenthal/editions";
  {
    TestServer closed(folder.at("closed.db"));
    Player anna(closed.port, "Anna");
    EXPECT_EQ(anna.device.post(path, "{}").status, 403);
  }
  TestServer server(folder.at("t.db"), open_house());
  Device nobody(server.port);
  EXPECT_EQ(nobody.post(path, named_file()).status, 401);
  Player anna(server.port, "Anna");
  EXPECT_EQ(anna.device.post("/api/games/chess/editions", named_file()).status, 404);
  EXPECT_EQ(anna.device.post("/api/games/koenig/editions", named_file()).status, 400);
  struct Bad {
    std::string file;
    std::string why;
  };
  Json wrong = *engine::parse_json(tavern().edition_json(), "edition");
  wrong.find("rounds")->find("value")->integer = 1000;
  for (const Bad& bad : {Bad{"", ""}, Bad{"[", ""}, Bad{"{}", "is missing"},
                         Bad{std::string(5000, '['), "nested too deeply"},
                         Bad{wrong.dump(2), "rounds.value must be from 1 to "}}) {
    const HttpAnswer answer = anna.device.post(path, bad.file);
    EXPECT_EQ(answer.status, 400) << bad.file.substr(0, 20);
    EXPECT_THAT(answer.body, HasSubstr(bad.why));
  }
  EXPECT_EQ(anna.device.post(path, std::string(130 << 10, ' ')).status, 413);
  // One after the other: the oldest are forgotten, and can't be chosen any more.
  std::vector<std::string> hashes;
  for (int i = 0; i < 17; ++i) {
    Json json = *engine::parse_json(tavern().edition_json(), "edition");
    json.set("edition", Json::of("number " + std::to_string(i)));
    const HttpAnswer brought = anna.device.post(path, json.dump());
    ASSERT_EQ(brought.status, 201) << brought.body;
    hashes.push_back(text_of(*brought.json().find("edition"), "hash"));
  }
  EXPECT_EQ(ask_for_table(anna, hashes.front()).status, 400);
  EXPECT_EQ(ask_for_table(anna, hashes.back()).status, 201);
}

}  // namespace
}  // namespace server_test
