#include "store/shards.h"

#include <algorithm>
#include <mutex>
#include <tuple>

#include "store/postgres.h"
#include "store/shards_nodes.h"

namespace store {
namespace {

// The beginning of what all lists together would be.
template <class Before>
std::vector<Summary> merge(std::vector<std::vector<Summary>> lists, int limit, Before before) {
  std::vector<Summary> all;
  for (std::vector<Summary>& list : lists) {
    std::move(list.begin(), list.end(), std::back_inserter(all));
  }
  std::sort(all.begin(), all.end(), before);
  if (all.size() > static_cast<size_t>(limit)) all.resize(static_cast<size_t>(limit));
  return all;
}

bool made_later(const Summary& one, const Summary& other) {
  return std::tie(one.created, one.table) > std::tie(other.created, other.table);
}

// What comes from each, until all of it is there. Called from threads of each.
class Gathered {
 public:
  Gathered(size_t awaited, int limit, ThenListed then)
      : awaited_(awaited), limit_(limit), then_(std::move(then)) {}
  void add(std::optional<std::vector<Summary>> list) {
    {
      const std::lock_guard guard(mutex_);
      well_ = well_ && list.has_value();
      if (list) lists_.push_back(std::move(*list));
      if (--awaited_ > 0) return;
    }
    if (!well_) return then_(std::nullopt);
    then_(merge(std::move(lists_), limit_, made_later));
  }

 private:
  std::mutex mutex_;
  size_t awaited_;
  int limit_;
  ThenListed then_;
  bool well_ = true;
  std::vector<std::vector<Summary>> lists_;
};

class Shards final : public Store {
 public:
  Shards(std::vector<std::unique_ptr<Store>> stores, Placing placing)
      : stores_(std::move(stores)), placing_(std::move(placing)) {}

  void append(std::string table, int64_t after, std::vector<Entry> entries,
              std::optional<Summary> summary, Then then) override {
    Store& store = of(table);
    store.append(std::move(table), after, std::move(entries), std::move(summary), std::move(then));
  }
  void load_after(std::string table, int64_t after, ThenLoaded then) override {
    Store& store = of(table);
    store.load_after(std::move(table), after, std::move(then));
  }
  Loaded load(std::string_view table) override { return of(table).load(table); }

  // What can't be read just now isn't in the lobby.
  std::optional<std::vector<Summary>> listed(int limit) override {
    std::vector<std::vector<Summary>> lists;
    for (const auto& store : stores_) {
      if (auto list = store->listed(limit)) lists.push_back(std::move(*list));
    }
    if (lists.empty()) return std::nullopt;
    return merge(std::move(lists), limit, [](const Summary& one, const Summary& other) {
      return std::tie(one.touched, one.table) > std::tie(other.touched, other.table);
    });
  }
  std::optional<std::vector<Summary>> of_person(std::string_view person, int limit) override {
    std::vector<std::vector<Summary>> lists;
    for (const auto& store : stores_) {
      auto list = store->of_person(person, limit);
      if (!list) return std::nullopt;
      lists.push_back(std::move(*list));
    }
    return merge(std::move(lists), limit, made_later);
  }
  std::optional<std::vector<std::string>> clocked() override {
    std::vector<std::string> all;
    for (const auto& store : stores_) {
      auto list = store->clocked();
      if (!list) return std::nullopt;
      std::move(list->begin(), list->end(), std::back_inserter(all));
    }
    return all;
  }
  void finished(std::string person, std::optional<Behind> behind, int limit,
                ThenListed then) override {
    const auto gathered = std::make_shared<Gathered>(stores_.size(), limit, std::move(then));
    for (const auto& store : stores_) {
      store->finished(person, behind, limit, [gathered](std::optional<std::vector<Summary>> list) {
        gathered->add(std::move(list));
      });
    }
  }

