// A soak: people who come, play, talk, read slowly, lose their connection and go, for as long as
// one likes, against two servers. One runs all the time, and its memory is watched; the other is
// killed every few seconds and started again on its file.
//
//   soak --server build/release/bin/stamtafel [--seconds S] [--people N] [--seed S]
//
// Promises, each checked all the time: what a client has been told at a table comes in order,
// without gap or repeat; what it has been told is still there, word for word, after a kill; every
// move gets exactly one answer; the servers live and answer pings; the log of the file stays within
// a bound. Prints a table; the exit code is 1 when a promise was broken.
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

#include "bench/load/child.h"
#include "bench/load/flags.h"
#include "games/registry.h"

namespace {

using engine::Json;
using load::Child;
using load::now_us;
using server_test::Device;
using server_test::Home;
using server_test::number_of;
using server_test::Socket;
using server_test::text_of;
using server_test::Wire;

constexpr int64_t kLargestLogKb = 64 * 1024;
constexpr int kAnswerMs = 5000;  // a server that is up has answered by then

struct Flags {
  std::string server;
  double seconds = 60;
  int people = 12;
  unsigned seed = 1;
};

// What all clients of one server share.
struct Scene {
  explicit Scene(const std::string& server) : child(server, {}) {}
  Child child;
  std::atomic<bool> up{true};  // false: it is being killed, nobody is to blame
  std::atomic<int64_t> generation{0};
  std::atomic<int64_t> moves{0}, chats{0}, joins{0}, refused{0}, lost{0}, kills{0}, checked{0};
  std::atomic<int64_t> longest_ping_us{0};
  std::mutex mutex;
  std::vector<std::string> open_tables;  // that somebody may sit down at
};

std::atomic<bool> stopping{false};
std::atomic<int64_t> broken{0};
std::mutex print_mutex;

void require(bool promise, const std::string& what) {
  if (promise) return;
  ++broken;
  const std::lock_guard lock(print_mutex);
  std::fprintf(stderr, "broken promise: %s\n", what.c_str());
}

// Somebody at an address of their own, who plays one table after the other.
class Person {
 public:
  Person(Scene& scene, int number, unsigned seed)
      : scene_(scene),
        random_(seed * 7919u + static_cast<unsigned>(number)),
        name_("Soak " + std::to_string(number)),
        address_("127.0." + std::to_string(1 + number / 200) + "." +
                 std::to_string(1 + number % 200)) {}

  void live() {
    while (!stopping) {
      if (!ready()) {
        pause(50);
        continue;
      }
      evening();
    }
  }

