// A load generator for the server: clients that play at tables, and a table of what came of it.
//
//   load --server build/release/bin/stamtafel [--clients 50,500,5000] [--people N] [--seconds S]
//        [--rate R] [--idle TABLES] [--quiet CLIENTS] [--masters TABLES] [--data ADDRESS] [--nodes
//        N]
//        [--database PROCESS,…] [--whole]
//
// Starts a server of its own on a file of its own, on one core (--any-core: wherever it likes), and
// plays from another. Closed loop: each client chooses as soon as it is asked. With --rate each
// chooses R times a second, and latency counts from when the move was due. With --masters so many
// further tables are played beside those that are measured, each by somebody who chooses at once
// and by four bots of the strongest level (as many as there are seats for), which think all the
// time: what is measured is how much of that the others feel. With --data the server is over a
// database (tools/with-postgres), with --nodes several are, and clients go to them in turns: those
// who sit at one table, too. --database names the databases' processes, whose time is told as well.
// --quiet connects so many people who do nothing, and tells what each takes of the server's memory.
// Clients take what has changed; with --whole all that there is, with every piece of news.
#include <fcntl.h>
#include <sys/epoll.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "bench/database_cpu.h"
#include "bench/load/child.h"
#include "bench/load/flags.h"
#include "games/registry.h"

namespace {

using server_test::Device;

struct Flags {
  std::string server;
  std::string game;
  std::vector<int> clients{50, 500, 5000};
  int people = 1;
  double seconds = 5;
  double rate = 0;
  int idle = 0;
  int quiet = 0;
  int masters = 0;
  std::string data;
  int nodes = 1;
  std::string database;
  bool any_core = false;
  bool whole = false;
};

using load::Child;
using load::now_us;

// One server, or several over the same database.
class Servers {
 public:
  explicit Servers(const Flags& flags) {
    std::vector<std::string> words{"--no-limits", "--rest-after", "2000"};
    if (!flags.data.empty()) words.insert(words.end(), {"--admin", "none"});
    for (int i = 0; i < flags.nodes; ++i) {
      all_.push_back(
          std::make_unique<Child>(flags.server, words, flags.any_core ? -1 : 0, flags.data));
    }
  }
  Child& of(size_t client) { return *all_[client % all_.size()]; }
  int64_t metric(const std::string& name) const {
    return sum<int64_t>([&](const Child& server) { return server.metric(name); });
  }
  int64_t memory() const {
    return sum<int64_t>([](const Child& server) { return server.memory(); });
  }
  double cpu() const {
    return sum<double>([](const Child& server) { return server.cpu(); });
  }

 private:
  template <class Value>
  Value sum(const std::function<Value(const Child&)>& of) const {
    Value all{};
    for (const auto& server : all_) all += of(*server);
    return all;
  }
  std::vector<std::unique_ptr<Child>> all_;
};

// One client: a socket, and of the table just enough to choose.
struct Client {
  int fd = -1;
  std::string cookie;
  std::string table;
  bool host = false;
  bool beside = false;  // among masters; not measured
  bool seated = false;
  std::string in;
  int64_t n = 0;
  bool question = false;  // it is asked, as it was told,
  bool asked = false;     // and has not chosen yet
  bool waiting = false;   // for the answer to a move
  bool moving_on = false;
  struct Choice {
    std::string action;
    bool allowed = false;
  };
  std::vector<Choice> choices;  // the last ones there were
  int64_t turn = 0;             // since when it is theirs
  int64_t due = 0;
  int64_t sent = 0;
  uint32_t random = 1;
};

class Load {
 public:
  Load(const Flags& flags, Servers& servers, int count)
      : flags_(flags), servers_(servers), clients_(static_cast<size_t>(count + flags.masters)) {
    epoll_ = ::epoll_create1(0);
    for (size_t i = 0; i < clients_.size(); ++i) {
      clients_[i].beside = i >= static_cast<size_t>(count);
      clients_[i].host = clients_[i].beside || i % static_cast<size_t>(flags.people) == 0;
      clients_[i].random = static_cast<uint32_t>(i) * 2654435761u + 1;
      prepare(clients_[i], i);
    }
    for (Client& client : clients_) connect(client);
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load() {
    for (Client& client : clients_) ::close(client.fd);
    ::close(epoll_);
  }

  void play(double seconds, bool count) {
    moves = bytes = 0;
    latencies.clear();
    const int64_t begin = now_us();
    const auto end = begin + static_cast<int64_t>(seconds * 1e6);
    if (flags_.rate > 0) {
      for (Client& client : clients_) client.due = begin + next(client) % period();
    }
    std::vector<epoll_event> events(1024);
    int64_t swept = 0;
    while (now_us() < end) {
      const int ready = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 1);
      for (int i = 0; i < ready; ++i) receive(clients_[events[static_cast<size_t>(i)].data.u64]);
      if (flags_.rate > 0 && now_us() - swept > 200) {
        swept = now_us();
        for (Client& client : clients_) choose(client);
      }
    }
    elapsed = static_cast<double>(now_us() - begin) / 1e6;
    if (!count) moves = 0;
  }

