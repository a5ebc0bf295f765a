#include "lab/variance_parts.h"

#include <cmath>
#include <numbers>

namespace lab {
namespace {

// The variance of the true shares of wins around an even one: of those measured, less their errors.
struct Variance {
  double mean = 0;
  double deviation = 0;

  void add(const Measured& share, double even, double weight) {
    const double above = share.mean - even;
    const double error = share.deviation;
    mean += weight * (above * above - error * error);
    // Of a square, as if all erred together.
    deviation += weight * (2 * std::abs(above) * error + std::numbers::sqrt2 * error * error);
  }
};

}  // namespace

VarianceParts variance_parts(const ArmSums& arm, const Measures& measures,
                             const std::vector<int>& kind_of_seat) {
  const double players = measures.players();
  const double even = 1 / players;
  const TwinSums& agreement = arm.measures[Measures::kDealLuck];
  const Measured agreed = agreement.first();
  VarianceParts luck;
  if (!agreed.known()) return luck;
  // Of one seat in one game.
  const double squares = agreement.weight(0) / (players - 1);
  const double unit = kWholeWin * players;
  const double total = squares / (unit * unit) / (static_cast<double>(arm.games) * players);
  Variance order;
  for (int place = 0; place < measures.players(); ++place) {
    order.add(arm.measures[measures.order(place)].first(), even, even);
  }
  Variance skill;
  if (measures.bots() > 0) {
    for (const int kind : kind_of_seat) {
      skill.add(arm.measures[measures.bot(kind)].first(), even, even);
    }
  }
  const auto part = [&](double mean, double deviation) {
    return Measured{mean, deviation, agreed.degrees};
  };
  luck.order = part(order.mean / total, order.deviation / total);
  luck.skill = part(skill.mean / total, skill.deviation / total);
  luck.deal = part(
      agreed.mean + luck.skill.mean / (players - 1) - luck.order.mean,
      std::hypot(agreed.deviation, luck.skill.deviation / (players - 1), luck.order.deviation));
  luck.course = part(1 - luck.order.mean - luck.skill.mean - luck.deal.mean,
                     std::hypot(agreed.deviation, luck.skill.deviation));
  return luck;
}

}  // namespace lab
