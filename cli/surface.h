// What a whole terminal screen shows, as a value: composed without a terminal, so that tests can
// read it, and put on the glass by a Screen.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/canvas.h"
#include "engine/spec.h"
#include "engine/types.h"

namespace cli {

struct Rect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

// How a text is written: what it means, and whether it stands out as the chosen one.
struct Ink {
  engine::Style style = engine::Style::kPlain;
  bool reversed = false;

  Ink(engine::Style s = engine::Style::kPlain, bool r = false)  // NOLINT: a style is an ink
      : style(s), reversed(r) {}
};

// The colours that seats can wear.
enum class Colour : uint8_t { kGreen, kPurple, kYellow, kRed, kBlue, kBlack, kWhite, kOrange };
inline constexpr size_t kColours = 8;
// By seat. A seat has the colour of its name; one with another name that of its place.
using SeatColours = std::array<Colour, engine::kMaxSeats>;
SeatColours seat_colours_of(const engine::GameSpec& spec);

class Surface {
 public:
  struct Cell {
    char32_t glyph = U' ';
    Ink ink;
  };

  Surface(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  const Cell& at(int x, int y) const { return cells_[static_cast<size_t>(y * width_ + x)]; }

  void put(int x, int y, char32_t glyph, Ink ink = {});
  // Writes one line; what falls outside is cut off. Returns the column after the text.
  int write(int x, int y, std::string_view utf8, Ink ink = {});
  // The same in at most `width` columns: a longer text ends in an ellipsis.
  int write_in(int x, int y, int width, std::string_view utf8, Ink ink = {});
  void write_centred(int y, std::string_view utf8, Ink ink = {});
  void fill(const Rect& area, Ink ink = {});
  void draw(int x, int y, const engine::Canvas& canvas);
  // A horizontal line with a title in it: "── Title ─────".
  void rule(int x, int y, int width, std::string_view title = {}, Ink ink = engine::Style::kBold);
  void box(const Rect& area, std::string_view title = {}, Ink ink = engine::Style::kBold);

  // What the styles of the seats look like: as in this game.
  void wear(const engine::GameSpec& spec) { seat_colours_ = seat_colours_of(spec); }
  const SeatColours& seat_colours() const { return seat_colours_; }

  // Row y as UTF-8 without trailing blanks, and all rows.
  std::string row(int y) const;
  std::string text() const;

 private:
  int width_;
  int height_;
  std::vector<Cell> cells_;
  SeatColours seat_colours_ = seat_colours_of({});
};

// A one-column stand-in for terminals that know no more than ASCII.
char ascii_for(char32_t glyph);

}  // namespace cli
