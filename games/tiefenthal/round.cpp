// The course of play (§5): what is asked of whom, and what follows by itself. R1: the phases A to
// G.
#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {

using engine::Action;
using engine::Offer;
using engine::seat_at;
using engine::SeatSet;

namespace {

// G: what lies in the taverns goes to the discard piles, the mug moves left.
void last_orders(Play& p) {
  State& s = p.s;
  for (int i = 0; i < s.players; ++i) {
    Tavern& t = s.at(seat_at(i));
    clear_tavern(t);
    t.bought.fill(0);
    t.fresh = 0;
    t.washed = t.recruited = t.noble_recruits = t.cashbox_used = t.barrel_used = t.entertained = 0;
  }
  if (s.round >= s.rounds()) return p.tell(EventKind::kEnds);
  s.start = engine::next_seat(s.start, s.players);
  p.tell(EventKind::kLastOrders, index(s.start));
  s.agenda.push(Item::kRoundBegin);
}

// Does the step ask anybody?
bool asks(const State& s, Item step) {
  switch (step) {
    case Item::kBonus:
      return !bonus_seats(s).empty();
    case Item::kRoundBegin:
    case Item::kFill:
    case Item::kRollDice:
    case Item::kTurnBegin:
    case Item::kMonastery:
    case Item::kLastOrders:
      return false;
    default:
      return true;
  }
}

}  // namespace

void run(Play& p) {
  State& s = p.s;
  while (!s.agenda.empty() && !asks(s, s.agenda.top().item)) {
    if (s.agenda.top().item == Item::kMonastery) {
      walk(p);
      continue;
    }
    const auto entry = s.agenda.pop();
    switch (entry.item) {
      case Item::kRoundBegin:
        begin_round(p);
        break;
      case Item::kFill:
        fill_all(p);
        break;
      case Item::kRollDice:
        roll_dice(p);
        break;
      case Item::kTurnBegin:
        begin_turn(p, seat_at(entry.a));
        break;
      case Item::kLastOrders:
        last_orders(p);
        break;
      default:  // kBonus with nothing to choose: it lapses
        break;
    }
  }
}

// Seats that are asked at the same time as others, whether they have answered or not.
SeatSet asked_together(const State& s) {
  const auto& top = s.agenda.top();
  switch (top.item) {
    case Item::kSides:
      return SeatSet::first(s.players);
    case Item::kBonus:
      return bonus_seats(s);
    case Item::kRedraw:
      return SeatSet::from_bits(top.a);
    default:
      return {};
  }
}

SeatSet Tiefenthal::acting(const State& s) {
  if (s.agenda.empty()) return {};
  SeatSet waiting = asked_together(s);
  if (waiting.empty()) return SeatSet(seat_at(s.agenda.top().a));
  for (int i = 0; i < s.players; ++i) {
    if (s.at(seat_at(i)).answer != kNoAnswer) waiting.erase(seat_at(i));
  }
  return waiting;
}

// R45: what leaves one answer only is asked all the same.
void Tiefenthal::options(const State& s, Seat seat, Offer& offer) {
  const auto& top = s.agenda.top();
  const Tavern& t = s.at(seat);
  switch (top.item) {
    case Item::kPickStart:
      for (uint8_t card : s.start_cards) offer(action(Verb::kStart, card));
      return;
    case Item::kSides:
      offer(action(Verb::kSide, index(Side::kA)));
      offer(action(Verb::kSide, index(Side::kB)));
      return;
    case Item::kBonus:
      return offer_bonus(s, t, offer);
    case Item::kRedraw:
      offer(action(Verb::kKeep));
      offer(action(Verb::kRedraw));
      return;
    case Item::kPick:
      for (int i = 0; i < t.coaster.size(); ++i) {
        if (i == 0 || t.coaster[i] != t.coaster[i - 1]) offer(action(Verb::kPick, t.coaster[i]));
      }
      return;
    case Item::kServe:
      return offer_menu(s, t, offer);
    case Item::kPlaceDie:
      return offer_spaces(s, t, die_at(top.b), offer);
    case Item::kReturn:
      return offer_returns(s, t, tile_at(top.b), offer);
    case Item::kBan:
      return offer_bans(t, offer);
    case Item::kTurnDie:
      return offer_faces(t, offer);
    default:
      return offer_rerolls(s, t, offer);
  }
}

