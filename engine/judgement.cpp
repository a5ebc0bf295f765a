#include "engine/judgement.h"

#include <cassert>
#include <cstdlib>

#include "engine/game.h"

namespace engine {
namespace {

constexpr int kMost = 1'000'000;
constexpr int kDecimals = 3;

// "12", "-0.25": in thousandths. False: not a number like that.
bool read_thousandths(const Json& json, int32_t& out) {
  if (json.is_integer()) {
    if (std::abs(json.integer) > kMost) return false;
    out = static_cast<int32_t>(json.integer * 1000);
    return true;
  }
  if (json.kind != Json::Kind::kDecimal) return false;
  std::string_view text = json.text;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const size_t point = text.find('.');
  if (point == std::string_view::npos) return false;
  const std::string_view decimals = text.substr(point + 1);
  if (decimals.size() > kDecimals || point == 0 || point > 6) return false;
  int32_t value = 0;
  for (size_t i = 0; i < point + 1 + kDecimals; ++i) {
    if (i == point) continue;
    const char digit = i < text.size() ? text[i] : '0';
    if (digit < '0' || digit > '9') return false;
    value = value * 10 + (digit - '0');
  }
  out = negative ? -value : value;
  return true;
}

// One number for the whole game, or four, one for each quarter.
void read_quarters(FieldReader& in, std::string_view key, const Json& json,
                   std::array<int32_t, kQuarters>& out) {
  constexpr std::string_view kWhat =
      "must be a number, or four by quarter of the game, with at most three decimals";
  if (!json.is_array()) {
    if (!read_thousandths(json, out[0])) in.fail(key, kWhat);
    out.fill(out[0]);
    return;
  }
  bool good = json.items.size() == kQuarters;
  for (size_t i = 0; good && i < kQuarters; ++i) good = read_thousandths(json.items[i], out[i]);
  if (!good) in.fail(key, kWhat);
}

}  // namespace

Result<Weights> Weights::load(const JudgementNames& names, std::string_view json,
                              std::string_view what) {
  const std::span<const FeatureSpec> features = names.features;
  assert(features.size() <= kMaxFeatures && names.figures.size() <= kMaxFigures);
  const Result<Json> parsed = parse_json(json, what);
  if (!parsed) return parsed.error;
  Weights weights;
  Error error;
  FieldReader in(*parsed, "", error, ErrorCode::kEdition);
  in.ignore("about");
  in.ignore("learned");
  in.ignore("search");  // of the bot of that name (bots/search_settings.h)
  in.ignore("told");    // to people (bots/advice.h)
  in.ignore("told_shares");
  FieldReader by_name(in.object("weights"), "weights", error, ErrorCode::kEdition);
  for (size_t i = 0; i < features.size(); ++i) {
    if (features[i].learned) weights.of_learned_ |= 1u << i;
    if (features[i].learned && !by_name.has(features[i].id)) continue;
    weights.count_ = static_cast<int>(i) + 1;
    weights.weighs_learned_ = weights.weighs_learned_ || features[i].learned;
    std::array<int32_t, kQuarters> of{};
    read_quarters(by_name, features[i].id, by_name.any(features[i].id), of);
    for (size_t quarter = 0; quarter < kQuarters; ++quarter) {
      (features[i].alone ? weights.alone_ : weights.weights_)[quarter][i] = of[quarter];
      weights.constant_ = weights.constant_ && of[quarter] == of[0];
    }
    if (features[i].alone) weights.of_alone_ |= 1u << i;
  }
  by_name.finish();
  const Json none = Json::object();
  FieldReader figures(in.has("figures") ? in.object("figures") : none, "figures", error,
                      ErrorCode::kEdition);
  for (size_t i = 0; i < names.figures.size(); ++i) {
    weights.figures_[i] = figures.integer(names.figures[i].id, -kMost, kMost);
  }
  figures.finish();
  FieldReader value(in.has("value") ? in.object("value") : none, "value", error,
                    ErrorCode::kEdition);
  weights.own_ = value.integer_or("own", 0, 1000, 100);
  weights.mean_ = value.integer_or("mean", 0, 1000, 0);
  weights.best_ = value.integer_or("best", 0, 1000, 0);
  value.finish();
  FieldReader end(in.has("end") ? in.object("end") : none, "end", error, ErrorCode::kEdition);
  weights.win_ = end.integer_or("win", 0, kMost, 0);
  weights.rank_ = end.integer_or("rank", -kMost, 0, 0);
  weights.score_ = end.integer_or("score", 0, kMost, 0);
  end.finish();
  std::array<int32_t, kQuarters> temperature{};
  read_quarters(in, "temperature", in.any("temperature"), temperature);
  for (size_t i = 0; i < kQuarters; ++i) {
    if (temperature[i] <= 0) in.fail("temperature", "must be more than 0");
    weights.temperature_[i] = static_cast<float>(temperature[i]) / kOne;
  }
  in.finish();
  if (error) {
    error.text = std::string(what) + ": " + error.text;
    return error;
  }
  return weights;
}

void Weights::set_weight(size_t feature, size_t quarter, int32_t weight) {
  ((of_alone_ >> feature & 1) != 0 ? alone_ : weights_)[quarter][feature] = weight;
  count_ = std::max(count_, static_cast<int>(feature) + 1);
  weighs_learned_ = weighs_learned_ || (of_learned_ >> feature & 1) != 0;
  constant_ = true;
  for (size_t other = 1; other < kQuarters; ++other) {
    constant_ = constant_ && weights_[other] == weights_[0] && alone_[other] == alone_[0];
  }
}

std::string Weights::json(const JudgementNames& names, std::string_view learned) const {
  std::string text;
  JsonWriter out(text, 1);
  out.begin_object();
  out.member("about", "A judgement as in judgement.json, tuned by play.");
  const Result<Json> from = parse_json(learned, "learned");
  assert(from);
  out.member("learned", *from);
  out.key("weights");
  out.begin_object();
  for (size_t i = 0; i < names.features.size(); ++i) {
    if (names.features[i].learned && names.features[i].usual == 0) continue;
    out.key(names.features[i].id);
    out.begin_array();
    for (size_t quarter = 0; quarter < kQuarters; ++quarter) {
      out.value(static_cast<double>(weight(i, quarter)) / kOne, kDecimals);
    }
    out.end_array();
  }
  out.end_object();
  if (!names.figures.empty()) {
    out.key("figures");
    out.begin_object();
    for (size_t i = 0; i < names.figures.size(); ++i) out.member(names.figures[i].id, figures_[i]);
    out.end_object();
  }
  out.key("value");
  out.begin_object();
  out.member("own", own_);
  out.member("mean", mean_);
  out.member("best", best_);
  out.end_object();
  out.key("end");
  out.begin_object();
  out.member("win", win_);
  out.member("rank", rank_);
  out.member("score", score_);
  out.end_object();
  out.key("temperature");
  out.begin_array();
  for (const float each : temperature_) out.value(double{each}, kDecimals);
  out.end_array();
  out.end_object();
  return text + "\n";
}

Standing Weights::of_outcome(const Outcome& outcome, int seats) const {
  Standing standing{};
  for (int i = 0; i < seats; ++i) {
    const auto at = static_cast<size_t>(i);
    standing[at] = (outcome.winners.contains(seat_at(i)) ? win_ : rank_ * outcome.rank[at]) +
                   score_ * outcome.score[at];
  }
  return standing;
}

Weights::Sums Weights::sums(const FeatureRow& row, int quarter) const {
  const auto at = static_cast<size_t>(quarter);
  Sums sums;
  for (size_t i = 0; i < static_cast<size_t>(count_); ++i) {
    sums.worth += int64_t{row.values[i]} * weights_[at][i];
  }
  for (size_t i = 0; of_alone_ != 0 && i < static_cast<size_t>(count_); ++i) {
    sums.alone += int64_t{row.values[i]} * alone_[at][i];
  }
  return {sums.worth / kOne, sums.alone / kOne};
}

int32_t Weights::compare(const Sums& own, int64_t others, int64_t best, int seats) const {
  return static_cast<int32_t>(own_ * own.worth / 100 -
                              mean_ * others / (100 * std::max(1, seats - 1)) - best_ * best / 100 +
                              own.alone);
}

int32_t Weights::value(const Features& features, int seats, Seat seat, int quarter) const {
  const Sums own = sums(features.rows[static_cast<size_t>(index_of(seat))], quarter);
  if (!compares()) return compare(own, 0, 0, seats);
  int64_t others = 0;
  int64_t best = -kMost;
  for (int i = 0; i < seats; ++i) {
    if (i == index_of(seat)) continue;
    const int64_t worth = sums(features.rows[static_cast<size_t>(i)], quarter).worth;
    others += worth;
    best = std::max(best, worth);
  }
  return compare(own, others, best, seats);
}

Standing Weights::values(const Features& features, int seats, int quarter) const {
  std::array<Sums, kMaxSeats> all;
  int64_t total = 0;
  int64_t best = -kMost;
  int64_t second = -kMost;  // what the best seat has to compare itself with
  for (int i = 0; i < seats; ++i) {
    const auto at = static_cast<size_t>(i);
    all[at] = sums(features.rows[at], quarter);
    total += all[at].worth;
    second = std::max(second, std::min(best, all[at].worth));
    best = std::max(best, all[at].worth);
  }
  Standing standing{};
  for (int i = 0; i < seats; ++i) {
    const auto at = static_cast<size_t>(i);
    standing[at] =
        compare(all[at], total - all[at].worth, all[at].worth == best ? second : best, seats);
  }
  return standing;
}

}  // namespace engine
