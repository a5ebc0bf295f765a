#include "engine/base64.h"

#include <cstdint>

namespace engine {
namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr char kNothing = '=';

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t three = 0;
    const size_t there = bytes.size() - i < 3 ? bytes.size() - i : 3;
    for (size_t k = 0; k < 3; ++k)
      three = three << 8 | (k < there ? static_cast<uint8_t>(bytes[i + k]) : 0u);
    for (size_t k = 0; k < 4; ++k)
      text += k <= there ? kLetters[three >> (18 - 6 * k) & 63] : kNothing;
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  for (size_t i = 0; i < text.size(); i += 4) {
    uint32_t three = 0;
    size_t there = 3;
    for (size_t k = 0; k < 4; ++k) {
      size_t value = kLetters.find(text[i + k]);
      if (text[i + k] == kNothing && i + 4 == text.size() && k >= 2) {
        if (there == 3) there = k - 1;
        value = 0;
      } else if (value == std::string_view::npos || there != 3) {
        return std::nullopt;
      }
      three = three << 6 | static_cast<uint32_t>(value);
    }
    for (size_t k = 0; k < there; ++k) bytes += static_cast<char>(three >> (16 - 8 * k) & 255);
  }
  if (to_base64(bytes) != text) return std::nullopt;  // bits beyond the end
  return bytes;
}

}  // namespace engine
