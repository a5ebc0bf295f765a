#include "engine/shorten.h"

#include "engine/canvas.h"

namespace engine {

std::string shorten(std::string_view utf8, int width) {
  if (columns(utf8) <= width) return std::string(utf8);
  if (width <= 0) return {};
  size_t end = 0;
  for (int column = 0; column < width; ++column) {
    ++end;
    while (end < utf8.size() && (static_cast<unsigned char>(utf8[end]) & 0xc0) == 0x80) ++end;
  }
  // `end` stands after `width` characters; the last one makes room for the ellipsis.
  do {
    --end;
  } while ((static_cast<unsigned char>(utf8[end]) & 0xc0) == 0x80);
  return std::string(utf8.substr(0, end)) + "…";
}

}  // namespace engine
