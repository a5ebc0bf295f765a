// What the tests of this game share beyond tests/tables.h.
#pragma once

#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"
#include "tests/tables.h"

namespace goldbraeu::test {

using namespace tables::words;
using Moment = tables::Moment<Goldbraeu>;

inline constexpr auto& game = tables::game<Goldbraeu>;
inline constexpr auto& edition = tables::edition<Goldbraeu>;
inline constexpr auto& variants_of = tables::variants_of<Goldbraeu>;
inline constexpr auto& text_of = tables::text_of<Goldbraeu>;

inline constexpr Seat kRed = seat_at(0);
inline constexpr Seat kBlue = seat_at(1);
inline constexpr Seat kGreen = seat_at(2);

inline State dealt(int players, const engine::Variants& variants, uint64_t seed,
                   const Edition& data = edition()) {
  Chance chance(seed, 0);
  Events nothing;
  return Goldbraeu::setup(data, variants, players, chance, nothing);
}

// A round in play in which nobody holds a card, with a merge patch over it. The pile, the opened
// shares and the agenda follow from the rest.
inline Json patched(int players, std::string_view variants, std::string_view patch) {
  Json position = tables::start_position<Goldbraeu>(players, variants);
  for (auto& [seat, hand] : position.find("hands")->members) hand.items.clear();
  engine::merge_patch(position, tables::parsed(R"({
    "round": 1, "first_start": "red", "face_up": ["krug", "post"],
    "opened": null, "pile": null, "agenda": null})"));
  engine::merge_patch(position, tables::parsed(patch));
  return position;
}

class Table : public tables::Table<Goldbraeu> {
 public:
  Table(int players, std::string_view patch, std::string_view variants = "")
      : tables::Table<Goldbraeu>(patched(players, variants, patch)) {}

  // All that a viewer gets to see of the table: view, sentences, board.
  std::string screen(Viewer viewer) const {
    const engine::Texts& texts = game().texts(engine::Language::kEnglish);
    engine::Canvas canvas(100, 30);
    any().draw(viewer, texts, canvas);
    std::string text = any().view_text(viewer) + any().tell(viewer, texts);
    for (int y = 0; y < canvas.height(); ++y) text += canvas.row(y) + "\n";
    return text;
  }
};

inline engine::Error refusal(int players, std::string_view patch, std::string_view variants = "") {
  return tables::refusal<Goldbraeu>(patched(players, variants, patch));
}

template <class Watch>
State play_random(const State& s, uint64_t seed, Watch&& watch) {
  return tables::play_random<Goldbraeu>(s, seed, watch, tables::rarely<Goldbraeu, Verb::kPass>);
}

}  // namespace goldbraeu::test
