// What clients send that they should not: malformed, oversized, stale, foreign, repeated, too much,
// all at once. Each gets an error and changes nothing.
#include <set>

#include "server/testing.h"

namespace server_test {
namespace {

std::string code_of(const Json& answer) {
  return text_of(answer, "is") == "error" ? text_of(answer, "code") : text_of(answer, "is");
}

TEST(Protocol, MalformedMessagesGetAnErrorAndTheConnectionGoesOn) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2);
  anna.watch(id);
  const std::string table = "\"table\":\"" + id + "\"";
  const std::vector<std::string> bad{
      "",
      "hello",
      "[]",
      "42",
      "null",
      "\"do\"",
      "{",
      "{}",
      "{\"do\":7}",
      "{\"do\":\"dance\"}",
      "{\"do\":\"watch\"}",
      "{\"do\":\"watch\",\"table\":7}",
      "{\"do\":\"watch\"," + table + ",\"from\":\"x\"}",
      "{\"do\":\"watch\"," + table + ",\"more\":1}",
      "{\"do\":\"watch\"," + table + "," + table + "}",
      "{\"do\":\"act\"," + table + "}",
      "{\"do\":\"act\"," + table + ",\"at\":1}",
      "{\"do\":\"act\"," + table + ",\"at\":-1,\"actions\":[\"x\"]}",
      "{\"do\":\"act\"," + table + ",\"at\":1.5,\"actions\":[\"x\"]}",
      "{\"do\":\"act\"," + table + ",\"at\":99999999999999999999,\"actions\":[\"x\"]}",
      "{\"do\":\"act\"," + table + ",\"at\":1,\"actions\":[]}",
      "{\"do\":\"act\"," + table + ",\"at\":1,\"actions\":[7]}",
      "{\"do\":\"act\"," + table + ",\"at\":1,\"actions\":\"x\"}",
      "{\"do\":\"sit\"," + table + "}",
      "{\"do\":\"seat\"," + table + ",\"seat\":\"" + seat_name(1) + "\",\"kind\":\"throne\"}",
      "{\"do\":\"seat\"," + table + ",\"seat\":\"" + seat_name(1) +
          "\",\"kind\":\"bot\",\"bot\":\"nobody\"}",
      "{\"do\":\"seats\"," + table + ",\"count\":99}",
      "{\"do\":\"start\"," + table + ",\"fill\":\"nobody\"}",
      "{\"do\":\"consent\"," + table + "}",
      "{\"do\":\"say\"," + table + "}",
      "{\"do\":\"hello\"}",
      std::string(200, '['),
  };
  for (const std::string& message : bad) {
    ASSERT_TRUE(anna.socket->send(message));
    const std::optional<Json> answer = anna.socket->next();
    ASSERT_TRUE(answer) << message;
    EXPECT_EQ(code_of(*answer), "message") << message << " -> " << answer->dump();
    EXPECT_FALSE(text_of(*answer, "text").empty());
  }
  EXPECT_EQ(code_of(anna.ask("{\"do\":\"ping\"")), "pong");
  EXPECT_EQ(number_of(anna.about("watch"), "n"), anna.n);
}

TEST(Protocol, OtherRefusalsHaveTheirCodes) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player nobody(server.port, "");
  const std::string id = new_table(anna, 2, 1);
  anna.watch(id);
  nobody.watch(id);
  EXPECT_EQ(code_of(anna.ask("{\"do\":\"watch\",\"table\":\"nowhere\"")), "unknown");
  EXPECT_EQ(code_of(anna.ask("{\"do\":\"hello\",\"protocol\":2")), "protocol");
  EXPECT_EQ(code_of(nobody.about("say", ",\"text\":\"hi\"")), "person");
  EXPECT_EQ(code_of(anna.about("say", ",\"text\":\"  \"")), "message");
  EXPECT_EQ(code_of(anna.about("say", ",\"text\":\"" + std::string(501, 'x') + "\"")), "message");
  EXPECT_EQ(code_of(anna.about("sit", ",\"seat\":\"throne\"")), "unknown");
  EXPECT_EQ(code_of(anna.act("x")), "state");
  EXPECT_EQ(code_of(anna.about("undo", ",\"at\":1")), "state");
  EXPECT_EQ(code_of(anna.about("concede")), "state");
  EXPECT_EQ(code_of(anna.about("rematch")), "state");
  EXPECT_EQ(code_of(anna.about("tell")), "state");
  EXPECT_EQ(code_of(anna.about("what-if", ",\"actions\":[\"x\"]")), "state");
  EXPECT_EQ(code_of(anna.about("stand-in", ",\"seat\":\"" + seat_name(1) + "\"")), "state");
  EXPECT_EQ(code_of(anna.about("consent", ",\"yes\":true")), "state");
}

