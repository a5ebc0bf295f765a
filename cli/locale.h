// What the terminal can show, and texts for one that can show little.
#pragma once

#include <string>
#include <string_view>

namespace cli {

// Can the locale show more than ASCII? Sets it as the environment says.
bool utf8_locale();
// A text in the letters of ASCII: "Goldbräu" is "Goldbraeu", "…" is "...".
std::string in_ascii(std::string_view utf8);
// As it is, or in ASCII where the locale has no more.
std::string for_people(std::string text);

}  // namespace cli
