// A server that serves a game with figures of the operator's own: new tables begin with them, old
// ones keep theirs.
#include <gmock/gmock.h>

#include "engine/record.h"
#include "server/testing.h"

namespace server_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

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
    options.settings.editions[std::string(tavern().spec().id)] = edition;
  };
}

std::string make(Player& player) {
  const HttpAnswer made = player.device.post(
      "/api/tables",
      R"({"game":"tiefenthal","start":true,"seats":[{"kind":"me"},{"kind":"bot","bot":"random"}]})");
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

}  // namespace
}  // namespace server_test
