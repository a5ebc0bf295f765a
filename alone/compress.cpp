// Nothing goes over a network here, and browsers have room: texts are packed as they are, in the
// form that a server can unpack (RFC 1951, stored).
#include "server/compress.h"

#include <cstdint>

namespace server {
namespace {

constexpr size_t kMost = 65535;  // of a block
constexpr size_t kHead = 5;

size_t number_at(std::string_view bytes, size_t at) {
  return static_cast<uint8_t>(bytes[at]) | static_cast<size_t>(static_cast<uint8_t>(bytes[at + 1]))
                                               << 8;
}

}  // namespace

std::string gzip(std::string_view) { return {}; }

std::string deflate(std::string_view text, std::string_view) {
  std::string out;
  do {
    const std::string_view part = text.substr(0, kMost);
    text.remove_prefix(part.size());
    const size_t size = part.size();
    out += text.empty() ? '\1' : '\0';  // the last?
    for (const size_t number : {size, ~size}) {
      out += static_cast<char>(number & 255);
      out += static_cast<char>(number >> 8 & 255);
    }
    out += part;
  } while (!text.empty());
  return out;
}

bool inflate(std::string_view bytes, std::string_view, size_t most, std::string& text) {
  text.clear();
  for (bool last = false; !last;) {
    if (bytes.size() < kHead || (bytes[0] & ~1) != 0) return false;
    last = bytes[0] == 1;
    const size_t size = number_at(bytes, 1);
    if ((size ^ kMost) != number_at(bytes, 3) || bytes.size() - kHead < size) return false;
    text += bytes.substr(kHead, size);
    if (text.size() > most) return false;
    bytes.remove_prefix(kHead + size);
  }
  return bytes.empty();
}

}  // namespace server