  int64_t moves = 0;
  int64_t bytes = 0;  // received by all
  double elapsed = 0;
  std::vector<int64_t> latencies;

 private:
  static constexpr int kMasters = 4;

  int64_t period() const { return static_cast<int64_t>(1e6 / flags_.rate); }
  static int64_t next(Client& client) {
    client.random = client.random * 1664525u + 1013904223u;
    return client.random >> 8;
  }

  // A person and, for the first at each table, the table.
  void prepare(Client& client, size_t i) {
    Device device(servers_.of(i).port);
    device.be("Load " + std::to_string(i));
    client.cookie = device.cookie;
    if (!client.host) {
      client.table = clients_[i - i % static_cast<size_t>(flags_.people)].table;
      return;
    }
    const engine::AnyGame& game = *games::find(flags_.game);
    std::string seats = "{\"kind\":\"me\"}";
    const int people = client.beside ? 1 : flags_.people;
    const int all = client.beside ? std::min(game.spec().max_seats, 1 + kMasters)
                                  : std::max(game.spec().min_seats, people);
    const std::string bot = client.beside ? "search:level=master" : "random";
    for (int seat = 1; seat < all; ++seat) {
      seats +=
          seat < people ? ",{\"kind\":\"open\"}" : ",{\"kind\":\"bot\",\"bot\":\"" + bot + "\"}";
    }
    const auto made =
        device.post("/api/tables", "{\"game\":\"" + flags_.game + "\",\"seats\":[" + seats + "]}");
    const engine::Json json = made.json();
    if (json.find("table") == nullptr) {
      std::fprintf(stderr, "load: %s\n", made.body.c_str());
      std::exit(1);
    }
    client.table = json.find("table")->text;
  }

