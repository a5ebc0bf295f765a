// `learn`: lessons in plain lines.
#include "cli/learn.h"

#include <sstream>

#include "cli/coach.h"
#include "cli/testing.h"
#include "games/registry.h"

namespace cli_test {
namespace {

using engine::Language;
struct Learned {
  cli::LearnClient::End end;
  std::string out;
};

Learned learn(const engine::Lesson& lesson, const std::string& input,
              Language language = Language::kEnglish) {
  std::istringstream in(input);
  std::ostringstream out;
  cli::LearnSettings settings;
  settings.language = language;
  const auto end = cli::LearnClient(in, out, lesson, settings).run();
  return {end, out.str()};
}

// The number of a choice among those that are allowed.
std::string number_of(const engine::LessonMoment& moment, bool wanted) {
  const engine::Texts& texts = moment.table->texts(Language::kEnglish);
  int number = 0;
  for (const cli::Choice& choice : cli::choices_of(*moment.table, moment.learner, texts)) {
    if (!choice.allowed()) break;
    ++number;
    if ((moment.lead(choice.action) != nullptr) == wanted) return std::to_string(number);
  }
  return "";
}

TEST(Learn, EveryLessonCanBeWalkedThroughInEveryLanguage) {
  for (const engine::AnyGame* each : games::all()) {
    for (const engine::Lesson& lesson : engine::lessons_of(*each)) {
      std::string skips;
      for (size_t i = 0; i < lesson.steps.size(); ++i) skips += "s\n";
      for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
        const Learned learned = learn(lesson, skips, static_cast<Language>(i));
        EXPECT_EQ(learned.end, cli::LearnClient::End::kFinished) << lesson.id();
        for (const engine::LessonStep& step : lesson.steps)
          EXPECT_THAT(learned.out, HasSubstr(step.say[i])) << lesson.id();
        EXPECT_THAT(learned.out, Not(HasSubstr("learn."))) << lesson.id();
      }
    }
  }
}

TEST(Learn, DoesWhatIsWantedAndAnswersTheRest) {
  const engine::Lesson lesson = engine::lessons_of(game()).front();
  size_t at = 0;
  std::string input;
  while (lesson.step_of(lesson.moments[at]).wanted.empty()) {
    input += "\n";
    at = *lesson.moments[at].leads.front().to;
  }
  const engine::LessonMoment& asks = lesson.moments[at];
  const engine::LessonStep& step = lesson.step_of(asks);
  ASSERT_FALSE(step.answers.empty());
  const Learned wrong = learn(lesson, input + number_of(asks, false) + "\n");
  EXPECT_EQ(wrong.end, cli::LearnClient::End::kLeft);
  EXPECT_THAT(wrong.out, HasSubstr(step.answers.front().text.front()));
  const Learned right = learn(lesson, input + number_of(asks, true) + "\nb\nq\n");
  const std::string next = lesson.steps[asks.step + 1].say.front();
  EXPECT_THAT(right.out, HasSubstr(next));
  // Back again: it is asked a second time.
  const size_t first = right.out.find(step.say.front());
  EXPECT_NE(right.out.find(step.say.front(), first + 1), std::string::npos);
}

TEST(Learn, ListsLessonsAndNamesThoseThereAre) {
  const Ran list = stamtafel({"learn", game_id(), "--list"});
  EXPECT_EQ(list.code, 0);
  const std::vector<engine::Lesson> lessons = engine::lessons_of(game());
  for (const engine::Lesson& lesson : lessons) {
    EXPECT_THAT(list.out, HasSubstr(std::string(lesson.id())));
    EXPECT_THAT(list.out, HasSubstr(std::string(lesson.title(Language::kEnglish))));
  }
  const Ran unknown = stamtafel({"learn", game_id(), "nothing"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr(std::string(lessons.front().id())));
}

TEST(Coach, SaysWhyUntilAQuestionIsKnown) {
  const engine::Lesson lesson = engine::lessons_of(game()).front();
  const engine::AnyTable& table = *lesson.moments.front().table;
  const engine::Seat seat = lesson.moments.front().learner;
  cli::Coach coach;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(coach.due(table, seat));
    coach.answered(table, seat);
  }
  EXPECT_FALSE(coach.due(table, seat));
  EXPECT_THAT(cli::why_text(table, seat, game().texts(Language::kEnglish)),
              Not(HasSubstr("purpose.")));
}

}  // namespace
}  // namespace cli_test
