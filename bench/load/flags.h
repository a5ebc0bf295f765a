// The command lines of these programs: "--name value", or a bare "--name" for what is on or off.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace load {

using Flag = std::variant<std::string*, int*, unsigned*, double*, bool*,
                          std::function<void(const std::string& value)>>;

[[noreturn]] inline void end_with_usage(const char* usage) {
  std::fprintf(stderr, "usage: %s\n", usage);
  std::exit(2);
}

// Ends the program with its usage when a word is not among `known`, or has no value.
inline void read_flags(int count, char** words, const char* usage,
                       const std::map<std::string_view, Flag>& known) {
  for (int i = 1; i < count; ++i) {
    const auto found = known.find(words[i]);
    if (found == known.end()) end_with_usage(usage);
    if (bool* const* on = std::get_if<bool*>(&found->second)) {
      **on = true;
      continue;
    }
    if (++i == count) end_with_usage(usage);
    const std::string value = words[i];
    if (std::string* const* text = std::get_if<std::string*>(&found->second)) **text = value;
    if (int* const* number = std::get_if<int*>(&found->second)) **number = std::atoi(words[i]);
    if (unsigned* const* number = std::get_if<unsigned*>(&found->second)) {
      **number = static_cast<unsigned>(std::atoi(words[i]));
    }
    if (double* const* number = std::get_if<double*>(&found->second))
      **number = std::atof(words[i]);
    if (const auto* take = std::get_if<5>(&found->second)) (*take)(value);
  }
}

}  // namespace load
