#include "bots/value.h"

#include <algorithm>
#include <cmath>

#include "bots/learned_file.h"
#include "engine/json.h"

namespace bots {
namespace {

constexpr int64_t kLargest = 1'000'000'000'000;

int64_t whole(float figure) { return std::llround(double{figure} * Value::kOne); }

void write_numbers(engine::JsonWriter& out, std::span<const float> figures) {
  out.begin_array();
  for (const float figure : figures) out.value(whole(figure));
  out.end_array();
}

// Exactly as many whole numbers, in millionths.
bool read_numbers(const engine::Json& json, std::span<float> out) {
  if (!json.is_array() || json.items.size() != out.size()) return false;
  for (size_t i = 0; i < out.size(); ++i) {
    const engine::Json& item = json.items[i];
    if (!item.is_integer() || item.integer > kLargest || item.integer < -kLargest) return false;
    out[i] = static_cast<float>(static_cast<double>(item.integer) / Value::kOne);
  }
  return true;
}

}  // namespace

Value Value::zero(std::span<const engine::FeatureSpec> features, int hidden) {
  Value value;
  value.features_ = static_cast<int>(features.size());
  value.hidden_ = hidden;
  value.judgement.fill(1);
  value.scale.assign(features.size(), 1);
  value.line.resize(features.size() * kKnots);
  value.first.resize(static_cast<size_t>((value.width() + 1) * hidden));
  value.second.resize(static_cast<size_t>(hidden));
  return value;
}

std::array<float, Value::kKnots> Value::knots_at(float progress) {
  std::array<float, kKnots> knots;
  const float at = std::clamp(progress, 0.0F, 1.0F) * (kKnots - 1);
  for (int k = 0; k < kKnots; ++k) {
    knots[static_cast<size_t>(k)] = std::max(0.0F, 1 - std::fabs(at - static_cast<float>(k)));
  }
  return knots;
}

void Value::soften(Shares& strengths, int seats) {
  const float best = *std::max_element(strengths.begin(), strengths.begin() + seats);
  float sum = 0;
  for (int i = 0; i < seats; ++i) {
    float& each = strengths[static_cast<size_t>(i)];
    sum += each = std::exp(each - best);
  }
  for (int i = 0; i < seats; ++i) strengths[static_cast<size_t>(i)] /= sum;
}

Value::Inputs Value::inputs(const engine::Features& features, const Judged& judged, int players,
                            float progress) const {
  Inputs in;
  in.judged = judged;
  in.players = players;
  in.knots = knots_at(progress);
  for (size_t seat = 0; seat < static_cast<size_t>(players); ++seat) {
    for (size_t k = 0; k < static_cast<size_t>(features_); ++k) {
      in.own[seat][k] = static_cast<float>(features.rows[seat].values[k]) * scale[k];
    }
  }
  return in;
}

float Value::strength(const Inputs& in, int seat) const {
  const std::array<float, engine::kMaxFeatures>& own = in.own[static_cast<size_t>(seat)];
  const auto count = static_cast<size_t>(features_);
  const auto here = [&](const float* at) {
    return in.knots[0] * at[0] + in.knots[1] * at[1] + in.knots[2] * at[2] + in.knots[3] * at[3];
  };
  float sum = in.judged[static_cast<size_t>(seat)] * here(judgement.data());
  for (size_t k = 0; k < count; ++k) sum += own[k] * here(&line[k * kKnots]);
  if (hidden_ == 0) return sum;
  // Input by input over all units: the same sums in the same order on every target, and the
  // compiler can do several units at once.
  const auto units = static_cast<size_t>(hidden_);
  std::array<float, kMaxHidden> unit;
  const float* row = &first[static_cast<size_t>(width()) * units];
  std::copy(row, row + units, unit.begin());
  row = first.data();
  const auto add = [&](float input) {
    if (input != 0) {
      for (size_t u = 0; u < units; ++u) unit[u] += input * row[u];
    }
    row += units;
  };
  for (size_t k = 0; k < count; ++k) add(own[k]);
  const float part = 1 / static_cast<float>(in.players - 1);
  for (size_t k = 0; k < count; ++k) {
    float others = 0;
    for (int i = 0; i < in.players; ++i) {
      if (i != seat) others += in.own[static_cast<size_t>(i)][k];
    }
    add(others * part);
  }
  for (const float knot : in.knots) add(knot);
  row += units * static_cast<size_t>(in.players);
  for (size_t u = 0; u < units; ++u) unit[u] += row[u];
  for (size_t u = 0; u < units; ++u) sum += second[u] * std::max(0.0F, unit[u]);
  return sum;
}

void Value::look(const Inputs& in, int seat, std::vector<float>& out) const {
  out.assign(static_cast<size_t>(width()), 0);
  const auto count = static_cast<size_t>(features_);
  for (size_t k = 0; k < count; ++k) {
    out[k] = in.own[static_cast<size_t>(seat)][k];
    for (int i = 0; i < in.players; ++i) {
      if (i != seat) out[count + k] += in.own[static_cast<size_t>(i)][k];
    }
    out[count + k] /= static_cast<float>(in.players - 1);
  }
  std::copy(in.knots.begin(), in.knots.end(), out.begin() + 2 * features_);
  out[2 * count + kKnots + static_cast<size_t>(in.players)] = 1;
}

Value::Shares Value::shares(const Inputs& in) const {
  Shares shares{};
  for (int i = 0; i < in.players; ++i) shares[static_cast<size_t>(i)] = strength(in, i);
  soften(shares, in.players);
  return shares;
}

engine::Result<Value> Value::load(std::span<const engine::FeatureSpec> features,
                                  std::string_view json, std::string_view what) {
  return read_learned<Value>(json, what, [&](engine::FieldReader& in, engine::Error& error) {
    const int hidden = in.has("net") ? in.integer("hidden", 1, kMaxHidden) : 0;
    Value value = zero(features, hidden);
    if (!read_numbers(in.any("judgement"), value.judgement)) {
      in.fail("judgement", "must be four whole numbers");
    }
    engine::FieldReader rows(in.object("features"), "features", error, engine::ErrorCode::kEdition);
    for (size_t k = 0; k < features.size(); ++k) {
      const std::string_view feature = features[k].id;
      if (!rows.has(feature)) continue;
      std::array<float, 1 + kKnots> figures{};
      if (!read_numbers(rows.any(feature), figures)) {
        rows.fail(feature, "must be five whole numbers");
        continue;
      }
      value.scale[k] = figures[0];
      std::copy(figures.begin() + 1, figures.end(),
                value.line.begin() + static_cast<long>(k) * kKnots);
    }
    rows.finish();
    if (hidden > 0) {
      engine::FieldReader net(in.object("net"), "net", error, engine::ErrorCode::kEdition);
      if (!read_numbers(net.any("first"), value.first)) {
        net.fail("first", "must be " + std::to_string(value.first.size()) + " whole numbers");
      }
      if (!read_numbers(net.any("second"), value.second)) {
        net.fail("second", "must be " + std::to_string(value.second.size()) + " whole numbers");
      }
      net.finish();
    }
    return value;
  });
}

std::string Value::json(std::span<const engine::FeatureSpec> features,
                        std::string_view learned) const {
  std::string text;
  engine::JsonWriter out(text, 1);
  begin_learned(
      out,
      "How strong a seat stands, in millionths; shares of wins are a softmax of it. Weights are "
      "those at the start, after one and two thirds and at the end of the game; before those of a "
      "feature stands what is about one of it.",
      learned);
  out.key("judgement");
  write_numbers(out, judgement);
  out.key("features");
  out.begin_object();
  for (size_t k = 0; k < features.size(); ++k) {
    std::array<float, 1 + kKnots> figures{};
    figures[0] = scale[k];
    std::copy_n(&line[k * kKnots], kKnots, figures.begin() + 1);
    out.key(features[k].id);
    write_numbers(out, figures);
  }
  out.end_object();
  if (hidden_ > 0) {
    out.member("hidden", hidden_);
    out.key("net");
    out.begin_object();
    out.key("first");
    write_numbers(out, first);
    out.key("second");
    write_numbers(out, second);
    out.end_object();
  }
  out.end_object();
  return text + "\n";
}

}  // namespace bots
