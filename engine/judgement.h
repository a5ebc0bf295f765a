// How well the seats stand, for bots and for the luck of a game: named features of every seat, and
// weights for them from a data file (games/<id>/judgement.json).
//
//   worth    of a seat: the sum of its features, each times its weight
//   value    of a seat: `own` times its worth, less `mean` times the mean worth of the others and
//            `best` times the worth of the best of them, plus its features that are compared with
//            nobody's; about 100 a point
//
// Weights may differ by quarter of the game. What features are made with (what a card brings in an
// evening, how much a promise counts) are figures of the same file, by name. All of it is whole
// numbers, the same on every target.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/error.h"
#include "engine/json.h"
#include "engine/types.h"
#include "engine/viewer.h"

namespace engine {

struct Outcome;

inline constexpr int kMaxFeatures = 32;
inline constexpr int kMaxFigures = 64;
inline constexpr int kQuarters = 4;

struct FeatureSpec {
  std::string_view id;
  // The seat's alone, whatever the others have: it counts for its value, not for its worth.
  bool alone = false;
  // For what is learned from games (bots/value.h, policy.h, tuned.h): it has no weight in the
  // game's own file. These come last.
  bool learned = false;
  int32_t usual = 0;  // a weight that would be much, where it has none; 0: it is not tuned
};

// What features are made with.
struct FigureSpec {
  std::string_view id;
  int32_t usual = 0;  // about so much is much of it; 0: as much as the game's own file has
};

// What a judgement's file is about.
struct JudgementNames {
  std::span<const FeatureSpec> features;
  std::span<const FigureSpec> figures = {};
};
template <class G>
JudgementNames judgement_names() {
  if constexpr (requires { G::figures(); }) return {G::features(), G::figures()};
  return {G::features()};
}

// What a game says of a seat, by the enumerators of its table of features.
struct FeatureRow {
  std::array<int32_t, kMaxFeatures> values;

  template <class Feature>
  int32_t& operator[](Feature feature) {
    return values[static_cast<size_t>(feature)];
  }
};
// Of each seat. Nothing is filled in at first.
struct Features {
  Features() = default;
  // To be made with these figures, in the order of the game's table.
  explicit Features(const int32_t* figures) : figures_(figures) {}

  std::array<FeatureRow, kMaxSeats> rows;
  // Those too that only what is learned looks at: otherwise a game may leave them out.
  bool learned = true;

  FeatureRow& operator[](Seat seat) { return rows[static_cast<size_t>(index_of(seat))]; }
  const int32_t* figures() const { return figures_; }

 private:
  const int32_t* figures_ = nullptr;
};
// The figures that features are made with, by the enumerators of the game's table of them.
template <class Figure>
class FiguresBy {
 public:
  explicit FiguresBy(const Features& features) : values_(features.figures()) {}
  int32_t operator[](Figure figure) const { return values_[static_cast<size_t>(figure)]; }

 private:
  const int32_t* values_;
};
using Standing = std::array<int32_t, kMaxSeats>;

// Whose turn it is. Two positions belong to the same turn exactly when this is equal.
struct Turn {
  uint16_t round = 0;
  uint8_t part = 0;         // of the round, where it has several; any number that differs
  Seat seat = Seat::kNone;  // kNone: all choose at once
  friend constexpr bool operator==(const Turn&, const Turn&) = default;
};

// What lies between two positions, one after the other.
enum class Border : uint8_t { kInside, kTurn, kRound };

constexpr Border border(const Turn& before, const Turn& after) {
  if (before == after) return Border::kInside;
  return before.round == after.round ? Border::kTurn : Border::kRound;
}

// 0 to 3.
constexpr int quarter_of(float progress) {
  return std::clamp(static_cast<int>(progress * kQuarters), 0, kQuarters - 1);
}

// The data file, checked. Errors name the field.
class Weights {
 public:
  static Result<Weights> load(const JudgementNames& names, std::string_view json,
                              std::string_view what);
  // Reads back to the same. `learned` says where it comes from: the text of a JSON object.
  std::string json(const JudgementNames& names, std::string_view learned) const;

