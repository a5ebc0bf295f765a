// Drawing, casting and selling spells, and the Curse (§6.5, §6.6).
#include "games/taverna/rules.h"

namespace taverna {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;
using engine::Verdict;

namespace {

// The Curse strikes its drawer and leaves the game.
void strike_curse(Play& p, Seat seat) {
  State& s = p.s;
  s.curse_gone = 1;
  p.tell(EventKind::kCursed, index(seat));
  People highest = s.king;
  for (int i = 1; i < kPeoples; ++i) {  // a tie: the first one from the King's track on
    const People people = people_at(index(s.king) + i);
    if (s.level_of(seat, people) > s.level_of(seat, highest)) highest = people;
  }
  fall(p, seat, highest);
}

void reshuffle(Play& p) {
  State& s = p.s;
  p.tell(EventKind::kReshuffled, s.discard.size());
  for (CardSet& cards : s.known) cards = cards - s.discard;
  s.discard = s.seen_discard = CardSet();
}

}  // namespace

void draw_spell(Play& p, Seat seat) {
  State& s = p.s;
  for (;;) {
    CardSet pile = s.spell_pile();
    if (pile.empty() && !s.discard.empty()) {
      reshuffle(p);
      pile = s.spell_pile();
    }
    if (pile.empty()) {  // R38
      p.tell(EventKind::kDrawLost, index(seat));
      return;
    }
    std::array<uint8_t, kMaxCards> cards;
    std::array<uint8_t, kMaxCards> kinds;
    int size = 0;
    for (int card : pile) {
      cards[static_cast<size_t>(size)] = static_cast<uint8_t>(card);
      kinds[static_cast<size_t>(size++)] =
          static_cast<uint8_t>(s.edition->card_kind[static_cast<size_t>(card)]);
    }
    const auto at = static_cast<size_t>(
        p.chance.choose(static_cast<uint8_t>(ChanceKind::kSpell), kinds.data(), size));
    if (s.edition->curses.contains(cards[at])) {
      strike_curse(p, seat);
      continue;
    }
    State::at(s.hand, seat).insert(cards[at]);  // R41: a hand has no limit
    p.tell.secret(SeatSet(seat), EventKind::kDrew, index(seat), kinds[at]);
    return;
  }
}

void leave_hand_unseen(State& s, Seat seat, int card) {
  CardSet& hand = State::at(s.hand, seat);
  for (int i = 0; i < s.players; ++i) {
    if (i != index(seat)) s.known[static_cast<size_t>(i)] = s.known[static_cast<size_t>(i)] - hand;
  }
  hand.erase(card);
}

void leave_hand_openly(State& s, Seat seat, int card) {
  State::at(s.hand, seat).erase(card);
  for (CardSet& cards : s.known) cards.erase(card);
}

int card_in_hand(const State& s, Seat seat, Spell spell) {
  for (int card : State::at(s.hand, seat)) {
    if (s.edition->card_kind[static_cast<size_t>(card)] == spell) return card;
  }
  return -1;
}

// R23: one spell in each turn, the own and every other.
bool may_cast_plainly(const State& s, Seat seat) { return State::at(s.casts, seat) == 0; }

bool may_cast_second(const State& s, Seat seat) {
  return State::at(s.casts, seat) == 1 &&
         State::at(s.face_up, seat)[static_cast<size_t>(Favour::kSecondSpell)] > 0 &&
         !State::at(s.favours_used, seat).contains(Favour::kSecondSpell);
}

bool is_lowest(const State& s, Seat seat, People people) {
  for (int i = 0; i < s.players; ++i) {
    if (s.level_of(engine::seat_at(i), people) < s.level_of(seat, people)) return false;
  }
  return true;
}

Verdict may_slander(const State& s, Seat seat, Seat rival, People people) {
  const int level = s.level_of(rival, people);
  if (level <= s.level_of(seat, people)) return forbid(Rule::kNotAbove);
  return level == kTop ? forbid(Rule::kTopIsSafe) : kAllowed;
}

Verdict may_slander(const State& s, Seat seat, Seat rival) {
  Verdict verdict = forbid(Rule::kNotAbove);
  for (int i = 0; i < kPeoples && !verdict.allowed(); ++i) {
    const Verdict there = may_slander(s, seat, rival, people_at(i));
    if (there != forbid(Rule::kNotAbove)) verdict = there;
  }
  return verdict;
}

namespace {

template <class Fits>
bool any_opponent(const State& s, Seat seat, Fits fits) {
  for (int i = 0; i < s.players; ++i) {
    if (i != index(seat) && fits(engine::seat_at(i))) return true;
  }
  return false;
}

template <class Fits>
int count_tracks(Fits fits) {
  int count = 0;
  for (int i = 0; i < kPeoples; ++i) count += fits(people_at(i)) ? 1 : 0;
  return count;
}

// The peoples that sit somewhere, as bits.
uint32_t seated_peoples(const State& s) {
  uint32_t bits = 0;
  for (const auto& tables : s.table) {
    for (People people : tables) {
      if (people != People::kNone) bits |= 1u << index(people);
    }
  }
  return bits;
}

bool can_polymorph(const State& s) {
  const uint32_t seated = seated_peoples(s);
  uint32_t supply = 0;
  for (int i = 0; i < kPeoples; ++i) supply |= s.tiles_left(people_at(i)) > 0 ? 1u << i : 0u;
  return seated != 0 && supply != 0 && std::popcount(seated | supply) > 1;
}

bool any_free_table(const State& s) {
  for (int t = 0; t < kTaverns; ++t) {
    if (s.free_tables(t) > 0) return true;
  }
  return false;
}

bool owns_used_favour(const State& s, Seat seat) {
  for (uint8_t tiles : State::at(s.used, seat)) {
    if (tiles > 0) return true;
  }
  return false;
}

}  // namespace

bool is_applicable(const State& s, Seat caster, const SpellData& spell, int purse) {
  const auto rises = [&](People people) { return can_rise(s, caster, people); };
  switch (spell.effect) {
    case Effect::kGainLevel:
      return rises(spell.people);
    case Effect::kTwoLevels:
      return count_tracks(rises) >= 2;
    case Effect::kLowestLevel:
      return count_tracks([&](People q) { return rises(q) && is_lowest(s, caster, q); }) > 0;
    case Effect::kSlander:
      return any_opponent(s, caster,
                          [&](Seat rival) { return may_slander(s, caster, rival).allowed(); });
    case Effect::kSharedFame:
      return s.level_track != People::kNone && rises(s.level_track);
    case Effect::kPickpocket:
    case Effect::kCollection:
      return any_opponent(s, caster, [&](Seat rival) { return s.coins_of(rival) > 0; });
    case Effect::kHappyHour:
      return s.tavern != kNoTavern && s.owns_in(caster, s.tavern);
    case Effect::kAlchemy:
      return s.hand_size(caster) >= 2;
    case Effect::kMoveCustomer:
      return can_move_customer(s);
    case Effect::kSwapCustomers:
      return std::popcount(seated_peoples(s)) >= 2;
    case Effect::kEviction:
      return seated_peoples(s) != 0;
    case Effect::kPolymorph:
      return can_polymorph(s);
    case Effect::kIllusion:
      return s.any_table == 0 && has_table_of_wrong_colour(s) &&
             (s.people == People::kNone || rises(s.people));
    case Effect::kAddMask:
      return !s.symbols.contains(Symbol::kMask);
    case Effect::kClosedDoors:
      return s.closed == kNoTavern && any_free_table(s);
    case Effect::kDrawSpells:
      return !s.discard.empty() || !s.spell_pile().empty();
    case Effect::kMindTheft:
      return any_opponent(s, caster, [&](Seat rival) { return s.hand_size(rival) > 0; });
    case Effect::kActivation:
      return may_hire_anybody(s, caster, purse).allowed();
    case Effect::kTakeFavour:
      return !s.display.empty();
    case Effect::kRefreshFavour:
      return owns_used_favour(s, caster);
    case Effect::kPlaceGuild:
      return can_place_guild(s);
    default:
      return true;
  }
}

namespace {

// Why it can have no effect, where there is more to say about it.
Verdict why_not(const State& s, Seat caster, const SpellData& spell, int purse) {
  if (spell.effect == Effect::kActivation) return may_hire_anybody(s, caster, purse);
  const bool top = spell.effect == Effect::kSlander && any_opponent(s, caster, [&](Seat rival) {
                     return may_slander(s, caster, rival) == forbid(Rule::kTopIsSafe);
                   });
  return forbid(top ? Rule::kTopIsSafe : Rule::kNoEffect);
}

Verdict may_cast(const State& s, Seat seat, const SpellData& spell, int purse) {
  const auto& top = s.agenda.top();
  const bool fits = top.item == Item::kMain ? spell.in_phase(s.phase)
                                            : spell.in_window(static_cast<Window>(top.a));
  if (!fits) return forbid(Rule::kWrongTime);
  const Verdict paid = may_pay(spell.cost, purse);  // R39, R51
  if (!paid.allowed()) return paid;
  const int rest = purse - spell.cost;
  return is_applicable(s, seat, spell, rest) ? kAllowed : why_not(s, seat, spell, rest);
}

}  // namespace

void offer_casts(const State& s, Seat seat, Offer& offer) {
  const bool plainly = may_cast_plainly(s, seat);
  const bool second = !plainly && may_cast_second(s, seat);
  if (!plainly && !second && !offer.keeps_forbidden()) return;
  const int purse = budget(s, seat);
  auto last = Spell::kNone;
  for (int card : State::at(s.hand, seat)) {
    const Spell kind = s.edition->card_kind[static_cast<size_t>(card)];
    if (kind == last) continue;
    last = kind;
    const Verdict verdict = may_cast(s, seat, (*s.edition)[kind], purse);
    offer(action(Verb::kCast, index(kind)), plainly ? verdict : forbid(Rule::kOneSpell));
    if (!plainly)
      offer(action(Verb::kCastSecond, index(kind)),
            second ? verdict : forbid(Rule::kNoSecondSpell));
  }
}

namespace {

// Counterspell: the spell just declared has no effect; its caster gets the cost back, not the cast.
void counter(Play& p, Seat seat) {
  State& s = p.s;
  s.agenda.pop();  // its resolution
  const Claim claim = s.claims.pop_back();
  const int cost = s.edition->of(claim.what).cost;
  const Spell kind = s.edition->card_kind[claim.what];
  s.discard.insert(claim.what);
  s.seen_discard.insert(claim.what);
  p.tell(EventKind::kCountered, index(seat), index(claim.actor), index(kind));
  State::at(s.coins, claim.actor) = static_cast<int16_t>(s.coins_of(claim.actor) + cost);
  if (cost > 0) p.tell(EventKind::kRefunded, index(claim.actor), cost);
}

}  // namespace

void cast_spell(Play& p, Seat seat, Spell spell, bool second) {
  State& s = p.s;
  const int card = card_in_hand(s, seat, spell);
  const SpellData& data = (*s.edition)[spell];
  leave_hand_openly(s, seat, card);
  p.tell(EventKind::kCast, index(seat), index(spell));
  if (second) use_favour(p, seat, Favour::kSecondSpell);
  ++State::at(s.casts, seat);
  pay(p, seat, data.cost);
  if (data.effect == Effect::kCounterspell) {
    State::at(s.cast, seat).insert(card);
    return counter(p, seat);
  }
  Claim claim;
  claim.source = Source::kSpell;
  claim.actor = seat;
  claim.what = static_cast<uint8_t>(card);
  claim.second = second ? 1 : 0;
  s.claims.push_back(claim);
  proceed(p);
}

// R40: in the own turn only.
void sell_spell(Play& p, Seat seat, Spell spell) {
  State& s = p.s;
  const int card = card_in_hand(s, seat, spell);
  leave_hand_unseen(s, seat, card);
  s.discard.insert(card);
  State::at(s.known, seat).insert(card);
  p.tell.secret(SeatSet(seat), EventKind::kSold, index(seat), index(spell));
  take_coins(p, seat, s.edition->sell_spell);
}

}  // namespace taverna
