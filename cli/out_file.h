// A file that is written whole or not at all.
#pragma once

#include <string>
#include <string_view>

#include "engine/error.h"

namespace cli {

// What is written lies in a temporary file beside the old one until it is kept; then it takes the
// old one's place. A device or a pipe is written as it is. Memory doesn't grow with the file.
class OutFile {
 public:
  OutFile() = default;
  OutFile(const OutFile&) = delete;
  OutFile& operator=(const OutFile&) = delete;
  ~OutFile();  // without keep(): as if nothing had been

  // An error says that nothing can be written there at all.
  engine::Error open(const std::string& path);
  // Problems are told by keep().
  void write(std::string_view text);
  engine::Error keep();

 private:
  void flush();
  bool close();

  std::string path_;       // as the user named it
  std::string target_;     // links followed
  std::string temporary_;  // empty: written in place
  std::string buffer_;
  int descriptor_ = -1;
  int problem_ = 0;  // errno of the first write that failed
};

}  // namespace cli
