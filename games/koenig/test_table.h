// What the tests of this game share beyond tests/tables.h.
#pragma once

#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"
#include "tests/tables.h"

namespace koenig::test {

using namespace tables::words;
using Moment = tables::Moment<Koenig>;
using Policy = tables::Policy<Koenig>;

inline constexpr auto& game = tables::game<Koenig>;
inline constexpr auto& edition = tables::edition<Koenig>;
inline constexpr auto& variants_of = tables::variants_of<Koenig>;
inline constexpr auto& dealt = tables::dealt<Koenig>;

inline constexpr Seat kGreen = engine::seat_at(0);
inline constexpr Seat kPurple = engine::seat_at(1);
inline constexpr Seat kYellow = engine::seat_at(2);

inline Card card_id(std::string_view id) {
  return static_cast<Card>(game().parse_value(*game().default_edition(), domain::kCard, id));
}

inline Hero hero_id(std::string_view code) {
  return static_cast<Hero>(game().parse_value(*game().default_edition(), domain::kHero, code));
}

inline std::string line_of(const State& s) {
  std::string text;
  for (Hero hero : s.line)
    text += (text.empty() ? "" : " ") + value_id(*s.edition, domain::kHero, index(hero));
  return text;
}

// The start position of seed 1 with a merge patch over it, as in a case file. When the patch deals
// hands, those it doesn't name are empty, and the pile is what is left unless it names that too.
inline Json patched(int players, std::string_view variants, std::string_view patch) {
  Json position = tables::start_position<Koenig>(players, variants);
  const Json changes = tables::parsed(patch);
  if (changes.find("hands") != nullptr) {
    for (auto& [seat, hand] : position.find("hands")->members) hand.items.clear();
    engine::merge_patch(position, tables::parsed(R"({"pile": null})"));
  }
  engine::merge_patch(position, changes);
  return position;
}

class Table : public tables::Table<Koenig> {
 public:
  using tables::Table<Koenig>::Table;
  Table(int players, std::string_view patch, std::string_view variants = "")
      : Table(patched(players, variants, patch)) {}

  // The cards of `holder` that the viewer may see, in order of the list of cards.
  Strings cards_seen(std::string_view viewer, std::string_view holder) const {
    const Viewer eyes = viewer == "spectator" ? Viewer::spectator() : Viewer::at(seat(viewer));
    const Json whole = view(eyes);
    Strings seen;
    for (const Json& card : whole.find("hands")->find(holder)->items) seen.push_back(card.text);
    return seen;
  }
};

inline engine::Error refusal(int players, std::string_view patch, std::string_view variants = "") {
  return tables::refusal<Koenig>(patched(players, variants, patch));
}

inline constexpr Policy any_action = tables::any_action<Koenig>;

// Toasts only before the final phase: the longest games there are.
inline Action no_last_toast(const State& s, Seat seat, const Offer& offer, Chance& chance) {
  const Action quiet = action(Verb::kQuiet);
  if (s.final_phase() && offer.contains(quiet)) return quiet;
  return any_action(s, seat, offer, chance);
}

template <class Watch>
State play_random(int players, const engine::Variants& variants, uint64_t seed, Watch&& watch,
                  Policy policy = any_action) {
  return tables::play_random<Koenig>(players, variants, seed, watch, policy);
}

// The default variants, and each variant at each of its other values (a number: at its ends).
inline std::vector<engine::Variants> all_variants() {
  std::vector<engine::Variants> list{engine::default_variants(spec())};
  for (size_t i = 0; i < spec().variants.size(); ++i) {
    const engine::VariantSpec& variant = spec().variants[i];
    const int low = variant.values.empty() ? variant.low : 0;
    const int high =
        variant.values.empty() ? variant.high : static_cast<int>(variant.values.size()) - 1;
    for (int value = low; value <= high;
         value = variant.values.empty() ? value + high - low : value + 1) {
      engine::Variants variants = list.front();
      variants.values[i] = static_cast<int16_t>(value);
      if (variants != list.front()) list.push_back(variants);
    }
  }
  return list;
}

}  // namespace koenig::test
