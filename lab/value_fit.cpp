#include "lab/value_fit.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

namespace lab {
namespace {

constexpr uint32_t kKeptApart = 5;  // every fifth game is for the report
constexpr size_t kBatch = 32;

// What is about one of each feature: its usual distance from the mean of its game's seats.
std::vector<float> usual_sizes(size_t features, const std::vector<Standpoint>& points) {
  std::vector<double> squares(features);
  double count = 0;
  for (const Standpoint& point : points) {
    const auto seats = static_cast<size_t>(point.players);
    for (size_t k = 0; k < features; ++k) {
      double mean = 0;
      for (size_t s = 0; s < seats; ++s) mean += point.features[s * features + k];
      mean /= static_cast<double>(seats);
      for (size_t s = 0; s < seats; ++s) {
        const double off = point.features[s * features + k] - mean;
        squares[k] += off * off;
      }
    }
    count += static_cast<double>(seats);
  }
  std::vector<float> scale(features);
  for (size_t k = 0; k < features; ++k) {
    const double usual = std::sqrt(squares[k] / std::max(1.0, count));
    // As exactly as the file can say it.
    if (usual != 0) {
      scale[k] =
          static_cast<float>(std::round(bots::Value::kOne / usual) / double{bots::Value::kOne});
    }
  }
  return scale;
}

// Adam, over all figures as one list: the judgement's weight, the line, the first layer, the
// second. It begins with the judgement alone.
class ValueFit {
 public:
  ValueFit(std::span<const engine::FeatureSpec> features, const std::vector<Standpoint>& points,
           const ValueFitSpec& spec, const std::vector<engine::Seat>& crossroads = {})
      : spec_(spec),
        points_(points),
        crossroads_(crossroads),
        value_(bots::Value::zero(features, spec.hidden)) {
    value_.scale = usual_sizes(features.size(), points);
    std::mt19937 random(7);
    const double usual = 1 / std::sqrt(static_cast<double>(value_.width()));
    for (float& figure : value_.first) figure = static_cast<float>(usual * symmetric(random));
    const size_t all =
        value_.judgement.size() + value_.line.size() + value_.first.size() + value_.second.size();
    slopes_.resize(all);
    means_.resize(all);
    squares_.resize(all);
    inputs_.reserve(points.size());
    for (size_t i = 0; i < points.size(); ++i) {
      inputs_.push_back(inputs_of(points[i], features.size()));
      if (!crossroads.empty() && i % 2 != 0) continue;
      (points[i].game % kKeptApart == 0 ? apart_ : order_).push_back(i);
    }
  }

  bots::Value run(ValueFitReport& report) {
    std::mt19937 random(1);
    bots::Value best = value_;
    report.points = points_.size();
    report.surprise = report.judgement = surprise(report.even);
    for (int epoch = 0; epoch < spec_.epochs; ++epoch) {
      for (size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random() % i]);
      const double left = 1 - static_cast<double>(epoch) / spec_.epochs;
      for (size_t begin = 0; begin < order_.size(); begin += kBatch) {
        const size_t end = std::min(order_.size(), begin + kBatch);
        std::fill(slopes_.begin(), slopes_.end(), 0.0F);
        for (size_t i = begin; i < end; ++i) add_slopes(order_[i]);
        step(static_cast<float>(spec_.rate * (0.03 + left)), static_cast<float>(end - begin));
      }
      const double now = surprise(report.even);
      if (now >= report.surprise) continue;
      report.surprise = now;
      best = value_;
    }
    return best;
  }

 private:
  static double symmetric(std::mt19937& random) {
    return 2 * (static_cast<double>(random()) / 4294967296.0) - 1;
  }

  bots::Value::Inputs inputs_of(const Standpoint& point, size_t features) const {
    engine::Features rows;
    for (size_t s = 0; s < static_cast<size_t>(point.players); ++s) {
      std::copy_n(&point.features[s * features], features, rows.rows[s].values.begin());
    }
    return value_.inputs(rows, point.judged, point.players, point.progress);
  }

