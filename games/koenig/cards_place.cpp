// Putting heroes on a particular seat (§6.3).
#include <algorithm>

#include "games/koenig/cards.h"

namespace koenig::cards {

// Stammplatz, Selbstlos, Sünder, Erscheinung
void neutral_to_end(Play& p) {
  State& s = p.s;
  const CardData& card = s.card();
  if (!s.present(card.hero)) return no_effect(p);
  bool first = card.to_first;
  if (card.to_first && card.to_last) {
    if (!answered(p, 0, Prompt::kEnd)) return;
    first = static_cast<End>(s.pick(0)) == End::kFirst;
  }
  if (!move_to(p, card.hero, first ? 1 : s.H())) no_effect(p);
}

// Nächstenliebe
void john_zork_adjacent(Play& p) {
  if (!answered(p, 0, Prompt::kJohnZork)) return;
  if (!put_beside(p, p.s.hero_pick(0), static_cast<Side>(p.s.pick(1)), p.s.hero_pick(2)))
    no_effect(p);
}

// Ränkespiel
void any_adjacent_zork(Play& p) {
  if (!answered(p, 0, Prompt::kHeroToZork)) return;
  if (!answered(p, 1, Prompt::kZorkSide)) return;
  if (!put_beside(p, p.s.hero_pick(0), static_cast<Side>(p.s.pick(1)), Hero::kZork)) no_effect(p);
}

// Verbrüderung
void any_behind_type(Play& p) {
  State& s = p.s;
  if (s.count_of(s.card().type) == 0) return no_effect(p);
  if (!answered(p, 0, Prompt::kAnchor)) return;
  if (!answered(p, 1, Prompt::kHeroBehind)) return;
  if (!put_beside(p, s.hero_pick(1), Side::kBehind, s.hero_pick(0))) no_effect(p);
}

// Trennung
void split_ends(Play& p) {
  State& s = p.s;
  const int own = s.own_heroes(s.active);
  if (own == 0) return no_effect(p);  // R22
  if (own == 1) {                     // R22: which half he does
    if (!answered(p, 0, Prompt::kEnd)) return;
    const bool first = static_cast<End>(s.pick(0)) == End::kFirst;
    for (Hero hero : engine::SmallVec(s.line)) {
      if (s.owner(hero) == s.active && !move_to(p, hero, first ? 1 : s.H())) no_effect(p);
    }
    return;
  }
  if (!answered(p, 0, Prompt::kHeroFirst)) return;
  if (!answered(p, 1, Prompt::kHeroLast)) return;
  bool moved = move_to(p, s.hero_pick(0), 1);
  moved |= move_to(p, s.hero_pick(1), s.H());
  if (!moved) no_effect(p);
}

namespace {

// R27: the anchor keeps its gap among the heroes of other types; the block stands there in order.
void gather(Play& p, Hero anchor, const engine::SmallVec<Hero, kMaxHeroes>& block) {
  const int at = block.find(anchor);
  bool moved = false;
  for (int i = 0; i < at; ++i) moved |= put_beside(p, block[i], Side::kInFront, anchor);
  for (int i = block.size() - 1; i > at; --i)
    moved |= put_beside(p, block[i], Side::kBehind, anchor);
  if (!moved) no_effect(p);
}

}  // namespace

// Schwätzchen
void gather_type(Play& p) {
  State& s = p.s;
  if (!answered(p, 0, Prompt::kGatherType)) return;
  const auto type = static_cast<Type>(s.pick(0));
  const int heroes = s.count_of(type);
  if (heroes < 2) return no_effect(p);  // R27
  if (!answered(p, 1, Prompt::kGatherAnchor)) return;
  const int ordered = s.picks.size() - 2;
  if (ordered < heroes - 1) {
    answered(p, s.picks.size(), Prompt::kBlockOrder);
    return;
  }
  engine::SmallVec<Hero, kMaxHeroes> block;
  for (int i = 2; i < s.picks.size(); ++i) block.push_back(s.hero_pick(i));
  for (Hero hero : s.line) {
    if (s.type(hero) == type && !block.contains(hero)) block.push_back(hero);
  }
  gather(p, s.hero_pick(1), block);
}

// Galant
void swap_sarah_own(Play& p) {
  State& s = p.s;
  const int own = s.own_heroes(s.active) - (s.sarah_owner == s.active ? 1 : 0);
  if (!s.present(Hero::kSarah) || own == 0) return no_effect(p);  // R51
  if (!answered(p, 0, Prompt::kSarahSwap)) return;
  swap_heroes(p, Hero::kSarah, s.hero_pick(0));
}

// Wechselspiel: who sits on John's, Zork's and Sarah's seat from now on.
void permute_neutrals(Play& p) {
  State& s = p.s;
  if (!s.present(Hero::kSarah)) return swap_heroes(p, Hero::kJohn, Hero::kZork);
  if (!answered(p, 0, Prompt::kNeutralSeats)) return;
  engine::SmallVec<Hero, kMaxHeroes> line = s.line;
  line[s.place_of(Hero::kJohn) - 1] = s.hero_pick(0);
  line[s.place_of(Hero::kZork) - 1] = s.hero_pick(1);
  line[s.place_of(Hero::kSarah) - 1] = s.hero_pick(2);
  reseat(p, line);
}

// Schiedsgericht
void vote_swap(Play& p) {
  if (!answered(p, 0, Prompt::kSwapFirst)) return;
  if (!answered(p, 1, Prompt::kSwapSecond)) return;
  const State& s = p.s;
  if (s.picks.size() == 2) p.tell(EventKind::kProposedSwap, index(s.active), s.pick(0), s.pick(1));
  if (!voted(p, 2, Prompt::kVoteSwap)) return;
  if (s.pick(2) != 0) swap_heroes(p, s.hero_pick(0), s.hero_pick(1));
}

// Große Rauferei
void shuffle_all(Play& p) {
  engine::SmallVec<uint8_t, kMaxHeroes> places;
  for (int place = 1; place <= p.s.H(); ++place) places.push_back(static_cast<uint8_t>(place));
  if (!shuffle_places(p, places)) no_effect(p);
}

// Kleine Rauferei; its last sentence in the rulebook belongs to another card (R2).
void shuffle_four(Play& p) {
  State& s = p.s;
  for (int i = 0; i < s.card().count; ++i) {
    if (!answered(p, i, Prompt::kBrawler)) return;
  }
  engine::SmallVec<uint8_t, kMaxHeroes> places;
  for (int i = 0; i < s.card().count; ++i) {
    places.insert_sorted(static_cast<uint8_t>(s.place_of(s.hero_pick(i))));
  }
  if (!shuffle_places(p, places)) no_effect(p);
}

// Trickbetrug (§7.4, R39). picks: place, opponent, left, middle, right, what is lifted to each
// place; or, as the rulebook's own fallback: place, the three in their new order.
void three_card_monte(Play& p) {
  State& s = p.s;
  const bool hidden = s.variant(Variant::kThreeCardMonte) == 0;
  if (!answered(p, 0, Prompt::kMonteWindow)) return;
  const int place = s.pick(0);
  if (!hidden) {
    if (!answered(p, 1, Prompt::kMonteRearrange)) return;
  } else {
    if (!answered(p, 1, Prompt::kMonteOpponent)) return;
    if (s.picks.size() == 2) {
      p.tell(EventKind::kFaceDown, index(s.at(place)), index(s.at(place + 1)),
             index(s.at(place + 2)));
    }
    if (!answered(p, 2, Prompt::kMonteLay)) return;
    if (s.picks.size() == 5) p.tell(EventKind::kLaid, index(s.active));
    if (!answered(p, 5, Prompt::kMonteLift, s.seat_pick(1))) return;
  }
  Hero placed[3];
  for (int i = 0; i < 3; ++i) placed[i] = s.hero_pick(hidden ? 2 + s.pick(5 + i) : 1 + i);
  const bool changes = !std::equal(placed, placed + 3, s.line.begin() + place - 1);
  for (int i = 0; i < 3; ++i) s.line[place - 1 + i] = placed[i];
  if (hidden) p.tell(EventKind::kRevealed, index(placed[0]), index(placed[1]), index(placed[2]));
  if (!hidden) p.tell(EventKind::kRearranged, index(placed[0]), index(placed[1]), index(placed[2]));
  if (!changes) no_effect(p);
}

// Üble Anklage: the hero counts for nothing until the actor's next turn (R23).
void banish(Play& p) {
  State& s = p.s;
  bool owned = false;
  for (Hero hero : s.line) owned = owned || s.owner(hero) != Seat::kNone;
  if (!owned) return no_effect(p);  // R51
  if (!answered(p, 0, Prompt::kBanish)) return;
  const Hero hero = s.hero_pick(0);
  s.line.erase(s.place_of(hero) - 1);
  s.away[static_cast<size_t>(index(s.active))] = hero;
  p.tell(EventKind::kLeft, index(hero), index(s.active));
}

}  // namespace koenig::cards
