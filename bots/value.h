// A learned value: the share of the wins each seat may hope for, from the game's named features
// (engine/judgement.h). A seat's strength is a sum, and the shares are a softmax of the strengths:
//
//   judgement  what the game's judgement says, times a weight: learning begins there
//   line   each feature times a weight, which changes along the game: four weights, at the start,
//          after a third, after two thirds and at the end, and straight lines between them
//   net    one layer of hidden units over the seat's own features, the mean of the others', how far
//          the game is and how many play; there may be none
//
// The figures are data of the game (games/<id>/value.json), learned from the strongest bot by
// `stamtafel train`.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/game.h"

namespace bots {

class Value {
 public:
  using Shares = std::array<float, engine::kMaxSeats>;
  static constexpr int kKnots = 4;       // where weights stand; straight lines between them
  static constexpr int kMaxHidden = 64;  // units
  static constexpr int kCounts = engine::kMaxSeats + 1;  // of players, by number
  static constexpr int64_t kOne = 1'000'000;             // of a figure in the file

  // The judgement's values by its temperature: the softmax of these is what it takes for the
  // shares.
  using Judged = std::array<float, engine::kMaxSeats>;

  // How much the weights at each knot count so far into a game.
  static std::array<float, kKnots> knots_at(float progress);
  // Strengths of the first seats become shares; of two seats e times as much for one more.
  static void soften(Shares& strengths, int seats);

  // What its figures are multiplied with.
  struct Inputs {
    std::array<std::array<float, engine::kMaxFeatures>, engine::kMaxSeats> own;  // by usual size
    Judged judged;
    std::array<float, kKnots> knots;
    int players;
  };

  // An empty text is an empty value. Errors name the field.
  static engine::Result<Value> load(std::span<const engine::FeatureSpec> features,
                                    std::string_view json, std::string_view what);
  // Reads back to the same. `learned` says where it comes from: the text of a JSON object.
  std::string json(std::span<const engine::FeatureSpec> features, std::string_view learned) const;
  // The judgement alone; all other figures 0, with so many hidden units.
  static Value zero(std::span<const engine::FeatureSpec> features, int hidden);

  bool empty() const { return features_ == 0; }
  int features() const { return features_; }
  int hidden() const { return hidden_; }
  // What the net sees of a seat: own features, the others' mean, knots, one for the number of
  // players.
  int width() const { return 2 * features_ + kKnots + kCounts; }

  Inputs inputs(const engine::Features& features, const Judged& judged, int players,
                float progress) const;
  Shares shares(const Inputs& in) const;
  // What the net sees of a seat: width() figures.
  void look(const Inputs& in, int seat, std::vector<float>& out) const;

  // The figures, for whoever fits them. `first` is a row of hidden() weights for each of width()
  // inputs; then come the constants of the units.
  std::array<float, kKnots> judgement{};
  std::vector<float> scale;  // by feature: what is about 1 of it
  std::vector<float> line;   // by feature, kKnots each
  std::vector<float> first;
  std::vector<float> second;  // by unit

 private:
  float strength(const Inputs& in, int seat) const;

  int features_ = 0;
  int hidden_ = 0;
};

// What these weights say of all seats, by their temperature.
inline Value::Judged judged_by(const engine::Weights& weights, const engine::Features& features,
                               int seats, float progress) {
  const int quarter = engine::quarter_of(progress);
  const engine::Standing values = weights.values(features, seats, quarter);
  Value::Judged judged{};
  for (size_t i = 0; i < static_cast<size_t>(seats); ++i) {
    judged[i] = static_cast<float>(values[i]) / weights.temperature(quarter);
  }
  return judged;
}

template <class G>
concept Valued = engine::Judgement<G> && requires {
  { G::value_json() } -> std::convertible_to<std::string_view>;
};

// What a game that is over was worth to the seats: a win shared by k is 1/k of one, and a little of
// it goes by rank.
template <engine::Rules G>
Value::Shares outcome_shares(const typename G::State& state) {
  constexpr float kWin = 0.95F;
  const int seats = G::seats(state);
  const engine::Outcome outcome = G::outcome(state);
  Value::Shares shares{};
  for (size_t i = 0; i < static_cast<size_t>(seats); ++i) {
    const bool won = outcome.winners.contains(engine::seat_at(static_cast<int>(i)));
    const float ranked =
        static_cast<float>(seats - outcome.rank[i]) / static_cast<float>(std::max(1, seats - 1));
    shares[i] = (1 - kWin) * ranked + (won ? kWin / static_cast<float>(outcome.winners.size()) : 0);
  }
  return shares;
}

// A game's value, its own or another.
template <Valued G>
class ValueOf {
 public:
  explicit ValueOf(Value value) : value_(std::move(value)) {}
  // With the game's own file.
  static const ValueOf& standard() {
    static const ValueOf own = [] {
      engine::Result<Value> value = Value::load(G::features(), G::value_json(), "value.json");
      assert(value && "the embedded value is good");
      return ValueOf(std::move(*value));
    }();
    return own;
  }

  bool empty() const { return value_.empty(); }
  // What the seats may hope for in this world, as whoever sees everything would say.
  Value::Shares shares(const typename G::State& state) const {
    if (G::over(state)) return outcome_shares<G>(state);
    const int seats = G::seats(state);
    engine::Features features(engine::Judge<G>::standard().weights().figures());
    G::judge(state, engine::Viewer::everything(), engine::SeatSet::first(seats), features);
    return shares(features, seats, G::progress(state));
  }
  Value::Shares shares(const engine::Features& features, int seats, float progress) const {
    return value_.shares(
        value_.inputs(features, judged(features, seats, progress), seats, progress));
  }
  static Value::Judged judged(const engine::Features& features, int seats, float progress) {
    return judged_by(engine::Judge<G>::standard().weights(), features, seats, progress);
  }

 private:
  Value value_;
};

// The value a bot goes by: that of a file its settings name, or the game's own. Whoever is given a
// judgement (tuned.h) and no value goes by that judgement alone.
template <class G>
class ValueInUse {
 public:
  explicit ValueInUse(const BotSpec&) {}
};
template <Valued G>
class ValueInUse<G> {
 public:
  explicit ValueInUse(const BotSpec& spec) {
    const BotSpec::File& file = spec.file(Figures::kValue);
    if (file.text == nullptr) {
      const BotSpec::File& tuned = spec.file(Figures::kTuned);
      if (tuned.text != nullptr && !tuned.text->empty()) other_.emplace(Value());
      return;
    }
    engine::Result<Value> read = Value::load(G::features(), *file.text, file.name);
    assert(read && "whoever reads the file has checked it");
    if (read) other_.emplace(std::move(*read));
  }
  const ValueOf<G>& value() const { return other_ ? *other_ : ValueOf<G>::standard(); }

 private:
  std::optional<ValueOf<G>> other_;
};

}  // namespace bots
