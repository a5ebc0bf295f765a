// The course of play (§5): what is asked of whom, and what follows by itself.
#include <algorithm>

#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu {

using engine::Action;
using engine::Offer;
using engine::seat_at;
using engine::SeatSet;

// --- set-up decisions ---

// All hidden picks are in: everything else is opened together, then purged (R35), then bosses are
// placed.
void begin_game(Play& p) {
  State& s = p.s;
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = seat_at(i);
    auto& pick = s.hidden_pick[static_cast<size_t>(i)];
    for (Card& card : pick) --s.held(seat, business_of(card));
    for (int n = 0; n < s.businesses(); ++n) {
      const Business b = business_at(n);
      for (; s.held(seat, b) > 0; --s.held(seat, b)) {
        ++s.stones_on(b, seat);
        ++s.opened[static_cast<size_t>(n)];
        p.tell(EventKind::kOpened, i, n);
      }
    }
    for (Card& card : pick) {
      ++s.held(seat, business_of(card));
      card = Card::kNone;
    }
    p.tell(EventKind::kKeptHidden, i, s.hidden(seat));
  }
  if (s.variant(Variant::kSetupPurge) == 0) {
    for (int n = 0; n < s.businesses(); ++n) purge(p, business_at(n));
  }
  s.agenda.push(Item::kRoundBegin);
  for (int lap = s.setup().bosses; lap > 0; --lap) {
    for (int step = s.players; step > 0; --step) {
      s.agenda.push(Item::kPlaceBoss, index(engine::next_seat(s.first_start, s.players, step - 1)));
    }
  }
}

namespace {

void offer_hidden_pairs(const State& s, Seat seat, Offer& offer) {
  for (int a = 0; a < s.businesses(); ++a) {
    const Business first = business_at(a);
    if (s.held(seat, first) == 0) continue;
    for (int b = a; b < s.businesses(); ++b) {
      const Business second = business_at(b);
      if (s.held(seat, second) < (a == b ? 2 : 1)) continue;
      offer(action(Verb::kHide, a, b));
    }
  }
}

bool may_open_at_payday(const State& s, Seat seat) {
  return s.hidden(seat) > 0 && s.stones(seat) > 0;
}

}  // namespace

// --- a round ---

void begin_round(Play& p) {
  State& s = p.s;
  ++s.round;
  s.new_bosses = 0;
  s.refused = 0;
  p.tell(EventKind::kRound, s.round, index(s.start_of_round()));
  turn_up_cards(p);  // R33: those of the old week too
  s.agenda.push(Item::kChoose);
}

// R61: alone is who alone showed the card, whatever the others can do with theirs.
void reveal_choices(Play& p) {
  State& s = p.s;
  std::array<int, 3> count{};
  for (int i = 0; i < s.players; ++i) {
    const Choice choice = s.choice[static_cast<size_t>(i)];
    ++count[static_cast<size_t>(choice)];
    p.tell(EventKind::kChose, i, static_cast<int>(choice));
  }
  s.agenda.push(Item::kRoundEnd);
  constexpr std::array<Item, 3> kStep{Item::kExpand, Item::kBoss, Item::kBuy};
  for (size_t choice = 3; choice-- > 0;) {  // what comes first is pushed last
    for (int step = s.players; step-- > 0;) {
      const Seat seat = engine::next_seat(s.start_of_round(), s.players, step);
      if (s.choice[static_cast<size_t>(index(seat))] != static_cast<Choice>(choice)) continue;
      const bool alone = count[choice] == 1;
      if (alone) p.tell(EventKind::kAlone, index(seat), static_cast<int>(choice));
      const bool twice = alone && static_cast<Choice>(choice) != Choice::kBuy;
      s.agenda.push(kStep[choice], index(seat), twice ? 2 : 1);
    }
  }
}

// R11, R62: two actions of a lone chooser come one after the other, any mix of them.
void use_action(Play& p) {
  auto& turn = p.s.agenda.top();
  if (--turn.b > 0) return;
  p.s.agenda.pop();
  p.s.refused = 0;
}

namespace {

void end_round(Play& p) {
  State& s = p.s;
  s.choice.fill(Choice::kNone);
  if (!s.payday_round()) return s.agenda.push(Item::kRoundBegin);
  s.agenda.push(Item::kPaydayPay);
  // R38: one lap, whatever stones come back.
  for (int step = s.players; step-- > 0;) {
    s.agenda.push(Item::kPaydayOpen, index(engine::next_seat(s.start_of_round(), s.players, step)));
  }
}

void end_payday(Play& p) {
  State& s = p.s;
  p.tell(EventKind::kPayday, s.round / s.edition->rounds_per_week);
  pay_day(p);
  if (s.round < s.edition->rounds()) return s.agenda.push(Item::kRoundBegin);
  s.over = 1;
  p.tell(EventKind::kEnds);
}

}  // namespace

