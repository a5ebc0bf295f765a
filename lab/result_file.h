// A result file being written: each block is in the file when it is played, so a program that is
// killed loses its open blocks only.
#pragma once

#include <memory>
#include <string>

#include "lab/result_text.h"

namespace lab {

// Of a whole file; "-" is standard input.
engine::Result<ReadResults> read_result_file(const std::string& path);

class ResultFile {
 public:
  // A new file with this head. Refused when there is one by that name already.
  static engine::Result<std::unique_ptr<ResultFile>> create(const std::string& path,
                                                            const ArenaHead& head);
  // To go on with a file: what it holds goes to `read`, a torn last line is cut off. Refused: a
  // file with another head (with the reason), one that is no result, one that another program
  // writes to.
  static engine::Result<std::unique_ptr<ResultFile>> go_on(const std::string& path,
                                                           const ArenaHead& head,
                                                           ReadResults& read);

  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;
  ~ResultFile();

  // A line at the end.
  engine::Error append(std::string_view line);

 private:
  ResultFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  // One writer at a time.
  engine::Error lock();

  std::string path_;
  int descriptor_;
};

}  // namespace lab
