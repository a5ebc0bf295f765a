// What all files of learned figures have in common (policy.h, value.h, net.h): JSON that begins
// with what it is about and where it comes from, for people.
#pragma once

#include <cassert>
#include <string>
#include <string_view>

#include "engine/json.h"

namespace bots {

// Made by read(in, error). An empty text is one that is empty; errors name the file, then the
// field.
template <class Figures, class Read>
engine::Result<Figures> read_learned(std::string_view json, std::string_view what, Read read) {
  if (json.empty()) return Figures();
  const engine::Result<engine::Json> parsed = engine::parse_json(json, what);
  if (!parsed) return parsed.error;
  engine::Error error;
  engine::FieldReader in(*parsed, "", error, engine::ErrorCode::kEdition);
  in.ignore("about");
  in.ignore("learned");
  Figures figures = read(in, error);
  in.finish();
  if (error) {
    error.text = std::string(what) + ": " + error.text;
    return error;
  }
  return figures;
}

// The object's first members. `learned`: the text of a JSON object.
inline void begin_learned(engine::JsonWriter& out, std::string_view about,
                          std::string_view learned) {
  out.begin_object();
  out.member("about", about);
  const engine::Result<engine::Json> from = engine::parse_json(learned, "learned");
  assert(from);
  out.member("learned", *from);
}

}  // namespace bots
