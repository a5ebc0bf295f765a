#include "store/postgres_care.h"

#include <functional>
#include <set>

#include "store/checksum.h"
#include "store/open.h"
#include "store/postgres_check.h"
#include "store/postgres_connection.h"
#include "store/postgres_read.h"
#include "store/postgres_schema.h"

namespace store {
namespace {

constexpr auto kCarePatience = std::chrono::seconds(15);
constexpr auto kLongPatience = std::chrono::hours(24);  // for what goes through everything
constexpr int64_t kThirtyDays = 30LL * 24 * 3600 * 1000;

// `fresh`: its tables may be made first.
std::unique_ptr<Connection> connect(const std::string& address, std::string& problem,
                                    bool fresh = false) {
  auto connection =
      Connection::open({address, "stamtafel-data", kCarePatience, kLongPatience, {}}, problem);
  if (connection != nullptr) problem = connection->run("set statement_timeout = 0");
  if (problem.empty()) problem = fresh ? prepare(*connection) : check_schema(*connection);
  return problem.empty() ? std::move(connection) : nullptr;
}

// Our own tables, with their indexes.
constexpr const char* kBytes =
    "select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint from pg_class where "
    "relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any(array["
    "'tbl', 'entry', 'sitter', 'person', 'device', 'link', 'block', 'mute', 'address', 'notice'])";

constexpr Sql kOld{"old", R"sql(
select tbl, max(at), count(*), sum(octet_length(e.text))::bigint, status
from entry e left join tbl t on t.id = e.tbl
group by tbl, status having max(at) < $1 order by max(at)
)sql"};
constexpr Sql kNamed{"named", "select id, name from person where id = $1 or name = $1"};
constexpr Sql kRewrite{"rewrite", "update entry set text = $3, sum = $4 where tbl = $1 and n = $2"};

class PostgresCare final : public Care {
 public:
  PostgresCare(std::string address, std::unique_ptr<Connection> connection)
      : address_(std::move(address)), connection_(std::move(connection)) {}

  std::optional<std::vector<Old>> older_than(int64_t time) override {
    const auto rows = ask(kOld, Values::of(time));
    if (!rows) return std::nullopt;
    std::vector<Old> all;
    for (int row = 0; row < rows->size(); ++row) {
      Old old{rows->text(row, 0), std::nullopt, rows->integer(row, 1), rows->integer(row, 2),
              rows->integer(row, 3)};
      if (!rows->null(row, 4)) old.status = static_cast<Status>(rows->integer(row, 4));
      all.push_back(std::move(old));
    }
    return all;
  }

  bool remove(const std::vector<Old>& tables) override {
    std::vector<std::string> gone;
    for (const Old& old : tables) gone.push_back(old.table);
    return in_transaction([&] {
      for (const Sql& sql :
           {Sql{"gone_entry", "delete from entry where tbl = any($1::text[])"},
            Sql{"gone_tbl", "delete from tbl where id = any($1::text[])"},
            Sql{"gone_sitter", "delete from sitter where tbl = any($1::text[])"},
            Sql{"gone_notice", "delete from notice where tbl = any($1::text[])"}}) {
        if (!ask(sql, Values::of(gone))) return false;
      }
      return true;
    });
  }

  std::optional<std::vector<Person>> find_people(std::string_view id_or_name) override {
    const auto rows = ask(kNamed, Values::of(id_or_name));
    if (!rows) return std::nullopt;
    std::vector<Person> found;
    for (int row = 0; row < rows->size(); ++row) {
      found.push_back({rows->text(row, 0), rows->text(row, 1)});
    }
    return found;
  }

