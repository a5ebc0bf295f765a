// "Your move" by webhook and mail, against receivers on the loopback.
#include <gmock/gmock.h>
#include <openssl/evp.h>

#include <condition_variable>
#include <deque>
#include <mutex>

#include "server/post.h"
#include "server/testing.h"

namespace server_test {
namespace {

using server::allows;
using server::HostRule;
using server::read_host_rule;
using server::read_mail_address;
using server::read_mail_relay;
using server::read_url;

// --- who may be spoken to

TEST(Postal, AddressesOfWebhooksAreReadStrictly) {
  const auto url = read_url(" HTTPS://Hooks.Example/a/b?c=d ");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->text(), "https://hooks.example/a/b?c=d");
  EXPECT_EQ(read_url("http://[::1]:99")->text(), "http://[::1]:99/");
  for (const char* bad :
       {"", "hooks.example", "ftp://hooks.example", "https://", "https://a@hooks.example/",
        "https://hooks.example/#x", "https://hooks.example:0/", "https://hooks.example:99999/",
        "https://hooks.example:/", "https://ho oks.example/", "https://hooks.example/\r\nX: y",
        "https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://.example/",
        "https://hooks..example/", "https://-x.example/", "https://[::1/",
        "https://hoöks.example/"}) {
    EXPECT_FALSE(read_url(bad)) << bad;
  }
}

TEST(Postal, OnlyHostsOfTheOperatorAreAllowed) {
  std::vector<HostRule> rules;
  for (const char* text :
       {"hooks.example", "*.chat.example", "other.example:8443", "http://127.0.0.1:9000"}) {
    rules.push_back(*read_host_rule(text));
  }
  for (const char* good :
       {"https://hooks.example/x", "https://a.chat.example/", "https://a.b.chat.example/",
        "https://other.example:8443/", "http://127.0.0.1:9000/x"}) {
    EXPECT_NE(allows(rules, *read_url(good)), nullptr) << good;
  }
  for (const char* bad :
       {"http://hooks.example/", "https://hooks.example:444/", "https://xhooks.example/",
        "https://chat.example/", "https://evilchat.example/", "https://other.example/",
        "https://127.0.0.1:9000/", "http://127.0.0.1:9001/"}) {
    EXPECT_EQ(allows(rules, *read_url(bad)), nullptr) << bad;
  }
  rules = {*read_host_rule("*")};
  EXPECT_NE(allows(rules, *read_url("https://any.example/")), nullptr);
  EXPECT_EQ(allows(rules, *read_url("http://any.example/")), nullptr);
  for (const char* bad : {"", "a b", "*.*", "*.10.0.0.1", "x/y"}) {
    EXPECT_FALSE(read_host_rule(bad)) << bad;
  }
}

bool is_public(const char* text) {
  sockaddr_in four{};
  sockaddr_in6 six{};
  if (::inet_pton(AF_INET, text, &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    return server::is_public(reinterpret_cast<sockaddr&>(four));
  }
  six.sin6_family = AF_INET6;
  EXPECT_EQ(::inet_pton(AF_INET6, text, &six.sin6_addr), 1) << text;
  return server::is_public(reinterpret_cast<sockaddr&>(six));
}

TEST(Postal, WhatIsNotThePublicInternetIsKnown) {
  for (const char* good : {"8.8.8.8", "100.63.0.1", "172.32.0.1", "192.167.1.1", "223.255.255.255",
                           "2a00:1450::1", "2606:4700::1"}) {
    EXPECT_TRUE(is_public(good)) << good;
  }
  for (const char* bad : {"0.0.0.0",
                          "10.1.2.3",
                          "100.64.0.1",
                          "127.0.0.1",
                          "127.255.0.1",
                          "169.254.169.254",
                          "172.16.0.1",
                          "172.31.255.255",
                          "192.168.0.1",
                          "198.18.0.1",
                          "224.0.0.1",
                          "255.255.255.255",
                          "::",
                          "::1",
                          "::ffff:127.0.0.1",
                          "::ffff:8.8.8.8",
                          "64:ff9b::7f00:1",
                          "fc00::1",
                          "fd12::1",
                          "fe80::1",
                          "ff02::1",
                          "2001:db8::1",
                          "2002:7f00:1::",
                          "2001::1"}) {
    EXPECT_FALSE(is_public(bad)) << bad;
  }
}

TEST(Postal, MailAddressesCanStandInAHeader) {
  EXPECT_EQ(read_mail_address(" Anna.B+x@Example.ORG "), "Anna.B+x@example.org");
  for (const char* bad :
       {"", "anna", "@example.org", "anna@", "anna@localhost", "an na@example.org",
        "a@b@example.org", "anna@example.org\r\nBcc: x@example.org", "\"anna\"@example.org",
        "anna@[127.0.0.1]", "anna@127.0.0.1", ".a@example.org", "a..b@example.org",
        "a.@example.org", "-a@example.org", "änna@example.org", "anna@exämple.org",
        "<anna@example.org>"}) {
    EXPECT_FALSE(read_mail_address(bad)) << bad;
  }
  EXPECT_EQ(read_mail_relay("smtp://localhost")->port, 25);
  EXPECT_TRUE(read_mail_relay("smtps://mail.example")->tls);
  EXPECT_FALSE(read_mail_relay("http://mail.example"));
}

// --- receivers

// Listens on the loopback and talks with one after another, as `talk` says.
class Receiver {
 public:
  using Talk = std::function<void(Wire&, Receiver&)>;
  explicit Receiver(Talk talk) : talk_(std::move(talk)) {
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(fd_, reinterpret_cast<sockaddr*>(&here), sizeof here), 0);
    EXPECT_EQ(::listen(fd_, 16), 0);
    socklen_t size = sizeof here;
    ::getsockname(fd_, reinterpret_cast<sockaddr*>(&here), &size);
    port = ntohs(here.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;
  ~Receiver() {
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
  }

  void got(std::string text) {
    const std::lock_guard guard(mutex_);
    texts_.push_back(std::move(text));
    came_.notify_all();
  }
  // The next thing that comes; empty: nothing came in time.
  std::string next(int milliseconds = kPatienceMs) {
    std::unique_lock guard(mutex_);
    if (!came_.wait_for(guard, std::chrono::milliseconds(milliseconds),
                        [this] { return !texts_.empty(); })) {
      return {};
    }
    std::string text = std::move(texts_.front());
    texts_.pop_front();
    return text;
  }
  uint16_t port = 0;

 private:
  void serve() {
    while (true) {
      const int fd = ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) return;
      Wire wire(Wire::Taken{fd});
      talk_(wire, *this);
    }
  }
  Talk talk_;
  int fd_ = -1;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<std::string> texts_;
};

std::string line_from(Wire& wire) {
  size_t end = 0;
  while ((end = wire.buffer().find("\r\n")) == std::string::npos) {
    if (!wire.fill()) return {};
  }
  std::string line = wire.buffer().substr(0, end);
  wire.buffer().erase(0, end + 2);
  return line;
}

// A webhook: hands over the request's first line and body, and answers with the status.
Receiver::Talk webhook(const std::atomic<int>& status) {
  return [&status](Wire& wire, Receiver& receiver) {
    const std::string first = line_from(wire);
    size_t length = 0;
    while (true) {
      const std::string line = line_from(wire);
      if (line.empty()) break;
      if (line.starts_with("Content-Length: ")) length = std::stoul(line.substr(16));
    }
    while (wire.buffer().size() < length && wire.fill()) continue;
    receiver.got(first + "\n" + wire.buffer().substr(0, length));
    wire.write("HTTP/1.1 " + std::to_string(status) +
               " x\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n");
  };
}

// A mail relay: hands over envelope, head and text.
void relay(Wire& wire, Receiver& receiver) {
  std::string mail;
  wire.write("220 relay\r\n");
  while (true) {
    const std::string line = line_from(wire);
    if (line.empty()) return;
    if (line.starts_with("EHLO")) {
      wire.write("250-relay\r\n250 8BITMIME\r\n");
    } else if (line == "DATA") {
      wire.write("354 go on\r\n");
      std::string body;
      bool in_body = false;
      for (std::string part = line_from(wire); part != "." && wire.open(); part = line_from(wire)) {
        if (in_body) {
          body += part;
        } else {
          mail += part + "\n";
          in_body = part.empty();
        }
      }
      std::string text(body.size(), '\0');
      const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                       reinterpret_cast<const unsigned char*>(body.data()),
                                       static_cast<int>(body.size()));
      const auto padding = std::count(body.begin(), body.end(), '=');
      receiver.got(mail + "\n" + text.substr(0, static_cast<size_t>(size - padding)));
      mail.clear();
      wire.write("250 taken\r\n");
    } else if (line == "QUIT") {
      wire.write("221 bye\r\n");
      return;
    } else {
      mail += line + "\n";
      wire.write("250 ok\r\n");
    }
  }
}

// --- a server that sends

struct Away {
  explicit Away(uint16_t port) : anna(port, "Anna"), bram(port, "Bram") {
    anna.watch(new_table(anna, 2, 1));
    bram.watch(anna.table);
    bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
  }
  // It is not Bram's move then.
  void start() {
    anna.about("start");
    for (Player* player : {&anna, &bram}) {
      EXPECT_TRUE(player->until([&] { return text_of(player->known, "status") == "playing"; }));
    }
    for (int i = 0; i < 200 && bram_acts(); ++i) {
      bram.ask("{\"do\":\"ping\"");
      if (bram.my_turn()) bram.act(bram.choice());
      anna.ask("{\"do\":\"ping\"");
    }
  }
  // Anna plays until it is Bram's move.
  void until_bram() {
    int rounds = 0;
    do {
      anna.ask("{\"do\":\"ping\"");  // hears what has happened so far
      if (anna.my_turn()) anna.act(anna.choice());
    } while (!bram_acts() && ++rounds < 2000);
    EXPECT_TRUE(bram_acts());
  }
  bool bram_acts() const {
    const Json* acting = at(anna.known, "state.acting");
    return acting != nullptr && !acting->items.empty() && acting->items[0].text == seat_name(1);
  }
  Player anna, bram;
};

std::string code_in(const std::string& text) {
  const size_t found = text.find("\"code\":\"");
  if (found != std::string::npos) return text.substr(found + 8, 8);
  const size_t mail = text.find("The code is ");
  return mail == std::string::npos ? "" : text.substr(mail + 12, 8);
}

std::string as_json(const std::string& kind, const std::string& name, const std::string& value) {
  return "{\"kind\":\"" + kind + "\",\"" + name + "\":\"" + value + "\"}";
}

void confirm(Device& device, Receiver& receiver, const std::string& kind,
             const std::string& target) {
  ASSERT_EQ(device.post("/api/me/address", as_json(kind, "target", target)).status, 200);
  const std::string code = code_in(receiver.next());
  ASSERT_EQ(code.size(), 8u);
  EXPECT_EQ(device.post("/api/me/confirm", as_json(kind, "code", "nonsense")).status, 403);
  const HttpAnswer answer = device.post("/api/me/confirm", as_json(kind, "code", code));
  EXPECT_THAT(answer.body, HasSubstr("\"confirmed\":true"));
}

TestServer::Adjust with_webhooks(uint16_t port) {
  return [port](server::ServerOptions& options) {
    options.settings.office.hosts = {*read_host_rule("http://127.0.0.1:" + std::to_string(port))};
    options.settings.notify_after = 1000;
  };
}

// The clock goes on until something comes.
std::string wait_for(TestServer& server, Receiver& receiver, int64_t most = 10'000) {
  for (int64_t waited = 0; waited <= most; waited += 1000) {
    std::string text = receiver.next(100);
    if (!text.empty()) return text;
    server.time += 1000;
  }
  return {};
}

void goes_away(Player& player, Player& other) {
  player.socket->shut();
  EXPECT_TRUE(other.until(
      [&] { return other.socket->texts.back().find("presence") != std::string::npos; }));
}

TEST(Post, NothingGoesOutUnlessTheOperatorWantsIt) {
  FreshServer server;
  Player anna(server.port, "Anna");
  EXPECT_THAT(anna.device.get("/api/me/addresses").body, HasSubstr("\"kinds\":[]"));
  EXPECT_EQ(anna.device.post("/api/me/address", as_json("mail", "target", "a@example.org")).status,
            409);
  EXPECT_EQ(anna.device.post("/api/me/address", as_json("webhook", "target", "https://a.example/"))
                .status,
            409);
}

TEST(Post, WhoIsAwayIsToldOnceOfEachMove) {
  const Folder folder;
  std::atomic<int> status{204};
  Receiver hook(webhook(status));
  TestServer server(folder.at("t.db"), with_webhooks(hook.port));
  Away away(server.port);
  const std::string target = "http://127.0.0.1:" + std::to_string(hook.port) + "/bram";
  confirm(away.bram.device, hook, "webhook", target);
  away.start();
  goes_away(away.bram, away.anna);
  away.until_bram();
  const std::string told = wait_for(server, hook);
  EXPECT_THAT(told, HasSubstr("POST /bram HTTP/1.1\n"));
  const Json letter = *engine::parse_json(told.substr(told.find('\n') + 1), "letter");
  std::vector<std::string> members;
  for (const auto& [key, value] : letter.members) members.push_back(key);
  EXPECT_THAT(members, ElementsAre("is", "text", "content", "game", "name", "table", "link",
                                   "moved", "stop"));
  EXPECT_EQ(text_of(letter, "link"),
            "http://127.0.0.1:" + std::to_string(server.port) + "/t/" + away.anna.table);
  EXPECT_THAT(text_of(letter, "moved"), Not(AnyOf("", "Bram")));
  EXPECT_EQ(wait_for(server, hook), "");  // once
  // Back, and away again: the next move is told.
  away.bram.connect();
  away.bram.watch(away.anna.table);
  while (away.bram.my_turn()) away.bram.act(away.bram.choice());
  goes_away(away.bram, away.anna);
  away.until_bram();
  EXPECT_THAT(wait_for(server, hook), HasSubstr("\"is\":\"turn\""));
}

TEST(Post, WhoIsHereOrPlaysWithBotsAloneIsNotTold) {
  const Folder folder;
  std::atomic<int> status{204};
  Receiver hook(webhook(status));
  TestServer server(folder.at("t.db"), with_webhooks(hook.port));
  Away away(server.port);
  const std::string target = "http://127.0.0.1:" + std::to_string(hook.port) + "/";
  confirm(away.bram.device, hook, "webhook", target);
  away.start();
  away.until_bram();
  EXPECT_EQ(wait_for(server, hook, 3000), "");
  Player carla(server.port, "Carla");
  confirm(carla.device, hook, "webhook", target + "carla");
  carla.watch(new_table(carla, 1, 2, ",\"start\":true"));
  carla.socket->shut();
  EXPECT_EQ(wait_for(server, hook, 5000), "");
}

TEST(Post, ARestartNeitherForgetsNorRepeats) {
  const Folder folder;
  std::atomic<int> status{204};
  Receiver hook(webhook(status));
  int64_t time = 0;
  {
    TestServer server(folder.at("t.db"), with_webhooks(hook.port));
    Away away(server.port);
    confirm(away.bram.device, hook, "webhook",
            "http://127.0.0.1:" + std::to_string(hook.port) + "/");
    away.start();
    goes_away(away.bram, away.anna);
    away.until_bram();
    time = server.time;  // due, but not yet sent
  }
  for (const bool first : {true, false}) {
    TestServer server(folder.at("t.db"), with_webhooks(hook.port));
    server.time = time += 10'000;
    EXPECT_THAT(wait_for(server, hook, 5000),
                first ? testing::Matcher<std::string>(HasSubstr("\"is\":\"turn\""))
                      : testing::Matcher<std::string>(IsEmpty()));
    time = server.time;
  }
}

TEST(Post, AFailureIsTriedAgainARedirectIsNot) {
  const Folder folder;
  std::atomic<int> status{204};
  Receiver hook(webhook(status));
  TestServer server(folder.at("t.db"), with_webhooks(hook.port));
  Away away(server.port);
  confirm(away.bram.device, hook, "webhook", "http://127.0.0.1:" + std::to_string(hook.port) + "/");
  away.start();
  goes_away(away.bram, away.anna);
  status = 503;
  away.until_bram();
  EXPECT_NE(wait_for(server, hook), "");
  const auto failures = [&](int64_t wanted) {
    for (int i = 0; i < 500; ++i) {
      if (metric(away.anna.device, "letter_failures_total") == wanted) return true;
      server.time += 1;
    }
    return false;
  };
  EXPECT_TRUE(failures(1));
  status = 302;
  EXPECT_EQ(hook.next(200), "");
  server.time += 61'000;
  EXPECT_NE(hook.next(), "");
  EXPECT_TRUE(failures(2));
  server.time += 100'000'000;
  EXPECT_EQ(hook.next(500), "");
  EXPECT_EQ(metric(away.anna.device, "letters_total"), 0);
}

TEST(Post, AddressesOutsideTheListAreRefused) {
  const Folder folder;
  std::atomic<int> status{204};
  Receiver hook(webhook(status));
  TestServer server(folder.at("t.db"), [&](server::ServerOptions& options) {
    options.settings.office.hosts = {
        *read_host_rule("http://localhost:" + std::to_string(hook.port))};
  });
  Player anna(server.port, "Anna");
  const std::string port = std::to_string(hook.port);
  EXPECT_EQ(
      anna.device
          .post("/api/me/address", as_json("webhook", "target", "http://127.0.0.1:" + port + "/"))
          .status,
      403);
  // Allowed by its name, but that leads to ourselves.
  EXPECT_EQ(
      anna.device
          .post("/api/me/address", as_json("webhook", "target", "http://localhost:" + port + "/"))
          .status,
      409);
  EXPECT_EQ(hook.next(200), "");
}

TEST(Post, MailCarriesACodeThenTheMoveAndAWayToEndIt) {
  const Folder folder;
  Receiver mails(relay);
  TestServer server(folder.at("t.db"), [&](server::ServerOptions& options) {
    options.settings.office.relay =
        *read_mail_relay("smtp://127.0.0.1:" + std::to_string(mails.port));
    options.settings.office.relay.from = "tafel@example.org";
    options.settings.origins = {"https://games.example"};
    options.settings.notify_after = 1000;
  });
  Away away(server.port);
  confirm(away.bram.device, mails, "mail", "bram@example.org");
  away.start();
  goes_away(away.bram, away.anna);
  away.until_bram();
  const std::string mail = wait_for(server, mails);
  EXPECT_THAT(mail, HasSubstr("MAIL FROM:<tafel@example.org>\nRCPT TO:<bram@example.org>\n"));
  EXPECT_THAT(mail, HasSubstr(" has moved; it is your move"));
  EXPECT_THAT(mail, HasSubstr("https://games.example/t/" + away.anna.table));
  const std::string mark = "List-Unsubscribe: <https://games.example";
  ASSERT_THAT(mail, HasSubstr(mark));
  const size_t from = mail.find(mark) + mark.size();
  const std::string stop = mail.substr(from, mail.find('>', from) - from);
  ASSERT_THAT(mail, HasSubstr("https://games.example/stop/" + stop.substr(stop.rfind('/') + 1)));
  Device anybody(server.port);
  EXPECT_EQ(anybody.post("/api/stop/nonsense", "x").status, 404);
  const HttpAnswer ended = anybody.request("POST", stop, "List-Unsubscribe=One-Click",
                                           "Content-Type: application/x-www-form-urlencoded\r\n");
  EXPECT_EQ(ended.status, 200) << ended.body;
  EXPECT_THAT(away.bram.device.get("/api/me/addresses").body, Not(HasSubstr("bram@example.org")));
  EXPECT_EQ(anybody.post(stop, "x").status, 404);
}

TEST(Post, CodesAreFewAndWrongOnesEndThem) {
  const Folder folder;
  std::atomic<int> status{204};
  Receiver hook(webhook(status));
  TestServer server(folder.at("t.db"), [&](server::ServerOptions& options) {
    with_webhooks(hook.port)(options);
    options.settings.codes = {10, 0.001};
    options.settings.codes_to = {2, 0.00001};
  });
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  const std::string target = "http://127.0.0.1:" + std::to_string(hook.port) + "/";
  const auto ask = [&](Player& player) {
    return player.device.post("/api/me/address", as_json("webhook", "target", target)).status;
  };
  EXPECT_EQ(ask(anna), 200);
  const std::string code = code_in(hook.next());
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(anna.device.post("/api/me/confirm", as_json("webhook", "code", "nonsense")).status,
              403);
  }
  EXPECT_EQ(anna.device.post("/api/me/confirm", as_json("webhook", "code", code)).status, 409);
  EXPECT_EQ(ask(bram), 200);
  EXPECT_EQ(ask(bram), 429);  // whoever asks: two to one address
  EXPECT_EQ(ask(anna), 429);
}

}  // namespace
}  // namespace server_test
