// What the tests of this game share beyond tests/tables.h.
#pragma once

#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"
#include "tests/tables.h"

namespace tiefenthal::test {

using namespace tables::words;
using Moment = tables::Moment<Tiefenthal>;

inline constexpr auto& game = tables::game<Tiefenthal>;
inline constexpr auto& edition = tables::edition<Tiefenthal>;
inline constexpr auto& variants_of = tables::variants_of<Tiefenthal>;
inline constexpr auto& dealt = tables::dealt<Tiefenthal>;
inline constexpr auto& patched = tables::patched<Tiefenthal>;

inline Card card_id(std::string_view id) {
  return card_at(game().parse_value(*game().default_edition(), domain::kCard, id));
}

inline Json json_of(const State& s, Viewer viewer = Viewer::everything()) {
  return tables::parsed(tables::text_of<Tiefenthal>(s, viewer));
}

inline engine::Error refusal(int players, std::string_view patch, std::string_view variants = "") {
  return tables::refusal<Tiefenthal>(patched(players, variants, patch));
}

template <class Watch>
State play_random(int players, const engine::Variants& variants, uint64_t seed, Watch&& watch) {
  return tables::play_random<Tiefenthal>(players, variants, seed, watch,
                                         tables::rarely<Tiefenthal, Verb::kEndTurn>);
}

// Combinations of variants that between them switch on everything.
inline std::vector<std::string> all_variants() {
  return {"",
          "modules=2",
          "modules=3 bonus_die_within_cap=off",
          "modules=4 long_game=on",
          "modules=5 winter_keeps_choices=on",
          "credit=off",
          "modules=5 credit=off noble_recruits_per_turn=1",
          "start_player=purple long_game=on"};
}

}  // namespace tiefenthal::test
