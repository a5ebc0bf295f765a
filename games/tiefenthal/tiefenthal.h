// The Taverns of Tiefenthal, Wolfgang Warsch, 2019. 2 to 4 players, 8 rounds.
//
// Every player runs a tavern. In an evening guests of the own deck of cards take the tables, staff
// comes along, dice are drafted from passing coasters and spent: at a guest for ducats, at the
// delivery for beer, at the monk for steps to the next reward of the monastery. Ducats buy staff
// and upgrades, beer buys guests and nobles, and all that is gained turns up the very next evening.
// The cards in the deck are the points; nobles are worth most. Notes on the folder, the data and
// decisions: README.md.
#pragma once

#include "engine/game.h"
#include "games/tiefenthal/edition.h"
#include "games/tiefenthal/embedded.h"
#include "games/tiefenthal/names.h"
#include "games/tiefenthal/state.h"

namespace tiefenthal {

struct Tiefenthal : embedded::Files {
  using State = tiefenthal::State;
  using Position = tiefenthal::Position;
  using Edition = tiefenthal::Edition;

  static const engine::GameSpec& spec() { return tiefenthal::spec(); }
  static engine::Error load_edition(const engine::Json& json, Edition& edition,
                                    engine::EditionNotes* notes = nullptr) {
    return tiefenthal::load_edition(json, edition, notes);
  }
  static int domain_size(const Edition& edition, engine::DomainId domain) {
    return tiefenthal::domain_size(edition, domain);
  }
  static std::string value_id(const Edition& edition, engine::DomainId domain, int value) {
    return tiefenthal::value_id(edition, domain, value);
  }

  // setup.cpp
  static State setup(const Edition& edition, const engine::Variants& variants, int players,
                     engine::Chance& chance, engine::Events& events);
  // round.cpp
  static engine::SeatSet acting(const State& s);
  static void options(const State& s, Seat seat, engine::Offer& offer);
  static void apply(State& s, Seat seat, engine::Action action, engine::Chance& chance,
                    engine::Events& events);
  static int prompt(const State& s, Seat seat);
  static engine::Action fallback(const State& s, Seat seat);
  static bool over(const State& s) { return s.agenda.empty(); }
  static engine::Outcome outcome(const State& s);
  static int seats(const State& s) { return s.players; }
  static const engine::Variants& variants_of(const State& s) { return s.variants; }
  // knowledge.cpp
  static void reimagine(State& s, Seat seat, engine::Chance& chance);
  static void reopen(State& s, Seat seat);
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
  // about.cpp
  static std::string about(const Edition& edition, engine::DomainId domain, int value,
                           const engine::Texts& texts);
  // board.cpp, tell.cpp
  static void draw(const State& s, engine::Viewer viewer, const engine::Texts& texts,
                   engine::Canvas& canvas);
  static void tell(const State& s, engine::Viewer viewer, const engine::Texts& texts,
                   std::string& out);
  static std::string note(const State& s, Seat seat, engine::Action action,
                          const engine::Texts& texts);
  static std::string details(const Edition& edition, engine::DomainId domain, int value,
                             const engine::Texts& texts);
  static std::string told(const Edition& edition, std::string_view what,
                          const engine::Texts& texts);
};

}  // namespace tiefenthal