TEST(Protocol, HelloComesFirst) {
  FreshServer server;
  const Device device(server.port);
  Socket socket(device);
  ASSERT_EQ(socket.status, 101);
  socket.send("{\"do\":\"ping\",\"n\":3}");
  const std::optional<Json> answer = socket.next();
  ASSERT_TRUE(answer);
  EXPECT_EQ(code_of(*answer), "message");
  EXPECT_EQ(number_of(*answer, "re"), 3);
}

TEST(Protocol, ErrorsSpeakTheLanguageOfTheClient) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  anna.watch(id);
  std::set<std::string> sentences;
  for (std::string_view language : engine::kLanguages) {
    anna.ask("{\"do\":\"hello\",\"protocol\":1,\"lang\":\"" + std::string(language) + "\"");
    sentences.insert(text_of(anna.about("act", ",\"at\":0,\"actions\":[\"x\"]"), "text"));
  }
  EXPECT_EQ(sentences.size(), 4u);
}

TEST(Protocol, FramesThatAreTooLargeOrNoTextEndTheConnection) {
  FreshServer server;
  const auto close_code = [&](int opcode, const std::string& payload) {
    const Device device(server.port);
    Socket socket(device);
    socket.send_frame(opcode, payload);
    EXPECT_EQ(socket.next_text(), std::nullopt);
    return socket.close_code;
  };
  EXPECT_EQ(close_code(1, std::string(5000, ' ')), 1009);
  EXPECT_EQ(close_code(1, std::string(1 << 20, ' ')), 1009);
  EXPECT_EQ(close_code(2, "{}"), 1003);
  EXPECT_EQ(close_code(1, "\xff\xfe"), 1007);
  EXPECT_EQ(close_code(3, "{}"), 1002);
}

TEST(Protocol, WhoTalksTooMuchIsToldAndThenDisconnected) {
  FreshServer server([](server::ServerOptions& options) {
    options.settings.messages = {10, 5};
    options.settings.too_fast_pause = 2;
  });
  Player anna(server.port, "Anna");
  int refused = 0;
  for (int i = 0; i < 20; ++i) {
    refused += code_of(anna.ask("{\"do\":\"ping\"")) == "too-fast" ? 1 : 0;
  }
  EXPECT_EQ(refused, 11);  // one of the ten was the hello
  server.time += 1000;
  EXPECT_EQ(code_of(anna.ask("{\"do\":\"ping\"")), "pong");
  for (int i = 0; i < 400; ++i) anna.socket->send("{\"do\":\"ping\"}");
  while (anna.socket->next_text()) {
  }
  EXPECT_EQ(anna.socket->close_code, 1008);
}

TEST(Protocol, WhoDoesNotReadIsDisconnected) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.net.backlog.bytes = 1 << 20; });
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  Player deaf(server.port, "Doof");
  const std::string watch = "{\"do\":\"watch\",\"table\":\"" + anna.table + "\"}";
  bool dropped = false;
  for (int i = 0; i < 2'000'000 && !dropped; ++i) dropped = !deaf.socket->send(watch);
  EXPECT_TRUE(dropped);
  EXPECT_EQ(code_of(anna.ask("{\"do\":\"ping\"")), "pong");  // nobody else is harmed
}

TEST(Protocol, OfTwoDevicesThatActAtOnceOneIsCarriedOut) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  Player phone(server.port, "");
  phone.device.cookie = anna.device.cookie;
  phone.connect();
  phone.watch(anna.table);
  for (int round = 0; round < 20 && !anna.over(); ++round) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over(); }));
    ASSERT_TRUE(phone.until([&] { return phone.n >= anna.n; }));
    if (anna.over()) break;
    const std::string act = "{\"do\":\"act\",\"table\":\"" + anna.table +
                            "\",\"at\":" + std::to_string(anna.n) + ",\"actions\":[\"";
    const int64_t one = anna.send(act + anna.choice() + "\"]");
    const int64_t two = phone.send(act + anna.choice(1) + "\"]");
    const std::string first = code_of(anna.answer(one));
    const std::string second = code_of(phone.answer(two));
    EXPECT_TRUE((first == "news" && second == "stale") || (first == "stale" && second == "news"))
        << first << " " << second;
  }
}

TEST(Protocol, ARepeatedActionIsStale) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  ASSERT_TRUE(anna.until([&] { return anna.my_turn(); }));
  const int64_t before = anna.n;
  const std::string choice = anna.choice();
  EXPECT_EQ(number_of(anna.act(choice, before), "done"), 1);
  EXPECT_EQ(code_of(anna.act(choice, before)), "stale");
}

