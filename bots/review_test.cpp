// What holds for the review of every registered game.
#include "bots/review.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bots/any_bot.h"
#include "games/registry.h"

namespace bots {
namespace review_test {

constexpr uint64_t kIterations = 20'000;

// `greedy` plays, and now and then whatever comes to mind: something to find.
std::unique_ptr<engine::AnyTable> played(const engine::AnyGame& game, int seats, uint64_t seed) {
  auto table = game.new_table(
      {nullptr, engine::default_variants(game.spec()), seats, engine::ChanceSource::of_seed(seed)});
  engine::Chance chance(seed, 99);
  while (!(*table)->over()) {
    const engine::Seat seat = (*table)->acting().front();
    const BotSpec bot = BotSpec::of(chance.below(4) == 0 ? "random" : "quick");
    EXPECT_FALSE((*table)->act(seat, choose(bot, **table, seat, chance)));
  }
  return std::move(*table);
}

class ReviewTest : public ::testing::TestWithParam<const engine::AnyGame*> {
 protected:
  const engine::AnyGame& game() const { return *GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(AllGames, ReviewTest, ::testing::ValuesIn(games::all()),
                         [](const auto& test) { return std::string(test.param->spec().id); });

TEST_P(ReviewTest, StartPlayAndLuckMakeTheResult) {
  const auto table = played(game(), game().spec().max_seats, 3);
  const auto reviewed = review(*table, {kIterations, 0, 1});
  ASSERT_TRUE(reviewed) << reviewed.error.text;
  const Review& found = *reviewed;
  ASSERT_EQ(found.choices.size(), static_cast<size_t>(decisions_of(*table)));
  ASSERT_EQ(found.curve.size(), found.choices.size() + 1);
  EXPECT_EQ(found.curve.back().step, static_cast<int>(table->steps().size()));
  EXPECT_EQ(found.curve.back().shares, shares_at_the_end(*table));
  for (const Review::Point& point : found.curve) {
    double sum = 0;
    for (const double share : point.shares) {
      EXPECT_GE(share, 0);
      sum += share;
    }
    EXPECT_NEAR(sum, 1, 1e-3) << "after step " << point.step;
  }
  int faults = 0;
  for (const Review::Choice& choice : found.choices) {
    EXPECT_EQ(table->steps()[static_cast<size_t>(choice.step - 1)].action, choice.made);
    double sum = 0;
    for (const double share : choice.play) sum += share;
    EXPECT_NEAR(sum, 0, 1e-3) << "what one loses the others win, at step " << choice.step;
    EXPECT_EQ(choice.grade >= Grade::kImprecise, choice.lost >= kImpreciseFrom);
    EXPECT_TRUE(choice.made != choice.best || choice.grade == Grade::kBest);
    EXPECT_TRUE(choice.lost == 0 || choice.lost >= kSure * choice.error - 1e-3) << choice.step;
    faults += choice.grade >= Grade::kImprecise ? 1 : 0;
  }
  EXPECT_GT(faults, 0) << "a quarter of the choices was random";
  for (size_t i = 0; i < found.seats.size(); ++i) {
    const Review::Seat& seat = found.seats[i];
    EXPECT_DOUBLE_EQ(seat.start + seat.play + seat.others + seat.luck, seat.result);
    EXPECT_LE(seat.play, 0);
    double lost = 0;
    int decisions = 0;
    for (const Review::Choice& choice : found.choices) {
      if (choice.seat != engine::seat_at(static_cast<int>(i))) continue;
      lost += choice.lost;
      ++decisions;
    }
    EXPECT_NEAR(seat.play, -lost, 1e-9);
    EXPECT_EQ(seat.decisions, decisions);
    EXPECT_GE(seat.figure, 0);
    EXPECT_LE(seat.figure, 100);
  }
}

TEST_P(ReviewTest, IsTheSameAgainAndAnotherWithAnotherSeed) {
  const auto table = played(game(), game().spec().min_seats, 4);
  const auto text = [&](uint64_t seed) {
    const auto found = review(*table, {kIterations / 4, 0, seed});
    EXPECT_TRUE(found);
    return write_review(*found, *table);
  };
  const std::string once = text(1);
  EXPECT_EQ(once, text(1));
  EXPECT_NE(once, text(2));
}

// A choice is judged by what could be known: in any world that looks alike the verdict is the same.
TEST_P(ReviewTest, JudgesByWhatTheSeatCouldKnow) {
  const auto table = played(game(), game().spec().max_seats, 5);
  const auto appraiser = make_appraiser(BotSpec::of("search"), game());
  int seen = 0;
  const engine::Error error = for_each_decision(
      *table, [&](const engine::AnyTable& before, int step, const engine::Step& done) {
        if (step % 7 != 0) return true;
        const auto seed = static_cast<uint64_t>(step);
        const auto other = before.imagine(done.seat, engine::ChanceSource::of_seed(seed));
        const Appraisal one = appraiser->appraise(before, done.seat, done.action, 200, seed);
        const Appraisal two = appraiser->appraise(*other, done.seat, done.action, 200, seed);
        EXPECT_EQ(one.best, two.best) << "step " << step;
        EXPECT_EQ(one.with_best, two.with_best) << "step " << step;
        EXPECT_EQ(one.with_made, two.with_made) << "step " << step;
        EXPECT_EQ(one.line, two.line) << "step " << step;
        return ++seen < 20;
      });
  EXPECT_FALSE(error);
  EXPECT_GT(seen, 3);
}

TEST_P(ReviewTest, IsOfFinishedGamesOnly) {
  auto table = played(game(), game().spec().min_seats, 6);
  const auto steps = table->steps().size();
  ASSERT_FALSE(table->rewind(steps - 1));
  const auto refused = review(*table, {kIterations, 0, 1});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error.text.find("isn't over"), std::string::npos);
}

TEST_P(ReviewTest, LeavesOffWhenAskedTo) {
  const auto table = played(game(), game().spec().min_seats, 6);
  int calls = 0;
  const auto left = review(*table, {kIterations, 0, 1}, [&](int done, int all) {
    EXPECT_EQ(done, ++calls);
    EXPECT_EQ(all, decisions_of(*table));
    return done < 3;
  });
  EXPECT_FALSE(left);
  EXPECT_EQ(calls, 3);
}

TEST_P(ReviewTest, JsonHasAWordForEveryChoice) {
  const auto table = played(game(), game().spec().min_seats, 7);
  const auto found = review(*table, {kIterations / 4, 0, 1});
  ASSERT_TRUE(found);
  auto json = engine::parse_json(write_review(*found, *table), "review");
  ASSERT_TRUE(json) << json.error.text;
  for (size_t language = 0; language < engine::kLanguages.size(); ++language) {
    const auto& texts = table->texts(static_cast<engine::Language>(language));
    add_texts(*json, *table, texts);
    const engine::Json& choices = *json->find("choices");
    ASSERT_EQ(choices.items.size(), found.value.choices.size());
    for (size_t i = 0; i < choices.items.size(); ++i) {
      const engine::Json* made = choices.items[i].find("made");
      ASSERT_NE(made, nullptr);
      EXPECT_EQ(made->find("text")->text,
                game().action_text(*table->edition(), found.value.choices[i].made, texts));
    }
  }
}

TEST(Review, GradesByWhatIsLost) {
  EXPECT_EQ(grade_of(0), Grade::kBest);
  EXPECT_EQ(grade_of(0.019), Grade::kGood);
  EXPECT_EQ(grade_of(kImpreciseFrom), Grade::kImprecise);
  EXPECT_EQ(grade_of(kMistakeFrom), Grade::kMistake);
  EXPECT_EQ(grade_of(kBlunderFrom), Grade::kBlunder);
  EXPECT_EQ(figure_of(0), 100);
  EXPECT_EQ(figure_of(0.005), 50);
  EXPECT_EQ(figure_of(1), 0);
}

// By time it ends in time, however little there is.
TEST(Review, KeepsItsTime) {
  const auto table = played(*games::all().front(), 3, 8);
  const auto found = review(*table, {0, 300, 1});
  ASSERT_TRUE(found);
  EXPECT_GT(found.value.iterations, 0u);
}

}  // namespace review_test
}  // namespace bots
