// Three servers and a worker over one database, as processes, with people who play and change the
// server at any moment, while all of it is killed, stopped, restarted in order, cut off and slowed
// down. Afterwards every client's history is compared with what is kept.
//
// STAMTAFEL_CHAOS=600 asks for as many seconds, STAMTAFEL_CHAOS_PEOPLE=200 for as many people,
// STAMTAFEL_CHAOS_CUT=1 for networks of their own, whose cables can be pulled (tools/chaos).
#include "server/chaos.h"

#include <gmock/gmock.h>

#include "server/truth.h"

namespace server_test {
namespace {

int wanted(const char* name, int otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::max(1, std::atoi(value));
}

class Chaos : public ::testing::Test {
 protected:
  static constexpr int kServers = 3;

  void SetUp() override {
    if (std::getenv("STAMTAFEL_CHAOS_CUT") != nullptr) {
      if (const std::string why = Network::missing(); !why.empty()) {
        std::printf("networks of their own: left out, %s\n", why.c_str());
      } else {
        network_ = std::make_unique<Network>(kServers + 1);
      }
    }
    std::string listen;
    for (int i = 0; network_ != nullptr && i <= kServers; ++i) {
      listen += (i > 0 ? "," : "") + Network::address(i, Network::Cable::kDatabase, 1);
    }
    if (network_ != nullptr) postgres_.listen(listen, Network::all());
    // Two schemas are two databases to the servers; tables lie in both.
    data_ = {postgres_.fresh(), postgres_.fresh()};
    // The first reaches the database through a proxy.
    proxy_ = std::make_unique<SlowProxy>(
        network_ == nullptr ? "127.0.0.1" : Network::address(0, Network::Cable::kDatabase, 1));
    for (int i = 0; i <= kServers; ++i) {
      const bool serves = i < kServers;
      const std::string address = !serves ? ""
                                  : network_ == nullptr
                                      ? "127.0.0.1"
                                      : Network::address(i, Network::Cable::kClients, 2);
      programs_.push_back(std::make_unique<Program>(
          data_of(i), network_ == nullptr ? std::vector<std::string>{} : network_->inside(i),
          address));
      if (!serves) break;
      doors_.push_back(programs_.back()->door());
      ASSERT_NE(doors_.back().port, 0) << programs_.back()->said();
    }
    for (const Door& door : doors_) {
      Device device(door.port, door.home);
      for (int i = 0; i < 100; ++i) {
        if (metric(device, "nodes") >= kServers && metric(device, "worker_threads") > 0) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
    }
  }
  // The addresses of the databases, as program i is told them.
  std::string data_of(int i) const {
    std::string all;
    for (std::string data : data_) {
      const size_t host = data.find("host=") + 5;
      const size_t size = data.find('&', host) - host;
      const std::string at =
          network_ == nullptr ? "127.0.0.1" : Network::address(i, Network::Cable::kDatabase, 1);
      if (i == 0) {
        data.replace(host, size, at + "&port=" + std::to_string(proxy_->port));
      } else if (network_ != nullptr) {
        data.replace(host, size, at);
      }
      all += (all.empty() ? "" : ",") + data;
    }
    return all;
  }

  void pause(unsigned from, unsigned to) {
    std::this_thread::sleep_for(std::chrono::milliseconds(from + random_() % (to - from)));
  }
  // Something goes wrong, and is put right again.
  void fail() {
    const auto any = static_cast<int>(random_() % (kServers + 1));  // a server, or the worker
    Program& program = *programs_[static_cast<size_t>(any)];
    const std::string whose = any == kServers ? " of the worker" : "";
    switch (random_() % (network_ == nullptr ? 6 : 9)) {
      case 0:
        ++faults_["kills" + whose];
        program.end(SIGKILL);
        pause(50, 1500);
        return program.start();
      case 1:
        ++faults_["pauses" + whose];
        program.signal(SIGSTOP);
        pause(300, random_() % 3 == 0 ? 7000 : 1500);
        return program.signal(SIGCONT);
      case 2:
        ++faults_["stops of the database"];
        postgres_.stop(SIGQUIT);
        pause(10, 800);
        return postgres_.start();
      case 3:
        ++faults_["cuts of connections"];
        return postgres_.run(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name like 'stamtafel-%'");
      case 4:
        ++faults_["restarts in order" + whose];
        EXPECT_EQ(program.end(SIGTERM), 0);
        return program.start();
      case 5:
        ++faults_["slow or mute connections"];
        if (random_() % 3 == 0) proxy_->hang_up = true;
        proxy_->delay = random_() % 2 == 0 ? -1 : 5 + static_cast<int>(random_() % 100);
        pause(300, 5000);
        proxy_->delay = 0;
        return;
      default:
        return pull(any);
    }
  }
  void pull(int i) {
    using Cable = Network::Cable;
    const unsigned which = i == kServers ? 1 : random_() % 3;
    ++faults_[which == 0   ? "servers without clients"
              : which == 1 ? "programs without the database"
                           : "servers without either"];
    if (which != 1) network_->cut(i, Cable::kClients, true);
    if (which != 0) network_->cut(i, Cable::kDatabase, true);
    pause(500, random_() % 3 == 0 ? 9000 : 3000);
    network_->cut(i, Cable::kClients, false);
    network_->cut(i, Cable::kDatabase, false);
  }

  // Tables for two people and a bot, every other one against the clock.
  bool add_table(std::minstd_rand& random) {
    const auto any = [&] { return doors_[random() % doors_.size()]; };
    const Door one = any();
    const Door two = any();
    Player anna(one.port, "Anna", one.home);
    Player bram(two.port, "Bram", two.home);
    const std::string clock = ",\"clock\":{\"move\":3000,\"bank\":20000}";
    const HttpAnswer made = anna.device.post(
        "/api/tables", "{\"game\":\"" + game_id() +
                           R"(","seats":[{"kind":"me"},{"kind":"open"},{"kind":"bot","bot":")" +
                           (random() % 2 == 0 ? "greedy" : "search:ms=10") + "\"}]" +
                           (random() % 2 == 0 ? "" : clock) + "}");
    if (made.status != 201) return false;
    const std::string table = text_of(made.json(), "table");
    if (refused(anna.watch(table)) != "" || refused(bram.watch(table)) != "" ||
        text_of(bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\""), "is") != "news" ||
        text_of(anna.about("start"), "is") != "news") {
      return false;
    }
    const std::lock_guard guard(mutex_);
    tables_.push_back(table);
    for (const Player* player : {&anna, &bram}) {
      people_.push_back(std::make_unique<Wanderer>(doors_, player->device.cookie, table,
                                                   static_cast<unsigned>(random()), pace_));
      threads_.emplace_back([this, person = people_.back().get()] { person->play(hurry_); });
    }
    return true;
  }
  size_t playing() {
    const std::lock_guard guard(mutex_);
    return static_cast<size_t>(std::count_if(people_.begin(), people_.end(),
                                             [](const auto& person) { return !person->over(); }));
  }

  void check(const Wanderer& person) {
    const History& history = person.history;
    for (const std::string& fault : history.faults) ADD_FAILURE() << history.table << ": " << fault;
    const auto list = whole_list(doors_[0], person.cookie(), history.table);
    for (size_t i = 1; i < doors_.size(); ++i) {
      EXPECT_EQ(whole_list(doors_[i], person.cookie(), history.table), list);
    }
    for (const auto& [n, text] : history.items) {
      const auto found = list.find(n);
      ASSERT_NE(found, list.end()) << "told and lost: " << text;
      EXPECT_EQ(found->second, text);
      ++compared_;
    }
    int64_t own = 0;
    for (const auto& [n, text] : list) {
      const bool act = text.find("\"is\":\"act\"") != std::string::npos &&
                       text.find("\"seat\":\"" + history.seat + "\"") != std::string::npos;
      if (act && text.find("\"by\":") == std::string::npos) ++own;
      if (text.find("\"by\":\"bot\"") != std::string::npos) ++bots_;
    }
    // What was acknowledged is there, once; of what was not answered each at most once.
    const auto acknowledged = static_cast<int64_t>(history.acknowledged.size());
    EXPECT_GE(own, acknowledged);
    EXPECT_LE(own, acknowledged + history.unknown);
    for (const int64_t n : history.acknowledged) EXPECT_TRUE(list.contains(n));
    acknowledged_ += acknowledged;
    unknown_ += history.unknown;
    visits_ += history.moves;
    changes_ += history.changes;
    sent_away_ += history.sent_away;
    slowest_ = std::max(slowest_, history.slowest);
  }
  // The game is a game: every action was allowed, in the position it was made in, by whoever had to
  // choose; and nobody was shown more or less of any position than the rules let them see.
  void check(const std::string& table) {
    Device device(doors_[1].port, doors_[1].home);
    const HttpAnswer record = device.get("/api/tables/" + table + "/record");
    ASSERT_EQ(record.status, 200) << record.body;
    const Truth truth(record.body);
    for (const auto& person : people_) {
      const History& history = person->history;
      if (history.table != table) continue;
      engine::Seat seat = engine::Seat::kNone;
      for (int i = 0; i < kServers; ++i) {
        if (seat_name(i) == history.seat) seat = engine::seat_at(i);
      }
      for (const auto& [step, shown] : history.views) {
        const std::string view = truth.at(step).view_text(engine::Viewer::at(seat));
        EXPECT_EQ(engine::parse_json(view, "view").value.dump(), shown) << table << ", " << step;
        ++views_;
      }
    }
  }

  tests::Postgres& postgres_ = tests::Postgres::get();
  std::unique_ptr<Network> network_;  // nullptr: all share one
  std::unique_ptr<SlowProxy> proxy_;
  std::vector<std::string> data_;
  std::vector<std::unique_ptr<Program>> programs_;  // the worker is the last
  std::vector<Door> doors_;
  std::minstd_rand random_;
  int pace_ = 0;
  std::map<std::string, int> faults_;

  std::mutex mutex_;  // of what follows, while tables are added
  std::vector<std::string> tables_;
  std::vector<std::unique_ptr<Wanderer>> people_;
  std::atomic<bool> hurry_{false};
  std::vector<std::jthread> threads_;

  int64_t acknowledged_ = 0, unknown_ = 0, compared_ = 0, visits_ = 0, bots_ = 0, views_ = 0;
  int64_t sent_away_ = 0, changes_ = 0;
  double slowest_ = 0;
};

TEST_F(Chaos, NothingIsLostOrToldTwiceWhileServersAndTheDatabaseFail) {
  const int seconds = wanted("STAMTAFEL_CHAOS", 7);
  const auto crowd = static_cast<size_t>(wanted("STAMTAFEL_CHAOS_PEOPLE", 8));
  const unsigned seed = std::random_device{}();
  random_.seed(seed);
  // With many, each takes their time: the machine is to be busy with faults, not with moves.
  pace_ = crowd > 20 ? static_cast<int>(crowd) * 5 : 0;
  std::printf("seed %u, %zu people%s\n", seed, crowd,
              network_ == nullptr ? "" : ", in networks of their own");

  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  std::atomic<bool> closed{false};
  std::thread host([&] {
    std::minstd_rand random(seed + 1);
    while (!closed) {
      if (playing() + 1 < crowd) {
        add_table(random);
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    }
  });
  for (int i = 0; i < 300 && playing() + 1 < crowd; ++i) pause(99, 100);
  while (std::chrono::steady_clock::now() < end) {
    pause(200, 1300);
    fail();
    // The last games have time for more than one fault each.
    if (std::chrono::steady_clock::now() + std::chrono::seconds(5) > end) closed = true;
  }
  closed = true;
  host.join();
  hurry_ = true;
  const auto patience =
      std::chrono::steady_clock::now() + std::chrono::seconds(60 + static_cast<int>(crowd));
  while (playing() > 0 && std::chrono::steady_clock::now() < patience) pause(50, 100);
  EXPECT_EQ(playing(), 0u) << "a table stands still";
  for (auto& person : people_) person->give_up = true;
  threads_.clear();

  for (const auto& person : people_) check(*person);
  for (const std::string& table : tables_) check(table);
  std::string told;
  int all = 0;
  for (const auto& [what, count] : faults_) {
    told += std::to_string(count) + " " + what + ", ";
    all += count;
  }
  int64_t elsewhere = 0;
  for (const Door& door : doors_) {
    Device device(door.port, door.home);
    elsewhere += metric(device, "queue_done_total{kind=\"bot\"}");
  }
  std::printf(
      "%d faults: %s%zu tables, %lld actions acknowledged, %lld without an answer, %lld by bots "
      "(%lld of the last servers' thoughts by workers), %lld visits, sent away %lld times, %lld "
      "items and %lld views compared, %lld changes of views, the slowest answer %.1f s\n",
      all, told.c_str(), tables_.size(), static_cast<long long>(acknowledged_),
      static_cast<long long>(unknown_), static_cast<long long>(bots_ / 2),
      static_cast<long long>(elsewhere), static_cast<long long>(visits_),
      static_cast<long long>(sent_away_), static_cast<long long>(compared_),
      static_cast<long long>(views_), static_cast<long long>(changes_), slowest_);
  EXPECT_GT(acknowledged_, 20);
  EXPECT_GT(changes_, 20);
}

}  // namespace
}  // namespace server_test
