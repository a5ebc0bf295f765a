// Several servers over one database. First what each of them must know of the others; then three as
// processes, with people who play and change the server at any moment, while servers are killed and
// stopped and the database is taken away. STAMTAFEL_CHAOS=600 asks for as many seconds of that
// (tools/chaos MINUTES).
#include <fcntl.h>
#include <gmock/gmock.h>

#include <map>
#include <random>
#include <set>

#include "server/process.h"
#include "server/testing.h"
#include "tests/postgres.h"

namespace server_test {
namespace {

using ::testing::HasSubstr;

// Two servers in this process.
class Pair : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(one_.problem, "");
    ASSERT_EQ(two_.problem, "");
    Device device(one_.port);
    ASSERT_TRUE(until([&] { return metric(device, "nodes") == 2; }));
  }
  static bool until(const std::function<bool()>& holds) {
    for (int i = 0; i < 1500; ++i) {
      if (holds()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  // The same person on the other server.
  static std::unique_ptr<Player> same(const Player& player, const TestServer& server) {
    auto other = std::make_unique<Player>(server.port, "");
    other->device.cookie = player.device.cookie;
    other->connect();
    return other;
  }

  std::string data_ = tests::Postgres::get().fresh();
  TestServer one_{data_};
  TestServer two_{data_};
};

// Both see the table end: it counts once, and both know how.
TEST_F(Pair, RateATableOnce) {
  Player anna(one_.port, "Anna");
  Player bram(two_.port, "Bram");
  for (int games = 1; games <= 3; ++games) {
    const std::string table =
        new_table(anna, 2, 1, ",\"rated\":true,\"clock\":{\"move\":60000,\"bank\":0}", "regular");
    anna.watch(table);
    bram.watch(table);
    ASSERT_EQ(refused(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"")), "");
    ASSERT_EQ(refused(anna.about("start")), "");
    ASSERT_EQ(refused(bram.about("concede")), "");
    ASSERT_EQ(refused(anna.about("concede")), "");
    ASSERT_TRUE(bram.until([&] { return bram.over(); }));
    const auto rating = [&](Player& player) {
      const Json figures = player.device.get("/api/me/figures").json();
      const Json* ratings = figures.find("ratings");
      return ratings == nullptr || ratings->items.empty() ? Json() : ratings->items.front();
    };
    const auto other = same(anna, two_);
    const auto all = [&](Player& player) { return number_of(rating(player), "games") == games; };
    ASSERT_TRUE(until([&] { return all(anna) && all(bram) && all(*other); }));
    EXPECT_EQ(rating(anna).dump(), rating(*other).dump());
    EXPECT_EQ(number_of(rating(anna), "rating"), number_of(rating(bram), "rating"));
  }
}

TEST_F(Pair, PlayAtOneTableAndSeeTheSame) {
  Player anna(one_.port, "Anna");
  Player bram(two_.port, "Bram");
  const std::string table = new_table(anna, 2, 1, "", "greedy");
  anna.watch(table);
  bram.watch(table);
  ASSERT_EQ(refused(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"")), "");
  // She may not have heard of him yet: whatever she asks is answered by what is.
  ASSERT_EQ(refused(anna.about("start")), "");
  int moves = 0;
  while (!anna.over() && moves < 400) {
    ASSERT_TRUE(anna.until([&] { return anna.n >= bram.n; }));
    ASSERT_TRUE(bram.until([&] { return bram.n >= anna.n; }));
    if (anna.n != bram.n) continue;
    if (anna.over()) break;
    Player& next = anna.my_turn() ? anna : bram;
    if (!next.my_turn()) {  // the bot's
      const int64_t n = anna.n;
      ASSERT_TRUE(anna.until([&] { return anna.n > n; }));
      continue;
    }
    ASSERT_EQ(refused(next.act(next.choice(static_cast<size_t>(moves)))), "");
    ++moves;
  }
  EXPECT_TRUE(anna.over());
  EXPECT_GT(moves, 20);
  ASSERT_TRUE(bram.until([&] { return bram.n >= anna.n; }));
  EXPECT_EQ(anna.numbers, bram.numbers);
}

TEST_F(Pair, WhoIsAtTheOtherServerIsHereNeverthelessAndNamesAndWordsArrive) {
  Player anna(one_.port, "Anna");
  Player bram(two_.port, "Bram");
  const std::string table = new_table(anna, 2, 1, ",\"public\":true");
  anna.watch(table);
  bram.watch(table);
  ASSERT_EQ(refused(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"")), "");
  const auto here = [&](int seat) {
    const Json* seats = anna.known.find("seats");
    const Json* is = seats->items[static_cast<size_t>(seat)].find("here");
    return is != nullptr && is->boolean;
  };
  // It is told by `presence`, which the client of these tests leaves alone; so it asks.
  ASSERT_TRUE(until([&] {
    anna.watch(table);
    return here(1);
  }));
  ASSERT_EQ(refused(bram.about("say", ",\"text\":\"proost\"")), "");
  ASSERT_TRUE(anna.until([&] { return anna.n >= bram.n; }));
  EXPECT_THAT(anna.socket->texts.back(), HasSubstr("proost"));
  EXPECT_EQ(bram.device.request("PUT", "/api/me", "{\"name\":\"Abraham\"}").status, 200);
  ASSERT_TRUE(anna.until(
      [&] { return anna.known.find("seats")->dump().find("Abraham") != std::string::npos; }));
  Device guest(two_.port);
  EXPECT_TRUE(
      until([&] { return guest.get("/api/tables").body.find(table) != std::string::npos; }));
  // He comes to her server in the middle of it all, with the number he had.
  const auto moved = same(bram, one_);
  moved->table = table;
  moved->known = bram.known;
  moved->n = bram.n;
  EXPECT_EQ(text_of(moved->about("watch", ",\"from\":" + std::to_string(bram.n)), "is"), "news");
}

