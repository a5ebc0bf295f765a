#include "lab/rating.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

namespace lab {
namespace {

constexpr double kElo = 400 / std::numbers::ln10;  // Elo for a factor of e in the odds
constexpr double kPrior = kElo * kElo / (1400.0 * 1400.0);
constexpr int kMaxSteps = 100;

using Vector = std::vector<double>;

class Matrix {
 public:
  explicit Matrix(size_t size) : size_(size), cells_(size * size) {}
  double& at(size_t row, size_t column) { return cells_[row * size_ + column]; }
  double at(size_t row, size_t column) const { return cells_[row * size_ + column]; }
  size_t size() const { return size_; }

 private:
  size_t size_;
  Vector cells_;
};

// Gauss–Jordan. REQUIRES: positive definite.
Matrix inverse(Matrix of) {
  const size_t size = of.size();
  Matrix result(size);
  for (size_t i = 0; i < size; ++i) result.at(i, i) = 1;
  for (size_t pivot = 0; pivot < size; ++pivot) {
    const double scale = 1 / of.at(pivot, pivot);
    for (size_t j = 0; j < size; ++j) {
      of.at(pivot, j) *= scale;
      result.at(pivot, j) *= scale;
    }
    for (size_t row = 0; row < size; ++row) {
      const double factor = of.at(row, pivot);
      if (row == pivot || factor == 0) continue;
      for (size_t j = 0; j < size; ++j) {
        of.at(row, j) -= factor * of.at(pivot, j);
        result.at(row, j) -= factor * result.at(pivot, j);
      }
    }
  }
  return result;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t k = 0; k < a.size(); ++k) {
      for (size_t j = 0; j < a.size(); ++j) result.at(i, j) += a.at(i, k) * b.at(k, j);
    }
  }
  return result;
}

// The bots of a game, the best first; `tied[i]`: with the one before.
struct Ranking {
  std::vector<int> bots;
  std::vector<bool> tied;
  friend auto operator<=>(const Ranking&, const Ranking&) = default;
};

Ranking ranking_of(const RatedGame& game) {
  std::vector<size_t> order(game.bots.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {},
                    [&](size_t seat) { return std::pair(game.places[seat], game.bots[seat]); });
  Ranking ranking;
  for (size_t i = 0; i < order.size(); ++i) {
    ranking.bots.push_back(game.bots[order[i]]);
    ranking.tied.push_back(i > 0 && game.places[order[i]] == game.places[order[i - 1]]);
  }
  return ranking;
}

// The logarithm of the likelihood with its slope and curvature, as far as added up.
struct Likelihood {
  explicit Likelihood(size_t bots) : slope(bots), curvature(bots) {}

  // One order of places, `weight` times.
  void add(const std::vector<int>& order, const Vector& ratings, double weight) {
    Vector left(ratings.size());  // strength of those without a place, by bot
    double sum = 0;
    for (size_t i = order.size(); i-- > 0;) {
      const auto bot = static_cast<size_t>(order[i]);
      left[bot] += std::exp(ratings[bot]);
      sum += std::exp(ratings[bot]);
      value += weight * (ratings[bot] - std::log(sum));
      slope[bot] += weight;
      for (size_t a = 0; a < left.size(); ++a) {
        if (left[a] == 0) continue;
        slope[a] -= weight * left[a] / sum;
        curvature.at(a, a) += weight * left[a] / sum;
        for (size_t b = 0; b < left.size(); ++b) {
          curvature.at(a, b) -= weight * left[a] * left[b] / (sum * sum);
        }
      }
    }
  }

  // All orders that the ties leave open, each equally.
  void add(const Ranking& ranking, const Vector& ratings, double weight) {
    std::vector<std::vector<int>> orders{{}};
    for (size_t begin = 0, end = 0; begin < ranking.bots.size(); begin = end) {
      for (end = begin + 1; end < ranking.bots.size() && ranking.tied[end]; ++end) continue;
      // Copies of a bot are alike, so that each order of bots is as likely as any other.
      std::vector<int> group(ranking.bots.begin() + static_cast<std::ptrdiff_t>(begin),
                             ranking.bots.begin() + static_cast<std::ptrdiff_t>(end));
      std::vector<std::vector<int>> longer;
      do {
        for (std::vector<int> order : orders) {
          order.insert(order.end(), group.begin(), group.end());
          longer.push_back(std::move(order));
        }
      } while (std::next_permutation(group.begin(), group.end()));
      orders = std::move(longer);
    }
    for (const std::vector<int>& order : orders) {
      add(order, ratings, weight / static_cast<double>(orders.size()));
    }
  }

