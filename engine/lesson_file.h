// The text of a lesson taken apart: who is taught what, scene by scene and step by step. What is
// played in it is lessons.cpp's business; the format is docs/lessons.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/case_file.h"
#include "engine/text.h"

namespace engine {

// A text in every language.
using LessonText = std::array<std::string, kLanguages.size()>;

// What is said to a choice that can be made, but is not the one that was asked for.
struct LessonAnswer {
  int32_t line = 0;
  std::string pattern;  // "play *": an action; what is left out or * may be anything
  LessonText text;
};

struct LessonStep {
  int32_t line = 0;
  LessonText say;
  std::vector<std::string> look;  // things and parts of the board: "hero:Gg", "square"
  std::vector<CaseLine> wanted;   // what the learner is to do, one of these; none: to read on
  std::vector<LessonAnswer> answers;
  std::optional<LessonText> otherwise;  // what is said to all other choices
  std::vector<CaseBlock> after;         // what others do then (`when`), and what holds (`then`)
};

struct LessonScene {
  CaseBlock given;
  CaseLine seat;  // the learner's
  std::vector<LessonStep> steps;
};

struct LessonFile {
  std::string id;
  std::string game;  // empty when the file doesn't name it
  LessonText title;
  int32_t minutes = 0;
  std::vector<LessonScene> scenes;
  std::optional<CaseBlock> play;  // the table that follows
};

LineError parse_lesson(std::string_view text, LessonFile& file);

}  // namespace engine
