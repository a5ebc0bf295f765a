// A grid of characters on which a game draws its board, for the terminal and every other place that
// shows text. Knows no terminal: the client decides what a style looks like.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// What a piece of text means; the client gives it a colour, or none.
enum class Style : uint8_t {
  kPlain,
  kDim,
  kBold,
  kGood,
  kBad,
  kTitle,
  kSeat0,  // the players' colours follow in seat order
  kSeat1,
  kSeat2,
  kSeat3,
  kSeat4,
  kSeat5,
  kNeutral,
};
constexpr Style seat_style(int seat) {
  return static_cast<Style>(static_cast<int>(Style::kSeat0) + seat);
}

struct Cell {
  char32_t glyph = U' ';
  Style style = Style::kPlain;
};

// The smallest canvas a game must be able to draw its board on: what a terminal of 80 x 24 leaves
// for it. A larger one may be used as the game sees fit.
inline constexpr int kBoardWidth = 80;
inline constexpr int kBoardHeight = 13;

class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width), height_(height), cells_(static_cast<size_t>(width * height)) {}

  int width() const { return width_; }
  int height() const { return height_; }
  const Cell& at(int x, int y) const { return cells_[static_cast<size_t>(y * width_ + x)]; }
  // Writes one line; what falls outside is cut off. Returns the column after the text.
  int write(int x, int y, std::string_view utf8, Style style = Style::kPlain);
  void put(int x, int y, char32_t glyph, Style style = Style::kPlain);
  void box(int x, int y, int width, int height, Style style = Style::kDim);
  // Row y as UTF-8 without trailing blanks.
  std::string row(int y) const;

 private:
  int width_;
  int height_;
  std::vector<Cell> cells_;
};

// The number of columns a text takes (every glyph we use is one column wide).
int columns(std::string_view utf8);
// Breaks a text into lines of at most `width` columns, at blanks and at its own line ends; inside a
// word only when it is wider than a line.
std::vector<std::string> wrap(std::string_view utf8, int width);
std::string to_utf8(char32_t glyph);

}  // namespace engine
