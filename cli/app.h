// The command `stamtafel` as a whole.
#pragma once

#include <string>
#include <vector>

namespace cli {

// Runs the command line (without the program's name) and returns the exit code.
int run(const std::vector<std::string>& arguments);

}  // namespace cli