  std::optional<int64_t> forget(std::string_view person, const Rewrite& rewrite) override {
    int64_t changed = 0;
    const bool done = in_transaction([&] {
      std::string from;
      for (int64_t n = 0;;) {
        const auto rows = ask(kEntryPage, Values::of(from, n));
        if (!rows) return false;
        if (rows->size() == 0) break;
        for (int row = 0; row < rows->size(); ++row) {
          from = rows->text(row, 0);
          n = rows->integer(row, 1);
          Entry entry{rows->integer(row, 2), rows->text(row, 4)};
          // Nothing is made sound by the way.
          if (rows->integer(row, 3) != checksum_of(from, n, entry)) continue;
          std::optional<std::string> text = rewrite(entry);
          if (!text) continue;
          entry.text = std::move(*text);
          const int64_t sum = checksum_of(from, n, entry);
          if (!ask(kRewrite, Values::of(from, n, entry.text, sum))) return false;
          ++changed;
        }
      }
      for (const Sql& sql :
           {Sql{"forget_device", "delete from device where person = $1"},
            Sql{"forget_link", "delete from link where person = $1"},
            Sql{"forget_block", "delete from block where person = $1 or other = $1"},
            Sql{"forget_mute", "delete from mute where person = $1"},
            Sql{"forget_address", "delete from address where person = $1"},
            Sql{"forget_notice", "delete from notice where person = $1"},
            Sql{"forget_person", "delete from person where id = $1"}}) {
        if (!ask(sql, Values::of(person))) return false;
      }
      return true;
    });
    return done ? std::optional(changed) : std::nullopt;
  }

  bool each(const std::function<bool(Item)>& visit) override {
    PostgresReader reader(address_, "stamtafel-data-reads", std::chrono::seconds(5), nullptr);
    for (std::string from;;) {
      const auto rows = ask(kTablePage, Values::of(from));
      if (!rows) return false;
      if (rows->size() == 0) break;
      for (int row = 0; row < rows->size(); ++row) {
        TableRow table = table_row(*rows, row);
        from = table.id;
        if (!visit(List{table.id, reader.load(table.id), std::move(table.summary), table.sound})) {
          return true;
        }
      }
    }
    bool on = true;
    const auto all = [&](const char* text, const auto& make) {
      if (!on) return true;
      const auto rows = connection_->ask_once(text);
      if (!taken(rows)) return false;
      for (int row = 0; on && row < rows->size(); ++row) on = visit(make(*rows, row));
      return true;
    };
    return all("select id, name from person",
               [](const Rows& rows, int row) {
                 return Person{rows.text(row, 0), rows.text(row, 1)};
               }) &&
           all("select token, person, made, seen, browser, system from device", device_row) &&
           all("select code, person, until from link",
               [](const Rows& rows, int row) {
                 return Link{rows.text(row, 0), rows.text(row, 1), rows.integer(row, 2)};
               }) &&
           all("select person, other from block",
               [](const Rows& rows, int row) {
                 return Block{rows.text(row, 0), rows.text(row, 1)};
               }) &&
           all("select person, until from mute",
               [](const Rows& rows, int row) {
                 return Mute{rows.text(row, 0), rows.integer(row, 1)};
               }) &&
           all("select person, kind, target, language, code, until, stop from address",
               address_row) &&
           all("select person, tbl, kind, due, tries, sent from notice", notice_row);
  }

  // The database writes what is left anew; until then it only notes that the rest is gone.
  bool shrink() override {
    for (const char* table : {"entry", "tbl", "sitter", "person", "device", "link", "block", "mute",
                              "address", "notice"}) {
      problem_ = connection_->run(std::string("vacuum full ") + table);
      if (!problem_.empty()) return false;
    }
    return true;
  }
  int64_t file_bytes() const override {
    const auto bytes = connection_->ask_once(kBytes);
    return bytes && bytes->size() == 1 ? bytes->integer(0, 0) : 0;
  }
  std::string problem() const override { return without_password(address_) + ": " + problem_; }

 private:
  bool taken(const std::optional<Rows>& rows) {
    if (rows && rows->well()) return true;
    problem_ = rows ? rows->problem() : connection_->problem();
    return false;
  }
  // Prepared for the one time.
  std::optional<Rows> ask(const Sql& sql, const Values& values) {
    if (!prepared_.contains(sql.name)) {
      if (!connection_->prepare({sql}, problem_)) return std::nullopt;
      prepared_.insert(sql.name);
    }
    std::optional<Rows> rows = connection_->ask(sql, values);
    if (!taken(rows)) return std::nullopt;
    return rows;
  }
  bool in_transaction(const std::function<bool()>& work) {
    problem_ = connection_->run("begin");
    if (problem_.empty() && work() && (problem_ = connection_->run("commit")).empty()) return true;
    connection_->run("rollback");
    prepared_.clear();
    return false;
  }

