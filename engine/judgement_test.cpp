#include "engine/judgement.h"

#include <gtest/gtest.h>

#include "engine/game.h"

namespace engine {
namespace {

constexpr FeatureSpec kFeatures[]{{"money"}, {"cards"}, {"leads", true}};

Weights weights_of(std::string_view json) {
  const Result<Weights> weights = Weights::load({kFeatures}, json, "w.json");
  EXPECT_TRUE(weights) << weights.error.text;
  return *weights;
}

Features features_of(std::initializer_list<std::array<int, 3>> seats) {
  Features features;
  size_t seat = 0;
  for (const std::array<int, 3>& row : seats) {
    for (size_t i = 0; i < row.size(); ++i) features.rows[seat].values[i] = row[i];
    ++seat;
  }
  return features;
}

constexpr std::string_view kAlone =
    R"({"weights": {"money": 100, "cards": 0.5, "leads": 7}, "temperature": 1})";
constexpr std::string_view kCompared = R"({
  "weights": {"money": 100, "cards": 10, "leads": 7},
  "value": {"own": 200, "mean": 100, "best": 50},
  "end": {"win": 5000, "rank": -10, "score": 3},
  "temperature": [4, 3, 2, 1.5]})";

TEST(Weights, AddUpTheFeatures) {
  const Weights weights = weights_of(kAlone);
  const Features features = features_of({{3, 4, 0}, {1, -3, 1}});
  EXPECT_FALSE(weights.compares());
  EXPECT_TRUE(weights.constant());
  EXPECT_EQ(weights.value(features, 2, seat_at(0), 0), 302);
  EXPECT_EQ(weights.value(features, 2, seat_at(1), 0), 98 + 7) << "half is cut off";
}

TEST(Weights, CompareWithTheOthers) {
  const Weights weights = weights_of(kCompared);
  const Features features = features_of({{3, 0, 0}, {1, 0, 1}, {2, 1, 0}});
  // 300, 100 and 210, and 7 on top for the second.
  EXPECT_EQ(weights.value(features, 3, seat_at(0), 0), 600 - 155 - 105);
  EXPECT_EQ(weights.value(features, 3, seat_at(1), 0), 200 - 255 - 150 + 7);
  EXPECT_EQ(weights.value(features, 3, seat_at(2), 0), 420 - 200 - 150);
}

TEST(Weights, GiveAllSeatsAtOnceWhatTheyGiveEach) {
  const Weights weights = weights_of(kCompared);
  for (const Features& features : {features_of({{3, 0, 0}, {1, 0, 1}, {2, 1, 0}}),
                                   features_of({{3, 0, 0}, {3, 0, 0}, {3, 0, 0}}),
                                   features_of({{-3, 0, 1}, {-5, 2, 0}, {-5, 2, 0}})}) {
    const Standing all = weights.values(features, 3, 0);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(all[static_cast<size_t>(i)], weights.value(features, 3, seat_at(i), 0));
    }
  }
}

TEST(Weights, MayDifferByQuarter) {
  const Weights weights = weights_of(
      R"({"weights": {"money": [1, 2, 3, 4], "cards": 0, "leads": 0}, "temperature": 2})");
  EXPECT_FALSE(weights.constant());
  const Features features = features_of({{10, 0, 0}});
  EXPECT_EQ(weights.value(features, 1, seat_at(0), quarter_of(0.0F)), 10);
  EXPECT_EQ(weights.value(features, 1, seat_at(0), quarter_of(0.5F)), 30);
  EXPECT_EQ(weights.value(features, 1, seat_at(0), quarter_of(1.0F)), 40);
}

TEST(Weights, OfAnOutcome) {
  const Weights weights = weights_of(kCompared);
  EXPECT_TRUE(weights.judges_outcome());
  Outcome outcome;
  outcome.score = {20, 9};
  outcome.rank = {1, 2};
  outcome.winners.insert(seat_at(0));
  const Standing standing = weights.of_outcome(outcome, 2);
  EXPECT_EQ(standing[0], 5060);
  EXPECT_EQ(standing[1], -20 + 27);
  EXPECT_FLOAT_EQ(weights.temperature(3), 1.5F);
}

