// What chaos_test.cpp is made of: people who play and remember what they were told, servers and
// workers as processes, a network that can be cut, and a proxy that is slow.
#pragma once

#include <sys/un.h>

#include <atomic>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "server/process.h"
#include "server/testing.h"
#include "tests/postgres.h"

namespace server_test {

// Where a server is reached.
struct Door {
  uint16_t port = 0;
  Home home;
};

// What a client remembers: every item it was told, and what became of what it did.
struct History {
  std::string person, table, seat;
  std::map<int64_t, std::string> items;  // as it was told first, while it was played
  std::map<int64_t, std::string> views;  // by step, as it was shown first
  std::vector<std::string> faults;       // told otherwise later, or with a gap
  std::set<int64_t> acknowledged;        // numbers of its own actions
  int unknown = 0;                       // sent, and no answer
  int refused = 0;
  int moves = 0;    // to another server
  int changes = 0;  // positions told by what has changed
  int sent_away = 0;
  double slowest = 0;
};

// An item without what may be told later (others' actions, when the game is over).
inline std::string stable(const Json& item) {
  Json copy = item;
  std::erase_if(copy.members, [](const auto& member) { return member.first == "action"; });
  return copy.dump();
}

// Somebody who plays at one table, at whichever server there is.
class Wanderer {
 public:
  // `pace`: milliseconds to think about a move, at most.
  Wanderer(std::vector<Door> doors, std::string cookie, std::string table, unsigned seed, int pace)
      : doors_(std::move(doors)),
        cookie_(std::move(cookie)),
        random_(seed),
        pace_(pace),
        differences_(seed % 2 == 1) {
    history.table = std::move(table);
  }
  void play(const std::atomic<bool>& hurry) {
    while (!over_ && !give_up) {
      visit(hurry);
      if (!over_) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  bool over() const { return over_; }
  const std::string& cookie() const { return cookie_; }

  History history;
  std::atomic<bool> give_up{false};

 private:
  void visit(const std::atomic<bool>& hurry) {
    const Door& door = doors_[random_() % doors_.size()];
    Device device(door.port, door.home);
    device.cookie = cookie_;
    Socket socket(device);
    if (socket.status != 101) return;
    ++history.moves;
    socket.send(differences_ ? R"({"do":"hello","protocol":1,"lang":"en","differences":true,"n":1})"
                             : R"({"do":"hello","protocol":1,"lang":"en","n":1})");
    const std::string from = n_ > 0 ? ",\"from\":" + std::to_string(n_) : "";
    socket.send("{\"do\":\"watch\",\"table\":\"" + history.table + "\"" + from + ",\"n\":2}");
    int64_t asked = 2;
    int64_t waits = 0;  // for the answer to this
    auto sent = std::chrono::steady_clock::now();
    bool shown = false;
    bool leaves = false;
    while (!over_ && !give_up) {
      std::optional<Json> json = socket.next(hurry ? 2000 : 700 + 3 * pace_);
      if (!json) break;  // slow, or gone: another server will do
      const int64_t re = number_of(*json, "re");
      const std::string is = text_of(*json, "is");
      if (is == "error" && re == 2) return;
      if (is == "welcome" && !json->find("me")->is_object()) {
        history.faults.emplace_back("taken for nobody");
      }
      if (is == "move") {
        ++history.sent_away;
        leaves = true;
      }
      take(*json, is);
      if (re == 2) shown = true;
      if (waits != 0 && re == waits) {
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - sent;
        history.slowest = std::max(history.slowest, took.count());
        waits = 0;
        if (is == "error") {
          ++history.refused;
        } else {
          acknowledge(*json);
        }
        if (random_() % 12 == 0) return;  // to another server
      }
      if (leaves && waits == 0) return;
      if (!shown || waits != 0 || !my_turn()) continue;
      const std::string action = choice();
      if (action.empty()) continue;
      if (pace_ > 0 && !hurry) {
        std::this_thread::sleep_for(
            std::chrono::milliseconds(random_() % static_cast<unsigned>(pace_)));
      }
      waits = ++asked;
      sent = std::chrono::steady_clock::now();
      socket.send("{\"do\":\"act\",\"table\":\"" + history.table +
                  "\",\"at\":" + std::to_string(n_) + ",\"actions\":[\"" + action +
                  "\"],\"n\":" + std::to_string(waits) + "}");
    }
    // Whoever stops waiting, also because the test has ended, doesn't know.
    if (waits != 0) ++history.unknown;
  }
  bool my_turn() const {
    const Json* asked = at(known_, "state.asked");
    return asked != nullptr && asked->is_object();
  }
  std::string choice() {
    std::vector<std::string> allowed;
    if (const Json* choices = at(known_, "state.choices")) {
      for (const Json& one : choices->items) {
        if (one.find("no") == nullptr) allowed.push_back(text_of(one, "action"));
      }
    }
    return allowed.empty() ? "" : allowed[random_() % allowed.size()];
  }
  void remember(const Json& item, bool over) {
    const int64_t n = number_of(item, "n");
    const std::string text = stable(item);
    const auto [found, fresh] = history.items.emplace(n, text);
    if (!fresh && found->second != text) {
      history.faults.push_back(std::to_string(n) + " was " + found->second + ", is " + text);
    }
    if (!over && item.find("action") != nullptr && !history.seat.empty() &&
        text_of(item, "seat") != history.seat) {
      history.faults.push_back("told what another has chosen: " + item.dump());
    }
  }
  void take(Json& json, const std::string& is) {
    if (text_of(json, "table") != history.table) return;
    if (json.find("change") != nullptr) ++history.changes;
    if (is == "table" || is == "news") {
      if (const std::string wrong = position_.take(json); !wrong.empty()) {
        history.faults.push_back("a change that doesn't fit: " + wrong);
      }
    }
    const std::string status = text_of(json, "status");
    const bool over = (status.empty() ? text_of(known_, "status") : status) == "over";
    if (is == "table") {
      if (number_of(json, "n") < n_) {
        history.faults.push_back("thrown back from " + std::to_string(n_) + " to " +
                                 std::to_string(number_of(json, "n")));
      }
      known_ = json;
      n_ = number_of(json, "n");
      history.seat = text_of(json, "you");
      for (const Json& item : json.find("log")->items) remember(item, over);
    } else if (is == "news") {
      if (number_of(json, "from") != n_) {
        history.faults.push_back("a gap or a repeat at " + std::to_string(n_) + ": " +
                                 std::to_string(number_of(json, "from")));
      }
      int64_t expected = number_of(json, "from");
      for (const Json& item : json.find("items")->items) {
        if (number_of(item, "n") != ++expected) history.faults.push_back("items out of order");
        remember(item, over);
      }
      n_ = number_of(json, "to");
      for (const auto& [key, value] : json.members) {
        if (key != "is" && key != "re" && key != "from" && key != "to") known_.set(key, value);
      }
    }
    look(json);
    over_ = text_of(known_, "status") == "over";
  }
  // What it is shown of a position is always the same.
  void look(const Json& json) {
    const Json* view = at(json, "state.view");
    if (view == nullptr) return;
    const int64_t step = number_of(*json.find("state"), "step");
    const std::string text = view->dump();
    const std::string& first = history.views.emplace(step, text).first->second;
    if (first == text) return;
    history.faults.push_back("step " + std::to_string(step) + " was shown as " + first +
                             ", then as " + text + " in " + json.dump());
  }
  void acknowledge(const Json& json) {
    const Json* items = json.find("items");
    if (items == nullptr || number_of(json, "done", 0) != 1) return;
    for (const Json& item : items->items) {
      const bool own = text_of(item, "is") == "act" && text_of(item, "seat") == history.seat &&
                       item.find("by") == nullptr;
      if (!own) continue;
      if (!history.acknowledged.insert(number_of(item, "n")).second) {
        history.faults.push_back("acknowledged twice: " + item.dump());
      }
      return;
    }
    history.faults.push_back("acknowledged, and not told: " + json.dump());
  }

  std::vector<Door> doors_;
  std::string cookie_;
  std::minstd_rand random_;
  int pace_;
  bool differences_;  // takes what has changed in place of the whole
  KnownState position_;
  Json known_;
  int64_t n_ = 0;
  std::atomic<bool> over_{false};
};

// Each program in a network of its own, with two cables: one that clients come through, one to the
// database. Pulling one loses every packet, and tells nobody.
class Network {
 public:
  // Why there can't be one; empty: there can.
  static std::string missing() {
    if (::geteuid() != 0) return "it needs root";
    if (ip().empty()) return "it needs ip (Debian's iproute2)";
    return std::system((ip() + " netns list > /dev/null 2>&1").c_str()) == 0
               ? ""
               : "this system has no network namespaces";
  }
  explicit Network(int count) : count_(count) {
    for (int i = 0; i < count_; ++i) {
      run("netns add " + name(i));
      run("-n " + name(i) + " link set lo up");
      for (const Cable cable : {Cable::kClients, Cable::kDatabase}) {
        run("link add " + end(i, cable) + " type veth peer name e" + letter(cable) + " netns " +
            name(i));
        run("addr add " + address(i, cable, 1) + "/30 dev " + end(i, cable));
        run("link set " + end(i, cable) + " up");
        run("-n " + name(i) + " addr add " + address(i, cable, 2) + "/30 dev e" + letter(cable));
        run("-n " + name(i) + " link set e" + letter(cable) + " up");
      }
    }
  }
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;
  ~Network() {
    for (int i = 0; i < count_; ++i) run("netns del " + name(i));
  }

  enum class Cable : uint8_t { kClients, kDatabase };
  void cut(int i, Cable cable, bool is) {
    run("link set " + end(i, cable) + (is ? " down" : " up"));
  }
  // Of program i (2), or of what it is connected with (1).
  static std::string address(int i, Cable cable, int end) {
    return (cable == Cable::kClients ? "10.77." : "10.78.") + std::to_string(i) + "." +
           std::to_string(end);
  }
  static const char* all() { return "10.78.0.0/16"; }
  // What starts a program there.
  std::vector<std::string> inside(int i) const { return {ip(), "netns", "exec", name(i)}; }

 private:
  static std::string ip() {
    for (const char* path : {"/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"}) {
      if (fs::exists(path)) return path;
    }
    return {};
  }
  static const char* letter(Cable cable) { return cable == Cable::kClients ? "c" : "d"; }
  std::string name(int i) const {
    return "st" + std::to_string(::getpid()) + "n" + std::to_string(i);
  }
  std::string end(int i, Cable cable) const { return name(i) + letter(cable); }
  static void run(const std::string& command) {
    EXPECT_EQ(std::system((ip() + " " + command).c_str()), 0) << command;
  }
  int count_;
};

// Stands between a server and the database, and is slow, or mute, or hangs up.
class SlowProxy {
 public:
  explicit SlowProxy(const std::string& address)
      : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in here{};
    here.sin_family = AF_INET;
    ::inet_pton(AF_INET, address.c_str(), &here.sin_addr);
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&here), sizeof here), 0);
    EXPECT_EQ(::listen(listener_, 16), 0);
    socklen_t size = sizeof here;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&here), &size);
    port = ntohs(here.sin_port);
    thread_ = std::thread([this] { carry_on(); });
  }
  SlowProxy(const SlowProxy&) = delete;
  SlowProxy& operator=(const SlowProxy&) = delete;
  ~SlowProxy() {
    stop_ = true;
    thread_.join();
    ::close(listener_);
  }
  // Milliseconds for each piece; a negative number: nothing goes through.
  std::atomic<int> delay{0};
  std::atomic<bool> hang_up{false};
  uint16_t port = 0;

 private:
  struct Pair {
    int client = -1;
    int server = -1;
  };
  void accept() {
    Pair pair{::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC),
              ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    sockaddr_un there{};
    there.sun_family = AF_UNIX;
    (tests::Postgres::get().socket_folder() + "/.s.PGSQL.5432")
        .copy(there.sun_path, sizeof there.sun_path - 1);
    if (::connect(pair.server, reinterpret_cast<sockaddr*>(&there), sizeof there) != 0) {
      return close(pair);
    }
    pairs_.push_back(pair);
  }
  static void close(const Pair& pair) {
    ::close(pair.client);
    ::close(pair.server);
  }
  // False: it is to be closed.
  static bool carry(int from, int to) {
    std::array<char, 65536> bytes{};
    const ssize_t size = ::recv(from, bytes.data(), bytes.size(), 0);
    return size > 0 && ::send(to, bytes.data(), static_cast<size_t>(size), MSG_NOSIGNAL) == size;
  }
  void carry_on() {
    while (!stop_) {
      if (hang_up.exchange(false)) {
        for (const Pair& pair : pairs_) close(pair);
        pairs_.clear();
      }
      const int pause = delay;
      if (pause != 0) std::this_thread::sleep_for(std::chrono::milliseconds(pause < 0 ? 5 : pause));
      if (pause < 0) continue;
      std::vector<pollfd> sockets{{listener_, POLLIN, 0}};
      for (const Pair& pair : pairs_) {
        sockets.push_back({pair.client, POLLIN, 0});
        sockets.push_back({pair.server, POLLIN, 0});
      }
      if (::poll(sockets.data(), sockets.size(), 20) <= 0) continue;
      for (size_t i = pairs_.size(); i-- > 0;) {
        const Pair pair = pairs_[i];
        const bool open = (sockets[1 + 2 * i].revents == 0 || carry(pair.client, pair.server)) &&
                          (sockets[2 + 2 * i].revents == 0 || carry(pair.server, pair.client));
        if (open) continue;
        close(pair);
        pairs_.erase(pairs_.begin() + static_cast<std::ptrdiff_t>(i));
      }
      if (sockets[0].revents != 0) accept();
    }
    for (const Pair& pair : pairs_) close(pair);
  }
  int listener_;
  std::vector<Pair> pairs_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