  // By how much the shares are too high.
  using Off = std::array<float, engine::kMaxSeats>;

  void add_slopes(size_t at) {
    const bots::Value::Shares shares = value_.shares(inputs_[at]);
    Off off{};
    if (crossroads_.empty()) {
      for (size_t s = 0; s < off.size(); ++s) off[s] = shares[s] - points_[at].won[s];
      return add_slopes(at, off);
    }
    const bots::Value::Shares other = value_.shares(inputs_[at + 1]);
    const auto me = static_cast<size_t>(engine::index_of(crossroads_[at / 2]));
    const float surprise = lead(at, shares, other);
    // A share of one half changes by a quarter of what its strength does.
    const auto pull = [&](const bots::Value::Shares& way, float by) {
      for (size_t s = 0; s < off.size(); ++s) off[s] = 4 * by * way[me] * ((s == me) - way[s]);
    };
    pull(shares, surprise);
    add_slopes(at, off);
    pull(other, -surprise);
    add_slopes(at + 1, off);
  }

  // By how much more the shares put the first way before the second than it came out.
  float lead(size_t at, const bots::Value::Shares& way, const bots::Value::Shares& other) const {
    const auto me = static_cast<size_t>(engine::index_of(crossroads_[at / 2]));
    return (way[me] - other[me]) - (points_[at].won[me] - points_[at + 1].won[me]);
  }

  void add_slopes(size_t at, const Off& all) {
    const bots::Value::Inputs& in = inputs_[at];
    const Standpoint& point = points_[at];
    const auto features = static_cast<size_t>(value_.features());
    const auto units = static_cast<size_t>(value_.hidden());
    float* judgement = slopes_.data();
    float* line = judgement + value_.judgement.size();
    float* first = line + value_.line.size();
    float* second = first + value_.first.size();
    for (int seat = 0; seat < point.players; ++seat) {
      const auto s = static_cast<size_t>(seat);
      const float off = all[s];
      for (size_t j = 0; j < bots::Value::kKnots; ++j) {
        judgement[j] += off * in.judged[s] * in.knots[j];
      }
      for (size_t k = 0; k < features; ++k) {
        for (size_t j = 0; j < bots::Value::kKnots; ++j) {
          line[k * bots::Value::kKnots + j] += off * in.own[s][k] * in.knots[j];
        }
      }
      if (units == 0) continue;
      value_.look(in, seat, seen_);
      for (size_t u = 0; u < units; ++u) {
        float unit = value_.first[seen_.size() * units + u];
        for (size_t i = 0; i < seen_.size(); ++i) unit += seen_[i] * value_.first[i * units + u];
        if (unit <= 0) continue;
        second[u] += off * unit;
        const float slope = off * value_.second[u];
        for (size_t i = 0; i < seen_.size(); ++i) first[i * units + u] += slope * seen_[i];
        first[seen_.size() * units + u] += slope;
      }
    }
  }

  void step(float rate, float count) {
    constexpr float kSlow = 0.9F;
    constexpr float kSlower = 0.999F;
    ++steps_;
    const float mean_part = 1 - static_cast<float>(std::pow(double{kSlow}, steps_));
    const float square_part = 1 - static_cast<float>(std::pow(double{kSlower}, steps_));
    size_t at = 0;
    for (const std::span<float> part : {std::span<float>(value_.judgement), std::span(value_.line),
                                        std::span(value_.first), std::span(value_.second)}) {
      for (float& figure : part) {
        const float usual = at < value_.judgement.size() ? 1 : 0;
        const float slope =
            slopes_[at] / count + static_cast<float>(spec_.penalty) * (figure - usual);
        means_[at] = kSlow * means_[at] + (1 - kSlow) * slope;
        squares_[at] = kSlower * squares_[at] + (1 - kSlower) * slope * slope;
        figure -= rate * (means_[at] / mean_part) / (std::sqrt(squares_[at] / square_part) + 1e-7F);
        ++at;
      }
    }
  }

