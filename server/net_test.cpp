// Connections that mean no good: silent ones, too many, those that don't read; and what proxies and
// foreign names may make the server believe.
#include "server/testing.h"

namespace server_test {
namespace {

int64_t metric(uint16_t port, const std::string& name) {
  Device device(port);
  const std::string text = device.get("/metrics").body;
  const std::string mark = "\nstamtafel_" + name + " ";
  const size_t found = text.find(mark);
  return found == std::string::npos ? -1 : std::atoll(text.c_str() + found + mark.size());
}

bool soon(const std::function<bool()>& done) {
  for (int i = 0; i < kPatienceMs / 10; ++i) {
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

std::string is(const Json& json) { return text_of(json, "is"); }

TEST(Net, SilentConnectionsShutNobodyOut) {
  FreshServer server([](server::ServerOptions& options) {
    options.net.gate.connections = 100;
    options.net.gate.reserve = 20;
    options.net.gate.silent_per_address = 40;
  });
  std::vector<std::unique_ptr<Wire>> silent;
  for (int i = 0; i < 500; ++i) silent.push_back(std::make_unique<Wire>(server.port));
  EXPECT_EQ(Device(server.port).get("/healthz").status, 200);
  Player anna(server.port, "Anna", {"127.0.0.2"});
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  EXPECT_EQ(is(anna.ask("{\"do\":\"ping\"")), "pong");
  EXPECT_LE(metric(server.port, "connections"), 100);
  EXPECT_GE(metric(server.port, "connections_dropped_total"), 400);
}

TEST(Net, WhoSendsNoWholeRequestInTimeIsClosed) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.net.request_patience = 200; });
  Wire silent(server.port);
  Wire slow(server.port);
  slow.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
  for (int i = 0; i < 10 && slow.open(); ++i) {  // a line now and then doesn't help
    slow.fill(50);
    slow.write("X: y\r\n");
  }
  EXPECT_FALSE(silent.fill());
  EXPECT_FALSE(silent.open());
  EXPECT_TRUE(soon([&] { return !slow.write("X: y\r\n") || !slow.fill(1); }));
  EXPECT_FALSE(slow.open());
}

TEST(Net, AWebSocketThatSaysNoHelloIsClosed) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const Device nobody(server.port);
  Socket mute(nobody);
  ASSERT_EQ(mute.status, 101);
  ASSERT_TRUE(soon([&] { return metric(server.port, "clients") == 2; }));
  server.time += 10000;
  EXPECT_FALSE(mute.next_text());
  EXPECT_EQ(mute.close_code, 1008);
  EXPECT_EQ(is(anna.ask("{\"do\":\"ping\"")), "pong");
}

TEST(Net, AnAddressHasItsShareOfConnections) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.net.gate.per_address = 5; });
  const Device here(server.port);
  std::vector<std::unique_ptr<Socket>> sockets;
  for (int i = 0; i < 5; ++i) {
    sockets.push_back(std::make_unique<Socket>(here));
    EXPECT_EQ(sockets.back()->status, 101);
  }
  EXPECT_EQ(Socket(here).status, 429);
  EXPECT_EQ(Socket(Device(server.port, {"127.0.0.2"})).status, 101);
  sockets.pop_back();
  EXPECT_TRUE(soon([&] { return Socket(here).status == 101; }));
}

TEST(Net, NewConnectionsOfAnAddressAreLimitedButNotHealthChecks) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.net.gate.arrivals = {5, 0.001}; });
  Device here(server.port);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(here.get("/api/me").status, 200);
  EXPECT_EQ(here.get("/api/me").status, 429);
  EXPECT_EQ(here.get("/healthz").status, 200);
  EXPECT_EQ(here.get("/metrics").status, 200);
  EXPECT_EQ(Device(server.port, {"127.0.0.2"}).get("/api/me").status, 200);
}

TEST(Net, WhoHasASeatComesInWhenTheServerIsFull) {
  FreshServer server([](server::ServerOptions& options) {
    options.net.gate.connections = 20;
    options.net.gate.reserve = 4;
  });
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 3, 0));
  Player bram(server.port, "Bram");  // has a name, but no seat
  bram.socket->shut();
  ASSERT_TRUE(soon([&] { return metric(server.port, "clients") == 1; }));
  std::vector<std::unique_ptr<Socket>> guests;
  for (int i = 0; i < 15; ++i) {
    guests.push_back(std::make_unique<Socket>(Device(server.port, {"127.0.0.2"})));
    EXPECT_EQ(guests.back()->status, 101);
  }
  EXPECT_EQ(Socket(Device(server.port, {"127.0.0.3"})).status, 503);
  EXPECT_EQ(Socket(bram.device).status, 503);
  EXPECT_EQ(Device(server.port).get("/healthz").status, 200);
  const Socket phone(anna.device);
  EXPECT_EQ(phone.status, 101);
  EXPECT_FALSE(guests.back()->next_text()) << "the newest guest made room";
  EXPECT_EQ(is(anna.ask("{\"do\":\"ping\"")), "pong");
}

