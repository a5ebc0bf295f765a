// Where somebody is logged in, for how long, and logging out.
#include "server/testing.h"
#include "server/user_agent.h"

namespace server_test {
namespace {

constexpr int64_t kDay = 24 * 3600 * 1000;
constexpr const char* kFirefox =
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\n";

Json devices_of(Device& device) {
  const HttpAnswer answer = device.get("/api/me/devices");
  EXPECT_EQ(answer.status, 200) << answer.body;
  const Json json = answer.json();
  const Json* list = json.find("devices");
  return list == nullptr ? Json() : *list;
}
// Makes it another device of the same person.
void move_in(Player& other, Player& first) {
  const Json link = first.device.post("/api/me/link", "{}").json();
  const std::string body = "{\"code\":\"" + text_of(link, "code") + "\"}";
  EXPECT_EQ(other.device.post("/api/me/claim", body).status, 200);
  other.connect();
}
bool ends(Player& player) {
  while (player.socket->next()) {
  }
  return player.socket->close_code == 4001;
}

TEST(Devices, ACookieIsRenewedByUseOnceADay) {
  FreshServer server;
  Device phone(server.port);
  phone.be("Anna");
  const std::string token = phone.cookie;
  EXPECT_EQ(phone.get("/api/me").header("Set-Cookie"), "");
  server.time += kDay - 1;
  EXPECT_EQ(phone.get("/api/tables").header("Set-Cookie"), "");
  server.time += 2;
  const std::string renewed = phone.get("/api/tables").header("Set-Cookie");
  EXPECT_THAT(renewed, HasSubstr("stamtafel=" + token + ";"));
  EXPECT_THAT(renewed, HasSubstr("Max-Age=31536000"));
  EXPECT_THAT(renewed, HasSubstr("HttpOnly"));
  EXPECT_EQ(phone.get("/api/me").header("Set-Cookie"), "");
  server.time += 30 * kDay;
  EXPECT_THAT(phone.get("/api/me").header("Set-Cookie"), HasSubstr(token));
  // Texts of games may be kept by caches: no cookie goes with them.
  server.time += 30 * kDay;
  EXPECT_EQ(phone.get("/api/games").header("Set-Cookie"), "");
  Device thief(server.port);
  thief.cookie = std::string(64, '0');
  EXPECT_EQ(thief.get("/api/me").header("Set-Cookie"), "");
}

TEST(Devices, AreListedWithWhatTheyAreAndWhenTheyWereUsed) {
  FreshServer server;
  Device nobody(server.port);
  EXPECT_EQ(nobody.get("/api/me/devices").status, 401);
  Player anna(server.port, "Anna");
  const int64_t begun = server.time;
  anna.device.request("GET", "/api/me", "", kFirefox);
  server.time += 5 * kDay;
  Player tablet(server.port, "");
  move_in(tablet, anna);
  const Json mine = devices_of(tablet.device);
  ASSERT_EQ(mine.items.size(), 2u);
  const Json& own = mine.items[0].find("this")->boolean ? mine.items[0] : mine.items[1];
  const Json& first = mine.items[0].find("this")->boolean ? mine.items[1] : mine.items[0];
  EXPECT_TRUE(own.find("this")->boolean);
  EXPECT_FALSE(first.find("this")->boolean);
  EXPECT_EQ(text_of(first, "browser"), "Firefox");
  EXPECT_EQ(text_of(first, "system"), "Linux");
  EXPECT_EQ(number_of(first, "made"), begun);
  EXPECT_EQ(number_of(own, "made"), server.time);
  EXPECT_EQ(number_of(own, "seen"), server.time);
  // Neither the token nor all of its hash.
  EXPECT_EQ(text_of(own, "device").size(), 16u);
}

TEST(Devices, OneCanBeLoggedOutFromAnother) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player tablet(server.port, "");
  move_in(tablet, anna);
  Player bram(server.port, "Bram");
  std::string lost;
  for (const Json& device : devices_of(anna.device).items) {
    if (!device.find("this")->boolean) lost = text_of(device, "device");
  }
  const std::string body = "{\"device\":\"" + lost + "\"}";
  EXPECT_EQ(bram.device.post("/api/me/revoke", body).status, 404);
  EXPECT_EQ(anna.device.post("/api/me/revoke", body).status, 200);
  EXPECT_TRUE(ends(tablet));
  EXPECT_EQ(tablet.device.get("/api/me").json().find("me")->kind, Json::Kind::kNull);
  EXPECT_EQ(anna.device.post("/api/me/revoke", body).status, 404);
  EXPECT_EQ(text_of(anna.ask("{\"do\":\"ping\""), "is"), "pong");
  for (const char* bad : {"{}", "{\"device\":\"\"}", "{\"device\":\"x\",\"others\":true}", "[]",
                          "{\"device\":7}", "{\"others\":true,\"more\":1}", "x"}) {
    EXPECT_EQ(anna.device.post("/api/me/revoke", bad).status, 400) << bad;
  }
}

TEST(Devices, AllOthersCanBeLoggedOutAtOnceAndThisOneToo) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player tablet(server.port, "");
  move_in(tablet, anna);
  Player phone(server.port, "");
  move_in(phone, anna);
  Player bram(server.port, "Bram");
  EXPECT_EQ(anna.device.post("/api/me/revoke", "{\"others\":true}").status, 200);
  EXPECT_TRUE(ends(tablet));
  EXPECT_TRUE(ends(phone));
  EXPECT_EQ(text_of(anna.ask("{\"do\":\"ping\""), "is"), "pong");
  EXPECT_EQ(text_of(bram.ask("{\"do\":\"ping\""), "is"), "pong");
  const Json left = devices_of(anna.device);
  ASSERT_EQ(left.items.size(), 1u);
  const HttpAnswer out = anna.device.post(
      "/api/me/revoke", "{\"device\":\"" + text_of(left.items[0], "device") + "\"}");
  EXPECT_EQ(out.status, 200);
  EXPECT_THAT(out.header("Set-Cookie"), HasSubstr("stamtafel=;"));
  EXPECT_THAT(out.header("Set-Cookie"), HasSubstr("Max-Age=0"));
  EXPECT_TRUE(ends(anna));
}

TEST(UserAgent, IsToldInTwoWords) {
  const auto words = [](std::string_view header) {
    const server::UserAgent agent = server::read_user_agent(header);
    return agent.browser + "/" + agent.system;
  };
  EXPECT_EQ(words("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
                  "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"),
            "Safari/iPhone");
  EXPECT_EQ(words("Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
                  "Chrome/126.0.0.0 Mobile Safari/537.36"),
            "Chrome/Android");
  EXPECT_EQ(words("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like "
                  "Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0"),
            "Edge/Windows");
  EXPECT_EQ(words("Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 "
                  "Firefox/127.0"),
            "Firefox/Mac");
  EXPECT_EQ(words(""), "/");
}

}  // namespace
}  // namespace server_test
