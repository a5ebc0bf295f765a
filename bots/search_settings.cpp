#include "bots/search_settings.h"

#include <cassert>

#include "engine/json.h"

namespace bots {

SearchSettings read_search_settings(std::string_view judgement_json) {
  SearchSettings settings;
  const engine::Result<engine::Json> json = engine::parse_json(judgement_json, "judgement.json");
  const engine::Json* search = json ? (*json).find("search") : nullptr;
  if (search == nullptr) return settings;
  engine::Error error;
  engine::FieldReader in(*search, "search", error, engine::ErrorCode::kEdition);
  for (const SearchSetting& setting : kSearchSettings) {
    int& value = settings.*setting.member;
    value = in.integer_or(setting.id, setting.low, setting.high, value);
  }
  in.finish();
  assert(!error && "what the game says about searching it is good");
  return settings;
}

SearchSettings read_search_settings(std::string_view judgement_json, const BotSpec& bot) {
  SearchSettings settings = read_search_settings(judgement_json);
  for (const SearchSetting& setting : kSearchSettings) {
    const int32_t wanted = bot.setting(setting.id);
    if (wanted != kAsTheGameSays) settings.*setting.member = wanted;
  }
  return settings;
}

}  // namespace bots
