// Toast and cup (§6.6).
#include "games/koenig/cards.h"

namespace koenig::cards {

// Begeisterung: lifts the cup condition of this turn's toast step (R7).
void free_toast(Play& p) { p.s.enthusiasm = 1; }

// Katerstimmung. R8: the holder returns the cup at the end of his next turn, never of this one.
void place_cup(Play& p) {
  State& s = p.s;
  if (!answered(p, 0, Prompt::kCupTo)) return;
  const bool changes = s.cup != s.seat_pick(0) || s.cup == s.active;
  s.cup = s.seat_pick(0);
  s.cup_received = s.cup == s.active ? 1 : 0;
  p.tell(EventKind::kCupTo, index(s.cup));
  if (!changes) no_effect(p);
}

// Leerer and Voller Weinkeller. R6: one played onto the other cancels both; one played onto its
// like (only with an edition that has two) replaces it.
void lay_cellar(Play& p) {
  State& s = p.s;
  if (s.cellar != Card::kNone) {
    const bool opposite = (*s.edition)[s.cellar].effect != s.card().effect;
    s.discards.push_back(s.cellar);
    s.cellar = Card::kNone;
    if (opposite) return p.tell(EventKind::kCellarsCancelled);
  }
  s.cellar = s.in_play;
  p.tell(EventKind::kCellarLaid, index(s.cellar));
}

}  // namespace koenig::cards
