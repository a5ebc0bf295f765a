// What is PostgreSQL's own: connections that are lost at any moment, and who may use the database.
#include "store/postgres.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <atomic>
#include <map>
#include <thread>

#include "store/data.h"
#include "store/postgres_connection.h"
#include "store/testing.h"

namespace store_test {
namespace {

using store::open_postgres;
using store::PostgresOptions;
std::unique_ptr<Store> store_at(const std::string& address,
                                std::chrono::milliseconds patience = std::chrono::seconds(20)) {
  PostgresOptions options;
  options.address = address;
  options.patience = patience;
  Opened opened = open_postgres(options);
  EXPECT_NE(opened.store, nullptr) << opened.problem;
  return std::move(opened.store);
}

// Keeps appending to many tables, and knows what it was told of each entry.
class Author {
 public:
  explicit Author(Store& store) : store_(store) {
    for (int i = 0; i < kTables; ++i) write("table " + std::to_string(i));
  }
  // All answers are there.
  void stop() {
    stop_ = true;
    ASSERT_TRUE(eventually([this] {
      const std::lock_guard guard(mutex_);
      return writing_ == 0;
    }));
  }
  // What was said to be saved is in the lists once and in order, and nothing else.
  void compare() {
    for (const auto& [table, texts] : saved_) {
      std::vector<std::string> found;
      for (const Entry& entry : load(store_, table)) found.push_back(entry.text);
      EXPECT_EQ(found, texts) << table;
    }
  }
  int count(Outcome outcome) const { return outcomes_.at(static_cast<size_t>(outcome)); }

 private:
  static constexpr int kTables = 16;
  void write(const std::string& table) {
    const std::lock_guard guard(mutex_);
    ++writing_;
    const std::string text = table + " text " + std::to_string(++texts_);
    const auto after = static_cast<int64_t>(saved_[table].size());
    store_.append(table, after, {{1, text}, {1, text + " too"}}, std::nullopt,
                  [this, table, text](const Result& result) {
                    {
                      const std::lock_guard noting(mutex_);
                      --writing_;
                      ++outcomes_.at(static_cast<size_t>(result.outcome));
                      if (result.outcome == Outcome::kDone) {
                        saved_[table].insert(saved_[table].end(), {text, text + " too"});
                      }
                    }
                    if (!stop_) write(table);
                  });
  }

