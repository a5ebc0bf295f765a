// The square: extending and transferring terraces (§3.3, §5.3).
#include "games/goldbraeu/rules.h"

namespace goldbraeu {

using engine::forbid;
using engine::kAllowed;
using engine::Verdict;

Fields frontier(const State& s, Fields terrace) {
  Fields reach;
  for (Field field : terrace) reach = reach | s.edition->neighbours[field];
  return reach - terrace;
}

Fields connected(const State& s, Business tavern, Fields terrace) {
  Fields reached = Fields::of(s.edition->start[static_cast<size_t>(index(tavern))]);
  Fields edge = reached;
  while (!edge.empty()) {
    Fields next;
    for (Field field : edge) next = next | s.edition->neighbours[field];
    edge = (next & terrace) - reached;
    reached = reached | edge;
  }
  return reached;
}

// R5: a fence stands on every side between two fields of different owners, and nowhere else.
int fences_needed(const State& s) {
  int sides = 0;
  Fields others = s.edition->all;  // each pair of owners is counted once
  for (int t = 0; t < s.edition->taverns; ++t) {
    const Fields terrace = s.terrace[static_cast<size_t>(t)];
    others = others - terrace;
    for (Field field : terrace) sides += (s.edition->neighbours[field] & others).size();
  }
  return sides;
}

namespace {

// The terraces after `tavern` has taken the field, cut-off parts freed (R8), on purpose or not
// (R9). A free field cuts nothing off (R10).
void take(State& s, Field field, Business tavern, Business donor) {
  if (donor != Business::kNone) {
    Fields& terrace = s.terrace[static_cast<size_t>(index(donor))];
    terrace = connected(s, donor, terrace - Fields::of(field));
  }
  Fields& terrace = s.terrace[static_cast<size_t>(index(tavern))];
  terrace = terrace | Fields::of(field);
}

Business owner_of(const State& s, Field field) {
  for (int t = 0; t < s.edition->taverns; ++t) {
    if (s.terrace[static_cast<size_t>(t)].contains(field)) return business_at(t);
  }
  return Business::kNone;
}

Verdict may_take(const State& s, Seat seat, Field field, Business tavern) {
  const Business donor = owner_of(s, field);
  if (donor != Business::kNone) {
    if (s.boss_of(donor) != seat) return forbid(Rule::kNotYourTerrace);
    if (s.edition->start_fields.contains(field)) return forbid(Rule::kStartField);  // R6
  }
  if (s.variant(Variant::kFenceLimit) != 0) {  // R4: never reached on the standard map
    State after = s;
    take(after, field, tavern, donor);
    if (fences_needed(after) > s.edition->fences) return forbid(Rule::kNoFences);
  }
  return kAllowed;
}

// What people try in vain: fields far from their terraces, terraces of others.
void offer_vain_expansions(const State& s, Seat seat, engine::Offer& offer) {
  for (int t = 0; t < s.edition->taverns; ++t) {
    const Fields terrace = s.terrace_of(business_at(t));
    const Fields edge = frontier(s, terrace);
    const bool own = s.boss_of(business_at(t)) == seat;
    for (Field field : own ? s.edition->all - terrace - edge : edge) {
      if (offer.size() + 1 == engine::Offer::kCapacity) return;  // on a square far larger than ours
      offer(action(Verb::kTake, field, t), forbid(own ? Rule::kNotAdjacent : Rule::kNotBossHere));
    }
  }
}

}  // namespace

bool can_expand(const State& s, Seat seat) {
  for (int t = 0; t < s.edition->taverns; ++t) {
    const Business tavern = business_at(t);
    if (s.boss_of(tavern) != seat) continue;
    for (Field field : frontier(s, s.terrace_of(tavern))) {
      if (may_take(s, seat, field, tavern).allowed()) return true;
    }
  }
  return false;
}

// R7: one field at a time, which touches the terrace that gets it.
void offer_expansions(const State& s, Seat seat, engine::Offer& offer) {
  for (int t = 0; t < s.edition->taverns; ++t) {
    const Business tavern = business_at(t);
    if (s.boss_of(tavern) != seat) continue;
    for (Field field : frontier(s, s.terrace_of(tavern)))
      offer(action(Verb::kTake, field, t), may_take(s, seat, field, tavern));
  }
  if (offer.keeps_forbidden()) offer_vain_expansions(s, seat, offer);
  offer(action(Verb::kPass));
}

void expand(Play& p, Seat seat, Field field, Business tavern) {
  State& s = p.s;
  const Business donor = owner_of(s, field);
  const int before = donor == Business::kNone ? 0 : s.terrace_of(donor).size();
  take(s, field, tavern, donor);
  if (donor == Business::kNone) {
    p.tell(EventKind::kTookField, index(seat), field, index(tavern));
    return;
  }
  p.tell(EventKind::kTransferred, index(seat), field, index(donor), index(tavern));
  const int lost = before - 1 - s.terrace_of(donor).size();
  if (lost > 0) p.tell(EventKind::kCutOff, index(donor), lost);
}

}  // namespace goldbraeu
