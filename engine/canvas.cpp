#include "engine/canvas.h"

namespace engine {
namespace {

// Decodes the character at `i` and moves on; damaged input counts byte by byte.
char32_t next_glyph(std::string_view text, size_t& i) {
  const auto byte = static_cast<unsigned char>(text[i++]);
  const size_t more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0;
  char32_t glyph = more == 0 ? byte : byte & (0x3fu >> more);
  if (text.size() - i < more) return byte;
  for (size_t k = i; k < i + more; ++k) {
    const auto next = static_cast<unsigned char>(text[k]);
    if ((next & 0xc0) != 0x80) return byte;
    glyph = (glyph << 6) | (next & 0x3fu);
  }
  i += more;
  return glyph;
}

// A word on the last line, or on lines of its own: several when it is wider than a line.
void wrap_word(std::string_view word, int width, std::vector<std::string>& lines) {
  const int used = columns(lines.back());
  if (used > 0 && used + 1 + columns(word) <= width) {
    lines.back() += ' ';
    lines.back() += word;
    return;
  }
  if (used > 0) lines.emplace_back();
  for (size_t i = 0; i < word.size();) {
    if (columns(lines.back()) == width) lines.emplace_back();
    const size_t start = i;
    next_glyph(word, i);
    lines.back() += word.substr(start, i - start);
  }
}

}  // namespace

int Canvas::write(int x, int y, std::string_view utf8, Style style) {
  for (size_t i = 0; i < utf8.size(); ++x) put(x, y, next_glyph(utf8, i), style);
  return x;
}

void Canvas::put(int x, int y, char32_t glyph, Style style) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  cells_[static_cast<size_t>(y * width_ + x)] = {glyph, style};
}

void Canvas::box(int x, int y, int width, int height, Style style) {
  for (int i = 1; i < width - 1; ++i) {
    put(x + i, y, U'─', style);
    put(x + i, y + height - 1, U'─', style);
  }
  for (int i = 1; i < height - 1; ++i) {
    put(x, y + i, U'│', style);
    put(x + width - 1, y + i, U'│', style);
  }
  put(x, y, U'┌', style);
  put(x + width - 1, y, U'┐', style);
  put(x, y + height - 1, U'└', style);
  put(x + width - 1, y + height - 1, U'┘', style);
}

std::string Canvas::row(int y) const {
  std::string out;
  for (int x = 0; x < width_; ++x) out += to_utf8(at(x, y).glyph);
  const size_t last = out.find_last_not_of(' ');
  out.resize(last == std::string::npos ? 0 : last + 1);
  return out;
}

int columns(std::string_view utf8) {
  int count = 0;
  for (size_t i = 0; i < utf8.size(); ++count) next_glyph(utf8, i);
  return count;
}

std::vector<std::string> wrap(std::string_view utf8, int width) {
  std::vector<std::string> lines(1);
  size_t i = 0;
  while (i < utf8.size()) {
    if (utf8[i] == '\n') {
      lines.emplace_back();
      ++i;
      continue;
    }
    size_t end = utf8.find_first_of(" \n", i);
    if (end == std::string_view::npos) end = utf8.size();
    wrap_word(utf8.substr(i, end - i), width, lines);
    i = end < utf8.size() && utf8[end] == ' ' ? end + 1 : end;
  }
  return lines;
}

std::string to_utf8(char32_t glyph) {
  std::string out;
  if (glyph < 0x80) {
    out += static_cast<char>(glyph);
  } else if (glyph < 0x800) {
    out += static_cast<char>(0xc0 | (glyph >> 6));
    out += static_cast<char>(0x80 | (glyph & 0x3f));
  } else if (glyph < 0x10000) {
    out += static_cast<char>(0xe0 | (glyph >> 12));
    out += static_cast<char>(0x80 | ((glyph >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (glyph & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (glyph >> 18));
    out += static_cast<char>(0x80 | ((glyph >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((glyph >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (glyph & 0x3f));
  }
  return out;
}

}  // namespace engine
