// What the tests of this game share: a table at a hand-made position, played by lines like those of
// a record, and random games whose every action is watched.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game_of.h"
#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna::test {

using engine::Action;
using engine::Chance;
using engine::Event;
using engine::Events;
using engine::Json;
using engine::Offer;
using engine::Viewer;
using Strings = std::vector<std::string>;

inline constexpr Seat kBlue = engine::seat_at(0);
inline constexpr Seat kRed = engine::seat_at(1);
inline constexpr Seat kGreen = engine::seat_at(2);

inline const engine::AnyGameOf<Taverna>& game() {
  static const engine::AnyGameOf<Taverna> the_game;
  return the_game;
}

inline const Edition& edition() {
  return engine::AnyGameOf<Taverna>::data(*game().default_edition());
}

// The card of a spell that has one copy.
inline int card_of(std::string_view id) {
  for (size_t i = 0; i < edition().card_kind.size(); ++i) {
    if (edition().of(static_cast<int>(i)).id == id) return static_cast<int>(i);
  }
  ADD_FAILURE() << "no spell " << id;
  return 0;
}

inline engine::GameOptions options_of(std::string_view text) {
  engine::GameOptions options = engine::default_options(spec());
  for (std::string_view part : engine::split(text, ' ')) {
    const engine::Error error = engine::set_option(spec(), part, options);
    EXPECT_FALSE(error) << error.text;
  }
  return options;
}

inline State dealt(int players, const engine::GameOptions& options, uint64_t seed) {
  Chance chance(seed, 0);
  Events nothing;
  return Taverna::setup(edition(), options, players, chance, nothing);
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
inline Json patched(std::string_view patch, std::string_view options = "reaction_mode=ask") {
  const State start = dealt(3, options_of(options), 1);
  std::string text;
  engine::JsonWriter writer(text);
  Taverna::write(start, Viewer::everything(), writer);
  Json position = *engine::parse_json(text, "position");
  engine::merge_patch(position, *engine::parse_json(kFirstTurn, "first turn"));
  const engine::Result<Json> changes = engine::parse_json(patch, "patch");
  EXPECT_TRUE(changes) << changes.error.text;
  engine::merge_patch(position, *changes);
  return position;
}

class Table {
 public:
  explicit Table(std::string_view patch, std::string_view options = "reaction_mode=ask") {
    auto made = game().table_at(patched(patch, options), nullptr, engine::ChanceSource::of_seed(1));
    EXPECT_TRUE(made) << made.error.text;
    if (!made) made = game().new_table({nullptr, engine::default_options(spec()), 3, {}});
    table_ = std::move(*made);
  }

  const State& state() const {
    return static_cast<const engine::TableOf<Taverna>&>(*table_).state();
  }
  engine::AnyTable& any() { return *table_; }

  // "blue: cast slander", with the outcomes of chance it needs: no more, no fewer.
  Table& act(std::string_view choice, Strings outcomes = {}) {
    const size_t colon = choice.find(':');
    engine::Script script = game().script(*table_->edition(), std::move(outcomes));
    Chance chance(script);
    const auto seat = engine::parse_seat(spec(), 3, choice.substr(0, colon));
    const auto parsed = game().parse_action(*table_->edition(), choice.substr(colon + 2));
    EXPECT_TRUE(parsed) << parsed.error.text;
    const engine::Error error = table_->act(*seat, *parsed, chance);
    EXPECT_FALSE(error) << choice << ": " << error.text;
    EXPECT_EQ(script.error(), "") << choice;
    EXPECT_EQ(script.left(), 0) << choice;
    EXPECT_EQ(table_->broken_invariant(), "") << choice;
    return *this;
  }

 private:
  std::unique_ptr<engine::AnyTable> table_;
};

// What a damaged position is refused for; no error when it is taken.
inline engine::Error refusal(std::string_view patch,
                             std::string_view options = "reaction_mode=ask") {
  const auto made =
      game().table_at(patched(patch, options), nullptr, engine::ChanceSource::of_seed(1));
  return made ? engine::Error{} : made.error;
}

// One action of a random game.
struct Moment {
  const State& before;
  const State& after;
  Seat seat;
  Action action;
  std::span<const Event> events;
};

// Plays to the end and shows every action to `watch(moment)`. Returns the last position.
template <class Watch>
State play_random(int players, const engine::GameOptions& options, uint64_t seed, Watch&& watch) {
  State s = dealt(players, options, seed);
  Chance will(seed, 1);
  std::vector<Event> told;
  Offer offer(Offer::Keep::kLegal);
  for (uint64_t n = 0; !Taverna::over(s); ++n) {
    const Seat seat = Taverna::acting(s).front();
    offer.clear();
    Taverna::options(s, seat, offer);
    const Action chosen =
        offer[static_cast<int>(will.below(static_cast<uint32_t>(offer.size())))].action;
    const State before = s;
    told.clear();
    Events events(told);
    Chance chance(seed, n + 2);
    Taverna::apply(s, seat, chosen, chance, events);
    watch(Moment{before, s, seat, chosen, told});
  }
  return s;
}

inline bool is(const Event& event, Told told) { return event.kind == static_cast<uint8_t>(told); }

}  // namespace taverna::test