TEST(Protocol, WhatTheRulesForbidNamesTheRule) {
  FreshServer server;
  Player anna(server.port, "Anna");
  for (int tables = 0; tables < 20; ++tables) {
    anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
    for (size_t i = 0; anna.until([&] { return anna.my_turn() || anna.over(); }) && !anna.over();
         ++i) {
      for (const Json& choice : at(anna.known, "state.choices")->items) {
        if (choice.find("no") == nullptr) continue;
        const std::string rule = text_of(choice, "no");
        const int64_t before = anna.n;
        const Json answer = anna.act(text_of(choice, "action"));
        EXPECT_EQ(code_of(answer), "illegal");
        EXPECT_EQ(text_of(answer, "rule"), rule);
        EXPECT_EQ(text_of(answer, "text"),
                  text_of(*at(anna.known, "state.rules")->find(rule), "text"));
        EXPECT_EQ(anna.n, before);
        return;
      }
      anna.act(anna.choice(i));
    }
  }
  FAIL() << "nothing was forbidden in twenty games";
}

TEST(Protocol, WhatIfChangesNothingAndTellsTheSameAsActing) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  int compared = 0;
  for (size_t i = 0; i < 200 && !anna.over(); ++i) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over(); }));
    if (anna.over()) break;
    const std::string choice = anna.choice(i);
    const Json tried = anna.about("what-if", ",\"actions\":[\"" + choice + "\"]");
    ASSERT_EQ(code_of(tried), "what-if") << tried.dump();
    const int64_t before = number_of(tried, "n");
    EXPECT_EQ(anna.n, before);  // bots that choose at the same time may have come between
    EXPECT_EQ(number_of(tried, "done"), 1);
    const Json done = anna.act(choice);
    // Where neither chance nor anything hidden comes in, the copy goes as the table does.
    if (tried.find("chance")->boolean || number_of(done, "to") != before + 1) continue;
    EXPECT_EQ(at(tried, "state.view")->dump(), at(done, "state.view")->dump());
    EXPECT_EQ(at(tried, "state.choices")->dump(), at(done, "state.choices")->dump());
    ++compared;
  }
  EXPECT_GT(compared, 0);
  EXPECT_EQ(code_of(anna.about("what-if", ",\"actions\":[\"x\"]")) == "what-if", !anna.over());
}

TEST(Protocol, LookingAheadTellsWhatActingThenShows) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  int compared = 0;
  int undoable = 0;
  for (size_t i = 0; i < 200 && !anna.over(); ++i) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over(); }));
    if (anna.over()) break;
    const std::string choice = anna.choice(i);
    const std::string verb = choice.substr(0, choice.find(' '));
    const Json told = anna.about("ahead", ",\"verbs\":[\"" + verb + "\"]");
    ASSERT_EQ(code_of(told), "ahead") << told.dump();
    EXPECT_EQ(anna.n, number_of(told, "n"));
    const Json* ahead = told.find("choices")->find(choice);
    ASSERT_NE(ahead, nullptr) << told.dump();
    for (const auto& [action, what] : told.find("choices")->members)
      EXPECT_EQ(action.substr(0, action.find(' ')), verb);
    // The same, asked for by itself.
    const Json alone = anna.about("ahead", ",\"of\":[[\"" + choice + "\"],[\"no such\"]]");
    ASSERT_EQ(alone.find("choices")->members.size(), 1u) << alone.dump();
    EXPECT_EQ(*alone.find("choices")->find(choice)->find("undoable"), *ahead->find("undoable"));
    const Json done = anna.act(choice);
    if (ahead->find("chance")->boolean) {
      EXPECT_EQ(ahead->find("gain"), nullptr) << "what hangs on chance is not told";
      continue;
    }
    if (number_of(done, "to") != number_of(told, "n") + 1) continue;
    const Json* then = ahead->find("then");
    const Json* choices = at(done, "state.choices");
    ASSERT_EQ(then->is_object(), !choices->items.empty());
    EXPECT_EQ(ahead->find("undoable")->boolean, then->is_object());
    if (ahead->find("undoable")->boolean) {
      EXPECT_EQ(text_of(*done.find("state"), "undo"), "now");
      ++undoable;
    }
    if (!then->is_object()) continue;
    ASSERT_EQ(then->find("choices")->items.size(), choices->items.size());
    for (size_t k = 0; k < choices->items.size(); ++k)
      EXPECT_EQ(*then->find("choices")->items[k].find("action"), *choices->items[k].find("action"));
    ++compared;
  }
  EXPECT_GT(compared, 0);
  EXPECT_GT(undoable, 0);
  for (const char* bad : {"\"verbs\":[7]", "\"of\":[7]", "\"of\":[[]]", "\"of\":[[7]]"})
    EXPECT_EQ(code_of(anna.about("ahead", std::string(",") + bad)), "message") << bad;
}

TEST(Protocol, TheTextBoardComesOnRequestAndWithEveryState) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.table = new_table(anna, 1, 2, ",\"start\":true");
  anna.about("watch", ",\"board\":true");
  ASSERT_TRUE(anna.until([&] { return anna.my_turn(); }));
  const Json told = anna.about("tell");
  EXPECT_EQ(code_of(told), "told");
  EXPECT_EQ(text_of(told, "text"), text_of(*at(anna.known, "state"), "board"));
  EXPECT_THAT(text_of(told, "text"), HasSubstr("\n"));
}

}  // namespace
}  // namespace server_test
