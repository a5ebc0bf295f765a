#include "store/postgres_write.h"

#include <algorithm>
#include <map>
#include <set>

#include "store/checksum.h"
#include "store/postgres_nodes.h"

namespace store {
namespace {

constexpr Sql kBegin{"begin", "begin"};
constexpr Sql kCommit{"commit", "commit"};

// Appends to any number of tables, each of them once; gives those whose number was still the last.
// The rows of `tbl` are locked in the order of their names, so that two servers with the same
// tables wait for each other instead of blocking each other. What a rival has committed meanwhile
// is looked at again (read committed): then `n` has moved on, and nothing happens.
constexpr Sql kAppend{"append", R"sql(
with want as materialized (
  select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
    with ordinality as w(id, after, count, writer, place)),
made as (
  insert into tbl(id, n) select id, count from want where after = 0 and count > 0 order by id
  on conflict do nothing returning id),
held as materialized (
  select t.id from tbl t join want w on w.id = t.id where w.after > 0 order by t.id
  for update of t),
moved as (
  update tbl t set n = w.after + w.count from want w, held h
  where h.id = w.id and t.id = w.id and t.n = w.after returning t.id),
won as materialized (select id from made union all select id from moved),
kept as (
  insert into entry(tbl, n, at, writer, sum, text)
  select w.id, e.n, e.at, w.writer, e.sum, e.text
  from unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[])
    as e(place, n, at, sum, text)
  join want w on w.place = e.place where w.id in (select id from won))
select id from won
)sql"};

// Those of the same appends that are in the list already. A statement of its own: it sees what was
// committed while the one before it waited.
constexpr Sql kMine{"mine", R"sql(
select w.id from unnest($1::text[], $2::bigint[], $3::bigint[]) as w(id, after, writer)
join entry e on e.tbl = w.id and e.n = w.after + 1 and e.writer = w.writer
)sql"};

// Only together with the entries it belongs to, and while they are the last. (Without entries: if
// the number is the last.)
constexpr Sql kSummary{"summary", R"sql(
with mine as (
  update tbl set status = $4::bigint, listed = $5, clocked = $6, created = $7, touched = $8,
                 about = $9, sum = $10
  where id = $1 and n = $2 and ($3::bigint = 0 or exists (
    select from entry e where e.tbl = $1 and e.n = $2 and e.writer = $3)) returning id),
gone as (
  delete from sitter using mine where tbl = mine.id and person <> all($11::text[]))
insert into sitter(person, tbl) select p, mine.id from mine, unnest($11::text[]) p
on conflict do nothing
)sql"};

constexpr Sql kPutPerson{"put_person",
                         "insert into person(id, name) values($1, $2) "
                         "on conflict(id) do update set name = excluded.name"};
constexpr Sql kPutDevice{
    "put_device",
    "insert into device(token, person, made, seen, browser, system) values($1, $2, $3, $4, $5, $6) "
    "on conflict(token) do update set person = excluded.person, made = excluded.made, "
    "seen = excluded.seen, browser = excluded.browser, system = excluded.system"};
constexpr Sql kSeeDevice{
    "see_device",
    "update device set seen = $2, "
    "browser = case when $3::text = '' and $4::text = '' then browser else $3 end, "
    "system = case when $3::text = '' and $4::text = '' then system else $4 end where token = $1"};
constexpr Sql kRemoveDevice{
    "remove_device",
    "with gone as (delete from device where person = $1 and token = $2 returning 1) "
    "select 1 from gone union all select 1 where $3::boolean"};
constexpr Sql kRemoveOthers{"remove_other_devices",
                            "delete from device where person = $1 and token <> $2"};
constexpr Sql kPutLink{"put_link",
                       "insert into link(code, person, until) values($1, $2, $3) "
                       "on conflict(code) do update set person = excluded.person, "
                       "until = excluded.until"};
constexpr Sql kUseLink{"use_link", R"sql(
with old as (delete from link where until < $3::bigint),
taken as (delete from link where code = $1 and until >= $3 returning person),
made as (
  insert into device(token, person, made, seen, browser, system)
  select $2, person, $3, $4::bigint, $5::text, $6::text from taken
  on conflict(token) do update set person = excluded.person, made = excluded.made,
    seen = excluded.seen, browser = excluded.browser, system = excluded.system returning 1)
select 1 from made union all select 1 from device where token = $2 and made = $3 and $7::boolean
)sql"};
constexpr Sql kBlock{"block",
                     "insert into block(person, other) values($1, $2) on conflict do nothing"};
constexpr Sql kUnblock{"unblock", "delete from block where person = $1 and other = $2"};
constexpr Sql kMute{"mute",
                    "insert into mute(person, until) values($1, $2) "
                    "on conflict(person) do update set until = excluded.until"};
constexpr Sql kUnmute{"unmute", "delete from mute where person = $1"};
constexpr Sql kPutAddress{
    "put_address",
    "insert into address(person, kind, target, language, code, until, stop) "
    "values($1, $2, $3, $4, $5, $6, $7) on conflict(person, kind) do update set "
    "target = excluded.target, language = excluded.language, code = excluded.code, "
    "until = excluded.until, stop = excluded.stop"};
constexpr Sql kRemoveAddress{"remove_address",
                             "delete from address where person = $1 and kind = $2"};
constexpr Sql kPutNotice{
    "put_notice",
    "insert into notice(person, tbl, kind, due, tries, sent) values($1, $2, $3, $4, $5, $6) "
    "on conflict(person, tbl, kind) do update set due = excluded.due, tries = excluded.tries, "
    "sent = excluded.sent"};
constexpr Sql kSendNotice{
    "send_notice",
    "with mine as (insert into notice(person, tbl, kind, due, tries, sent) "
    "values($1, $2, $3, $4, $5, $6) on conflict(person, tbl, kind) do update set "
    "tries = excluded.tries, sent = true where not notice.sent returning 1) "
    "select 1 from mine union all select 1 where $7::boolean"};
constexpr Sql kRemoveNotice{"remove_notice",
                            "delete from notice where person = $1 and tbl = $2 and kind = $3"};

// Appends that go in one statement: no table twice.
using Round = std::vector<Job*>;

std::vector<Round> rounds_of(std::span<Job> batch) {
  std::vector<Round> rounds;
  std::map<std::string_view, size_t> used;  // how many of a table there were
  for (Job& job : batch) {
    if (!job.append) continue;
    const size_t round = used[job.append->table]++;
    if (round == rounds.size()) rounds.emplace_back();
    rounds[round].push_back(&job);
  }
  return rounds;
}

bool send_appends(Connection& connection, const Round& round) {
  std::vector<std::string_view> tables, texts;
  std::vector<int64_t> afters, counts, writers, places, numbers, times, sums;
  for (const Job* job : round) {
    const Append& append = *job->append;
    tables.emplace_back(append.table);
    afters.push_back(append.after);
    counts.push_back(static_cast<int64_t>(append.entries.size()));
    writers.push_back(append.writer);
    int64_t n = append.after;
    for (const Entry& entry : append.entries) {
      places.push_back(static_cast<int64_t>(tables.size()));
      numbers.push_back(++n);
      times.push_back(entry.at);
      sums.push_back(checksum_of(append.table, n, entry));
      texts.emplace_back(entry.text);
    }
  }
  return connection.send(
      kAppend, Values::of(tables, afters, counts, writers, places, numbers, times, sums, texts));
}

bool send_mine(Connection& connection, const Round& round) {
  std::vector<std::string_view> tables;
  std::vector<int64_t> afters, writers;
  for (const Job* job : round) {
    tables.emplace_back(job->append->table);
    afters.push_back(job->append->after);
    writers.push_back(job->append->writer);
  }
  return connection.send(kMine, Values::of(tables, afters, writers));
}

bool send_summary(Connection& connection, const Append& append) {
  const Summary kept = as_kept(*append.summary);
  return connection.send(
      kSummary, Values::of(append.table, append.last(), append.entries.empty() ? 0 : append.writer,
                           static_cast<int64_t>(kept.status), kept.listed, kept.clocked,
                           kept.created, kept.touched, kept.about, checksum_of(kept), kept.people));
}

// Sends all of it, then takes the answers in the same order: what is done with each is noted on the
// way.
class Exchange {
 public:
  explicit Exchange(Connection& connection) : connection_(connection) {}

