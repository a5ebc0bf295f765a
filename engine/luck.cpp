#include "engine/luck.h"

#include <cmath>

#include "engine/draws.h"
#include "engine/small_vec.h"

namespace engine {
namespace {

constexpr double kPoint = 100;  // evaluations count in hundredths of a point

// Averages over other outcomes, and how far they lie apart.
class Sample {
 public:
  void add(const Standing& standing) {
    ++count_;
    for (size_t i = 0; i < standing.size(); ++i) {
      const double value = standing[i] / kPoint;
      sum_[i] += value;
      squares_[i] += value * value;
    }
  }
  double mean(size_t seat) const { return sum_[seat] / count_; }
  double variance(size_t seat) const {
    const double of_mean = mean(seat);
    return std::max(0.0, squares_[seat] / count_ - of_mean * of_mean);
  }

 private:
  int count_ = 0;
  SeatPoints sum_{};
  SeatPoints squares_{};
};

void compare(int step, const Standing& actual, const Sample& others, Luck& luck,
             SeatPoints& variance) {
  Luck::OfStep of{step, {}};
  for (size_t i = 0; i < actual.size(); ++i) {
    of.points[i] = actual[i] / kPoint - others.mean(i);
    luck.points[i] += of.points[i];
    variance[i] += others.variance(i);
  }
  luck.steps.push_back(of);
}

void count(const std::vector<Script::Question>& draws, Luck& luck) {
  for (const Script::Question& question : draws) {
    Luck::OfChance& chance = luck.chances[question.kind];
    ++chance.count;
    double total = 0;
    for (const Script::Candidate& candidate : question.candidates) total += candidate.weight;
    for (const Script::Candidate& candidate : question.candidates) {
      const double share = candidate.weight / total;
      chance.values[candidate.value].expected += share;
      chance.expected_sum += share * candidate.value;
    }
    ++chance.values[question.outcome].count;
  }
}

uint64_t other_seed(size_t step, int sample) {
  return mix64(mix64(step + 1) + static_cast<uint64_t>(sample));
}

}  // namespace

Luck measure_luck(const AnyTable& table, int samples) {
  Luck luck;
  luck.samples = samples;
  SeatPoints variance{};
  const AnyGame& game = table.game();
  TableSpec spec{table.edition(), table.variants(), table.seats(), table.chance()};
  Chance setup = spec.chance.at(0);
  Result<std::unique_ptr<AnyTable>> replay = game.new_table(spec, setup);
  if (!replay || (*replay)->fingerprint() != table.start_fingerprint())
    return luck;  // it began elsewhere
  for (const DrawsOfStep& step : draws_of(table)) {
    if (!step.taken_back) count(step.draws, luck);
  }
  if (setup.used()) {
    Sample others;
    for (int i = 0; i < samples; ++i) {
      Chance chance(other_seed(0, i));
      others.add((*game.new_table(spec, chance))->standing());
    }
    compare(0, (*replay)->standing(), others, luck, variance);
  }
  for (size_t i = 0; i < table.steps().size(); ++i) {
    const Step& step = table.steps()[i];
    Sample others;
    for (int k = 0; k < samples && step.used_chance; ++k) {
      Chance chance(other_seed(i + 1, k));
      others.add((*replay)->standing_after(step.seat, step.action, chance));
    }
    Chance chance = table.chance().at(step.nth);
    if ((*replay)->act(step.seat, step.action, chance) ||
        (*replay)->steps().back().fingerprint != step.fingerprint) {
      return luck;  // decided by a given chance: it can't be repeated
    }
    if (step.used_chance) {
      compare(static_cast<int>(i) + 1, (*replay)->standing(), others, luck, variance);
    }
  }
  for (size_t i = 0; i < variance.size(); ++i) luck.deviation[i] = std::sqrt(variance[i]);
  return luck;
}

}  // namespace engine
