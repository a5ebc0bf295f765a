// `stamtafel lab puzzles`.
#pragma once

#include <CLI/CLI.hpp>

namespace cli {

void add_lab_puzzles(CLI::App& lab, int& exit_code);

}  // namespace cli