  void add_prior(const Vector& ratings) {
    for (size_t i = 0; i < ratings.size(); ++i) {
      value -= kPrior * ratings[i] * ratings[i] / 2;
      slope[i] -= kPrior * ratings[i];
      curvature.at(i, i) += kPrior;
    }
  }

  double value = 0;
  Vector slope;
  Matrix curvature;  // of the negative logarithm
};

// Newton's method; the logarithm of the likelihood is concave.
Vector fit(const std::map<Ranking, uint64_t>& rankings, size_t bots) {
  const auto at = [&](const Vector& ratings) {
    Likelihood of(bots);
    for (const auto& [ranking, count] : rankings) {
      of.add(ranking, ratings, static_cast<double>(count));
    }
    of.add_prior(ratings);
    return of;
  };
  Vector ratings(bots);
  Likelihood here = at(ratings);
  for (int step = 0; step < kMaxSteps; ++step) {
    const Matrix inverted = inverse(here.curvature);
    Vector change(bots);
    double largest = 0;
    for (size_t i = 0; i < bots; ++i) {
      for (size_t j = 0; j < bots; ++j) change[i] += inverted.at(i, j) * here.slope[j];
      largest = std::max(largest, std::abs(change[i]));
    }
    if (largest < 1e-10) break;
    // Half as far until it is uphill.
    for (double part = 1; part > 1e-6; part /= 2) {
      Vector next = ratings;
      for (size_t i = 0; i < bots; ++i) next[i] += part * change[i];
      Likelihood there = at(next);
      if (there.value < here.value && part > 2e-6) continue;
      ratings = std::move(next);
      here = std::move(there);
      break;
    }
  }
  return ratings;
}

// Of each rating less the mean of all.
Vector centred_variances(const Matrix& covariance) {
  const size_t size = covariance.size();
  Vector rows(size);
  double all = 0;
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j < size; ++j) rows[i] += covariance.at(i, j) / static_cast<double>(size);
    all += rows[i] / static_cast<double>(size);
  }
  Vector variances;
  for (size_t i = 0; i < size; ++i) variances.push_back(covariance.at(i, i) - 2 * rows[i] + all);
  return variances;
}

}  // namespace

std::vector<Estimate> rate(const std::vector<RatedGame>& games, int bots) {
  const auto size = static_cast<size_t>(bots);
  std::map<Ranking, uint64_t> rankings;
  std::map<uint64_t, std::map<Ranking, uint64_t>> by_block;
  for (const RatedGame& game : games) {
    const Ranking ranking = ranking_of(game);
    ++rankings[ranking];
    ++by_block[game.block][ranking];
  }
  const Vector ratings = fit(rankings, size);

  Likelihood whole(size);
  Matrix disagreement(size);
  for (const auto& [block, own] : by_block) {
    Likelihood of(size);
    for (const auto& [ranking, count] : own) {
      of.add(ranking, ratings, static_cast<double>(count));
    }
    for (size_t i = 0; i < size; ++i) {
      for (size_t j = 0; j < size; ++j) {
        disagreement.at(i, j) += of.slope[i] * of.slope[j];
        whole.curvature.at(i, j) += of.curvature.at(i, j);
      }
    }
  }
  whole.add_prior(ratings);
  const Matrix model = inverse(whole.curvature);
  const Vector by_model = centred_variances(model);
  const Vector by_blocks = centred_variances(product(product(model, disagreement), model));
  const auto blocks = static_cast<double>(by_block.size());
  const double mean =
      std::accumulate(ratings.begin(), ratings.end(), 0.0) / static_cast<double>(size);
  std::vector<Estimate> estimates;
  for (size_t i = 0; i < size; ++i) {
    const double few = blocks > 1 ? blocks / (blocks - 1) : 1;
    const double deviation = std::sqrt(std::max({by_model[i], few * by_blocks[i], 0.0}));
    const double half = kElo * deviation * student975(std::max(1.0, blocks - 1));
    const double rating = kElo * (ratings[i] - mean);
    estimates.push_back({rating, {rating - half, rating + half}});
  }
  return estimates;
}

}  // namespace lab