// A server or a worker that can be killed and started again.
class Program {
 public:
  // A server, where clients reach it at this address; or a worker, where there is none.
  Program(std::string data, std::vector<std::string> before, std::string address)
      : data_(std::move(data)), before_(std::move(before)), address_(std::move(address)) {
    start();
  }
  void start() {
    if (address_.empty()) {
      std::vector<std::string> words = before_;
      words.insert(words.end(), {STAMTAFEL_COMMAND, "worker", "--data", data_, "--threads", "1",
                                 "--log", "off"});
      process_ = std::make_unique<Process>(Process::Whole{words, "goes to others."});
      return;
    }
    std::vector<std::string> words{"--data", data_, "--admin", "none", "--bind", address_};
    if (port_ != 0) words.insert(words.end(), {"--port", std::to_string(port_)});
    process_ = std::make_unique<Process>(words, before_);
    EXPECT_NE(process_->port, 0) << "a server didn't start: " << process_->said;
    if (process_->port != 0) port_ = process_->port;
  }
  int end(int signal) { return process_->end(signal); }
  void signal(int signal) { process_->signal(signal); }
  const std::string& said() const { return process_->said; }
  Door door() const {
    Home home;
    home.to = address_;
    home.patience = 2000;
    return {port_, home};
  }

 private:
  std::string data_;
  std::vector<std::string> before_;
  std::string address_;
  uint16_t port_ = 0;
  std::unique_ptr<Process> process_;
};

