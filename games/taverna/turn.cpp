// The course of play (§4): what is asked of whom, and what follows by itself.
#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {

using engine::Action;
using engine::forbid;
using engine::kAllowed;
using engine::Offer;
using engine::Option;

namespace {

void clear_turn(State& s) {
  s.phase = Phase::kNone;
  s.casts.fill(0);
  s.favours_used.fill(Favours());
  s.card = Customer::kNone;
  s.people = s.level_track = People::kNone;
  s.tavern = s.closed = kNoTavern;
  s.symbols.clear();
  s.benefits.clear();
  s.any_table = s.regular_done = s.privilege_hires = s.order_set = 0;
  s.activated.clear();
}

void finish_turn(Play& p) {
  State& s = p.s;
  refill_row(p);
  clear_turn(s);
  s.active = engine::next_seat(s.active, s.players);
  if (s.active != s.start) return s.agenda.push(Item::kTurn);
  if (s.round == s.count().turns) return end_game(p);  // R48: six rounds, eight with two players
  s.agenda.push(Item::kTurn);
}

void begin_turn(Play& p) {
  State& s = p.s;
  if (s.active == s.start) ++s.round;
  s.phase = Phase::kPre;
  p.tell(EventKind::kTurn, index(s.active), s.round);
  s.agenda.push(Item::kRefill);
  s.agenda.push(Item::kMain);
  open_window(p, Window::kStart);
}

void resolve(Play& p) {
  if (p.s.claim().source == Source::kSpell) return resolve_spell(p);
  const Claim claim = p.s.claims.pop_back();
  carry_out_hire(p, claim);
}

// R5: who can't pay for any deed goes without.
bool asks_for_deed(State& s) {
  auto& top = s.agenda.top();
  for (; top.a < 2 * s.players; ++top.a) {
    const Seat seat = start_deed_buyer(s, top.a);
    if (can_buy_start_deed(s, seat)) return true;
  }
  s.agenda.pop();
  return false;
}

bool asks_in_window(State& s) {
  auto& top = s.agenda.top();
  const Seat seat = next_in_window(s, static_cast<Window>(top.a), SeatSet::from_bits(top.b));
  if (seat == Seat::kNone) {
    s.agenda.pop();
    return false;
  }
  top.c = static_cast<uint8_t>(seat);
  return true;
}

}  // namespace

void run(Play& p) {
  State& s = p.s;
  while (s.over == 0) {
    switch (s.agenda.top().item) {
      case Item::kKingPeople:
      case Item::kQueenPeople:
      case Item::kFirstOrder:
      case Item::kMain:
      case Item::kTarget:
        return;
      case Item::kStartDeed:
        if (asks_for_deed(s)) return;  // R49: no reactions during set-up
        break;
      case Item::kTurn:
        s.agenda.pop();
        begin_turn(p);
        break;
      case Item::kWindow:
        if (asks_in_window(s)) return;
        break;
      case Item::kResolve:
        s.agenda.pop();
        resolve(p);
        break;
      case Item::kRefill:
        s.agenda.pop();
        finish_turn(p);
        break;
      case Item::kRoyal:
        if (asks_for_scoring(s)) return;
        run_royal(p);
        break;
    }
  }
}

SeatSet Taverna::acting(const State& s) {
  if (s.over != 0) return {};
  const auto& top = s.agenda.top();
  switch (top.item) {
    case Item::kKingPeople:
      return SeatSet(s.start);
    case Item::kQueenPeople:
      return SeatSet(engine::next_seat(s.start, s.players));
    case Item::kStartDeed:
      return SeatSet(start_deed_buyer(s, top.a));
    case Item::kFirstOrder:
      return SeatSet(engine::next_seat(s.start, s.players, top.a));
    case Item::kWindow:
      return SeatSet(engine::seat_at(top.c));
    case Item::kTarget:
      return SeatSet(s.claim().actor);
    case Item::kRoyal:
      return SeatSet(royal_chooser(s, top.b));
    default:
      return SeatSet(s.active);
  }
}

