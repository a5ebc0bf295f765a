// The analysis board: what may be looked at, what is refused, and that nobody's thinking takes the
// server from others.
#include "server/analysis.h"

#include "server/testing.h"
#include "server/thoughts.h"

namespace server_test {
namespace analysis_test {

constexpr const char* kPath = "/api/analysis";

// A table of the player and two bots that is over.
std::string finished(Player& player) {
  const std::string id = new_table(player, 1, 2, ",\"start\":true");
  player.watch(id);
  while (player.until([&] { return player.over() || player.my_turn(); }) && !player.over()) {
    EXPECT_EQ(refused(player.act(player.choice())), "");
  }
  return id;
}

std::string from_table(const std::string& id, int step, const std::string& more = "") {
  return "{\"table\":\"" + id + "\",\"step\":" + std::to_string(step) + more + "}";
}
std::string from_position(const std::string& position, const std::string& more = "") {
  return "{\"game\":\"" + game_id() + "\",\"position\":" + position + more + "}";
}
std::string quoted(const std::string& text) { return "\"" + text + "\""; }

std::string deal() {
  const engine::TableSpec spec{nullptr, engine::default_variants(game().spec()), 3,
                               engine::ChanceSource::of_seed(1)};
  return (*game().new_table(spec))->position_text(-1);
}

std::string code_of(const HttpAnswer& answer) {
  const Json json = answer.json();
  return json.find("error") == nullptr ? "" : text_of(*json.find("error"), "code");
}
std::string words_of(const HttpAnswer& answer) {
  const Json json = answer.json();
  return json.find("error") == nullptr ? "" : text_of(*json.find("error"), "text");
}

std::string move_of(const Json& answer, size_t which, int luck = 0) {
  std::vector<std::string> allowed;
  for (const Json& choice : at(answer, "state.choices")->items) {
    if (choice.find("no") == nullptr) allowed.push_back(text_of(choice, "action"));
  }
  return "{\"seat\":\"" + text_of(answer, "seat") + "\",\"action\":\"" +
         allowed[which % allowed.size()] + "\",\"luck\":" + std::to_string(luck) + "}";
}

TEST(AnalysisBoard, ShowsEveryStepOfAFinishedGame) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id = finished(anna);
  Device guest(server.port);
  const Json replay = guest.get("/api/tables/" + id + "/replay?seat=all").json();
  const auto last = static_cast<int>(replay.find("steps")->items.size()) - 1;
  for (const int step : {0, 7, last}) {
    const HttpAnswer answer = guest.post(kPath, from_table(id, step));
    ASSERT_EQ(answer.status, 200) << answer.body;
    const Json json = answer.json();
    const Json& shown = replay.find("steps")->items[static_cast<size_t>(step)];
    EXPECT_EQ(*json.find("open"), *shown.find("view")) << "all cards are open";
    EXPECT_EQ(number_of(*json.find("state"), "step"), step);
    EXPECT_EQ(json.find("seats")->items.size(), 3u);
    EXPECT_EQ(at(json, "state.over")->boolean, step == last);
    EXPECT_EQ(at(json, "state.outcome") != nullptr, step == last);
    // Through somebody's eyes it is what they saw.
    const Json eyes =
        guest.post(kPath, from_table(id, step, ",\"eyes\":" + quoted(seat_name(1)))).json();
    const Json seen = guest.get("/api/tables/" + id + "/replay?seat=" + seat_name(1)).json();
    EXPECT_EQ(eyes.find("open"), nullptr);
    EXPECT_EQ(*at(eyes, "state.view"),
              *seen.find("steps")->items[static_cast<size_t>(step)].find("view"));
    // The bytes lead to the same position, wherever they are kept meanwhile.
    const Json again = guest.post(kPath, from_position(quoted(text_of(json, "position")))).json();
    EXPECT_EQ(*again.find("open"), *json.find("open"));
    EXPECT_EQ(text_of(again, "position"), text_of(json, "position"));
  }
  EXPECT_EQ(code_of(guest.post(kPath, from_table(id, last + 1))), "unknown");
}

// Whoever tries to see hidden cards of a game that is going on: the host, another player, a guest.
TEST(AnalysisBoard, NothingOfATableThatIsNotOver) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  const std::string id = new_table(anna, 2, 1);
  Device guest(server.port);
  const auto nobody_sees = [&] {
    for (Device* device : {&anna.device, &bram.device, &guest}) {
      for (const std::string& eyes : {std::string("all"), std::string("spectator"), seat_name(0)}) {
        const HttpAnswer answer =
            device->post(kPath, from_table(id, 0, ",\"whole\":true,\"eyes\":" + quoted(eyes)));
        EXPECT_EQ(answer.status, 409) << answer.body;
        EXPECT_EQ(code_of(answer), "state");
        EXPECT_EQ(answer.body.find("view"), std::string::npos);
        EXPECT_EQ(answer.body.find("position"), std::string::npos);
      }
    }
  };
  nobody_sees();  // gathering
  anna.watch(id);
  bram.watch(id);
  bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
  anna.about("start");
  bram.until([&] { return text_of(bram.known, "status") == "playing"; });
  nobody_sees();
  // A view is no position: what is missing in it is not filled in from anywhere.
  const Json* view = at(bram.known, "state.view");
  ASSERT_NE(view, nullptr);
  EXPECT_EQ(code_of(guest.post(kPath, from_position(view->dump()))), "message");
  // Nor does the bot think about a table by its name.
  const Json think = bram.ask("{\"do\":\"think\",\"table\":\"" + id + "\"");
  EXPECT_EQ(refused(think), "message");
  EXPECT_EQ(code_of(guest.post(kPath, from_table("nonesuch", 0))), "unknown");
}

