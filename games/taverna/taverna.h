// Taverna, Karl Marcelle, Geek Attitude Games 2015. 2 to 5 players.
//
// Innkeepers own shares in the same five taverns. In each turn a player picks a customer from the
// row and brings him to a table: owners are paid, a seat of the right colour raises the player on
// that people's track, a dignitary standing there may be hired; spells and royal favours bend all
// of it, some of them out of turn. At the end each player picks one of five royal scorings, in the
// order of the King's people. Notes on the folder, the data and decisions: README.md.
#pragma once

#include "engine/game.h"
#include "games/taverna/edition.h"
#include "games/taverna/embedded.h"
#include "games/taverna/names.h"
#include "games/taverna/state.h"

namespace taverna {

struct Taverna : embedded::Files {
  using State = taverna::State;
  using Position = taverna::Position;
  using Edition = taverna::Edition;

  static const engine::GameSpec& spec() { return taverna::spec(); }
  static engine::Error load_edition(const engine::Json& json, Edition& edition,
                                    engine::EditionNotes* notes = nullptr) {
    return taverna::load_edition(json, edition, notes);
  }
  static int domain_size(const Edition& edition, engine::DomainId domain) {
    return taverna::domain_size(edition, domain);
  }
  static std::string value_id(const Edition& edition, engine::DomainId domain, int value) {
    return taverna::value_id(edition, domain, value);
  }

  // setup.cpp
  static State setup(const Edition& edition, const engine::Variants& variants, int players,
                     engine::Chance& chance, engine::Events& events);
  // turn.cpp
  static engine::SeatSet acting(const State& s);
  static void options(const State& s, Seat seat, engine::Offer& offer);
  static void apply(State& s, Seat seat, engine::Action action, engine::Chance& chance,
                    engine::Events& events);
  static int prompt(const State& s, Seat seat);
  static engine::Asker asker(const State& s, Seat seat);
  static bool out_of_turn(const State& s, Seat seat);
  static engine::Action fallback(const State& s, Seat seat);
  static bool over(const State& s) { return s.over != 0; }
  static engine::Outcome outcome(const State& s);
  static int seats(const State& s) { return s.players; }
  static const engine::Variants& variants_of(const State& s) { return s.variants; }
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
  // tell.cpp
  static void tell(const State& s, engine::Viewer viewer, const engine::Texts& texts,
                   std::string& out);
  static std::string note(const State& s, Seat seat, engine::Action action,
                          const engine::Texts& texts);
  // about.cpp
  static std::vector<std::string> amounts(const Edition& edition, engine::DomainId domain,
                                          int value);
  static std::string details(const Edition& edition, engine::DomainId domain, int value,
                             const engine::Texts& texts);
  static std::string told(const Edition& edition, std::string_view what,
                          const engine::Texts& texts);
};

}  // namespace taverna
