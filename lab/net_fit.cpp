#include "lab/net_fit.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <random>

namespace lab {
namespace {

constexpr uint32_t kKeptApart = 10;  // every tenth game is for the report

// One point after the other, each figure by steps that grow smaller the more it has been moved
// (Adagrad): what is seldom there learns as fast as what always is.
class NetFit {
 public:
  NetFit(const Sights& sights, int seats, const bots::Net& start, const NetFitSpec& spec)
      : sights_(sights),
        spec_(spec),
        hidden_(static_cast<size_t>(spec.hidden)),
        seats_(static_cast<size_t>(seats)),
        net_(bots::Net::zero(sights.inputs(), spec.hidden, seats)) {
    moved_first_.assign(net_.first.size(), kBegun);
    moved_constants_.assign(net_.constants.size(), kBegun);
    moved_second_.assign(net_.second.size(), kBegun);
    moved_judgement_.fill(kBegun);
    for (size_t i = 0; i < sights.size(); ++i) {
      (sights[i].game % kKeptApart == 0 ? apart_ : order_).push_back(static_cast<uint32_t>(i));
    }
    numbers_.assign(static_cast<size_t>(sights.inputs()), 0);
    seen_.assign(static_cast<size_t>(sights.inputs()), 0);
    for (size_t i = 0; i < sights.size(); ++i) {
      for (const uint16_t place : sights.places(i)) ++seen_[place];
    }
    if (start.inputs() == sights.inputs() && start.hidden() == spec.hidden &&
        start.seats() == seats) {
      net_ = start;
    } else {
      begin();
    }
    for (size_t place = 0; place < seen_.size(); ++place) {
      if (too_rare(place)) std::fill_n(&net_.first[place * hidden_], hidden_, 0.0F);
    }
  }

  bots::Net run(const std::atomic<bool>& stop,
                const std::function<void(uint64_t, uint64_t)>& progress, NetFitReport& report) {
    std::mt19937 random(1);
    report.points = sights_.size();
    judge_alone(report);
    bots::Net best = net_;
    report.surprise = surprise();
    const uint64_t all = order_.size() * static_cast<uint64_t>(spec_.epochs);
    uint64_t done = 0;
    for (int epoch = 0; epoch < spec_.epochs; ++epoch) {
      for (size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random() % i]);
      for (const uint32_t at : order_) {
        if (done % 4096 == 0) {
          if (stop) return best;
          if (progress) progress(done, all);
        }
        const double left = 1 - static_cast<double>(done++) / static_cast<double>(all);
        learn(at, static_cast<float>(spec_.rate * (0.05 + left)));
      }
      const double now = surprise();
      if (now >= report.surprise) continue;
      report.surprise = now;
      best = net_;
    }
    return best;
  }

 private:
  static constexpr float kBegun = 0.1F;
  static constexpr uint32_t kOften = 2000;

  // Small figures, no two units alike.
  void begin() {
    std::mt19937 random(7);
    const auto symmetric = [&] { return 2 * (static_cast<double>(random()) / 4294967296.0) - 1; };
    for (float& figure : net_.first) figure = static_cast<float>(0.1 * symmetric());
    for (float& figure : net_.second) figure = static_cast<float>(0.1 * symmetric());
  }

  // What is seen at fewer than one point in so many teaches little, and makes the file long.
  bool too_rare(size_t place) const { return seen_[place] < sights_.size() / kOften; }

  bots::Net::Sight sight_of(size_t i) {
    const Sights::Point& point = sights_[i];
    const auto places = sights_.places(i);
    const auto numbers = sights_.numbers(i);
    places_.clear();
    for (size_t k = 0; k < places.size(); ++k) {
      if (too_rare(places[k])) continue;
      places_.push_back(places[k]);
      numbers_[places[k]] = numbers[k];
    }
    return {places_, numbers_.data(), point.judged, point.players, point.progress};
  }
  void forget() {
    for (const uint32_t place : places_) numbers_[place] = 0;
  }

  static void move(float& figure, float& moved, float slope, float rate) {
    moved += slope * slope;
    figure -= rate * slope / std::sqrt(moved);
  }