// Messages beyond the limit wait in the client's own system, not in the server.
TEST(Net, WhoIsTooFastIsReadMoreSlowly) {
  FreshServer server([](server::ServerOptions& options) {
    options.settings.messages = {10, 0.001};
    options.settings.too_fast_pause = 50;
  });
  Player anna(server.port, "Anna");
  const auto begun = std::chrono::steady_clock::now();
  for (int i = 0; i < 29; ++i) anna.ask("{\"do\":\"ping\"");  // the hello was one of the ten
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(19 * 50));
}

// A frame as it is sent, with a mask of nothing.
std::string frame_of(int first, std::string_view payload) {
  return std::string{static_cast<char>(first), static_cast<char>(0x80 | payload.size())} +
         std::string(4, '\0') + std::string(payload);
}

TEST(Net, HalfAFrameIsWaitedForAndHoldsUpNobody) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  const std::string ping = frame_of(0x81, "{\"do\":\"ping\",\"n\":7}");
  for (const char byte : ping) {
    EXPECT_EQ(is(anna.ask("{\"do\":\"ping\"")), "pong");
    ASSERT_TRUE(bram.socket->send_raw({&byte, 1}));
  }
  EXPECT_EQ(is(bram.answer(7)), "pong");
  // And who goes away in the middle of one is gone.
  bram.socket->send_raw(std::string_view(ping).substr(0, 9));
  bram.socket->shut();
  EXPECT_TRUE(soon([&] { return metric(server.port, "clients") == 1; }));
}

TEST(Net, WhatComesAtOnceIsAnsweredInOrder) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.ask("{\"do\":\"ping\"");
  std::string all;
  for (int i = 1; i <= 60; ++i) {
    all += frame_of(0x81, "{\"do\":\"ping\",\"n\":" + std::to_string(i) + "}");
  }
  ASSERT_TRUE(anna.socket->send_raw(all));
  for (int i = 1; i <= 60; ++i) ASSERT_EQ(number_of(*anna.socket->next(), "re"), i);
}

// They wait in the client's own system, like messages beyond the limit.
TEST(Net, WhoFloodsWithPingsIsReadMoreSlowly) {
  FreshServer server;
  Player anna(server.port, "Anna");
  std::string pings;
  for (int i = 0; i < 30; ++i) pings += frame_of(0x89, "x");
  const auto begun = std::chrono::steady_clock::now();
  ASSERT_TRUE(anna.socket->send_raw(pings));
  EXPECT_EQ(is(anna.ask("{\"do\":\"ping\"")), "pong");
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(500))
      << "20 for each";
}

TEST(Net, GoodbyeIsAnsweredAndThenTheConnectionEnds) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.ask("{\"do\":\"ping\"");
  ASSERT_TRUE(anna.socket->send("{\"do\":\"ping\",\"n\":1}"));
  ASSERT_TRUE(anna.socket->send_frame(8, std::string("\x0f\xa5", 2)));
  EXPECT_EQ(is(*anna.socket->next()), "pong") << "what was asked before is still answered";
  EXPECT_FALSE(anna.socket->next_text());
  EXPECT_EQ(anna.socket->close_code, 4005);
  char byte = 0;
  EXPECT_EQ(::recv(anna.socket->fd(), &byte, 1, 0), 0);
  EXPECT_TRUE(soon([&] { return metric(server.port, "clients") == 0; }));
}

TEST(Net, WhoBreaksTheRulesOfFramesIsToldWhichWay) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::array<std::pair<std::string, int>, 4> wrong{
      {{frame_of(0x82, "x"), 1003},
       {frame_of(0x80, "x"), 1002},
       {frame_of(0x81, "\xff"), 1007},
       {"\x81\xff" + std::string(20, 'x'), 1009}}};
  for (const auto& [bytes, code] : wrong) {
    Player bram(server.port, "Bram");
    bram.ask("{\"do\":\"ping\"");
    ASSERT_TRUE(bram.socket->send_raw(bytes));
    EXPECT_FALSE(bram.socket->next_text());
    EXPECT_EQ(bram.socket->close_code, code);
  }
  EXPECT_EQ(is(anna.ask("{\"do\":\"ping\"")), "pong");
}

