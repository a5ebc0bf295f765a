// A match in the terminal, for whoever leads to one.
#pragma once

#include "cli/common.h"

namespace cli {

// A first game, on the full screen or in plain lines: one person among newcomers, with the tutor.
// The exit code. REQUIRES: the table says how many play.
int play_first_game(const TableFlags& table, bool plain);

}  // namespace cli
