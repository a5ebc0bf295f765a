// What the tests of this game share: hand-made positions, tables played by lines like those of a
// record, and random games whose every action is watched.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game_of.h"
#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu::test {

using engine::Action;
using engine::Chance;
using engine::Event;
using engine::Events;
using engine::Json;
using engine::Offer;
using engine::seat_at;
using engine::SeatSet;
using engine::Viewer;
using Strings = std::vector<std::string>;

inline constexpr Seat kRed = seat_at(0);
inline constexpr Seat kBlue = seat_at(1);
inline constexpr Seat kGreen = seat_at(2);

inline const engine::AnyGameOf<Goldbraeu>& game() {
  static const engine::AnyGameOf<Goldbraeu> the_game;
  return the_game;
}

inline const Edition& edition() {
  return engine::AnyGameOf<Goldbraeu>::data(*game().default_edition());
}

// "setup_purge=off tie_break=open_shares"
inline engine::GameOptions options_of(std::string_view text) {
  engine::GameOptions options = engine::default_options(spec());
  for (std::string_view part : engine::split(text, ' ')) {
    const engine::Error error = engine::set_option(spec(), part, options);
    EXPECT_FALSE(error) << error.text;
  }
  return options;
}

inline State dealt(int players, const engine::GameOptions& options, uint64_t seed,
                   const Edition& data = edition()) {
  Chance chance(seed, 0);
  Events nothing;
  return Goldbraeu::setup(data, options, players, chance, nothing);
}

inline std::string text_of(const State& s, Viewer viewer) {
  std::string text;
  engine::JsonWriter writer(text);
  Goldbraeu::write(s, viewer, writer);
  return text;
}

// A round in play in which nobody holds a card, with a merge patch over it. The pile, the opened
// shares and the agenda follow from the rest.
inline Json patched(int players, std::string_view options, std::string_view patch) {
  const State start = dealt(players, options_of(options), 1);
  Json position = *engine::parse_json(text_of(start, Viewer::everything()), "position");
  for (auto& [seat, hand] : position.find("hands")->members) hand.items.clear();
  engine::merge_patch(position, *engine::parse_json(R"({
    "round": 1, "first_start": "red", "face_up": ["krug", "post"],
    "opened": null, "pile": null, "agenda": null})",
                                                    "round"));
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
    if (!made) made = game().new_table({nullptr, engine::default_options(spec()), 3, {}});
    table_ = std::move(*made);
  }

  const State& state() const {
    return static_cast<const engine::TableOf<Goldbraeu>&>(*table_).state();
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

  // "green: nominate hirsch", with the outcomes of chance it needs: no more, no fewer.
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

  // All that a viewer gets to see of the table: view, sentences, board.
  std::string screen(Viewer viewer) const {
    const engine::Texts& texts = game().texts(engine::Language::kEnglish);
    engine::Canvas canvas(100, 30);
    table_->draw(viewer, texts, canvas);
    std::string text = table_->view_text(viewer) + table_->tell(viewer, texts);
    for (int y = 0; y < canvas.height(); ++y) text += canvas.row(y) + "\n";
    return text;
  }

 private:
  std::unique_ptr<engine::AnyTable> table_;
};

// Why a damaged position is refused; no error when it is taken.
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

  Verb verb() const { return static_cast<Verb>(action.verb); }
  bool told(Told kind) const {
    return std::any_of(events.begin(), events.end(),
                       [&](const Event& e) { return e.kind == static_cast<uint8_t>(kind); });
  }
};

// Plays to the end, with choices at random (a pass is rare), and shows every action to
// `watch(moment)`. Returns the last position.
template <class Watch>
State play_random(State s, uint64_t seed, Watch&& watch) {
  Chance will(seed, 1);
  std::vector<Event> told;
  Offer offer(Offer::Keep::kLegal);
  for (uint64_t n = 0; !Goldbraeu::over(s); ++n) {
    if (n == 5000) {
      ADD_FAILURE() << "the game does not end";
      break;
    }
    const SeatSet acting = Goldbraeu::acting(s);
    auto who = acting.begin();
    for (uint32_t skip = will.below(static_cast<uint32_t>(acting.size())); skip > 0; --skip) ++who;
    offer.clear();
    Goldbraeu::options(s, *who, offer);
    const auto pick = [&] {
      return offer[static_cast<int>(will.below(static_cast<uint32_t>(offer.size())))].action;
    };
    Action chosen = pick();
    if (static_cast<Verb>(chosen.verb) == Verb::kPass) chosen = pick();
    const State before = s;
    told.clear();
    Events events(told);
    Chance chance(seed, n + 2);
    Goldbraeu::apply(s, *who, chosen, chance, events);
    watch(Moment{before, s, *who, chosen, told});
  }
  return s;
}

}  // namespace goldbraeu::test