TEST(Net, AWebSocketThatIsAskedForInTheWrongWayIsRefused) {
  FreshServer server;
  const auto status = [&](std::string_view headers) {
    Wire wire(server.port);
    wire.write(
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\n" +
        std::string(headers) + "\r\n");
    return read_answer(wire).status;
  };
  EXPECT_EQ(status("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"), 426);
  EXPECT_EQ(status("Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"),
            426);
  EXPECT_EQ(status("Sec-WebSocket-Version: 13\r\n"), 400);
  EXPECT_EQ(
      status("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + std::string(40, 'x') + "\r\n"),
      400);
}

// Asks for the whole table again and again and reads nothing.
void ask_without_reading(Player& deaf, const std::string& table, int times) {
  for (int i = 0; i < times; ++i) {
    deaf.socket->send("{\"do\":\"watch\",\"table\":\"" + table + "\"}");
  }
}

const Home kDeaf{"127.0.0.2", 4096};

TEST(Net, SpectatorsWhoDoNotReadStayWithinTheBudget) {
  constexpr int64_t kBudget = 256 << 10;
  FreshServer server([](server::ServerOptions& options) {
    options.net.send_buffer = 8192;
    options.net.backlog.all_bytes = kBudget;
  });
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  std::vector<std::unique_ptr<Player>> deaf;
  for (int i = 0; i < 30; ++i) {
    deaf.push_back(std::make_unique<Player>(server.port, "", kDeaf));
    ask_without_reading(*deaf.back(), anna.table, 20);
    EXPECT_LE(metric(server.port, "queued_bytes"), kBudget);
  }
  // What they sent last may still be on its way.
  EXPECT_TRUE(soon([&] { return metric(server.port, "slow_clients_dropped_total") > 5; }));
  // Those who read go on.
  for (size_t i = 0; i < 20 && !anna.over(); ++i) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over(); }));
    if (anna.over()) break;
    EXPECT_EQ(is(anna.act(anna.choice(i))), "news");
    EXPECT_LE(metric(server.port, "queued_bytes"), kBudget);
  }
  EXPECT_EQ(is(anna.ask("{\"do\":\"ping\"")), "pong");
}

TEST(Net, SpectatorsShareWhatTheyAreTold) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.net.send_buffer = 8192; });
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  constexpr int kSpectators = 20;
  std::vector<std::unique_ptr<Player>> deaf;
  for (int i = 0; i < kSpectators; ++i) {
    deaf.push_back(std::make_unique<Player>(server.port, "", kDeaf));
    ask_without_reading(*deaf.back(), anna.table, 9);  // so that the system's buffers are full
  }
  ASSERT_TRUE(soon([&] { return metric(server.port, "messages_in_total") >= 10 * kSpectators; }));
  // The system goes on taking what it has room for; only then does a queue stand still.
  int64_t before = 0;
  int still = 0;
  ASSERT_TRUE(soon([&] {
    const int64_t now = metric(server.port, "queued_bytes");
    still = now == before ? still + 1 : 0;
    before = now;
    return before > 0 && still == 50;
  }));
  size_t told = 0;  // to one of them
  for (size_t i = 0; i < 15 && !anna.over(); ++i) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over(); }));
    if (anna.over()) break;
    anna.act(anna.choice(i));
    told += anna.socket->texts.back().size();
  }
  const int64_t more = metric(server.port, "queued_bytes") - before;
  EXPECT_GT(more, 0);
  EXPECT_LT(more, static_cast<int64_t>(4 * told));
  EXPECT_EQ(metric(server.port, "slow_clients_dropped_total"), 0);
}

