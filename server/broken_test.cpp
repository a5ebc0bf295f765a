// What no client sends: broken HTTP and broken frames, at random from fixed seeds, over real
// sockets. The server lives, goes on for everybody else, and keeps nothing of it.
#include <gmock/gmock.h>

#include <random>

#include "server/testing.h"

namespace server_test {
namespace {

using Random = std::minstd_rand;

size_t below(Random& random, size_t n) {
  return std::uniform_int_distribution<size_t>(0, n - 1)(random);
}

std::string noise(Random& random, size_t length) {
  std::string bytes(length, '\0');
  for (char& byte : bytes) byte = static_cast<char>(below(random, 256));
  return bytes;
}

// Some bytes changed, lost, doubled or cut off.
std::string damaged(Random& random, std::string text) {
  for (size_t times = 1 + below(random, 4); times > 0 && !text.empty(); --times) {
    const size_t at = below(random, text.size());
    switch (below(random, 4)) {
      case 0:
        text[at] = static_cast<char>(below(random, 256));
        break;
      case 1:
        text.erase(at, 1 + below(random, 8));
        break;
      case 2:
        text.insert(at, text.substr(at, 1 + below(random, 40)));
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

std::string some_request(Random& random, const std::string& cookie) {
  constexpr std::array<std::string_view, 6> kMethods{"GET", "PUT", "POST", "HEAD", "DELETE", "X"};
  constexpr std::array<std::string_view, 9> kPaths{"/",
                                                   "/api/me",
                                                   "/api/games",
                                                   "/api/tables",
                                                   "/api/tables/x/replay",
                                                   "/healthz",
                                                   "/ws",
                                                   "/api/games/koenig/texts/nl",
                                                   "/../etc/passwd"};
  std::string text(kMethods[below(random, kMethods.size())]);
  text += " " + std::string(kPaths[below(random, kPaths.size())]);
  if (below(random, 4) == 0) text += "?lang=" + std::to_string(random());
  text += " HTTP/1." + std::to_string(below(random, 3)) + "\r\nHost: localhost\r\n";
  if (below(random, 2) == 0) text += "Cookie: stamtafel=" + cookie + "\r\n";
  if (below(random, 3) == 0) text += "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: ,,\r\n";
  if (below(random, 6) == 0) text += "X-Long: " + std::string(below(random, 40000), 'y') + "\r\n";
  if (below(random, 3) == 0) {
    text +=
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  }
  const std::string body = "{\"name\":\"Anna\"}";
  if (below(random, 3) == 0) {
    text += "Content-Type: application/json\r\n";
    text +=
        below(random, 2) == 0
            ? "Transfer-Encoding: chunked\r\n\r\n" + noise(random, 30)
            : "Content-Length: " + std::to_string(below(random, 2) == 0 ? body.size() : random()) +
                  "\r\n\r\n" + body;
    return text;
  }
  return text + "\r\n";
}

// A frame whose head says something else than what follows.
std::string some_frame(Random& random, const std::string& payload) {
  std::string frame;
  frame += static_cast<char>(below(random, 2) == 0 ? 0x81 : below(random, 256));
  frame += static_cast<char>(below(random, 4) == 0 ? below(random, 256)
                                                   : 0x80 | std::min<size_t>(payload.size(), 127));
  return frame + noise(random, below(random, 13)) + payload;
}

bool lives(Player& anna) { return text_of(anna.ask("{\"do\":\"ping\""), "is") == "pong"; }

TEST(Broken, HttpAtRandomHarmsNobody) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  Random random(1);
  for (int round = 0; round < 1500; ++round) {
    Wire wire(server.port);
    std::string text = some_request(random, anna.device.cookie);
    if (below(random, 3) > 0) text = damaged(random, text);
    if (below(random, 20) == 0) text = noise(random, below(random, 2000));
    // In two pieces, sometimes.
    const size_t cut = below(random, text.size() + 1);
    wire.write(std::string_view(text).substr(0, cut));
    wire.write(std::string_view(text).substr(cut));
    if (below(random, 4) == 0) wire.fill(2);
    ASSERT_TRUE(round % 100 != 0 || lives(anna)) << "round " << round;
  }
  EXPECT_TRUE(lives(anna));
  EXPECT_EQ(anna.device.get("/healthz").status, 200);
}

TEST(Broken, FramesAtRandomHarmNobody) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  const std::array<std::string, 5> messages{
      "{\"do\":\"hello\",\"protocol\":1}", "{\"do\":\"watch\",\"table\":\"" + anna.table + "\"}",
      "{\"do\":\"ping\",\"n\":1}",
      "{\"do\":\"say\",\"table\":\"" + anna.table + "\",\"text\":\"x\"}",
      "{\"do\":\"act\",\"table\":\"" + anna.table + "\",\"at\":1,\"actions\":[\"x\"]}"};
  Random random(2);
  for (int round = 0; round < 600; ++round) {
    Socket socket(anna.device);
    ASSERT_EQ(socket.status, 101);
    socket.send(messages[0]);
    for (size_t i = below(random, 8); i > 0; --i) {
      const std::string& message = messages[below(random, messages.size())];
      switch (below(random, 4)) {
        case 0:
          socket.send(damaged(random, message));
          break;
        case 1:
          socket.send_frame(static_cast<int>(below(random, 16)), message, below(random, 2) == 0);
          break;
        case 2:
          socket.send_raw(some_frame(random, message));
          break;
        default:
          socket.send(message);
      }
    }
    if (below(random, 4) == 0) socket.next_text(2);
    ASSERT_TRUE(round % 50 != 0 || lives(anna)) << "round " << round;
  }
  EXPECT_TRUE(lives(anna));
  // All of them are gone.
  for (int i = 0; i < 500 && anna.device.get("/metrics").body.find("stamtafel_clients 1\n") ==
                                 std::string::npos;
       ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_THAT(anna.device.get("/metrics").body, ::testing::HasSubstr("stamtafel_clients 1\n"));
}

}  // namespace
}  // namespace server_test
