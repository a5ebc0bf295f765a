// What the tests of the server share: a server of the test's own, and clients that play.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>

#include "games/registry.h"
#include "server/known_state.h"
#include "server/server.h"
#include "server/test_client.h"
#include "tests/folder.h"
#include "tests/matchers.h"

namespace server_test {

using namespace matchers;

namespace fs = std::filesystem;
using engine::Json;

using tests::Folder;

// A server on a free port, with a clock that the test turns on.
class TestServer {
 public:
  using Adjust = std::function<void(server::ServerOptions&)>;
  explicit TestServer(const std::string& data, const Adjust& adjust = nullptr) {
    server::ServerOptions options;
    options.data = data;
    options.net.port = 0;
    options.net.tick_ms = 5;
    options.settings.now = [this] { return time.load(); };
    options.settings.version = "stamtafel test";
    options.settings.lift_limits();
    options.net.gate.arrivals = {0, 0};
    if (adjust) adjust(options);
    server_ = std::make_unique<server::Server>(std::move(options));
    problem = server_->open();
    port = server_->port();
    if (problem.empty()) thread_ = std::thread([this] { server_->run(); });
  }
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;
  ~TestServer() { stop(); }
  void stop() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
    server_.reset();
  }

  std::atomic<int64_t> time{1'000'000'000'000};
  std::string problem;
  uint16_t port = 0;

 private:
  std::unique_ptr<server::Server> server_;
  std::thread thread_;
};

// The same over a file of its own, which goes with it.
struct OwnFolder {
  const Folder folder;
};
class FreshServer : OwnFolder, public TestServer {
 public:
  explicit FreshServer(const Adjust& adjust = nullptr) : TestServer(folder.at("t.db"), adjust) {}
};

inline const engine::AnyGame& game() { return *games::all().front(); }
inline std::string game_id() { return std::string(game().spec().id); }
inline std::string seat_name(int seat) {
  return std::string(game().spec().seat_ids[static_cast<size_t>(seat)]);
}

// "state.view.turn"
inline const Json* at(const Json& json, std::string_view path) {
  const Json* here = &json;
  while (here != nullptr && !path.empty()) {
    const size_t dot = path.find('.');
    here = here->find(path.substr(0, dot));
    path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
  }
  return here;
}

// The code of an error; empty: it is none.
inline std::string refused(const Json& answer) {
  return text_of(answer, "is") == "error" ? text_of(answer, "code") : std::string();
}
// A figure of /metrics; -1 when it isn't there.
inline int64_t metric(Device& device, const std::string& name) {
  const std::string text = device.get("/metrics").body;
  const std::string mark = "\nstamtafel_" + name + " ";
  const size_t found = text.find(mark);
  return found == std::string::npos ? -1 : std::atoll(text.c_str() + found + mark.size());
}

// Somebody with a name, a connection, and the table as the client knows it: messages are applied as
// a real client would, and a gap or a repeat fails the test.
class Player {
 public:
  // So that both kinds of clients sit at the tables of all tests, about half of them (Anna, Carla;
  // not Bram, nor who has no name) take what has changed in place of the whole position.
  Player(uint16_t port, const std::string& name, const Home& home = {})
      : device(port, home), differences(!name.empty() && name.front() % 2 == 1) {
    if (!name.empty()) device.be(name);
    connect();
  }

  // Another socket of the same person.
  explicit Player(const Player& same) : Player(same, same.differences) {}
  Player(const Player& same, bool with_differences)
      : device(same.device), differences(with_differences) {
    connect();
  }

  void connect() {
    socket = std::make_unique<Socket>(device);
    hello("en");
  }
  Json hello(const std::string& language) {
    return ask("{\"do\":\"hello\",\"protocol\":1,\"lang\":\"" + language + "\"" +
               (differences ? ",\"differences\":true" : ""));
  }

