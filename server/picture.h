// A picture to write on: what shared links show. Knows a photograph, boxes, discs and words, and
// becomes a PNG.
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
  void disc(double x, double y, double radius, Colour colour);
  // Words on one line, `x` at their left and `y` at their foot. What is wider than `room` ends with
  // an ellipsis. What the font doesn't have is a box.
  void write(std::string_view words, double x, double y, double size, double room, Colour colour);
  // How wide they are in this size.
  static double width_of(std::string_view words, double size);
  // The words on lines that are not wider than `room`; the last of `most` lines takes what is left.
  static std::vector<std::string> lines_of(std::string_view words, double size, double room,
                                           size_t most);

  std::string png() const;

 private:
  // Covers a part of the point, from 0 to 1.
  void blend(int x, int y, double share, Colour colour);

  int width_, height_;
  std::vector<uint8_t> points_;  // red, green, blue; row by row
};

}  // namespace server