namespace {

// Keeps the answer until all are in: so it does not matter who answers first.
void answer(Play& p, Seat seat, int value) {
  State& s = p.s;
  s.at(seat).answer = static_cast<uint8_t>(value);
  if (!Tiefenthal::acting(s).empty()) return;
  const auto entry = s.agenda.top();
  switch (entry.item) {
    case Item::kSides:
      s.agenda.pop();
      return resolve_sides(p, static_cast<Entertainer>(entry.a));
    case Item::kBonus:
      s.agenda.pop();
      return resolve_bonus(p);
    default:
      s.agenda.pop();
      return resolve_redraws(p, SeatSet::from_bits(entry.a));
  }
}

// A step of the serving turn: the menu stays, all other questions are answered once.
void serve(Play& p, Seat seat, Action choice) {
  State& s = p.s;
  const auto entry = s.agenda.top();
  if (entry.item != Item::kServe) s.agenda.pop();
  switch (static_cast<Verb>(choice.verb)) {
    case Verb::kDie:
      return s.agenda.push(Item::kPlaceDie, index(seat), choice.a);
    case Verb::kBuy:
      return buy(p, seat, card_at(choice.a));
    case Verb::kUpgrade:
      return choose_upgrade(p, seat, tile_at(choice.a));
    case Verb::kReturn:
      return upgrade(p, seat, tile_at(entry.b), choice.a);
    case Verb::kRecruit:
      return recruit(p, seat, card_at(choice.a));
    case Verb::kNobles:
      return recruit_nobles(p, seat, choice.a);
    case Verb::kBarGuest:
      return use_bar_guest(p, seat);
    case Verb::kSchnapps:
      return use_schnapps(p, seat, static_cast<Entertainer>(choice.a));
    case Verb::kTurn:
      return turn_die(p, seat, die_at(choice.a), choice.b);
    case Verb::kReroll:
      return take_up(p, seat, die_at(choice.a));
    case Verb::kRoll:
      return reroll(p, seat);
    case Verb::kBan:
      return ban(p, seat, choice.a);
    case Verb::kSkipBan:
      return p.tell(EventKind::kBanSkipped, index(seat));
    case Verb::kEndTurn:
      s.agenda.pop();
      return end_turn(p, seat);
    default:
      return use_die(p, seat, die_at(entry.b), choice);
  }
}

}  // namespace

void Tiefenthal::apply(State& s, Seat seat, Action choice, engine::Chance& chance,
                       engine::Events& events) {
  Play p{s, chance, events};
  switch (static_cast<Verb>(choice.verb)) {
    case Verb::kStart:
      s.agenda.pop();
      take_start_card(p, seat, choice.a);
      break;
    case Verb::kSide:
    case Verb::kBonus:
    case Verb::kFlip:
      answer(p, seat, choice.a);
      break;
    case Verb::kNoFlip:
      answer(p, seat, kNoFlip);
      break;
    case Verb::kKeep:
      answer(p, seat, 0);
      break;
    case Verb::kRedraw:
      answer(p, seat, 1);
      break;
    case Verb::kPick:
      s.agenda.pop();
      pick_die(p, seat, choice.a);
      break;
    default:
      serve(p, seat, choice);
  }
  run(p);
}

int Tiefenthal::prompt(const State& s, Seat) {
  const auto ask = [](Prompt prompt) { return static_cast<int>(prompt); };
  switch (s.agenda.top().item) {
    case Item::kPickStart:
      return ask(Prompt::kStartCard);
    case Item::kSides:
      return ask(Prompt::kSide);
    case Item::kBonus:
      return ask(s.choice_data().free_upgrade ? Prompt::kFlip : Prompt::kBonus);
    case Item::kRedraw:
      return ask(Prompt::kRedraw);
    case Item::kPick:
      return ask(Prompt::kPick);
    case Item::kServe:
      return ask(Prompt::kServe);
    case Item::kPlaceDie:
      return ask(Prompt::kPlaceDie);
    case Item::kReturn:
      return ask(Prompt::kReturn);
    case Item::kBan:
      return ask(Prompt::kBan);
    case Item::kTurnDie:
      return ask(Prompt::kTurnDie);
    default:
      return ask(Prompt::kReroll);
  }
}

// For a silent player: keep the cards, flip nothing, ban nobody, end the turn; else the first that
// is allowed.
Action Tiefenthal::fallback(const State& s, Seat seat) {
  switch (s.agenda.top().item) {
    case Item::kRedraw:
      return action(Verb::kKeep);
    case Item::kBan:
      return action(Verb::kSkipBan);
    case Item::kServe:
      if (!in_debt(s.at(seat))) return action(Verb::kEndTurn);
      break;
    case Item::kBonus:
      if (s.choice_data().free_upgrade) return action(Verb::kNoFlip);
      break;
    default:
      break;
  }
  Offer offer(Offer::Keep::kLegal);
  options(s, seat, offer);
  return offer[0].action;
}

int State::card_points(const Tavern& t) const {
  int sum = t.nobles * data(Card::kNoble).points;
  for (Card card : t.deck) sum += data(card).points;
  for (int i = 0; i < kStaffKinds; ++i) {
    sum += t.staff[static_cast<size_t>(i)] * data(card_at(i)).points;
  }
  for (Card card : t.tables) {
    if (card != Card::kNone && card != Card::kNoble) sum += data(card).points;
  }
  return sum;
}

int State::points(Seat seat) const {
  const Tavern& t = at(seat);
  return card_points(t) + (t.host_flipped != 0 ? edition->host_points[t.reputation] : 0);
}

// R24: of players with the same points, who has more stored is ahead; else they share the place.
engine::Outcome Tiefenthal::outcome(const State& s) {
  engine::Outcome outcome;
  std::array<int, kMaxPlayers> order{};
  for (int i = 0; i < s.players; ++i) {
    const auto seat = static_cast<size_t>(i);
    outcome.score[seat] = static_cast<int16_t>(s.points(seat_at(i)));
    order[seat] = outcome.score[seat] * 1000 + s.taverns[seat].ducats + s.taverns[seat].beer;
  }
  engine::rank_seats(order, s.players, outcome);
  return outcome;
}

}  // namespace tiefenthal
