// What the tests of this game share beyond tests/tables.h.
#pragma once

#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"
#include "tests/tables.h"

namespace taverna::test {

using namespace tables::words;
using Moment = tables::Moment<Taverna>;

inline constexpr auto& game = tables::game<Taverna>;
inline constexpr auto& edition = tables::edition<Taverna>;
inline constexpr auto& variants_of = tables::variants_of<Taverna>;
inline constexpr auto& dealt = tables::dealt<Taverna>;

inline constexpr Seat kBlue = engine::seat_at(0);
inline constexpr Seat kRed = engine::seat_at(1);
inline constexpr Seat kGreen = engine::seat_at(2);

// The card of a spell that has one copy.
inline int card_of(std::string_view id) {
  for (size_t i = 0; i < edition().card_kind.size(); ++i) {
    if (edition().of(static_cast<int>(i)).id == id) return static_cast<int>(i);
  }
  ADD_FAILURE() << "no spell " << id;
  return 0;
}

// Blue's first turn with three players: everybody owns two deeds, all hands are empty.
inline constexpr std::string_view kFirstTurn = R"({
  "start": "blue", "active": "blue", "round": 1, "king": "elf", "agenda": ["refill", "main"],
  "turn": {"phase": "pre"}, "hands": {"blue": [], "red": [], "green": []}, "taken": null,
  "row": ["elf_beer", "dwarf_lyre", "orc_book", "human_lyre"],
  "display": ["change_symbol", "add_book", "second_spell", "other_people", "add_mask"],
  "dignitaries": {"notary": "bough", "gobtrotter": "keg", "princess": "tusk", "ambassador": "lantern"},
  "taverns": {"bough": {"deeds": ["blue", "red"]}, "keg": {"deeds": ["green", "blue"]},
              "tusk": {"deeds": ["red", "green"]}}
})";

// The first turn with a merge patch over it, as in a case file.
inline Json patched(std::string_view patch, std::string_view variants = "reaction_mode=ask") {
  Json position = tables::patched<Taverna>(3, variants, kFirstTurn);
  engine::merge_patch(position, tables::parsed(patch));
  return position;
}

class Table : public tables::Table<Taverna> {
 public:
  explicit Table(std::string_view patch, std::string_view variants = "reaction_mode=ask")
      : tables::Table<Taverna>(patched(patch, variants)) {}
};

inline engine::Error refusal(std::string_view patch,
                             std::string_view variants = "reaction_mode=ask") {
  return tables::refusal<Taverna>(patched(patch, variants));
}

template <class Watch>
State play_random(int players, const engine::Variants& variants, uint64_t seed, Watch&& watch) {
  return tables::play_random<Taverna>(players, variants, seed, watch);
}

inline bool is(const Event& event, EventKind told) {
  return event.kind == static_cast<uint8_t>(told);
}

}  // namespace taverna::test