  void connect(Client& client) {
    const auto index = static_cast<size_t>(&client - clients_.data());
    client.fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    const uint16_t port = servers_.of(index).port;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int yes = 1;
    ::setsockopt(client.fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const std::string hello =
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
        "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: stamtafel=" +
        client.cookie + "\r\n\r\n";
    if (::connect(client.fd, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0 ||
        ::send(client.fd, hello.data(), hello.size(), MSG_NOSIGNAL) < 0) {
      std::perror("load: connect");
      std::exit(1);
    }
    char byte = 0;
    std::string head;
    while (head.find("\r\n\r\n") == std::string::npos && ::recv(client.fd, &byte, 1, 0) == 1) {
      head += byte;
    }
    if (head.find(" 101 ") == std::string::npos) {
      std::fprintf(stderr, "load: refused: %s\n", head.c_str());
      std::exit(1);
    }
    ::fcntl(client.fd, F_SETFL, O_NONBLOCK);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = index;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, client.fd, &event);
    send(client, flags_.whole ? "{\"do\":\"hello\",\"protocol\":1}"
                              : "{\"do\":\"hello\",\"protocol\":1,\"differences\":true}");
    sit_down(client);
  }

  void sit_down(Client& client) {
    const auto index = static_cast<size_t>(&client - clients_.data());
    const std::string table = "\"table\":\"" + client.table + "\"";
    send(client, "{\"do\":\"watch\"," + table + "}");
    const size_t seat = index % static_cast<size_t>(flags_.people);
    if (seat > 0 && !client.beside) {
      const std::string_view id = games::find(flags_.game)->spec().seat_ids[seat];
      send(client, "{\"do\":\"sit\"," + table + ",\"seat\":\"" + std::string(id) + "\"}");
    }
  }

  // The first at the table starts when all are in their seats.
  void seated(Client& client) {
    client.seated = true;
    if (client.beside) return start(client);
    const auto people = static_cast<size_t>(flags_.people);
    const auto index = static_cast<size_t>(&client - clients_.data());
    const size_t first = index - index % people;
    const size_t last =
        std::min(first + people, clients_.size() - static_cast<size_t>(flags_.masters));
    for (size_t i = first; i < last; ++i) {
      if (!clients_[i].seated) return;
    }
    start(clients_[first]);
  }

  void start(Client& host) {
    send(host, "{\"do\":\"start\",\"table\":\"" + host.table + "\",\"fill\":\"random\"}");
  }

  void send(Client& client, std::string_view text) {
    std::string frame = "\x81";
    if (text.size() < 126) {
      frame += static_cast<char>(0x80 | text.size());
    } else {
      frame += static_cast<char>(0x80 | 126);
      frame += static_cast<char>(text.size() >> 8);
      frame += static_cast<char>(text.size() & 255);
    }
    frame.append(4, '\0');  // a mask of nothing
    frame += text;
    if (::send(client.fd, frame.data(), frame.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(frame.size())) {
      std::fprintf(stderr, "load: a client can't send\n");
      std::exit(1);
    }
  }

  void receive(Client& client) {
    char read[65536];
    const ssize_t count = ::recv(client.fd, read, sizeof read, 0);
    if (count <= 0) {
      std::fprintf(stderr, "load: a client was disconnected\n");
      std::exit(1);
    }
    bytes += count;
    client.in.append(read, static_cast<size_t>(count));
    size_t used = 0;
    while (client.in.size() - used >= 2) {
      const auto byte = [&](size_t i) { return static_cast<uint8_t>(client.in[used + i]); };
      size_t head = 2;
      size_t size = byte(1);
      if (size == 126) {
        head = 4;
        if (client.in.size() - used < head) break;
        size = static_cast<size_t>(byte(2)) << 8 | byte(3);
      } else if (size == 127) {
        head = 10;
        if (client.in.size() - used < head) break;
        size = 0;
        for (size_t i = 2; i < 10; ++i) size = size << 8 | byte(i);
      }
      if (client.in.size() - used < head + size) break;
      if ((byte(0) & 15) == 1) take(client, {client.in.data() + used + head, size});
      used += head + size;
    }
    client.in.erase(0, used);
  }

  static std::string_view text_after(std::string_view message, std::string_view mark) {
    const size_t found = message.find(mark);
    if (found == std::string_view::npos) return {};
    const size_t from = found + mark.size();
    return message.substr(from, message.find('"', from) - from);
  }

  void take(Client& client, std::string_view message) {
    if (message.starts_with("{\"is\":\"error\"")) {
      if (message.find("\"stale\"") == std::string_view::npos) {
        std::fprintf(stderr, "load: %.*s\n", static_cast<int>(message.size()), message.data());
        std::exit(1);
      }
      client.waiting = false;
      return;
    }
    if (message.starts_with("{\"is\":\"ok\"")) {
      if (const std::string_view next_table = text_after(message, "\"table\":\"");
          !next_table.empty()) {
        move_on(client, next_table);
      }
      return;
    }
    const bool whole = message.starts_with("{\"is\":\"table\"");
    if (!whole && !message.starts_with("{\"is\":\"news\"")) return;
    if (message.find(client.table) == std::string_view::npos) return;  // of the one before
    if (!client.seated && message.find("\"you\":\"") != std::string_view::npos) seated(client);
    const std::string_view number = whole ? "\"n\":" : "\"to\":";
    client.n = std::atoll(message.data() + message.find(number) + number.size());
    const bool answer = client.waiting && message.find("\"done\":") != std::string_view::npos;
    if (answer) {
      client.waiting = false;
      if (!client.beside) {
        ++moves;
        latencies.push_back(now_us() - client.sent);
      }
    }
    for (const std::string_view member : {"\"state\":{", "\"change\":{"}) {
      const size_t state = message.find(member);
      if (state != std::string_view::npos) look(client, message.substr(state), answer);
    }
    if (const std::string_view next_table = text_after(message, "\"rematch\":\"");
        !next_table.empty() && !client.host) {
      move_on(client, next_table);
    }
    choose(client);
  }

  // The whole position, or what has changed in it.
  void look(Client& client, std::string_view state, bool answer) {
    constexpr std::string_view kAsked = "\"asked\":";
    if (const size_t at = state.find(kAsked); at != std::string_view::npos) {
      client.question = state[at + kAsked.size()] == '{';
    }
    // Whose own move it follows is asked when that was due, however late the answer comes.
    if (client.question && !client.asked && !answer) client.turn = now_us();
    client.asked = client.question;
    constexpr std::string_view kChoices = "\"choices\":[";
    if (const size_t at = state.find(kChoices); at != std::string_view::npos) {
      read_choices(client, state.substr(at + kChoices.size()));
    }
    if (state.find("\"outcome\":{") != std::string_view::npos && client.host && !client.moving_on) {
      client.moving_on = true;
      send(client, "{\"do\":\"rematch\",\"table\":\"" + client.table + "\"}");
    }
  }

  // A choice, or the place of one in the last list, and so on, up to the bracket.
  static void read_choices(Client& client, std::string_view list) {
    std::vector<Client::Choice> choices;
    while (!list.empty() && list.front() != ']') {
      if (list.front() == '{') {
        const size_t close = list.find('}');
        const std::string_view one = list.substr(0, close);
        choices.push_back({std::string(text_after(one, "\"action\":\"")),
                           one.find("\"no\":") == std::string_view::npos});
        list.remove_prefix(close + 1);
      } else {
        const auto place = static_cast<size_t>(std::atoll(list.data()));
        if (place >= client.choices.size()) {
          std::fprintf(stderr, "load: a choice that nobody was told\n");
          std::exit(1);
        }
        choices.push_back(client.choices[place]);
        list.remove_prefix(std::min(list.find_first_of(",]"), list.size()));
      }
      if (!list.empty() && list.front() == ',') list.remove_prefix(1);
    }
    if (!choices.empty()) client.choices = std::move(choices);
  }

  void move_on(Client& client, std::string_view table) {
    send(client, "{\"do\":\"unwatch\",\"table\":\"" + client.table + "\"}");
    client.table = table;
    client.question = client.asked = client.moving_on = false;
    send(client, "{\"do\":\"watch\",\"table\":\"" + client.table + "\"}");
    if (client.host) start(client);
  }

  void choose(Client& client) {
    if (!client.asked || client.waiting) return;
    std::vector<const std::string*> allowed;
    for (const Client::Choice& choice : client.choices) {
      if (choice.allowed) allowed.push_back(&choice.action);
    }
    if (allowed.empty()) return;
    const int64_t now = now_us();
    if (flags_.rate > 0 && !client.beside) {
      if (now < client.due) return;
      // Where others have to choose as well, it can't be due before it is one's turn. At a table of
      // one's own it always is: whatever makes it late is the server's.
      if (flags_.people > 1) client.due = std::max(client.due, client.turn);
      client.sent = client.due;
      client.due += period();
    } else {
      client.sent = now;
    }
    client.waiting = true;
    client.asked = false;
    const auto pick = static_cast<size_t>(next(client)) % allowed.size();
    send(client, "{\"do\":\"act\",\"n\":1,\"table\":\"" + client.table + "\",\"at\":" +
                     std::to_string(client.n) + ",\"actions\":[\"" + *allowed[pick] + "\"]}");
  }

  const Flags& flags_;
  Servers& servers_;
  int epoll_ = -1;
  std::vector<Client> clients_;
};

double percentile(std::vector<int64_t>& values, double part) {
  if (values.empty()) return 0;
  const auto at = static_cast<size_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return static_cast<double>(values[at]) / 1000.0;
}

void run_load(const Flags& flags, int count) {
  Servers servers(flags);
  const int64_t memory_before = servers.memory();
  Load load(flags, servers, count);
  load.play(1.0, false);  // warm
  const double cpu = servers.cpu();
  const double database = bench::database_cpu(flags.database);
  const int64_t actions = servers.metric("actions_total");
  load.play(flags.seconds, true);
  const auto all = static_cast<double>(servers.metric("actions_total") - actions);
  const double used = servers.cpu() - cpu;
  const double used_there = bench::database_cpu(flags.database) - database;
  const auto tables = (count + flags.people - 1) / flags.people;
  const auto moves = static_cast<double>(load.moves);
  const auto each = [](double seconds, double things) {
    return things > 0 ? 1e6 * seconds / things : 0;
  };
  std::printf(
      "%8d %8d %10.0f %12.0f %9.2f %9.2f %9.2f %7.0f%% %12.0f %10.1f %10.1f %10.1f %10.0f\n", count,
      tables, moves / load.elapsed, all / load.elapsed, percentile(load.latencies, 0.5),
      percentile(load.latencies, 0.99), percentile(load.latencies, 0.999),
      100 * used / load.elapsed, used > 0 ? all / used : 0,
      static_cast<double>(servers.memory() - memory_before) / count, each(used, moves),
      each(used_there, moves), moves > 0 ? static_cast<double>(load.bytes) / moves : 0);
  if (flags.masters > 0) {
    std::printf("beside them %d tables of masters: %lld thoughts, %lld of them hurried\n",
                flags.masters, static_cast<long long>(servers.metric("thoughts_total")),
                static_cast<long long>(servers.metric("hurried_thoughts_total")));
  }
  std::fflush(stdout);
}

// Tables that nobody is at: what each costs.
void run_idle(const Flags& flags) {
  Child server(flags.server, {"--no-limits", "--rest-after", "2000"}, flags.any_core ? -1 : 0);
  Device device(server.port);
  device.be("Idle");
  std::string seats = "{\"kind\":\"me\"}";
  for (int i = 1; i < games::find(flags.game)->spec().min_seats; ++i) {
    seats += ",{\"kind\":\"bot\",\"bot\":\"random\"}";
  }
  const std::string wish =
      "{\"game\":\"" + flags.game + "\",\"start\":true,\"seats\":[" + seats + "]}";
  device.post("/api/tables", wish);
  const int64_t before = server.memory();
  for (int i = 0; i < flags.idle; ++i) {
    if (device.post("/api/tables", wish).status != 201) std::exit(1);
  }
  const int64_t awake = server.memory();
  const int64_t awake_tables = server.metric("tables_in_memory");
  while (server.metric("tables_in_memory") > 0) ::usleep(200000);
  std::printf(
      "%d idle tables: %.2f KB of server memory each at rest (%.2f KB while %lld of them "
      "were still awake)\n",
      flags.idle, static_cast<double>(server.memory() - before) / flags.idle,
      static_cast<double>(awake - before) / flags.idle, static_cast<long long>(awake_tables));
}

// People who are connected and do nothing.
void run_quiet(const Flags& flags) {
  Child server(flags.server, {"--no-limits"}, flags.any_core ? -1 : 0);
  std::vector<std::unique_ptr<server_test::Socket>> sockets;
  const auto connect = [&](int people) {
    for (int i = 0; i < people; ++i) {
      Device device(server.port);
      device.be("Quiet " + std::to_string(sockets.size()));
      sockets.push_back(std::make_unique<server_test::Socket>(device));
      sockets.back()->send("{\"do\":\"hello\",\"protocol\":1,\"differences\":true}");
      if (!sockets.back()->next_text()) {
        std::fprintf(stderr, "load: a quiet client was disconnected\n");
        std::exit(1);
      }
    }
  };
  constexpr int kFirst = 100;  // what all share is there then
  connect(kFirst);
  const int64_t before = server.memory();
  connect(flags.quiet);
  std::printf("%d quiet clients: %.2f KB of server memory each\n", flags.quiet,
              static_cast<double>(server.memory() - before) / flags.quiet);
}

Flags read_flags(int count, char** words) {
  constexpr const char* kUsage =
      "load --server STAMTAFEL [--game ID] [--clients N,N,…] [--people N] [--seconds S] [--rate R] "
      "[--idle TABLES] [--quiet CLIENTS] [--masters TABLES] [--data ADDRESS] [--nodes N] "
      "[--database PROCESS,…] "
      "[--any-core] [--whole]";
  Flags flags;
  flags.game = games::all().front()->spec().id;
  const auto clients = [&](const std::string& value) {
    flags.clients.clear();
    for (std::string_view part : engine::split(value, ',')) {
      flags.clients.push_back(std::atoi(std::string(part).c_str()));
    }
  };
  load::read_flags(count, words, kUsage,
                   {{"--server", &flags.server},
                    {"--game", &flags.game},
                    {"--people", &flags.people},
                    {"--seconds", &flags.seconds},
                    {"--rate", &flags.rate},
                    {"--idle", &flags.idle},
                    {"--quiet", &flags.quiet},
                    {"--masters", &flags.masters},
                    {"--data", &flags.data},
                    {"--nodes", &flags.nodes},
                    {"--database", &flags.database},
                    {"--any-core", &flags.any_core},
                    {"--whole", &flags.whole},
                    {"--clients", clients}});
  if (flags.server.empty() || games::find(flags.game) == nullptr || flags.people < 1 ||
      flags.nodes < 1 || (flags.nodes > 1 && flags.data.empty())) {
    load::end_with_usage(kUsage);
  }
  return flags;
}

}  // namespace

int main(int count, char** words) {
  const Flags flags = read_flags(count, words);
  load::allow_many_files();
  if (!flags.any_core) load::use_core(1);
  if (flags.idle > 0) {
    run_idle(flags);
    return 0;
  }
  if (flags.quiet > 0) {
    run_quiet(flags);
    return 0;
  }
  std::printf("%s, %d at a table, %s\n", flags.game.c_str(), flags.people,
              flags.rate > 0 ? "each at a fixed rate" : "closed loop");
  std::printf("%8s %8s %10s %12s %9s %9s %9s %8s %12s %10s %10s %10s %10s\n", "clients", "tables",
              "moves/s", "with bots/s", "p50 ms", "p99 ms", "p99.9 ms", "cpu", "per cpu-s",
              "KB/client", "us/move", "db us/move", "bytes/move");
  for (int clients : flags.clients) run_load(flags, clients);
  return 0;
}
