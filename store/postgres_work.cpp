#include <algorithm>

#include "store/open.h"
#include "store/postgres_nodes.h"
#include "store/postgres_queue.h"
#include "store/work.h"

namespace store {
namespace {

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
// Of servers that are there, and of kinds from one to before another. Those before it are locked by
// others, who are taking them just now.
constexpr Sql kTake{"take", R"sql(
with free as materialized (
  select j.id from job j where j.answer is null and j.kind >= $3 and j.kind < $4 and
    (j.worker is null or j.until < clock_timestamp()) and
    exists (select from node o where o.id = j.node and o.until > clock_timestamp())
  order by j.made limit $2 for update of j skip locked)
update job j set worker = $1, taken = clock_timestamp(),
  until = clock_timestamp() + interval '5 seconds'
from free where j.id = free.id
returning j.id, j.kind, j.task,
  (select count(*) from job o where o.answer is null and o.kind < $5),
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
  PostgresWork(const std::string& address, int threads)
      : threads_(threads),
        id_(random_id()),
        name_("stamtafel-worker-" + std::to_string(static_cast<uint64_t>(id_))),
        link_(address, name_, kWorkChannel,
              {kHere, kHold, kClear, kTake, kAnswer, kGiveBack, kTell, kWake}) {}

  bool beat(const std::vector<Progress>& progress) override {
    std::vector<int64_t> ids, done;
    for (const Progress& one : progress) {
      ids.push_back(one.id);
      done.push_back(one.done);
    }
    return ask(kHere, Values::of(id_, threads_)) && ask(kHold, Values::of(id_, ids, done)) &&
           ask(kClear, {});
  }

  std::vector<Taken> take(int quick, int slow, int studies) override {
    std::vector<Taken> all;
    take(quick, 0, Nodes::kFirstSlow, all);
    take(slow, Nodes::kFirstSlow, Nodes::kStudy, all);
    take(studies, Nodes::kStudy, Nodes::kStudy + 1, all);
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

  void wait(int file, int milliseconds) override { link_.wait(file, milliseconds); }

 private:
  void take(int most, int first, int last, std::vector<Taken>& all) {
    if (most <= 0) return;
    const std::optional<Rows> rows =
        ask(kTake, Values::of(id_, most, first, last, Nodes::kFirstSlow));
    for (int row = 0; rows && row < rows->size(); ++row) {
      all.push_back({rows->integer(row, 0), rows->integer(row, 1), rows->text(row, 2),
                     rows->integer(row, 3), rows->integer(row, 4)});
    }
  }
  std::optional<Rows> ask(const Sql& sql, const Values& values) { return link_.ask(sql, values); }

  const int threads_;
  const int64_t id_;
  const std::string name_;
  QueueLink link_;
};

}  // namespace

std::unique_ptr<Work> open_work(const std::string& data, int threads) {
  return std::make_unique<PostgresWork>(databases_in(data).front(), threads);
}

}  // namespace store
