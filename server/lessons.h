// Lessons, for pages that play them (engine/lessons.h): every moment with its position, through the
// learner's eyes.
#pragma once

#include <string>
#include <string_view>

#include "engine/lessons.h"

namespace server {

// GET /api/games/<id>/lessons/<lesson>/<lang>
std::string write_lesson(const engine::AnyGame& game, const engine::Lesson& lesson,
                         engine::Language language);
// Those of a game, in order: id, title, minutes. A list, for the catalogue.
void write_lessons(const engine::AnyGame& game, engine::Language language, engine::JsonWriter& out);

}  // namespace server
