// Patterns over JSON: what a case says about a position, field by field. The language is described
// in docs/cases.md ("Patterns").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/json.h"

namespace engine {

// What is wrong with a text, and where. Empty (false) when all is well.
struct [[nodiscard]] LineError {
  int32_t line = 0;
  std::string text;

  explicit operator bool() const { return !text.empty(); }
};

struct Mismatch {
  int32_t line = 0;  // of the pattern
  std::string path;
  std::string expected;
  std::string found;
};

// Is this a pattern at all? The error tells what is unknown or says nothing.
LineError check_pattern(const Json& pattern);

// Appends what differs; nothing when `found` matches. `whole` is what `found` is a part of (the
// position of which it is a view): a member said to be absent must be there. nullptr: not compared.
// REQUIRES: check_pattern(pattern) is content.
void match_json(const Json& pattern, const Json& found, const Json* whole,
                std::vector<Mismatch>& mismatches);

}  // namespace engine
