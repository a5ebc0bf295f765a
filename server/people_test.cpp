// People, devices and the lobby over HTTP; what the page is served with.
#include <future>

#include "engine/record.h"
#include "server/testing.h"
#include "store/sqlite.h"

namespace server_test {
namespace {

TEST(People, ADeviceIsSomebodyOnceItHasAName) {
  FreshServer server;
  Device phone(server.port);
  EXPECT_EQ(phone.get("/api/me").json().find("me")->kind, Json::Kind::kNull);
  const HttpAnswer made = phone.request("PUT", "/api/me", "{\"name\":\" Anna \"}");
  EXPECT_EQ(made.status, 200);
  const std::string cookie = made.header("Set-Cookie");
  EXPECT_THAT(cookie, HasSubstr("HttpOnly"));
  EXPECT_THAT(cookie, HasSubstr("SameSite=Strict"));
  EXPECT_THAT(cookie, Not(HasSubstr("Secure")));
  const std::string id = text_of(*made.json().find("me"), "id");
  const HttpAnswer renamed = phone.request("PUT", "/api/me", "{\"name\":\"Anneke\"}");
  EXPECT_EQ(renamed.header("Set-Cookie"), "");
  EXPECT_EQ(phone.get("/api/me").json().dump(),
            "{\"me\":{\"id\":\"" + id + "\",\"name\":\"Anneke\"}}");
  Device thief(server.port);
  thief.cookie = std::string(64, '0');
  EXPECT_EQ(thief.get("/api/me").json().find("me")->kind, Json::Kind::kNull);
  for (const char* bad : {"{}", "{\"name\":\"\"}", "{\"name\":7}", "[]", "x",
                          "{\"name\":\"a\",\"b\":1}", "{\"name\":\"1234567890123456789012345\"}"}) {
    EXPECT_EQ(phone.request("PUT", "/api/me", bad).status, 400) << bad;
  }
}

// Nobody takes the name of somebody they sit with; in Cyrillic letters or small ones neither.
TEST(People, ANewNameMustNotLookLikeATableMates) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  const auto rename = [&](const std::string& name) {
    return bram.device.request("PUT", "/api/me", "{\"name\":\"" + name + "\"}").status;
  };
  EXPECT_EQ(rename("Anna"), 200) << "they have no table together";
  EXPECT_EQ(rename("Bram"), 200);
  anna.watch(new_table(anna, 2, 1));
  bram.watch(anna.table);
  bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
  for (const char* name : {"Anna", "anna", "ANNA", "\u0410nn\u0430"}) {
    const HttpAnswer answer =
        bram.device.request("PUT", "/api/me", std::string("{\"name\":\"") + name + "\"}");
    EXPECT_EQ(answer.status, 409) << name;
    EXPECT_EQ(text_of(*answer.json().find("error"), "code"), "taken");
  }
  EXPECT_EQ(text_of(*bram.device.get("/api/me").json().find("me"), "name"), "Bram");
  EXPECT_EQ(rename("Bram"), 200);
  EXPECT_EQ(rename("Abram"), 200);
  anna.about("start");
  EXPECT_EQ(rename("anna"), 409);
  anna.about("concede");
  bram.about("concede");
  EXPECT_EQ(rename("anna"), 200) << "the table is over";
}

TEST(People, ANewNameIsToldAtOnce) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 2, 1, ",\"public\":true"));
  Player bram(server.port, "Bram");
  bram.watch(anna.table);
  bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
  Player guest(server.port, "Cees");
  guest.watch(anna.table);
  Player follower(server.port, "Dirk");
  follower.ask("{\"do\":\"lobby\"");
  bram.device.be("Bram the Bold");
  const auto shown = [](const Player& player) {
    const Json* person = player.known.find("seats")->items[1].find("person");
    return person == nullptr ? std::string() : text_of(*person, "name");
  };
  for (Player* player : {&anna, &bram, &guest}) {
    EXPECT_TRUE(player->until([&] { return shown(*player) == "Bram the Bold"; }));
  }
  server.time += 2000;
  EXPECT_NE(follower.socket->next_text()->find("Bram the Bold"), std::string::npos);
  // The host sees who watches under the new name, too; one's other pages know it.
  guest.device.be("Cornelis");
  const auto watches = [&] {
    const Json* guests = anna.known.find("guests");
    return guests != nullptr && guests->items.size() == 1 &&
           text_of(guests->items[0], "name") == "Cornelis";
  };
  while (!watches()) anna.about("watch");
  bool told = false;
  while (!told) told = text_of(*guest.socket->next(), "is") == "me";
  const std::string& last = guest.socket->texts.back();
  EXPECT_NE(last.find("Cornelis"), std::string::npos) << last;
}