  std::string address_;
  std::unique_ptr<Connection> connection_;
  std::set<std::string> prepared_;
  std::string problem_;
};

}  // namespace

Checked check_postgres(const std::string& address, Place place) {
  Checked checked;
  const auto connection = connect(address, checked.problem);
  if (connection != nullptr) checked.problem = check_place(*connection, place);
  if (checked.problem.empty()) checked.check = check_whole(*connection, place);
  return checked;
}

Counted postgres_stats(const std::string& address, int64_t now) {
  Counted counted;
  const auto connection = connect(address, counted.problem);
  if (connection == nullptr) return counted;
  Stats& stats = counted.stats;
  const auto rows_of = [&](const std::string& text) -> std::optional<Rows> {
    std::optional<Rows> rows = connection->ask_once(text);
    if (rows && rows->well() && rows->size() == 1) return rows;
    counted.problem = rows ? rows->problem() : connection->problem();
    return std::nullopt;
  };
  const std::string lately = std::to_string(now - kThirtyDays);
  connection->run("begin isolation level repeatable read read only");
  if (const auto rows = rows_of(
          "select count(*) filter (where status = 0), count(*) filter (where status = 1), "
          "count(*) filter (where status = 2), count(*) filter (where created >= " +
          lately + "), (select count(*) from person), (select count(*) from device) from tbl")) {
    stats.tables = {rows->integer(0, 0), rows->integer(0, 1), rows->integer(0, 2)};
    stats.tables_lately = rows->integer(0, 3);
    stats.people = rows->integer(0, 4);
    stats.devices = rows->integer(0, 5);
  }
  if (const auto rows =
          rows_of("select coalesce(sum(count), 0)::bigint, coalesce(sum(bytes), 0)::bigint, "
                  "coalesce(max(count), 0)::bigint, coalesce(max(bytes), 0)::bigint, "
                  "coalesce(min(first), 0)::bigint, coalesce(max(last), 0)::bigint, "
                  "coalesce(sum(lately), 0)::bigint from (select count(*) as count, "
                  "sum(octet_length(text)) as bytes, min(at) as first, max(at) as last, "
                  "coalesce(sum(octet_length(text)) filter (where at >= " +
                  lately + "), 0) as lately from entry group by tbl) each_table")) {
    stats.entries = rows->integer(0, 0);
    stats.entry_bytes = rows->integer(0, 1);
    stats.most_entries = rows->integer(0, 2);
    stats.most_bytes = rows->integer(0, 3);
    stats.first = rows->integer(0, 4);
    stats.last = rows->integer(0, 5);
    stats.lately_bytes = rows->integer(0, 6);
  }
  if (const auto rows = rows_of(kBytes)) stats.file_bytes = rows->integer(0, 0);
  connection->run("rollback");
  return counted;
}

Care::Opened open_postgres_care(const std::string& address, Place place) {
  std::string problem;
  auto connection = connect(address, problem);
  if (connection != nullptr) problem = check_place(*connection, place);
  if (problem.empty()) problem = lock(*connection, LockAs::kAlone);
  if (!problem.empty()) return {nullptr, without_password(address) + ": " + problem};
  return {std::make_unique<PostgresCare>(address, std::move(connection)), {}};
}

std::string begin_filling(const std::string& address) {
  std::string problem;
  const auto connection = connect(address, problem, true);
  if (connection == nullptr) return problem;
  problem = lock(*connection, LockAs::kAlone);
  if (!problem.empty()) return problem;
  const auto used = connection->ask_once(
      "select exists(select from tbl) or exists(select from entry) or exists(select from person) "
      "or exists(select from device) or exists(select from mute)");
  if (!used || !used->well()) return used ? used->problem() : connection->problem();
  if (used->integer(0, 0) != 0) return "it is not empty";
  return mark_filling(*connection, true);
}

std::string end_filling(const std::string& address) {
  std::string problem;
  const auto connection =
      Connection::open({address, "stamtafel-data", kCarePatience, kCarePatience, {}}, problem);
  return connection == nullptr ? problem : mark_filling(*connection, false);
}

}  // namespace store
