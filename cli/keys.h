// What a terminal sends for a key, understood without terminfo: whatever terminfo doesn't know must
// never be taken apart into letters and digits, since those choose.
#pragma once

#include <cstdint>
#include <functional>

namespace cli {

struct Key {
  enum Kind : uint8_t {
    kNone,  // the time was up
    kChar,
    kEnter,
    kEscape,
    kBackspace,
    kEraseLine,
    kTab,
    kBackTab,
    kUp,
    kDown,
    kLeft,
    kRight,
    kPageUp,
    kPageDown,
    kHome,
    kEnd,
    kResize,
    kHangUp,  // Ctrl-C, or a signal to end: save and leave
    kOther,
  };
  Kind kind = kNone;
  char32_t glyph = 0;  // of kChar

  bool is(char32_t c) const { return kind == kChar && glyph == c; }
};

// The key of one character that is no part of a sequence.
Key key_of_glyph(char32_t glyph);

// The next character of the input, 0 when none is there.
using NextGlyph = std::function<char32_t()>;
// After an escape character: reads the rest of its sequence, all of it, whether it is known or not.
// Nothing behind it: the key Escape.
Key key_of_escape(const NextGlyph& next);
// The rest of a sequence whose beginning ("[" or "O") has been read.
Key key_of_sequence(char32_t introducer, const NextGlyph& next);

}  // namespace cli
