// What Unicode says of characters and texts, from whoever links the hub: ICU on a server
// (unicode.cpp), the browser itself in a browser (alone/unicode.cpp).
#pragma once

#include <string>
#include <string_view>

namespace server::unicode {

// An accent or another mark that is drawn onto the character before it.
bool is_mark(char32_t character);
// Invisible, or a command to whoever writes it down.
bool is_hidden(char32_t character);
// Chooses between two pictures of the character before it; is itself none.
bool is_selector(char32_t character);
bool is_blank(char32_t character);
// Not a control, nor private, nor given to nothing yet.
bool is_assigned(char32_t character);

// Texts of valid UTF-8. With letters and their accents in one (NFC).
std::string composed(std::string_view text);
// In small letters of plain width and style (NFKC, case folded).
std::string small(std::string_view text);
// Equal for texts that look the same, as far as it is known.
std::string shape(std::string_view text);

}  // namespace server::unicode