TEST(AnalysisBoard, MovesAreTriedAndGoneBackFrom) {
  FreshServer server;
  Device guest(server.port);
  const Json start = guest.post(kPath, from_position(deal())).json();
  ASSERT_NE(start.find("state"), nullptr) << start.dump();
  const auto after = [&](const std::string& moves) {
    const HttpAnswer answer =
        guest.post(kPath, from_position(deal(), ",\"moves\":[" + moves + "]"));
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.json();
  };
  // Along one line, always with the first choice, until chance has had its say.
  std::string line;
  Json now = start;
  bool other_luck = false;
  for (int i = 0; i < 24 && !other_luck && !at(now, "state.over")->boolean; ++i) {
    const std::string comma = line.empty() ? "" : ",";
    const Json next = after(line + comma + move_of(now, 0));
    EXPECT_EQ(next.find("moves")->items.size(), static_cast<size_t>(i) + 1);
    const Json& made = next.find("moves")->items.back();
    EXPECT_NE(text_of(made, "text"), "");
    EXPECT_EQ(after(line + comma + move_of(now, 0)).dump(), next.dump()) << "back and forth";
    for (int luck = 1; luck < 6 && made.find("chance")->boolean; ++luck) {
      const Json other = after(line + comma + move_of(now, 0, luck));
      other_luck = other_luck || text_of(other, "position") != text_of(next, "position");
    }
    // One step from its bytes is the same as all of them from the beginning.
    const Json step = guest
                          .post(kPath, from_position(quoted(text_of(now, "position")),
                                                     ",\"moves\":[" + move_of(now, 0) + "]"))
                          .json();
    EXPECT_EQ(text_of(step, "position"), text_of(next, "position"));
    line += comma + move_of(now, 0);
    now = next;
  }
  EXPECT_TRUE(other_luck) << "another number brings other cards";
}

