#include "cli/surface.h"

#include <algorithm>
#include <array>

#include "engine/shorten.h"

namespace cli {

using engine::Style;

SeatColours seat_colours_of(const engine::GameSpec& spec) {
  constexpr std::array<std::string_view, kColours> kIds{"green", "purple", "yellow", "red",
                                                        "blue",  "black",  "white",  "orange"};
  SeatColours colours;
  for (size_t seat = 0; seat < colours.size(); ++seat) {
    const auto* named =
        seat < spec.seat_ids.size() ? std::ranges::find(kIds, spec.seat_ids[seat]) : kIds.end();
    colours[seat] = static_cast<Colour>(named == kIds.end() ? seat : named - kIds.begin());
  }
  return colours;
}

Surface::Surface(int width, int height)
    : width_(std::max(width, 1)),
      height_(std::max(height, 1)),
      cells_(static_cast<size_t>(width_ * height_)) {}

void Surface::put(int x, int y, char32_t glyph, Ink ink) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  cells_[static_cast<size_t>(y * width_ + x)] = {glyph, ink};
}

int Surface::write(int x, int y, std::string_view utf8, Ink ink) {
  engine::Canvas line(std::max(engine::columns(utf8), 1), 1);
  const int end = line.write(0, 0, utf8);
  for (int i = 0; i < end; ++i) put(x + i, y, line.at(i, 0).glyph, ink);
  return x + end;
}

int Surface::write_in(int x, int y, int width, std::string_view utf8, Ink ink) {
  return write(x, y, engine::shorten(utf8, width), ink);
}

void Surface::write_centred(int y, std::string_view utf8, Ink ink) {
  const std::string text = engine::shorten(utf8, width_);
  write((width_ - engine::columns(text)) / 2, y, text, ink);
}

void Surface::fill(const Rect& area, Ink ink) {
  for (int y = area.y; y < area.y + area.height; ++y) {
    for (int x = area.x; x < area.x + area.width; ++x) put(x, y, U' ', ink);
  }
}

void Surface::draw(int x, int y, const engine::Canvas& canvas) {
  for (int row = 0; row < canvas.height(); ++row) {
    for (int column = 0; column < canvas.width(); ++column) {
      const engine::Cell& cell = canvas.at(column, row);
      put(x + column, y + row, cell.glyph, cell.style);
    }
  }
}

void Surface::rule(int x, int y, int width, std::string_view title, Ink ink) {
  for (int i = 0; i < width; ++i) put(x + i, y, U'─', Style::kDim);
  if (title.empty()) return;
  const int end = write_in(x + 3, y, width - 6, title, ink);
  put(x + 2, y, U' ');
  put(end, y, U' ');
}

void Surface::box(const Rect& area, std::string_view title, Ink ink) {
  fill(area);
  const int right = area.x + area.width - 1;
  const int bottom = area.y + area.height - 1;
  rule(area.x, area.y, area.width, title, ink);
  rule(area.x, bottom, area.width);
  for (int y = area.y + 1; y < bottom; ++y) {
    put(area.x, y, U'│', Style::kDim);
    put(right, y, U'│', Style::kDim);
  }
  put(area.x, area.y, U'┌', Style::kDim);
  put(right, area.y, U'┐', Style::kDim);
  put(area.x, bottom, U'└', Style::kDim);
  put(right, bottom, U'┘', Style::kDim);
}

std::string Surface::row(int y) const {
  std::string out;
  for (int x = 0; x < width_; ++x) out += engine::to_utf8(at(x, y).glyph);
  const size_t last = out.find_last_not_of(' ');
  out.resize(last == std::string::npos ? 0 : last + 1);
  return out;
}

std::string Surface::text() const {
  std::string out;
  for (int y = 0; y < height_; ++y) out += row(y) + "\n";
  return out;
}

namespace {

struct StandIn {
  std::u32string_view glyphs;
  std::string_view ascii;  // one for each glyph, or one for all
};

constexpr std::array kStandIns{
    StandIn{U"─━┄┅┈┉╌╍╴╶╸╺–—−↔", "-"},
    StandIn{U"│┃┆┇┊┋╎╏║╵╷╹╻", "|"},
    StandIn{U"═", "="},
    StandIn{U"╱╲╳", "/\\X"},
    StandIn{U"‘’‚“”„•…‹›", "'',\"\"\"*~<>"},
    StandIn{U"←↑→↓↺↻▲▶▸▼◀◂▴▾", "<^>v<>^>>v<<^v"},
    StandIn{U"●○◆◇■□▪▫▯★☆✓✗œŒ♛⊔", "*o*o#o*oc**vxoO$U"},
    StandIn{U"☂⌂≈☺☹♟", "%@~)(i"},
    StandIn{U"⚀⚁⚂⚃⚄⚅", "123456"},
    StandIn{U"◦◈✉♙▤✎♦♠♚↯►", ".&Pi=sfSK!>"},
};

// From the no-break space on.
constexpr std::string_view kLatin1 =
    " !cL$Y|S\"ca<--R-o+23'uP.,1o>423?AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTs"
    "aaaaaaaceeeeiiiidnooooo/ouuuuyty";
static_assert(kLatin1.size() == 96);

}  // namespace

char ascii_for(char32_t glyph) {
  if (glyph < 0x80) return static_cast<char>(glyph);
  if (glyph >= 0xa0 && glyph <= 0xff) return kLatin1[glyph - 0xa0];
  if (glyph == 0x202f) return ' ';  // before French punctuation
  for (const StandIn& row : kStandIns) {
    const size_t found = row.glyphs.find(glyph);
    if (found != std::u32string_view::npos) return row.ascii[row.ascii.size() == 1 ? 0 : found];
  }
  if (glyph >= 0x2500 && glyph < 0x2580) return '+';  // corners and crossings
  return glyph >= 0x2580 && glyph < 0x25a0 ? '#' : '?';
}

}  // namespace cli
