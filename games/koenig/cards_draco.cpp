// Draco: the only cards that touch him (§6.4, R49).
#include "games/koenig/cards.h"

namespace koenig::cards {

// Launisch
void shift(Play& p) {
  if (!answered(p, 0, Prompt::kDracoTowards)) return;
  const int steps = p.s.card().steps;
  shift_draco(p, static_cast<DracoSide>(p.s.pick(0)) == DracoSide::kFavourite ? steps : -steps);
}

// Ehrenplatz: between places g and g+1, if the gang agrees.
void vote_move(Play& p) {
  if (!answered(p, 0, Prompt::kGap)) return;
  const State& s = p.s;
  const int gap = s.pick(0);
  if (s.picks.size() == 1)
    p.tell(EventKind::kProposedGap, index(s.active), index(s.at(gap)), index(s.at(gap + 1)));
  if (!voted(p, 1, Prompt::kVoteDraco)) return;
  if (s.pick(1) != 0) shift_draco(p, gap);
}

// Höflichkeiten
void swap_neutral(Play& p) {
  if (!answered(p, 0, Prompt::kDracoNeutral)) return;
  swap_draco(p, p.s.hero_pick(0));
}

// Vertrauen
void swap_own(Play& p) {
  if (p.s.own_heroes(p.s.active) == 0) return no_effect(p);  // R51
  if (!answered(p, 0, Prompt::kDracoOwn)) return;
  swap_draco(p, p.s.hero_pick(0));
}

// Wankelmütig
void flip(Play& p) { flip_draco(p); }

}  // namespace koenig::cards
