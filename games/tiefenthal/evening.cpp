// Phase A, the next evening: the moon moves on and brings every player the bonus of the round.
#include "games/tiefenthal/rules.h"

namespace tiefenthal {
namespace {

// R40: one token at a time, in turn order, until there are none.
void hand_out_schnapps(Play& p, int each) {
  State& s = p.s;
  std::array<int, kMaxPlayers> got{};
  for (int round = 0; round < each; ++round) {
    for (int n = 0; n < s.players && s.schnapps_left() > 0; ++n) {
      ++s.at(s.nth(n)).schnapps;
      ++got[static_cast<size_t>(index(s.nth(n)))];
    }
  }
  for (int n = 0; n < s.players; ++n)
    tell_schnapps(p, s.nth(n), got[static_cast<size_t>(index(s.nth(n)))], each);
}

bool available(const State& s, Bonus bonus) {
  switch (bonus) {
    case Bonus::kGuest:
      return s.open_pile > 0;
    case Bonus::kDie:
      return true;
    default:
      return s.supply[static_cast<size_t>(card_of(bonus))] > 0;
  }
}

void take_bonus(Play& p, Seat seat, Bonus bonus) {
  switch (bonus) {
    case Bonus::kGuest:
      gain_open_guest(p, seat);
      break;
    case Bonus::kDie: {  // rolled at once, kept for F
      const int face = p.roll(ChanceKind::kOwnDie);
      p.s.at(seat).dice.insert_sorted(own_die(face));
      p.tell(EventKind::kBonusDie, index(seat), face);
      break;
    }
    default:
      gain_card(p, seat, card_of(bonus));
  }
}

// R25: no noble, no cards given back, and it works at once.
void flip(Play& p, Seat seat, uint8_t answer) {
  if (answer == kNoFlip) return p.tell(EventKind::kNoFlip, index(seat));
  Tavern& t = p.s.at(seat);
  t.upgraded = static_cast<uint16_t>(t.upgraded | bit(tile_at(answer)));
  p.tell(EventKind::kFlipped, index(seat), answer);
}

}  // namespace

// R2: the moon moves onto space I in round 1 as well.
void begin_round(Play& p) {
  State& s = p.s;
  ++s.round;
  p.tell(EventKind::kRound, s.round, index(s.start));
  const RoundData& data = s.round_data();
  hand_out_schnapps(p, data.schnapps);
  if (data.bar_guest) {
    for (int n = 0; n < s.players; ++n) {
      ++s.at(s.nth(n)).bar_guests;
      p.tell(EventKind::kGotBarGuest, index(s.nth(n)));
    }
  }
  s.agenda.push(Item::kFill);
  s.agenda.push(Item::kBonus);
  if (data.entertainer != Entertainer::kNone) s.agenda.push(Item::kSides, index(data.entertainer));
}

engine::SeatSet bonus_seats(const State& s) {
  const RoundData& data = s.choice_data();
  if (!data.free_upgrade) {
    for (Bonus bonus : data.choices) {
      if (available(s, bonus)) return engine::SeatSet::first(s.players);
    }
    return {};
  }
  engine::SeatSet seats;
  for (int i = 0; i < s.players; ++i) {
    if (s.at(engine::seat_at(i)).upgraded != (1u << kTileCount) - 1)
      seats.insert(engine::seat_at(i));
  }
  return seats;
}

void offer_bonus(const State& s, const Tavern& t, engine::Offer& offer) {
  const RoundData& data = s.choice_data();
  for (Bonus bonus : data.choices) {
    offer(action(Verb::kBonus, static_cast<int>(bonus)),
          available(s, bonus) ? engine::kAllowed : engine::forbid(Rule::kPileEmpty));
  }
  if (!data.free_upgrade) return;
  for (int i = 0; i < kTileCount; ++i) {
    offer(action(Verb::kFlip, i),
          t.flipped(tile_at(i)) ? engine::forbid(Rule::kAlreadyUpgraded) : engine::kAllowed);
  }
  offer(action(Verb::kNoFlip));
}

void resolve_sides(Play& p, Entertainer entertainer) {
  State& s = p.s;
  for (int n = 0; n < s.players; ++n) {
    Tavern& t = s.at(s.nth(n));
    const auto side = static_cast<Side>(t.answer);
    t.sides[static_cast<size_t>(entertainer)] = side;
    t.answer = kNoAnswer;
    p.tell(EventKind::kTookSide, index(s.nth(n)), index(entertainer), index(side));
  }
}

// In turn order, once all have chosen. R16: who comes too late for the last copy gets something
// else.
void resolve_bonus(Play& p) {
  State& s = p.s;
  const RoundData& data = s.choice_data();
  const engine::SeatSet seats = bonus_seats(s);
  if (!data.free_upgrade) {
    for (int n = 0; n < s.players; ++n)
      p.tell(EventKind::kChose, index(s.nth(n)), s.at(s.nth(n)).answer);
  }
  for (int n = 0; n < s.players; ++n) {
    const Seat seat = s.nth(n);
    if (!seats.contains(seat)) continue;
    const uint8_t answer = s.at(seat).answer;
    s.at(seat).answer = kNoAnswer;
    if (data.free_upgrade) {
      flip(p, seat, answer);
      continue;
    }
    auto bonus = static_cast<Bonus>(answer);
    for (int i = 0; i < data.choices.size() && !available(s, bonus); ++i) bonus = data.choices[i];
    if (available(s, bonus)) {
      take_bonus(p, seat, bonus);
    } else {
      const Card gone = bonus == Bonus::kGuest ? s.edition->open_pile : card_of(bonus);
      p.tell(EventKind::kNoCardLeft, index(seat), index(gone));
    }
  }
}

}  // namespace tiefenthal
