#include "server/weng_lin.h"

#include <algorithm>
#include <cmath>

namespace server {
namespace {

// How much a performance varies around the strength, as a variance: such that two of known strength
// have odds of e to 1 for a distance of 400 / ln 10 points.
const double kPerformance = std::pow(400 / std::log(10.0), 2) / 2;
// A game leaves at least this share of a variance: the formula could make it negative where one
// game says very much.
constexpr double kLeastShare = 0.0001;
// People learn and forget: between two games a strength may have moved by so much. Without it a
// rating would be carved in stone after some hundred games.
constexpr double kDrift = 6;

double spread(const Strength& one, const Strength& other) {
  return std::sqrt(one.deviation * one.deviation + other.deviation * other.deviation +
                   2 * kPerformance);
}

}  // namespace

double chance_to_beat(const Strength& one, const Strength& other) {
  return 1 / (1 + std::exp((other.mean - one.mean) / spread(one, other)));
}

std::vector<Strength> after_game(const std::vector<Placed>& game) {
  std::vector<Strength> before;
  for (const Placed& player : game) {
    Strength strength = player.before;
    if (strength.deviation > 0) strength.deviation = std::hypot(strength.deviation, kDrift);
    before.push_back(strength);
  }
  std::vector<Strength> after;
  for (size_t i = 0; i < game.size(); ++i) {
    const double variance = before[i].deviation * before[i].deviation;
    double shift = 0;  // the paper's omega
    double known = 0;  // and its delta
    for (size_t q = 0; q < game.size(); ++q) {
      if (q == i) continue;
      const double c = spread(before[i], before[q]);
      const double expected = chance_to_beat(before[i], before[q]);
      const double came = game[i].place < game[q].place    ? 1
                          : game[i].place == game[q].place ? 0.5
                                                           : 0;
      shift += variance / c * (came - expected);
      known += before[i].deviation / c * variance / (c * c) * expected * (1 - expected);
    }
    after.push_back({before[i].mean + shift,
                     before[i].deviation * std::sqrt(std::max(1 - known, kLeastShare))});
  }
  return after;
}

}  // namespace server
