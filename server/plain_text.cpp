#include "server/plain_text.h"

#include <cstdint>

#include "engine/canvas.h"
#include "engine/spec.h"
#include "server/unicode.h"

namespace server {
namespace {

// The length of the UTF-8 character at the beginning of the text; 0: there is none.
size_t character(std::string_view text, char32_t& code) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  const size_t size = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (size == 0 || size > text.size() || lead > 0xf4) return 0;
  constexpr char32_t kSmallest[]{0, 0, 0x80, 0x800, 0x10000};
  code = size == 1 ? lead : lead & (0x7fu >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < kSmallest[size] || code > 0x10ffff || surrogate ? 0 : size;
}

bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
}

// Joiners make one picture of several (families, flags) and shape the letters of some scripts;
// variation selectors choose between text and picture.
bool joins(char32_t code) { return code == 0x200c || code == 0x200d || unicode::is_selector(code); }

}  // namespace

std::optional<std::u32string> characters_of(std::string_view text) {
  std::u32string characters;
  while (!text.empty()) {
    char32_t code = 0;
    const size_t size = character(text, code);
    if (size == 0) return std::nullopt;
    characters += code;
    text.remove_prefix(size);
  }
  return characters;
}

std::string utf8_of(std::u32string_view characters) {
  std::string text;
  for (char32_t code : characters) text += engine::to_utf8(code);
  return text;
}

std::optional<std::string> plain_line(std::string_view text, size_t most) {
  const std::optional<std::u32string> typed = characters_of(text);
  if (!typed) return std::nullopt;
  std::u32string kept;
  int marks = 0;
  for (char32_t code : *typed) {
    if (is_control(code)) code = U' ';
    if (unicode::is_hidden(code) && !joins(code)) continue;
    marks = unicode::is_mark(code) ? marks + 1 : joins(code) ? marks : 0;
    if (marks <= kMaxMarks) kept += code;
  }
  std::string line(engine::trim(utf8_of(kept)));
  size_t characters = 0;
  for (char c : line) characters += (static_cast<uint8_t>(c) & 0xc0) != 0x80 ? 1 : 0;
  if (characters < 1 || characters > most) return std::nullopt;
  return line;
}

}  // namespace server