void run(Play& p) {
  State& s = p.s;
  while (s.over == 0) {
    const auto& top = s.agenda.top();
    switch (top.item) {
      case Item::kRoundBegin:
        s.agenda.pop();
        begin_round(p);
        break;
      case Item::kRoundEnd:
        s.agenda.pop();
        end_round(p);
        break;
      case Item::kPaydayPay:
        s.agenda.pop();
        end_payday(p);
        break;
      case Item::kExpand:
        if (can_expand(s, seat_at(top.a))) return;
        p.tell(EventKind::kPassed, top.a);
        s.agenda.pop();
        break;
      case Item::kPaydayOpen:
        if (may_open_at_payday(s, seat_at(top.a))) return;
        s.agenda.pop();
        break;
      default:
        return;
    }
  }
}

SeatSet Goldbraeu::acting(const State& s) {
  if (s.over != 0) return {};
  const auto& top = s.agenda.top();
  switch (top.item) {
    case Item::kHide:
    case Item::kChoose: {
      SeatSet waiting;
      for (int i = 0; i < s.players; ++i) {
        const bool open = top.item == Item::kHide
                              ? s.hidden_pick[static_cast<size_t>(i)][0] == Card::kNone
                              : s.choice[static_cast<size_t>(i)] == Choice::kNone;
        if (open) waiting.insert(seat_at(i));
      }
      return waiting;
    }
    case Item::kVeto:
      return SeatSet(s.boss_of(business_at(top.b)));
    default:
      return SeatSet(seat_at(top.a));
  }
}

void Goldbraeu::options(const State& s, Seat seat, Offer& offer) {
  const auto& top = s.agenda.top();
  switch (top.item) {
    case Item::kHide:
      return offer_hidden_pairs(s, seat, offer);
    case Item::kPlaceBoss:  // R49: mandatory; shares are not needed
      for (int b = 0; b < s.businesses(); ++b) {
        const bool vacant = s.boss_of(business_at(b)) == Seat::kNone;
        offer(action(Verb::kPlace, b), vacant ? engine::kAllowed : engine::forbid(Rule::kHasBoss));
      }
      return;
    case Item::kChoose:
      for (int choice = 0; choice < 3; ++choice) offer(action(Verb::kChoose, choice));
      return;
    case Item::kExpand:
      return offer_expansions(s, seat, offer);
    case Item::kBoss:
      return offer_boss_actions(s, seat, offer);
    case Item::kVeto:  // R20: a right, not a duty
      offer(action(Verb::kVeto), may_veto(s, seat, business_at(top.b)));
      offer(action(Verb::kAccept));
      return;
    case Item::kCounter:
      offer(action(Verb::kCounter), may_counter(s, seat, business_at(top.b)));
      offer(action(Verb::kYield));
      return;
    case Item::kBuy:
      return offer_purchases(s, seat, offer);
    case Item::kKeepOrOpen:
      offer(action(Verb::kKeep));
      offer(action(Verb::kOpen));
      return;
    case Item::kMoveChip:
      for (int steps = 0; steps <= 2; ++steps) offer(action(Verb::kMove, steps));
      return;
    default:  // kPaydayOpen; R57: voluntary
      for (int b = 0; b < s.businesses(); ++b) {
        if (s.held(seat, business_at(b)) > 0) offer(action(Verb::kShow, b));
      }
      offer(action(Verb::kDone));
  }
}

namespace {

void keep_or_open(Play& p, Seat seat, bool open) {
  State& s = p.s;
  const Business b = business_of(s.drawn);
  s.drawn = Card::kNone;
  s.drawn_is_known = 0;
  if (!open) return p.tell(EventKind::kKept, index(seat));
  open_share(p, seat, b);
}

void pass(Play& p, Seat seat) {
  p.tell(EventKind::kPassed, index(seat));
  p.s.agenda.pop();
  p.s.refused = 0;
}

void choose(Play& p, Seat seat, Choice choice) {
  State& s = p.s;
  s.choice[static_cast<size_t>(index(seat))] = choice;
  if (!Goldbraeu::acting(s).empty()) return;
  s.agenda.pop();
  reveal_choices(p);
}

void hide(Play& p, Seat seat, Business a, Business b) {
  State& s = p.s;
  s.hidden_pick[static_cast<size_t>(index(seat))] = {share_of(a), share_of(b)};
  if (!Goldbraeu::acting(s).empty()) return;
  s.agenda.pop();
  begin_game(p);
}

void place_boss(Play& p, Seat seat, Business b) {
  p.s.agenda.pop();
  p.s.boss[static_cast<size_t>(index(b))] = seat;
  p.tell(EventKind::kBossPlaced, index(seat), index(b));
}

}  // namespace

