#include "lab/train.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "games/registry.h"

namespace {

const std::atomic<bool> kTrainToTheEnd{false};

// Lessons of a teacher with a taste: it takes what raises the first feature, and where that is
// equal, the action with the lowest number.
std::vector<lab::Lesson> lessons_of_a_taste(const bots::PolicyShape& shape, bool by_change) {
  std::vector<lab::Lesson> lessons;
  engine::Chance chance(3, 0);
  const size_t width = 2 * shape.features.size();
  for (uint32_t i = 0; i < 600; ++i) {
    lab::Lesson lesson{i / 10, static_cast<float>(i % 10) / 10, {}, {}};
    std::vector<float> worth;
    for (int k = 0; k < 4; ++k) {
      lab::Lesson::Choice choice;
      choice.action = static_cast<int>(chance.below(12));
      choice.verb = shape.actions.action(choice.action).verb;
      const auto change = static_cast<float>(chance.below(100));
      lesson.changes.resize(lesson.changes.size() + width);
      lesson.changes[lesson.changes.size() - width] = change;
      lesson.choices.push_back(choice);
      worth.push_back(by_change ? change : static_cast<float>(-choice.action));
    }
    lesson
        .choices[static_cast<size_t>(std::max_element(worth.begin(), worth.end()) - worth.begin())]
        .share = 1;
    lessons.push_back(std::move(lesson));
  }
  return lessons;
}

TEST(Train, APolicyLearnsATaste) {
  const bots::PolicyShape& shape = lab::policy_shape_of(*games::find("koenig"));
  for (const bool by_change : {true, false}) {
    lab::FitReport report;
    const bots::Policy policy =
        lab::fit_policy(shape, lessons_of_a_taste(shape, by_change), {.epochs = 30}, report);
    EXPECT_EQ(report.lessons, 600u);
    EXPECT_GT(report.agreement, by_change ? 0.9 : 0.8);
    EXPECT_LT(report.surprise, report.even / 2);
    EXPECT_FALSE(policy.empty());
  }
}

lab::LessonSpec few_lessons(const engine::AnyGame& game, int threads) {
  lab::LessonSpec spec;
  spec.game = &game;
  spec.teacher = bots::BotSpec::of("search:ms=0,iterations=10");
  spec.players = {game.spec().min_seats};
  spec.games = 2;
  spec.threads = threads;
  return spec;
}

TEST(Train, LessonsAreTheSameWithAnyNumberOfThreads) {
  for (const engine::AnyGame* game : games::all()) {
    SCOPED_TRACE(game->spec().id);
    const auto one = lab::play_lessons(few_lessons(*game, 1), kTrainToTheEnd, nullptr);
    const auto two = lab::play_lessons(few_lessons(*game, 2), kTrainToTheEnd, nullptr);
    ASSERT_GT(one.decisions.size(), 10u);
    ASSERT_EQ(one.decisions.size(), two.decisions.size());
    for (size_t i = 0; i < one.decisions.size(); ++i) {
      const lab::Lesson& lesson = one.decisions[i];
      ASSERT_EQ(lesson.changes, two.decisions[i].changes);
      float sum = 0;
      for (size_t k = 0; k < lesson.choices.size(); ++k) {
        ASSERT_EQ(lesson.choices[k].share, two.decisions[i].choices[k].share);
        sum += lesson.choices[k].share;
      }
      EXPECT_NEAR(sum, 1, 1e-4);
    }
    ASSERT_GT(one.points.size(), 10u);
    ASSERT_EQ(one.points.size(), two.points.size());
    for (size_t i = 0; i < one.points.size(); ++i) {
      const lab::Standpoint& point = one.points[i];
      ASSERT_EQ(point.features, two.points[i].features);
      ASSERT_EQ(point.won, two.points[i].won);
      EXPECT_NEAR(std::accumulate(point.won.begin(), point.won.end(), 0.0F), 1, 1e-4);
    }
  }
}

// Who has more of the first feature wins three games in four; the second means nothing. Whoever
// knows the odds is surprised by them: .562.
std::vector<lab::Standpoint> points_of_a_game_of_chance() {
  std::vector<lab::Standpoint> points;
  engine::Chance chance(4, 0);
  for (uint32_t i = 0; i < 6000; ++i) {
    lab::Standpoint point;
    point.game = i / 3;
    point.progress = static_cast<float>(chance.below(100)) / 100;
    point.players = 2;
    const auto first = static_cast<int32_t>(chance.below(2));
    point.features = {first, static_cast<int32_t>(chance.below(50)), 1 - first,
                      static_cast<int32_t>(chance.below(50))};
    const size_t winner = (chance.below(4) != 0) == (first == 1) ? 0 : 1;
    point.won[winner] = 1;
    points.push_back(std::move(point));
  }
  return points;
}

TEST(Train, AValueLearnsTheOddsWithAndWithoutANet) {
  static constexpr std::array<engine::FeatureSpec, 2> kFeatures{{{"strength"}, {"noise"}}};
  for (const int hidden : {0, 8}) {
    lab::ValueFitReport report;
    const bots::Value value =
        lab::fit_value(kFeatures, points_of_a_game_of_chance(), {.hidden = hidden}, report);
    EXPECT_EQ(report.points, 6000u);
    EXPECT_NEAR(report.even, std::log(2), 1e-6);
    EXPECT_NEAR(report.surprise, 0.562, 0.02);
    engine::Features features{};
    features.rows[0].values[0] = 1;
    const bots::Value::Shares shares = value.shares(value.inputs(features, {}, 2, 0.5F));
    EXPECT_NEAR(shares[0], 0.75, 0.04);
  }
}

// Whoever sees the third number wins three games in four; the others mean nothing, and the
// judgement is wrong.
lab::Sights sights_of_a_game_of_chance() {
  lab::Sights sights;
  engine::Chance chance(4, 0);
  for (uint32_t i = 0; i < 20000; ++i) {
    lab::Sights::Point point;
    point.game = i / 4;
    point.players = 2;
    point.progress = static_cast<float>(chance.below(100)) / 100;
    point.judged = {static_cast<float>(chance.below(3)), static_cast<float>(chance.below(3))};
    std::vector<float> numbers(6);
    std::vector<uint32_t> places;
    for (uint32_t k = 0; k < 6; ++k) {
      if (chance.below(2) == 0) continue;
      numbers[k] = 1;
      places.push_back(k);
    }
    const size_t winner = (chance.below(4) != 0) == (numbers[2] == 1) ? 0 : 1;
    point.won[winner] = 1;
    sights.add(point, places, numbers);
  }
  return sights;
}

TEST(Train, ANetLearnsTheOdds) {
  const lab::Sights sights = sights_of_a_game_of_chance();
  lab::NetFitReport report;
  const bots::Net net = lab::fit_net(sights, 2, {}, {.hidden = 8}, kTrainToTheEnd, nullptr, report);
  EXPECT_EQ(report.points, 20000u);
  EXPECT_NEAR(report.even, std::log(2), 1e-6);
  EXPECT_GT(report.judgement, report.even);
  EXPECT_NEAR(report.surprise, 0.562, 0.02);
  for (const uint32_t seen : {1u, 2u}) {
    std::vector<float> numbers(6);
    numbers[seen] = 1;
    const std::vector<uint32_t> places{seen};
    const bots::Net::Shares shares = net.shares({places, numbers.data(), {}, 2, 0.5F});
    EXPECT_NEAR(shares[0], seen == 2 ? 0.75 : 0.25, 0.06);
  }
}

// Sights are of the same games with any number of threads, and tell who won as their seat sees it.
TEST(Train, SightsAreTheSameWithAnyNumberOfThreads) {
  for (const engine::AnyGame* game : games::all()) {
    SCOPED_TRACE(game->spec().id);
    lab::LessonSpec spec{.game = game,
                         .teacher = bots::BotSpec::of("random"),
                         .players = {game->spec().min_seats},
                         .games = 6,
                         .decisions = false,
                         .points = false,
                         .sights = true};
    spec.threads = 1;
    const lab::Lessons one = lab::play_lessons(spec, kTrainToTheEnd, nullptr);
    spec.threads = 2;
    const lab::Lessons two = lab::play_lessons(spec, kTrainToTheEnd, nullptr);
    ASSERT_GT(one.sights.size(), 0u);
    ASSERT_EQ(one.sights.size(), two.sights.size());
    EXPECT_TRUE(one.points.empty());
    for (size_t i = 0; i < one.sights.size(); ++i) {
      ASSERT_EQ(one.sights[i].game, two.sights[i].game);
      ASSERT_EQ(one.sights[i].won, two.sights[i].won);
      ASSERT_TRUE(std::ranges::equal(one.sights.places(i), two.sights.places(i)));
      ASSERT_TRUE(std::ranges::equal(one.sights.numbers(i), two.sights.numbers(i)));
      const auto& won = one.sights[i].won;
      ASSERT_NEAR(std::accumulate(won.begin(), won.end(), 0.0F), 1, 1e-5);
    }
  }
}

// Who wins has mostly much of the habit, but one more of it doesn't help; one more of the cause
// does.
std::vector<lab::Crossroads> crossroads_with_a_habit() {
  std::vector<lab::Crossroads> all;
  engine::Chance chance(5, 0);
  for (uint32_t i = 0; i < 4000; ++i) {
    lab::Crossroads one;
    one.seat = engine::seat_at(static_cast<int>(chance.below(2)));
    const auto me = static_cast<size_t>(engine::index_of(one.seat));
    const bool strong = chance.below(2) == 0;
    for (size_t way = 0; way < 2; ++way) {
      lab::Standpoint& point = one.ways[way];
      point.game = i;
      point.progress = static_cast<float>(chance.below(100)) / 100;
      point.players = 2;
      point.features.assign(4, 0);
      const auto cause = static_cast<int32_t>(chance.below(2));
      point.features[2 * me] = cause;
      point.features[2 * me + 1] = (strong ? 20 : 0) + static_cast<int32_t>(chance.below(3));
      const bool won = static_cast<int>(chance.below(100)) < (strong ? 50 : 20) + 30 * cause;
      point.won[won ? me : 1 - me] = 1;
      one.scores[way][won ? me : 1 - me] = 1;
    }
    all.push_back(std::move(one));
  }
  return all;
}

TEST(Train, AtCrossroadsAValueLearnsWhatHelpsNotWhatGoesWithWinning) {
  static constexpr std::array<engine::FeatureSpec, 2> kFeatures{{{"cause"}, {"habit"}}};
  lab::ValueFitReport report;
  const bots::Value value = lab::fit_value(kFeatures, crossroads_with_a_habit(), {}, report);
  EXPECT_EQ(report.points, 8000u);
  EXPECT_LT(report.surprise, report.even - 0.01);
  const auto share_with = [&](int32_t cause, int32_t habit) {
    engine::Features features{};
    features.rows[0].values[0] = cause;
    features.rows[0].values[1] = habit;
    return value.shares(value.inputs(features, {}, 2, 0.5F))[0];
  };
  EXPECT_GT(share_with(1, 0), 0.6);
  EXPECT_NEAR(share_with(0, 2), 0.5, 0.05);
}

TEST(Train, CrossroadsAreTheSameWithAnyNumberOfThreads) {
  for (const engine::AnyGame* game : games::all()) {
    SCOPED_TRACE(game->spec().id);
    lab::CrossroadsSpec spec{.game = game,
                             .player = bots::BotSpec::of("random"),
                             .players = {game->spec().min_seats},
                             .games = 3};
    spec.threads = 1;
    const auto one = lab::play_crossroads(spec, kTrainToTheEnd, nullptr);
    spec.threads = 2;
    const auto two = lab::play_crossroads(spec, kTrainToTheEnd, nullptr);
    ASSERT_FALSE(one.empty());
    ASSERT_EQ(one.size(), two.size());
    for (size_t i = 0; i < one.size(); ++i) {
      ASSERT_EQ(one[i].scores, two[i].scores);
      for (size_t way = 0; way < 2; ++way) {
        ASSERT_EQ(one[i].ways[way].features, two[i].ways[way].features);
        ASSERT_EQ(one[i].ways[way].won, two[i].ways[way].won);
      }
      EXPECT_NE(one[i].ways[0].features, one[i].ways[1].features);
    }
  }
}

// Somebody who thinks nothing of money learns from duels that it wins: and the same with any number
// of threads.
TEST(Train, DuelsMoveAJudgementTowardsWhatWins) {
  const engine::AnyGame& game = *games::find("koenig");
  const engine::JudgementNames names = lab::judgement_names_of(game);
  const engine::Weights& usual = lab::judgement_of(game);
  ASSERT_EQ(names.features[0].id, "silver");
  engine::Weights start = usual;
  for (size_t quarter = 0; quarter < engine::kQuarters; ++quarter) start.set_weight(0, quarter, 0);
  lab::DuelSpec spec{.game = &game,
                     .player = bots::BotSpec::of("quick"),
                     .players = {3},
                     .blocks = 256,
                     .aside = 1};
  std::array<std::string, 2> tuned;
  for (int threads = 1; threads <= 2; ++threads) {
    spec.threads = threads;
    lab::DuelReport report;
    const engine::Weights weights =
        lab::learn_by_duels(names, usual, start, spec, kTrainToTheEnd, nullptr, report);
    EXPECT_EQ(report.blocks, 256u);
    EXPECT_GT(report.moved, 0);
    int32_t silver = 0;
    for (size_t quarter = 0; quarter < engine::kQuarters; ++quarter) {
      silver += weights.weight(0, quarter);
    }
    EXPECT_GT(silver, 0);
    tuned[static_cast<size_t>(threads - 1)] = weights.json(names, "{}");
  }
  EXPECT_EQ(tuned[0], tuned[1]);
  const auto read = engine::Weights::load(names, tuned[0], "tuned.json");
  ASSERT_TRUE(read) << read.error.text;
  EXPECT_EQ((*read).json(names, "{}"), tuned[0]);
}

// Hypotheses that a bot of equal strength fulfils or fails: so both ends are seen.
TEST(Train, AGenerationIsLetInByItsTestAlone) {
  const engine::AnyGame& game = *games::find("koenig");
  for (const bool easy : {true, false}) {
    lab::TrainSpec spec;
    spec.game = &game;
    spec.players = {3};
    spec.teacher = bots::BotSpec::of("search:ms=0,iterations=10");
    spec.games = 6;
    spec.policy.epochs = 2;
    spec.value.epochs = 2;
    spec.learned = {bots::Figures::kValue, bots::Figures::kPolicy};
    if (easy) spec.student = bots::BotSpec::of("search:ms=0,iterations=12");
    spec.test = {.h0 = easy ? 0.001 : 0.97, .h1 = easy ? 0.01 : 0.99, .max_blocks = 40};
    std::vector<lab::Generation> tried;
    lab::TrainWatch watch;
    watch.take = [&](const lab::Generation& generation) { tried.push_back(generation); };
    lab::train(spec, kTrainToTheEnd, watch);
    ASSERT_EQ(tried.size(), 2u);
    for (size_t i = 0; i < tried.size(); ++i) {
      EXPECT_EQ(tried[i].learned, spec.learned[i]);
      EXPECT_EQ(tried[i].let_in(), easy);
      EXPECT_FALSE(lab::check_figures(game, spec.learned[i], tried[i].file, "file.json"));
    }
  }
}

}  // namespace
