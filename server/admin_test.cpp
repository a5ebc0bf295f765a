// The operator's socket: what it tells, what it does, and who can open it.
#include <sys/stat.h>
#include <sys/un.h>

#include "server/testing.h"

namespace server_test {
namespace {

constexpr int64_t kMinute = 60 * 1000;

// A connection to the socket.
class Operator {
 public:
  explicit Operator(const std::string& path)
      : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    path.copy(to.sun_path, sizeof to.sun_path - 1);
    open = ::connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
  }
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;
  ~Operator() { ::close(fd_); }

  Json ask(std::string line) {
    line += "\n";
    EXPECT_EQ(::send(fd_, line.data(), line.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(line.size()));
    while (buffer_.find('\n') == std::string::npos) {
      pollfd waiting{fd_, POLLIN, 0};
      if (::poll(&waiting, 1, kPatienceMs) <= 0) return {};
      char bytes[4096];
      const ssize_t count = ::recv(fd_, bytes, sizeof bytes, 0);
      if (count <= 0) return {};
      buffer_.append(bytes, static_cast<size_t>(count));
    }
    const size_t end = buffer_.find('\n');
    const auto json = engine::parse_json(buffer_.substr(0, end), "answer");
    buffer_.erase(0, end + 1);
    return json ? *json : Json();
  }
  bool open = false;

 private:
  int fd_;
  std::string buffer_;
};

// A server with such a socket.
struct House {
  Folder folder;
  std::string socket = folder.at("admin");
  TestServer server{folder.at("t.db"),
                    [this](server::ServerOptions& options) { options.net.admin = socket; }};
};

TEST(Admin, OnlyTheOwnerCanOpenTheSocketAndItGoesWithTheServer) {
  House house;
  ASSERT_EQ(house.server.problem, "");
  struct stat there{};
  ASSERT_EQ(::lstat(house.socket.c_str(), &there), 0);
  EXPECT_TRUE(S_ISSOCK(there.st_mode));
  EXPECT_EQ(there.st_mode & 0777u, 0600u);
  // Another server can't take it; what a killed one has left behind it can.
  TestServer second(house.folder.at("u.db"),
                    [&](server::ServerOptions& options) { options.net.admin = house.socket; });
  EXPECT_THAT(second.problem, HasSubstr("another server listens there"));
  EXPECT_TRUE(Operator(house.socket).open);
  house.server.stop();
  EXPECT_NE(::lstat(house.socket.c_str(), &there), 0);

  const int left = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  house.socket.copy(to.sun_path, sizeof to.sun_path - 1);
  ASSERT_EQ(::bind(left, reinterpret_cast<sockaddr*>(&to), sizeof to), 0);
  ::close(left);
  TestServer third(house.folder.at("v.db"),
                   [&](server::ServerOptions& options) { options.net.admin = house.socket; });
  EXPECT_EQ(third.problem, "");
  TestServer file(house.folder.at("w.db"), [&](server::ServerOptions& options) {
    options.net.admin = house.folder.at("t.db");
  });
  EXPECT_THAT(file.problem, HasSubstr("there is a file of this name"));
}

TEST(Admin, TellsOfTablesClientsAndPeople) {
  House house;
  Operator admin(house.socket);
  Player anna(house.server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  const Json status = admin.ask("{\"do\":\"status\"}");
  EXPECT_EQ(text_of(status, "is"), "status");
  EXPECT_EQ(number_of(status, "clients"), 1);
  EXPECT_EQ(number_of(status, "tables_in_memory"), 1);
  EXPECT_EQ(number_of(status, "games"), 1);
  EXPECT_FALSE(status.find("draining")->boolean);
  const std::string tables = admin.ask("{\"do\":\"list\"}").dump();
  EXPECT_THAT(tables, HasSubstr(anna.table));
  EXPECT_THAT(tables, HasSubstr("\"name\":\"Anna\""));
  EXPECT_THAT(tables, HasSubstr("\"status\":\"playing\""));
  EXPECT_THAT(tables, Not(HasSubstr("secret")));
  EXPECT_THAT(admin.ask("{\"do\":\"list\",\"what\":\"clients\"}").dump(),
              HasSubstr("\"address\":\"127.0.0.1\""));
  EXPECT_THAT(admin.ask("{\"do\":\"list\",\"what\":\"people\"}").dump(),
              HasSubstr("\"clients\":1"));
  for (const char* bad :
       {"", "x", "[]", "{}", "{\"do\":\"none\"}", "{\"do\":\"list\",\"what\":\"x\"}",
        "{\"do\":\"status\",\"more\":1}", "{\"do\":\"close\"}",
        "{\"do\":\"mute\",\"person\":\"x\"}", "{\"do\":\"drain\",\"minutes\":-1}",
        "{\"do\":\"close\",\"table\":\"nothing\"}"}) {
    EXPECT_EQ(text_of(admin.ask(bad), "is"), "error") << bad;
  }
}

TEST(Admin, ClosesATableForGood) {
  House house;
  Operator admin(house.socket);
  Player anna(house.server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  // By the beginning of its id, as logs show it.
  const std::string line = "{\"do\":\"close\",\"table\":\"" + anna.table.substr(0, 6) + "\"}";
  EXPECT_EQ(admin.ask(line).dump(), "{\"is\":\"ok\"}");
  ASSERT_TRUE(anna.until([&] { return anna.over(); }));
  EXPECT_EQ(text_of(*at(anna.known, "state.outcome"), "by"), "closed");
  EXPECT_TRUE(at(anna.known, "state.outcome.winners")->items.empty());
  EXPECT_EQ(text_of(anna.act("anything"), "is"), "error");
  EXPECT_EQ(text_of(admin.ask(line), "code"), "state");
  EXPECT_EQ(anna.device.get("/api/tables/" + anna.table + "/record").status, 200);

  // One that has not begun is over, too, and has nothing to show.
  Player bram(house.server.port, "Bram");
  bram.watch(new_table(bram, 2, 1, ",\"public\":true"));
  EXPECT_EQ(text_of(admin.ask("{\"do\":\"close\",\"table\":\"" + bram.table + "\"}"), "is"), "ok");
  ASSERT_TRUE(bram.until([&] { return bram.over(); }));
  Player late(house.server.port, "Late");
  EXPECT_EQ(text_of(late.watch(bram.table), "status"), "over");
  EXPECT_EQ(text_of(late.about("sit", ",\"seat\":\"" + seat_name(1) + "\""), "code"), "state");
  EXPECT_EQ(bram.device.get("/api/tables/" + bram.table + "/record").status, 409);
  EXPECT_THAT(late.device.get("/api/tables").body, Not(HasSubstr(bram.table)));
}

TEST(Admin, AMutedPersonSaysNothingAnywhereEvenAfterARestart) {
  House house;
  Player anna(house.server.port, "Anna");
  const Json mine = anna.device.get("/api/me").json();
  const std::string id = text_of(*mine.find("me"), "id");
  anna.watch(new_table(anna, 2, 1));
  {
    Operator admin(house.socket);
    EXPECT_EQ(
        text_of(admin.ask("{\"do\":\"mute\",\"person\":\"" + id + "\",\"minutes\":60}"), "is"),
        "ok");
    EXPECT_THAT(admin.ask("{\"do\":\"list\",\"what\":\"mutes\"}").dump(), HasSubstr(id));
  }
  EXPECT_EQ(text_of(anna.about("say", ",\"text\":\"hello\""), "code"), "forbidden");
  house.server.stop();
  TestServer again(house.folder.at("t.db"),
                   [&](server::ServerOptions& options) { options.net.admin = house.socket; });
  Player back(again.port, "");
  back.device.cookie = anna.device.cookie;
  back.connect();
  back.watch(anna.table);
  EXPECT_EQ(text_of(back.about("say", ",\"text\":\"hello\""), "code"), "forbidden");
  again.time += 61 * kMinute;
  EXPECT_EQ(text_of(back.about("say", ",\"text\":\"hello\""), "is"), "news");
  Operator admin(house.socket);
  EXPECT_EQ(text_of(admin.ask("{\"do\":\"mute\",\"person\":\"" + id + "\"}"), "is"), "ok");
  EXPECT_EQ(text_of(back.about("say", ",\"text\":\"hello\""), "code"), "forbidden");
  EXPECT_EQ(text_of(admin.ask("{\"do\":\"mute\",\"person\":\"" + id + "\",\"minutes\":0}"), "is"),
            "ok");
  EXPECT_EQ(text_of(back.about("say", ",\"text\":\"hello\""), "is"), "news");
}

TEST(Admin, AnAnnouncementReachesAllWhoAreThereOrComeInTime) {
  House house;
  Operator admin(house.socket);
  Player anna(house.server.port, "Anna");
  EXPECT_EQ(
      text_of(admin.ask("{\"do\":\"announce\",\"text\":\"Update at eight\",\"minutes\":5}"), "is"),
      "ok");
  const auto heard = [](Player& player) {
    return player.until(
        [&] { return player.socket->texts.back().find("Update at eight") != std::string::npos; });
  };
  EXPECT_TRUE(heard(anna));
  Player bram(house.server.port, "Bram");
  EXPECT_TRUE(heard(bram));
  house.server.time += 6 * kMinute;
  Player late(house.server.port, "Late");
  EXPECT_EQ(text_of(late.ask("{\"do\":\"ping\""), "is"), "pong");
  for (const std::string& text : late.socket->texts) EXPECT_THAT(text, Not(HasSubstr("Update")));
}

TEST(Admin, ADrainedServerBeginsNothingAndEndsWhenTheLastGamePauses) {
  House house;
  Operator admin(house.socket);
  Player anna(house.server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  Player bram(house.server.port, "Bram");
  bram.watch(new_table(bram, 1, 2));
  EXPECT_EQ(text_of(admin.ask("{\"do\":\"drain\",\"minutes\":30}"), "is"), "ok");
  EXPECT_TRUE(anna.until(
      [&] { return anna.socket->texts.back().find("\"is\":\"drain\"") != std::string::npos; }));
  const std::string wish =
      "{\"game\":\"" + game_id() +
      "\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"},{\"kind\":\"open\"}]}";
  EXPECT_EQ(bram.device.post("/api/tables", wish).status, 409);
  EXPECT_EQ(text_of(bram.about("start"), "code"), "state");
  EXPECT_EQ(bram.device.get("/healthz").status, 503);
  ASSERT_TRUE(anna.until([&] { return anna.my_turn(); }));
  EXPECT_EQ(number_of(anna.act(anna.choice()), "done"), 1);  // games go on
  // It is thought better of.
  EXPECT_EQ(text_of(admin.ask("{\"do\":\"drain\",\"on\":false}"), "is"), "ok");
  EXPECT_EQ(bram.device.get("/healthz").status, 200);
  EXPECT_EQ(text_of(admin.ask("{\"do\":\"drain\",\"minutes\":30}"), "is"), "ok");
  house.server.time += 2 * kMinute;  // nobody has moved since
  while (anna.socket->next()) {
  }
  EXPECT_EQ(anna.socket->close_code, 1001);
}

TEST(Admin, ADrainedServerEndsInTimeWhoeverPlays) {
  House house;
  Operator admin(house.socket);
  Player anna(house.server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  EXPECT_EQ(text_of(admin.ask("{\"do\":\"drain\",\"minutes\":0}"), "is"), "ok");
  while (anna.socket->next()) {
  }
  EXPECT_EQ(anna.socket->close_code, 1001);
}

}  // namespace
}  // namespace server_test
