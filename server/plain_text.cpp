#include "server/plain_text.h"

#include <cstdint>

#include "engine/spec.h"

namespace server {
namespace {

// The length of the UTF-8 character at the beginning of the text; 0: there is none.
size_t character(std::string_view text, uint32_t& code) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  const size_t size = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (size == 0 || size > text.size() || lead > 0xf4) return 0;
  constexpr uint32_t kSmallest[]{0, 0, 0x80, 0x800, 0x10000};
  code = size == 1 ? lead : lead & (0x7fu >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < kSmallest[size] || code > 0x10ffff || surrogate ? 0 : size;
}

// Line breaks, and marks that would turn the writing direction of what follows.
bool disturbs(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 ||
         (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::optional<std::string> plain_line(std::string_view text, size_t most) {
  std::string line;
  while (!text.empty()) {
    uint32_t code = 0;
    const size_t size = character(text, code);
    if (size == 0) return std::nullopt;
    if (disturbs(code)) {
      line += ' ';
    } else {
      line += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  line = engine::trim(line);
  size_t characters = 0;
  for (char c : line) characters += (static_cast<uint8_t>(c) & 0xc0) != 0x80 ? 1 : 0;
  if (characters < 1 || characters > most) return std::nullopt;
  return line;
}

}  // namespace server