  std::optional<Person> person(std::string_view id) override { return first().person(id); }
  std::optional<Person> person_of_device(std::string_view token) override {
    return first().person_of_device(token);
  }
  void put_person(Person person, Then then) override {
    first().put_person(std::move(person), std::move(then));
  }
  std::optional<Device> device(std::string_view token) override { return first().device(token); }
  std::optional<std::vector<Device>> devices_of(std::string_view person) override {
    return first().devices_of(person);
  }
  void put_device(Device device, Then then) override {
    first().put_device(std::move(device), std::move(then));
  }
  void see_device(Device device, Then then) override {
    first().see_device(std::move(device), std::move(then));
  }
  void remove_device(std::string person, std::string token, Then then) override {
    first().remove_device(std::move(person), std::move(token), std::move(then));
  }
  void remove_other_devices(std::string person, std::string token, Then then) override {
    first().remove_other_devices(std::move(person), std::move(token), std::move(then));
  }
  void put_link(std::string code, std::string person, int64_t until, Then then) override {
    first().put_link(std::move(code), std::move(person), until, std::move(then));
  }
  void use_link(std::string code, Device device, Then then) override {
    first().use_link(std::move(code), std::move(device), std::move(then));
  }
  std::optional<std::vector<std::string>> blocked_by(std::string_view person) override {
    return first().blocked_by(person);
  }
  void put_block(std::string person, std::string other, bool on, Then then) override {
    first().put_block(std::move(person), std::move(other), on, std::move(then));
  }
  std::optional<std::vector<Mute>> mutes() override { return first().mutes(); }
  void put_mute(std::string person, int64_t until, Then then) override {
    first().put_mute(std::move(person), until, std::move(then));
  }
  std::optional<std::vector<Address>> addresses() override { return first().addresses(); }
  void put_address(Address address, Then then) override {
    first().put_address(std::move(address), std::move(then));
  }
  void remove_address(std::string person, std::string kind, Then then) override {
    first().remove_address(std::move(person), std::move(kind), std::move(then));
  }
  std::optional<std::vector<Notice>> notices() override { return first().notices(); }
  void put_notice(Notice notice, Then then) override {
    first().put_notice(std::move(notice), std::move(then));
  }
  void remove_notice(Notice notice, Then then) override {
    first().remove_notice(std::move(notice), std::move(then));
  }

  // New tables are dealt out in turns.
  std::string ending() override {
    next_ = next_ % stores_.size() + 1;
    return next_ == 1 ? "" : "-" + std::to_string(next_);
  }
  Nodes* nodes() override {
    if (nodes_ != nullptr) return nodes_.get();
    std::vector<Nodes*> all;
    for (const auto& store : stores_) {
      Nodes* nodes = store->nodes();
      if (nodes == nullptr) return nullptr;
      all.push_back(nodes);
    }
    nodes_ = std::make_unique<ShardsNodes>(std::move(all), [this](std::string_view table) {
      return static_cast<size_t>(placing_(table, static_cast<int>(stores_.size()))) - 1;
    });
    return nodes_.get();
  }
  // One that is lost is the loss of its tables, not of this server, for which others would not
  // stand in: figures() tells of it.
  bool healthy() const override { return stores_.front()->healthy(); }
  Figures figures() const override {
    Figures all;
    for (const auto& store : stores_) {
      const Figures one = store->figures();
      all.file_bytes += one.file_bytes;
      all.databases += one.databases;
      all.databases_lost += one.databases_lost;
    }
    return all;
  }

 private:
  Store& first() { return *stores_.front(); }
  Store& of(std::string_view table) {
    const int place = placing_(table, static_cast<int>(stores_.size()));
    return *stores_[static_cast<size_t>(place) - 1];
  }

  const std::vector<std::unique_ptr<Store>> stores_;
  const Placing placing_;
  std::unique_ptr<ShardsNodes> nodes_;
  size_t next_ = 1;
};

}  // namespace

int place_named(std::string_view id, int places) {
  const size_t dash = id.rfind('-');
  if (dash == std::string_view::npos) return 1;
  const std::string_view digits = id.substr(dash + 1);
  if (digits.empty() || digits.size() > 2 || digits.front() == '0') return 1;
  int number = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') return 1;
    number = number * 10 + digit - '0';
  }
  return number <= places ? number : 1;
}

std::unique_ptr<Store> join_stores(std::vector<std::unique_ptr<Store>> stores, Placing placing) {
  if (stores.size() == 1) return std::move(stores.front());
  return std::make_unique<Shards>(std::move(stores), std::move(placing));
}

Opened open_databases(const OpenOptions& options, bool filling) {
  const std::vector<std::string> addresses = databases_in(options.data);
  if (addresses.size() > kMostDatabases) {
    return {nullptr, "there can be " + std::to_string(kMostDatabases) + " databases at most", {}};
  }
  Opened all;
  std::vector<std::unique_ptr<Store>> stores;
  for (size_t i = 0; i < addresses.size(); ++i) {
    PostgresOptions postgres;
    postgres.address = addresses[i];
    postgres.deliver = options.deliver;
    postgres.tell = options.tell;
    if (i > 0) {
      postgres.tell = [tell = options.tell, number = i + 1](const std::string& problem) {
        tell("database " + std::to_string(number) + ": " + problem);
      };
    }
    postgres.check_whole = options.check_whole;
    postgres.filling = filling;
    postgres.place = {static_cast<int>(i) + 1, static_cast<int>(addresses.size())};
    Opened one = open_postgres(postgres);
    if (one.store == nullptr) return one;
    add_check(one.check, all.check);
    stores.push_back(std::move(one.store));
  }
  all.store = join_stores(std::move(stores));
  return all;
}

}  // namespace store
