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
#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig::test {

using engine::Action;
using engine::Chance;
using engine::Event;
using engine::Events;
using engine::Json;
using engine::Offer;
using engine::SeatSet;
using engine::Viewer;
using Strings = std::vector<std::string>;

inline constexpr Seat kGreen = engine::seat_at(0);
inline constexpr Seat kPurple = engine::seat_at(1);
inline constexpr Seat kYellow = engine::seat_at(2);

inline const engine::AnyGameOf<Koenig>& game() {
  static const engine::AnyGameOf<Koenig> the_game;
  return the_game;
}

inline const Edition& edition() {
  return engine::AnyGameOf<Koenig>::data(*game().default_edition());
}

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

// "bank=unlimited deck_size=64"
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
  return Koenig::setup(edition(), options, players, chance, nothing);
}

// The start position of seed 1 with a merge patch over it, as in a case file. When the patch deals
// hands, those it doesn't name are empty, and the pile is what is left unless it names that too.
inline Json patched(int players, std::string_view options, std::string_view patch) {
  const State start = dealt(players, options_of(options), 1);
  std::string text;
  engine::JsonWriter writer(text);
  Koenig::write(start, Viewer::everything(), writer);
  Json position = *engine::parse_json(text, "position");
  const engine::Result<Json> changes = engine::parse_json(patch, "patch");
  EXPECT_TRUE(changes) << changes.error.text;
  if ((*changes).find("hands") != nullptr) {
    for (auto& [seat, hand] : position.find("hands")->members) hand.items.clear();
    engine::merge_patch(position, *engine::parse_json(R"({"pile": null})", "pile"));
  }
  engine::merge_patch(position, *changes);
  return position;
}

class Table {
 public:
  Table(int players, std::string_view patch, std::string_view options = "")
      : Table(patched(players, options, patch)) {}
  explicit Table(const Json& position) {
    auto made = game().table_at(position, nullptr, engine::ChanceSource::of_seed(1));
    EXPECT_TRUE(made) << made.error.text;
    if (!made) made = game().new_table({nullptr, engine::default_options(spec()), 3, {}});
    table_ = std::move(*made);
  }

  const State& state() const {
    return static_cast<const engine::TableOf<Koenig>&>(*table_).state();
  }
  engine::AnyTable& any() { return *table_; }
  Seat seat(std::string_view name) const {
    return *engine::parse_seat(spec(), table_->seats(), name);
  }
  Action action(std::string_view text) const {
    const auto parsed = game().parse_action(*table_->edition(), text);
    EXPECT_TRUE(parsed) << parsed.error.text;
    return *parsed;
  }

  // "green: hero Pg", with the outcomes of chance it needs: no more, no fewer.
  Table& act(std::string_view choice, Strings outcomes = {}) {
    const size_t colon = choice.find(':');
    engine::Script script = game().script(*table_->edition(), std::move(outcomes));
    Chance chance(script);
    const engine::Error error =
        table_->act(seat(choice.substr(0, colon)), action(choice.substr(colon + 2)), chance);
    EXPECT_FALSE(error) << choice << ": " << error.text;
    EXPECT_EQ(script.error(), "") << choice;
    EXPECT_EQ(script.left(), 0) << choice;
    EXPECT_EQ(table_->broken_invariant(), "") << choice;
    return *this;
  }

  // What the last action told, as the viewer may know it.
  Strings events(Viewer viewer = Viewer::everything()) const {
    const auto [first, last] = table_->event_range(static_cast<int>(table_->steps().size()) - 1);
    Strings told;
    for (size_t i = first; i < last; ++i) {
      told.push_back(game().event_id(*table_->edition(), table_->events()[i], viewer));
    }
    return told;
  }

  Json view(Viewer viewer) const { return *engine::parse_json(table_->view_text(viewer), "view"); }
  // The cards of `holder` that the viewer may see, in order of the list of cards.
  Strings cards_seen(std::string_view viewer, std::string_view holder) const {
    const Viewer eyes = viewer == "spectator" ? Viewer::spectator() : Viewer::at(seat(viewer));
    const Json whole = view(eyes);
    Strings seen;
    for (const Json& card : whole.find("hands")->find(holder)->items) seen.push_back(card.text);
    return seen;
  }

 private:
  std::unique_ptr<engine::AnyTable> table_;
};

// The name of the invariant or field a damaged position is refused for; empty when it is taken.
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

// Who decides in a random game: one of the allowed actions.
using Policy = Action (*)(const State&, Seat, const Offer&, Chance&);

inline Action any_action(const State&, Seat, const Offer& offer, Chance& chance) {
  return offer[static_cast<int>(chance.below(static_cast<uint32_t>(offer.size())))].action;
}

// Toasts only before the final phase: the longest games there are.
inline Action no_last_toast(const State& s, Seat seat, const Offer& offer, Chance& chance) {
  const Action quiet = action(Verb::kQuiet);
  if (s.final_phase() && offer.find(quiet) != nullptr) return quiet;
  return any_action(s, seat, offer, chance);
}

// Plays to the end and shows every action to `watch(moment)`. Returns the last position.
template <class Watch>
State play_random(int players, const engine::GameOptions& options, uint64_t seed, Watch&& watch,
                  Policy policy = any_action) {
  constexpr int kMaxActions = 20000;
  State s = dealt(players, options, seed);
  Chance will(seed, 1);
  std::vector<Event> told;
  Offer offer(Offer::Keep::kLegal);
  for (int n = 0; !Koenig::over(s); ++n) {
    if (n == kMaxActions) {
      ADD_FAILURE() << "the game does not end";
      break;
    }
    const SeatSet acting = Koenig::acting(s);
    auto who = acting.begin();
    for (uint32_t skip = will.below(static_cast<uint32_t>(acting.size())); skip > 0; --skip) ++who;
    offer.clear();
    Koenig::options(s, *who, offer);
    const Action chosen = policy(s, *who, offer, will);
    const State before = s;
    told.clear();
    Events events(told);
    Chance chance(seed, static_cast<uint64_t>(n) + 2);
    Koenig::apply(s, *who, chosen, chance, events);
    watch(Moment{before, s, *who, chosen, told});
  }
  return s;
}

// The default options, and each option at each of its other values (a number: at its ends).
inline std::vector<engine::GameOptions> all_options() {
  std::vector<engine::GameOptions> list{engine::default_options(spec())};
  for (size_t i = 0; i < spec().options.size(); ++i) {
    const engine::OptionSpec& option = spec().options[i];
    const int low = option.values.empty() ? option.low : 0;
    const int high =
        option.values.empty() ? option.high : static_cast<int>(option.values.size()) - 1;
    for (int value = low; value <= high;
         value = option.values.empty() ? value + high - low : value + 1) {
      engine::GameOptions options = list.front();
      options.values[i] = static_cast<int16_t>(value);
      if (options != list.front()) list.push_back(options);
    }
  }
  return list;
}

}  // namespace koenig::test
