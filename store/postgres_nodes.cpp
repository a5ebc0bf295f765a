#include "store/postgres_nodes.h"
#include "store/postgres_queue.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace store {
namespace {

constexpr std::chrono::seconds kPatience{2};
constexpr int kLookMs = 1000;     // is the connection still there?
constexpr int kTryAgainMs = 200;  // to connect
constexpr size_t kPiece = 7900;   // bytes; NOTIFY takes less than 8,000

constexpr Sql kChannel{"channel", "select 'stamtafel_' || current_schema()::regnamespace::oid"};
constexpr Sql kMoment{"moment",
                      "select (extract(epoch from clock_timestamp()) * 1000)::bigint, "
                      "(select count(*) from node where id <> $1 and until > clock_timestamp() "
                      "and name not like 'stamtafel-lab-%')"};
// Leases that nobody has, or that somebody had who is gone.
constexpr Sql kDrive{"drive", R"sql(
insert into lease(tbl, node)
select t, $2::bigint from unnest($1::text[]) t
where not exists (select from lease l join node o on o.id = l.node
                  where l.tbl = t and o.until > clock_timestamp())
order by t
on conflict (tbl) do update set node = excluded.node
where not exists (select from node o where o.id = lease.node and o.until > clock_timestamp())
)sql"};
constexpr Sql kDriven{"driven", "select tbl from lease where node = $2 and tbl = any($1::text[])"};
constexpr Sql kRelease{"release", "delete from lease where node = $2 and tbl = any($1::text[])"};
constexpr Sql kCompany{"company", R"sql(
with mine as materialized (
  select * from unnest($2::text[], $3::bigint[], $4::bigint[]) as u(tbl, seats, guests)),
gone as (delete from company c where c.node = $1 and c.tbl not in (select tbl from mine))
insert into company(tbl, node, seats, guests)
select tbl, $1::bigint, seats, guests from mine u
where not exists (select from company c where c.tbl = u.tbl and c.node = $1 and
                  c.seats = u.seats and c.guests = u.guests)
on conflict (tbl, node) do update set seats = excluded.seats, guests = excluded.guests
)sql"};
constexpr Sql kVisitors{"visitors", R"sql(
with gone as (delete from visitor where node = $1 and person <> all($2::text[]))
insert into visitor(person, node) select p, $1::bigint from unnest($2::text[]) p
where not exists (select from visitor v where v.person = p and v.node = $1)
on conflict do nothing
)sql"};
constexpr Sql kElsewhere{"elsewhere",
                         "select distinct person from visitor v join node o on o.id = v.node "
                         "where person = any($2::text[]) and v.node <> $1 "
                         "and o.until > clock_timestamp()"};
constexpr Sql kTables{"tables", R"sql(
select t.id, t.n, coalesce(c.seats, 0), coalesce(c.guests, 0)
from tbl t left join (
  select c.tbl, bit_or(seats) as seats, sum(guests)::bigint as guests
  from company c join node o on o.id = c.node
  where c.tbl = any($2::text[]) and c.node <> $1 and o.until > clock_timestamp()
  group by c.tbl) c on c.tbl = t.id
where t.id = any($2::text[])
)sql"};
constexpr Sql kUnattended{"unattended", R"sql(
select id from tbl t where clocked and status = 1 and not exists (
  select from lease l join node o on o.id = l.node
  where l.tbl = t.id and o.until > clock_timestamp()) order by random() limit 16
)sql"};
constexpr Sql kAsked{"asked", "select id, done from job where node = $1 and answer is null"};
constexpr Sql kQueue{"queue", R"sql(
select (select coalesce(sum(threads), 0)::bigint from worker where until > clock_timestamp()),
  count(*) filter (where kind = 0), count(*) filter (where kind = 1),
  count(*) filter (where kind = 2)
from job where answer is null
)sql"};

constexpr std::string_view kLetters = "tpbdmaj";  // of News::Is

// ID:N for a table, with :PERSON,PERSON,… if lists change.
Nodes::News news_in(std::string_view item) {
  Nodes::News news;
  const size_t letter = item.empty() ? std::string_view::npos : kLetters.find(item.front());
  if (letter == std::string_view::npos) return news;
  news.is = static_cast<Nodes::News::Is>(letter);
  item.remove_prefix(1);
  const size_t number = item.find(':');
  news.id = item.substr(0, number);
  if (news.is != Nodes::News::Is::kTable || number == std::string_view::npos) return news;
  item.remove_prefix(number + 1);
  const size_t people = item.find(':');
  const std::string_view n = item.substr(0, people);
  std::from_chars(n.data(), n.data() + n.size(), news.n);
  news.listed = people != std::string_view::npos;
  if (!news.listed) return news;
  item.remove_prefix(people + 1);
  while (!item.empty()) {
    const size_t end = std::min(item.find(','), item.size());
    news.people.emplace_back(item.substr(0, end));
    item.remove_prefix(std::min(end + 1, item.size()));
  }
  return news;
}

std::vector<Nodes::News> news_in_all(const std::vector<std::string>& payloads,
                                     const std::string& own) {
  std::vector<Nodes::News> all;
  for (std::string_view payload : payloads) {
    bool sender = true;
    while (!payload.empty()) {
      const size_t end = std::min(payload.find(' '), payload.size());
      const std::string_view word = payload.substr(0, end);
      payload.remove_prefix(std::min(end + 1, payload.size()));
      if (sender && word == own) break;
      if (!sender) all.push_back(news_in(word));
      sender = false;
    }
  }
  return all;
}

}  // namespace

