// The puzzles that come with the program. The module for pages without a server does without them:
// they lie beside it (alone_files.h), for whoever wants to solve some.
#pragma once

#include <string>

namespace server {

// The sets of all games, one after the other.
std::string puzzle_texts();

}  // namespace server
