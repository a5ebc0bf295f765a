// How well a bot shall play, as people are asked it: the levels of `search`, the weakest first.
// Other bots have none; they are for programs.
#pragma once

#include <span>
#include <string_view>

#include "bots/bot_spec.h"

namespace bots {

std::span<const std::string_view> levels();
// What people get who say nothing about it.
inline constexpr std::string_view kUsualLevel = "regular";
// REQUIRES: one of the levels.
BotSpec bot_of_level(std::string_view level);
// Empty: the bot has none.
std::string_view level_of(const BotSpec& bot);

}  // namespace bots
