#include "server/house_bots.h"

#include <algorithm>

#include "bots/levels.h"
#include "engine/text.h"
#include "server/names.h"

namespace server {
namespace {

constexpr std::string_view kHousePrefix = "house:";
constexpr int kLongestPatience = 60;  // seconds, at a table with people

engine::Error misused(std::string text) { return {engine::ErrorCode::kUsage, std::move(text), ""}; }

// Is it called as one of ours, in some language?
bool is_of_level(std::string_view name) {
  const Look look = look_of(name);
  for (const std::string_view level : bots::levels()) {
    if (alike(look, look_of(level))) return true;
    for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
      const auto language = static_cast<engine::Language>(i);
      if (alike(look, look_of(bots::level_name(level, language)))) return true;
    }
  }
  return false;
}

}  // namespace

engine::Result<HouseBot> read_house_bot(std::string_view text, const std::vector<HouseBot>& known) {
  const std::string begin = "=" + std::string(bots::kOutsideId) + ":";
  const size_t equals = text.find(begin);
  if (equals == 0 || equals == std::string_view::npos) {
    return misused("--bot takes NAME=exec:COMMAND, not '" + std::string(text) + "'");
  }
  HouseBot bot;
  const std::string typed(text.substr(0, equals));
  if (const Refusal refused = read_name(typed, bot.name)) {
    return misused("--bot " + typed + ": " + sentence(refused, engine::Language::kEnglish));
  }
  if (is_of_level(bot.name))
    return misused("--bot " + typed + ": one of our levels is called that");
  const auto same = [look = look_of(bot.name)](const HouseBot& other) {
    return alike(look, look_of(other.name));
  };
  if (std::ranges::any_of(known, same)) {
    return misused("--bot " + typed + ": another one looks the same");
  }
  auto program = bots::BotSpec::parse(text.substr(equals + 1), bots::Outside::kAllowed);
  if (!program) return misused("--bot " + typed + ": " + program.error.text);
  bot.program = std::move(*program);
  if (bot.program.setting("seconds") > kLongestPatience) {
    return misused("--bot " + typed + ": nobody waits for longer than " +
                   std::to_string(kLongestPatience) + " seconds at a table");
  }
  return bot;
}

SeatBot SeatBot::of_house(std::string name) {
  SeatBot bot = bots::usual_bot();
  bot.house = std::move(name);
  return bot;
}

engine::Result<SeatBot> SeatBot::parse(std::string_view text) {
  if (text.starts_with(kHousePrefix))
    return of_house(std::string(text.substr(kHousePrefix.size())));
  const auto ours = bots::BotSpec::parse(text);
  if (!ours) return ours.error;
  return SeatBot(*ours);
}

std::string SeatBot::text() const {
  return house.empty() ? bot.text() : std::string(kHousePrefix) + house;
}

const HouseBot* HouseBots::find(std::string_view name) const {
  const auto found = std::ranges::find(bots_, name, &HouseBot::name);
  return found == bots_.end() ? nullptr : &*found;
}

engine::Result<SeatBot> HouseBots::choice(std::string_view text) const {
  auto bot = SeatBot::parse(text);
  if (bot && text.starts_with(kHousePrefix) && find((*bot).house) == nullptr) {
    return misused("this server has no bot '" + std::string(text) + "'");
  }
  return bot;
}

}  // namespace server
