// How long honest clients wait while somebody attacks the server.
//
//   attack --server build/release/bin/stamtafel [--clients 1000] [--seconds S] [--only NAME]
//
// Starts a server of its own, with its usual limits, on one core. Honest clients, five at an
// address, are connected and ping once a second each; attacks run one after the other from
// addresses of their own, as fast as they can from a thread that gives way to the clients. Prints a
// row for each: the longest ping, and what the server did about it.
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/syscall.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "bench/load/child.h"
#include "bench/load/flags.h"
#include "games/registry.h"

namespace {

using load::Child;
using load::now_us;
using server_test::Device;
using server_test::Home;
using server_test::HttpAnswer;
using server_test::Socket;
using server_test::Wire;

struct Flags {
  std::string server;
  int clients = 1000;
  double seconds = 5;
  std::string only;
};

// Honest clients: each pings once a second; one thread for all.
class Honest {
 public:
  Honest(uint16_t port, int count) : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    for (int i = 0; i < count; ++i) {
      addresses_.push_back("127.1." + std::to_string(i / 1000) + "." +
                           std::to_string(1 + i / 5 % 200));
      const Device device(port, {addresses_.back().c_str(), 0});
      auto socket = std::make_unique<Socket>(device);
      if (socket->status != 101) {
        std::fprintf(stderr, "attack: an honest client was refused (%d)\n", socket->status);
        std::exit(1);
      }
      socket->send("{\"do\":\"hello\",\"protocol\":1}");
      socket->next_text();
      ::fcntl(socket->fd(), F_SETFL, O_NONBLOCK);
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u64 = clients_.size();
      ::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket->fd(), &event);
      clients_.push_back({std::move(socket), 0, false});
    }
  }
  Honest(const Honest&) = delete;
  Honest& operator=(const Honest&) = delete;
  ~Honest() { ::close(epoll_); }

  void ping_for(double seconds) {
    waits.clear();
    const int64_t begun = now_us();
    const int64_t end = begun + static_cast<int64_t>(seconds * 1e6);
    for (size_t i = 0; i < clients_.size(); ++i) {
      clients_[i].due = begun + static_cast<int64_t>(i * 1'000'000 / clients_.size());
    }
    std::vector<epoll_event> events(256);
    while (now_us() < end) {
      for (Client& client : clients_) {
        if (client.waiting || client.due > now_us()) continue;
        client.waiting = true;
        client.sent = now_us();
        client.socket->send("{\"do\":\"ping\"}");
      }
      const int ready = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 1);
      for (int i = 0; i < ready; ++i) read(clients_[events[static_cast<size_t>(i)].data.u64]);
    }
    // Those still waiting have waited so long.
    for (const Client& client : clients_) {
      if (client.waiting) waits.push_back(now_us() - client.sent);
    }
    std::sort(waits.begin(), waits.end());
  }
  double percentile(double part) const {
    if (waits.empty()) return 0;
    return static_cast<double>(
               waits[static_cast<size_t>(part * static_cast<double>(waits.size() - 1))]) /
           1000.0;
  }

  std::vector<int64_t> waits;
  int64_t lost = 0;

 private:
  struct Client {
    std::unique_ptr<Socket> socket;
    int64_t due = 0;
    bool waiting = false;
    int64_t sent = 0;
  };
  void read(Client& client) {
    while (const std::optional<std::string> text = client.socket->next_text(0)) {
      if (text->find("\"pong\"") == std::string::npos || !client.waiting) continue;
      waits.push_back(now_us() - client.sent);
      client.waiting = false;
      client.due = std::max(client.due + 1'000'000, now_us());
    }
    if (client.socket->open()) return;
    ++lost;
    ::epoll_ctl(epoll_, EPOLL_CTL_DEL, client.socket->fd(), nullptr);
    client.due = INT64_MAX;
    client.waiting = false;
  }
  int epoll_;
  std::vector<std::string> addresses_;
  std::vector<Client> clients_;
};