 private:
  size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }
  bool sometimes(size_t one_in) { return below(one_in) == 0; }
  static void pause(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
  Home home() const { return {address_.c_str(), 0}; }

  // Connected and greeted?
  bool ready() {
    if (!scene_.up) return false;
    if (device_ == nullptr) device_ = std::make_unique<Device>(scene_.child.port, home());
    if (device_->cookie.empty()) device_->be(name_);
    if (device_->cookie.empty()) return false;
    if (socket_ != nullptr) return true;
    socket_ = std::make_unique<Socket>(*device_);
    if (socket_->status == 101 &&
        text_of(ask("{\"do\":\"hello\",\"protocol\":1"), "is") == "welcome") {
      return true;
    }
    lose();
    return false;
  }
  void lose() {
    socket_.reset();
    ++scene_.lost;
  }

  // Sends a message and waits for its answer; whatever comes before it is taken, too. Empty: the
  // connection is gone.
  Json ask(const std::string& message) {
    const int64_t number = ++asked_;
    const int64_t generation = scene_.generation;
    const int64_t begun = now_us();
    socket_->send(message + ",\"n\":" + std::to_string(number) + "}");
    while (std::optional<Json> json = socket_->next(kAnswerMs)) {
      take(*json);
      if (number_of(*json, "re") != number) continue;
      if (text_of(*json, "is") == "error") ++scene_.refused;
      return *json;
    }
    const bool killed = !scene_.up || scene_.generation != generation;
    const bool closed = socket_->close_code != 0 || now_us() - begun < kAnswerMs * 900;
    require(killed || closed, "a server that is up answers: " + message.substr(0, 80));
    return {};
  }
  Json about(const std::string& verb, const std::string& more = "") {
    return ask("{\"do\":\"" + verb + "\",\"table\":\"" + table_ + "\"" + more);
  }

  // What a client knows of its table.
  void take(const Json& json) {
    if (text_of(json, "table") != table_) return;
    const std::string is = text_of(json, "is");
    const Json* items = json.find(is == "table" ? "log" : "items");
    if (is == "table") {
      require(number_of(json, "n") >= n_,
              "what was told is still there: " + std::to_string(n_) + " of table " + table_);
      n_ = number_of(json, "n");
    } else if (is == "news") {
      require(number_of(json, "from") == n_,
              "news go on where they ended: " + std::to_string(number_of(json, "from")) +
                  " after " + std::to_string(n_));
      n_ = number_of(json, "to");
    } else {
      return;
    }
    int64_t before = -1;
    for (const Json& item : items == nullptr ? std::vector<Json>{} : items->items) {
      const int64_t number = number_of(item, "n");
      require(before < 0 || number == before + 1, "items come without gap or repeat");
      before = number;
      // An item is what it was when it was told first.
      const std::string head =
          text_of(item, "is") + " " + std::to_string(number_of(item, "at")) + text_of(item, "seat");
      const auto [known, fresh] = told_.emplace(number, head);
      require(fresh || known->second == head, "item " + std::to_string(number) + " stays the same");
      if (!fresh) ++scene_.checked;
    }
    require(before < 0 || before == n_, "the last item is the last number");
    if (const Json* state = json.find("state"); state != nullptr) look(*state);
    if (!text_of(json, "status").empty()) status_ = text_of(json, "status");
  }
  void look(const Json& state) {
    choices_.clear();
    const Json* choices = state.find("choices");
    for (const Json& choice : choices == nullptr ? std::vector<Json>{} : choices->items) {
      if (choice.find("no") == nullptr) choices_.push_back(text_of(choice, "action"));
    }
  }

  void forget_table() {
    table_.clear();
    status_.clear();
    told_.clear();
    choices_.clear();
    n_ = 0;
  }

  // A table: made, or one that somebody else has left a seat at.
  bool find_table() {
    forget_table();
    if (sometimes(2)) {
      const std::lock_guard lock(scene_.mutex);
      if (!scene_.open_tables.empty()) {
        table_ = scene_.open_tables.back();
        scene_.open_tables.pop_back();
      }
    }
    if (!table_.empty()) {
      ++scene_.joins;
      if (text_of(about("watch"), "is") != "table") return false;
      const engine::AnyGame& game = *games::all()[0];
      about("sit", ",\"seat\":\"" + std::string(game.spec().seat_ids[1]) + "\"");
      return status_ != "over";
    }
    const bool shared = sometimes(3);
    const engine::AnyGame& game = *games::all()[shared ? 0 : below(games::all().size())];
    std::string seats = "{\"kind\":\"me\"}";
    for (int seat = 1; seat < game.spec().min_seats; ++seat) {
      seats +=
          shared && seat == 1 ? ",{\"kind\":\"open\"}" : ",{\"kind\":\"bot\",\"bot\":\"random\"}";
    }
    const server_test::HttpAnswer made = device_->post(
        "/api/tables", "{\"game\":\"" + std::string(game.spec().id) + "\",\"public\":true" +
                           (shared ? "" : ",\"start\":true") + ",\"seats\":[" + seats + "]}");
    if (made.status != 201) return false;
    table_ = text_of(made.json(), "table");
    if (shared) {
      const std::lock_guard lock(scene_.mutex);
      scene_.open_tables.push_back(table_);
    }
    return text_of(about("watch"), "is") == "table";
  }

  // Comes back to the table and asks for what it missed, or for all of it.
  bool come_back() {
    if (!ready()) return false;
    const bool all = sometimes(2);
    const Json answer = about("watch", all ? "" : ",\"from\":" + std::to_string(n_));
    return text_of(answer, "is") == "table" || text_of(answer, "is") == "news";
  }

  void evening() {
    if (table_.empty() ? !find_table() : !come_back()) {
      if (socket_ != nullptr && !socket_alive()) lose();
      pause(200);
      return;
    }
    for (int step = 0; step < 400 && !stopping; ++step) {
      if (!socket_alive() || !one_thing()) return lose();
      if (status_ == "over" || sometimes(300)) {
        about("unwatch");
        return forget_table();
      }
      pause(static_cast<int>(below(20)));
    }
  }
  bool socket_alive() const { return socket_ != nullptr && scene_.up && socket_->close_code == 0; }

  // False: the connection is gone.
  bool one_thing() {
    if (sometimes(100)) return false;  // a tunnel
    if (sometimes(10)) return ping();
    if (sometimes(30)) {
      ++scene_.chats;
      return !text_of(about("say", ",\"text\":\"" + std::string(1 + below(300), 'x') + "\""), "is")
                  .empty();
    }
    if (sometimes(60))
      return !text_of(about("undo", ",\"at\":" + std::to_string(n_)), "is").empty();
    if (sometimes(80)) return !text_of(about("tell"), "is").empty();
    if (sometimes(150)) return !text_of(ask("{\"do\":\"lobby\",\"on\":true"), "is").empty();
    if (status_ == "gathering" && sometimes(20)) {
      return !text_of(about("start", ",\"fill\":\"random\""), "is").empty();
    }
    if (choices_.empty()) return listen();
    const std::string action = choices_[below(choices_.size())];
    const Json answer =
        about("act", ",\"at\":" + std::to_string(n_) + ",\"actions\":[\"" + action + "\"]");
    const std::string is = text_of(answer, "is");
    if (is == "news") ++scene_.moves;
    if (is == "error" && text_of(answer, "code") == "too-fast") pause(100);
    return !is.empty();
  }
  bool ping() {
    const int64_t begun = now_us();
    const bool answered = text_of(ask("{\"do\":\"ping\""), "is") == "pong";
    const int64_t took = now_us() - begun;
    if (answered && scene_.up && took > scene_.longest_ping_us) scene_.longest_ping_us = took;
    return answered;
  }
  bool listen() {
    if (const std::optional<Json> json = socket_->next(20)) take(*json);
    return true;
  }

  Scene& scene_;
  std::minstd_rand random_;
  std::string name_;
  std::string address_;
  std::unique_ptr<Device> device_;
  std::unique_ptr<Socket> socket_;
  int64_t asked_ = 0;
  std::string table_, status_;
  int64_t n_ = 0;
  std::map<int64_t, std::string> told_;  // the beginning of each item
  std::vector<std::string> choices_;
};

// Spectators who ask and never read, half requests, connections that say nothing: a few of each at
// a time, from one address.
void mean_no_good(Scene& scene, unsigned seed) {
  std::minstd_rand random(seed);
  const Home home{"127.0.9.9", 4096};
  while (!stopping) {
    std::vector<std::unique_ptr<Wire>> silent;
    std::vector<std::unique_ptr<Socket>> deaf;
    for (int i = 0; i < 20 && !stopping; ++i) {
      silent.push_back(std::make_unique<Wire>(scene.child.port, home));
      if (random() % 2 == 0) silent.back()->write("GET /api/games HTTP/1.1\r\nHost: lo");
      const Device nobody(scene.child.port, home);
      std::string table;
      {
        const std::lock_guard lock(scene.mutex);
        if (!scene.open_tables.empty()) table = scene.open_tables.front();
      }
      if (table.empty() || !scene.up) continue;
      deaf.push_back(std::make_unique<Socket>(nobody));
      deaf.back()->send("{\"do\":\"hello\",\"protocol\":1}");
      for (int asks = 0; asks < 20; ++asks) {
        deaf.back()->send("{\"do\":\"watch\",\"table\":\"" + table + "\"}");
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
}

void kill_and_start(Scene& scene) {
  scene.up = false;
  scene.child.end(SIGKILL);
  ++scene.generation;
  scene.child.start();
  ++scene.kills;
  scene.up = true;
}

void print_row(double minutes, Scene& steady, Scene& killed) {
  const std::lock_guard lock(print_mutex);
  const auto both = [&](std::atomic<int64_t> Scene::* member) {
    return static_cast<long long>((steady.*member) + (killed.*member));
  };
  std::printf("%7.1f %9.1f %9.1f %9.1f %9lld %8lld %8lld %8lld %8lld %7lld %9lld %9.1f %7lld\n",
              minutes, static_cast<double>(steady.child.memory()) / 1024.0,
              static_cast<double>(steady.child.file_size("")) / 1024.0,
              static_cast<double>(steady.child.file_size("-wal")) / 1024.0, both(&Scene::moves),
              both(&Scene::chats), both(&Scene::joins), both(&Scene::refused), both(&Scene::lost),
              static_cast<long long>(killed.kills), both(&Scene::checked),
              static_cast<double>(std::max(steady.longest_ping_us.exchange(0),
                                           killed.longest_ping_us.exchange(0))) /
                  1000.0,
              static_cast<long long>(broken));
  std::fflush(stdout);
}

Flags read_flags(int count, char** words) {
  constexpr const char* kUsage = "soak --server STAMTAFEL [--seconds S] [--people N] [--seed S]";
  Flags flags;
  load::read_flags(count, words, kUsage,
                   {{"--server", &flags.server},
                    {"--seconds", &flags.seconds},
                    {"--people", &flags.people},
                    {"--seed", &flags.seed}});
  if (flags.server.empty() || flags.people < 1) load::end_with_usage(kUsage);
  return flags;
}

}  // namespace

int main(int count, char** words) {
  const Flags flags = read_flags(count, words);
  load::allow_many_files();
  Scene steady(flags.server);
  Scene killed(flags.server);
  std::printf("%7s %9s %9s %9s %9s %8s %8s %8s %8s %7s %9s %9s %7s\n", "minutes", "memory MB",
              "file MB", "log MB", "moves", "chats", "joins", "refused", "lost", "kills",
              "rechecked", "ping ms", "broken");
  std::vector<std::thread> threads;
  std::vector<std::unique_ptr<Person>> people;
  for (int i = 0; i < flags.people; ++i) {
    people.push_back(std::make_unique<Person>(i % 2 == 0 ? steady : killed, i, flags.seed));
    threads.emplace_back([person = people.back().get()] { person->live(); });
  }
  threads.emplace_back([&] { mean_no_good(steady, flags.seed); });
  threads.emplace_back([&] { mean_no_good(killed, flags.seed + 1); });

  const int64_t begun = now_us();
  const auto elapsed = [&] { return static_cast<double>(now_us() - begun) / 1e6; };
  const double every = std::max(2.0, std::min(60.0, flags.seconds / 20));
  double row = every;
  double kill = 2;
  while (elapsed() < flags.seconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (elapsed() >= kill) {
      kill_and_start(killed);
      kill = elapsed() + 2 + static_cast<double>(killed.kills % 5);
    }
    if (elapsed() < row) continue;
    row += every;
    require(steady.child.runs(), "the server lives");
    require(steady.child.file_size("-wal") <= kLargestLogKb, "the log stays within its bound");
    print_row(elapsed() / 60, steady, killed);
  }
  stopping = true;
  for (std::thread& thread : threads) thread.join();
  print_row(elapsed() / 60, steady, killed);
  require(steady.moves > 0 && killed.moves > 0, "somebody played");
  require(killed.checked > 0, "what was told was told again after a kill");
  require(steady.child.end(SIGTERM) == 0, "the server ends cleanly");
  std::printf("%s\n", broken == 0 ? "every promise was kept" : "promises were broken");
  return broken == 0 ? 0 : 1;
}
