// Moving heroes with the die (§6.2): heroes are named first, then the die is rolled.
#include <algorithm>

#include "games/koenig/cards.h"

namespace koenig::cards {

// Günstling, Große Intrige, Überzeugende Argumente, Würfelspiel
void move_by_die(Play& p) {
  State& s = p.s;
  const Effect effect = s.card().effect;
  if (effect == Effect::kDieBackType && s.count_of(s.card().type) == 0) return no_effect(p);
  if (!answered(p, 0,
                effect == Effect::kDieBackType ? Prompt::kTypeHeroForDie : Prompt::kHeroForDie)) {
    return;
  }
  const Hero hero = s.hero_pick(0);
  const int face = p.die();
  const bool moved = effect == Effect::kDieForwardAny ? move_forward(p, hero, face)
                     : effect == Effect::kDieSeatAny  ? move_to(p, hero, face)
                                                      : move_back(p, hero, face);
  if (!moved) no_effect(p);
}

// Schicksalsschlag
void fate(Play& p) {
  if (!move_to(p, p.s.at(p.die()), p.s.H())) no_effect(p);
}

// Magischer Spiegel. R25: the order is asked only when it matters, after the roll.
void magic_mirror(Play& p) {
  State& s = p.s;
  const Hero front = s.at(1);
  const Hero back = s.at(s.H());
  if (s.picks.empty()) {
    const int face = p.die();
    s.picks.push_back(static_cast<uint8_t>(face));
    if (2 * face < s.H() - 1 || face >= s.H() - 1) {  // both orders give the same line
      move_back(p, front, face);
      move_forward(p, back, face);
      return;
    }
  }
  if (!answered(p, 1, Prompt::kMirrorOrder)) return;
  const int face = s.pick(0);
  if (s.hero_pick(1) == front) {
    move_back(p, front, face);
    move_forward(p, back, face);
  } else {
    move_forward(p, back, face);
    move_back(p, front, face);
  }
}

// Armdrücken. R24: the heroes are noted, all are rolled for, then the losers leave in the actor's
// order.
void arm_wrestling(Play& p) {
  State& s = p.s;
  if (s.picks.empty()) {
    s.picks.push_back(0);
    for (int place = 1; place <= s.card().places; ++place) {
      if (p.die_for(s.at(place)) > s.card().lose_on) continue;
      s.picks.push_back(static_cast<uint8_t>(s.at(place)));
      ++s.picks[0];
    }
    if (s.pick(0) == 0) return no_effect(p);
    if (s.pick(0) == 1) {
      move_to(p, s.hero_pick(1), s.H());
      return;
    }
  }
  const int losers = s.pick(0);
  const int left = s.picks.size() - 1 - losers;
  if (left > 0) move_to(p, s.hero_pick(losers + left), s.H());
  if (left < losers - 1) {
    answered(p, s.picks.size(), Prompt::kNextLoser);
    return;
  }
  for (int i = 1; i <= losers; ++i) {  // the last one needs no question
    bool gone = false;
    for (int j = losers + 1; j < s.picks.size(); ++j) gone = gone || s.pick(j) == s.pick(i);
    if (!gone) move_to(p, s.hero_pick(i), s.H());
  }
}

}  // namespace koenig::cards