int64_t random_id() {
  int64_t id = 0;
  if (::getrandom(&id, sizeof id, 0) != sizeof id) id = Clock::now().time_since_epoch().count();
  return id == 0 ? 1 : id;
}

std::string news_of(const Nodes::News& news) {
  std::string item(1, kLetters[static_cast<size_t>(news.is)]);
  item += news.id;
  if (news.is != Nodes::News::Is::kTable) return item;
  item += ':' + std::to_string(news.n);
  if (!news.listed) return item;
  item += ':';
  for (size_t i = 0; i < news.people.size(); ++i) item += (i > 0 ? "," : "") + news.people[i];
  return item;
}

std::vector<std::string> pieces_of(const std::string& name, std::span<const std::string> items) {
  std::vector<std::string> pieces;
  for (const std::string& item : items) {
    if (pieces.empty() || pieces.back().size() + item.size() >= kPiece) pieces.push_back(name);
    pieces.back() += ' ' + item;
  }
  return pieces;
}

PostgresNodes::PostgresNodes(const std::string& address, std::string name, Deliver deliver)
    : name_(std::move(name)),
      deliver_(std::move(deliver)),
      options_{address,
               name_ + "-node",
               kPatience,
               kPatience,
               {kChannel, kReport,  kRegister, kTidy,      kMoment, kDrive,      kDriven,
                kRelease, kCompany, kVisitors, kElsewhere, kTables, kUnattended, kGoodbye,
                kAsk,     kForget,  kFetch,    kAsked,     kQueue,  kWake}},
      event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this] { run(); }) {}

PostgresNodes::~PostgresNodes() {
  {
    const std::lock_guard guard(mutex_);
    stop_ = true;
    jobs_.clear();
  }
  ::eventfd_write(event_, 1);
  thread_.join();
  ::close(event_);
}

void PostgresNodes::submit(std::function<void()> job) {
  {
    const std::lock_guard guard(mutex_);
    jobs_.push_back(std::move(job));
  }
  ::eventfd_write(event_, 1);
}

void PostgresNodes::on_news(std::function<void(const std::vector<News>&)> heard) {
  const std::lock_guard guard(mutex_);
  heard_ = std::move(heard);
}

void PostgresNodes::run() {
  while (true) {
    std::deque<std::function<void()>> jobs;
    {
      const std::lock_guard guard(mutex_);
      if (stop_) break;
      jobs.swap(jobs_);
    }
    if (connection_ == nullptr || !connection_->alive()) connect();
    for (const auto& job : jobs) job();
    hear();
    wait();
  }
  say_goodbye();
}

