#include "lab/cluster.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <utility>

namespace lab {
namespace {

using Then = std::function<void()>;

constexpr double kSlice = 3000;  // microseconds

// What happens when; of two things at once, what was planned first.
class Time {
 public:
  double now() const { return now_; }
  void in(double microseconds, Then then) {
    events_.push_back({now_ + microseconds, ++count_, std::move(then)});
    std::push_heap(events_.begin(), events_.end());
  }
  void run_until(double end) {
    while (!events_.empty() && events_.front().at <= end) {
      std::pop_heap(events_.begin(), events_.end());
      const Event event = std::move(events_.back());
      events_.pop_back();
      now_ = event.at;
      event.then();
    }
    now_ = end;
  }

 private:
  struct Event {
    double at = 0;
    uint64_t number = 0;
    Then then;
    bool operator<(const Event& other) const {
      return at != other.at ? at > other.at : number > other.number;
    }
  };
  double now_ = 0;
  uint64_t count_ = 0;
  std::vector<Event> events_;  // a heap
};

class Station;

// Cores that the stations on it share, first come, first served. Whoever has one keeps it while
// there is something to do, for as long as an operating system lets it (a few milliseconds).
class Machine {
 public:
  explicit Machine(int cores) : free_(cores) {}

 private:
  friend class Station;
  int free_;
  std::deque<Station*> waiting_;
};

// Where things are done, so many at a time, on a machine.
class Station {
 public:
  Station(Time& time, Machine& machine, int places)
      : time_(time), machine_(machine), free_(places), places_(places) {}

  void work(double microseconds, Then then) {
    look();
    queue_.push_back({microseconds, std::move(then)});
    ++here_;
    start();
  }
  void begin_anew() {
    busy_time_ = length_time_ = 0;
    since_ = looked_ = time_.now();
  }
  double busy() {
    look();
    return busy_time_ / (time_.now() - since_) / places_;
  }
  double length() {
    look();
    return length_time_ / (time_.now() - since_);
  }

 private:
  struct Job {
    double microseconds = 0;
    Then then;
  };
  void look() {
    const double passed = time_.now() - looked_;
    busy_time_ += passed * (places_ - free_);
    length_time_ += passed * static_cast<double>(here_);
    looked_ = time_.now();
  }
  void start() {
    while (free_ > 0 && !queue_.empty()) {
      if (machine_.free_ == 0) {
        if (!std::exchange(waits_, true)) machine_.waiting_.push_back(this);
        return;
      }
      --machine_.free_;
      --free_;
      do_next(time_.now());
    }
  }
  // On a core that was got then.
  void do_next(double got) {
    Job job = std::move(queue_.front());
    queue_.pop_front();
    time_.in(job.microseconds, [this, got, then = std::move(job.then)] { finish(got, then); });
  }
  void finish(double got, const Then& then) {
    look();
    --here_;
    then();
    if (!queue_.empty() && (machine_.waiting_.empty() || time_.now() - got < kSlice)) {
      return do_next(got);
    }
    ++free_;
    ++machine_.free_;
    while (machine_.free_ > 0 && !machine_.waiting_.empty()) {
      Station& next = *machine_.waiting_.front();
      machine_.waiting_.pop_front();
      next.waits_ = false;
      next.look();
      next.start();
    }
    start();
  }

  Time& time_;
  Machine& machine_;
  int free_;
  const int places_;
  std::deque<Job> queue_;
  size_t here_ = 0;
  bool waits_ = false;
  double since_ = 0, looked_ = 0;
  double busy_time_ = 0, length_time_ = 0;
};

struct Table {
  std::vector<int> nodes;  // of each seat
  int database = 0;
  size_t turn = 0;
};

class Cluster {
 public:
  explicit Cluster(const ClusterPlan& plan) : plan_(plan), random_(plan.seed) {
    const int cores = plan.cores;
    if (cores > 0) machines_.push_back(std::make_unique<Machine>(cores));
    for (int i = 0; i < plan.nodes; ++i) nodes_.push_back(make_station(1));
    for (int i = 0; i < plan.databases; ++i) {
      databases_.push_back(make_station(plan.database_cores));
    }
    clients_ = make_station(cores > 0 ? 1 : plan.people);
    writers_.resize(static_cast<size_t>(plan.nodes * plan.databases));
    const int tables = (plan.people + plan.at_table - 1) / plan.at_table;
    for (int i = 0; i < tables; ++i) {
      Table table;
      const int seats = std::min(plan.at_table, plan.people - i * plan.at_table);
      for (int seat = 0; seat < seats; ++seat) {
        table.nodes.push_back(static_cast<int>(random_() % static_cast<uint64_t>(plan.nodes)));
      }
      table.database = i % plan.databases;
      tables_.push_back(std::move(table));
    }
  }

  ClusterResult run() {
    for (Table& table : tables_) {
      think(table);
    }
    const double length = plan_.seconds * 1e6;
    time_.run_until(length / 10);
    for (const auto& station : stations_) station->begin_anew();
    latencies_.clear();
    batches_ = batched_ = 0;
    time_.run_until(length * 11 / 10);

    ClusterResult result;
    result.moves = latencies_.size();
    result.moves_per_second = static_cast<double>(result.moves) / plan_.seconds;
    std::sort(latencies_.begin(), latencies_.end());
    const auto at = [&](double part) {
      return latencies_.empty() ? 0
                                : latencies_[static_cast<size_t>(
                                      part * static_cast<double>(latencies_.size() - 1))] /
                                      1000;
    };
    result.p50 = at(0.5);
    result.p99 = at(0.99);
    const auto mean = [](const std::vector<Station*>& all, auto of) {
      double sum = 0;
      for (Station* station : all) sum += of(*station);
      return sum / static_cast<double>(all.size());
    };
    const auto busy = [](Station& station) { return station.busy(); };
    const auto waiting = [](Station& station) { return station.length(); };
    result.node_busy = mean(nodes_, busy);
    result.node_queue = mean(nodes_, waiting);
    result.database_busy = mean(databases_, busy);
    result.database_queue = mean(databases_, waiting);
    result.batch =
        batches_ == 0 ? 0 : static_cast<double>(batched_) / static_cast<double>(batches_);
    return result;
  }