  // For whoever tunes them. Weights are in thousandths.
  int32_t weight(size_t feature, size_t quarter) const {
    return weights_[quarter][feature] + alone_[quarter][feature];
  }
  void set_weight(size_t feature, size_t quarter, int32_t weight);
  const int32_t* figures() const { return figures_.data(); }
  void set_figure(size_t figure, int32_t value) { figures_[figure] = value; }

  // Does a seat's value depend on what others have?
  bool compares() const { return mean_ != 0 || best_ != 0; }
  // Are they the same from the first turn to the last?
  bool constant() const { return constant_; }
  // Does the outcome alone say how well seats stand in the end? Otherwise their features do.
  bool judges_outcome() const { return win_ != 0 || rank_ != 0; }
  // Has something a weight that is only for what is learned?
  bool weighs_learned() const { return weighs_learned_; }

  Standing of_outcome(const Outcome& outcome, int seats) const;
  int32_t value(const Features& features, int seats, Seat seat, int quarter) const;
  Standing values(const Features& features, int seats, int quarter) const;
  // How far apart values must lie for a seat to win e times as often.
  float temperature(int quarter) const { return temperature_[static_cast<size_t>(quarter)]; }

 private:
  static constexpr int64_t kOne = 1000;  // weights are in thousandths

  struct Sums {
    int64_t worth = 0;
    int64_t alone = 0;
  };
  Sums sums(const FeatureRow& row, int quarter) const;
  int32_t compare(const Sums& own, int64_t others, int64_t best, int seats) const;

  using Row = std::array<int32_t, kMaxFeatures>;
  std::array<Row, kQuarters> weights_{};
  std::array<Row, kQuarters> alone_{};  // of features that are the seat's alone; the others have 0
  std::array<int32_t, kMaxFigures> figures_{};
  uint32_t of_alone_ = 0;    // bit by feature
  uint32_t of_learned_ = 0;  // the same
  int count_ = 0;
  bool constant_ = true;
  bool weighs_learned_ = false;
  int64_t own_ = 100;  // percent
  int64_t mean_ = 0;
  int64_t best_ = 0;
  int32_t win_ = 0;
  int32_t rank_ = 0;
  int32_t score_ = 0;
  std::array<float, kQuarters> temperature_{};
};

// A game's judgement with weights, its own or others. The values are those of bots' positions.
template <class G>
class Judge {
 public:
  using State = typename G::State;

  explicit Judge(const Weights& weights) : weights_(weights) {}
  // With the weights of the game's own file.
  static const Judge& standard() {
    static const Judge judge = [] {
      const Result<Weights> own =
          Weights::load(judgement_names<G>(), G::judgement_json(), "judgement.json");
      assert(own && "the embedded weights are good");
      return Judge(*own);
    }();
    return judge;
  }

  const Weights& weights() const { return weights_; }
  // How well the seat stands as far as it can know. Higher is better.
  int32_t value(const State& state, Seat seat) const {
    const int seats = G::seats(state);
    if (weights_.judges_outcome() && G::over(state)) {
      return weights_.of_outcome(G::outcome(state), seats)[static_cast<size_t>(index_of(seat))];
    }
    Features features(weights_.figures());
    features.learned = weights_.weighs_learned();
    G::judge(state, Viewer::at(seat), weights_.compares() ? SeatSet::first(seats) : SeatSet(seat),
             features);
    return weights_.value(features, seats, seat, quarter(state));
  }
  // How well all seats stand, as whoever sees everything would say.
  Standing values(const State& state) const {
    const int seats = G::seats(state);
    if (weights_.judges_outcome() && G::over(state)) {
      return weights_.of_outcome(G::outcome(state), seats);
    }
    Features features(weights_.figures());
    features.learned = weights_.weighs_learned();
    G::judge(state, Viewer::everything(), SeatSet::first(seats), features);
    return weights_.values(features, seats, quarter(state));
  }

 private:
  int quarter(const State& state) const {
    return weights_.constant() ? 0 : quarter_of(G::progress(state));
  }

  Weights weights_;
};

}  // namespace engine
