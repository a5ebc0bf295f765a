#include "store/shards_care.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "store/open.h"
#include "store/postgres_care.h"
#include "store/shards.h"

namespace store {
namespace {

Place place_of(size_t i, size_t all) { return {static_cast<int>(i) + 1, static_cast<int>(all)}; }

class ShardsCare final : public Care {
 public:
  explicit ShardsCare(std::vector<std::unique_ptr<Care>> all) : all_(std::move(all)) {}

  std::optional<std::vector<Old>> older_than(int64_t time) override {
    std::vector<Old> old;
    for (const auto& care : all_) {
      auto more = care->older_than(time);
      if (!more) return failed(*care), std::nullopt;
      std::move(more->begin(), more->end(), std::back_inserter(old));
    }
    std::sort(old.begin(), old.end(), [](const Old& one, const Old& other) {
      return std::tie(one.last, one.table) < std::tie(other.last, other.table);
    });
    return old;
  }
  // The first one knows of all: notices are kept there.
  bool remove(const std::vector<Old>& tables) override {
    std::map<size_t, std::vector<Old>> apart;
    for (const Old& old : tables) apart[place(old.table)].push_back(old);
    for (size_t i = all_.size(); --i > 0;) {
      if (!all_[i]->remove(apart[i])) return failed(*all_[i]);
    }
    return all_.front()->remove(tables) || failed(*all_.front());
  }
  std::optional<std::vector<Person>> find_people(std::string_view id_or_name) override {
    auto found = all_.front()->find_people(id_or_name);
    if (!found) failed(*all_.front());
    return found;
  }
  // The person goes last, so that it can be tried again.
  std::optional<int64_t> forget(std::string_view person, const Rewrite& rewrite) override {
    int64_t rewritten = 0;
    for (size_t i = all_.size(); i-- > 0;) {
      const auto here = all_[i]->forget(person, rewrite);
      if (!here) return failed(*all_[i]), std::nullopt;
      rewritten += *here;
    }
    return rewritten;
  }
  bool each(const std::function<bool(Item)>& visit) override {
    bool on = true;
    for (const auto& care : all_) {
      const bool read = care->each([&](Item item) { return on = visit(std::move(item)); });
      if (!read) return failed(*care);
      if (!on) break;
    }
    return true;
  }
  bool shrink() override {
    return std::all_of(all_.begin(), all_.end(),
                       [this](const auto& care) { return care->shrink() || failed(*care); });
  }
  int64_t file_bytes() const override {
    int64_t bytes = 0;
    for (const auto& care : all_) bytes += care->file_bytes();
    return bytes;
  }
  std::string problem() const override { return problem_; }

 private:
  bool failed(const Care& care) {
    problem_ = care.problem();
    return false;
  }
  size_t place(std::string_view table) const {
    return static_cast<size_t>(place_named(table, static_cast<int>(all_.size()))) - 1;
  }

  const std::vector<std::unique_ptr<Care>> all_;
  std::string problem_;
};

}  // namespace

Checked check_databases(const std::string& data) {
  const std::vector<std::string> addresses = databases_in(data);
  Checked all;
  for (size_t i = 0; i < addresses.size(); ++i) {
    const Checked one = check_postgres(addresses[i], place_of(i, addresses.size()));
    if (!one.problem.empty()) {
      all.problem = (i == 0 ? "" : "database " + std::to_string(i + 1) + ": ") + one.problem;
      return all;
    }
    add_check(one.check, all.check);
  }
  return all;
}

Counted database_stats(const std::string& data, int64_t now) {
  const std::vector<std::string> addresses = databases_in(data);
  Counted all;
  for (size_t i = 0; i < addresses.size(); ++i) {
    const Counted one = postgres_stats(addresses[i], now);
    if (!one.problem.empty()) {
      all.problem = (i == 0 ? "" : "database " + std::to_string(i + 1) + ": ") + one.problem;
      return all;
    }
    const Stats& more = one.stats;
    Stats& stats = all.stats;
    for (size_t status = 0; status < stats.tables.size(); ++status) {
      stats.tables[status] += more.tables[status];
    }
    stats.tables_lately += more.tables_lately;
    stats.entries += more.entries;
    stats.entry_bytes += more.entry_bytes;
    stats.lately_bytes += more.lately_bytes;
    stats.most_entries = std::max(stats.most_entries, more.most_entries);
    stats.most_bytes = std::max(stats.most_bytes, more.most_bytes);
    stats.people += more.people;
    stats.devices += more.devices;
    if (more.first != 0)
      stats.first = stats.first == 0 ? more.first : std::min(stats.first, more.first);
    stats.last = std::max(stats.last, more.last);
    stats.file_bytes += more.file_bytes;
    stats.free_bytes += more.free_bytes;
    stats.log_bytes += more.log_bytes;
  }
  return all;
}

Care::Opened open_database_care(const std::string& data) {
  const std::vector<std::string> addresses = databases_in(data);
  std::vector<std::unique_ptr<Care>> all;
  for (size_t i = 0; i < addresses.size(); ++i) {
    Care::Opened one = open_postgres_care(addresses[i], place_of(i, addresses.size()));
    if (one.care == nullptr || addresses.size() == 1) return one;
    all.push_back(std::move(one.care));
  }
  return {std::make_unique<ShardsCare>(std::move(all)), {}};
}

}  // namespace store