  // Sends `message` (without its closing brace) with a number and waits for the direct answer;
  // whatever else comes meanwhile is applied.
  Json ask(std::string message) {
    const int64_t number = ++asked_;
    message += ",\"n\":" + std::to_string(number) + "}";
    socket->send(message);
    return answer(number);
  }
  Json answer(int64_t number) {
    while (std::optional<Json> json = socket->next()) {
      take(*json);
      if (number_of(*json, "re") == number) return *json;  // with the whole state
    }
    return {};
  }
  int64_t send(std::string message) {
    const int64_t number = ++asked_;
    socket->send(message + ",\"n\":" + std::to_string(number) + "}");
    return number;
  }
  Json about(const std::string& verb, const std::string& more = "") {
    return ask("{\"do\":\"" + verb + "\",\"table\":\"" + table + "\"" + more);
  }
  Json watch(const std::string& id) {
    if (id != table) {  // of which nothing is known yet
      known = {};
      position_ = {};
      n = 0;
    }
    table = id;
    return about("watch");
  }
  // Waits until `done` is content with what the client knows.
  bool until(const std::function<bool()>& done) {
    while (!done()) {
      std::optional<Json> json = socket->next();
      if (!json) return false;
      take(*json);
    }
    return true;
  }

  bool my_turn() const {
    const Json* asked = at(known, "state.asked");
    return asked != nullptr && asked->is_object();
  }
  bool over() const { return text_of(known, "status") == "over"; }
  // The first allowed choice, or the n-th.
  std::string choice(size_t which = 0) const {
    std::vector<std::string> allowed;
    if (const Json* choices = at(known, "state.choices")) {
      for (const Json& choice : choices->items) {
        if (choice.find("no") == nullptr) allowed.push_back(text_of(choice, "action"));
      }
    }
    return allowed.empty() ? "" : allowed[which % allowed.size()];
  }
  Json act(const std::string& action, int64_t at_number = -1) {
    return about("act", ",\"at\":" + std::to_string(at_number < 0 ? n : at_number) +
                            ",\"actions\":[\"" + action + "\"]");
  }

  Device device;
  bool differences = false;
  std::unique_ptr<Socket> socket;
  std::string table;
  Json known;                    // the members of `table`, kept up to date by news
  int64_t n = 0;                 // the number the client has
  std::vector<int64_t> numbers;  // of all items it got, in order

 private:
  void take(Json& json) {
    const std::string is = text_of(json, "is");
    if (text_of(json, "table") != table) return;
    EXPECT_TRUE(differences || json.find("change") == nullptr) << "nobody asked for that";
    if (is == "table" || is == "news") {
      EXPECT_EQ(position_.take(json), "") << json.dump();
    }
    if (is == "table") {
      known = json;
      n = number_of(json, "n");
      numbers.clear();
      for (const Json& item : json.find("log")->items) numbers.push_back(number_of(item, "n"));
    } else if (is == "news") {
      EXPECT_EQ(number_of(json, "from"), n) << "a gap or a repeat";
      int64_t expected = n;
      for (const Json& item : json.find("items")->items) {
        EXPECT_EQ(number_of(item, "n"), ++expected);
        numbers.push_back(number_of(item, "n"));
      }
      EXPECT_EQ(number_of(json, "to"), expected);
      n = number_of(json, "to");
      for (const auto& [key, value] : json.members) {
        if (key != "is" && key != "re" && key != "from" && key != "to") known.set(key, value);
      }
    }
  }
  int64_t asked_ = 0;
  KnownState position_;
};

inline std::string id_of(Player& player) {
  return text_of(*player.device.get("/api/me").json().find("me"), "id");
}

// A table of the player and `bots` bots; started.
inline std::string new_table(Player& player, int people, int bots, const std::string& more = "",
                             const std::string& bot = "random") {
  std::string seats = "{\"kind\":\"me\"}";
  for (int i = 1; i < people; ++i) seats += ",{\"kind\":\"open\"}";
  for (int i = 0; i < bots; ++i) seats += ",{\"kind\":\"bot\",\"bot\":\"" + bot + "\"}";
  const HttpAnswer made = player.device.post(
      "/api/tables", "{\"game\":\"" + game_id() + "\",\"seats\":[" + seats + "]" + more + "}");
  EXPECT_EQ(made.status, 201) << made.body;
  return text_of(made.json(), "table");
}

}  // namespace server_test