 private:
  struct Move {
    Table* table = nullptr;
    double due = 0;
    size_t next = 0;  // whose turn comes after it
  };
  // Of a server, into a database.
  struct Writer {
    bool busy = false;
    std::vector<Move> waiting;
  };

  Station* make_station(int places) {
    if (plan_.cores == 0) machines_.push_back(std::make_unique<Machine>(places));
    stations_.push_back(std::make_unique<Station>(time_, *machines_.back(), places));
    return stations_.back().get();
  }
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  double varied(double mean) { return mean * (0.5 - 0.5 * std::log1p(-uniform())); }
  // Until whoever has the turn moves, on average: at a table of three everybody thinks a third of
  // the time.
  double pause() const { return plan_.pace * 1e6 / plan_.at_table; }
  Station& node(int index) { return *nodes_[static_cast<size_t>(index)]; }

  void move(Table& table) {
    const int here = table.nodes[table.turn];
    node(here).work(varied(plan_.costs.request), [this, &table, here, due = time_.now()] {
      const auto which = static_cast<size_t>(here * plan_.databases + table.database);
      writers_[which].waiting.push_back({&table, due, (table.turn + 1) % table.nodes.size()});
      if (!writers_[which].busy) write(which);
    });
  }
  void write(size_t which) {
    Writer& writer = writers_[which];
    writer.busy = !writer.waiting.empty();
    if (!writer.busy) return;
    const auto batch = std::make_shared<std::vector<Move>>(std::exchange(writer.waiting, {}));
    ++batches_;
    batched_ += batch->size();
    const ClusterCosts& costs = plan_.costs;
    Station& database = *databases_[which % static_cast<size_t>(plan_.databases)];
    const double work = varied(costs.batch + costs.append * static_cast<double>(batch->size()));
    time_.in(varied(costs.way), [this, &database, which, batch, work] {
      database.work(work, [this, which, batch] {
        time_.in(varied(plan_.costs.sync) + varied(plan_.costs.way), [this, which, batch] {
          tell(static_cast<int>(which) / plan_.databases, *batch);
          write(which);
        });
      });
    });
  }

  // All moves of a batch one after the other, before anything else.
  void tell(int here, const std::vector<Move>& batch) {
    double work = 0;
    for (const Move& move : batch) {
      work += plan_.costs.tell * watchers(*move.table, here);
      tell_others(*move.table, here, move.next);
    }
    node(here).work(varied(work), [this, here, batch] {
      for (const Move& move : batch) {
        Table& table = *move.table;
        latencies_.push_back(time_.now() - move.due);
        if (table.nodes[move.next] == here) take_turn(table, move.next);
      }
    });
  }
  void tell_others(Table& table, int here, size_t next) {
    std::vector<int> others;
    for (const int other : table.nodes) {
      if (other == here || std::find(others.begin(), others.end(), other) != others.end()) continue;
      others.push_back(other);
      time_.in(varied(2 * plan_.costs.way),
               [this, &table, other, next] { follow(table, other, next); });
    }
  }
  void follow(Table& table, int other, size_t next) {
    const ClusterCosts& costs = plan_.costs;
    Station& database = *databases_[static_cast<size_t>(table.database)];
    time_.in(varied(costs.way), [this, &table, &database, other, next] {
      database.work(varied(plan_.costs.read), [this, &table, other, next] {
        time_.in(varied(plan_.costs.way), [this, &table, other, next] {
          const double work = plan_.costs.follow + plan_.costs.tell * watchers(table, other);
          node(other).work(varied(work), [this, &table, other, next] {
            if (table.nodes[next] == other) take_turn(table, next);
          });
        });
      });
    });
  }
  static double watchers(const Table& table, int here) {
    return static_cast<double>(std::count(table.nodes.begin(), table.nodes.end(), here));
  }
  void take_turn(Table& table, size_t next) {
    table.turn = next;
    clients_->work(varied(plan_.costs.client), [this, &table] { think(table); });
  }
  void think(Table& table) {
    time_.in(-std::log1p(-uniform()) * pause(), [this, &table] { move(table); });
  }

  const ClusterPlan& plan_;
  std::mt19937_64 random_;
  Time time_;
  std::vector<std::unique_ptr<Machine>> machines_;
  std::vector<std::unique_ptr<Station>> stations_;
  std::vector<Station*> nodes_, databases_;
  Station* clients_ = nullptr;
  std::vector<Writer> writers_;
  std::vector<Table> tables_;
  std::vector<double> latencies_;
  size_t batches_ = 0, batched_ = 0;
};

}  // namespace

std::vector<std::pair<std::string_view, double ClusterCosts::*>> cluster_costs() {
  return {{"request", &ClusterCosts::request}, {"tell", &ClusterCosts::tell},
          {"follow", &ClusterCosts::follow},   {"batch", &ClusterCosts::batch},
          {"append", &ClusterCosts::append},   {"read", &ClusterCosts::read},
          {"sync", &ClusterCosts::sync},       {"way", &ClusterCosts::way},
          {"client", &ClusterCosts::client}};
}

ClusterResult run_cluster(const ClusterPlan& plan) { return Cluster(plan).run(); }

}  // namespace lab