  void learn(size_t i, float rate) {
    const Sights::Point& point = sights_[i];
    const bots::Net::Sight sight = sight_of(i);
    std::array<float, bots::Net::kMaxHidden> units;
    net_.units(sight, units);
    const bots::Net::Shares shares = net_.shares(sight);
    const size_t players = point.players;
    std::array<float, engine::kMaxSeats> off{};
    float wrong = 0;  // what the judgement's weight should be less by
    for (size_t s = 0; s < players; ++s) {
      off[s] = shares[s] - point.won[s];
      wrong += off[s] * point.judged[s];
    }
    const auto knots = bots::Value::knots_at(point.progress);
    for (size_t k = 0; k < knots.size(); ++k) {
      if (knots[k] != 0)
        move(net_.judgement[k], moved_judgement_[k], wrong * knots[k], 0.3F * rate);
    }
    std::array<float, bots::Net::kMaxHidden> slopes{};
    for (size_t u = 0; u < hidden_; ++u) {
      if (units[u] <= 0) continue;
      for (size_t s = 0; s < players; ++s) {
        float& weight = net_.second[u * seats_ + s];
        slopes[u] += off[s] * weight;
        move(weight, moved_second_[u * seats_ + s], off[s] * units[u], rate);
      }
      move(net_.constants[u], moved_constants_[u], slopes[u], rate);
    }
    for (const uint32_t place : sight.places) {
      const float number = sight.numbers[place];
      float* row = &net_.first[place * hidden_];
      float* moved = &moved_first_[place * hidden_];
      for (size_t u = 0; u < hidden_; ++u) move(row[u], moved[u], number * slopes[u], rate);
    }
    forget();
  }

  double surprise() {
    double sum = 0;
    for (const uint32_t i : apart_) {
      const bots::Net::Shares shares = net_.shares(sight_of(i));
      forget();
      sum += surprise_at(sights_[i], shares);
    }
    return sum / static_cast<double>(std::max<size_t>(1, apart_.size()));
  }
  static double surprise_at(const Sights::Point& point, const bots::Net::Shares& shares) {
    double sum = 0;
    for (size_t s = 0; s < point.players; ++s) {
      if (point.won[s] > 0) sum -= point.won[s] * std::log(std::max(1e-6, double{shares[s]}));
    }
    return sum;
  }
  void judge_alone(NetFitReport& report) {
    for (const uint32_t i : apart_) {
      const Sights::Point& point = sights_[i];
      bots::Net::Shares shares = point.judged;
      bots::Value::soften(shares, point.players);
      report.judgement += surprise_at(point, shares);
      report.even += std::log(static_cast<double>(point.players));
    }
    const auto count = static_cast<double>(std::max<size_t>(1, apart_.size()));
    report.judgement /= count;
    report.even /= count;
  }

  const Sights& sights_;
  const NetFitSpec& spec_;
  const size_t hidden_;
  const size_t seats_;
  bots::Net net_;
  std::vector<float> moved_first_;
  std::vector<float> moved_constants_;
  std::vector<float> moved_second_;
  std::array<float, bots::Net::kKnots> moved_judgement_;
  std::vector<uint32_t> order_;
  std::vector<uint32_t> apart_;
  std::vector<float> numbers_;
  std::vector<uint32_t> places_;
  std::vector<uint32_t> seen_;  // by number: at how many points
};

}  // namespace

void Sights::add(Point point, std::span<const uint32_t> places, std::span<const float> all) {
  assert(all.size() <= std::numeric_limits<uint16_t>::max());
  inputs_ = static_cast<int>(all.size());
  for (const uint32_t place : places) {
    places_.push_back(static_cast<uint16_t>(place));
    numbers_.push_back(all[place]);
  }
  point.end = places_.size();
  points_.push_back(point);
}

void Sights::add(const Sights& more) {
  if (more.size() == 0) return;
  inputs_ = more.inputs_;
  const size_t before = places_.size();
  places_.insert(places_.end(), more.places_.begin(), more.places_.end());
  numbers_.insert(numbers_.end(), more.numbers_.begin(), more.numbers_.end());
  for (Point point : more.points_) {
    point.end += before;
    points_.push_back(point);
  }
}

bots::Net fit_net(const Sights& sights, int seats, const bots::Net& start, const NetFitSpec& spec,
                  const std::atomic<bool>& stop,
                  const std::function<void(uint64_t done, uint64_t all)>& progress,
                  NetFitReport& report) {
  return NetFit(sights, seats, start, spec).run(stop, progress, report);
}

}  // namespace lab
