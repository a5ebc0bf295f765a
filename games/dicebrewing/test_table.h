// What the tests of this game share beyond tests/tables.h.
#pragma once

#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"
#include "tests/tables.h"

namespace dicebrewing::test {

using namespace tables::words;
using Moment = tables::Moment<DiceBrewing>;

inline constexpr auto& game = tables::game<DiceBrewing>;
inline constexpr auto& edition = tables::edition<DiceBrewing>;
inline constexpr auto& variants_of = tables::variants_of<DiceBrewing>;
inline constexpr auto& dealt = tables::dealt<DiceBrewing>;
inline constexpr auto& patched = tables::patched<DiceBrewing>;

inline constexpr Seat kAnna = engine::seat_at(0);
inline constexpr Seat kBram = engine::seat_at(1);

class Table : public tables::Table<DiceBrewing> {
 public:
  Table(int players, std::string_view patch, std::string_view variants = "")
      : tables::Table<DiceBrewing>(patched(players, variants, patch)) {}
};

inline engine::Error refusal(int players, std::string_view patch, std::string_view variants = "") {
  return tables::refusal<DiceBrewing>(patched(players, variants, patch));
}

template <class Watch>
State play_random(int players, const engine::Variants& variants, uint64_t seed, Watch&& watch) {
  return tables::play_random<DiceBrewing>(players, variants, seed, watch);
}

}  // namespace dicebrewing::test