// What an attacker has: an address, a name, a table.
class Attacker {
 public:
  explicit Attacker(uint16_t port) : device(port, {"127.2.0.1", 4096}), port_(port) {
    device.be("Mallory");
    table = make(3, 0, "");
    // One that is over, for replays.
    finished = make(1, 2, ",\"start\":true");
    Socket socket(device);
    socket.send("{\"do\":\"hello\",\"protocol\":1}");
    socket.send("{\"do\":\"watch\",\"table\":\"" + finished + "\"}");
    socket.send("{\"do\":\"concede\",\"table\":\"" + finished + "\"}");
    while (socket.next_text(300)) {
    }
  }
  std::unique_ptr<Socket> greeted() const {
    auto socket = std::make_unique<Socket>(device);
    socket->send("{\"do\":\"hello\",\"protocol\":1}");
    return socket;
  }
  // Again and again over connections that are kept as long as they last.
  void get(const std::function<std::string()>& path, const std::atomic<bool>& stop) const {
    std::unique_ptr<Wire> wire;
    while (!stop) {
      if (wire == nullptr || !wire->open()) wire = std::make_unique<Wire>(port_, Home{"127.2.0.2"});
      wire->write("GET " + path() + " HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n" +
                  "Cookie: stamtafel=" + device.cookie + "\r\n\r\n");
      if (server_test::read_answer(*wire).status == 0) wire.reset();
    }
  }
  Device device;
  std::string table, finished;

 private:
  std::string make(int people, int bots, const std::string& more) {
    std::string seats = "{\"kind\":\"me\"}";
    for (int i = 1; i < people; ++i) seats += ",{\"kind\":\"open\"}";
    for (int i = 0; i < bots; ++i) seats += ",{\"kind\":\"bot\",\"bot\":\"random\"}";
    const HttpAnswer made =
        device.post("/api/tables", "{\"game\":\"" + std::string(games::all().front()->spec().id) +
                                       "\",\"public\":true,\"seats\":[" + seats + "]" + more + "}");
    const engine::Json json = made.json();
    return json.find("table") == nullptr ? std::string() : json.find("table")->text;
  }
  uint16_t port_;
};

using Attack = std::function<void(Attacker&, const std::atomic<bool>&)>;

// Many sockets that send the same thing as fast as they are let.
void flood(Attacker& attacker, const std::atomic<bool>& stop, size_t sockets, bool reads,
           const std::string& message) {
  std::vector<std::unique_ptr<Socket>> all;
  while (!stop) {
    for (size_t i = 0; i < sockets && !stop; ++i) {
      if (all.size() <= i) all.push_back(attacker.greeted());
      if (!all[i]->open() || all[i]->status != 101) all[i] = attacker.greeted();
      all[i]->send(message);
      while (reads && all[i]->next_text(0)) {
      }
    }
  }
}

