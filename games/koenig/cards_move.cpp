// Moving heroes by a fixed number (§6.1).
#include "games/koenig/cards.h"

namespace koenig::cards {

namespace {

// The only own hero at the table, when the other is banished (R22).
Hero lone_hero(const State& s) {
  for (Hero hero : s.line) {
    if (s.owner(hero) == s.active) return hero;
  }
  return Hero::kNone;
}

}  // namespace

// Kleine Intrige
void move_any(Play& p) {
  if (!answered(p, 0, Prompt::kHeroToMove)) return;
  if (!move(p, p.s.hero_pick(0), p.s.card().direction, p.s.card().steps)) no_effect(p);
}

// Große Verwirrung, Kleine Verwirrung
void split_move(Play& p) {
  State& s = p.s;
  const CardData& card = s.card();
  const int own = s.own_heroes(s.active);
  if (own == 0) return no_effect(p);  // R22
  if (own == 1) {                     // R22: which half he does
    if (!answered(p, 0, Prompt::kHalf)) return;
    const auto half = static_cast<Direction>(s.pick(0));
    const int steps = half == Direction::kForward ? card.forward : card.backward;
    if (!move(p, lone_hero(s), half, steps)) no_effect(p);
    return;
  }
  if (!answered(p, 0, Prompt::kHeroForward)) return;
  if (!answered(p, 1, Prompt::kHeroBack)) return;
  if (!answered(p, 2, Prompt::kFirstMover)) return;
  const Hero ahead = s.hero_pick(0);
  const Hero back = s.hero_pick(1);
  const bool ahead_first = s.hero_pick(2) == ahead;
  bool moved = ahead_first && move_forward(p, ahead, card.forward);
  moved |= move_back(p, back, card.backward);
  moved |= !ahead_first && move_forward(p, ahead, card.forward);
  if (!moved) no_effect(p);
}

// Gerüchteküche: one after another, in the actor's order (R26).
void move_all_type(Play& p) {
  State& s = p.s;
  const CardData& card = s.card();
  const int heroes = s.count_of(card.type);
  if (heroes == 0) return no_effect(p);
  if (!answered(p, 0, Prompt::kDirection)) return;
  const auto direction = static_cast<Direction>(s.pick(0));
  const int moved = s.picks.size() - 1;
  if (moved > 0) move(p, s.hero_pick(moved), direction, card.steps);
  if (heroes - moved > 1) {
    answered(p, moved + 1, Prompt::kNextMover);
    return;
  }
  for (Hero hero : engine::SmallVec(s.line)) {  // the last one needs no question
    bool done = s.type(hero) != card.type;
    for (int i = 1; i < s.picks.size(); ++i) done = done || s.hero_pick(i) == hero;
    // Of two one at least can move.
    if (!done && !move(p, hero, direction, card.steps) && heroes == 1) no_effect(p);
  }
}

// Seilschaft: the second mover sees the first move (R35).
void pair_advance(Play& p) {
  State& s = p.s;
  if (!answered(p, 0, Prompt::kPartner)) return;
  if (!answered(p, 1, Prompt::kWhoFirst)) return;
  const Seat first = s.seat_pick(1);
  const Seat second = first == s.active ? s.seat_pick(0) : s.active;
  if (!answered(p, 2, Prompt::kPartnerHero, first)) return;
  const auto advance = [&](int pick) {
    if (s.pick(pick) == kNoPick) return;
    const Hero hero = s.hero_pick(pick);
    if (!move_forward(p, hero, s.card().steps))
      p.tell(EventKind::kStays, index(hero), s.place_of(hero));
  };
  if (s.picks.size() == 3) {
    advance(2);
    answered(p, 3, Prompt::kPartnerHero, second);
    return;
  }
  advance(3);
  if (s.pick(2) == kNoPick && s.pick(3) == kNoPick) no_effect(p);
}

// Nachhilfe
void pay_to_advance(Play& p) {
  State& s = p.s;
  if (!answered(p, 0, Prompt::kHeroForGold)) return;
  if (!answered(p, 1, Prompt::kGold)) return;
  const int gold = s.pick(1);
  if (gold == 0) return no_effect(p);  // R36
  const Hero hero = s.hero_pick(0);
  pay_bank(p, s.active, gold * s.gold(), hero);
  move_forward(p, hero, gold * s.card().steps);
}

}  // namespace koenig::cards
