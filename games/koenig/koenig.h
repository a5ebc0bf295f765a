// Der König der Diebe (Draco & Co), Bruno Faidutti and Michael Schacht, 2001. 3 to 6 players.
//
// Every player owns two members of a gang that sits at a round table with Draco, king of thieves.
// A turn: play one action card (mostly: shove heroes around), toast if the wooden cup is free, draw
// a card. At a toast Draco pays the four heroes on his favourite side and charges the two on the
// other. The richest player wins, unless tied. Notes on the folder, the data and decisions:
// README.md.
#pragma once

#include "engine/game.h"
#include "games/koenig/edition.h"
#include "games/koenig/embedded.h"
#include "games/koenig/names.h"
#include "games/koenig/state.h"

namespace koenig {

struct Koenig : embedded::Files {
  using State = koenig::State;
  using Position = koenig::Position;
  using Edition = koenig::Edition;

  static const engine::GameSpec& spec() { return koenig::spec(); }
  static engine::Error load_edition(const engine::Json& json, Edition& edition,
                                    engine::EditionNotes* notes = nullptr) {
    return koenig::load_edition(json, edition, notes);
  }
  static int domain_size(const Edition& edition, engine::DomainId domain) {
    return koenig::domain_size(edition, domain);
  }
  static std::string value_id(const Edition& edition, engine::DomainId domain, int value) {
    return koenig::value_id(edition, domain, value);
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
  static engine::Action fallback(const State& s, Seat seat);
  static bool over(const State& s) { return s.over != 0; }
  static engine::Outcome outcome(const State& s);
  static int seats(const State& s) { return s.players; }
  static const engine::Variants& variants_of(const State& s) { return s.variants; }
  // knowledge.cpp
  static void reimagine(State& s, Seat seat, engine::Chance& chance);
  static void reopen(State& s, Seat seat);
  // position.cpp
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
  // about.cpp
  static std::vector<std::string> amounts(const Edition& edition, engine::DomainId domain,
                                          int value);
  // Of the three who belong to nobody.
  static std::string about(const Edition& edition, engine::DomainId domain, int value,
                           const engine::Texts& texts);
  static std::string details(const Edition& edition, engine::DomainId domain, int value,
                             const engine::Texts& texts);
};

}  // namespace koenig
