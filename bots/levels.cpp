#include "bots/levels.h"

namespace bots {
namespace {

constexpr std::string_view kBot = "search";
constexpr std::string_view kSetting = "level";

}  // namespace

std::span<const std::string_view> levels() {
  for (const SettingSpec& setting : BotSpec::of(kBot).info().settings) {
    if (setting.id == kSetting) return setting.words;
  }
  return {};
}

BotSpec bot_of_level(std::string_view level) {
  return BotSpec::of(std::string(kBot) + ":" + std::string(kSetting) + "=" + std::string(level));
}

std::string_view level_of(const BotSpec& bot) {
  if (bot.id() != kBot) return {};
  return levels()[static_cast<size_t>(bot.setting(kSetting))];
}

}  // namespace bots