  void send(bool sent, std::function<void(const Rows&)> take) {
    sent_ = sent_ && sent;
    takers_.push_back(std::move(take));
  }
  // Whatever becomes of it.
  void send_aside(bool sent) { send(sent, nullptr); }
  Try finish() {
    if (!sent_ || !connection_.sync()) return lost();
    Try outcome;
    for (const auto& take : takers_) {
      const std::optional<Rows> rows = connection_.answer();
      if (!rows) return lost();
      if (rows->well() || take == nullptr) {
        if (outcome.is == Try::Is::kDone && take != nullptr) take(*rows);
      } else if (outcome.is == Try::Is::kDone) {
        outcome = {Try::Is::kRefused, rows->state(), rows->problem()};  // the rest is left out
      }
    }
    if (!connection_.synced()) return lost();
    if (outcome.is == Try::Is::kRefused) connection_.run("rollback");
    return outcome;
  }

 private:
  Try lost() const { return {Try::Is::kLost, "", connection_.problem()}; }
  Connection& connection_;
  std::vector<std::function<void(const Rows&)>> takers_;
  bool sent_ = true;
};

void send_round(Connection& connection, Exchange& exchange, const Round& round, bool again) {
  const auto take_winners = [&round](const Rows& rows) {
    std::set<std::string> won;
    for (int row = 0; row < rows.size(); ++row) won.insert(rows.text(row, 0));
    for (Job* job : round) {
      if (won.contains(job->append->table)) job->result = {};
    }
  };
  for (Job* job : round) job->result = {Outcome::kConflict, {}};
  exchange.send(send_appends(connection, round), take_winners);
  if (again) exchange.send(send_mine(connection, round), take_winners);
  for (const Job* job : round) {
    if (job->append->summary) {
      exchange.send(send_summary(connection, *job->append), [](const Rows&) {});
    }
  }
}

}  // namespace

