#include "lab/played.h"

#include "engine/record.h"

namespace lab {

WhatIsPlayed WhatIsPlayed::of(const engine::AnyGame& game, const engine::AnyEdition& edition,
                              const engine::Variants& variants, int players) {
  const engine::GameSpec& spec = game.spec();
  return {std::string(spec.id),
          spec.rules_version,
          edition.name(),
          edition.hash(),
          engine::describe_variants(spec, variants),
          players};
}

void write_rules(const WhatIsPlayed& played, engine::JsonWriter& out) {
  out.member("game", played.game);
  out.member("rules_version", played.rules_version);
  out.key("edition");
  out.begin_object();
  out.member("name", played.edition);
  out.member("hash", engine::hex64(played.edition_hash));
  out.end_object();
}

void write_played(const WhatIsPlayed& played, engine::JsonWriter& out) {
  write_rules(played, out);
  out.key("variants");
  out.begin_object();
  for (const std::string_view variant : engine::split(played.variants, ' ')) {
    const size_t is = variant.find('=');
    if (is == std::string_view::npos) continue;
    const std::string_view value = variant.substr(is + 1);
    int64_t number = 0;
    if (engine::parse_int(value, INT16_MIN, INT16_MAX, number)) {
      out.member(variant.substr(0, is), number);
    } else {
      out.member(variant.substr(0, is), value);
    }
  }
  out.end_object();
  out.member("players", played.players);
}

}  // namespace lab