namespace {

void offer_king(const State& s, Offer& offer) {
  for (int i = 0; i < kPeoples; ++i) {
    if (s.players == 2 || (*s.edition)[s.row[0]].shows(people_at(i))) offer(action(Verb::kKing, i));
  }
}

void offer_start_deeds(const State& s, Seat seat, Offer& offer) {
  for (int t = 0; t < kTaverns; ++t) {
    for (int i = 0; i < s.board(t).deeds; ++i)
      offer(action(Verb::kDeed, t, i + 1), may_buy_start_deed(s, seat, t, i));
  }
}

// R6: what is compulsory, and all that may be done before and after it.
void offer_main(const State& s, Offer& offer) {
  const Seat seat = s.active;
  if (s.phase == Phase::kPre) offer_picks(s, offer);
  if (s.phase == Phase::kPicked) offer_placements(s, offer);
  if (s.phase == Phase::kPost) offer(action(Verb::kEndTurn));
  offer_casts(s, seat, offer);
  auto last = Spell::kNone;
  for (int card : State::at(s.hand, seat)) {
    const Spell kind = s.edition->card_kind[static_cast<size_t>(card)];
    if (kind != last) offer(action(Verb::kSell, index(kind)));
    last = kind;
  }
  offer_favours(s, seat, offer);
  offer_hires(s, offer);
  if (s.phase == Phase::kPost) offer_orders(s, seat, offer);
}

void do_main(Play& p, Action action) {
  State& s = p.s;
  const Seat seat = s.active;
  switch (static_cast<Verb>(action.verb)) {
    case Verb::kPick:
      return pick_customer(p, static_cast<Customer>(action.a), people_at(action.b));
    case Verb::kSeat:
    case Verb::kReplace:
    case Verb::kStand:
      place_customer(p, static_cast<Verb>(action.verb), action.a, action.b > 0 ? action.b - 1 : 0);
      return open_window(p, Window::kSeated);
    case Verb::kCast:
    case Verb::kCastSecond:
      return cast_spell(p, seat, static_cast<Spell>(action.a),
                        static_cast<Verb>(action.verb) == Verb::kCastSecond);
    case Verb::kSell:
      return sell_spell(p, seat, static_cast<Spell>(action.a));
    case Verb::kFavour:
      return start_favour(p, seat, static_cast<Favour>(action.a));
    case Verb::kHire:
      return hire(p, static_cast<Dignitary>(action.a), Source::kRegular);
    case Verb::kSendFor:
      return hire(p, static_cast<Dignitary>(action.a), Source::kPrivilege);
    case Verb::kOrder:
      s.order_set = 1;
      return set_order(p, seat, static_cast<Order>(action.a));
    default:
      s.agenda.pop();
      return open_window(p, Window::kEnd);
  }
}

}  // namespace

void Taverna::options(const State& s, Seat seat, Offer& offer) {
  switch (s.agenda.top().item) {
    case Item::kKingPeople:
      return offer_king(s, offer);
    case Item::kQueenPeople:
      for (int i = 0; i < kPeoples; ++i) {
        offer(action(Verb::kQueen, i),
              people_at(i) == s.king ? forbid(Rule::kKingsPeople) : kAllowed);
      }
      return;
    case Item::kStartDeed:
      return offer_start_deeds(s, seat, offer);
    case Item::kFirstOrder:
      return offer_first_orders(offer);
    case Item::kWindow:
      return offer_window(s, seat, offer);
    case Item::kTarget:
      return offer_targets(s, offer);
    case Item::kRoyal:
      return offer_scorings(s, offer);
    default:
      return offer_main(s, offer);
  }
}