TEST(People, NamesAreChangedNowAndThenOnly) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.settings.renames = {2, 0.1}; });
  Device anna(server.port);
  anna.be("Anna");
  const auto rename = [&](const std::string& name) {
    return anna.request("PUT", "/api/me", "{\"name\":\"" + name + "\"}").status;
  };
  EXPECT_EQ(rename("Anna B."), 200);
  EXPECT_EQ(rename("Anna C."), 200);
  EXPECT_EQ(rename("Anna D."), 429);
  EXPECT_EQ(rename("Anna C."), 200) << "it is her name already";
  server.time += 10000;
  EXPECT_EQ(rename("Anna D."), 200);
}

TEST(People, TheStoreDoesNotKnowTheTokens) {
  const Folder folder;
  std::string token;
  {
    TestServer server(folder.at("t.db"));
    Device phone(server.port);
    phone.be("Anna");
    token = phone.cookie;
    ASSERT_EQ(token.size(), 64u);
  }
  for (const char* name : {"t.db", "t.db-wal"}) {
    std::ifstream file(folder.at(name), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    EXPECT_EQ(bytes.find(token), std::string::npos) << name;
  }
}

TEST(People, ALinkMovesTheSeatToAnotherDeviceOnce) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  const Json link = anna.device.post("/api/me/link", "{}").json();
  const std::string body = "{\"code\":\"" + text_of(link, "code") + "\"}";
  EXPECT_EQ(text_of(link, "path"), "/link#" + text_of(link, "code"));
  Player tablet(server.port, "");
  EXPECT_EQ(tablet.device.post("/api/me/claim", body).status, 200);
  EXPECT_EQ(tablet.device.post("/api/me/claim", body).status, 404);
  tablet.connect();
  tablet.watch(anna.table);
  EXPECT_EQ(text_of(tablet.known, "you"), seat_name(0));
  ASSERT_TRUE(tablet.until([&] { return tablet.my_turn(); }));
  EXPECT_EQ(number_of(tablet.act(tablet.choice()), "done"), 1);

  const Json late = anna.device.post("/api/me/link", "{}").json();
  server.time += 16 * 60 * 1000;
  EXPECT_EQ(
      tablet.device.post("/api/me/claim", "{\"code\":\"" + text_of(late, "code") + "\"}").status,
      404);
  Device nobody(server.port);
  EXPECT_EQ(nobody.post("/api/me/link", "{}").status, 401);
}

