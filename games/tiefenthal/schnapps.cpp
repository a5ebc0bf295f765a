// Entertainers who work for schnapps (module 2).
#include "games/tiefenthal/rules.h"

namespace tiefenthal {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;
using engine::Verdict;

namespace {

Verdict may_act(const Tavern& t, const Reward& power) {
  switch (power.effect) {
    case Effect::kBan:
      return can_ban(t) ? kAllowed : forbid(Rule::kNobodyToBan);
    case Effect::kSetDie:
    case Effect::kReroll:
      return t.dice.empty() ? forbid(Rule::kNoUnusedDie) : kAllowed;
    default:
      return kAllowed;
  }
}

const Reward& power_of(const State& s, const Tavern& t, int entertainer) {
  const auto i = static_cast<size_t>(entertainer);
  return s.edition->entertainers[i][static_cast<size_t>(t.sides[i])];
}

Verdict may_entertain(const State& s, const Tavern& t, int entertainer) {
  if (in_debt(t)) return pay_first(t);
  if (t.schnapps == 0) return forbid(Rule::kNoSchnapps);
  if ((t.entertained >> entertainer & 1) != 0) return forbid(Rule::kEntertainedAlready);
  return may_act(t, power_of(s, t, entertainer));
}

}  // namespace

void offer_entertainers(const State& s, const Tavern& t, Offer& offer) {
  for (int i = 0; i < kEntertainers; ++i) {
    if (t.sides[static_cast<size_t>(i)] == Side::kNone) continue;
    offer(action(Verb::kSchnapps, i), may_entertain(s, t, i));
  }
}

// R40: the token is back in the supply at once.
void use_schnapps(Play& p, Seat seat, Entertainer entertainer) {
  State& s = p.s;
  Tavern& t = s.at(seat);
  --t.schnapps;
  t.entertained = static_cast<uint8_t>(t.entertained | 1u << index(entertainer));
  p.tell(EventKind::kSchnappsUsed, index(seat), index(entertainer));
  sign(p, seat, Line::kEntertainer);
  const Reward& power = power_of(s, t, index(entertainer));
  if (power.effect == Effect::kSetDie) {
    s.agenda.push(Item::kTurnDie, index(seat));
  } else if (power.effect == Effect::kReroll) {
    s.agenda.push(Item::kReroll, index(seat));
  } else {
    grant(p, seat, power);
  }
}

void offer_faces(const Tavern& t, Offer& offer) {
  for (int i = 0; i < t.dice.size(); ++i) {
    if (i > 0 && t.dice[i] == t.dice[i - 1]) continue;
    for (int face = 1; face <= kFaces; ++face) offer(action(Verb::kTurn, index(t.dice[i]), face));
  }
}

void turn_die(Play& p, Seat seat, Die die, int face) {
  Tavern& t = p.s.at(seat);
  t.dice.erase(t.dice.find(die));
  t.dice.insert_sorted(with_face(die, face));
  p.tell(EventKind::kDieTurned, index(seat), index(die), face);
}

void offer_rerolls(const State& s, const Tavern& t, Offer& offer) {
  for (int i = 0; i < t.dice.size(); ++i) {
    if (i > 0 && t.dice[i] == t.dice[i - 1]) continue;
    offer(action(Verb::kReroll, index(t.dice[i])));
  }
  offer(action(Verb::kRoll), s.rerolled.empty() ? forbid(Rule::kNoDieTaken) : kAllowed);
}

// Dice are taken up one by one; when none is left they are rolled.
void take_up(Play& p, Seat seat, Die die) {
  Tavern& t = p.s.at(seat);
  t.dice.erase(t.dice.find(die));
  p.s.rerolled.insert_sorted(die);
  if (t.dice.empty()) return reroll(p, seat);
  p.s.agenda.push(Item::kReroll, index(seat));
}

void reroll(Play& p, Seat seat) {
  Tavern& t = p.s.at(seat);
  for (Die die : p.s.rerolled) {
    const int face = p.roll(is_white(die) ? ChanceKind::kDie : ChanceKind::kOwnDie);
    t.dice.insert_sorted(with_face(die, face));
    p.tell(EventKind::kRerolled, index(seat), index(die), face);
  }
  p.s.rerolled.clear();
}

}  // namespace tiefenthal
