// A file of lines being written, one after the other: whoever is killed leaves whole lines and
// perhaps a torn last one. The first line says what the file is about.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/error.h"

namespace lab {

// The whole text; "-" is standard input.
engine::Result<std::string> read_lines(const std::string& path);

class LineFile {
 public:
  // A new file with this first line. Refused when there is one by that name already.
  static engine::Result<std::unique_ptr<LineFile>> create(const std::string& path,
                                                          std::string_view head);
  // To go on with a file, or a new one where there is none. What it holds goes to `text`: nothing
  // where it was killed before its first line was whole, which is then written again (`torn`).
  // Refused: one that another program writes to.
  static engine::Result<std::unique_ptr<LineFile>> go_on(const std::string& path,
                                                         std::string_view head, std::string& text,
                                                         bool& torn);

  // One or the other. What it held already, read(text, good_bytes) takes in, and says how much of
  // it is good; a torn last line is cut off.
  using Read = std::function<engine::Error(std::string_view text, size_t& good_bytes)>;
  static engine::Result<std::unique_ptr<LineFile>> open(const std::string& path, bool resume,
                                                        std::string_view head, const Read& read,
                                                        bool& torn);

  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile();

  // A line, or several, at the end.
  engine::Error append(std::string_view line);
  // Keeps so many bytes: cuts off a torn last line.
  engine::Error cut(size_t bytes);

 private:
  LineFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  // One writer at a time.
  engine::Error lock();

  std::string path_;
  int descriptor_;
};

}  // namespace lab