Change put_person(const Person& person) {
  return {&kPutPerson, Values::of(person.id, person.name), false,
          news_of({Nodes::News::Is::kPerson, person.id})};
}

Change put_device(const Device& device) {
  return {&kPutDevice, Values::of(device.token, device.person, device.made, device.seen,
                                  device.browser, device.system)};
}

Change see_device(const Device& device) {
  return {&kSeeDevice, Values::of(device.token, device.seen, device.browser, device.system)};
}

Change remove_device(const std::string& person, const std::string& token) {
  return {&kRemoveDevice, Values::of(person, token), true,
          news_of({Nodes::News::Is::kDevices, person})};
}

Change remove_other_devices(const std::string& person, const std::string& token) {
  return {&kRemoveOthers, Values::of(person, token), false,
          news_of({Nodes::News::Is::kDevices, person})};
}

Change put_link(const std::string& code, const std::string& person, int64_t until) {
  return {&kPutLink, Values::of(code, person, until)};
}

Change use_link(const std::string& code, const Device& device) {
  return {&kUseLink,
          Values::of(code, device.token, device.made, device.seen, device.browser, device.system),
          true,
          {}};
}

Change put_block(const std::string& person, const std::string& other, bool on) {
  return {on ? &kBlock : &kUnblock, Values::of(person, other), false,
          news_of({Nodes::News::Is::kBlocks, person})};
}

Change put_mute(const std::string& person, int64_t until) {
  Change change{&kUnmute, Values::of(person), false, news_of({Nodes::News::Is::kMutes, person})};
  if (until > 0) {
    change.sql = &kMute;
    change.values = Values::of(person, until);
  }
  return change;
}

Change put_address(const Address& address) {
  return {&kPutAddress,
          Values::of(address.person, address.kind, address.target, address.language, address.code,
                     address.until, address.stop),
          false, news_of({Nodes::News::Is::kAddresses, address.person})};
}

Change remove_address(const std::string& person, const std::string& kind) {
  return {&kRemoveAddress, Values::of(person, kind), false,
          news_of({Nodes::News::Is::kAddresses, person})};
}

// Of several nodes that want to send it, one does.
Change put_notice(const Notice& notice) {
  Change change{&kPutNotice, Values::of(notice.person, notice.table, notice.kind, notice.due,
                                        notice.tries, notice.sent)};
  if (notice.sent) {
    change.sql = &kSendNotice;
    change.races = true;
  }
  return change;
}

Change remove_notice(const Notice& notice) {
  return {&kRemoveNotice, Values::of(notice.person, notice.table, notice.kind)};
}

std::vector<Sql> write_statements() {
  return {kBegin,     kCommit,     kAppend,       kMine,         kSummary,    kPutPerson,
          kPutDevice, kSeeDevice,  kRemoveDevice, kRemoveOthers, kPutLink,    kUseLink,
          kBlock,     kUnblock,    kMute,         kUnmute,       kPutAddress, kRemoveAddress,
          kPutNotice, kSendNotice, kRemoveNotice, kTell};
}

// After the commit, in a transaction of its own: a NOTIFY inside would hold a lock of the whole
// database until all is on the disk. Who was not quick enough is told of, too; that does no harm.
namespace {

void tell_others(Connection& connection, Exchange& exchange, std::span<const Job> batch,
                 const std::string& teller) {
  std::vector<std::string> items;
  for (const Job& job : batch) {
    if (job.append) {
      const Append& append = *job.append;
      Nodes::News news{Nodes::News::Is::kTable, append.table, append.last(),
                       append.summary.has_value()};
      if (append.summary) news.people = append.summary->people;
      items.push_back(news_of(news));
    } else if (!job.change.news.empty()) {
      items.push_back(job.change.news);
    }
  }
  for (const std::string& piece : pieces_of(teller, items)) {
    exchange.send_aside(connection.send(kTell, Values::of(piece)));
  }
}

}  // namespace

Try attempt(Connection& connection, std::span<Job> batch, bool again, const std::string& teller) {
  Exchange exchange(connection);
  const std::vector<Round> rounds = rounds_of(batch);
  exchange.send(connection.send(kBegin, {}), [](const Rows&) {});
  for (const Round& round : rounds) send_round(connection, exchange, round, again);
  for (Job& job : batch) {
    if (job.append) continue;
    Values values = job.change.values;
    if (job.change.races) values.add(again);
    exchange.send(connection.send(*job.change.sql, values), [&job](const Rows& rows) {
      const bool lost = job.change.races && rows.size() == 0;
      job.result = {lost ? Outcome::kConflict : Outcome::kDone, {}};
    });
  }
  exchange.send(connection.send(kCommit, {}), [](const Rows&) {});
  if (!teller.empty()) tell_others(connection, exchange, batch, teller);
  return exchange.finish();
}

}  // namespace store
