// A picture to write on: what shared links show. Knows a photograph, boxes, discs, words and grids
// of characters, and becomes a PNG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace server {

struct Colour {
  uint8_t red = 0, green = 0, blue = 0;
};

class Picture {
 public:
  Picture(int width, int height, Colour ground);

  int width() const { return width_; }
  int height() const { return height_; }

  // Lays a photograph (JPEG or PNG) over all of it; false, and nothing changes, when it is none of
  // this size.
  bool lay(std::string_view photograph);
  void box(int x, int y, int width, int height, Colour colour);
  void disc(double x, double y, double radius, Colour colour);
  // Words on one line, `x` at their left and `y` at their foot. What is wider than `room` ends with
  // an ellipsis. What the font doesn't have is a box.
  void write(std::string_view words, double x, double y, double size, double room, Colour colour);
  // One character of a grid, in letters that are all of one width: `x` and `y` are the left and top
  // of its cell.
  void put(char32_t character, int x, int y, int cell_width, Colour colour);
  // How high a cell of this width is.
  static constexpr int cell_height(int cell_width) { return 2 * cell_width; }
  // How wide they are in this size.
  static double width_of(std::string_view words, double size);
  // The words on lines that are not wider than `room`; the last of `most` lines takes what is left.
  static std::vector<std::string> lines_of(std::string_view words, double size, double room,
                                           size_t most);

  std::string png() const;

 private:
  // The font's own affair.
  struct Face;
  static const Face& words_face();
  static const Face& grid_face();

  // Draws a character; returns how far the next one stands from it.
  double draw(const Face& face, int code, double x, double y, double size, Colour colour);
  // Covers a part of the point, from 0 to 1.
  void blend(int x, int y, double share, Colour colour);

  int width_, height_;
  std::vector<uint8_t> points_;  // red, green, blue; row by row
};

}  // namespace server