TEST(Net, WhoTakesNothingForLongIsClosed) {
  FreshServer server([](server::ServerOptions& options) {
    options.net.send_buffer = 8192;
    options.net.backlog.patience = 300;
  });
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  Player deaf(server.port, "", kDeaf);
  ask_without_reading(deaf, anna.table, 20);
  EXPECT_TRUE(soon([&] { return metric(server.port, "slow_clients_dropped_total") == 1; }));
  Wire reader(server.port, kDeaf);  // of HTTP alike
  for (int i = 0; i < 40; ++i) {
    reader.write("GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  EXPECT_TRUE(soon([&] { return metric(server.port, "slow_clients_dropped_total") == 2; }));
  EXPECT_TRUE(soon([&] { return metric(server.port, "queued_bytes") == 0; }));
  EXPECT_EQ(is(anna.ask("{\"do\":\"ping\"")), "pong");
}

TEST(Net, BehindAProxyClientsCannotChooseTheirAddress) {
  FreshServer server([](server::ServerOptions& options) {
    options.net.hops = 1;
    options.settings.requests = {3, 0.001};
  });
  Device proxy(server.port);
  const auto get = [&](const std::string& own, const std::string& seen) {
    return proxy
        .request("GET", "/api/me", "",
                 "X-Forwarded-For: " + own + "\r\nX-Forwarded-For: " + seen + "\r\n")
        .status;
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(get("9.9.9." + std::to_string(i), "1.2.3.4"), 200);
  EXPECT_EQ(get("9.9.9.9", "1.2.3.4"), 429);
  EXPECT_EQ(get("9.9.9.9", "1.2.3.5"), 200);
  // IPv6: the whole network is one client.
  for (int i = 0; i < 3; ++i) EXPECT_EQ(get("", "2001:db8::" + std::to_string(i)), 200);
  EXPECT_EQ(get("", "2001:db8::ffff"), 429);
}

TEST(Net, WithTwoProxiesTheClientIsTheHopBeforeTheLast) {
  FreshServer server([](server::ServerOptions& options) {
    options.net.hops = 2;
    options.settings.requests = {1, 0.001};
  });
  Device proxy(server.port);
  const auto get = [&](const std::string& hops) {
    return proxy.request("GET", "/api/me", "", "X-Forwarded-For: " + hops + "\r\n").status;
  };
  EXPECT_EQ(get("9.9.9.9, 1.2.3.4, 10.0.0.1"), 200);
  EXPECT_EQ(get("8.8.8.8, 1.2.3.4, 10.0.0.2"), 429);
  EXPECT_EQ(get("1.2.3.5, 10.0.0.1"), 200);
  EXPECT_EQ(get("7.7.7.7"), 200) << "too few hops: it came past the proxies";
  EXPECT_EQ(get("6.6.6.6"), 429);
}

TEST(Net, WithoutAProxyForwardedHeadersMeanNothing) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.settings.requests = {1, 0.001}; });
  Device device(server.port);
  const HttpAnswer answer =
      device.request("PUT", "/api/me", "{\"name\":\"Anna\"}",
                     "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\n");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.head,
              AllOf(Not(HasSubstr("; Secure")), Not(HasSubstr("Strict-Transport-Security"))));
  EXPECT_EQ(device.request("GET", "/api/me", "", "X-Forwarded-For: 1.2.3.5\r\n").status, 429);
}

TEST(Net, CookiesAreForTlsWhereTheProxySpeaksIt) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.net.hops = 1; });
  const auto head = [&](const std::string& proto) {
    return Device(server.port)
        .request("PUT", "/api/me", "{\"name\":\"Anna\"}",
                 "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: " + proto + "\r\n")
        .head;
  };
  EXPECT_THAT(head("https"), AllOf(HasSubstr("; Secure"), HasSubstr("Strict-Transport-Security")));
  EXPECT_THAT(head("http"),
              AllOf(Not(HasSubstr("; Secure")), Not(HasSubstr("Strict-Transport-Security"))));
}

TEST(Net, ForeignNamesOfTheServerAreRefused) {
  FreshServer server(
      [](server::ServerOptions& options) { options.settings.origins = {"https://games.example"}; });
  Device device(server.port);
  const auto ask = [&](const std::string& target, const std::string& host) {
    return device.request("GET", target, "", "Host: " + host + "\r\n");
  };
  const HttpAnswer foreign = ask("/api/me", "evil.example:" + std::to_string(server.port));
  EXPECT_EQ(foreign.status, 403);
  EXPECT_THAT(foreign.body, HasSubstr("--origin https://evil.example"));
  EXPECT_EQ(ask("/", "evil.example").status, 403);
  EXPECT_EQ(ask("/healthz", "evil.example").status, 200);
  EXPECT_EQ(ask("/api/me", "games.example").status, 200);
  EXPECT_EQ(ask("/api/me", "localhost:" + std::to_string(server.port)).status, 200);
  // A page that its name server points at us is its own origin there.
  EXPECT_EQ(Socket(device, "Host: evil.example\r\nOrigin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(Socket(device, "Host: games.example\r\nOrigin: https://games.example\r\n").status, 101);
}

}  // namespace
}  // namespace server_test
