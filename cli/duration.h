// "30min", "12h", "90d", "2w", "1y": how long something is.
#pragma once

#include <chrono>
#include <string_view>

#include "engine/error.h"

namespace cli {

engine::Result<std::chrono::milliseconds> parse_duration(std::string_view text);

}  // namespace cli
