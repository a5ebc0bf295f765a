#include "bots/levels.h"

#include <algorithm>
#include <string>

#include "bots/bot_texts.h"
#include "bots/search.h"

namespace bots {

std::span<const std::string_view> levels() { return kSearchLevelIds; }

std::optional<BotSpec> level_bot(std::string_view level) {
  if (std::ranges::find(levels(), level) == levels().end()) return std::nullopt;
  return BotSpec::of("search:level=" + std::string(level));
}

std::string_view level_of(const BotSpec& bot) {
  for (const std::string_view level : levels()) {
    if (bot == *level_bot(level)) return level;
  }
  return {};
}

std::string_view level_name(std::string_view level, engine::Language language) {
  return bot_texts(language).get("level." + std::string(level) + ".name");
}

std::string_view level_text(std::string_view level, engine::Language language) {
  return bot_texts(language).get("level." + std::string(level) + ".text");
}

}  // namespace bots