TEST(People, ForeignPagesAreKeptOut) {
  FreshServer server;
  Device phone(server.port);
  const std::string name = "{\"name\":\"Anna\"}";
  EXPECT_EQ(phone.request("PUT", "/api/me", name, "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(phone.request("PUT", "/api/me", name, "Origin: null\r\n").status, 403);
  EXPECT_EQ(phone.request("PUT", "/api/me", name, "Content-Type: text/plain\r\n").status, 400);
  const std::string own = "Origin: http://127.0.0.1:" + std::to_string(server.port) + "\r\n";
  EXPECT_EQ(phone.request("PUT", "/api/me", name, own).status, 200);
  EXPECT_EQ(Socket(phone, "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(Socket(phone, own).status, 101);
}

TEST(People, RequestsAreLimitedForEachAddress) {
  FreshServer server([](server::ServerOptions& options) {
    options.settings.requests = {5, 1};
    options.settings.people = {2, 1};
    options.settings.tables = {1, 1};
  });
  Device phone(server.port);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(phone.get("/api/me").status, 200);
  const HttpAnswer refused = phone.get("/api/me");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(text_of(*refused.json().find("error"), "code"), "too-fast");
  EXPECT_EQ(phone.get("/healthz").status, 200);  // never limited
  server.time += 100000;
  EXPECT_EQ(Device(server.port).request("PUT", "/api/me", "{\"name\":\"a\"}").status, 200);
  EXPECT_EQ(Device(server.port).request("PUT", "/api/me", "{\"name\":\"b\"}").status, 200);
  EXPECT_EQ(Device(server.port).request("PUT", "/api/me", "{\"name\":\"c\"}").status, 429);
}

TEST(People, BodiesAndHeadersHaveTheirLimits) {
  FreshServer server;
  Device phone(server.port);
  EXPECT_EQ(phone.request("PUT", "/api/me", std::string(20000, ' ')).status, 413);
  EXPECT_EQ(phone.request("GET", "/" + std::string(20000, 'x')).status, 413);
  EXPECT_EQ(phone.request("GET", "/", "", "X: " + std::string(20000, 'x') + "\r\n").status, 413);
  Wire wire(server.port);
  wire.write("nonsense\r\n\r\n");
  EXPECT_FALSE(wire.fill());
  EXPECT_EQ(phone.get("/healthz").body, "ok\n");
}

TEST(People, WishesForTablesAreChecked) {
  FreshServer server;
  Device phone(server.port);
  const std::string seats = "[{\"kind\":\"me\"},{\"kind\":\"open\"},{\"kind\":\"open\"}]";
  const std::string good = "{\"game\":\"" + game_id() + "\",\"seats\":" + seats;
  EXPECT_EQ(phone.post("/api/tables", good + "}").status, 401);
  phone.be("Anna");
  EXPECT_EQ(phone.post("/api/tables", good + "}").status, 201);
  const std::vector<std::string> bad{
      "",
      "[]",
      "{\"game\":\"none\",\"seats\":" + seats + "}",
      "{\"game\":\"" + game_id() + "\"}",
      "{\"game\":\"" + game_id() + "\",\"seats\":[]}",
      "{\"game\":\"" + game_id() + "\",\"seats\":[{\"kind\":\"me\"}]}",
      "{\"game\":\"" + game_id() +
          "\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
      "{\"game\":\"" + game_id() +
          "\",\"seats\":[{\"kind\":\"open\"},{\"kind\":\"open\"},{\"kind\":\"open\"}]}",
      "{\"game\":\"" + game_id() +
          "\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"x\"},{\"kind\":\"open\"}]}",
      good + ",\"variants\":{\"none\":\"1\"}}",
      good + ",\"clock\":{\"move\":5}}",
      good + ",\"clock\":{\"move\":0,\"bank\":0}}",
      good + ",\"clock\":{\"move\":2000000000}}",
      good + ",\"word\":\"said aloud\"}",
      good + ",\"take_back\":\"sometimes\"}",
      good + ",\"unknown\":1}",
  };
  for (const std::string& body : bad) {
    EXPECT_EQ(phone.post("/api/tables", body).status, 400) << body;
  }
  EXPECT_EQ(phone.post("/api/tables", good + ",\"start\":true}").status, 409);
}

TEST(People, TheLobbyShowsPublicTablesAndMine) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  const std::string open = new_table(anna, 2, 1, ",\"public\":true");
  const std::string hidden = new_table(anna, 2, 1);
  const std::string mine = anna.device.get("/api/tables").body;
  EXPECT_THAT(mine, HasSubstr(open));
  EXPECT_THAT(mine, HasSubstr(hidden));
  EXPECT_THAT(mine, Not(HasSubstr("secret")));
  const std::string others = bram.device.get("/api/tables").body;
  EXPECT_THAT(others, HasSubstr(open));
  EXPECT_THAT(others, Not(HasSubstr(hidden)));

  // The lobby tells of changes by itself.
  EXPECT_EQ(text_of(bram.ask("{\"do\":\"lobby\",\"on\":true"), "is"), "lobby");
  server.time += 2000;
  const std::string another = new_table(anna, 2, 1, ",\"public\":true");
  server.time += 2000;
  ASSERT_TRUE(
      bram.until([&] { return bram.socket->texts.back().find(another) != std::string::npos; }));
}

// The page draws a table with the figures it began with, also when the program has others by now.
TEST(People, EveryEditionThatATableBeganWithIsThere) {
  const Folder folder;
  std::string file(game().edition_json());
  constexpr std::string_view kOwn = "\"standard\"";
  file.replace(file.find(kOwn), kOwn.size(), "\"older\"");
  const auto older = game().load_edition(file, "edition");
  ASSERT_TRUE(older) << older.error.text;
  const std::string hash = engine::hex64((*older)->hash());
  {
    store::SqliteOptions options;
    options.file = folder.at("t.db");
    const store::Opened opened = store::open_sqlite(options);
    std::promise<store::Outcome> saved;
    opened.store->append("edition-" + hash, 0, {{1, (*older)->text()}}, std::nullopt,
                         [&](const store::Result& result) { saved.set_value(result.outcome); });
    ASSERT_EQ(saved.get_future().get(), store::Outcome::kDone);
  }
  TestServer server(folder.at("t.db"));
  Device phone(server.port);
  const std::string base = "/api/games/" + game_id();
  const std::string own = engine::hex64(game().default_edition()->hash());
  EXPECT_EQ(phone.get(base + "/editions/" + own).body, phone.get(base + "/edition").body);
  EXPECT_EQ(phone.get(base + "/editions/" + hash).body, (*older)->text());
  for (const std::string& none : {std::string("0123456789abcdef"), std::string("standard"),
                                  own + "0", own.substr(1), "+" + own.substr(1)}) {
    EXPECT_EQ(phone.get(base + "/editions/" + none).status, 404) << none;
  }
}

TEST(People, TheCatalogueIsThereInEveryLanguageAndCached) {
  FreshServer server;
  Device phone(server.port);
  const HttpAnswer dutch = phone.get("/api/games?lang=nl");
  EXPECT_EQ(dutch.status, 200);
  EXPECT_EQ(phone.request("GET", "/api/games", "", "Accept-Language: nl-BE,en;q=0.5\r\n").body,
            dutch.body);
  const std::string base = "/api/games/" + game_id();
  for (const std::string& path :
       {std::string("/api/games"), base + "/texts/fr", base + "/edition", base + "/schema"}) {
    const HttpAnswer answer = phone.get(path);
    ASSERT_EQ(answer.status, 200) << path;
    EXPECT_TRUE(answer.json().is_object()) << path;
    const std::string etag = answer.header("ETag");
    EXPECT_EQ(phone.request("GET", path, "", "If-None-Match: " + etag + "\r\n").status, 304);
    const HttpAnswer packed = phone.request("GET", path, "", "Accept-Encoding: gzip\r\n");
    EXPECT_EQ(packed.header("Content-Encoding"), "gzip");
    EXPECT_LT(packed.body.size(), answer.body.size());
  }
  const engine::Texts& french = game().texts(engine::Language::kFrench);
  const Json texts = phone.get(base + "/texts/fr").json();
  for (const engine::Component& part : game().components(*game().default_edition(), french)) {
    const Json* text = texts.find(std::string(part.domain) + "." + part.id + ".text");
    ASSERT_NE(text, nullptr) << part.id;
    EXPECT_EQ(text->text, part.text);
  }
  for (const std::string& path :
       {std::string("/api/games/none/edition"), base + "/texts/xx", base + "/none",
        std::string("/api/nothing"), std::string("/api/tables/none/record")}) {
    EXPECT_EQ(phone.get(path).status, 404) << path;
  }
}

TEST(People, ThePageComesWithItsSecurityHeaders) {
  FreshServer server;
  Device phone(server.port);
  const HttpAnswer page = phone.get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.header("Content-Type"), HasSubstr("text/html"));
  EXPECT_THAT(page.header("Content-Security-Policy"), HasSubstr("default-src 'none'"));
  EXPECT_EQ(page.header("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(page.header("Referrer-Policy"), "no-referrer");
  EXPECT_EQ(phone.get("/t/abcdef").body, page.body);  // the client's own routes
  EXPECT_EQ(phone.get("/nothing.js").status, 404);
  EXPECT_EQ(phone.request("POST", "/", "{}").status, 403);
  const HttpAnswer head = phone.request("HEAD", "/");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("Content-Length"), page.header("Content-Length"));
  EXPECT_EQ(phone.request("GET", "/", "", "If-None-Match: " + page.header("ETag") + "\r\n").status,
            304);
  EXPECT_THAT(phone.get("/metrics").body, HasSubstr("stamtafel_http_requests_total"));
  EXPECT_THAT(phone.get("/metrics").body, HasSubstr("\nstamtafel_store_log_bytes "));
}

}  // namespace
}  // namespace server_test
