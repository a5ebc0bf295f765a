#include "lab/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lab {
namespace {

constexpr double kZ = 1.959963984540054;  // 97.5 % of the normal distribution lie below

Interval wilson(double share, double trials) {
  const double scale = 1 / (1 + kZ * kZ / trials);
  const double centre = scale * (share + kZ * kZ / (2 * trials));
  const double half =
      scale * kZ * std::sqrt(share * (1 - share) / trials + kZ * kZ / (4 * trials * trials));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

// Of a sample; REQUIRES: at least two.
struct Moments {
  double mean = 0;
  double variance = 0;
};
Moments moments(std::span<const double> sample) {
  Moments of;
  const auto count = static_cast<double>(sample.size());
  for (double each : sample) of.mean += each;
  of.mean /= count;
  for (double each : sample) of.variance += (each - of.mean) * (each - of.mean);
  of.variance /= count - 1;
  return of;
}

// The regularized incomplete beta function, by its continued fraction (Lentz's method).
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges quickly on this side alone.
  if (x > (a + 1) / (a + b + 2)) return 1 - incomplete_beta(b, a, 1 - x);
  constexpr double kTiny = 1e-300;
  constexpr double kClose = 1e-14;
  constexpr int kMost = 500;
  const auto away_from_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m < kMost; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    fraction *= d * c;
    if (std::abs(d * c - 1) < kClose) break;
  }
  const double front =
      std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x);
  return std::exp(front) * fraction / a;
}

}  // namespace

Interval wilson95(double successes, double trials) {
  if (trials <= 0) return {0, 1};
  return wilson(successes / trials, trials);
}

Estimate mean95(std::span<const double> block_means) {
  if (block_means.size() < 2) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    return {block_means.empty() ? 0 : block_means[0], {-kInfinite, kInfinite}};
  }
  const auto [mean, variance] = moments(block_means);
  const auto blocks = static_cast<double>(block_means.size());
  const double half = student975(blocks - 1) * std::sqrt(variance / blocks);
  return {mean, {mean - half, mean + half}};
}

Estimate share95(std::span<const double> block_means, int games) {
  if (block_means.size() < 2) return {block_means.empty() ? 0 : block_means[0], {0, 1}};
  auto [mean, variance] = moments(block_means);
  const auto blocks = static_cast<double>(block_means.size());
  // Blocks that were all alike don't prove that the next one is: as if it differed by one game.
  variance = std::max(variance, 1.0 / (games * games * (blocks + 1)));
  // Where every game was won or lost nothing varies, and each counts as a game.
  constexpr double kNothing = 1e-12;
  const double spread = mean * (1 - mean);
  const double alone = spread < kNothing ? games * blocks : spread * blocks / variance;
  const double widened = kZ / student975(blocks - 1);
  return {mean, wilson(mean, alone * widened * widened)};
}

// G. W. Hill, Algorithm 396, Communications of the ACM 13 (1970): to six digits from 3 degrees on.
// With 1 and 2 there are formulas.
double student975(double degrees) {
  constexpr double kTails = 0.05;
  constexpr double kHalfPi = std::numbers::pi / 2;
  if (degrees < 1.5) return 1 / std::tan(kTails * kHalfPi);
  if (degrees < 2.5) return std::sqrt(2 / (kTails * (2 - kTails)) - 2);
  const double a = 1 / (degrees - 0.5);
  const double b = 48 / (a * a);
  double c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
  const double d = ((94.5 / (b + c) - 3) / b + 1) * std::sqrt(a * kHalfPi) * degrees;
  double y = std::pow(d * kTails, 2 / degrees);
  if (y > 0.05 + a) {
    const double x = -kZ;  // of the normal distribution for the same tails
    y = x * x;
    if (degrees < 5) c += 0.3 * (degrees - 4.5) * (x + 0.6);
    c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    y = a * y * y;
    y = y > 0.002 ? std::exp(y) - 1 : 0.5 * y * y + y;
  } else {
    y = ((1 / (((degrees + 6) / (degrees * y) - 0.089 * d - 0.822) * (degrees + 2) * 3) +
          0.5 / (degrees + 4)) *
             y -
         1) *
            (degrees + 1) / (degrees + 2) +
        1 / y;
  }
  return std::sqrt(degrees * y);
}

double student_tails(double t, double degrees) {
  return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

std::vector<bool> false_discoveries_below(double share, std::span<const double> p_values) {
  std::vector<double> sorted(p_values.begin(), p_values.end());
  std::ranges::sort(sorted);
  double bound = -1;  // the largest p-value that holds
  for (size_t i = 0; i < sorted.size(); ++i) {
    const double allowed = share * static_cast<double>(i + 1) / static_cast<double>(sorted.size());
    if (sorted[i] <= allowed) bound = sorted[i];
  }
  std::vector<bool> hold;
  for (const double p : p_values) hold.push_back(p <= bound);
  return hold;
}

}  // namespace lab
