// Texts that people type: names, words, chat.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace server {

inline constexpr size_t kMaxWord = 128;  // a player's word for the chance of a table

// The characters of valid UTF-8; nullopt for anything else.
std::optional<std::u32string> characters_of(std::string_view text);
std::string utf8_of(std::u32string_view characters);

// How far marks may be piled up on one letter before a text climbs into its neighbours.
inline constexpr int kMaxMarks = 4;

// One trimmed line of valid UTF-8 with 1 to `most` characters, nullopt for anything else. Control
// characters turn to blanks; what would turn the writing direction of its surroundings, is
// invisible for other reasons than to join letters, or is piled up too high, is left out.
std::optional<std::string> plain_line(std::string_view text, size_t most);

}  // namespace server
