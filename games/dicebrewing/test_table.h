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
#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"

namespace dicebrewing::test {

using engine::Action;
using engine::Chance;
using engine::Event;
using engine::Events;
using engine::Json;
using engine::Viewer;
using Strings = std::vector<std::string>;

inline constexpr Seat kAnna = engine::seat_at(0);
inline constexpr Seat kBram = engine::seat_at(1);

inline const engine::AnyGameOf<DiceBrewing>& game() {
  static const engine::AnyGameOf<DiceBrewing> the_game;
  return the_game;
}

inline const Edition& edition() {
  return engine::AnyGameOf<DiceBrewing>::data(*game().default_edition());
}

// "hidden_tokens=on round_cap=20"
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
  return DiceBrewing::setup(edition(), options, players, chance, nothing);
}

// The start position of seed 1 with a merge patch over it, as in a case file.
inline Json patched(int players, std::string_view options, std::string_view patch) {
  const State start = dealt(players, options_of(options), 1);
  std::string text;
  engine::JsonWriter writer(text);
  DiceBrewing::write(start, Viewer::everything(), writer);
  Json position = *engine::parse_json(text, "position");
  const engine::Result<Json> changes = engine::parse_json(patch, "patch");
  EXPECT_TRUE(changes) << changes.error.text;
  engine::merge_patch(position, *changes);
  return position;
}

class Table {
 public:
  Table(int players, std::string_view patch, std::string_view options = "") {
    auto made = game().table_at(patched(players, options, patch), nullptr,
                                engine::ChanceSource::of_seed(1));
    EXPECT_TRUE(made) << made.error.text;
    if (!made) made = game().new_table({nullptr, engine::default_options(spec()), 2, {}});
    table_ = std::move(*made);
  }

  const State& state() const {
    return static_cast<const engine::TableOf<DiceBrewing>&>(*table_).state();
  }
  engine::AnyTable& any() { return *table_; }
  // "anna: place M3", with the outcomes of chance it needs: no more, no fewer.
  Table& act(std::string_view choice, Strings outcomes = {}) {
    const size_t colon = choice.find(':');
    engine::Script script = game().script(*table_->edition(), std::move(outcomes));
    Chance chance(script);
    const Seat seat = *engine::parse_seat(spec(), table_->seats(), choice.substr(0, colon));
    const auto action = game().parse_action(*table_->edition(), choice.substr(colon + 2));
    EXPECT_TRUE(action) << action.error.text;
    const engine::Error error = table_->act(seat, *action, chance);
    EXPECT_FALSE(error) << choice << ": " << error.text;
    EXPECT_EQ(script.error(), "") << choice;
    EXPECT_EQ(script.left(), 0) << choice;
    EXPECT_EQ(table_->broken_invariant(), "") << choice;
    return *this;
  }
  Json view(Viewer viewer) const { return *engine::parse_json(table_->view_text(viewer), "view"); }

 private:
  std::unique_ptr<engine::AnyTable> table_;
};

// What a damaged position is refused for; no error when it is taken.
inline engine::Error refusal(int players, std::string_view patch, std::string_view options = "") {
  const auto made =
      game().table_at(patched(players, options, patch), nullptr, engine::ChanceSource::of_seed(1));
  return made ? engine::Error{} : made.error;
}

// One action of a random game.
struct Moment {
  const State& before;
  const State& after;
  Seat seat;
  Action action;
  std::span<const Event> events;
  const Offer& offered;
};

// Plays to the end and shows every action to `watch(moment)`. Returns the last position.
template <class Watch>
State play_random(int players, const engine::GameOptions& options, uint64_t seed, Watch&& watch) {
  State s = dealt(players, options, seed);
  Chance will(seed, 1);
  std::vector<Event> told;
  Offer offer(Offer::Keep::kLegal);
  for (uint64_t n = 2; !DiceBrewing::over(s); ++n) {
    const Seat seat = DiceBrewing::acting(s).front();
    offer.clear();
    DiceBrewing::options(s, seat, offer);
    const Action chosen =
        offer[static_cast<int>(will.below(static_cast<uint32_t>(offer.size())))].action;
    const State before = s;
    told.clear();
    Events events(told);
    Chance chance(seed, n);
    DiceBrewing::apply(s, seat, chosen, chance, events);
    watch(Moment{before, s, seat, chosen, told, offer});
  }
  return s;
}

}  // namespace dicebrewing::test
