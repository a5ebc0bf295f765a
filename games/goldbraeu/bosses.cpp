// Nominating a boss, with veto and counter, and signing contracts (§5.4).
#include <algorithm>

#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu {

using engine::forbid;
using engine::kAllowed;
using engine::Verdict;

namespace {

Verdict may_nominate(const State& s, Seat seat, Business b, int figures) {
  if (s.boss_of(b) == seat) return forbid(Rule::kAlreadyBoss);           // R25
  if (figures == 0) return forbid(Rule::kNoFigure);                      // R24
  if ((s.new_bosses & bit(b)) != 0) return forbid(Rule::kNewThisRound);  // R22
  if ((s.refused & bit(b)) != 0) return forbid(Rule::kRefusedBefore);    // R21
  if (s.stones_on(b, seat) > 0) return kAllowed;
  if (s.held(seat, b) == 0) return forbid(Rule::kNoShare);  // R23: also where it is vacant
  if (s.stones(seat) == 0) return forbid(Rule::kNoStone);
  if (roof_after(s, b, seat, 1).of(seat) == 0) return forbid(Rule::kWouldBePurged);  // R19
  return kAllowed;
}

// R26: boss of both, another brewery than now, and one with a shield left.
Verdict may_sign(const State& s, Seat seat, Business tavern, int brewery) {
  if (s.boss_of(tavern) != seat) return forbid(Rule::kNotBossOfTavern);
  if (s.boss_of(business_at(s.edition->taverns + brewery)) != seat)
    return forbid(Rule::kNotBossOfBrewery);
  if (s.contract[static_cast<size_t>(index(tavern))] == brewery)
    return forbid(Rule::kAlreadySupplied);
  if (s.store(brewery) == 0) return forbid(Rule::kStoreEmpty);
  return kAllowed;
}

// N3: the fewest hidden shares (perhaps none) that give the boss the majority, stones or no stones;
// -1: there is no way (R15).
int cards_for_veto(const State& s, Seat boss, Business b) {
  for (int count = 0; count <= s.held(boss, b); ++count) {
    if (roof_after(s, b, boss, count).majority(boss)) return count;
  }
  return -1;
}

// N4: the fewest (one at least) that break the boss's majority and leave the nominator a share.
int cards_for_counter(const State& s, Seat nominator, Business b) {
  for (int count = 1; count <= s.held(nominator, b); ++count) {
    const Roof roof = roof_after(s, b, nominator, count);
    if (!roof.majority(s.boss_of(b)) && roof.of(nominator) > 0) return count;
  }
  return -1;
}

// May the seat open so many shares at once? `never` says why it can't where no number would do.
Verdict may_open(const State& s, Seat seat, int cards, Rule never) {
  if (cards < 0) return forbid(never);
  return cards <= s.stones(seat) ? kAllowed : forbid(Rule::kNoStone);  // R29
}

// R55: by public facts only, could the seat open a share of this business?
bool might_open(const State& s, Seat seat, Business b) {
  return s.hidden(seat) > 0 && s.stones(seat) > 0 && !s.complete(b);
}

// N3
void ask_boss(Play& p, Seat nominator, Business b) {
  const Seat boss = p.s.boss_of(b);
  if (roof_after(p.s, b, boss, 0).majority(boss) || might_open(p.s, boss, b)) {
    p.s.agenda.push(Item::kVeto, index(nominator), index(b));
  } else {
    appoint(p, nominator, b);
  }
}

}  // namespace

void offer_boss_actions(const State& s, Seat seat, engine::Offer& offer) {
  const int figures = s.figures(seat);
  for (int b = 0; b < s.businesses(); ++b) {
    offer(action(Verb::kNominate, b), may_nominate(s, seat, business_at(b), figures));
  }
  for (int t = 0; t < s.edition->taverns; ++t) {
    if (s.boss_of(business_at(t)) != seat && !offer.keeps_forbidden()) continue;
    for (int w = 0; w < s.edition->breweries; ++w) {
      offer(action(Verb::kContract, t, s.edition->taverns + w),
            may_sign(s, seat, business_at(t), w));
    }
  }
  offer(action(Verb::kPass));
}

Verdict may_veto(const State& s, Seat boss, Business b) {
  return may_open(s, boss, cards_for_veto(s, boss, b), Rule::kNoMajority);
}

Verdict may_counter(const State& s, Seat nominator, Business b) {
  return may_open(s, nominator, cards_for_counter(s, nominator, b), Rule::kMajorityStands);
}

int cards_to_answer(const State& s, Seat seat) {
  const auto& top = s.agenda.top();
  const Business b = business_at(top.b);
  if (!Goldbraeu::acting(s).contains(seat)) return -1;
  const int cards =
      top.item == Item::kVeto ? cards_for_veto(s, seat, b) : cards_for_counter(s, seat, b);
  return cards <= s.stones(seat) ? cards : -1;
}

void nominate(Play& p, Seat seat, Business b) {
  State& s = p.s;
  p.tell(EventKind::kNominated, index(seat), index(b));
  if (s.stones_on(b, seat) == 0) open_share(p, seat, b);        // N1; R13: exactly one
  if (s.boss_of(b) == Seat::kNone) return appoint(p, seat, b);  // N2
  ask_boss(p, seat, b);
}

void veto(Play& p, Seat nominator, Business b) {
  State& s = p.s;
  const Seat boss = s.boss_of(b);
  p.tell(EventKind::kVetoed, index(boss), index(b));
  for (int count = cards_for_veto(s, boss, b); count > 0; --count) open_share(p, boss, b);
  // N4; R17: nobody else may help either side.
  if (s.stones_on(b, nominator) > 0 && might_open(s, nominator, b)) {
    s.agenda.push(Item::kCounter, index(nominator), index(b));
  } else {
    refuse(p, nominator, b);
  }
}

void counter(Play& p, Seat nominator, Business b) {
  p.tell(EventKind::kCountered, index(nominator), index(b));
  for (int count = cards_for_counter(p.s, nominator, b); count > 0; --count)
    open_share(p, nominator, b);
  ask_boss(p, nominator, b);  // R16: he may veto again
}

// N5, R21: the action is not used up.
void refuse(Play& p, Seat nominator, Business b) {
  p.s.refused = static_cast<uint16_t>(p.s.refused | bit(b));
  p.tell(EventKind::kRefused, index(nominator), index(b));
}

// N6
void appoint(Play& p, Seat nominator, Business b) {
  State& s = p.s;
  if (const Seat former = s.boss_of(b); former != Seat::kNone)
    p.tell(EventKind::kDeposed, index(former), index(b));
  s.boss[static_cast<size_t>(index(b))] = nominator;
  s.new_bosses = static_cast<uint16_t>(s.new_bosses | bit(b));
  p.tell(EventKind::kAppointed, index(nominator), index(b));
  use_action(p);
}

// R26: signed this round or not, it may be changed again.
void sign_contract(Play& p, Seat seat, Business tavern, int brewery) {
  p.s.contract[static_cast<size_t>(index(tavern))] = static_cast<uint8_t>(brewery);
  p.tell(EventKind::kContract, index(seat), index(tavern), p.s.edition->taverns + brewery);
  use_action(p);
}

}  // namespace goldbraeu
