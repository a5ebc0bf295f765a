#include "lab/sprt.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/spec.h"

namespace lab {
namespace {

constexpr int kWin = 60;          // a win shared by up to six is a whole number of it
constexpr double kUnseen = 1e-3;  // blocks of each kind that has not been seen yet

struct Cell {
  double share;
  double weight;  // all add up to 1
};

// The likeliest distribution with mean `mean` gives a cell weight / (1 + x (share - mean)): this x.
// (Lagrange; the sum is monotone in x, so that bisection finds it.)
double tilt(const std::vector<Cell>& cells, double mean) {
  const auto excess = [&](double x) {
    double sum = 0;
    for (const Cell& cell : cells) {
      sum += cell.weight * (cell.share - mean) / (1 + x * (cell.share - mean));
    }
    return sum;
  };
  // There is a cell at 0 and one at 1: in between all probabilities are positive.
  double low = -1 / (1 - mean);
  double high = 1 / mean;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

engine::Result<double> parse_share(std::string_view text, int players) {
  text = engine::trim(text);
  constexpr std::string_view kUnit = "elo";
  const bool elo = text.ends_with(kUnit);
  if (elo) text.remove_suffix(kUnit.size());
  if (text.ends_with('%')) text.remove_suffix(1);
  text = engine::trim(text);
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const double share = elo ? share_of_elo(number, players) : number / 100;
  const double rounded = std::round(share * 1e6) / 1e6;
  if (problem == std::errc{} && end == text.data() + text.size() && rounded > 0 && rounded < 1) {
    return rounded;
  }
  return engine::Error{engine::ErrorCode::kUsage,
                       fmt::format("'{}' is no share of wins: give percent between 0 and 100, as "
                                   "55, or Elo, as 20elo",
                                   text),
                       ""};
}

}  // namespace

double share_of_elo(double elo, int players) {
  const double odds = std::pow(10, elo / 400);
  return odds / (odds + players - 1);
}

double elo_of_share(double share, int players) {
  return 400 * std::log10(share * (players - 1) / (1 - share));
}

engine::Error parse_hypotheses(std::string_view text, int players, SprtSpec& spec) {
  const std::vector<std::string_view> parts = engine::split(text, ',');
  if (parts.size() != 2) {
    return {
        engine::ErrorCode::kUsage,
        fmt::format("'{}' are not two hypotheses: give the share of wins of each, as 50,55", text),
        ""};
  }
  const auto h0 = parse_share(parts[0], players);
  if (!h0) return h0.error;
  const auto h1 = parse_share(parts[1], players);
  if (!h1) return h1.error;
  if (*h0 >= *h1) {
    return {engine::ErrorCode::kUsage,
            fmt::format("of the hypotheses '{}' the second has to be the larger share", text), ""};
  }
  spec.h0 = *h0;
  spec.h1 = *h1;
  return {};
}

Sprt::Sprt(const SprtSpec& spec, int games)
    : spec_(spec),
      games_(games),
      lower_(std::log(spec.beta / (1 - spec.alpha))),
      upper_(std::log((1 - spec.beta) / spec.alpha)) {
  for (int won = 0; won <= games; ++won) counts_[won * kWin] = kUnseen;
}

Sprt::Verdict Sprt::add(double block_share) {
  if (verdict_ != Verdict::kOpen || (spec_.max_blocks != 0 && blocks_ >= spec_.max_blocks)) {
    return verdict_;
  }
  const int won = static_cast<int>(std::lround(block_share * games_ * kWin));
  double& count = counts_[won];
  count = count < 1 ? 1 : count + 1;
  ++blocks_;
  llr_ = log_likelihood_ratio();
  if (llr_ >= upper_) verdict_ = Verdict::kH1;
  if (llr_ <= lower_) verdict_ = Verdict::kH0;
  return verdict_;
}

double Sprt::log_likelihood_ratio() const {
  double total = 0;
  for (const auto& [won, count] : counts_) total += count;
  std::vector<Cell> cells;
  cells.reserve(counts_.size());
  for (const auto& [won, count] : counts_) {
    cells.push_back({static_cast<double>(won) / (games_ * kWin), count / total});
  }
  const double x0 = tilt(cells, spec_.h0);
  const double x1 = tilt(cells, spec_.h1);
  double sum = 0;
  for (const Cell& cell : cells) {
    sum += cell.weight *
           (std::log1p(x0 * (cell.share - spec_.h0)) - std::log1p(x1 * (cell.share - spec_.h1)));
  }
  return total * sum;
}

}  // namespace lab
