#include "cli/keys.h"

#include <string>
#include <string_view>

namespace cli {
namespace {

constexpr char32_t kEscapeGlyph = 27;

// The last character of a sequence that has no number before "~".
Key::Kind kind_of_final(char32_t final) {
  switch (final) {
    case U'A':
      return Key::kUp;
    case U'B':
      return Key::kDown;
    case U'C':
      return Key::kRight;
    case U'D':
      return Key::kLeft;
    case U'H':
      return Key::kHome;
    case U'F':
      return Key::kEnd;
    case U'Z':
      return Key::kBackTab;
    default:
      return Key::kOther;
  }
}

// "\e[4~": Home and End have two numbers each, by the age of the terminal.
Key::Kind kind_of_number(const std::string& digits) {
  if (digits == "1" || digits == "7") return Key::kHome;
  if (digits == "4" || digits == "8") return Key::kEnd;
  if (digits == "5") return Key::kPageUp;
  if (digits == "6") return Key::kPageDown;
  return Key::kOther;
}

// Reads on up to the end of what has one of its own: "\e\\", or the older BEL.
void skip_string(const NextGlyph& next) {
  for (char32_t glyph = next(); glyph != 0 && glyph != 7; glyph = next())
    if (glyph == kEscapeGlyph && next() == U'\\') return;
}

// What is pasted, where a terminal marks it: it may hold whole sequences.
void skip_paste(const NextGlyph& next) {
  constexpr std::u32string_view kEnd = U"\x1b[201~";
  std::u32string last;
  for (char32_t glyph = next(); glyph != 0; glyph = next()) {
    last += glyph;
    if (last.ends_with(kEnd)) return;
    if (last.size() > kEnd.size()) last.erase(0, 1);
  }
}

}  // namespace

Key key_of_glyph(char32_t glyph) {
  switch (glyph) {
    case U'\n':
    case U'\r':
      return {Key::kEnter};
    case kEscapeGlyph:
      return {Key::kEscape};
    case 8:
    case 127:
      return {Key::kBackspace};
    case U'\t':
      return {Key::kTab};
    case 3:
      return {Key::kHangUp};
    case 21:  // Ctrl-U
      return {Key::kEraseLine};
    default:
      break;
  }
  const bool control = glyph < 32 || (glyph >= 0x80 && glyph < 0xa0);
  return control ? Key{Key::kOther} : Key{Key::kChar, glyph};
}

Key key_of_sequence(char32_t introducer, const NextGlyph& next) {
  if (introducer == U'O') {
    const char32_t final = next();
    if (final == U'M') return {Key::kEnter};  // of the number pad
    return {final == 0 ? Key::kOther : kind_of_final(final)};
  }
  // ECMA-48: numbers and separators up to a final character.
  std::string number;
  bool modified = false;
  for (char32_t glyph = next(); glyph != 0; glyph = next()) {
    if (number.empty() && glyph == U'[') {  // "[[A": a Linux console's own
      next();
      break;
    }
    if (number.empty() && glyph == U'M') {  // a mouse's button and place, one character each
      for (int i = 0; i < 3; ++i) next();
      break;
    }
    // rxvt has other last characters than "~" for what is pressed with Ctrl or Shift.
    if (glyph == U'~' || glyph == U'^' || glyph == U'$' || glyph == U'@') {
      if (number == "200") skip_paste(next);
      return {kind_of_number(number)};
    }
    if (glyph >= 0x40 && glyph < 0x7f) return {kind_of_final(glyph)};
    if (glyph < 0x20 || glyph >= 0x7f) break;
    // Behind a separator stands what was pressed with it: the key is the same.
    modified = modified || glyph == U';';
    if (!modified) number += static_cast<char>(glyph);
  }
  return {Key::kOther};
}

Key key_of_escape(const NextGlyph& next) {
  const char32_t glyph = next();
  if (glyph == 0) return {Key::kEscape};
  if (glyph == U'[' || glyph == U'O') return key_of_sequence(glyph, next);
  // What a terminal answers to questions of whoever ran before: its colours, its name.
  if (glyph == U']' || glyph == U'P' || glyph == U'_' || glyph == U'^' || glyph == U'X') {
    skip_string(next);
    return {Key::kOther};
  }
  // Alt with an arrow sends two escapes; Alt with a letter is no letter.
  return glyph == kEscapeGlyph ? key_of_escape(next) : Key{Key::kOther};
}

}  // namespace cli
