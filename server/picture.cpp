#include "server/picture.h"

// Debian's libstb would have it all in a library; these are the two parts, compiled here.
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <memory>

// The fonts, in the program: a server need not have any.
asm(".section .rodata\n.global stamtafel_font\nstamtafel_font:\n.incbin \"" STAMTAFEL_FONT
    "\"\n.global stamtafel_grid_font\nstamtafel_grid_font:\n.incbin \"" STAMTAFEL_GRID_FONT
    "\"\n.byte 0\n.previous\n");
extern "C" const unsigned char stamtafel_font[];
extern "C" const unsigned char stamtafel_grid_font[];

namespace server {

struct Picture::Face {
  explicit Face(const unsigned char* file) {
    stbtt_InitFont(&info, file, stbtt_GetFontOffsetForIndex(file, 0));
  }
  double scale(double size) const {
    return stbtt_ScaleForMappingEmToPixels(&info, static_cast<float>(size));
  }
  int advance(int code) const {
    int advance = 0;
    stbtt_GetCodepointHMetrics(&info, code, &advance, nullptr);
    return advance;
  }
  stbtt_fontinfo info{};
};

const Picture::Face& Picture::words_face() {
  static const Face face(stamtafel_font);
  return face;
}

const Picture::Face& Picture::grid_face() {
  static const Face face(stamtafel_grid_font);
  return face;
}

namespace {

constexpr const char* kEllipsis = "…";

// The next character of UTF-8; what isn't any is U+FFFD.
int next_of(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(at++);
  if (first < 0x80) return first;
  const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  int code = first & (0x3f >> more);
  for (int i = 0; i < more; ++i) {
    if (at >= text.size() || (byte(at) & 0xc0) != 0x80) return 0xfffd;
    code = code << 6 | (byte(at++) & 0x3f);
  }
  return first < 0xc0 ? 0xfffd : code;
}

// The beginning of the words that has room, with the ellipsis where something is left out.
std::string cut(std::string_view words, double size, double room) {
  if (Picture::width_of(words, size) <= room) return std::string(words);
  const double left = room - Picture::width_of(kEllipsis, size);
  double width = 0;
  size_t end = 0;
  for (size_t at = 0; at < words.size();) {
    const size_t from = at;
    next_of(words, at);
    width += Picture::width_of(words.substr(from, at - from), size);
    if (width > left) break;
    end = at;
  }
  return std::string(words.substr(0, end)) + kEllipsis;
}

void put_number(std::string& out, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 255);
}

void put_chunk(std::string& out, const std::string& kind, const std::string& data) {
  put_number(out, static_cast<uint32_t>(data.size()));
  const std::string body = kind + data;
  out += body;
  put_number(out, static_cast<uint32_t>(::crc32(0, reinterpret_cast<const Bytef*>(body.data()),
                                                static_cast<uInt>(body.size()))));
}

}  // namespace

Picture::Picture(int width, int height, Colour ground) : width_(width), height_(height) {
  points_.reserve(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  for (int i = 0; i < width * height; ++i) {
    points_.insert(points_.end(), {ground.red, ground.green, ground.blue});
  }
}

bool Picture::lay(std::string_view photograph) {
  int width = 0;
  int height = 0;
  int kinds = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> read(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(photograph.data()),
                            static_cast<int>(photograph.size()), &width, &height, &kinds, 3),
      stbi_image_free);
  if (read == nullptr || width != width_ || height != height_) return false;
  points_.assign(read.get(), read.get() + points_.size());
  return true;
}

void Picture::blend(int x, int y, double share, Colour colour) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  uint8_t* point =
      &points_[(static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x)) * 3];
  const auto mix = [&](uint8_t& below, uint8_t above) {
    below = static_cast<uint8_t>(std::lround(below + (above - below) * share));
  };
  mix(point[0], colour.red);
  mix(point[1], colour.green);
  mix(point[2], colour.blue);
}

void Picture::box(int x, int y, int width, int height, Colour colour) {
  for (int row = y; row < y + height; ++row) {
    for (int column = x; column < x + width; ++column) blend(column, row, 1, colour);
  }
}