  Store& store_;
  std::mutex mutex_;
  std::map<std::string, std::vector<std::string>> saved_;
  std::array<int, 4> outcomes_{};
  int texts_ = 0;
  int writing_ = 0;
  std::atomic<bool> stop_{false};
};

void sleep_ms(int time) { std::this_thread::sleep_for(std::chrono::milliseconds(time)); }

TEST(Postgres, ConnectionsThatAreCutLoseNothingAndNothingIsDoneTwice) {
  const Home home;
  const auto store = store_at(home.address());
  Author author(*store);
  for (int i = 0; i < 12; ++i) {
    sleep_ms(50 + 7 * i % 13);
    tests::Postgres::get().run(
        "select pg_terminate_backend(pid) from pg_stat_activity "
        "where application_name like 'stamtafel-%'");
  }
  author.stop();
  EXPECT_GT(author.count(Outcome::kDone), 50);
  EXPECT_EQ(author.count(Outcome::kFailed), 0);
  EXPECT_EQ(author.count(Outcome::kConflict), 0);
  author.compare();
}

TEST(Postgres, ADatabaseThatIsStoppedAtOnceAndStartedAgainLosesNothing) {
  const Home home;
  const auto store = store_at(home.address());
  Author author(*store);
  for (int i = 0; i < 2; ++i) {
    sleep_ms(200);
    tests::Postgres::get().stop(SIGQUIT);
    EXPECT_TRUE(eventually([&] { return !store->healthy(); }));
    tests::Postgres::get().start();
    EXPECT_TRUE(eventually([&] { return store->healthy(); }));
  }
  author.stop();
  EXPECT_GT(author.count(Outcome::kDone), 50);
  EXPECT_EQ(author.count(Outcome::kFailed), 0);
  EXPECT_EQ(author.count(Outcome::kConflict), 0);
  author.compare();
}

TEST(Postgres, WithoutADatabaseWhatWasNotSentFailsSoonAndItGoesOnWhenThatIsBack) {
  const Home home;
  const auto store = store_at(home.address(), std::chrono::milliseconds(300));
  ASSERT_EQ(append(*store, "t", 0, {{1, "one"}}), Outcome::kDone);
  tests::Postgres::get().stop(SIGINT);
  ASSERT_TRUE(eventually([&] { return !store->healthy(); }));
  EXPECT_EQ(append(*store, "t", 1, {{1, "lost"}}), Outcome::kFailed);
  EXPECT_EQ(store->load("t").is, Loaded::Is::kUnreadable);
  EXPECT_EQ(store->person("p1"), std::nullopt);
  EXPECT_EQ(store->listed(10), std::nullopt);
  tests::Postgres::get().start();
  EXPECT_TRUE(eventually([&] { return store->healthy(); }));
  EXPECT_EQ(append(*store, "t", 1, {{1, "two"}}), Outcome::kDone);
  EXPECT_TRUE(eventually([&] { return store->person("p1").has_value(); }));
  EXPECT_EQ(load(*store, "t"), (std::vector<Entry>{{1, "one"}, {1, "two"}}));
}

TEST(Postgres, ADatabaseThatHangsHoldsUpWhoReadsForAMomentOnly) {
  const Home home;
  const auto store = store_at(home.address());
  ASSERT_EQ(store->person("p1"), Person{});
  std::string problem;
  const auto watcher = store::Connection::open(
      {home.address(), "test", std::chrono::seconds(9), std::chrono::seconds(9), {}}, problem);
  ASSERT_NE(watcher, nullptr) << problem;
  // The list may lag behind, and one that an earlier store has left may still be on it: so until
  // nothing comes any more.
  std::set<pid_t> stopped;
  const auto begun = std::chrono::steady_clock::now();
  const bool hangs = eventually([&] {
    const auto reads = watcher->ask_once(
        "select pid from pg_stat_activity where application_name like 'stamtafel-%-reads'");
    for (int i = 0; reads && i < reads->size(); ++i) {
      stopped.insert(static_cast<pid_t>(reads->integer(i, 0)));
    }
    for (const pid_t backend : stopped) ::kill(backend, SIGSTOP);
    return store->person("p1") == std::nullopt;
  });
  EXPECT_TRUE(hangs);
  int unanswered = 0;
  for (int i = 0; i < 100; ++i) unanswered += store->person("p1") == std::nullopt ? 1 : 0;
  EXPECT_GT(unanswered, 0) << "it is left alone for a while";
  // A second each would be a hundred.
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(50));
  for (const pid_t backend : stopped) ::kill(backend, SIGCONT);
  EXPECT_TRUE(eventually([&] { return store->person("p1") == Person{}; }));
}

// Stands between a store and the database, and loses what it is told to lose.
class Proxy {
 public:
  enum class Loses : uint8_t { kNothing, kTheQuestion, kTheAnswer };

  Proxy() : listener_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    const sockaddr_un here = at(folder_.at(""));
    EXPECT_EQ(::bind(listener_, reinterpret_cast<const sockaddr*>(&here), sizeof here), 0);
    EXPECT_EQ(::listen(listener_, 16), 0);
    thread_ = std::thread([this] { carry_on(); });
  }
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;
  ~Proxy() {
    stop_ = true;
    thread_.join();
    ::close(listener_);
  }
  // The same database through the proxy.
  std::string address(std::string direct) const {
    const size_t host = direct.find("host=") + 5;
    return direct.replace(host, direct.find('&', host) - host, folder_.at(""));
  }
  // Once; the connection is closed after it.
  void lose(Loses what) { loses_ = what; }
  int lost() const { return lost_; }