TEST_F(Pair, WhoKnowsMoreThanTheServerIsAnsweredByWhatIs) {
  Player anna(one_.port, "Anna");
  const std::string table = new_table(anna, 1, 2);
  anna.watch(table);
  const auto other = same(anna, two_);
  other->watch(table);
  anna.about("start");
  for (int i = 0; i < 30 && !anna.over(); ++i) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn() || anna.over(); }));
    if (anna.over()) break;
    ASSERT_EQ(refused(anna.act(anna.choice())), "");
    if (!anna.until([&] { return anna.my_turn() || anna.over(); }) || anna.over()) break;
    // At once, on the other server, for the number that the first has told.
    const Json answer = other->act(anna.choice(), anna.n);
    ASSERT_EQ(refused(answer), "") << text_of(answer, "text");
    ASSERT_TRUE(anna.until([&] { return anna.n >= other->n; }));
  }
}

// Without NOTIFY nothing is heard, and within a second or two all is known all the same.
TEST(Polling, DoesWhereNothingIsHeard) {
  const std::string data = tests::Postgres::get().fresh() + "%2Cpg_catalog";
  tests::Postgres::get().run(
      "create function pg_notify(text, text) returns void language sql as 'select'", data);
  TestServer one(data);
  TestServer two(data);
  ASSERT_EQ(one.problem + two.problem, "");
  Player anna(one.port, "Anna");
  Player bram(two.port, "Bram");
  const std::string table = new_table(anna, 2, 1, "", "greedy");
  anna.watch(table);
  bram.watch(table);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(refused(bram.about("say", ",\"text\":\"proost\"")), "");
    const auto begun = std::chrono::steady_clock::now();
    ASSERT_TRUE(anna.until([&] { return anna.n >= bram.n; }));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(6));
  }
  ASSERT_EQ(refused(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"")), "");
  EXPECT_EQ(refused(anna.about("start")), "");
}

// --- chaos

int chaos_seconds() {
  const char* wanted = std::getenv("STAMTAFEL_CHAOS");
  return wanted == nullptr ? 12 : std::max(5, std::atoi(wanted));
}

