// Phase 1, placing (§4.4): storing, pieces on fields, the three fields of the School.
#include <utility>

#include "games/dicebrewing/rules.h"

namespace dicebrewing {

using engine::forbid;
using engine::kAllowed;

void offer_arrange(const State& s, Offer& offer) {
  const Seat seat = s.turn;
  // R4: storing is free at any time of the own turn; R45: without limit.
  each_kind(s.at(seat).active, [&](Die die) { offer(action(Verb::kStore, die.number())); });
  offer_pieces(s, seat, offer);
  offer_tokens(s, seat, offer);
  // R2: one or two pieces; R50: tokens are none.
  offer(action(Verb::kEndTurn), s.count > 0 ? kAllowed : forbid(Rule::kNothingPlaced));
  offer(action(Verb::kPass), s.count == 0 ? kAllowed : forbid(Rule::kPiecePlaced));
}

void store(Play& p, Die die) {
  Player& player = p.s.at(p.s.turn);
  take_out(player.active, die);
  put_in(player.warehouse, die);
  p.tell(EventKind::kStored, index(p.s.turn), die.number());
}

// --- the die for a field ---

void offer_input_dice(const State& s, Offer& offer) {
  const FieldData& data = s.edition->fields[s.ask_a];
  each_kind(s, s.turn, [&](Die die, Zone zone) {
    if (data.takes(die.colour()))
      offer(action(Verb::kDie, die.number(), index(zone)), fits(data, die));
  });
}

void offer_accelerators(const State& s, Offer& offer) {
  const FieldData& data = s.edition->fields[s.ask_a];
  each_kind(s, s.turn, [&](Die die, Zone zone) {
    if (die.is(Colour::kBlue))
      offer(action(Verb::kDie, die.number(), index(zone)), may_be_accelerator(data, die));
  });
}

void begin_place(Play& p, Field field) {
  if (!(*p.s.edition)[field].takes_seed) return ask(p, Ask::kInputDie, index(field));
  --p.s.at(p.s.turn).seeds;
  place(p, field, Die::seed());
  piece_done(p);
}

void place_die(Play& p, Die die, Zone zone) {
  const auto field = static_cast<Field>(p.s.ask_a);
  take_out(p.s.zone(p.s.turn, zone), die);
  place(p, field, die);
  switch ((*p.s.edition)[field].effect) {
    case Effect::kReroll:
      return ask(p, Ask::kReroll);
    case Effect::kSwap:
      return ask(p, Ask::kSwapColour);
    default:
      return piece_done(p);
  }
}

void begin_accelerate(Play& p, Field field) { ask(p, Ask::kAccelerator, index(field)); }

void accelerate_with(Play& p, Die die, Zone zone) {
  const auto field = static_cast<Field>(p.s.ask_a);
  take_out(p.s.zone(p.s.turn, zone), die);
  accelerate(p, field, die);
  piece_done(p);
}

// --- S1: own dice are lifted one by one, then rolled together (R13) ---

void offer_rerolls(const State& s, Offer& offer) {
  each_kind(s, s.turn, [&](Die die, Zone zone) {
    offer(action(Verb::kDie, die.number(), index(zone)),
          die.blocked() ? forbid(Rule::kDieIsBlocked) : kAllowed);
  });
  const bool any = !s.lifted[0].empty() || !s.lifted[1].empty();
  offer(action(Verb::kRoll), any ? kAllowed : forbid(Rule::kNoneChosen));
}

void lift_for_reroll(Play& p, Die die, Zone zone) {
  take_out(p.s.zone(p.s.turn, zone), die);
  put_in(p.s.lifted[static_cast<size_t>(zone)], die);
  ask(p, Ask::kReroll);
}

void roll_lifted(Play& p) {
  for (Zone zone : {Zone::kActive, Zone::kWarehouse}) {
    for (Die die : p.s.lifted[static_cast<size_t>(zone)])
      p.tell(EventKind::kRerolls, index(p.s.turn), die.number());
  }
  for (Zone zone : {Zone::kActive, Zone::kWarehouse}) {
    Dice& lifted = p.s.lifted[static_cast<size_t>(zone)];
    for (Die die : lifted) {
      const Die rolled = die.rolled(p.face());
      p.tell(EventKind::kRolled, index(p.s.turn), rolled.number());
      put_in(p.s.zone(p.s.turn, zone), rolled);
    }
    lifted.clear();
  }
  piece_done(p);
}

// --- S2: the supply of a colour is rolled, then one die may be swapped (R14) ---

namespace {

void offer_swap_colours(const State& s, Offer& offer) {
  const Kit kit = kit_of(s, s.turn);
  for (int c = 0; c < index(Colour::kBlue); ++c) {
    const auto i = static_cast<size_t>(c);
    offer(action(Verb::kColour, c), s.supply[i] == 0                   ? forbid(Rule::kSupplyEmpty)
                                    : !kit.has(static_cast<Colour>(c)) ? forbid(Rule::kNotAmongOwn)
                                                                       : kAllowed);
  }
}

}  // namespace

void offer_swap(const State& s, Offer& offer) {
  if (s.ask == Ask::kSwapColour) return offer_swap_colours(s, offer);
  if (s.ask == Ask::kSwapRolled) {
    for (int value = 1; value <= kFaces; ++value) {
      if (s.rolled[static_cast<size_t>(value - 1)] > 0) offer(action(Verb::kTake, value));
    }
    return offer(action(Verb::kKeep));
  }
  each_kind(s, s.turn, [&](Die die, Zone zone) {
    if (die.is(static_cast<Colour>(s.ask_a)))
      offer(action(Verb::kDie, die.number(), index(zone)),
            die.blocked() ? forbid(Rule::kDieIsBlocked) : kAllowed);
  });
}

void roll_supply(Play& p, Colour colour) {
  for (int i = p.s.supply[static_cast<size_t>(colour)]; i > 0; --i) {
    const int face = p.face();
    ++p.s.rolled[static_cast<size_t>(face - 1)];
    p.tell(EventKind::kSupplyRolled, index(colour), face);
  }
  ask(p, Ask::kSwapRolled, index(colour));
}

void choose_rolled(Play& p, int value) { ask(p, Ask::kSwapOwn, p.s.ask_a, value); }

// The supply of that colour keeps its number: one die comes, one goes.
void swap_die(Play& p, Die die, Zone zone) {
  const Die gained(die.colour(), p.s.ask_b);
  take_out(p.s.zone(p.s.turn, zone), die);
  put_in(p.s.zone(p.s.turn, zone), gained);
  p.s.rolled.fill(0);
  p.tell(EventKind::kSwapped, index(p.s.turn), die.number(), gained.number());
  piece_done(p);
}

void keep_own(Play& p) {
  p.s.rolled.fill(0);
  p.tell(EventKind::kKept, index(p.s.turn));
  piece_done(p);
}

}  // namespace dicebrewing