 private:
  struct Pair {
    int client = -1;
    int server = -1;
  };
  static sockaddr_un at(const std::string& folder) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    (folder + "/.s.PGSQL.5432").copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
  }
  void accept() {
    Pair pair{::accept(listener_, nullptr, nullptr), ::socket(AF_UNIX, SOCK_STREAM, 0)};
    const std::string& direct = tests::Postgres::get().address();
    const sockaddr_un there = at(direct.substr(direct.find("host=") + 5));
    EXPECT_EQ(::connect(pair.server, reinterpret_cast<const sockaddr*>(&there), sizeof there), 0);
    pairs_.push_back(pair);
  }
  // False: it is to be closed.
  bool carry(int from, int to, bool answers) {
    std::array<char, 65536> bytes{};
    const ssize_t size = ::recv(from, bytes.data(), bytes.size(), 0);
    if (size <= 0) return false;
    const std::string_view text(bytes.data(), static_cast<size_t>(size));
    const Loses what = loses_;
    if ((what == Loses::kTheAnswer && answers && text.find("COMMIT") != std::string_view::npos) ||
        (what == Loses::kTheQuestion && !answers)) {
      loses_ = Loses::kNothing;
      ++lost_;
      return false;
    }
    return ::send(to, bytes.data(), static_cast<size_t>(size), MSG_NOSIGNAL) == size;
  }
  void carry_on() {
    while (!stop_) {
      std::vector<pollfd> sockets{{listener_, POLLIN, 0}};
      for (const Pair& pair : pairs_) {
        sockets.push_back({pair.client, POLLIN, 0});
        sockets.push_back({pair.server, POLLIN, 0});
      }
      if (::poll(sockets.data(), sockets.size(), 20) <= 0) continue;
      for (size_t i = pairs_.size(); i-- > 0;) {
        const Pair pair = pairs_[i];
        const bool open =
            (sockets[1 + 2 * i].revents == 0 || carry(pair.client, pair.server, false)) &&
            (sockets[2 + 2 * i].revents == 0 || carry(pair.server, pair.client, true));
        if (open) continue;
        ::close(pair.client);
        ::close(pair.server);
        pairs_.erase(pairs_.begin() + static_cast<std::ptrdiff_t>(i));
      }
      if (sockets[0].revents != 0) accept();
    }
    for (const Pair& pair : pairs_) {
      ::close(pair.client);
      ::close(pair.server);
    }
  }

  tests::Folder folder_;
  int listener_;
  std::vector<Pair> pairs_;
  std::atomic<Loses> loses_{Loses::kNothing};
  std::atomic<int> lost_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

TEST(Postgres, WhatWasSentWithoutAnAnswerIsDoneOnceWhetherItHadArrivedOrNot) {
  for (const Proxy::Loses what : {Proxy::Loses::kTheAnswer, Proxy::Loses::kTheQuestion}) {
    const Home home;
    Proxy proxy;
    const auto store = store_at(proxy.address(home.address()));
    Answer person, device, link;
    store->put_person({"p1", "Anna"}, person.then());
    store->put_device({"phone", "p1", 1, 1, "", ""}, device.then());
    store->put_link("code", "p1", 100, link.then());
    ASSERT_EQ(link.outcome(), Outcome::kDone);
    const Summary summary = summary_of("t", Status::kPlaying, true, 1, {"p1"});

    proxy.lose(what);
    EXPECT_EQ(append(*store, "t", 0, {{1, "one"}, {2, "two"}}, summary), Outcome::kDone);
    EXPECT_EQ(proxy.lost(), 1);
    proxy.lose(what);
    Answer removed;
    store->remove_device("p1", "phone", removed.then());
    EXPECT_EQ(removed.outcome(), Outcome::kDone);
    proxy.lose(what);
    Answer used;
    store->use_link("code", {"laptop", "", 50, 50, "", ""}, used.then());
    EXPECT_EQ(used.outcome(), Outcome::kDone);
    proxy.lose(what);
    EXPECT_EQ(append(*store, "t", 1, {{1, "late"}}), Outcome::kConflict);
    EXPECT_EQ(proxy.lost(), 4);

    EXPECT_EQ(load(*store, "t"), (std::vector<Entry>{{1, "one"}, {2, "two"}}));
    EXPECT_EQ(*store->listed(10), std::vector<Summary>{summary});
    EXPECT_EQ(store->devices_of("p1")->size(), 1u);
    EXPECT_EQ(store->person_of_device("laptop")->id, "p1");
    Answer again;
    store->use_link("code", {"tablet", "", 50, 50, "", ""}, again.then());
    EXPECT_EQ(again.outcome(), Outcome::kConflict);
  }
}

TEST(Postgres, WhatSomebodyElseAppendedMeanwhileIsAConflict) {
  const Home home;
  const auto store = store_at(home.address());
  ASSERT_EQ(append(*store, "t", 0, {{1, "one"}}), Outcome::kDone);
  // The rival holds the table until it is sure.
  std::string problem;
  const auto rival = store::Connection::open(
      {home.address(), "rival", std::chrono::seconds(9), std::chrono::seconds(9), {}}, problem);
  ASSERT_NE(rival, nullptr) << problem;
  ASSERT_EQ(rival->run("begin; update tbl set n = 2 where id = 't'"), "");
  Answer late, other;
  store->append("t", 1, {{1, "late"}}, std::nullopt, late.then());
  store->append("other", 0, {{1, "one"}}, std::nullopt, other.then());
  sleep_ms(50);
  ASSERT_EQ(rival->run("insert into entry values('t', 2, 7, 1, 1, 'x'); commit"), "");
  EXPECT_EQ(late.outcome(), Outcome::kConflict);
  EXPECT_EQ(other.outcome(), Outcome::kDone);
}

