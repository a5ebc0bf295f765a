// What the unit tests of every game share: tables at hand-made positions, played by lines like
// those of a record, and random games whose every action is watched. A game's test_table.h says
// what is its own: how its positions are made, whose seat is called what.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/any_game_of.h"

namespace tables {

using engine::Game;
using engine::Json;
using Strings = std::vector<std::string>;

template <Game G>
const engine::AnyGameOf<G>& game() {
  static const engine::AnyGameOf<G> the_game;
  return the_game;
}

template <Game G>
const typename G::Edition& edition() {
  return engine::AnyGameOf<G>::data(*game<G>().default_edition());
}

// "hidden_tokens=on round_cap=20"
template <Game G>
engine::Variants variants_of(std::string_view text) {
  engine::Variants variants = engine::default_variants(G::spec());
  for (std::string_view part : engine::split(text, ' ')) {
    if (part.empty()) continue;
    const engine::Error error = engine::set_variant(G::spec(), part, variants);
    EXPECT_FALSE(error) << error.text;
  }
  return variants;
}

template <Game G>
typename G::State dealt(int players, const engine::Variants& variants, uint64_t seed) {
  engine::Chance chance(seed, 0);
  engine::Events nothing;
  return G::setup(edition<G>(), variants, players, chance, nothing);
}

template <Game G>
std::string text_of(const typename G::State& s, engine::Viewer viewer) {
  std::string text;
  engine::JsonWriter writer(text);
  engine::write_position<G>(s, viewer, writer);
  return text;
}

inline Json parsed(std::string_view text) {
  engine::Result<Json> json = engine::parse_json(text, "value");
  EXPECT_TRUE(json) << json.error.text << " in " << text;
  return std::move(*json);
}

// The start position of seed 1.
template <Game G>
Json start_position(int players, std::string_view variants) {
  const typename G::State start = dealt<G>(players, variants_of<G>(variants), 1);
  return parsed(text_of<G>(start, engine::Viewer::everything()));
}

// The start position of seed 1 with a merge patch over it, as in a case file.
template <Game G>
Json patched(int players, std::string_view variants, std::string_view patch) {
  Json position = start_position<G>(players, variants);
  engine::merge_patch(position, parsed(patch));
  return position;
}

// Why a position is refused; no error when it is taken.
template <Game G>
engine::Error refusal(const Json& position) {
  const auto made = game<G>().table_at(position, nullptr, engine::ChanceSource::of_seed(1));
  return made ? engine::Error{} : made.error;
}

template <Game G>
class Table {
 public:
  explicit Table(const Json& position) {
    auto made = game<G>().table_at(position, nullptr, engine::ChanceSource::of_seed(1));
    EXPECT_TRUE(made) << made.error.text;
    const engine::GameSpec& spec = G::spec();
    if (!made)
      made = game<G>().new_table({nullptr, engine::default_variants(spec), spec.min_seats, {}});
    table_ = std::move(*made);
  }

  const typename G::State& state() const {
    return static_cast<const engine::TableOf<G>&>(*table_).state();
  }
  engine::AnyTable& any() { return *table_; }
  const engine::AnyTable& any() const { return *table_; }
  engine::Seat seat(std::string_view name) const {
    return *engine::parse_seat(G::spec(), table_->seats(), name);
  }
  engine::Action action(std::string_view text) const {
    const auto action = game<G>().parse_action(*table_->edition(), text);
    EXPECT_TRUE(action) << action.error.text;
    return *action;
  }

  // "green: hero Pg", with the outcomes of chance it needs: no more, no fewer.
  Table& act(std::string_view choice, Strings outcomes = {}) {
    const size_t colon = choice.find(':');
    engine::Script script = game<G>().script(*table_->edition(), std::move(outcomes));
    engine::Chance chance(script);
    const engine::Error error =
        table_->act(seat(choice.substr(0, colon)), action(choice.substr(colon + 2)), chance);
    EXPECT_FALSE(error) << choice << ": " << error.text;
    EXPECT_EQ(script.error(), "") << choice;
    EXPECT_EQ(script.left(), 0) << choice;
    EXPECT_EQ(table_->broken_invariant(), "") << choice;
    return *this;
  }