// What a server answers once it reaches the database again: until then it may say that it can't
// (which the checks are not about), for as long as anybody would wait.
inline Json answered(const std::function<Json()>& ask) {
  Json answer = ask();
  for (int i = 0; i < 100 && refused(answer) == "storage"; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    answer = ask();
  }
  EXPECT_EQ(refused(answer), "") << answer.dump();
  return answer;
}

// The whole list of a table through the eyes of a device, from one server.
inline std::map<int64_t, std::string> whole_list(const Door& door, const std::string& cookie,
                                                 const std::string& table) {
  Home home = door.home;
  home.patience = kPatienceMs;
  Player reader(door.port, "", home);
  reader.device.cookie = cookie;
  reader.connect();
  answered([&] { return reader.watch(table); });
  std::map<int64_t, std::string> items;
  const auto take = [&](const Json* list) {
    if (list == nullptr) return;
    for (const Json& item : list->items) items[number_of(item, "n")] = stable(item);
  };
  take(reader.known.find("log"));
  while (!items.empty() && items.begin()->first > 1) {
    const std::string before_first = ",\"before\":" + std::to_string(items.begin()->first);
    const Json more = answered([&] { return reader.about("log", before_first); });
    const size_t before = items.size();
    take(more.find("items"));
    if (items.size() == before) break;
  }
  return items;
}

}  // namespace server_test