TEST(Postgres, ATextThatCantBeKeptFailsAlone) {
  const Home home;
  const auto store = store_at(home.address());
  const std::string nul("a\0b", 3);
  Answer first, bad, worse, last;
  store->append("a", 0, {{1, "one"}}, std::nullopt, first.then());
  store->append("b", 0, {{1, "one"}, {1, nul}}, std::nullopt, bad.then());
  store->put_person({"p1", "\xff"}, worse.then());
  store->append("c", 0, {{1, "one"}}, std::nullopt, last.then());
  EXPECT_EQ(first.outcome(), Outcome::kDone);
  EXPECT_EQ(bad.outcome(), Outcome::kFailed);
  EXPECT_EQ(worse.outcome(), Outcome::kFailed);
  EXPECT_EQ(last.outcome(), Outcome::kDone);
  EXPECT_TRUE(store->healthy());
  EXPECT_THAT(load(*store, "b"), IsEmpty());
  // Nor is there anything under a name that is no text.
  EXPECT_THAT(load(*store, nul), IsEmpty());
  EXPECT_EQ(store->person("\xff"), Person{});
}

TEST(Postgres, DamageIsSaidAndContained) {
  const Home home;
  const auto store = store_at(home.address());
  for (const char* table : {"a", "b", "c", "d"}) {
    ASSERT_EQ(append(*store, table, 0, {{1, "one"}, {2, "two"}},
                     summary_of(table, Status::kPlaying, true, 1, {})),
              Outcome::kDone);
  }
  tests::Postgres::get().run(
      "update entry set text = 'x' where tbl = 'a' and n = 1;"
      "delete from entry where tbl = 'b' and n = 2; update tbl set touched = 5 where id = 'c'",
      home.address());
  EXPECT_EQ(store->load("a").is, Loaded::Is::kDamaged);
  EXPECT_THAT(store->load("a").problem, HasSubstr("entry 1"));
  EXPECT_EQ(store->load("b").is, Loaded::Is::kDamaged);
  EXPECT_EQ(store->load("c").is, Loaded::Is::kEntries);
  EXPECT_EQ(store->listed(10)->size(), 3u);
  const store::Checked checked = store::check_file(home.address());
  EXPECT_EQ(checked.problem, "");
  std::vector<std::string> tables;
  for (const store::Problem& problem : checked.check.problems) tables.push_back(problem.table);
  EXPECT_THAT(tables, ::testing::UnorderedElementsAre("a", "b", "c"));
  EXPECT_EQ(checked.check.entries, 7);
  EXPECT_EQ(checked.check.tables, 4);
}

TEST(Postgres, ADatabaseIsForServersOrForOneToolAlone) {
  const Home home;
  auto first = store_at(home.address());
  auto second = store_at(home.address());
  EXPECT_NE(second, nullptr);
  EXPECT_THAT(store::Care::open(home.address()).problem, HasSubstr("in use by another server"));
  first.reset();
  EXPECT_THAT(store::Care::open(home.address()).problem, HasSubstr("in use by another server"));
  second.reset();
  {
    const auto care = store::Care::open(home.address());
    EXPECT_EQ(care.problem, "");
    PostgresOptions options;
    options.address = home.address();
    EXPECT_THAT(open_postgres(options).problem, HasSubstr("a tool that wants it alone"));
  }
  EXPECT_NE(store_at(home.address()), nullptr);
}

TEST(Postgres, WhatIsNewerOrHalfIsRefused) {
  const Home home;
  PostgresOptions options;
  options.address = home.address();
  ASSERT_NE(store_at(home.address()), nullptr);
  tests::Postgres::get().run("update stamtafel_schema set filling = true", home.address());
  EXPECT_THAT(open_postgres(options).problem, HasSubstr("broken off"));
  tests::Postgres::get().run("update stamtafel_schema set version = 99", home.address());
  EXPECT_THAT(open_postgres(options).problem, HasSubstr("newer version"));
}

TEST(Postgres, ProblemsNeverShowThePassword) {
  EXPECT_EQ(store::without_password("postgresql://anna:se@cret@db/x?user=a&password=secret&b=c"),
            "postgresql://anna@db/x?user=a&password=&b=c");
  EXPECT_EQ(store::without_password("postgresql://anna@db:5433/x"), "postgresql://anna@db:5433/x");
  EXPECT_EQ(store::without_password("tables:a@b.db"), "tables:a@b.db");
  PostgresOptions options;
  options.address = "postgresql://anna:secret@/x?host=/nowhere/at/all";
  const std::string problem = open_postgres(options).problem;
  EXPECT_THAT(problem, HasSubstr("/nowhere/at/all"));
  EXPECT_THAT(problem, Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace store_test