void Taverna::apply(State& s, Seat seat, Action action, engine::Chance& chance,
                    engine::Events& events) {
  Play p{s, chance, events};
  switch (s.agenda.top().item) {
    case Item::kKingPeople:
      s.agenda.pop();
      s.king = people_at(action.a);
      p.tell(EventKind::kKing, action.a);
      break;
    case Item::kQueenPeople:
      s.agenda.pop();
      s.queen = people_at(action.a);
      p.tell(EventKind::kQueen, action.a);
      break;
    case Item::kStartDeed:
      buy_start_deed(p, seat, action.a, action.b - 1);
      ++s.agenda.top().a;
      break;
    case Item::kFirstOrder:
      set_order(p, seat, static_cast<Order>(action.a));
      if (++s.agenda.top().a == s.players) s.agenda.pop();
      break;
    case Item::kWindow:
      answer_window(p, seat, action);
      break;
    case Item::kTarget:
      answer_target(p, action);
      break;
    case Item::kRoyal:
      take_scoring(p, static_cast<Scoring>(action.a));
      break;
    default:
      do_main(p, action);
  }
  run(p);
}

int Taverna::prompt(const State& s, Seat) {
  const auto& top = s.agenda.top();
  const auto shifted = [](Prompt first, int by) { return index(first) + by; };
  switch (top.item) {
    case Item::kKingPeople:
      return index(Prompt::kKingPeople);
    case Item::kQueenPeople:
      return index(Prompt::kQueenPeople);
    case Item::kStartDeed:
      return index(Prompt::kStartDeed);
    case Item::kFirstOrder:
      return index(Prompt::kFirstOrder);
    case Item::kWindow:
      return shifted(Prompt::kWindowStart, top.a);
    case Item::kTarget:
      return index(next_question(s));
    case Item::kRoyal:
      return index(Prompt::kRoyal);
    default:
      return shifted(Prompt::kPre, index(s.phase) - index(Phase::kPre));
  }
}

// Every window, and the targets of what a seat that isn't on turn has declared in one.
bool Taverna::out_of_turn(const State& s, Seat seat) {
  const Item step = s.agenda.top().item;
  return step == Item::kWindow || (step == Item::kTarget && seat != s.active);
}

// What was declared last asks: for its own targets, or whether somebody reacts to it. Windows at
// the beginning and the end of a turn belong to the seat on turn.
engine::Asker Taverna::asker(const State& s, Seat) {
  const Item step = s.agenda.top().item;
  if (step != Item::kWindow && step != Item::kTarget) return {};
  if (s.claims.empty()) return {s.active};
  const Claim& claim = s.claim();
  switch (claim.source) {
    case Source::kSpell:
      return {claim.actor, domain::kSpell, static_cast<uint8_t>(s.edition->card_kind[claim.what])};
    case Source::kFavour:
      return {claim.actor, domain::kFavour, claim.what};
    default:
      return {claim.actor, domain::kDignitary, claim.what};
  }
}

// What stands first is what must be done, or the least: pick, place, end the turn, pass.
Action Taverna::fallback(const State& s, Seat seat) {
  Offer offer(Offer::Keep::kLegal);
  options(s, seat, offer);
  const Option last = offer[offer.size() - 1];
  const bool enough = static_cast<Verb>(last.action.verb) == Verb::kEnough;
  return enough ? last.action : offer[0].action;
}

engine::Outcome Taverna::outcome(const State& s) {
  engine::Outcome outcome;
  const bool shared = s.variant(Variant::kFinalTie) != 0;
  const auto ahead = [&](int a, int b) {
    const int lead = s.points[static_cast<size_t>(a)] - s.points[static_cast<size_t>(b)];
    if (lead != 0 || shared) return lead > 0;
    return s.turn_index(engine::seat_at(a)) > s.turn_index(engine::seat_at(b));  // R26
  };
  for (int i = 0; i < s.players; ++i) {
    const auto seat = static_cast<size_t>(i);
    outcome.score[seat] = s.points[seat];
    int rank = 1;
    for (int j = 0; j < s.players; ++j) rank += j != i && ahead(j, i) ? 1 : 0;
    outcome.rank[seat] = static_cast<uint8_t>(rank);
    if (rank == 1) outcome.winners.insert(engine::seat_at(i));
  }
  return outcome;
}

}  // namespace taverna
