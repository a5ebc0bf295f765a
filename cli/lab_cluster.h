// `stamtafel lab cluster`.
#pragma once

#include <CLI/CLI.hpp>

namespace cli {

void add_lab_cluster(CLI::App& lab, int& exit_code);

}  // namespace cli
