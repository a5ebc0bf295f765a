// JSON that is damaged field by field.
#pragma once

#include "fuzz/fuzz.h"
#include "tests/property_files.h"

namespace fuzz {

// Empty: it is no JSON, or nothing was changed.
inline std::string damaged(std::string_view text, uint64_t seed) {
  const auto json = engine::parse_json(text, "text");
  if (!json) return {};
  engine::Chance chance(seed, 3);
  properties::Damage damage;
  const size_t nodes = properties::count_nodes(*json);
  const auto& row = properties::kMutations[chance.below(std::size(properties::kMutations))];
  const bool changed =
      properties::damage(*json, chance.below(static_cast<uint32_t>(nodes)), row, damage);
  return changed ? damage.json.dump() : std::string();
}

}  // namespace fuzz
