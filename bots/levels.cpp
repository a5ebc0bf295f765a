#include "bots/levels.h"

#include <algorithm>
#include <string>

#include "bots/embedded.h"
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

const engine::Texts& level_texts(engine::Language language) {
  static const engine::TextsByLanguage all = engine::load_embedded(embedded::texts, "bots/texts");
  return all[static_cast<size_t>(language)];
}

std::string_view level_name(std::string_view level, engine::Language language) {
  return level_texts(language).get("level." + std::string(level) + ".name");
}

std::string_view level_text(std::string_view level, engine::Language language) {
  return level_texts(language).get("level." + std::string(level) + ".text");
}

}  // namespace bots
