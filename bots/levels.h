// How strong an opponent is, in words that people choose by: in the terminal, on the page, in the
// protocol and on the command line ("regular" is "search:level=regular"). What each is like stands
// in bots/texts, for all of them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "bots/bot_spec.h"
#include "engine/text.h"

namespace bots {

// The weakest first.
std::span<const std::string_view> levels();
// What an opponent is unless somebody says otherwise.
inline constexpr std::string_view kUsualLevel = "regular";

// nullopt: there is no such level.
std::optional<BotSpec> level_bot(std::string_view level);
inline BotSpec usual_bot() { return *level_bot(kUsualLevel); }
// The level that is this bot; empty: none.
std::string_view level_of(const BotSpec& bot);

std::string_view level_name(std::string_view level, engine::Language language);
std::string_view level_text(std::string_view level, engine::Language language);

}  // namespace bots
