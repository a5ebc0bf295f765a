#include "lab/policy_fit.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace lab {
namespace {

constexpr uint32_t kKeptApart = 5;  // every fifth game is for the report

// Softmax over choices; every verb has a part it shares with all others, so that rare verbs begin
// where the others are. Steps by AdaGrad.
class Fit {
 public:
  Fit(const bots::PolicyShape& shape, const std::vector<Lesson>& lessons, const FitSpec& spec)
      : spec_(spec),
        lessons_(lessons),
        features_(shape.features.size()),
        width_(2 * features_),
        verbs_(shape.game->verbs.size()),
        habits_at_((verbs_ + 1) * 2 * width_),
        weights_(habits_at_ + 2 * static_cast<size_t>(shape.actions.size())),
        squares_(weights_.size(), 1e-8F),
        scale_(width_) {
    measure();
    for (size_t i = 0; i < lessons.size(); ++i) {
      (lessons[i].game % kKeptApart == 0 ? apart_ : order_).push_back(i);
    }
  }

  void run(FitReport& report) {
    std::mt19937 random(1);
    std::vector<float> best;
    report.surprise = std::numeric_limits<double>::max();
    for (int epoch = 0; epoch < spec_.epochs; ++epoch) {
      shuffle(random);
      const double left = 1 - static_cast<double>(epoch) / spec_.epochs;
      rate_ = static_cast<float>(spec_.rate * (0.04 + left));
      for (const size_t i : order_) learn(lessons_[i]);
      FitReport now;
      judge(now);
      if (now.surprise >= report.surprise) continue;
      report = now;
      best = weights_;
    }
    if (!best.empty()) weights_ = best;
  }

  bots::Policy policy(const bots::PolicyShape& shape) const {
    bots::Policy policy = bots::Policy::zero(shape);
    for (size_t verb = 0; verb < verbs_; ++verb) {
      const std::span<int32_t> row = policy.row_of(static_cast<int>(verb));
      for (size_t k = 0; k < width_; ++k) {
        // The policy's order: own, own by progress, others, others by progress.
        const size_t at = k < features_ ? k : features_ + k;
        for (size_t part = 0; part < 2; ++part) {
          row[at + part * features_] = whole(scale_[k] * weight(verb, part, k));
        }
      }
    }
    for (int action = 0; action < shape.actions.size(); ++action) {
      const size_t at = habits_at_ + 2 * static_cast<size_t>(action);
      policy.habit(action) = {whole(weights_[at]), whole(weights_[at + 1])};
    }
    policy.settle();
    return policy;
  }

 private:
  static int32_t whole(float figure) {
    return static_cast<int32_t>(
        std::lround(std::clamp(figure, -1000.0F, 1000.0F) * bots::Policy::kOne));
  }
  // Row 0 is what all verbs share.
  size_t at(size_t row, size_t part) const { return (2 * row + part) * width_; }
  float weight(size_t verb, size_t part, size_t k) const {
    return weights_[at(0, part) + k] + weights_[at(verb + 1, part) + k];
  }

  // Changes are measured by their usual size.
  void measure() {
    std::vector<double> squares(width_);
    double count = 0;
    for (const Lesson& lesson : lessons_) {
      for (size_t i = 0; i < lesson.changes.size(); ++i) {
        squares[i % width_] += double{lesson.changes[i]} * lesson.changes[i];
      }
      count += static_cast<double>(lesson.choices.size());
    }
    for (size_t k = 0; k < width_; ++k) {
      const bool counts = squares[k] > 0 && (spec_.others || k < features_);
      scale_[k] = counts ? static_cast<float>(1 / std::sqrt(squares[k] / count)) : 0;
    }
  }

  // Not std::shuffle, whose order differs between libraries.
  void shuffle(std::mt19937& random) {
    for (size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random() % i]);
  }

  const float* change(const Lesson& lesson, size_t choice) const {
    return lesson.changes.data() + choice * width_;
  }
  void expect(const Lesson& lesson) {
    shares_.resize(lesson.choices.size());
    float best = -1e30F;
    for (size_t i = 0; i < shares_.size(); ++i) {
      const Lesson::Choice& choice = lesson.choices[i];
      float sum = 0;
      if (choice.action >= 0) {
        const size_t habit = habits_at_ + 2 * static_cast<size_t>(choice.action);
        sum = weights_[habit] + lesson.progress * weights_[habit + 1];
      }
      const auto verb = static_cast<size_t>(choice.verb);
      const float* changed = change(lesson, i);
      for (size_t k = 0; k < width_; ++k) {
        if (changed[k] == 0) continue;
        sum += changed[k] * scale_[k] * (weight(verb, 0, k) + lesson.progress * weight(verb, 1, k));
      }
      shares_[i] = sum;
      best = std::max(best, sum);
    }
    float total = 0;
    for (float& share : shares_) total += share = std::exp(share - best);
    for (float& share : shares_) share /= total;
  }

  void step(size_t at, float slope) {
    slope += static_cast<float>(spec_.penalty) * weights_[at];
    squares_[at] += slope * slope;
    weights_[at] -= rate_ * slope / std::sqrt(squares_[at]);
  }
  void learn(const Lesson& lesson) {
    expect(lesson);
    for (size_t i = 0; i < shares_.size(); ++i) {
      const Lesson::Choice& choice = lesson.choices[i];
      const float off = shares_[i] - choice.share;
      if (choice.action >= 0) {
        const size_t habit = habits_at_ + 2 * static_cast<size_t>(choice.action);
        step(habit, off);
        step(habit + 1, off * lesson.progress);
      }
      const auto row = static_cast<size_t>(choice.verb) + 1;
      const float* changed = change(lesson, i);
      for (size_t k = 0; k < width_; ++k) {
        const float slope = off * changed[k] * scale_[k];
        if (slope == 0) continue;
        for (const size_t of : {size_t{0}, row}) {
          step(at(of, 0) + k, slope);
          step(at(of, 1) + k, slope * lesson.progress);
        }
      }
    }
  }

  void judge(FitReport& report) {
    uint64_t agreed = 0;
    for (const size_t i : apart_) {
      const Lesson& lesson = lessons_[i];
      expect(lesson);
      size_t liked = 0;
      size_t wanted = 0;
      for (size_t k = 0; k < shares_.size(); ++k) {
        report.surprise -= lesson.choices[k].share * std::log(std::max(1e-6F, shares_[k]));
        if (shares_[k] > shares_[liked]) liked = k;
        if (lesson.choices[k].share > lesson.choices[wanted].share) wanted = k;
      }
      agreed += liked == wanted ? 1 : 0;
      report.even += std::log(static_cast<double>(shares_.size()));
    }
    const auto count = static_cast<double>(std::max<size_t>(1, apart_.size()));
    report.lessons = lessons_.size();
    report.surprise /= count;
    report.even /= count;
    report.agreement = static_cast<double>(agreed) / count;
  }

  const FitSpec spec_;
  const std::vector<Lesson>& lessons_;
  const size_t features_;
  const size_t width_;
  const size_t verbs_;
  const size_t habits_at_;
  std::vector<float> weights_;
  std::vector<float> squares_;
  std::vector<float> scale_;
  std::vector<size_t> order_;
  std::vector<size_t> apart_;
  std::vector<float> shares_;  // of the lesson at hand
  float rate_ = 0;
};

}  // namespace

bots::Policy fit_policy(const bots::PolicyShape& shape, const std::vector<Lesson>& lessons,
                        const FitSpec& spec, FitReport& report) {
  Fit fit(shape, lessons, spec);
  fit.run(report);
  return fit.policy(shape);
}

}  // namespace lab