TEST(AnalysisBoard, SaysWhatIsWrong) {
  FreshServer server;
  Device guest(server.port);
  const auto post = [&](const std::string& body) { return guest.post(kPath, body); };
  EXPECT_EQ(code_of(post("{")), "message");
  EXPECT_EQ(code_of(post("{}")), "message");
  EXPECT_EQ(code_of(post("{\"game\":\"chess\",\"position\":\"AA\"}")), "unknown");
  EXPECT_EQ(code_of(post(from_position("7"))), "message");
  EXPECT_EQ(code_of(post(from_position("\"***\""))), "message");
  EXPECT_EQ(code_of(post(from_position("\"AAAA\""))), "message");
  EXPECT_EQ(code_of(post(from_position("{}"))), "message");
  EXPECT_EQ(code_of(post(from_position(deal(), ",\"edition\":\"0123456789abcdef\""))), "unknown");
  EXPECT_EQ(code_of(post(from_position(deal(), ",\"eyes\":\"pink\""))), "message");
  EXPECT_EQ(code_of(post(from_position(deal(), ",\"seat\":\"pink\""))), "message");
  EXPECT_EQ(
      code_of(post(from_position(deal(), ",\"moves\":[{\"seat\":\"" + seat_name(0) + "\"}]"))),
      "message");
  EXPECT_EQ(code_of(post(from_position(deal(), ",\"moves\":[{\"seat\":\"" + seat_name(0) +
                                                   "\",\"action\":\"fly away\"}]"))),
            "message");
  EXPECT_EQ(code_of(post(from_position(deal(), ",\"surprise\":1"))), "message");
  // The field is named, by its path.
  Json position = *engine::parse_json(deal(), "position");
  position.set("turn", Json::of("soon"));
  EXPECT_NE(words_of(post(from_position(position.dump()))).find("turn"), std::string::npos);
  // What can't be is refused like what isn't there; whose turn it isn't, too.
  const Json start = post(from_position(deal())).json();
  std::string forbidden;
  for (const Json& choice : at(start, "state.choices")->items) {
    if (choice.find("no") != nullptr) forbidden = text_of(choice, "action");
  }
  const std::string seat = text_of(start, "seat");
  if (!forbidden.empty()) {
    const HttpAnswer answer = post(from_position(
        deal(), ",\"moves\":[{\"seat\":\"" + seat + "\",\"action\":\"" + forbidden + "\"}]"));
    EXPECT_EQ(code_of(answer), "illegal");
    EXPECT_NE(words_of(answer), "");
  }
  std::string moves;
  for (int i = 0; i < 257; ++i)
    moves +=
        std::string(i == 0 ? "" : ",") + "{\"seat\":\"" + seat_name(0) + "\",\"action\":\"x\"}";
  EXPECT_EQ(code_of(post(from_position(deal(), ",\"moves\":[" + moves + "]"))), "message");
}

TEST(AnalysisBoard, AFloodIsRefused) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.settings.heavy = {3, 0.001}; });
  Player anna(server.port, "Anna");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(anna.device.post(kPath, from_position(deal())).status, 200);
  EXPECT_EQ(code_of(anna.device.post(kPath, from_position(deal()))), "too-fast");
}

// --- the bot beside it

std::string think(const std::string& position, const std::string& more = "") {
  return "{\"do\":\"think\",\"game\":\"" + game_id() + "\",\"position\":" + position + more;
}
std::string bytes_of(Device& device) {
  return quoted(text_of(device.post(kPath, from_position(deal())).json(), "position"));
}

struct Few {
  uint32_t most = 4000;
  void operator()(server::ServerOptions& options) const {
    options.settings.analysis_iterations = most;
  }
};

// The next thought of the request; what else comes is passed over.
Json next_thought(Player& player, int64_t of) {
  while (const std::optional<Json> json = player.socket->next()) {
    if (text_of(*json, "is") == "thought" && number_of(*json, "of") == of) return *json;
  }
  return {};
}

TEST(Thoughts, GrowUntilThereIsEnough) {
  FreshServer server(Few{});
  Player guest(server.port, "");  // without a name
  const std::string position = bytes_of(guest.device);
  for (const bool open : {false, true}) {
    const Json begun = guest.ask(think(position, open ? ",\"open\":true" : ""));
    ASSERT_EQ(text_of(begun, "is"), "ok") << begun.dump();
    const int64_t of = number_of(begun, "re");
    for (const int64_t iterations : {1000, 4000}) {
      const Json thought = next_thought(guest, of);
      EXPECT_EQ(number_of(thought, "iterations"), iterations) << thought.dump();
      EXPECT_EQ(thought.find("more")->boolean, iterations < 4000);
      EXPECT_EQ(thought.find("open")->boolean, open);
      EXPECT_EQ(thought.find("shares")->members.size(), 3u);
      const Json& choices = *thought.find("choices");
      ASSERT_FALSE(choices.items.empty());
      EXPECT_NE(text_of(choices.items[0], "text"), "");
      EXPECT_EQ(choices.items[0].find("shares")->members.size(), 3u);
      size_t told = 0;
      for (const Json& choice : choices.items) {
        for (const Json& move : choice.find("line")->items)
          told += text_of(move, "seat").empty() || text_of(move, "text").empty() ? 0 : 1;
      }
      EXPECT_GT(told, 0u) << "how it will probably go on";
    }
  }
}

