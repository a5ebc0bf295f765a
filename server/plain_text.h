// Texts that people type: names, words, chat.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace server {

inline constexpr size_t kMaxWord = 64;  // a player's word for the chance of a table

// One trimmed line of valid UTF-8 with 1 to `most` characters, control characters turned to blanks;
// nullopt for anything else.
std::optional<std::string> plain_line(std::string_view text, size_t most);

}  // namespace server
