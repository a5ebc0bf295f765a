// Goldbräu, Franz-Benno Delonge, 2004. 3 or 4 players, 21 rounds.
//
// Six taverns push their beer terraces out over a village square, four breweries supply them.
// Players hold shares in these ten businesses and put their people in charge. Each round all choose
// in secret: expand a terrace, name a boss or sign a contract, buy a share; being alone with a
// choice pays. Three paydays; the most money wins. Notes on the folder, the data and decisions:
// README.md.
#pragma once

#include "engine/game.h"
#include "games/goldbraeu/edition.h"
#include "games/goldbraeu/embedded.h"
#include "games/goldbraeu/names.h"
#include "games/goldbraeu/state.h"

namespace goldbraeu {

struct Goldbraeu : embedded::Files {
  using State = goldbraeu::State;
  using Position = goldbraeu::Position;
  using Edition = goldbraeu::Edition;

  static const engine::GameSpec& spec() { return goldbraeu::spec(); }
  static engine::Error load_edition(const engine::Json& json, Edition& edition,
                                    engine::EditionNotes* notes = nullptr) {
    return goldbraeu::load_edition(json, edition, notes);
  }
  static int domain_size(const Edition& edition, engine::DomainId domain) {
    return goldbraeu::domain_size(edition, domain);
  }
  static std::string value_id(const Edition& edition, engine::DomainId domain, int value) {
    return goldbraeu::value_id(edition, domain, value);
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
  static std::string details(const Edition& edition, engine::DomainId domain, int value,
                             const engine::Texts& texts);
  static std::string told(const Edition& edition, std::string_view what,
                          const engine::Texts& texts);
};

}  // namespace goldbraeu
