// Files of the sources that tests read.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace tests {

inline std::string text_of_file(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_TRUE(in) << path;
  return text.str();
}

// The first block between fences of a page of docs/.
inline std::string first_example(const std::string& page) {
  const std::string text = text_of_file(STAMTAFEL_SOURCE_DIR "/docs/" + page);
  constexpr std::string_view kFence = "```\n";
  const size_t first = text.find(kFence) + kFence.size();
  return text.substr(first, text.find(kFence, first) - first);
}

}  // namespace tests
