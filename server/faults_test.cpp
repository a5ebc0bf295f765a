// The server as a process: killed in the middle, stopped, started twice; a full disk; TLS.
// STAMTAFEL_KILLS=200 asks for as many kills; without it the test takes seconds.
#include <fcntl.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <signal.h>
#include <sys/wait.h>

#include "server/process.h"
#include "server/testing.h"
#include "store/sqlite_file.h"

namespace server_test {
namespace {

// Plays as fast as it can until the server is gone. What was acknowledged is in player.n.
void play_until_killed(Player& player) {
  for (size_t which = 0;; ++which) {
    if (player.over()) {
      const HttpAnswer made = player.device.post(
          "/api/tables", "{\"game\":\"" + game_id() +
                             "\",\"start\":true,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\","
                             "\"bot\":\"random\"},{\"kind\":\"bot\",\"bot\":\"random\"}]}");
      if (made.status != 201) return;
      player.watch(text_of(made.json(), "table"));
    }
    if (!player.until([&] { return player.my_turn() || player.over(); })) return;
    if (player.over()) continue;
    if (text_of(player.act(player.choice(which)), "is").empty()) return;
  }
}

int kills() {
  const char* wanted = std::getenv("STAMTAFEL_KILLS");
  return wanted == nullptr ? 8 : std::max(1, std::atoi(wanted));
}

TEST(Faults, NothingAcknowledgedIsLostWhenTheServerIsKilledUnderLoad) {
  const Folder folder;
  constexpr int kPlayers = 4;
  const int rounds = kills();
  struct Known {
    std::string cookie, table, log;
    int64_t n = 0;
  };
  std::vector<Known> known(kPlayers);
  int64_t told = 0;
  for (int round = 0; round < rounds; ++round) {
    Process server({"--data", folder.at("t.db")});
    ASSERT_NE(server.port, 0) << server.said;
    std::vector<std::unique_ptr<Player>> players;
    for (int i = 0; i < kPlayers; ++i) {
      Known& before = known[static_cast<size_t>(i)];
      players.push_back(std::make_unique<Player>(server.port, before.cookie.empty() ? "Anna" : ""));
      Player& player = *players.back();
      if (before.cookie.empty()) {
        player.watch(new_table(player, 1, 2, ",\"start\":true"));
        continue;
      }
      // Where they were: all they had been told is still there, word for word.
      player.device.cookie = before.cookie;
      player.connect();
      player.watch(before.table);
      EXPECT_GE(player.n, before.n) << "an acknowledged entry is lost";
      EXPECT_EQ(text_of(player.known, "you"), seat_name(0));
      if (before.n == 0) continue;  // it knew no more than that the table was there
      std::string log;
      for (const Json& item : player.known.find("log")->items) {
        if (number_of(item, "n") == before.n) log = item.dump();
      }
      EXPECT_EQ(log.substr(0, log.find("\"is\"")), before.log);
    }
    std::vector<std::thread> threads;
    for (auto& player : players) threads.emplace_back([&] { play_until_killed(*player); });
    std::this_thread::sleep_for(std::chrono::milliseconds(60 + 37 * (round % 8)));
    EXPECT_EQ(server.end(SIGKILL), -SIGKILL);
    for (std::thread& thread : threads) thread.join();
    for (int i = 0; i < kPlayers; ++i) {
      Player& player = *players[static_cast<size_t>(i)];
      Known& now = known[static_cast<size_t>(i)];
      now.cookie = player.device.cookie;
      now.table = player.table;
      now.n = player.n;
      told += now.n;
      // The last item it was told, as far as its number and time.
      for (auto text = player.socket->texts.rbegin(); text != player.socket->texts.rend(); ++text) {
        const std::string mark = "{\"n\":" + std::to_string(now.n) + ",\"at\":";
        const size_t found = text->find(mark);
        if (found == std::string::npos || text->find(now.table) == std::string::npos) continue;
        now.log = text->substr(found, text->find("\"is\"", found) - found);
        break;
      }
    }
  }
  EXPECT_GT(told, kPlayers * rounds);
}

TEST(Faults, SigtermEndsCleanlyAndSaysGoodbye) {
  const Folder folder;
  Process server({"--data", folder.at("t.db")});
  ASSERT_NE(server.port, 0) << server.said;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  EXPECT_EQ(server.end(SIGTERM), 0);
  while (anna.socket->next_text()) {
  }
  EXPECT_EQ(anna.socket->close_code, 1001);
}

TEST(Faults, HangupAndBrokenPipesEndNothing) {
  const Folder folder;
  Process server({"--data", folder.at("t.db"), "--log", "text", "--log-file", folder.at("log")});
  ASSERT_NE(server.port, 0) << server.said;
  const auto lines = [&](const std::string& name) {
    std::ifstream file(folder.at(name));
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_THAT(lines("log"), HasSubstr("info listening"));
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  for (int round = 0; round < 3; ++round) {
    server.signal(SIGPIPE);
    // As logrotate does it.
    fs::rename(folder.at("log"), folder.at("log." + std::to_string(round)));
    server.signal(SIGHUP);
    for (int i = 0; i < 500 && lines("log").find("info reloaded") == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_THAT(lines("log"), HasSubstr("info reloaded"));
    EXPECT_EQ(text_of(anna.ask("{\"do\":\"ping\""), "is"), "pong");
  }
  EXPECT_EQ(server.end(SIGTERM), 0);
  EXPECT_THAT(lines("log"), HasSubstr("info stopped"));
}

TEST(Faults, ASecondStartOnTheSameFileIsRefused) {
  const Folder folder;
  Process first({"--data", folder.at("t.db")});
  ASSERT_NE(first.port, 0) << first.said;
  Process second({"--data", folder.at("t.db")});
  EXPECT_EQ(second.end(0), 1);
  EXPECT_THAT(second.said, HasSubstr("in use by another server"));
  Process port_taken({"--data", folder.at("u.db"), "--port", std::to_string(first.port)});
  EXPECT_THAT(port_taken.said, HasSubstr("can't listen on 127.0.0.1:"));
  EXPECT_EQ(port_taken.end(0), 1);
}

TEST(Faults, AFullDiskChangesNothingAndIsSaid) {
  const Folder folder;
  std::string table;
  std::string cookie;
  int64_t n = 0;
  {
    TestServer server(folder.at("t.db"),
                      [](server::ServerOptions& options) { options.max_pages = 30; });
    ASSERT_EQ(server.problem, "");
    Player anna(server.port, "Anna");
    anna.watch(new_table(anna, 3, 0));
    Json answer;
    const std::string text(400, 'x');
    for (int i = 0; i < 1000; ++i) {
      answer = anna.about("say", ",\"text\":\"" + text + "\"");
      if (text_of(answer, "is") == "error") break;
    }
    EXPECT_EQ(text_of(answer, "code"), "storage");
    EXPECT_EQ(anna.device.get("/healthz").status, 503);
    n = anna.n;
    // As it was, for everybody.
    Player guest(server.port, "");
    guest.watch(anna.table);
    EXPECT_EQ(guest.n, n);
    EXPECT_EQ(text_of(anna.about("say", ",\"text\":\"" + text + "\""), "code"), "storage");
    Device late(server.port);
    const bool made = late.request("PUT", "/api/me", "{\"name\":\"Bram\"}").status == 200;
    EXPECT_EQ(made, !late.cookie.empty());  // a token only for a person that was saved
    table = anna.table;
    cookie = anna.device.cookie;
  }
  TestServer server(folder.at("t.db"));  // with room again
  Player anna(server.port, "");
  anna.device.cookie = cookie;
  anna.connect();
  anna.watch(table);
  EXPECT_EQ(anna.n, n);
  EXPECT_EQ(text_of(anna.about("say", ",\"text\":\"again\""), "is"), "news");
  EXPECT_EQ(anna.device.get("/healthz").status, 200);
}

TEST(Faults, ADamagedTableIsSaidToBeDamagedAndAllOthersGoOn) {
  const Folder folder;
  std::string cookie, damaged, sound;
  {
    TestServer server(folder.at("t.db"));
    Player anna(server.port, "Anna");
    cookie = anna.device.cookie;
    damaged = new_table(anna, 1, 2, ",\"start\":true");
    sound = new_table(anna, 1, 2, ",\"start\":true");
  }
  {
    std::string problem;
    const store::Database db =
        store::open_database(folder.at("t.db"), store::OpenAs::kWriter, "", problem);
    const std::string sql = "update entry set at = at + 1 where n = 2 and tbl = '" + damaged + "'";
    ASSERT_TRUE(store::run_sql(db.get(), sql.c_str()));
  }
  for (const bool whole : {false, true}) {
    TestServer server(folder.at("t.db"),
                      [&](server::ServerOptions& options) { options.check_whole = whole; });
    ASSERT_EQ(server.problem, "");
    Player anna(server.port, "");
    anna.device.cookie = cookie;
    anna.connect();
    for (int i = 0; i < 2; ++i) {
      const Json answer = anna.watch(damaged);
      EXPECT_EQ(text_of(answer, "code"), "damaged");
      EXPECT_THAT(text_of(answer, "text"), HasSubstr("This table is damaged"));
    }
    EXPECT_EQ(anna.device.get("/api/tables/" + damaged + "/record").status, 500);
    anna.watch(sound);
    EXPECT_TRUE(anna.my_turn());
    EXPECT_EQ(text_of(anna.act(anna.choice()), "is"), "news");
    EXPECT_EQ(anna.device.get("/healthz").status, 200);
    EXPECT_THAT(anna.device.get("/metrics").body, HasSubstr("\nstamtafel_tables_damaged 1\n"));
  }
}

// A certificate for this test alone.
void write_certificate(const std::string& cert, const std::string& key) {
  EVP_PKEY* pair = EVP_EC_gen("P-256");
  X509* x509 = X509_new();
  ASN1_INTEGER_set(X509_get_serialNumber(x509), 1);
  X509_gmtime_adj(X509_getm_notBefore(x509), -3600);
  X509_gmtime_adj(X509_getm_notAfter(x509), 3600);
  X509_set_pubkey(x509, pair);
  X509_NAME* name = X509_get_subject_name(x509);
  const auto* host = reinterpret_cast<const unsigned char*>("localhost");
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, host, -1, -1, 0);
  X509_set_issuer_name(x509, name);
  X509_sign(x509, pair, EVP_sha256());
  FILE* file = std::fopen(cert.c_str(), "w");
  PEM_write_X509(file, x509);
  std::fclose(file);
  file = std::fopen(key.c_str(), "w");
  PEM_write_PrivateKey(file, pair, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  X509_free(x509);
  EVP_PKEY_free(pair);
}

// Does something over a TLS connection; nothing when there is none.
void with_tls(uint16_t port, const std::function<void(SSL*)>& work) {
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  SSL* ssl = SSL_new(context);
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0 && SSL_set_fd(ssl, fd) == 1 &&
      SSL_connect(ssl) == 1) {
    work(ssl);
  }
  SSL_free(ssl);
  SSL_CTX_free(context);
  ::close(fd);
}

std::string over_tls(uint16_t port, const std::string& request) {
  std::string answer;
  with_tls(port, [&](SSL* ssl) {
    SSL_write(ssl, request.data(), static_cast<int>(request.size()));
    char bytes[4096];
    int count = 0;
    while ((count = SSL_read(ssl, bytes, sizeof bytes)) > 0) {
      answer.append(bytes, static_cast<size_t>(count));
      if (answer.find("\r\n\r\n") != std::string::npos) break;
    }
  });
  return answer;
}

// The server's, as bytes.
std::string certificate_of(uint16_t port) {
  std::string bytes;
  with_tls(port, [&](SSL* ssl) {
    X509* x509 = SSL_get1_peer_certificate(ssl);
    bytes.resize(static_cast<size_t>(i2d_X509(x509, nullptr)));
    auto* to = reinterpret_cast<unsigned char*>(bytes.data());
    i2d_X509(x509, &to);
    X509_free(x509);
  });
  return bytes;
}

TEST(Faults, OverTlsCookiesAreForItAlone) {
  const Folder folder;
  write_certificate(folder.at("cert.pem"), folder.at("key.pem"));
  TestServer server(folder.at("t.db"), [&](server::ServerOptions& options) {
    options.net.tls_cert = folder.at("cert.pem");
    options.net.tls_key = folder.at("key.pem");
  });
  ASSERT_EQ(server.problem, "");
  const std::string body = "{\"name\":\"Anna\"}";
  const std::string answer = over_tls(server.port,
                                      "PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                                      "application/json\r\nContent-Length: " +
                                          std::to_string(body.size()) + "\r\n\r\n" + body);
  EXPECT_THAT(answer, HasSubstr("200 OK"));
  EXPECT_THAT(answer, HasSubstr("; Secure"));
  EXPECT_THAT(answer, HasSubstr("Strict-Transport-Security"));
  const std::string upgrade = over_tls(
      server.port,
      "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  EXPECT_THAT(upgrade, HasSubstr("101 Switching Protocols"));
  Wire plain(server.port);  // no TLS at all
  plain.write("GET / HTTP/1.1\r\n\r\n");
  while (plain.fill()) {
  }
  EXPECT_FALSE(plain.open());
}

TEST(Faults, HangupReadsTheCertificateAnew) {
  const Folder folder;
  write_certificate(folder.at("cert.pem"), folder.at("key.pem"));
  Process server({"--data", folder.at("t.db"), "--tls-cert", folder.at("cert.pem"), "--tls-key",
                  folder.at("key.pem"), "--log", "text", "--log-file", folder.at("log")});
  ASSERT_NE(server.port, 0) << server.said;
  const auto logged = [&](const std::string& what) {
    for (int i = 0; i < 500; ++i) {
      std::ifstream file(folder.at("log"));
      const std::string text(std::istreambuf_iterator<char>(file), {});
      if (text.find(what) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  };
  const std::string first = certificate_of(server.port);
  ASSERT_NE(first, "");
  write_certificate(folder.at("cert.pem"), folder.at("key.pem"));
  server.signal(SIGHUP);
  ASSERT_TRUE(logged("info reloaded"));
  const std::string second = certificate_of(server.port);
  EXPECT_NE(second, first);
  std::ofstream(folder.at("cert.pem")) << "nonsense";
  server.signal(SIGHUP);
  ASSERT_TRUE(logged("warn reload.failed"));
  EXPECT_EQ(certificate_of(server.port), second) << "the old one stays";
}

TEST(Faults, BadCertificatesAreRefusedAtTheStart) {
  const Folder folder;
  write_certificate(folder.at("cert.pem"), folder.at("key.pem"));
  write_certificate(folder.at("other.pem"), folder.at("other-key.pem"));
  const auto problem = [&](const std::string& cert, const std::string& key) {
    return TestServer(folder.at("t.db"),
                      [&](server::ServerOptions& options) {
                        options.net.tls_cert = folder.at(cert);
                        options.net.tls_key = folder.at(key);
                      })
        .problem;
  };
  EXPECT_THAT(problem("none.pem", "key.pem"), HasSubstr("none.pem"));
  EXPECT_THAT(problem("cert.pem", "none.pem"), HasSubstr("none.pem"));
  EXPECT_THAT(problem("cert.pem", "other-key.pem"), HasSubstr("other-key.pem"));
}

}  // namespace
}  // namespace server_test
