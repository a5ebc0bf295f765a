// What print asks for in a language, as far as a test can see it.
#pragma once

#include <string>
#include <string_view>

#include "engine/text.h"

namespace typography {

inline constexpr std::string_view kNarrowSpace = "\u202f";  // it doesn't break

// French readers are addressed as vous, everywhere.
inline std::string french_address(std::string_view text) {
  constexpr std::string_view kEnds = " .,;:!?'\n";
  for (const std::string_view word : {"tu", "Tu", "te", "toi", "ton", "Ton", "ta", "tes"}) {
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      const std::string_view before = text.substr(0, at);
      const std::string_view after = text.substr(at + word.size());
      const bool begins = before.empty() || kEnds.find(before.back()) != std::string_view::npos;
      const bool ends = after.empty() || kEnds.find(after.front()) != std::string_view::npos;
      if (begins && ends) return "'" + std::string(word) + "', where readers are vous";
    }
  }
  return "";
}

// French: a narrow space that doesn't break before ; : ! ? » and behind «. A sign that stands by
// itself (a key: "[?]"), the colon of an address and that of a placeholder ("{told:payday}") need
// none.
inline std::string french_misprint(std::string_view text) {
  const auto near = [&](size_t at) {
    const size_t begin = at < 12 ? 0 : at - 12;
    return "a narrow no-break space is missing at '…" + std::string(text.substr(begin, 24)) + "…'";
  };
  for (const std::string_view sign : {";", ":", "!", "?", "»"}) {
    for (size_t at = text.find(sign); at != std::string_view::npos; at = text.find(sign, at + 1)) {
      const std::string_view before = text.substr(0, at);
      const bool alone = before.empty() || before.ends_with('\n') || before.ends_with('[');
      const bool address = text.substr(at).starts_with("://");
      const size_t word = before.find_last_of("{} ");
      const bool placeholder = word != std::string_view::npos && before[word] == '{';
      if (!alone && !address && !placeholder && !before.ends_with(kNarrowSpace)) return near(at);
    }
  }
  constexpr std::string_view kOpen = "«";
  for (size_t at = text.find(kOpen); at != std::string_view::npos; at = text.find(kOpen, at + 1)) {
    if (!text.substr(at + kOpen.size()).starts_with(kNarrowSpace)) return near(at);
  }
  return french_address(text);
}

// German: „…“, in pairs, and no other quotation marks.
inline std::string german_misprint(std::string_view text) {
  for (const std::string_view foreign : {"\"", "”"}) {
    if (text.find(foreign) != std::string_view::npos)
      return "a quotation mark that isn't German: " + std::string(foreign);
  }
  constexpr std::string_view kOpen = "„";
  constexpr std::string_view kClose = "“";
  bool open = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool opens = text.substr(at).starts_with(kOpen);
    if (!opens && !text.substr(at).starts_with(kClose)) continue;
    if (opens == open) return "quotation marks that aren't in pairs";
    open = opens;
  }
  return open ? "a quotation that doesn't end" : "";
}

// Empty: nothing to mend.
inline std::string misprint(engine::Language language, std::string_view text) {
  if (language == engine::Language::kFrench) return french_misprint(text);
  if (language == engine::Language::kGerman) return german_misprint(text);
  return "";
}

}  // namespace typography
