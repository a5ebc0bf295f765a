// A hint in words.
#pragma once

#include <string>

#include "bots/advice.h"
#include "server/task.h"

namespace server {

// The members of the message that says it (docs/protocol.md), without braces.
std::string hint_text(const Task& task, const bots::Advice& advice);

}  // namespace server
