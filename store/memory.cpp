#include "store/memory.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "store/checksum.h"

namespace store {
namespace {

// --- rows: fields one after the other, each with its length before it: "4:Anna2:p1"

void add(std::string& row, std::string_view field) {
  row += std::to_string(field.size());
  row += ':';
  row += field;
}
void add(std::string& row, int64_t number) { add(row, std::string_view(std::to_string(number))); }

template <class... Fields>
std::string row_of(const Fields&... fields) {
  std::string row;
  (add(row, fields), ...);
  return row;
}

// Takes fields off the row. What is not there is empty, or 0.
class RowReader {
 public:
  explicit RowReader(std::string_view row) : row_(row) {}
  bool more() const { return !row_.empty(); }
  std::string text() { return std::string(next()); }
  int64_t number() {
    const std::string_view field = next();
    int64_t number = 0;
    std::from_chars(field.data(), field.data() + field.size(), number);
    return number;
  }

 private:
  std::string_view next() {
    size_t size = 0;
    const auto [end, problem] = std::from_chars(row_.data(), row_.data() + row_.size(), size);
    const auto begin = static_cast<size_t>(end - row_.data()) + 1;
    if (problem != std::errc{} || begin > row_.size()) return row_ = {};
    const std::string_view field = row_.substr(begin, size);
    row_.remove_prefix(std::min(begin + size, row_.size()));
    return field;
  }
  std::string_view row_;
};

// --- names: what it is, then by which it is found. Ids have no slashes in them.

template <class... Parts>
std::string name_of(std::string_view kind, const Parts&... parts) {
  std::string name(kind);
  ((name += '/', name += parts), ...);
  return name;
}

// So that names are in the order of numbers.
std::string entry_name(std::string_view table, int64_t n) {
  constexpr size_t kDigits = 9;
  const std::string digits = std::to_string(n);
  return name_of("entry", table,
                 std::string(kDigits - std::min(kDigits, digits.size()), '0') + digits);
}

std::string row_of(const Summary& summary) {
  std::string row = row_of(static_cast<int64_t>(summary.status), int64_t{summary.listed},
                           int64_t{summary.clocked}, summary.created, summary.touched,
                           std::string_view(summary.about));
  for (const std::string& person : summary.people) add(row, std::string_view(person));
  return row;
}

Summary read_summary(std::string_view table, std::string_view row) {
  RowReader in(row);
  Summary summary;
  summary.table = table;
  summary.status = static_cast<Status>(in.number());
  summary.listed = in.number() != 0;
  summary.clocked = in.number() != 0;
  summary.created = in.number();
  summary.touched = in.number();
  summary.about = in.text();
  while (in.more()) summary.people.push_back(in.text());
  return summary;
}

std::string row_of(const Device& device) {
  return row_of(std::string_view(device.person), device.made, device.seen,
                std::string_view(device.browser), std::string_view(device.system));
}

Device read_device(std::string_view token, std::string_view row) {
  RowReader in(row);
  Device device;
  device.token = token;
  device.person = in.text();
  device.made = in.number();
  device.seen = in.number();
  device.browser = in.text();
  device.system = in.text();
  return device;
}

std::string notice_name(const Notice& notice) {
  return name_of("notice", notice.person, notice.table, notice.kind);
}

// The newest first.
void newest_first(std::vector<Summary>& summaries, int limit) {
  std::sort(summaries.begin(), summaries.end(), [](const Summary& a, const Summary& b) {
    return a.touched != b.touched ? a.touched > b.touched : a.table < b.table;
  });
  if (summaries.size() > static_cast<size_t>(limit)) summaries.resize(static_cast<size_t>(limit));
}

}  // namespace

Memory::Memory(MemoryOptions options)
    : deliver_(std::move(options.deliver)),
      journal_(std::move(options.journal)),
      rows_(std::move(options.rows)) {}

Memory::~Memory() = default;

// --- writing

void Memory::ask(Work work, Then then) {
  requests_.push_back({std::move(work), std::move(then)});
  this->work();
}

// One request after the other: what the next one finds is what the one before has made durable.
// Whoever is told may ask for more at once, which waits until this loop comes to it.
void Memory::work() {
  if (working_) return;
  working_ = true;
  while (!writing_ && !requests_.empty()) {
    writing_ = true;
    Change change;
    const Outcome outcome = requests_.front().work(change);
    const bool changes = !change.put.empty() || !change.remove.empty();
    if (outcome != Outcome::kDone || !changes || !journal_) {
      finish(change, outcome, "");
      continue;
    }
    journal_(change, [this, change](const std::string& problem) {
      finish(change, problem.empty() ? Outcome::kDone : Outcome::kFailed, problem);
      work();
    });
  }
  working_ = false;
}

void Memory::finish(const Change& change, Outcome outcome, const std::string& problem) {
  if (outcome == Outcome::kDone) {
    for (const auto& [name, row] : change.put) rows_[name] = row;
    for (const std::string& name : change.remove) rows_.erase(name);
  }
  if (outcome == Outcome::kDone || outcome == Outcome::kFailed) {
    healthy_ = outcome == Outcome::kDone;
  }
  const Then then = std::move(requests_.front().then);
  requests_.pop_front();
  writing_ = false;
  deliver_([then, result = Result{outcome, problem}] { then(result); });
}

void Memory::put(std::string name, std::string row, Then then) {
  ask(
      [name = std::move(name), row = std::move(row)](Change& change) {
        change.put.emplace_back(name, row);
        return Outcome::kDone;
      },
      std::move(then));
}

void Memory::remove(std::string name, Then then) {
  ask(
      [name = std::move(name)](Change& change) {
        change.remove.push_back(name);
        return Outcome::kDone;
      },
      std::move(then));
}

void Memory::append(std::string table, int64_t after, std::vector<Entry> entries,
                    std::optional<Summary> summary, Then then) {
  ask(
      [this, table = std::move(table), after, entries = std::move(entries),
       summary = std::move(summary)](Change& change) {
        if (last(table) != after) return Outcome::kConflict;
        int64_t n = after;
        for (const Entry& entry : entries) {
          change.put.emplace_back(entry_name(table, ++n),
                                  row_of(entry.at, std::string_view(entry.text)));
        }
        if (summary) {
          const Summary kept = as_kept(*summary);
          change.put.emplace_back(name_of("table", kept.table), row_of(kept));
        }
        return Outcome::kDone;
      },
      std::move(then));
}

void Memory::put_person(Person person, Then then) {
  put(name_of("person", person.id), row_of(std::string_view(person.name)), std::move(then));
}

void Memory::put_device(Device device, Then then) {
  put(name_of("device", device.token), row_of(device), std::move(then));
}

void Memory::see_device(Device device, Then then) {
  ask(
      [this, device = std::move(device)](Change& change) {
        Device known = *this->device(device.token);
        if (known.token.empty()) return Outcome::kDone;
        known.seen = device.seen;
        if (!device.browser.empty() || !device.system.empty()) {
          known.browser = device.browser;
          known.system = device.system;
        }
        change.put.emplace_back(name_of("device", known.token), row_of(known));
        return Outcome::kDone;
      },
      std::move(then));
}

void Memory::remove_device(std::string person, std::string token_hash, Then then) {
  ask(
      [this, person = std::move(person), token_hash = std::move(token_hash)](Change& change) {
        const Device known = *device(token_hash);
        if (known.token.empty() || known.person != person) return Outcome::kConflict;
        change.remove.push_back(name_of("device", token_hash));
        return Outcome::kDone;
      },
      std::move(then));
}

void Memory::remove_other_devices(std::string person, std::string token_hash, Then then) {
  ask(
      [this, person = std::move(person), token_hash = std::move(token_hash)](Change& change) {
        const auto devices = devices_of(person);
        for (const Device& known : *devices) {
          if (known.token != token_hash) change.remove.push_back(name_of("device", known.token));
        }
        return Outcome::kDone;
      },
      std::move(then));
}

void Memory::put_link(std::string code_hash, std::string person, int64_t until, Then then) {
  put(name_of("link", code_hash), row_of(std::string_view(person), until), std::move(then));
}

void Memory::use_link(std::string code_hash, Device device, Then then) {
  ask(
      [this, name = name_of("link", code_hash), device = std::move(device)](Change& change) {
        const auto found = rows_.find(name);
        if (found == rows_.end()) return Outcome::kConflict;
        RowReader in(found->second);
        Device made = device;
        made.person = in.text();
        if (in.number() < device.made) return Outcome::kConflict;
        change.remove.push_back(name);
        change.put.emplace_back(name_of("device", made.token), row_of(made));
        return Outcome::kDone;
      },
      std::move(then));
}

void Memory::put_block(std::string person, std::string other, bool on, Then then) {
  std::string name = name_of("block", person, other);
  if (on) return put(std::move(name), "", std::move(then));
  remove(std::move(name), std::move(then));
}

void Memory::put_mute(std::string person, int64_t until, Then then) {
  std::string name = name_of("mute", person);
  if (until == 0) return remove(std::move(name), std::move(then));
  put(std::move(name), row_of(until), std::move(then));
}

void Memory::put_address(Address address, Then then) {
  put(name_of("address", address.person, address.kind),
      row_of(std::string_view(address.target), std::string_view(address.language),
             std::string_view(address.code), address.until, std::string_view(address.stop)),
      std::move(then));
}

void Memory::remove_address(std::string person, std::string kind, Then then) {
  remove(name_of("address", person, kind), std::move(then));
}

void Memory::put_notice(Notice notice, Then then) {
  put(notice_name(notice), row_of(notice.due, notice.tries, int64_t{notice.sent}), std::move(then));
}

void Memory::remove_notice(Notice notice, Then then) {
  remove(notice_name(notice), std::move(then));
}

// --- reading

void Memory::each(
    std::string_view prefix,
    const std::function<void(std::string_view rest, std::string_view row)>& visit) const {
  for (auto at = rows_.lower_bound(prefix); at != rows_.end() && at->first.starts_with(prefix);
       ++at) {
    visit(std::string_view(at->first).substr(prefix.size()), at->second);
  }
}

int64_t Memory::last(std::string_view table) const {
  const std::string prefix = name_of("entry", table, "");
  auto at = rows_.lower_bound(prefix + "~");  // after the digits
  if (at == rows_.begin() || !(--at)->first.starts_with(prefix)) return 0;
  int64_t n = 0;
  std::from_chars(at->first.data() + prefix.size(), at->first.data() + at->first.size(), n);
  return n;
}

Loaded Memory::load(std::string_view table) {
  Loaded loaded;
  each(name_of("entry", table, ""), [&](std::string_view, std::string_view row) {
    RowReader in(row);
    const int64_t at = in.number();
    loaded.entries.push_back({at, in.text()});
  });
  if (!loaded.entries.empty()) loaded.is = Loaded::Is::kEntries;
  return loaded;
}

void Memory::load_after(std::string table, int64_t after, ThenLoaded then) {
  Loaded loaded = load(table);
  const auto passed = std::min(static_cast<size_t>(after), loaded.entries.size());
  loaded.entries.erase(loaded.entries.begin(),
                       loaded.entries.begin() + static_cast<ptrdiff_t>(passed));
  deliver_([then = std::move(then), loaded = std::move(loaded)] { then(loaded); });
}

std::vector<Summary> Memory::summaries(const std::function<bool(const Summary&)>& wanted,
                                       int limit) const {
  std::vector<Summary> found;
  each("table/", [&](std::string_view table, std::string_view row) {
    Summary summary = read_summary(table, row);
    if (wanted(summary)) found.push_back(std::move(summary));
  });
  newest_first(found, limit);
  return found;
}

std::optional<std::vector<Summary>> Memory::listed(int limit) {
  return summaries(
      [](const Summary& summary) { return summary.listed && summary.status != Status::kOver; },
      limit);
}

std::optional<std::vector<Summary>> Memory::of_person(std::string_view person, int limit) {
  return summaries(
      [&](const Summary& summary) {
        return std::find(summary.people.begin(), summary.people.end(), person) !=
               summary.people.end();
      },
      limit);
}

void Memory::finished(std::string person, std::optional<Behind> behind, int limit,
                      ThenListed then) {
  const auto place = [](const Summary& summary) {
    return std::pair(summary.created, std::string_view(summary.table));
  };
  std::vector<Summary> found = summaries(
      [&](const Summary& summary) {
        if (summary.status != Status::kOver ||
            (behind &&
             place(summary) >= std::pair(behind->created, std::string_view(behind->table)))) {
          return false;
        }
        return std::find(summary.people.begin(), summary.people.end(), person) !=
               summary.people.end();
      },
      std::numeric_limits<int>::max());
  std::sort(found.begin(), found.end(),
            [&](const Summary& a, const Summary& b) { return place(a) > place(b); });
  if (found.size() > static_cast<size_t>(limit)) found.resize(static_cast<size_t>(limit));
  deliver_(
      [then = std::move(then), found = std::move(found)]() mutable { then(std::move(found)); });
}

std::optional<std::vector<std::string>> Memory::clocked() {
  std::vector<std::string> tables;
  const auto running = [](const Summary& summary) {
    return summary.clocked && summary.status == Status::kPlaying;
  };
  for (const Summary& summary : summaries(running, std::numeric_limits<int>::max())) {
    tables.push_back(summary.table);
  }
  return tables;
}

std::optional<Person> Memory::person(std::string_view id) {
  const auto found = rows_.find(name_of("person", id));
  if (found == rows_.end()) return Person{};
  return Person{std::string(id), RowReader(found->second).text()};
}

std::optional<Person> Memory::person_of_device(std::string_view token_hash) {
  const Device known = *device(token_hash);
  return known.token.empty() ? Person{} : person(known.person);
}

std::optional<Device> Memory::device(std::string_view token_hash) {
  const auto found = rows_.find(name_of("device", token_hash));
  return found == rows_.end() ? Device{} : read_device(token_hash, found->second);
}

std::optional<std::vector<Device>> Memory::devices_of(std::string_view person) {
  std::vector<Device> devices;
  each("device/", [&](std::string_view token, std::string_view row) {
    Device device = read_device(token, row);
    if (device.person == person) devices.push_back(std::move(device));
  });
  std::sort(devices.begin(), devices.end(), [](const Device& a, const Device& b) {
    if (a.seen != b.seen) return a.seen > b.seen;
    return a.made != b.made ? a.made > b.made : a.token < b.token;
  });
  return devices;
}

std::optional<std::vector<std::string>> Memory::blocked_by(std::string_view person) {
  std::vector<std::string> people;
  each(name_of("block", person, ""),
       [&](std::string_view other, std::string_view) { people.emplace_back(other); });
  return people;
}

std::optional<std::vector<Mute>> Memory::mutes() {
  std::vector<Mute> mutes;
  each("mute/", [&](std::string_view person, std::string_view row) {
    mutes.push_back({std::string(person), RowReader(row).number()});
  });
  return mutes;
}

std::optional<std::vector<Address>> Memory::addresses() {
  std::vector<Address> addresses;
  each("address/", [&](std::string_view rest, std::string_view row) {
    const size_t slash = rest.find('/');
    RowReader in(row);
    Address address;
    address.person = rest.substr(0, slash);
    address.kind = rest.substr(slash + 1);
    address.target = in.text();
    address.language = in.text();
    address.code = in.text();
    address.until = in.number();
    address.stop = in.text();
    addresses.push_back(std::move(address));
  });
  return addresses;
}

std::optional<std::vector<Notice>> Memory::notices() {
  std::vector<Notice> notices;
  each("notice/", [&](std::string_view rest, std::string_view row) {
    const size_t first = rest.find('/');
    const size_t second = rest.find('/', first + 1);
    RowReader in(row);
    Notice notice;
    notice.person = rest.substr(0, first);
    notice.table = rest.substr(first + 1, second - first - 1);
    notice.kind = rest.substr(second + 1);
    notice.due = in.number();
    notice.tries = in.number();
    notice.sent = in.number() != 0;
    notices.push_back(std::move(notice));
  });
  return notices;
}

Figures Memory::figures() const {
  Figures figures;
  for (const auto& [name, row] : rows_) {
    figures.file_bytes += static_cast<int64_t>(name.size() + row.size());
  }
  return figures;
}

}  // namespace store
