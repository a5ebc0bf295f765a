#include "store/postgres_read.h"

#include "store/checksum.h"

namespace store {
namespace {

// In one statement, so that all of it is of one moment.
constexpr Sql kLoad{"load",
                    "select t.n, e.n, e.at, e.sum, e.text from tbl t "
                    "left join entry e on e.tbl = t.id and e.n > $2::bigint "
                    "where t.id = $1 order by e.n"};
constexpr Sql kStray{"stray", "select n from entry where tbl = $1 limit 1"};
constexpr Sql kListed{
    "listed",
    "select * from summary where listed and status < 2 order by touched desc limit $1::bigint"};
constexpr Sql kOfPerson{"of_person",
                        "select * from summary where status is not null and id in (select tbl from "
                        "sitter where person = $1) "
                        "order by created desc limit $2::bigint"};
constexpr Sql kFinished{"finished",
                        "select * from summary where status = 2 and id in (select tbl from "
                        "sitter where person = $1) "
                        "and ($2::boolean or (created, id) < ($3::bigint, $4::text)) "
                        "order by created desc, id desc limit $5::bigint"};
constexpr Sql kClocked{"clocked", "select id from tbl where clocked and status = 1"};
constexpr Sql kPerson{"person", "select id, name from person where id = $1"};
constexpr Sql kOfDevice{"person_of_device",
                        "select p.id, name from device join person p on p.id = person "
                        "where token = $1"};
constexpr Sql kDevice{
    "device", "select token, person, made, seen, browser, system from device where token = $1"};
constexpr Sql kDevices{"devices_of",
                       "select token, person, made, seen, browser, system from device "
                       "where person = $1 order by seen desc, made desc, token"};
constexpr Sql kBlocked{"blocked_by", "select other from block where person = $1 order by other"};
constexpr Sql kMutes{"mutes", "select person, until from mute order by person"};
constexpr Sql kAddresses{"addresses",
                         "select person, kind, target, language, code, until, stop from address "
                         "order by person, kind"};
constexpr Sql kNotices{"notices",
                       "select person, tbl, kind, due, tries, sent from notice "
                       "order by person, tbl, kind"};

}  // namespace

bool is_damage(std::string_view state) { return state == "XX001" || state == "XX002"; }
bool is_no_text(std::string_view state) { return state == "22021" || state == "22P05"; }

TableRow table_row(const Rows& rows, int row) {
  TableRow table{rows.text(row, 0), rows.integer(row, 1), std::nullopt, true};
  if (rows.null(row, 2)) return table;
  Summary summary{table.id,
                  static_cast<Status>(rows.integer(row, 2)),
                  rows.integer(row, 3) != 0,
                  rows.integer(row, 4) != 0,
                  rows.integer(row, 5),
                  rows.integer(row, 6),
                  rows.text(row, 7),
                  rows.texts(row, 9)};
  table.sound = rows.integer(row, 2) >= 0 && rows.integer(row, 2) <= 2 &&
                rows.integer(row, 8) == checksum_of(summary);
  table.summary = std::move(summary);
  return table;
}

Device device_row(const Rows& rows, int row) {
  return {rows.text(row, 0),    rows.text(row, 1), rows.integer(row, 2),
          rows.integer(row, 3), rows.text(row, 4), rows.text(row, 5)};
}

Address address_row(const Rows& rows, int row) {
  return {rows.text(row, 0), rows.text(row, 1),    rows.text(row, 2), rows.text(row, 3),
          rows.text(row, 4), rows.integer(row, 5), rows.text(row, 6)};
}

Notice notice_row(const Rows& rows, int row) {
  return {rows.text(row, 0),    rows.text(row, 1),    rows.text(row, 2),
          rows.integer(row, 3), rows.integer(row, 4), rows.integer(row, 5) != 0};
}

PostgresReader::PostgresReader(const std::string& address, const std::string& name,
                               std::chrono::milliseconds patience, std::atomic<bool>* answers)
    : options_{address,
               name,
               patience,
               patience,
               {kLoad, kStray, kListed, kOfPerson, kFinished, kClocked, kPerson, kOfDevice, kDevice,
                kDevices, kBlocked, kMutes, kAddresses, kNotices}},
      patience_(patience),
      answers_(answers) {}

std::optional<Rows> PostgresReader::read(const Sql& sql, const Values& values) {
  const Clock::time_point begun = Clock::now();
  if (answers_ != nullptr && !*answers_) return std::nullopt;
  // A connection that was lost while nobody looked is no reason to give up.
  for (bool fresh = false; !fresh && Clock::now() - begun < patience_;) {
    if (connection_ == nullptr) {
      fresh = true;
      connection_ = Connection::open(options_, problem_);
      state_.clear();
      if (connection_ == nullptr) break;
    }
    if (std::optional<Rows> rows = connection_->ask(sql, values)) {
      if (rows->well() || is_no_text(rows->state())) return rows;
      state_ = rows->state();
      problem_ = rows->problem();
      return std::nullopt;
    }
    state_.clear();
    problem_ = connection_->problem();
    connection_.reset();
  }
  if (answers_ != nullptr) *answers_ = false;
  return std::nullopt;
}

Loaded PostgresReader::load(std::string_view table, int64_t after) {
  const auto damaged = [](std::string problem) {
    return Loaded{Loaded::Is::kDamaged, {}, std::move(problem)};
  };
  const auto failed = [&] {
    return is_damage(state_) ? damaged(problem_) : Loaded{Loaded::Is::kUnreadable, {}, problem_};
  };
  const std::optional<Rows> rows = read(kLoad, Values::of(table, after));
  if (!rows) return failed();
  if (rows->size() == 0) {
    const std::optional<Rows> stray = read(kStray, Values::of(table));
    if (!stray) return failed();
    return stray->size() == 0 ? Loaded{} : damaged("where its entries end is lost");
  }
  Loaded loaded{Loaded::Is::kEntries, {}, {}};
  const int64_t last = rows->integer(0, 0);
  for (int row = 0; row < rows->size() && !rows->null(row, 1); ++row) {
    const int64_t n = rows->integer(row, 1);
    if (n != after + row + 1) {
      return damaged("entry " + std::to_string(after + row + 1) + " is missing");
    }
    Entry entry{rows->integer(row, 2), rows->text(row, 4)};
    if (rows->integer(row, 3) != checksum_of(table, n, entry)) {
      return damaged("entry " + std::to_string(n) + " does not agree with its checksum");
    }
    loaded.entries.push_back(std::move(entry));
  }
  const auto found = after + static_cast<int64_t>(loaded.entries.size());
  if (found == last) return loaded;
  return damaged("it has " + std::to_string(last) + " entries, but " + std::to_string(found) +
                 " are found");
}

template <class Item, class Make>
std::optional<std::vector<Item>> PostgresReader::all(const Sql& sql, const Values& values,
                                                     Make make) {
  const std::optional<Rows> rows = read(sql, values);
  if (!rows) return std::nullopt;
  std::vector<Item> items;
  for (int row = 0; row < rows->size(); ++row) items.push_back(make(*rows, row));
  return items;
}

std::optional<std::vector<Summary>> PostgresReader::list(const Sql& sql, const Values& values) {
  const std::optional<Rows> rows = read(sql, values);
  std::vector<Summary> summaries;
  if (!rows) return is_damage(state_) ? std::optional(summaries) : std::nullopt;
  for (int row = 0; row < rows->size(); ++row) {
    TableRow table = table_row(*rows, row);
    if (table.summary && table.sound) summaries.push_back(std::move(*table.summary));
  }
  return summaries;
}

std::optional<std::vector<Summary>> PostgresReader::listed(int limit) {
  return list(kListed, Values::of(limit));
}
std::optional<std::vector<Summary>> PostgresReader::of_person(std::string_view person, int limit) {
  return list(kOfPerson, Values::of(person, limit));
}

std::optional<std::vector<Summary>> PostgresReader::finished(std::string_view person,
                                                             const std::optional<Behind>& behind,
                                                             int limit) {
  const Behind from = behind.value_or(Behind{});
  return list(kFinished, Values::of(person, !behind.has_value(), from.created, from.table, limit));
}

std::optional<std::vector<std::string>> PostgresReader::clocked() {
  return all<std::string>(kClocked, {},
                          [](const Rows& rows, int row) { return rows.text(row, 0); });
}

std::optional<Person> PostgresReader::person(std::string_view id) {
  const std::optional<Rows> rows = read(kPerson, Values::of(id));
  if (!rows) return std::nullopt;
  return rows->size() == 0 ? Person{} : Person{rows->text(0, 0), rows->text(0, 1)};
}

std::optional<Person> PostgresReader::person_of_device(std::string_view token) {
  const std::optional<Rows> rows = read(kOfDevice, Values::of(token));
  if (!rows) return std::nullopt;
  return rows->size() == 0 ? Person{} : Person{rows->text(0, 0), rows->text(0, 1)};
}

std::optional<Device> PostgresReader::device(std::string_view token) {
  const std::optional<Rows> rows = read(kDevice, Values::of(token));
  if (!rows) return std::nullopt;
  return rows->size() == 0 ? Device{} : device_row(*rows, 0);
}

std::optional<std::vector<Device>> PostgresReader::devices_of(std::string_view person) {
  return all<Device>(kDevices, Values::of(person), device_row);
}

std::optional<std::vector<std::string>> PostgresReader::blocked_by(std::string_view person) {
  return all<std::string>(kBlocked, Values::of(person),
                          [](const Rows& rows, int row) { return rows.text(row, 0); });
}

std::optional<std::vector<Mute>> PostgresReader::mutes() {
  return all<Mute>(kMutes, {}, [](const Rows& rows, int row) {
    return Mute{rows.text(row, 0), rows.integer(row, 1)};
  });
}

std::optional<std::vector<Address>> PostgresReader::addresses() {
  return all<Address>(kAddresses, {}, address_row);
}

std::optional<std::vector<Notice>> PostgresReader::notices() {
  return all<Notice>(kNotices, {}, notice_row);
}

}  // namespace store
