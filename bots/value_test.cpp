#include "bots/value.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bots/make_bot.h"
#include "bots/playout.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace {

using bots::Value;

constexpr std::array<engine::FeatureSpec, 2> kTwo{{{"points"}, {"cards"}}};

engine::Features rows(std::initializer_list<std::array<int32_t, 2>> seats) {
  engine::Features features{};
  size_t seat = 0;
  for (const auto& row : seats)
    std::copy(row.begin(), row.end(), features.rows[seat++].values.begin());
  return features;
}

// A value with a figure of its own everywhere.
Value numbered(std::span<const engine::FeatureSpec> features, int hidden) {
  Value value = Value::zero(features, hidden);
  float figure = 0;
  for (std::vector<float>* part : {&value.scale, &value.line, &value.first, &value.second}) {
    for (float& each : *part) each = (figure += 3) / 1000 * (each == 1 ? 1.0F : -1.0F);
  }
  return value;
}

TEST(Value, FilesReadBackToTheSame) {
  for (const int hidden : {0, 1, 16}) {
    const std::string text = numbered(kTwo, hidden).json(kTwo, R"({"games": 3})");
    const engine::Result<Value> read = Value::load(kTwo, text, "value.json");
    ASSERT_TRUE(read) << read.error.text;
    EXPECT_EQ((*read).json(kTwo, R"({"games": 3})"), text);
    EXPECT_EQ((*read).hidden(), hidden);
    EXPECT_FALSE((*read).empty());
  }
  EXPECT_TRUE((*Value::load(kTwo, "", "value.json")).empty());
}

TEST(Value, WhatIsWrongWithAFileIsSaid) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {R"({)", "value.json"},
      {R"({"judgement": [1, 2, 3]})", "must be four whole numbers"},
      {R"({})", "judgement"},
      {R"({"judgement": [1, 1, 1, 1]})", "features"},
      {R"({"judgement": [1, 1, 1, 1], "features": {"luck": [1, 2, 3, 4, 5]}})", "features.luck"},
      {R"({"judgement": [1, 1, 1, 1], "features": {"points": [1, 2]}})",
       "must be five whole numbers"},
      {R"({"judgement": [1, 1, 1, 1], "features": {"points": [1, 2, 3, 4, 0.5]}})",
       "must be five whole numbers"},
      {R"({"judgement": [1, 1, 1, 1], "features": {}, "net": {}})", "hidden"},
      {R"({"judgement": [1, 1, 1, 1], "features": {}, "hidden": 65, "net": {}})", "hidden"},
      {R"({"judgement": [1, 1, 1, 1], "features": {}, "hidden": 1, "net": {"first": [1], "second": [1]}})",
       "net.first"},
  };
  for (const auto& [text, expected] : wrong) {
    const engine::Result<Value> read = Value::load(kTwo, text, "value.json");
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error.text.find(expected), std::string::npos) << read.error.text;
  }
}

TEST(Value, WeightsGoInStraightLinesAlongTheGame) {
  Value value = Value::zero(kTwo, 0);
  value.line = {0, 3, 1, 1, 0, 0, 0, 0};  // of points; cards count nothing
  const engine::Features features = rows({{1, 7}, {0, 2}});
  const auto lead = [&](float progress) {
    const Value::Shares shares = value.shares(value.inputs(features, {}, 2, progress));
    EXPECT_FLOAT_EQ(shares[0] + shares[1], 1);
    return std::log(shares[0] / shares[1]);
  };
  EXPECT_NEAR(lead(0), 0, 1e-5);
  EXPECT_NEAR(lead(1.0F / 6), 1.5, 1e-5);
  EXPECT_NEAR(lead(1.0F / 3), 3, 1e-5);
  EXPECT_NEAR(lead(0.5F), 2, 1e-5);
  EXPECT_NEAR(lead(1), 1, 1e-5);
  EXPECT_NEAR(lead(7), 1, 1e-5);
}

// What the units are fitted to is what they are asked with.
TEST(Value, TheNetSeesWhatItSaysItSees) {
  const Value value = numbered(kTwo, 4);
  const Value line = [&] {
    Value copy = value;
    std::fill(copy.second.begin(), copy.second.end(), 0.0F);
    return copy;
  }();
  const Value::Inputs in = value.inputs(rows({{9, -2}, {4, 5}, {-3, 8}}), {0.5F, -1, 2}, 3, 0.4F);
  std::array<float, 3> by_hand{};
  for (int seat = 0; seat < 3; ++seat) {
    std::vector<float> seen;
    value.look(in, seat, seen);
    ASSERT_EQ(seen.size(), static_cast<size_t>(value.width()));
    for (size_t u = 0; u < 4; ++u) {
      float unit = value.first[seen.size() * 4 + u];
      for (size_t i = 0; i < seen.size(); ++i) unit += seen[i] * value.first[i * 4 + u];
      by_hand[static_cast<size_t>(seat)] += value.second[u] * std::max(0.0F, unit);
    }
  }
  const Value::Shares with = value.shares(in);
  const Value::Shares without = line.shares(in);
  for (size_t seat = 1; seat < 3; ++seat) {
    EXPECT_NEAR(std::log(with[seat] / with[0]) - std::log(without[seat] / without[0]),
                by_hand[seat] - by_hand[0], 1e-4);
  }
}

// Every game's own file is good, and gives every seat a share at any point.
TEST(Value, SharesAddUpInEveryGame) {
  for (const engine::AnyGame* game : games::all()) {
    SCOPED_TRACE(game->spec().id);
    games::AllGames::visit(game->spec().id, [&]<class G>() {
      const bots::ValueOf<G> value(numbered(G::features(), 8));
      const engine::EditionPtr edition = game->default_edition();
      EXPECT_TRUE(Value::load(G::features(), G::value_json(), "value.json"));
      engine::Chance chance(5);
      engine::Events silent;
      typename G::State state =
          G::setup(engine::AnyGameOf<G>::data(*edition), engine::default_variants(G::spec()),
                   G::spec().max_seats, chance, silent);
      engine::Offer offer(engine::Offer::Keep::kLegal);
      for (; !G::over(state); bots::random_step<G>(state, offer, chance)) {
        const Value::Shares shares = value.shares(state);
        float sum = 0;
        for (const float share : shares) {
          ASSERT_GE(share, 0);
          sum += share;
        }
        ASSERT_NEAR(sum, 1, 1e-4);
      }
    });
  }
}

}  // namespace
