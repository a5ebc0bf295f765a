// Nodes over PostgreSQL. What they know of each other lies in tables that need not survive a crash;
// news goes by NOTIFY, one for a batch of appends, after its commit. A database that has no NOTIFY,
// or a pooler in between, is no harm: then the look of every second is all there is.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "store/nodes.h"
#include "store/postgres_connection.h"
#include "store/store.h"

namespace store {

class PostgresNodes final : public Nodes {
 public:
  // `name`: of the store; what it sends itself is no news to it.
  PostgresNodes(const std::string& address, std::string name, Deliver deliver);
  PostgresNodes(const PostgresNodes&) = delete;
  PostgresNodes& operator=(const PostgresNodes&) = delete;
  // Gives everything back, so that others take over at once.
  ~PostgresNodes() override;

  void beat(Round round, std::function<void(const Beat&)> then) override;
  void drive(std::string table, std::function<void(bool)> then) override;
  void on_news(std::function<void(const std::vector<News>&)> heard) override;
  void ask(Question question, std::function<void(bool)> then) override;
  void forget(std::vector<int64_t> ids) override;
  void on_answers(std::function<void(const std::vector<Answer>&)> heard) override;

  // Is there anybody to be told?
  bool others() const { return others_ > 0; }
  // Does it hear?
  bool hears() const { return hears_; }

 private:
  void submit(std::function<void()> job);
  void run();
  void connect();
  void wait();
  void hear();
  void say_goodbye();
  // Says that the node is there. False: it could not be said.
  bool report(Beat& beat);
  bool look(const Round& round, Beat& beat);
  // What workers have answered.
  void fetch();
  // How the queue is.
  bool look_at_queue(Beat& beat);

  const std::string name_;
  const Deliver deliver_;
  Connection::Options options_;
  // Of the thread.
  std::unique_ptr<Connection> connection_;
  int64_t id_ = 0;
  int asked_ = 0;  // that have no answer yet, at most
  std::atomic<int64_t> others_{0};
  std::atomic<bool> hears_{true};

  std::mutex mutex_;
  std::deque<std::function<void()>> jobs_;
  std::function<void(const std::vector<News>&)> heard_;
  std::function<void(const std::vector<Answer>&)> answered_;
  bool stop_ = false;
  int event_ = -1;  // wakes the thread
  std::thread thread_;
};

// What others are told of a batch: in pieces that NOTIFY can carry. An item is written by
// news_of().
std::vector<std::string> pieces_of(const std::string& name, std::span<const std::string> items);
std::string news_of(const Nodes::News& news);

inline constexpr Sql kTell{"tell",
                           "select set_config('synchronous_commit', 'off', true), "
                           "pg_notify('stamtafel_' || current_schema()::regnamespace::oid, $1)"};

// Those who wait for something to take are woken.
inline constexpr Sql kWake{
    "wake",
    "select set_config('synchronous_commit', 'off', true), "
    "pg_notify('stamtafel_work_' || current_schema()::regnamespace::oid, '')"};

}  // namespace store