// Whoever hears again has missed something; the look of every second finds it.
void PostgresNodes::connect() {
  std::string problem;
  connection_ = Connection::open(options_, problem);
  const std::optional<Rows> channel =
      connection_ == nullptr ? std::nullopt : connection_->ask(kChannel, {});
  if (!channel || !channel->well() || channel->size() != 1) {
    connection_.reset();
  } else {
    connection_->run("listen " + channel->text(0, 0));
  }
  hears_ = connection_ != nullptr;
}

void PostgresNodes::wait() {
  {
    const std::lock_guard guard(mutex_);
    if (stop_ || !jobs_.empty()) return;
  }
  pollfd sources[2]{{event_, POLLIN, 0}, {-1, POLLIN, 0}};
  if (connection_ != nullptr) sources[1].fd = connection_->socket();
  ::poll(sources, 2, connection_ == nullptr ? kTryAgainMs : kLookMs);
  eventfd_t woken = 0;
  ::eventfd_read(event_, &woken);
}

void PostgresNodes::hear() {
  if (connection_ == nullptr) return;
  const std::vector<std::string> payloads = connection_->notifications();
  if (payloads.empty()) return;
  std::vector<News> news = news_in_all(payloads, name_);
  const std::string own = std::to_string(id_);
  const bool answers = std::any_of(news.begin(), news.end(), [&](const News& one) {
    return one.is == News::Is::kAnswers && one.id == own;
  });
  std::erase_if(news, [](const News& one) { return one.is == News::Is::kAnswers; });
  if (answers) fetch();
  if (news.empty()) return;
  std::function<void(const std::vector<News>&)> heard;
  {
    const std::lock_guard guard(mutex_);
    heard = heard_;
  }
  if (heard) deliver_([heard, news = std::move(news)] { heard(news); });
}

void PostgresNodes::say_goodbye() {
  if (connection_ != nullptr && id_ != 0) connection_->ask(kGoodbye, Values::of(id_));
}

bool PostgresNodes::report(Beat& beat) {
  if (connection_ == nullptr) return false;
  std::optional<Rows> there;
  if (id_ != 0) {
    there = connection_->ask(kReport, Values::of(id_));
    if (!there || !there->well()) return false;
  }
  if (!there || there->size() == 0) {
    id_ = random_id();
    asked_ = 0;
    beat.fresh = true;
    const std::optional<Rows> made = connection_->ask(kRegister, Values::of(id_, name_));
    if (!made || !made->well()) return false;
    connection_->ask(kTidy, {});
  }
  return true;
}

bool PostgresNodes::look(const Round& round, Beat& beat) {
  std::vector<std::string_view> tables, driven, company;
  std::vector<int64_t> seats, guests;
  for (const Here& here : round.tables) {
    tables.emplace_back(here.table);
    if (here.drives) driven.emplace_back(here.table);
    if (here.company == Company{}) continue;
    company.emplace_back(here.table);
    seats.push_back(here.company.seats);
    guests.push_back(here.company.guests);
  }
  Connection& link = *connection_;
  link.send(kRelease, Values::of(round.released, id_));
  link.send(kDrive, Values::of(driven, id_));
  link.send(kDriven, Values::of(driven, id_));
  link.send(kCompany, Values::of(id_, company, seats, guests));
  link.send(kVisitors, Values::of(id_, round.people));
  link.send(kElsewhere, Values::of(id_, round.sought));
  link.send(kTables, Values::of(id_, tables));
  link.send(kUnattended, {});
  link.send(kMoment, Values::of(id_));
  if (!link.sync()) return false;
  bool well = true;
  const auto take = [&]() -> std::optional<Rows> {
    std::optional<Rows> rows = link.answer();
    well = well && rows && rows->well();
    return well ? std::move(rows) : std::nullopt;
  };
  take();
  take();
  const std::optional<Rows> mine = take();
  take();
  take();
  const std::optional<Rows> elsewhere = take();
  const std::optional<Rows> there = take();
  const std::optional<Rows> unattended = take();
  const std::optional<Rows> moment = take();
  if (!link.synced() || !well) return false;
  std::set<std::string> ours;
  for (int row = 0; row < mine->size(); ++row) ours.insert(mine->text(row, 0));
  for (int row = 0; row < there->size(); ++row) {
    const std::string table = there->text(row, 0);
    beat.tables.push_back({table,
                           there->integer(row, 1),
                           ours.contains(table),
                           {there->integer(row, 2), there->integer(row, 3)}});
  }
  for (int row = 0; row < elsewhere->size(); ++row) {
    beat.elsewhere.push_back(elsewhere->text(row, 0));
  }
  for (int row = 0; row < unattended->size(); ++row) {
    beat.unattended.push_back(unattended->text(row, 0));
  }
  beat.clock = moment->integer(0, 0);
  beat.others = moment->integer(0, 1);
  return true;
}