  double surprise(double& even) const {
    double sum = 0;
    even = 0;
    for (const size_t i : apart_) {
      const bots::Value::Shares shares = value_.shares(inputs_[i]);
      if (!crossroads_.empty()) {
        const float off = lead(i, shares, value_.shares(inputs_[i + 1]));
        const float blind = lead(i, shares, shares);
        sum += off * off;
        even += blind * blind;
        continue;
      }
      for (size_t s = 0; s < static_cast<size_t>(points_[i].players); ++s) {
        sum -= points_[i].won[s] * std::log(std::max(1e-6F, shares[s]));
      }
      even += std::log(points_[i].players);
    }
    const auto count = static_cast<double>(std::max<size_t>(1, apart_.size()));
    even /= count;
    return sum / count;
  }

  const ValueFitSpec spec_;
  const std::vector<Standpoint>& points_;
  // Who stood at each crossroads, whose ways are two points, one after the other; none: the points
  // stand alone.
  const std::vector<engine::Seat>& crossroads_;
  bots::Value value_;
  std::vector<bots::Value::Inputs> inputs_;
  std::vector<size_t> order_;
  std::vector<size_t> apart_;
  std::vector<float> slopes_;
  std::vector<float> means_;
  std::vector<float> squares_;
  std::vector<float> seen_;
  int steps_ = 0;
};

// What a seat's end was worth: half the win, half how its score stood among the others'. Of one
// game the win alone tells little.
bots::Value::Shares worth_of(const Crossroads& crossroads, size_t way, double usual) {
  bots::Value::Shares shares = crossroads.ways[way].won;
  const auto seats = static_cast<size_t>(crossroads.ways[way].players);
  double sum = 0;
  std::array<double, engine::kMaxSeats> stands{};
  for (size_t s = 0; s < seats; ++s) {
    stands[s] = std::exp((crossroads.scores[way][s] - crossroads.scores[way][0]) / usual);
    sum += stands[s];
  }
  for (size_t s = 0; s < seats; ++s) {
    shares[s] = static_cast<float>(0.5 * shares[s] + 0.5 * stands[s] / sum);
  }
  return shares;
}

// How far scores usually lie from the mean of their game.
double usual_distance(const std::vector<Crossroads>& crossroads) {
  double squares = 0;
  double count = 0;
  for (const Crossroads& one : crossroads) {
    const auto seats = static_cast<size_t>(one.ways[0].players);
    for (const auto& scores : one.scores) {
      double mean = 0;
      for (size_t s = 0; s < seats; ++s) mean += scores[s] / static_cast<double>(seats);
      for (size_t s = 0; s < seats; ++s) squares += (scores[s] - mean) * (scores[s] - mean);
      count += static_cast<double>(seats);
    }
  }
  return std::max(1.0, std::sqrt(squares / std::max(1.0, count)));
}

}  // namespace

bots::Value unlearned_value(std::span<const engine::FeatureSpec> features,
                            const std::vector<Standpoint>& points) {
  bots::Value value = bots::Value::zero(features, 0);
  value.scale = usual_sizes(features.size(), points);
  return value;
}

bots::Value fit_value(std::span<const engine::FeatureSpec> features,
                      const std::vector<Crossroads>& crossroads, const ValueFitSpec& spec,
                      ValueFitReport& report) {
  const double usual = usual_distance(crossroads);
  std::vector<Standpoint> points;
  std::vector<engine::Seat> seats;
  for (const Crossroads& one : crossroads) {
    seats.push_back(one.seat);
    for (size_t way = 0; way < 2; ++way) {
      points.push_back(one.ways[way]);
      points.back().won = worth_of(one, way, usual);
    }
  }
  return ValueFit(features, points, spec, seats).run(report);
}

bots::Value fit_value(std::span<const engine::FeatureSpec> features,
                      const std::vector<Standpoint>& points, const ValueFitSpec& spec,
                      ValueFitReport& report) {
  return ValueFit(features, points, spec).run(report);
}

}  // namespace lab
