#include "bots/net.h"

#include <algorithm>
#include <cmath>

#include "bots/learned_file.h"
#include "engine/base64url.h"
#include "engine/json.h"

namespace bots {
namespace {

// Rows of weights as bytes. First of each row how large its weights are: 2 to the power of that
// byte less kUnit is 127 of them; 0: all are 0, and nothing follows.
constexpr int kUnit = 128;
constexpr float kOf = 127;

std::string pack(std::span<const float> figures, size_t row) {
  std::string bytes;
  for (size_t at = 0; at < figures.size(); at += row) {
    float most = 0;
    for (size_t i = 0; i < row; ++i) most = std::max(most, std::fabs(figures[at + i]));
    int power = 0;
    // The least power of 2 that is as much: of what was read the same again.
    if (most > 0 && std::frexp(most, &power) == 0.5F) --power;
    if (most == 0 || power + kUnit <= 0) {
      bytes += '\0';
      continue;
    }
    power = std::min(power, 255 - kUnit);
    bytes += static_cast<char>(power + kUnit);
    for (size_t i = 0; i < row; ++i) {
      const float scaled = std::round(std::ldexp(figures[at + i], -power) * kOf);
      bytes += static_cast<char>(static_cast<int8_t>(std::clamp(scaled, -127.0F, 127.0F)));
    }
  }
  return engine::to_base64url(bytes);
}

// False: this is none of that size.
bool unpack(std::string_view text, size_t row, std::span<float> figures) {
  const std::optional<std::string> bytes = engine::from_base64url(text);
  if (!bytes) return false;
  size_t at = 0;
  for (size_t to = 0; to < figures.size(); to += row) {
    if (at >= bytes->size()) return false;
    const int power = static_cast<uint8_t>((*bytes)[at++]) - kUnit;
    if (power == -kUnit) {
      std::fill_n(figures.begin() + static_cast<long>(to), row, 0.0F);
      continue;
    }
    if (bytes->size() - at < row) return false;
    for (size_t i = 0; i < row; ++i) {
      figures[to + i] =
          std::ldexp(static_cast<float>(static_cast<int8_t>((*bytes)[at++])) / kOf, power);
    }
  }
  return at == bytes->size();
}

}  // namespace

Net Net::zero(int inputs, int hidden, int seats) {
  assert(hidden % kBlock == 0 && hidden <= kMaxHidden);
  Net net;
  net.inputs_ = inputs;
  net.hidden_ = hidden;
  net.seats_ = seats;
  net.judgement.fill(1);
  net.first.resize(static_cast<size_t>(inputs) * static_cast<size_t>(hidden));
  net.constants.resize(static_cast<size_t>(hidden));
  net.second.resize(static_cast<size_t>(hidden) * static_cast<size_t>(seats));
  return net;
}

void Net::units(const Sight& sight, std::span<float> out) const {
  const auto units = static_cast<size_t>(hidden_);
  std::copy(constants.begin(), constants.end(), out.begin());
  for (const uint32_t place : sight.places) {
    const float number = sight.numbers[place];
    const float* row = &first[place * units];
    for (size_t block = 0; block < units; block += size_t{kBlock}) {
      for (size_t u = 0; u < size_t{kBlock}; ++u) out[block + u] += number * row[block + u];
    }
  }
}

Net::Shares Net::shares(const Sight& sight) const {
  std::array<float, kMaxHidden> unit;
  units(sight, unit);
  const auto seats = static_cast<size_t>(sight.players);
  const std::array<float, kKnots> knots = Value::knots_at(sight.progress);
  float trust = 0;
  for (size_t k = 0; k < kKnots; ++k) trust += knots[k] * judgement[k];
  Shares shares{};
  for (size_t i = 0; i < seats; ++i) shares[i] = trust * sight.judged[i];
  for (size_t u = 0; u < static_cast<size_t>(hidden_); ++u) {
    if (unit[u] <= 0) continue;
    for (size_t i = 0; i < seats; ++i)
      shares[i] += unit[u] * second[u * static_cast<size_t>(seats_) + i];
  }
  Value::soften(shares, sight.players);
  return shares;
}

engine::Result<Net> Net::load(std::string_view json, std::string_view what) {
  return read_learned<Net>(json, what, [](engine::FieldReader& in, engine::Error& error) {
    const int inputs = in.integer("numbers", 1, 100'000);
    const int hidden = in.integer("units", 1, kMaxHidden);
    const int seats = in.integer("seats", 2, engine::kMaxSeats);
    if (!error && hidden % kBlock != 0) in.fail("units", "must be a multiple of 8");
    if (error) return Net();
    Net net = zero(inputs, hidden, seats);
    const engine::Json& weights = in.any("judgement");
    bool right = weights.is_array() && weights.items.size() == kKnots;
    for (size_t k = 0; right && k < kKnots; ++k) {
      right = weights.items[k].is_integer();
      if (right) net.judgement[k] = static_cast<float>(weights.items[k].integer) / Value::kOne;
    }
    if (!right) in.fail("judgement", "must be four whole numbers");
    const auto read = [&](std::string_view name, size_t row, std::span<float> figures) {
      if (!unpack(in.string(name), row, figures)) in.fail(name, "holds no such rows of weights");
    };
    read("first", static_cast<size_t>(hidden), net.first);
    read("constants", static_cast<size_t>(hidden), net.constants);
    read("second", static_cast<size_t>(seats), net.second);
    return net;
  });
}

std::string Net::json(std::string_view learned) const {
  std::string text;
  engine::JsonWriter out(text, 1);
  begin_learned(out,
                "What share of the wins the seats may hope for, from what one of them observes: "
                "docs/bots.md. Rows of weights are bytes in base64url.",
                learned);
  out.member("numbers", inputs_);
  out.member("units", hidden_);
  out.member("seats", seats_);
  out.key("judgement");
  out.begin_array();
  for (const float weight : judgement)
    out.value(int64_t{std::llround(double{weight} * Value::kOne)});
  out.end_array();
  out.member("first", pack(first, static_cast<size_t>(hidden_)));
  out.member("constants", pack(constants, static_cast<size_t>(hidden_)));
  out.member("second", pack(second, static_cast<size_t>(seats_)));
  out.end_object();
  return text + "\n";
}

}  // namespace bots