void PostgresNodes::beat(Round round, std::function<void(const Beat&)> then) {
  submit([this, round = std::move(round), then = std::move(then)] {
    Beat beat;
    beat.well = report(beat) && look(round, beat) && look_at_queue(beat);
    if (beat.well) others_ = beat.others;
    deliver_([then, beat = std::move(beat)] { then(beat); });
  });
}

void PostgresNodes::drive(std::string table, std::function<void(bool)> then) {
  submit([this, table = std::move(table), then = std::move(then)] {
    const std::vector<std::string> wanted{table};
    bool ours = false;
    if (connection_ != nullptr && id_ != 0 && connection_->ask(kDrive, Values::of(wanted, id_))) {
      const std::optional<Rows> driven = connection_->ask(kDriven, Values::of(wanted, id_));
      ours = driven && driven->well() && driven->size() == 1;
    }
    deliver_([then, ours] { then(ours); });
  });
}

void PostgresNodes::ask(Question question, std::function<void(bool)> then) {
  submit([this, question = std::move(question), then = std::move(then)] {
    bool well = false;
    if (connection_ != nullptr && id_ != 0) {
      connection_->send(kAsk, Values::of(id_, question.id, question.kind, question.task));
      connection_->send(kWake, {});
      connection_->sync();
      const std::optional<Rows> asked = connection_->answer();
      const std::optional<Rows> woken = connection_->answer();
      well = connection_->synced() && asked && asked->well() && woken && woken->well();
    }
    if (well) ++asked_;
    deliver_([then, well] { then(well); });
  });
}

void PostgresNodes::forget(std::vector<int64_t> ids) {
  submit([this, ids = std::move(ids)] {
    if (connection_ != nullptr && id_ != 0) connection_->ask(kForget, Values::of(id_, ids));
  });
}

void PostgresNodes::on_answers(std::function<void(const std::vector<Answer>&)> heard) {
  const std::lock_guard guard(mutex_);
  answered_ = std::move(heard);
}

void PostgresNodes::fetch() {
  if (connection_ == nullptr || asked_ == 0) return;
  const std::optional<Rows> rows = connection_->ask(kFetch, Values::of(id_));
  if (!rows || !rows->well() || rows->size() == 0) return;
  std::vector<Answer> answers;
  for (int row = 0; row < rows->size(); ++row) {
    answers.push_back({rows->integer(row, 0), rows->integer(row, 1), rows->text(row, 2)});
  }
  std::function<void(const std::vector<Answer>&)> heard;
  {
    const std::lock_guard guard(mutex_);
    heard = answered_;
  }
  if (heard) deliver_([heard, answers = std::move(answers)] { heard(answers); });
}

bool PostgresNodes::look_at_queue(Beat& beat) {
  fetch();
  const std::optional<Rows> queue = connection_->ask(kQueue, {});
  if (!queue || !queue->well()) return false;
  beat.workers = queue->integer(0, 0);
  for (int kind = 0; kind < kKinds; ++kind) beat.waiting.push_back(queue->integer(0, 1 + kind));
  if (asked_ == 0) return true;
  const std::optional<Rows> asked = connection_->ask(kAsked, Values::of(id_));
  if (!asked || !asked->well()) return false;
  asked_ = asked->size();
  for (int row = 0; row < asked->size(); ++row) {
    beat.asked.push_back({asked->integer(row, 0), asked->integer(row, 1)});
  }
  return true;
}

}  // namespace store
