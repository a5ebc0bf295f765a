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
  settings.turns = in.integer_or("turns", 0, 100, settings.turns);
  settings.decisions = in.integer_or("decisions", 0, 10000, settings.decisions);
  settings.greedy = in.integer_or("greedy", 0, 100, settings.greedy);
  settings.epsilon = in.integer_or("epsilon", 0, 100, settings.epsilon);
  settings.explore = in.integer_or("explore", 1, 10000, settings.explore);
  in.finish();
  assert(!error && "what the game says about searching it is good");
  return settings;
}

}  // namespace bots
