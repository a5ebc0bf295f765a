// Texts for little room.
#pragma once

#include <string>
#include <string_view>

namespace engine {

// The text in at most `width` columns; a longer one ends in an ellipsis.
std::string shorten(std::string_view utf8, int width);

}  // namespace engine
