// Lessons: a game taught by playing it (docs/lessons.md). A lesson is played through beforehand, by
// the rules, along every way it allows: so what it shows can only be what the game does, and
// whoever shows it needs no rules. It always uses the game's own edition.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/cases.h"
#include "engine/lesson_file.h"

namespace engine {

// One choice on the way to a moment, the learner's or another's, and the table after it.
struct LessonBeat {
  Seat seat = Seat::kNone;
  Action action;
  std::shared_ptr<const AnyTable> table;
  size_t first_event = 0;  // of what happened by it
};

// Something is said, at a position; the learner reads on or does what is wanted.
struct LessonMoment {
  struct Lead {
    std::optional<Action> action;  // none: the learner has read it
    std::optional<size_t> to;      // the next moment; none: the lesson is over
  };

  size_t scene = 0;
  size_t step = 0;                // of all steps of the lesson
  std::vector<LessonBeat> beats;  // what happened since the moment before; none: a new scene
  std::shared_ptr<const AnyTable> table;
  Seat learner = Seat::kNone;
  std::vector<Lead> leads;  // of the learner's choices those that count; by the lesson's own order

  const Lead* lead(Action action) const;
};

struct Lesson {
  LessonFile file;
  std::vector<LessonStep> steps;  // of all scenes
  std::vector<LessonMoment> moments;
  std::optional<TableSpec> play;  // the table that follows

  std::string_view id() const { return file.id; }
  std::string_view title(Language language) const {
    return file.title[static_cast<size_t>(language)];
  }
  const LessonStep& step_of(const LessonMoment& moment) const { return steps[moment.step]; }
  // What is said to a choice that doesn't lead on; nullptr: nothing in particular.
  const LessonText* answer(const LessonMoment& moment, Action action) const;
};

struct LessonReport {
  Lesson lesson;
  std::vector<CaseProblem> problems;  // without any, the lesson can be completed on every way

  bool ok() const { return problems.empty(); }
};
// `folder_game` is the game of the folder the file stands in, for files that don't name one.
LessonReport read_lesson(std::string_view text, std::string_view folder_game,
                         const FindGame& find_game);

// Those of a game, in order.
std::vector<Lesson> lessons_of(const AnyGame& game);

}  // namespace engine