void Picture::disc(double x, double y, double radius, Colour colour) {
  const auto reach = static_cast<int>(std::ceil(radius)) + 1;
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int dx = -reach; dx <= reach; ++dx) {
      const double share = std::clamp(radius + 0.5 - std::hypot(dx, dy), 0.0, 1.0);
      blend(static_cast<int>(x) + dx, static_cast<int>(y) + dy, share, colour);
    }
  }
}

double Picture::width_of(std::string_view words, double size) {
  double width = 0;
  for (size_t at = 0; at < words.size();) width += words_face().advance(next_of(words, at));
  return width * words_face().scale(size);
}

std::vector<std::string> Picture::lines_of(std::string_view words, double size, double room,
                                           size_t most) {
  std::vector<std::string> lines{""};
  while (!words.empty()) {
    const size_t end = words.find(' ');
    const std::string word(words.substr(0, end));
    words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
    std::string& last = lines.back();
    const std::string longer = last.empty() ? word : last + " " + word;
    if (last.empty() || lines.size() == most || width_of(longer, size) <= room) {
      last = longer;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

double Picture::draw(const Face& face, int code, double x, double y, double size, Colour colour) {
  const auto scale = static_cast<float>(face.scale(size));
  int wide = 0;
  int high = 0;
  int left = 0;
  int top = 0;
  const auto shift = static_cast<float>(x - std::floor(x));
  const std::unique_ptr<unsigned char, void (*)(unsigned char*)> ink(
      stbtt_GetCodepointBitmapSubpixel(&face.info, scale, scale, shift, 0, code, &wide, &high,
                                       &left, &top),
      [](unsigned char* bitmap) { stbtt_FreeBitmap(bitmap, nullptr); });
  for (int row = 0; ink != nullptr && row < high; ++row) {
    for (int column = 0; column < wide; ++column) {
      blend(static_cast<int>(std::floor(x)) + left + column, static_cast<int>(y) + top + row,
            ink.get()[row * wide + column] / 255.0, colour);
    }
  }
  return face.advance(code) * static_cast<double>(scale);
}

void Picture::write(std::string_view words, double x, double y, double size, double room,
                    Colour colour) {
  const std::string shown = cut(words, size, room);
  for (size_t at = 0; at < shown.size();) {
    x += draw(words_face(), next_of(shown, at), x, y, size, colour);
  }
}

void Picture::put(char32_t character, int x, int y, int cell_width, Colour colour) {
  const int code = static_cast<int>(character);
  const double em = cell_width / (grid_face().advance('0') * grid_face().scale(1));
  // Letters stand in the middle of their line, with room for what hangs below.
  draw(grid_face(), code, x, y + 0.72 * cell_height(cell_width), em, colour);
}

std::string Picture::png() const {
  // Each row begins with how it is written: as the difference from the row above, which
  // compresses well.
  const auto row = static_cast<size_t>(width_) * 3;
  std::string rows;
  rows.reserve((row + 1) * static_cast<size_t>(height_));
  for (size_t at = 0; at < points_.size(); at += row) {
    rows += '\2';
    for (size_t i = at; i < at + row; ++i) {
      rows += static_cast<char>(points_[i] - (i < row ? 0 : points_[i - row]));
    }
  }
  uLongf size = ::compressBound(rows.size());
  std::string packed(size, '\0');
  ::compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
              reinterpret_cast<const Bytef*>(rows.data()), rows.size(), Z_DEFAULT_COMPRESSION);
  packed.resize(size);
  std::string out("\x89PNG\r\n\x1a\n", 8);
  std::string head;
  put_number(head, static_cast<uint32_t>(width_));
  put_number(head, static_cast<uint32_t>(height_));
  head.append("\x08\x02\0\0\0", 5);  // eight bits of red, green and blue; nothing special
  put_chunk(out, "IHDR", head);
  put_chunk(out, "IDAT", packed);
  put_chunk(out, "IEND", "");
  return out;
}

}  // namespace server
