// A connection to the queue of what is to be thought over or played (store/work.h, store/asking.h):
// opened when it is needed, again when it was lost, and listening to the channel on which the other
// side speaks.
#pragma once

#include <poll.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/postgres_connection.h"

namespace store {

// --- who asks: a server (postgres_nodes.h), or somebody who has no tables (asking.h)

// The names of the latter begin so; to servers they are no other servers.
inline constexpr const char* kAskingName = "stamtafel-lab-";
int64_t random_id();

inline constexpr Sql kReport{"report",
                             "update node set until = clock_timestamp() + interval '5 seconds' "
                             "where id = $1 and until > clock_timestamp() returning 1"};
inline constexpr Sql kRegister{"register",
                               "insert into node(id, name, until) "
                               "values($1, $2, clock_timestamp() + interval '5 seconds')"};
inline constexpr Sql kTidy{"tidy", R"sql(
with dead as (delete from node where until < clock_timestamp() - interval '1 minute' returning id),
leases as (delete from lease where node in (select id from dead)),
company as (delete from company where node in (select id from dead)),
jobs as (delete from job where node in (select id from dead))
delete from visitor where node in (select id from dead)
)sql"};
inline constexpr Sql kGoodbye{"goodbye", R"sql(
with leases as (delete from lease where node = $1),
company as (delete from company where node = $1),
visitors as (delete from visitor where node = $1),
jobs as (delete from job where node = $1)
delete from node where id = $1
)sql"};
inline constexpr Sql kAsk{"ask", R"sql(
insert into job(node, id, kind, task, made, done) values($1, $2, $3, $4, clock_timestamp(), 0)
)sql"};
inline constexpr Sql kForget{"forget",
                             "delete from job where node = $1 and id = any($2::bigint[])"};
inline constexpr Sql kFetch{"fetch", R"sql(
delete from job where node = $1 and answer is not null
returning id, (extract(epoch from taken - made) * 1000)::bigint, answer
)sql"};

class QueueLink {
 public:
  // `channel`: a statement that says which one.
  QueueLink(const std::string& address, std::string name, Sql channel, std::vector<Sql> statements)
      : channel_(channel) {
    statements.push_back(channel);
    options_ = {address, std::move(name), kPatience, kPatience, std::move(statements)};
  }

  // nullopt: it could not be asked, or was refused.
  std::optional<Rows> ask(const Sql& sql, const Values& values) {
    if (!connect()) return std::nullopt;
    std::optional<Rows> rows = connection_->ask(sql, values);
    if (!rows || !rows->well()) return std::nullopt;
    return rows;
  }

  // Returns when something was said on the channel, when the file descriptor can be read (-1:
  // none), or after so many milliseconds.
  void wait(int file, int milliseconds) {
    if (connection_ != nullptr && !connection_->notifications().empty()) return;
    pollfd sources[2]{{file, POLLIN, 0}, {-1, POLLIN, 0}};
    if (connection_ != nullptr) sources[1].fd = connection_->socket();
    ::poll(sources, 2, milliseconds);
  }

 private:
  static constexpr std::chrono::seconds kPatience{2};
  static constexpr std::chrono::milliseconds kTryAgain{200};  // to connect

  bool connect() {
    if (connection_ != nullptr && connection_->alive()) return true;
    connection_.reset();
    if (Clock::now() < again_) return false;
    again_ = Clock::now() + kTryAgain;
    std::string problem;
    connection_ = Connection::open(options_, problem);
    const std::optional<Rows> channel =
        connection_ == nullptr ? std::nullopt : connection_->ask(channel_, {});
    if (!channel || !channel->well() || channel->size() != 1) {
      connection_.reset();
      return false;
    }
    connection_->run("listen " + channel->text(0, 0));
    return true;
  }

  const Sql channel_;
  Connection::Options options_;
  std::unique_ptr<Connection> connection_;
  Clock::time_point again_;
};

}  // namespace store