void Goldbraeu::apply(State& s, Seat seat, Action action, engine::Chance& chance,
                      engine::Events& events) {
  Play p{s, chance, events};
  const auto top = s.agenda.top();
  const Seat nominator = seat_at(top.a);
  const Business contested = business_at(top.b);
  switch (static_cast<Verb>(action.verb)) {
    case Verb::kHide:
      hide(p, seat, business_at(action.a), business_at(action.b));
      break;
    case Verb::kPlace:
      place_boss(p, seat, business_at(action.a));
      break;
    case Verb::kChoose:
      choose(p, seat, static_cast<Choice>(action.a));
      break;
    case Verb::kTake:
      expand(p, seat, action.a, business_at(action.b));
      use_action(p);
      break;
    case Verb::kNominate:
      nominate(p, seat, business_at(action.a));
      break;
    case Verb::kContract:
      sign_contract(p, seat, business_at(action.a), action.b - s.edition->taverns);
      break;
    case Verb::kAccept:
      s.agenda.pop();
      p.tell(EventKind::kAccepted, index(seat));
      appoint(p, nominator, contested);
      break;
    case Verb::kVeto:
      s.agenda.pop();
      veto(p, nominator, contested);
      break;
    case Verb::kYield:
      s.agenda.pop();
      refuse(p, nominator, contested);
      break;
    case Verb::kCounter:
      s.agenda.pop();
      counter(p, nominator, contested);
      break;
    case Verb::kBuy:
      s.agenda.pop();
      buy_face_up(p, seat, static_cast<Slot>(action.a));
      break;
    case Verb::kDraw:
      s.agenda.pop();
      buy_from_pile(p, seat);
      break;
    case Verb::kKeep:
    case Verb::kOpen:
      s.agenda.pop();
      keep_or_open(p, seat, static_cast<Verb>(action.verb) == Verb::kOpen);
      break;
    case Verb::kMove:
      s.agenda.pop();
      move_chip(p, static_cast<Chip>(top.b), action.a);
      break;
    case Verb::kShow:
      open_share(p, seat, business_at(action.a));
      break;
    case Verb::kPass:
      pass(p, seat);
      break;
    case Verb::kDone:
      s.agenda.pop();
      break;
  }
  run(p);
}

int Goldbraeu::prompt(const State& s, Seat) {
  switch (const auto& top = s.agenda.top(); top.item) {
    case Item::kHide:
      return static_cast<int>(Prompt::kHide);
    case Item::kPlaceBoss:
      return static_cast<int>(Prompt::kPlaceBoss);
    case Item::kChoose:
      return static_cast<int>(Prompt::kChooseAction);
    case Item::kExpand:
      return static_cast<int>(Prompt::kExpand);
    case Item::kBoss:
      return static_cast<int>(Prompt::kBoss);
    case Item::kVeto:
      return static_cast<int>(Prompt::kVeto);
    case Item::kCounter:
      return static_cast<int>(Prompt::kCounter);
    case Item::kBuy:
      return static_cast<int>(Prompt::kBuy);
    case Item::kKeepOrOpen:
      return static_cast<int>(Prompt::kKeepOrOpen);
    case Item::kMoveChip:
      return static_cast<int>(static_cast<Chip>(top.b) == Chip::kDrunk ? Prompt::kMoveDrunk
                                                                       : Prompt::kMoveWaitress);
    default:
      return static_cast<int>(Prompt::kPaydayOpen);
  }
}

// Who wants to be the boss of a business asks the boss; the boss's veto asks back.
engine::Asker Goldbraeu::asker(const State& s, Seat) {
  const auto& top = s.agenda.top();
  if (top.item != Item::kVeto && top.item != Item::kCounter) return {};
  const Seat seat =
      top.item == Item::kVeto ? engine::seat_at(top.a) : s.boss_of(business_at(top.b));
  return {seat, domain::kBusiness, top.b};
}

// For a silent player: pass, accept, yield, keep, leave the chip; else the first that is allowed.
Action Goldbraeu::fallback(const State& s, Seat seat) {
  switch (s.agenda.top().item) {
    case Item::kExpand:
    case Item::kBoss:
    case Item::kBuy:
      return action(Verb::kPass);
    case Item::kVeto:
      return action(Verb::kAccept);
    case Item::kCounter:
      return action(Verb::kYield);
    case Item::kKeepOrOpen:
      return action(Verb::kKeep);
    case Item::kPaydayOpen:
      return action(Verb::kDone);
    case Item::kChoose:
      return action(Verb::kChoose, static_cast<int>(Choice::kBuy));
    default:
      break;
  }
  Offer offer(Offer::Keep::kLegal);
  options(s, seat, offer);
  return offer[0].action;
}

engine::Outcome Goldbraeu::outcome(const State& s) {
  engine::Outcome outcome;
  std::array<int, kMaxPlayers> order{};
  for (int i = 0; i < s.players; ++i) {
    const auto seat = static_cast<size_t>(i);
    outcome.score[seat] = s.money[seat];
    order[seat] = s.money[seat] * 1000;
    if (s.variant(Variant::kTieBreak) == 0) continue;  // R46: shared
    for (int b = 0; b < s.businesses(); ++b) order[seat] += s.stones_on(business_at(b), seat_at(i));
  }
  engine::rank_seats(order, s.players, outcome);
  return outcome;
}

}  // namespace goldbraeu
