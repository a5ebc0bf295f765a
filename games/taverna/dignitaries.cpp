// Hiring the Notary, the Gob'Trotter, the Princess and the Ambassador (§4.3).
#include "games/taverna/rules.h"

namespace taverna {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;
using engine::Verdict;

int deed_price(const State& s, int tavern, int slot) {
  const bool owned = s.deed[static_cast<size_t>(tavern)][static_cast<size_t>(slot)] != Seat::kNone;
  return s.board(tavern).deed[static_cast<size_t>(slot)].price + (owned ? s.edition->takeover : 0);
}

Verdict may_take_deed(const State& s, Seat seat, int tavern, int slot, int purse) {
  if (s.owns_in(seat, tavern)) return forbid(Rule::kOwnerHere);
  const Seat owner = s.deed[static_cast<size_t>(tavern)][static_cast<size_t>(slot)];
  if (owner != Seat::kNone && s.deeds_of(owner) < 2) return forbid(Rule::kLastDeed);  // R34
  return may_pay(deed_price(s, tavern, slot), purse);
}

namespace {

bool is_too_poor(Verdict verdict) { return verdict.rule == index(Rule::kTooPoor); }

// Of two answers the one nearer to a purchase: allowed, or what takes fewer coins.
Verdict nearer(Verdict a, Verdict b) {
  if (a.allowed() || b.allowed()) return kAllowed;
  if (!is_too_poor(a)) return is_too_poor(b) || a == forbid(Rule::kNoPurchase) ? b : a;
  return is_too_poor(b) && b.missing < a.missing ? b : a;
}

Verdict may_take_a_deed(const State& s, Seat seat, int tavern, int purse) {
  Verdict verdict = forbid(Rule::kNoPurchase);
  if (s.owns_in(seat, tavern)) return forbid(Rule::kOwnerHere);
  if (s.deeds_of(seat) >= s.edition->deed_tokens) return verdict;
  for (int i = 0; i < s.board(tavern).deeds && !verdict.allowed(); ++i)
    verdict = nearer(verdict, may_take_deed(s, seat, tavern, i, purse));
  return verdict;
}

bool has_room(const State& s, Dignitary dignitary, int tavern) {
  return s.dignitary[static_cast<size_t>(dignitary)] != tavern && s.guests_in(tavern) < 2;
}

// R31: the Princess needs a favour to give.
bool has_something_to_sell(const State& s, Seat seat, Dignitary dignitary, int tavern) {
  if (dignitary == Dignitary::kGobtrotter) return can_place_guild(s, tavern);
  if (dignitary == Dignitary::kPrincess) return !s.display.empty();
  return can_rise_anywhere(s, seat);
}

// R15: is there something to buy in that tavern?
Verdict may_buy(const State& s, Seat seat, Dignitary dignitary, int tavern, int purse) {
  if (dignitary == Dignitary::kNotary) return may_take_a_deed(s, seat, tavern, purse);
  if (!has_something_to_sell(s, seat, dignitary, tavern)) return forbid(Rule::kNoPurchase);
  return may_pay(s.edition->prices[static_cast<size_t>(dignitary)][0], purse);
}

}  // namespace

Verdict may_go_to(const State& s, Seat seat, Dignitary dignitary, int tavern, int purse) {
  if (s.dignitary[static_cast<size_t>(dignitary)] == tavern) return forbid(Rule::kStays);
  if (s.guests_in(tavern) >= 2) return forbid(Rule::kNoRoom);
  return may_buy(s, seat, dignitary, tavern, purse);
}

Verdict may_hire(const State& s, Seat seat, Dignitary dignitary, int purse) {
  if (s.activated.contains(dignitary)) return forbid(Rule::kOncePerTurn);
  Verdict verdict = forbid(Rule::kNoPurchase);
  for (int t = 0; t < kTaverns && !verdict.allowed(); ++t) {
    if (has_room(s, dignitary, t)) verdict = nearer(verdict, may_buy(s, seat, dignitary, t, purse));
  }
  // What stands in the way in one tavern alone says nothing about the others.
  return verdict.allowed() || is_too_poor(verdict) ? verdict : forbid(Rule::kNoPurchase);
}

Verdict may_hire_anybody(const State& s, Seat seat, int purse) {
  Verdict verdict = forbid(Rule::kNoPurchase);
  for (int d = 0; d < kDignitaries && !verdict.allowed(); ++d) {
    const auto dignitary = static_cast<Dignitary>(d);
    if (!s.activated.contains(dignitary))
      verdict = nearer(verdict, may_hire(s, seat, dignitary, purse));
  }
  return verdict;
}

bool is_takeover(const State& s, const Claim& claim) {
  return claim.source != Source::kFavour && claim.source != Source::kSpell &&
         claim.picks.size() == 3 && static_cast<Dignitary>(claim.picks[0]) == Dignitary::kNotary &&
         s.deed[claim.picks[1]][claim.picks[2]] != Seat::kNone;
}

// What the activation costs as far as it is declared.
int purchase_price(const State& s, const Claim& claim) {
  if (claim.picks.size() < 3) return 0;
  if (static_cast<Dignitary>(claim.picks[0]) == Dignitary::kNotary)
    return deed_price(s, claim.picks[1], claim.picks[2]);
  int bought = 0;
  for (int i = 2; i < claim.picks.size(); ++i) bought += claim.picks[i] != kEnough ? 1 : 0;
  return s.edition->prices[claim.picks[0]][static_cast<size_t>(bought - 1)];
}

int next_purchase_price(const State& s, const Claim& claim) {
  if (claim.picks.empty() || claim.picks[claim.picks.size() - 1] == kEnough ||
      static_cast<Dignitary>(claim.picks[0]) == Dignitary::kNotary)
    return -1;
  const auto& prices = s.edition->prices[claim.picks[0]];
  const auto bought = static_cast<size_t>(std::max(0, claim.picks.size() - 2));
  if (bought >= prices.size() || prices[bought] == 0) return -1;
  return prices[bought] - (bought > 0 ? prices[bought - 1] : 0);
}

namespace {

bool is_near(const State& s, Dignitary dignitary) {
  return s.benefits.contains(Symbol::kLyre) ||
         s.dignitary[static_cast<size_t>(dignitary)] == s.tavern;
}

Verdict may_hire_here(const State& s, Dignitary dignitary) {
  if (s.phase != Phase::kPost) return forbid(Rule::kNotSeated);  // R6
  if (s.regular_done != 0) return forbid(Rule::kOneDignitary);
  if (!s.activated.contains(dignitary) && !is_near(s, dignitary)) return forbid(Rule::kNotInTavern);
  return may_hire(s, s.active, dignitary, s.coins_of(s.active));
}

Verdict may_send_for(const State& s, Dignitary dignitary) {
  const int missing = s.edition->extra_activation - State::at(s.privileges, s.active);
  if (missing > 0) return forbid(Rule::kPrivileges, missing);
  // R18: as often as there are privileges, unless the variant says once.
  if (s.variant(Variant::kPrivilegeActivations) != 0 && s.privilege_hires > 0)
    return forbid(Rule::kOnePrivilegeHire);
  return may_hire(s, s.active, dignitary, s.coins_of(s.active));
}

}  // namespace

void offer_hires(const State& s, Offer& offer) {
  const bool why = offer.keeps_forbidden();
  if (why || (s.phase == Phase::kPost && s.regular_done == 0)) {
    for (int d = 0; d < kDignitaries; ++d)
      offer(action(Verb::kHire, d), may_hire_here(s, static_cast<Dignitary>(d)));
  }
  if (!why && State::at(s.privileges, s.active) < s.edition->extra_activation) return;
  for (int d = 0; d < kDignitaries; ++d)
    offer(action(Verb::kSendFor, d), may_send_for(s, static_cast<Dignitary>(d)));
}

void hire(Play& p, Dignitary dignitary, Source source) {
  Claim claim;
  claim.source = source;
  claim.actor = p.s.active;
  claim.what = static_cast<uint8_t>(dignitary);
  claim.picks.push_back(static_cast<uint8_t>(dignitary));
  p.s.claims.push_back(claim);
  proceed(p);
}

void complete_hire(Play& p) {
  State& s = p.s;
  const Claim& claim = s.claim();
  const Seat seat = claim.actor;
  const auto dignitary = static_cast<Dignitary>(claim.picks[0]);
  s.activated.insert(dignitary);
  if (claim.source == Source::kRegular) {
    s.regular_done = 1;
    p.tell(EventKind::kHired, index(seat), index(dignitary), claim.picks[1]);
  } else if (claim.source == Source::kPrivilege) {
    uint8_t& owned = State::at(s.privileges, seat);
    owned = static_cast<uint8_t>(owned - s.edition->extra_activation);
    ++s.privilege_hires;
    p.tell(EventKind::kSentFor, index(seat), index(dignitary), claim.picks[1]);
  } else {
    p.tell(EventKind::kPuppet, index(seat), index(dignitary), claim.picks[1]);
  }
  s.agenda.push(Item::kResolve);
  if (is_takeover(s, claim)) open_window(p, Window::kNotary);  // R50, R56
}

void place_deed(Play& p, Seat seat, int tavern, int slot) {
  p.s.deed[static_cast<size_t>(tavern)][static_cast<size_t>(slot)] = seat;
  score(p, seat, p.s.board(tavern).deed[static_cast<size_t>(slot)].points);
}

namespace {

// R19: half of the money, rounded down, goes to the old owner. R42: he keeps his points.
void buy_deed(Play& p, const Claim& claim, int price) {
  const int tavern = claim.picks[1];
  const int slot = claim.picks[2];
  const Seat owner = p.s.deed[static_cast<size_t>(tavern)][static_cast<size_t>(slot)];
  if (owner == Seat::kNone) {
    p.tell(EventKind::kBoughtDeed, index(claim.actor), tavern, slot + 1);
    pay(p, claim.actor, price);
  } else {
    p.tell(EventKind::kTookDeed, index(claim.actor), index(owner), tavern, slot + 1);
    pay(p, claim.actor, price - price / 2);
    give(p, claim.actor, owner, price / 2);
  }
  place_deed(p, claim.actor, tavern, slot);
}

}  // namespace

void carry_out_hire(Play& p, const Claim& claim) {
  State& s = p.s;
  const Seat seat = claim.actor;
  const auto dignitary = static_cast<Dignitary>(claim.picks[0]);
  const int tavern = claim.picks[1];
  const int price = purchase_price(s, claim);
  s.dignitary[static_cast<size_t>(dignitary)] = static_cast<uint8_t>(tavern);
  if (dignitary == Dignitary::kNotary) return buy_deed(p, claim, price);
  pay(p, seat, price);
  for (int i = 2; i < claim.picks.size() && claim.picks[i] != kEnough; ++i) {
    const uint8_t pick = claim.picks[i];
    if (dignitary == Dignitary::kGobtrotter) {
      place_guild(p, seat, tavern, static_cast<Symbol>(pick));
    } else if (dignitary == Dignitary::kPrincess) {
      take_favour(p, seat, static_cast<Favour>(pick));
    } else {
      rise(p, seat, people_at(pick));  // R36: what has become impossible is lost
    }
  }
  if (dignitary == Dignitary::kPrincess) refill_display(p);  // R32
}

}  // namespace taverna
