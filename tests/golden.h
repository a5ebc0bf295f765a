// Texts that are kept: a diff shows what a change does.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace golden {

inline std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// "line 12:\n  golden: …\n  now: …" for the first line that differs; empty when the texts are
// equal.
inline std::string first_differing_line(const std::string& golden, const std::string& now) {
  std::istringstream a(golden);
  std::istringstream b(now);
  for (int number = 1;; ++number) {
    std::string x;
    std::string y;
    const bool more_a = static_cast<bool>(std::getline(a, x));
    const bool more_b = static_cast<bool>(std::getline(b, y));
    if (!more_a && !more_b) return "";
    if (more_a == more_b && x == y) continue;
    return "line " + std::to_string(number) + ":\n  golden: " + (more_a ? x : "(the end)") +
           "\n  now:    " + (more_b ? y : "(the end)");
  }
}

// Compares a text with the one that is kept, or keeps it.
inline void expect_golden(const std::string& path, const std::string& now) {
  const char* regenerate = std::getenv("STAMTAFEL_REGENERATE");
  if (regenerate != nullptr && std::string_view(regenerate) == "1") {
    std::ofstream file(path, std::ios::binary);
    file << now;
    file.close();
    ASSERT_TRUE(file.good()) << "can't write " << path;
  }
  const std::string golden = read_text(path);
  ASSERT_FALSE(golden.empty()) << path << " is not there; see tests/README.md";
  EXPECT_EQ(first_differing_line(golden, now), "")
      << "in " << path
      << "\nIf the change is meant: STAMTAFEL_REGENERATE=1 (tests/README.md), and look at the "
         "diff.";
}

}  // namespace golden