// What a client remembers: every item it was told, and what became of what it did.
struct History {
  std::string person, table, seat;
  std::map<int64_t, std::string> items;  // as it was told first, while it was played
  std::vector<std::string> faults;       // told otherwise later, or with a gap
  std::set<int64_t> acknowledged;        // numbers of its own actions
  int unknown = 0;                       // sent, and no answer
  int refused = 0;
  int moves = 0;  // to another server
  double slowest = 0;
};

// An item without what may be told later (others' actions, when the game is over).
std::string stable(const Json& item) {
  Json copy = item;
  std::erase_if(copy.members, [](const auto& member) { return member.first == "action"; });
  return copy.dump();
}

class Node {
 public:
  explicit Node(std::string data) : data_(std::move(data)) { start(); }
  void start() {
    std::vector<std::string> words{"--data", data_, "--admin", "none"};
    if (port != 0) words.insert(words.end(), {"--port", std::to_string(port)});
    process_ = std::make_unique<Process>(words);
    if (process_->port != 0) port = process_->port;
  }
  void kill() { process_->end(SIGKILL); }
  void signal(int signal) { process_->signal(signal); }
  const std::string& said() const { return process_->said; }
  uint16_t port = 0;

 private:
  std::string data_;
  std::unique_ptr<Process> process_;
};

