// A match in the terminal, for whoever leads to one.
#pragma once

#include "cli/common.h"

namespace cli {

// One person and bots at this table, on the full screen or in plain lines; the exit code.
int play_table(const TableFlags& table, bool plain);

}  // namespace cli
