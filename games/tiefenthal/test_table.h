// What the tests of this game share: positions made by hand, and random games whose every action is
// watched.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game_of.h"
#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal::test {

using engine::Action;
using engine::Chance;
using engine::Event;
using engine::Events;
using engine::Json;
using engine::Offer;
using engine::seat_at;
using engine::SeatSet;
using engine::Viewer;

inline const engine::AnyGameOf<Tiefenthal>& game() {
  static const engine::AnyGameOf<Tiefenthal> the_game;
  return the_game;
}

inline const Edition& edition() {
  return engine::AnyGameOf<Tiefenthal>::data(*game().default_edition());
}

inline Card card_id(std::string_view id) {
  return card_at(game().parse_value(*game().default_edition(), domain::kCard, id));
}

// "modules=3 credit=on"
inline engine::GameOptions options_of(std::string_view text) {
  engine::GameOptions options = engine::default_options(spec());
  for (std::string_view part : engine::split(text, ' ')) {
    if (part.empty()) continue;
    const engine::Error error = engine::set_option(spec(), part, options);
    EXPECT_FALSE(error) << error.text;
  }
  return options;
}

inline State dealt(int players, const engine::GameOptions& options, uint64_t seed) {
  Chance chance(seed, 0);
  Events nothing;
  return Tiefenthal::setup(edition(), options, players, chance, nothing);
}

inline Json json_of(const State& s, Viewer viewer = Viewer::everything()) {
  std::string text;
  engine::JsonWriter writer(text);
  Tiefenthal::write(s, viewer, writer);
  return *engine::parse_json(text, "position");
}

// The start position of seed 1 with a merge patch over it, as in a case file.
inline Json patched(int players, std::string_view options, std::string_view patch) {
  Json position = json_of(dealt(players, options_of(options), 1));
  const engine::Result<Json> changes = engine::parse_json(patch, "patch");
  EXPECT_TRUE(changes) << changes.error.text;
  engine::merge_patch(position, *changes);
  return position;
}

// Why a position is refused; empty when it is taken.
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
};

inline Seat any_seat(SeatSet acting, Chance& will) {
  auto who = acting.begin();
  for (uint32_t skip = will.below(static_cast<uint32_t>(acting.size())); skip > 0; --skip) ++who;
  return *who;
}

// Plays to the end and shows every action to `watch(moment)`. The players rather spend than wait:
// they end a turn only when they happen to pick it twice in a row. Returns the last position.
template <class Watch>
State play_random(int players, const engine::GameOptions& options, uint64_t seed, Watch&& watch) {
  State s = dealt(players, options, seed);
  Chance will(seed, 1);
  std::vector<Event> told;
  Offer offer(Offer::Keep::kLegal);
  for (uint64_t n = 0; !Tiefenthal::over(s); ++n) {
    const Seat seat = any_seat(Tiefenthal::acting(s), will);
    offer.clear();
    Tiefenthal::options(s, seat, offer);
    const auto pick = [&] {
      return offer[static_cast<int>(will.below(static_cast<uint32_t>(offer.size())))].action;
    };
    Action chosen = pick();
    if (static_cast<Verb>(chosen.verb) == Verb::kEndTurn) chosen = pick();
    const State before = s;
    told.clear();
    Events events(told);
    Chance chance(seed, n + 2);
    Tiefenthal::apply(s, seat, chosen, chance, events);
    watch(Moment{before, s, seat, chosen, told});
  }
  return s;
}

// Combinations of options that between them switch on everything.
inline std::vector<std::string> all_options() {
  return {"",
          "modules=2",
          "modules=3 bonus_die_within_cap=off",
          "modules=4 long_game=on",
          "modules=5 winter_keeps_choices=on",
          "credit=on",
          "modules=5 credit=on noble_recruits_per_turn=1",
          "start_player=purple long_game=on"};
}

}  // namespace tiefenthal::test
