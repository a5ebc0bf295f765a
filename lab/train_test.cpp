#include "lab/train.h"

#include <gtest/gtest.h>

#include "games/registry.h"

namespace {

const std::atomic<bool> kNeverStop{false};

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
    const auto one = lab::play_lessons(few_lessons(*game, 1), kNeverStop, nullptr);
    const auto two = lab::play_lessons(few_lessons(*game, 2), kNeverStop, nullptr);
    ASSERT_GT(one.size(), 10u);
    ASSERT_EQ(one.size(), two.size());
    for (size_t i = 0; i < one.size(); ++i) {
      ASSERT_EQ(one[i].changes, two[i].changes);
      float sum = 0;
      for (size_t k = 0; k < one[i].choices.size(); ++k) {
        ASSERT_EQ(one[i].choices[k].share, two[i].choices[k].share);
        sum += one[i].choices[k].share;
      }
      EXPECT_NEAR(sum, 1, 1e-4);
    }
  }
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
    spec.fit.epochs = 2;
    spec.test = {.h0 = easy ? 0.001 : 0.97, .h1 = easy ? 0.01 : 0.99, .max_blocks = 40};
    std::vector<lab::Generation> tried;
    lab::TrainWatch watch;
    watch.take = [&](const lab::Generation& generation) { tried.push_back(generation); };
    lab::train(spec, kNeverStop, watch);
    ASSERT_EQ(tried.size(), 1u);
    EXPECT_EQ(tried[0].let_in(), easy);
    EXPECT_TRUE(bots::Policy::load(lab::policy_shape_of(game), tried[0].policy, "policy.json"));
  }
}

}  // namespace
