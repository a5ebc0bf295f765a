// The bots by name, for any registered game.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/any_game.h"

namespace bots {

enum class BotKind : uint8_t { kRandom, kGreedy };
inline constexpr std::array<std::string_view, 2> kBotIds{"random", "greedy"};

engine::Result<BotKind> parse_bot(std::string_view id);

// The bot's choice for an acting seat. It sees what the seat may know (Knowledge), and takes its
// own dice from `chance`, never the table's.
engine::Action choose(BotKind bot, const engine::AnyTable& table, engine::Seat seat,
                      engine::Chance& chance);

}  // namespace bots