TEST(Weights, ErrorsNameTheField) {
  const auto error = [](std::string_view json) {
    return Weights::load({kFeatures}, json, "w.json").error.text;
  };
  EXPECT_EQ(error(R"({"weights": {"money": 1, "cards": 1}, "temperature": 1})"),
            "w.json: weights.leads must be a number, or four by quarter of the game, with at most "
            "three decimals (line 1)");
  EXPECT_EQ(error(R"({"weights": {"money": 1, "cards": 1, "leads": 1, "luck": 2},
                      "temperature": 1})"),
            "w.json: weights.luck is an unknown field (line 1)");
  for (const char* bad : {"\"1\"", "1.2345", "[1, 2, 3]", "2000000", "1e3", "null"}) {
    EXPECT_NE(error(R"({"weights": {"money": )" + std::string(bad) +
                    R"(, "cards": 1, "leads": 1}, "temperature": 1})"),
              "")
        << bad;
  }
  EXPECT_NE(error(R"({"weights": {"money": 1, "cards": 1, "leads": 1}, "temperature": 0})"), "");
  EXPECT_NE(error("{"), "");
}

// What is only for learning may have a weight, and then it counts; figures must all be there.
TEST(Weights, WhatIsLearnedMayBeWeighed) {
  constexpr FeatureSpec kWithLearned[]{{.id = "money"},
                                       {.id = "hope", .learned = true, .usual = 10},
                                       {.id = "fear", .learned = true}};
  constexpr FigureSpec kFigures[]{{"price"}, {"early", 30}};
  const JudgementNames names{kWithLearned, kFigures};
  const auto load = [&](std::string_view weights, std::string_view figures) {
    return Weights::load(names,
                         R"({"weights": {)" + std::string(weights) + R"(}, "figures": {)" +
                             std::string(figures) + R"(}, "temperature": 1})",
                         "w.json");
  };
  const Features features = features_of({{3, 5, 7}});
  const Result<Weights> plain = load(R"("money": 100)", R"("price": 12, "early": -3)");
  ASSERT_TRUE(plain) << plain.error.text;
  EXPECT_FALSE((*plain).weighs_learned());
  EXPECT_EQ((*plain).value(features, 1, seat_at(0), 0), 300);
  EXPECT_EQ((*plain).figures()[0], 12);
  EXPECT_EQ((*plain).figures()[1], -3);
  Weights tuned = *plain;
  tuned.set_weight(1, 3, 2000);
  EXPECT_FALSE(tuned.constant());
  EXPECT_TRUE(tuned.weighs_learned());
  EXPECT_EQ(tuned.value(features, 1, seat_at(0), 0), 300);
  EXPECT_EQ(tuned.value(features, 1, seat_at(0), 3), 310);
  const std::string text = tuned.json(names, "{}");
  const Result<Weights> read = Weights::load(names, text, "tuned.json");
  ASSERT_TRUE(read) << read.error.text;
  EXPECT_TRUE((*read).weighs_learned());
  EXPECT_EQ((*read).json(names, "{}"), text);
  EXPECT_EQ(load(R"("money": 1)", R"("price": 12)").error.text,
            "w.json: figures.early is missing (line 1)");
  EXPECT_NE(load(R"("money": 1)", R"("price": 1, "early": 1, "late": 1)").error.text, "");
}

TEST(Turn, EndsWhereItChanges) {
  const Turn here{3, 1, seat_at(2)};
  EXPECT_EQ(border(here, here), Border::kInside);
  EXPECT_EQ(border(here, {3, 1, seat_at(0)}), Border::kTurn);
  EXPECT_EQ(border(here, {3, 2, seat_at(2)}), Border::kTurn);
  EXPECT_EQ(border(here, {4, 1, seat_at(2)}), Border::kRound);
}

}  // namespace
}  // namespace engine