  // What the last action told, as the viewer may know it.
  Strings events(engine::Viewer viewer = engine::Viewer::everything()) const {
    const auto [first, last] = table_->event_range(static_cast<int>(table_->steps().size()) - 1);
    Strings told;
    for (size_t i = first; i < last; ++i) {
      told.push_back(game<G>().event_id(*table_->edition(), table_->events()[i], viewer));
    }
    return told;
  }

  Json view(engine::Viewer viewer) const { return parsed(table_->view_text(viewer)); }

 private:
  std::unique_ptr<engine::AnyTable> table_;
};

// One action of a random game.
template <Game G>
struct Moment {
  const typename G::State& before;
  const typename G::State& after;
  engine::Seat seat;
  engine::Action action;
  std::span<const engine::Event> events;
  const engine::Offer& offered;

  template <class Verb>
  bool does(Verb verb) const {
    return action.verb == static_cast<uint8_t>(verb);
  }
  template <class EventKind>
  bool told(EventKind kind) const {
    for (const engine::Event& event : events)
      if (event.kind == static_cast<uint8_t>(kind)) return true;
    return false;
  }
};

// Who decides in a random game: one of the allowed actions.
template <Game G>
using Policy = engine::Action (*)(const typename G::State&, engine::Seat, const engine::Offer&,
                                  engine::Chance&);

template <Game G>
engine::Action any_action(const typename G::State&, engine::Seat, const engine::Offer& offer,
                          engine::Chance& will) {
  return offer[static_cast<int>(will.below(static_cast<uint32_t>(offer.size())))].action;
}

// Any action, but this verb only when it is picked twice in a row: players who go on rather than
// stop.
template <Game G, auto kVerb>
engine::Action rarely(const typename G::State& s, engine::Seat seat, const engine::Offer& offer,
                      engine::Chance& will) {
  const engine::Action chosen = any_action<G>(s, seat, offer, will);
  return chosen.verb == static_cast<uint8_t>(kVerb) ? any_action<G>(s, seat, offer, will) : chosen;
}

inline engine::Seat any_seat(engine::SeatSet acting, engine::Chance& will) {
  auto who = acting.begin();
  for (uint32_t skip = will.below(static_cast<uint32_t>(acting.size())); skip > 0; --skip) ++who;
  return *who;
}

// Plays to the end and shows every action to `watch(moment)`. Returns the last position.
template <Game G, class Watch>
typename G::State play_random(typename G::State s, uint64_t seed, Watch&& watch,
                              Policy<G> policy = any_action<G>) {
  constexpr uint64_t kMaxActions = 20000;
  engine::Chance will(seed, 1);
  std::vector<engine::Event> told;
  engine::Offer offer(engine::Offer::Keep::kLegal);
  for (uint64_t n = 0; !G::over(s); ++n) {
    if (n == kMaxActions) {
      ADD_FAILURE() << "the game does not end";
      break;
    }
    const engine::Seat seat = any_seat(G::acting(s), will);
    offer.clear();
    G::options(s, seat, offer);
    const engine::Action chosen = policy(s, seat, offer, will);
    const typename G::State before = s;
    told.clear();
    engine::Events events(told);
    engine::Chance chance(seed, n + 2);
    G::apply(s, seat, chosen, chance, events);
    watch(Moment<G>{before, s, seat, chosen, told, offer});
  }
  return s;
}

template <Game G, class Watch>
typename G::State play_random(int players, const engine::Variants& variants, uint64_t seed,
                              Watch&& watch, Policy<G> policy = any_action<G>) {
  return play_random<G>(dealt<G>(players, variants, seed), seed, std::forward<Watch>(watch),
                        policy);
}

// What every test of a game speaks of: `using namespace tables::words`.
namespace words {
using engine::Action;
using engine::Chance;
using engine::Event;
using engine::Events;
using engine::Json;
using engine::Offer;
using engine::seat_at;
using engine::SeatSet;
using engine::Viewer;
using tables::any_seat;
using tables::Strings;
}  // namespace words

}  // namespace tables