TEST(Thoughts, AreOfWhatOneLooksAtNow) {
  FreshServer server(Few{256'000});
  Player anna(server.port, "Anna");
  const std::string position = bytes_of(anna.device);
  int64_t last = 0;
  for (int i = 0; i < 20; ++i) {
    const Json begun = anna.ask(think(position));
    ASSERT_EQ(text_of(begun, "is"), "ok") << begun.dump();
    last = number_of(begun, "re");
  }
  EXPECT_EQ(number_of(next_thought(anna, last), "iterations"), 1000);
  // After the last one was asked for, none of those before is told any more.
  EXPECT_EQ(refused(anna.ask("{\"do\":\"think\",\"on\":false")), "");
  const size_t told = anna.socket->texts.size();
  EXPECT_EQ(text_of(anna.ask("{\"do\":\"ping\""), "is"), "pong");
  for (size_t i = told; i < anna.socket->texts.size(); ++i)
    EXPECT_EQ(anna.socket->texts[i].find("\"thought\""), std::string::npos);
}

TEST(Thoughts, AreRefusedWhereThereIsNothingToThinkAbout) {
  FreshServer server(Few{});
  Player anna(server.port, "Anna");
  EXPECT_EQ(refused(anna.ask(think("\"AAAA\""))), "message");
  EXPECT_EQ(refused(anna.ask(think("{}"))), "message");
  EXPECT_EQ(refused(anna.ask(think(bytes_of(anna.device), ",\"seat\":\"pink\""))), "message");
  EXPECT_EQ(refused(anna.ask("{\"do\":\"think\",\"game\":\"chess\",\"position\":\"AA\"")),
            "unknown");
  EXPECT_EQ(refused(anna.ask("{\"do\":\"think\",\"on\":false")), "") << "nothing to leave off";
  const std::string id = finished(anna);
  const Json end =
      anna.device
          .post(kPath,
                from_table(id, static_cast<int>(number_of(*anna.known.find("state"), "step"))))
          .json();
  EXPECT_EQ(refused(anna.ask(think(quoted(text_of(end, "position"))))), "state");
}

TEST(Thoughts, AreCountedForThePerson) {
  FreshServer server([](server::ServerOptions& options) {
    options.settings.analysis_iterations = 256'000;
    options.settings.thoughts = {6, 0.001};
  });
  Player anna(server.port, "Anna");
  const std::string position = bytes_of(anna.device);
  Player second(anna), third(anna);
  EXPECT_EQ(refused(anna.ask(think(position))), "");
  EXPECT_EQ(refused(second.ask(think(position))), "");
  EXPECT_EQ(refused(third.ask(think(position))), "too-fast") << "two windows at a time";
  for (int i = 0; i < 3; ++i) EXPECT_EQ(refused(anna.ask(think(position))), "");
  EXPECT_EQ(refused(anna.ask(think(position))), "too-fast") << "six, and then slowly";
  // Others are not touched by it, but for an address that has too many names.
  std::vector<std::unique_ptr<Player>> others;
  for (const char* name : {"Bram", "Carl", "Dora", "Eva", "Flip"}) {
    others.push_back(std::make_unique<Player>(server.port, name));
    const bool room = others.size() <= 4;
    EXPECT_EQ(refused(others.back()->ask(think(position))), room ? "" : "too-fast") << name;
  }
}

// One worker, and as many as there may be keep it thinking: bots come first.
TEST(Thoughts, BotsGoOnPlayingMeanwhile) {
  FreshServer server([](server::ServerOptions& options) {
    options.settings.analysis_iterations = 100'000'000;
    options.settings.workers = 1;
  });
  Player anna(server.port, "Anna");
  const std::string position = bytes_of(anna.device);
  std::vector<std::unique_ptr<Player>> flood;
  int taken = 0;
  for (int i = 0; i < 14; ++i) {
    flood.push_back(std::make_unique<Player>(server.port, ""));
    taken += refused(flood.back()->ask(think(position))).empty() ? 1 : 0;
  }
  EXPECT_EQ(taken, 12) << "all in all";
  anna.watch(new_table(anna, 1, 2, ",\"start\":true", "search:ms=5"));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn(); }));
    EXPECT_EQ(refused(anna.act(anna.choice())), "");
  }
  // Who leaves gives up the place.
  flood.clear();
  for (int i = 0; i < 200; ++i) {
    if (refused(anna.ask(think(position))).empty()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  FAIL() << "nobody thinks any more, and there is no room";
}

}  // namespace analysis_test
}  // namespace server_test
