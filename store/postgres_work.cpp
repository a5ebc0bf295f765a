#include <poll.h>
#include <sys/random.h>

#include <algorithm>

#include "store/postgres_nodes.h"
#include "store/work.h"

namespace store {
namespace {

constexpr std::chrono::seconds kWorkPatience{2};
constexpr auto kWorkTryAgain = std::chrono::milliseconds(200);  // to connect

constexpr Sql kWorkChannel{"work_channel",
                           "select 'stamtafel_work_' || current_schema()::regnamespace::oid"};
constexpr Sql kHere{"here", R"sql(
insert into worker(id, threads, until) values($1, $2, clock_timestamp() + interval '5 seconds')
on conflict (id) do update set until = excluded.until
)sql"};
constexpr Sql kHold{"hold", R"sql(
update job j set until = clock_timestamp() + interval '5 seconds', done = greatest(j.done, p.done)
from (select u.id, u.done from unnest($2::bigint[], $3::bigint[]) as u(id, done)) p
where j.id = p.id and j.worker = $1 and j.answer is null
)sql"};
// What nobody waits for any more, and workers that are gone.
constexpr Sql kClear{"clear", R"sql(
with gone as (delete from worker where until < clock_timestamp() - interval '1 minute')
delete from job j where made < clock_timestamp() - interval '10 seconds' and
  not exists (select from node o where o.id = j.node and o.until > clock_timestamp())
)sql"};
// Of servers that are there. Those before it are locked by others, who are taking them just now.
constexpr Sql kTake{"take", R"sql(
with free as materialized (
  select j.id from job j where j.answer is null and (j.kind >= $4) = $3 and
    (j.worker is null or j.until < clock_timestamp()) and
    exists (select from node o where o.id = j.node and o.until > clock_timestamp())
  order by j.made limit $2 for update of j skip locked)
update job j set worker = $1, taken = clock_timestamp(),
  until = clock_timestamp() + interval '5 seconds'
from free where j.id = free.id
returning j.id, j.kind, j.task,
  (select count(*) from job o where o.answer is null and o.kind < $4),
  (select coalesce(sum(threads), 0)::bigint from worker w where w.until > clock_timestamp())
)sql"};
constexpr Sql kAnswer{"answer", R"sql(
update job set answer = $2 where id = $1 and answer is null returning node
)sql"};
constexpr Sql kGiveBack{"give_back", R"sql(
with free as (update job set worker = null where worker = $1 and answer is null returning 1)
delete from worker where id = $1
)sql"};

class PostgresWork final : public Work {
 public:
  PostgresWork(const std::string& address, int threads) : threads_(threads) {
    while (id_ == 0) {
      if (::getrandom(&id_, sizeof id_, 0) != sizeof id_)
        id_ = Clock::now().time_since_epoch().count();
    }
    name_ = "stamtafel-worker-" + std::to_string(static_cast<uint64_t>(id_));
    options_ = {address,
                name_,
                kWorkPatience,
                kWorkPatience,
                {kWorkChannel, kHere, kHold, kClear, kTake, kAnswer, kGiveBack, kTell, kWake}};
  }

  bool beat(const std::vector<Progress>& progress) override {
    std::vector<int64_t> ids, done;
    for (const Progress& one : progress) {
      ids.push_back(one.id);
      done.push_back(one.done);
    }
    return ask(kHere, Values::of(id_, threads_)) && ask(kHold, Values::of(id_, ids, done)) &&
           ask(kClear, {});
  }

  std::vector<Taken> take(int quick, int slow) override {
    std::vector<Taken> all;
    take(quick, false, all);
    take(slow, true, all);
    return all;
  }

  bool answer(int64_t id, const std::string& text) override {
    const std::optional<Rows> node = ask(kAnswer, Values::of(id, text));
    if (!node) return false;
    if (node->size() == 0) return true;  // somebody else was quicker, or nobody waits for it
    Nodes::News news;
    news.is = Nodes::News::Is::kAnswers;
    news.id = std::to_string(node->integer(0, 0));
    const std::vector<std::string> items{news_of(news)};
    for (const std::string& piece : pieces_of(name_, items)) ask(kTell, Values::of(piece));
    return true;
  }

  void leave() override {
    if (ask(kGiveBack, Values::of(id_))) ask(kWake, {});
  }

  void wait(int file, int milliseconds) override {
    if (connection_ != nullptr && !connection_->notifications().empty()) return;
    pollfd sources[2]{{file, POLLIN, 0}, {-1, POLLIN, 0}};
    if (connection_ != nullptr) sources[1].fd = connection_->socket();
    ::poll(sources, 2, milliseconds);
  }

 private:
  void take(int most, bool slow, std::vector<Taken>& all) {
    if (most <= 0) return;
    const std::optional<Rows> rows = ask(kTake, Values::of(id_, most, slow, Nodes::kFirstSlow));
    for (int row = 0; rows && row < rows->size(); ++row) {
      all.push_back({rows->integer(row, 0), rows->integer(row, 1), rows->text(row, 2),
                     rows->integer(row, 3), rows->integer(row, 4)});
    }
  }
  // nullopt: it could not be asked, or was refused.
  std::optional<Rows> ask(const Sql& sql, const Values& values) {
    if (!connect()) return std::nullopt;
    std::optional<Rows> rows = connection_->ask(sql, values);
    if (!rows || !rows->well()) return std::nullopt;
    return rows;
  }
  bool connect() {
    if (connection_ != nullptr && connection_->alive()) return true;
    connection_.reset();
    if (Clock::now() < again_) return false;
    again_ = Clock::now() + kWorkTryAgain;
    std::string problem;
    connection_ = Connection::open(options_, problem);
    const std::optional<Rows> channel =
        connection_ == nullptr ? std::nullopt : connection_->ask(kWorkChannel, {});
    if (!channel || !channel->well() || channel->size() != 1) {
      connection_.reset();
      return false;
    }
    connection_->run("listen " + channel->text(0, 0));
    return true;
  }

  const int threads_;
  int64_t id_ = 0;
  std::string name_;
  Connection::Options options_;
  std::unique_ptr<Connection> connection_;
  Clock::time_point again_;
};

}  // namespace

std::unique_ptr<Work> open_work(const std::string& address, int threads) {
  return std::make_unique<PostgresWork>(address, threads);
}

}  // namespace store
