// Bots for one game, by name. They are compiled in one place each (CMakeLists.txt makes a file for
// every registered game); whoever includes this only calls them.
#pragma once

#include <memory>

#include "bots/bot.h"

namespace bots {

// A bot for one seat of one game. It keeps what it learns about that game.
template <engine::Rules G>
std::unique_ptr<Bot<G>> make_bot(const BotSpec& spec);

}  // namespace bots