std::vector<std::pair<std::string, Attack>> attacks() {
  const auto about = [](const Attacker& attacker, const std::string& verb,
                        const std::string& more = "") {
    return "{\"do\":\"" + verb + "\",\"table\":\"" + attacker.table + "\"" + more + "}";
  };
  const auto fetch = [](const std::string& what) {
    return [what](Attacker& attacker, const std::atomic<bool>& stop) {
      attacker.get([&] { return "/api/tables/" + attacker.finished + "/" + what; }, stop);
    };
  };
  return {
      {"none", [](Attacker&, const std::atomic<bool>&) {}},
      {"chat",
       [about](Attacker& attacker, const std::atomic<bool>& stop) {
         flood(attacker, stop, 4, true,
               about(attacker, "say", ",\"text\":\"" + std::string(490, 'x') + "\""));
       }},
      {"texts",
       [](Attacker& attacker, const std::atomic<bool>& stop) {
         int i = 0;
         attacker.get([&] { return "/api/games/koenig/texts/nl-" + std::to_string(++i); }, stop);
       }},
      {"deaf",
       [about](Attacker& attacker, const std::atomic<bool>& stop) {
         flood(attacker, stop, 20, false, about(attacker, "watch"));
       }},
      {"silent",
       [](Attacker& attacker, const std::atomic<bool>& stop) {
         std::vector<std::unique_ptr<Wire>> wires;
         while (!stop) {
           wires.push_back(std::make_unique<Wire>(attacker.device.port(), Home{"127.2.0.3"}));
           if (wires.size() >= 12100) wires.clear();
         }
       }},
      {"half requests",
       [](Attacker& attacker, const std::atomic<bool>& stop) {
         std::vector<std::unique_ptr<Wire>> wires;
         for (int i = 0; !stop; ++i) {
           const std::string from =
               "127.3." + std::to_string(i / 200 % 200) + "." + std::to_string(1 + i % 200);
           wires.push_back(std::make_unique<Wire>(attacker.device.port(), Home{from.c_str()}));
           wires.back()->write("GET / HTTP/1.1\r\nHost: localhost\r\n");
           if (wires.size() >= 12100) wires.clear();
         }
       }},
      {"messages",
       [](Attacker& attacker, const std::atomic<bool>& stop) {
         flood(attacker, stop, 20, true, "{\"do\":\"ping\"}");
       }},
      {"lobby",
       [](Attacker& attacker, const std::atomic<bool>& stop) {
         flood(attacker, stop, 20, true, "{\"do\":\"lobby\",\"on\":true}");
       }},
      {"rematch",
       [](Attacker& attacker, const std::atomic<bool>& stop) {
         flood(attacker, stop, 4, true,
               "{\"do\":\"rematch\",\"table\":\"" + attacker.finished + "\"}");
       }},
      {"replay", fetch("replay")},
      {"luck", fetch("luck")},
      {"draws", fetch("draws")},
      {"record", fetch("record")},
  };
}

Flags read_flags(int count, char** words) {
  constexpr const char* kUsage =
      "attack --server STAMTAFEL [--clients N] [--seconds S] [--only NAME]";
  Flags flags;
  load::read_flags(count, words, kUsage,
                   {{"--server", &flags.server},
                    {"--clients", &flags.clients},
                    {"--seconds", &flags.seconds},
                    {"--only", &flags.only}});
  if (flags.server.empty() || flags.clients < 1) load::end_with_usage(kUsage);
  return flags;
}

void run(const Flags& flags, const std::string& name, const Attack& attack) {
  Child server(flags.server, {}, 0);
  Honest honest(server.port, flags.clients);
  Attacker attacker(server.port);
  std::atomic<bool> stop{false};
  std::thread thread([&] {
    // Gives way to the clients: what is measured is the server, not how busy this program is.
    const sched_param ordinary{};
    ::sched_setscheduler(0, SCHED_OTHER, &ordinary);
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), 10);
    attack(attacker, stop);
  });
  honest.ping_for(flags.seconds);
  stop = true;
  thread.join();
  std::printf("%-14s %7zu %8.2f %8.2f %9.2f %6lld %9.1f %9lld %9lld %9lld\n", name.c_str(),
              honest.waits.size(), honest.percentile(0.5), honest.percentile(0.99),
              honest.percentile(1), static_cast<long long>(honest.lost),
              static_cast<double>(server.memory()) / 1024.0,
              static_cast<long long>(server.metric("queued_bytes") / 1024),
              static_cast<long long>(server.metric("slow_clients_dropped_total")),
              static_cast<long long>(server.metric("connections_dropped_total")));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const Flags flags = read_flags(count, words);
  load::allow_many_files();
  load::use_core(1);
  std::printf("%d honest clients, one ping a second each\n", flags.clients);
  std::printf("%-14s %7s %8s %8s %9s %6s %9s %9s %9s %9s\n", "attack", "pings", "p50 ms", "p99 ms",
              "longest", "lost", "MB", "queue KB", "slow", "dropped");
  for (const auto& [name, attack] : attacks()) {
    if (flags.only.empty() || flags.only == name) run(flags, name, attack);
  }
  return 0;
}
