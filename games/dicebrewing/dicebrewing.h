// Dice Brewing, Filip Głowacz and Ireneusz Huszcza, 2014. 2 to 4 players.
//
// Apprentice brewers roll coloured dice (malt, hops, experience), store the good ones, put others
// on the fields of their own board to grow, roast, raise, re-roll, swap or sell dice, buy
// ingredients and action tokens, and brew beers from a common row of recipes. The round in which
// the group has brewed its recipes is the last; most mastery points win. Notes on the folder, the
// data and decisions: README.md.
#pragma once

#include "engine/game.h"
#include "engine/score_sheet.h"
#include "games/dicebrewing/edition.h"
#include "games/dicebrewing/embedded.h"
#include "games/dicebrewing/names.h"
#include "games/dicebrewing/state.h"

namespace dicebrewing {

struct DiceBrewing : embedded::Files {
  using State = dicebrewing::State;
  using Position = dicebrewing::Position;
  using Edition = dicebrewing::Edition;

  static const engine::GameSpec& spec() { return dicebrewing::spec(); }
  static engine::Error load_edition(const engine::Json& json, Edition& edition,
                                    engine::EditionNotes* notes = nullptr) {
    return dicebrewing::load_edition(json, edition, notes);
  }
  static int domain_size(const Edition& edition, engine::DomainId domain) {
    return dicebrewing::domain_size(edition, domain);
  }
  static std::string value_id(const Edition& edition, engine::DomainId domain, int value) {
    return dicebrewing::value_id(edition, domain, value);
  }

  // setup.cpp
  static State setup(const Edition& edition, const engine::Variants& variants, int players,
                     engine::Chance& chance, engine::Events& events);
  // course.cpp
  static engine::SeatSet acting(const State& s);
  static void options(const State& s, Seat seat, engine::Offer& offer);
  static void apply(State& s, Seat seat, engine::Action action, engine::Chance& chance,
                    engine::Events& events);
  static int prompt(const State& s, Seat seat);
  static bool out_of_turn(const State& s, Seat seat);
  static engine::Action fallback(const State& s, Seat seat);
  static bool over(const State& s) { return s.phase == Phase::kOver; }
  static int seats(const State& s) { return s.seats; }
  static const engine::Variants& variants_of(const State& s) { return s.Position::variants; }
  // tidy.cpp
  static engine::Outcome outcome(const State& s);
  static std::vector<engine::ScorePart> score_parts(const State& s, Seat seat);
  // knowledge.cpp
  static void reimagine(State& s, Seat seat, engine::Chance& chance);
  // position.cpp
  static std::vector<engine::WordList> vocabularies(const Edition& edition);
  static void describe(engine::Out& out, const State& s);
  static void describe(engine::In& in, State& s);
  static void describe(engine::KeyOut& key, const State& s);
  static void describe(engine::TensorOut& out, const State& s);
  // invariants.cpp
  static int broken_invariant(const State& s);
  // judgement.cpp
  static std::span<const engine::FeatureSpec> features();
  static std::span<const engine::FigureSpec> figures();
  static void judge(const State& s, engine::Viewer viewer, engine::SeatSet seats,
                    engine::Features& out);
  static engine::Turn turn(const State& s);
  static float progress(const State& s);
  // board.cpp
  static void draw(const State& s, engine::Viewer viewer, const engine::Texts& texts,
                   engine::Canvas& canvas);
  static void tell(const State& s, engine::Viewer viewer, const engine::Texts& texts,
                   std::string& out);
  static std::string note(const State& s, Seat seat, engine::Action action,
                          const engine::Texts& texts);
  static std::string about(const Edition& edition, engine::DomainId domain, int value,
                           const engine::Texts& texts);
  // about.cpp
  static std::vector<std::string> amounts(const Edition& edition, engine::DomainId domain,
                                          int value);
  static std::string details(const Edition& edition, engine::DomainId domain, int value,
                             const engine::Texts& texts);
};

}  // namespace dicebrewing
