#include "bots/policy.h"

#include <algorithm>

#include "bots/learned_file.h"
#include "engine/json.h"

namespace bots {
namespace {

constexpr int64_t kMost = 2'000'000'000;

// Exactly `count` whole numbers.
bool read_numbers(const engine::Json& json, std::span<int32_t> out) {
  if (!json.is_array() || json.items.size() != out.size()) return false;
  for (size_t i = 0; i < out.size(); ++i) {
    const engine::Json& item = json.items[i];
    if (!item.is_integer() || item.integer > kMost || item.integer < -kMost) return false;
    out[i] = static_cast<int32_t>(item.integer);
  }
  return true;
}

// The figures of one feature in a row: own, own by progress, others, others by progress.
std::array<size_t, PolicyShape::kParts> places(size_t feature, size_t count) {
  return {feature, count + feature, 2 * count + feature, 3 * count + feature};
}

}  // namespace

engine::Action PolicyShape::seen_by(engine::Seat seat, int seats, engine::Action action) const {
  const auto& args = game->verbs[action.verb].args;
  const auto turn = [&](size_t arg, uint8_t& value) {
    if (args[arg] == engine::kSeatArg && value < seats) {
      value = static_cast<uint8_t>((value - engine::index_of(seat) + seats) % seats);
    }
  };
  turn(0, action.a);
  turn(1, action.b);
  turn(2, action.c);
  return action;
}

Policy Policy::zero(const PolicyShape& shape) {
  Policy policy;
  policy.row_ = shape.row();
  policy.rows_.resize(shape.game->verbs.size() * policy.row());
  policy.habits_.resize(static_cast<size_t>(shape.actions.size()));
  return policy;
}

void Policy::settle() {
  others_ = false;
  const size_t half = row() / 2;
  for (size_t i = 0; i < rows_.size(); ++i)
    others_ = others_ || (i % row() >= half && rows_[i] != 0);
}

engine::Result<Policy> Policy::load(const PolicyShape& shape, std::string_view json,
                                    std::string_view what) {
  return read_learned<Policy>(json, what, [&](engine::FieldReader& in, engine::Error& error) {
    Policy policy = zero(shape);
    engine::FieldReader verbs(in.object("verbs"), "verbs", error, engine::ErrorCode::kEdition);
    const size_t count = shape.features.size();
    for (size_t v = 0; v < shape.game->verbs.size(); ++v) {
      const std::string_view verb = shape.game->verbs[v].id;
      if (!verbs.has(verb)) continue;
      engine::FieldReader row(verbs.object(verb), verbs.path(verb), error,
                              engine::ErrorCode::kEdition);
      for (size_t k = 0; k < count; ++k) {
        const std::string_view feature = shape.features[k].id;
        if (!row.has(feature)) continue;
        std::array<int32_t, PolicyShape::kParts> figures{};
        if (!read_numbers(row.any(feature), figures))
          row.fail(feature, "must be four whole numbers");
        const auto at = places(k, count);
        for (size_t i = 0; i < figures.size(); ++i)
          policy.row_of(static_cast<int>(v))[at[i]] = figures[i];
      }
      row.finish();
    }
    verbs.finish();
    engine::FieldReader actions(in.object("actions"), "actions", error,
                                engine::ErrorCode::kEdition);
    for (size_t i = 0; i < shape.names.size(); ++i) {
      if (!actions.has(shape.names[i])) continue;
      if (!read_numbers(actions.any(shape.names[i]), policy.habits_[i])) {
        actions.fail(shape.names[i], "must be two whole numbers");
      }
    }
    actions.finish();
    policy.settle();
    return policy;
  });
}

std::string Policy::json(const PolicyShape& shape, std::string_view learned) const {
  std::string text;
  engine::JsonWriter out(text, 1);
  begin_learned(
      out,
      "How much a seat likes a choice, in millionths. Verbs: what the change of each feature "
      "of judgement.cpp counts, the seat's own at the start and what progress adds, then "
      "the others' alike. Actions: the habit, at the start and what progress adds.",
      learned);
  const size_t count = shape.features.size();
  out.key("verbs");
  out.begin_object();
  for (size_t v = 0; v < shape.game->verbs.size(); ++v) {
    const std::span<const int32_t> row = row_of(static_cast<int>(v));
    if (std::all_of(row.begin(), row.end(), [](int32_t x) { return x == 0; })) continue;
    out.key(shape.game->verbs[v].id);
    out.begin_object();
    for (size_t k = 0; k < count; ++k) {
      const auto at = places(k, count);
      if (std::all_of(at.begin(), at.end(), [&](size_t i) { return row[i] == 0; })) continue;
      out.key(shape.features[k].id);
      out.begin_array();
      for (const size_t i : at) out.value(row[i]);
      out.end_array();
    }
    out.end_object();
  }
  out.end_object();
  out.key("actions");
  out.begin_object();
  for (size_t i = 0; i < shape.names.size(); ++i) {
    if (habits_[i][0] == 0 && habits_[i][1] == 0) continue;
    out.key(shape.names[i]);
    out.begin_array();
    for (const int32_t figure : habits_[i]) out.value(figure);
    out.end_array();
  }
  out.end_object();
  out.end_object();
  return text + "\n";
}

}  // namespace bots
