// The processor time of this thread: what a bot's budget in milliseconds is measured by, so that a
// busy machine makes it slower, not weaker.
#pragma once

#include <cstdint>

namespace bots {

int64_t cpu_microseconds();

}  // namespace bots