// Somebody who plays at one table, at whichever server there is.
class Wanderer {
 public:
  Wanderer(std::vector<uint16_t> ports, std::string cookie, std::string table, unsigned seed)
      : ports_(std::move(ports)), cookie_(std::move(cookie)), random_(seed) {
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
    Device device(ports_[random_() % ports_.size()]);
    device.cookie = cookie_;
    Socket socket(device);
    if (socket.status != 101) return;
    ++history.moves;
    socket.send(R"({"do":"hello","protocol":1,"lang":"en","n":1})");
    const std::string from = n_ > 0 ? ",\"from\":" + std::to_string(n_) : "";
    socket.send("{\"do\":\"watch\",\"table\":\"" + history.table + "\"" + from + ",\"n\":2}");
    int64_t asked = 2;
    int64_t waits = 0;  // for the answer to this
    auto sent = std::chrono::steady_clock::now();
    bool shown = false;
    while (!over_ && !give_up) {
      const std::optional<Json> json = socket.next(hurry ? 2000 : 700);
      if (!json) {
        if (waits != 0) ++history.unknown;
        return;  // slow, or gone: another server will do
      }
      const int64_t re = number_of(*json, "re");
      const std::string is = text_of(*json, "is");
      if (is == "error" && re == 2) return;
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
      if (!shown || waits != 0 || !my_turn()) continue;
      const std::string action = choice();
      if (action.empty()) continue;
      waits = ++asked;
      sent = std::chrono::steady_clock::now();
      socket.send("{\"do\":\"act\",\"table\":\"" + history.table +
                  "\",\"at\":" + std::to_string(n_) + ",\"actions\":[\"" + action +
                  "\"],\"n\":" + std::to_string(waits) + "}");
    }
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
  void remember(const Json& item) {
    const int64_t n = number_of(item, "n");
    const std::string text = stable(item);
    const auto [found, fresh] = history.items.emplace(n, text);
    if (!fresh && found->second != text) {
      history.faults.push_back(std::to_string(n) + " was " + found->second + ", is " + text);
    }
  }
  void take(const Json& json, const std::string& is) {
    if (text_of(json, "table") != history.table) return;
    if (is == "table") {
      if (number_of(json, "n") < n_) {
        history.faults.push_back("thrown back from " + std::to_string(n_) + " to " +
                                 std::to_string(number_of(json, "n")));
      }
      known_ = json;
      n_ = number_of(json, "n");
      for (const Json& item : json.find("log")->items) remember(item);
      history.seat = text_of(json, "you");
    } else if (is == "news") {
      if (number_of(json, "from") != n_) {
        history.faults.push_back("a gap or a repeat at " + std::to_string(n_) + ": " +
                                 std::to_string(number_of(json, "from")));
      }
      int64_t expected = number_of(json, "from");
      for (const Json& item : json.find("items")->items) {
        if (number_of(item, "n") != ++expected) history.faults.push_back("items out of order");
        remember(item);
      }
      n_ = number_of(json, "to");
      for (const auto& [key, value] : json.members) {
        if (key != "is" && key != "re" && key != "from" && key != "to") known_.set(key, value);
      }
    }
    over_ = text_of(known_, "status") == "over";
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

  std::vector<uint16_t> ports_;
  std::string cookie_;
  std::minstd_rand random_;
  Json known_;
  int64_t n_ = 0;
  std::atomic<bool> over_{false};
};

// The whole list of a table through the eyes of a device, from one server.
std::map<int64_t, std::string> whole_list(uint16_t port, const std::string& cookie,
                                          const std::string& table) {
  Player reader(port, "");
  reader.device.cookie = cookie;
  reader.connect();
  reader.watch(table);
  std::map<int64_t, std::string> items;
  const auto take = [&](const Json* list) {
    if (list == nullptr) return;
    for (const Json& item : list->items) items[number_of(item, "n")] = stable(item);
  };
  take(reader.known.find("log"));
  while (!items.empty() && items.begin()->first > 1) {
    const Json more = reader.about("log", ",\"before\":" + std::to_string(items.begin()->first));
    const size_t before = items.size();
    take(more.find("items"));
    if (items.size() == before) break;
  }
  return items;
}

TEST(Cluster, NothingIsLostOrToldTwiceWhileServersAndTheDatabaseFail) {
  tests::Postgres& postgres = tests::Postgres::get();
  const std::string data = postgres.fresh();
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<uint16_t> ports;
  for (int i = 0; i < 3; ++i) {
    nodes.push_back(std::make_unique<Node>(data));
    ASSERT_NE(nodes.back()->port, 0) << nodes.back()->said();
    ports.push_back(nodes.back()->port);
  }
  for (const uint16_t port : ports) {
    Device device(port);
    for (int i = 0; i < 100 && metric(device, "nodes") < 3; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
  const int seconds = chaos_seconds();
  const unsigned seed = std::random_device{}();
  std::minstd_rand random(seed);
  std::printf("seed %u\n", seed);

  // Tables for two people and bots that think.
  std::vector<std::unique_ptr<Wanderer>> people;
  std::vector<std::string> tables;
  std::vector<std::jthread> threads;
  std::atomic<bool> hurry{false};
  const auto add_table = [&] {
    Player anna(ports[random() % 3], "Anna");
    Player bram(ports[random() % 3], "Bram");
    const std::string clock = ",\"clock\":{\"move\":3000,\"bank\":20000}";
    const HttpAnswer made =
        anna.device.post("/api/tables", "{\"game\":\"" + game_id() +
                                            R"(","seats":[{"kind":"me"},{"kind":"open"},)"
                                            R"({"kind":"bot","bot":"greedy"}])" +
                                            (tables.size() % 2 == 0 ? "" : clock) + "}");
    if (made.status != 201) return false;
    const std::string table = text_of(made.json(), "table");
    anna.watch(table);
    bram.watch(table);
    if (refused(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"")) != "" ||
        refused(anna.about("start")) != "") {
      return false;
    }
    tables.push_back(table);
    for (const Player* player : {&anna, &bram}) {
      people.push_back(std::make_unique<Wanderer>(ports, player->device.cookie, table,
                                                  static_cast<unsigned>(random())));
      threads.emplace_back([&hurry, person = people.back().get()] { person->play(hurry); });
    }
    return true;
  };
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(add_table());

  std::map<std::string, int> faults;
  const auto pause = [&](unsigned from, unsigned to) {
    std::this_thread::sleep_for(std::chrono::milliseconds(from + random() % (to - from)));
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (std::chrono::steady_clock::now() < end) {
    pause(400, 1500);
    Node& node = *nodes[random() % 3];
    switch (random() % 4) {
      case 0:
        ++faults["kills"];
        node.kill();
        pause(50, 1500);
        node.start();
        break;
      case 1:
        ++faults["pauses"];
        node.signal(SIGSTOP);
        pause(300, random() % 3 == 0 ? 7000 : 1500);
        node.signal(SIGCONT);
        break;
      case 2:
        ++faults["stops of the database"];
        postgres.stop(SIGQUIT);
        pause(10, 800);
        postgres.start();
        break;
      default:
        ++faults["cuts"];
        postgres.run(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name like 'stamtafel-%'");
        break;
    }
    // There is always something going on.
    const auto over = std::count_if(people.begin(), people.end(),
                                    [](const auto& person) { return person->over(); });
    if (static_cast<size_t>(over) + 4 > people.size() &&
        std::chrono::steady_clock::now() + std::chrono::seconds(5) < end) {
      pause(1500, 1600);
      add_table();
    }
  }
  hurry = true;
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  const auto all_over = [&] {
    return std::all_of(people.begin(), people.end(), [](const auto& one) { return one->over(); });
  };
  while (!all_over() && std::chrono::steady_clock::now() < patience) pause(50, 100);
  EXPECT_TRUE(all_over()) << "a table stands still";
  for (auto& person : people) person->give_up = true;
  threads.clear();

  int64_t acknowledged = 0, unknown = 0, compared = 0, moves = 0, bots = 0;
  double slowest = 0;
  for (const auto& person : people) {
    const History& history = person->history;
    for (const std::string& fault : history.faults) ADD_FAILURE() << history.table << ": " << fault;
    const auto list = whole_list(ports[0], person->cookie(), history.table);
    for (size_t i = 1; i < 3; ++i) {
      EXPECT_EQ(whole_list(ports[i], person->cookie(), history.table), list);
    }
    for (const auto& [n, text] : history.items) {
      const auto found = list.find(n);
      ASSERT_NE(found, list.end()) << "told and lost: " << text;
      EXPECT_EQ(found->second, text);
      ++compared;
    }
    int64_t own = 0;
    for (const auto& [n, text] : list) {
      const bool act = text.find("\"is\":\"act\"") != std::string::npos &&
                       text.find("\"seat\":\"" + history.seat + "\"") != std::string::npos;
      if (act && text.find("\"by\":") == std::string::npos) ++own;
      if (text.find("\"by\":\"bot\"") != std::string::npos) ++bots;
    }
    // What was acknowledged is there, once; of what was not answered each at most once.
    EXPECT_GE(own, static_cast<int64_t>(history.acknowledged.size()));
    EXPECT_LE(own, static_cast<int64_t>(history.acknowledged.size()) + history.unknown);
    for (const int64_t n : history.acknowledged) EXPECT_TRUE(list.contains(n));
    acknowledged += static_cast<int64_t>(history.acknowledged.size());
    unknown += history.unknown;
    moves += history.moves;
    slowest = std::max(slowest, history.slowest);
  }
  // The games are games: every action was allowed, in the position it was made in.
  const Folder folder;
  for (const std::string& table : tables) {
    Device device(ports[1]);
    const HttpAnswer record = device.get("/api/tables/" + table + "/record");
    ASSERT_EQ(record.status, 200) << record.body;
    std::ofstream(folder.at(table)) << record.body;
    const std::string command =
        std::string(STAMTAFEL_COMMAND) + " verify " + folder.at(table) + " > /dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0);
  }
  std::string told;
  for (const auto& [what, count] : faults) told += std::to_string(count) + " " + what + ", ";
  std::printf(
      "%s%zu tables, %lld actions acknowledged, %lld without an answer, %lld by bots, %lld visits, "
      "%lld items compared, the slowest answer %.1f s\n",
      told.c_str(), tables.size(), static_cast<long long>(acknowledged),
      static_cast<long long>(unknown), static_cast<long long>(bots / 2),
      static_cast<long long>(moves), static_cast<long long>(compared), slowest);
  EXPECT_GT(acknowledged, 20);
}

}  // namespace
}  // namespace server_test
