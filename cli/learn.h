// A lesson in plain lines (engine/lessons.h): what is said, the table, the choices by number.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/choices.h"
#include "cli/say.h"
#include "engine/lessons.h"

namespace cli {

struct LearnSettings {
  engine::Language language = engine::Language::kEnglish;
  bool drawn = false;        // the table as a picture, not in sentences
  bool interactive = false;  // a person is at the other end: show a prompt
  Paper paper;
};

class LearnClient {
 public:
  enum class End { kFinished, kLeft };

  LearnClient(std::istream& in, std::ostream& out, const engine::Lesson& lesson,
              LearnSettings settings)
      : in_(in), out_(out), lesson_(lesson), settings_(settings) {}

  // To the end of the lesson or of the input.
  End run();

 private:
  void show(const engine::LessonMoment& moment);
  void show_table(const engine::LessonMoment& moment);
  void show_choices(const engine::LessonMoment& moment);
  void show_reasons();
  // What the board would point at, by name.
  std::string looked_at(const engine::LessonMoment& moment) const;
  void obey(const engine::LessonMoment& moment, std::string_view line);
  void choose(const engine::LessonMoment& moment, engine::Action action);
  void follow(const engine::LessonMoment::Lead& lead);
  void say(std::string_view line);

  const engine::LessonMoment& now() const { return lesson_.moments[way_.back()]; }
  const engine::Texts& words() const;

  std::istream& in_;
  std::ostream& out_;
  const engine::Lesson& lesson_;
  const LearnSettings settings_;
  std::vector<size_t> way_{0};  // the moments so far
  std::vector<Choice> choices_;
  bool back_ = false;  // the moment was come to from the one after it
  std::optional<End> end_;
};

}  // namespace cli
