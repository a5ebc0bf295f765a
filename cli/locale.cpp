#include "cli/locale.h"

#include <langinfo.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>

#include "cli/choices.h"
#include "cli/surface.h"
#include "engine/canvas.h"

namespace cli {

bool utf8_locale() {
  static const bool utf8 = [] {
    // A language that isn't installed here says all the same what the terminal can show.
    if (std::setlocale(LC_CTYPE, "") == nullptr) {
      for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        const std::string wish = folded(value);
        if (wish.ends_with("utf-8") || wish.ends_with("utf8")) std::setlocale(LC_CTYPE, "C.UTF-8");
        break;
      }
    }
    return std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  }();
  return utf8;
}

std::string in_ascii(std::string_view utf8) {
  struct Spelling {
    char32_t glyph;
    std::string_view ascii;
  };
  constexpr std::array kSpellings{
      Spelling{U'ä', "ae"}, Spelling{U'ö', "oe"}, Spelling{U'ü', "ue"},  Spelling{U'Ä', "Ae"},
      Spelling{U'Ö', "Oe"}, Spelling{U'Ü', "Ue"}, Spelling{U'ß', "ss"},  Spelling{U'œ', "oe"},
      Spelling{U'Œ', "Oe"}, Spelling{U'æ', "ae"}, Spelling{U'…', "..."}, Spelling{U'«', "\""},
      Spelling{U'»', "\""}, Spelling{U'‚', "'"},
  };
  std::string out;
  size_t begin = 0;
  while (begin < utf8.size()) {
    const size_t end = std::min(utf8.find('\n', begin), utf8.size());
    const std::string_view text = utf8.substr(begin, end - begin);
    engine::Canvas line(std::max(engine::columns(text), 1), 1);
    const int columns = line.write(0, 0, text);
    for (int i = 0; i < columns; ++i) {
      const char32_t glyph = line.at(i, 0).glyph;
      const auto* found = std::ranges::find(kSpellings, glyph, &Spelling::glyph);
      if (found != kSpellings.end()) {
        out += found->ascii;
      } else {
        out += ascii_for(glyph);
      }
    }
    if (end < utf8.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

std::string for_people(std::string text) { return utf8_locale() ? text : in_ascii(text); }

}  // namespace cli
