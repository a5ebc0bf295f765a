// The lessons of every game: they can be completed by the rules on every way, and say what they say
// in every language.
#include "engine/lessons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "games/registry.h"
#include "tests/documentation.h"
#include "tests/typography.h"

namespace {

using engine::Language;
using engine::Lesson;
using engine::LessonMoment;
using engine::LessonReport;
using engine::LessonText;

LessonReport read(std::string_view text) {
  return engine::read_lesson(text, "koenig", games::find);
}

std::string problems_of(const LessonReport& report) {
  std::string all;
  for (const engine::CaseProblem& problem : report.problems)
    all += engine::describe(problem) + "\n";
  return all;
}

class Lessons : public testing::TestWithParam<const engine::AnyGame*> {
 protected:
  const engine::AnyGame& game() const { return *GetParam(); }
};

TEST_P(Lessons, CanBeCompleted) {
  std::set<std::string> ids;
  for (const std::string_view text : game().lessons()) {
    const LessonReport report = engine::read_lesson(text, game().spec().id, games::find);
    EXPECT_EQ(problems_of(report), "") << game().spec().id << " " << report.lesson.id();
    EXPECT_TRUE(ids.emplace(report.lesson.id()).second) << report.lesson.id();
  }
  EXPECT_EQ(engine::lessons_of(game()).size(), game().lessons().size());
}

// Every way leads to the end, and everything that can be chosen is answered.
TEST_P(Lessons, LeadOnFromEveryMoment) {
  for (const Lesson& lesson : engine::lessons_of(game())) {
    std::vector<bool> reached(lesson.moments.size(), false);
    reached.at(0) = true;
    bool ends = false;
    for (size_t i = 0; i < lesson.moments.size(); ++i) {
      const LessonMoment& moment = lesson.moments[i];
      EXPECT_TRUE(reached[i]) << lesson.id() << " moment " << i;
      EXPECT_FALSE(moment.leads.empty()) << lesson.id() << " moment " << i;
      EXPECT_FALSE(moment.table->over()) << lesson.id() << " moment " << i;
      for (const LessonMoment::Lead& lead : moment.leads) {
        if (lead.action) {
          EXPECT_FALSE(moment.table->check(moment.learner, *lead.action)) << lesson.id();
        }
        ends = ends || !lead.to;
        if (!lead.to) continue;
        EXPECT_GT(*lead.to, i) << lesson.id();
        reached.at(*lead.to) = true;
      }
    }
    EXPECT_TRUE(ends) << lesson.id();
  }
}

// The first lesson teaches by playing: it asks for at least a whole turn, and ends at a real table.
TEST_P(Lessons, TheFirstOneEndsInAGame) {
  const std::vector<Lesson> lessons = engine::lessons_of(game());
  ASSERT_FALSE(lessons.empty());
  EXPECT_TRUE(lessons.front().play);
  EXPECT_THAT(lessons.front().file.minutes, testing::AllOf(testing::Ge(5), testing::Le(10)));
  size_t asked = 0;
  for (const engine::LessonStep& step : lessons.front().steps) asked += !step.wanted.empty();
  EXPECT_GE(asked, 5u);
}

TEST_P(Lessons, AreShortAndWellPrinted) {
  constexpr size_t kLongest = 300;  // a speech bubble on a phone
  const auto look = [&](const Lesson& lesson, const LessonText& text) {
    for (size_t i = 0; i < text.size(); ++i) {
      EXPECT_EQ(typography::misprint(static_cast<Language>(i), text[i]), "") << lesson.id();
      EXPECT_LE(text[i].size(), kLongest) << lesson.id() << ": " << text[i];
    }
  };
  for (const Lesson& lesson : engine::lessons_of(game())) {
    look(lesson, lesson.file.title);
    for (const engine::LessonStep& step : lesson.steps) {
      look(lesson, step.say);
      for (const engine::LessonAnswer& answer : step.answers) look(lesson, answer.text);
      if (step.otherwise) look(lesson, *step.otherwise);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Lessons,
                         testing::ValuesIn(games::all().begin(), games::all().end()),
                         [](const auto& game) { return std::string(game.param->spec().id); });

std::string said(const char* keyword) {
  std::string block = std::string(keyword) + "\n";
  for (const char* language : {"en", "nl", "de", "fr"})
    block += std::string("  ") + language + ": a text\n";
  return block;
}

const std::string kHead = "lesson small\n" + said("title") + "minutes 1\n";
// Green's turn, with nothing that hangs on chance but the card that is drawn.
const std::string kGiven =
    "given 3 players\n{\"turn\": 7, \"start\": \"green\", \"active\": \"green\", \"cup\": "
    "\"purple\", \"line\": [\"Yr\", \"Pr\", \"Gg\", \"J\", \"S\", \"Gd\", \"Z\", \"Pg\", \"Ya\"], "
    "\"hands\": {\"green\": [\"selbstlos\", \"suender\"], \"purple\": [\"zange\"], \"yellow\": "
    "[\"stammplatz\"]}, \"pile\": null}\nas green\n";

TEST(LessonFile, GoesOnFromEachChoiceThatCounts) {
  const LessonReport report = read(kHead + kGiven + said("say") +
                                   "do\n  green: play selbstlos [any]\n"
                                   "  green: play suender [any]\n"
                                   "when purple: play zange [any]\n" +
                                   said("say") + "play 3 players\n");
  ASSERT_EQ(problems_of(report), "");
  const Lesson& lesson = report.lesson;
  ASSERT_EQ(lesson.moments.size(), 3u);
  const LessonMoment& first = lesson.moments[0];
  ASSERT_EQ(first.leads.size(), 2u);
  for (const LessonMoment::Lead& lead : first.leads) {
    const LessonMoment& next = lesson.moments[*lead.to];
    ASSERT_EQ(next.beats.size(), 2u);
    EXPECT_EQ(next.beats[0].action, *lead.action);
    EXPECT_EQ(next.step, 1u);
    EXPECT_FALSE(next.leads.front().to);
  }
  EXPECT_EQ(lesson.play->seats, 3);
}

TEST(LessonFile, AnswersWhatIsNotWanted) {
  const LessonReport report = read(kHead + kGiven + said("say") +
                                   "do green: play selbstlos [any]\nnot play suender\n  en: No "
                                   "{card.suender.name}.\n  nl: n\n  de: n\n  fr: n\n");
  ASSERT_EQ(problems_of(report), "");
  const LessonMoment& moment = report.lesson.moments.front();
  const engine::AnyGame& koenig = *games::find("koenig");
  const auto action = [&](const char* text) {
    return *koenig.parse_action(*koenig.default_edition(), text);
  };
  const LessonText* answer = report.lesson.answer(moment, action("play suender"));
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->front(), "No Sinner.");
  EXPECT_EQ(report.lesson.answer(moment, action("play zange")), nullptr);
}

struct BadLesson {
  const char* name;
  std::string text;
  const char* problem;
};
class BadLessons : public testing::TestWithParam<BadLesson> {};

TEST_P(BadLessons, AreNamed) {
  const LessonReport report = read(GetParam().text);
  EXPECT_THAT(problems_of(report), testing::HasSubstr(GetParam().problem));
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadLessons,
    testing::Values(
        BadLesson{"Empty", "", "line 1: the lesson is empty"},
        BadLesson{"NoName", said("title"), "a lesson begins with 'lesson'"},
        BadLesson{"NoTitle", "lesson x\nminutes 1\n" + kGiven + said("say"), "no title"},
        BadLesson{"NoMinutes", "lesson x\n" + said("title") + kGiven + said("say"), "minutes"},
        BadLesson{"NoScene", kHead, "at least one 'given'"},
        BadLesson{"NoSeat", kHead + "given 3 players\n" + said("say"), "'as SEAT' is missing"},
        BadLesson{"NothingSaid", kHead + kGiven, "nothing is said here"},
        BadLesson{"Untranslated", kHead + kGiven + "say\n  en: Only English.\n",
                  "line 11: this is not said in 'nl'"},
        BadLesson{"NoLanguage", kHead + kGiven + "say\n  Only words.\n",
                  "begins with its language"},
        BadLesson{"NoSuchName",
                  kHead + kGiven + "say\n  en: {card.nobody.name}\n  nl: x\n  de: x\n  fr: x\n",
                  "the game has no text 'card.nobody.name'"},
        BadLesson{"Illegal", kHead + kGiven + said("say") + "do green: play zange [any]\n",
                  "is refused"},
        BadLesson{"NotTheLearner", kHead + kGiven + said("say") + "do purple: play zange [any]\n",
                  "isn't the learner's seat"},
        BadLesson{"WrongTurn", kHead + kGiven + said("say") + "when purple: play zange [any]\n",
                  "is refused"},
        BadLesson{"AnswerToNothing",
                  kHead + kGiven + said("say") + "do green: play suender [any]\n" +
                      "not play zange\n  en: n\n  nl: n\n  de: n\n  fr: n\n",
                  "'play zange' can't be chosen here"},
        BadLesson{"AnswerToWhatIsWanted",
                  kHead + kGiven + said("say") + "do green: play suender [any]\n" +
                      "not play suender\n  en: n\n  nl: n\n  de: n\n  fr: n\n",
                  "can't be chosen here"},
        BadLesson{"AnswerWithoutQuestion", kHead + kGiven + said("say") + said("else"),
                  "'else' needs a 'do' before it"},
        BadLesson{"DoesNotHold", kHead + kGiven + said("say") + "then acting purple\n",
                  "expected purple, found green"},
        BadLesson{"Impossible",
                  kHead + "given 3 players\n{\"line\": [\"Gg\"]}\nas green\n" + said("say"),
                  "line 8: this position cannot be"},
        BadLesson{"NoSuchGame",
                  "lesson x\ngame chess\n" + said("title") + "minutes 1\n" + kGiven + said("say"),
                  "There is no 'chess'"},
        BadLesson{"BadTable", kHead + kGiven + said("say") + "play 9 players\n", "line 16"},
        BadLesson{"AfterTheEnd", kHead + kGiven + said("say") + "play 3 players\n" + said("say"),
                  "nothing follows 'play'"}),
    [](const auto& bad) { return std::string(bad.param.name); });

TEST(LessonDocumentation, ItsExampleHolds) {
  const std::string text = tests::first_example("lessons.md");
  EXPECT_EQ(problems_of(engine::read_lesson(text, "", games::find)), "");
}

}  // namespace
