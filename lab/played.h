// What was played, as every JSON of the lab begins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/json.h"

namespace lab {

// nullptr stands for the game's own.
inline engine::EditionPtr edition_or_own(const engine::AnyGame& game,
                                         const engine::EditionPtr& edition) {
  return edition != nullptr ? edition : game.default_edition();
}

struct WhatIsPlayed {
  std::string game;
  int rules_version = 0;
  std::string edition;
  uint64_t edition_hash = 0;
  std::string variants;  // "deck_size=64 bank=unlimited": what differs from the defaults
  int players = 0;

  static WhatIsPlayed of(const engine::AnyGame& game, const engine::AnyEdition& edition,
                         const engine::Variants& variants, int players);
  friend bool operator==(const WhatIsPlayed&, const WhatIsPlayed&) = default;
};

// "game", "rules_version", "edition": {"name", "hash"}: as everywhere, the server included.
void write_rules(const WhatIsPlayed& played, engine::JsonWriter& out);
// The same, "variants": {"deck_size": 64} and "players".
void write_played(const WhatIsPlayed& played, engine::JsonWriter& out);

}  // namespace lab
