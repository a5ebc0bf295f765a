// The course of play (§5): what is asked of whom, and what follows by itself.
#include <algorithm>

#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {

using engine::Action;
using engine::Offer;
using engine::SeatSet;

namespace {

bool may_toast(const State& s) { return s.cup == Seat::kNone || s.enthusiasm != 0; }

// R21: any card may be played, even for nothing. R20: but Alte Freunde needs an own hero beside
// Sarah, unless it is the only card left.
engine::Verdict may_play(const State& s, Seat seat, Card card) {
  if ((*s.edition)[card].effect != Effect::kOwnSarah || sits_beside_sarah(s, seat))
    return engine::kAllowed;
  for (const HandCard& held : s.hands.of(seat)) {
    if (held.card != card) return engine::forbid(Rule::kSarahNotBeside);
  }
  return engine::kAllowed;
}

void end_turn(Play& p) {
  State& s = p.s;
  if (s.cup == s.active && s.cup_received == 0) {
    s.cup = Seat::kNone;
    p.tell(EventKind::kCupToCentre);
  }
  // R40: after so many rounds of final phase without a toast Draco calls the last one himself.
  if (s.final_phase() &&
      s.turn - s.final_turn >= s.variant(Variant::kStallLimitRounds) * s.players) {
    toast(p, Seat::kNone);
    return;
  }
  s.active = engine::next_seat(s.active, s.players);
  start_turn(p);
}

void finish_card(Play& p) {
  State& s = p.s;
  if (s.cellar != s.in_play) s.discards.push_back(s.in_play);
  s.in_play = Card::kNone;
  s.picks.clear();
}

// Carries out the steps that ask nobody, until a decision is due or the game is over. The steps of
// a turn lie on the agenda in one order, so each goes on to the next.
void run(Play& p) {
  State& s = p.s;
  while (s.over == 0) {
    switch (s.agenda.top().item) {
      case Item::kFinishCard:
        s.agenda.pop();
        finish_card(p);
        [[fallthrough]];
      case Item::kToastChoice:
        if (may_toast(s)) return;
        s.agenda.pop();
        [[fallthrough]];
      case Item::kDraw:
        s.agenda.pop();
        draw_card(p, s.active);
        [[fallthrough]];
      case Item::kTurnEnd:
        s.agenda.pop();
        end_turn(p);
        break;
      case Item::kReturnHero:
      case Item::kChooseCard:
      case Item::kAsk:
      case Item::kVote:
        return;
    }
  }
}

}  // namespace

void start_turn(Play& p) {
  State& s = p.s;
  ++s.turn;
  s.cup_received = 0;
  s.enthusiasm = 0;
  p.tell(EventKind::kTurn, index(s.active), s.turn);
  s.agenda.push(Item::kTurnEnd);
  s.agenda.push(Item::kDraw);
  s.agenda.push(Item::kToastChoice);
  if (s.hands.size(s.active) > 0) s.agenda.push(Item::kChooseCard);  // R19
  if (s.away[static_cast<size_t>(index(s.active))] != Hero::kNone) {
    s.agenda.push(Item::kReturnHero);  // R23: before his card
  }
}

bool answered(Play& p, int question, Prompt prompt, Seat who) {
  if (question < p.s.picks.size()) return true;
  p.s.agenda.push(Item::kAsk, static_cast<int>(prompt), index(who));
  return false;
}

bool voted(Play& p, int question, Prompt prompt) {
  if (question < p.s.picks.size()) return true;
  p.s.agenda.push(Item::kVote, static_cast<int>(prompt));
  return false;
}

void add_picks(Action answer, Picks& picks) {
  const auto verb = static_cast<Verb>(answer.verb);
  picks.push_back(verb == Verb::kNoHero ? kNoPick : verb == Verb::kRefuse ? uint8_t{1} : answer.a);
  if (verb == Verb::kPut || verb == Verb::kSeats || verb == Verb::kLay || verb == Verb::kLift) {
    picks.push_back(answer.b);
    picks.push_back(answer.c);
  }
}

Picks picks_of(Action answer) {
  Picks picks;
  add_picks(answer, picks);
  return picks;
}

void no_effect(Play& p) { p.tell(EventKind::kNoEffect, index(p.s.in_play)); }

SeatSet Koenig::acting(const State& s) {
  if (s.over != 0) return {};
  const auto& top = s.agenda.top();
  if (top.item == Item::kAsk) return SeatSet(engine::seat_at(top.b));
  if (top.item != Item::kVote) return SeatSet(s.active);
  SeatSet waiting;
  for (int i = 0; i < s.players; ++i) {
    if (s.ballots[static_cast<size_t>(i)] == Ballot::kNotCast) waiting.insert(engine::seat_at(i));
  }
  if (s.variant(Variant::kVoteMode) == 0) return waiting;
  // R31, sequential: clockwise from the actor's left, the actor last.
  for (int step = 1; step <= s.players; ++step) {
    const Seat seat = engine::next_seat(s.active, s.players, step);
    if (waiting.contains(seat)) return SeatSet(seat);
  }
  return {};
}

void Koenig::options(const State& s, Seat seat, Offer& offer) {
  const auto& top = s.agenda.top();
  switch (top.item) {
    case Item::kReturnHero:
      for (int place = 1; place <= s.H() + 1; ++place) offer(action(Verb::kPlace, place));
      break;
    case Item::kChooseCard: {
      Card last = Card::kNone;
      for (const HandCard& held : s.hands.of(seat)) {
        if (held.card != last)
          offer(action(Verb::kPlay, index(held.card)), may_play(s, seat, held.card));
        last = held.card;
      }
      break;
    }
    case Item::kToastChoice:
      offer(action(Verb::kToast));
      offer(action(Verb::kQuiet));
      break;
    case Item::kVote:
      offer(action(Verb::kVote, static_cast<int>(Ballot::kYes)));
      offer(action(Verb::kVote, static_cast<int>(Ballot::kNo)));
      break;
    default:
      offer_answers(s, static_cast<Prompt>(top.a), seat, offer);
  }
}

namespace {

void return_hero(Play& p, int place) {
  State& s = p.s;
  Hero& away = s.away[static_cast<size_t>(index(s.active))];
  s.line.insert(place - 1, away);
  p.tell(EventKind::kReturned, index(away), place);
  away = Hero::kNone;
}

void play_card(Play& p, Card card) {
  State& s = p.s;
  s.hands.remove(s.active, card);
  s.in_play = card;
  p.tell(EventKind::kPlayed, index(s.active), index(card));
  s.agenda.push(Item::kFinishCard);
  resolve_card(p);
}

// R31: strictly more for than against. All votes are shown together when the last is in.
void count_votes(Play& p) {
  State& s = p.s;
  int yes = 0;
  for (int i = 0; i < s.players; ++i) {
    Ballot& ballot = s.ballots[static_cast<size_t>(i)];
    yes += ballot == Ballot::kYes ? 1 : 0;
    if (s.variant(Variant::kVoteMode) == 0) p.tell(EventKind::kVoted, i, static_cast<int>(ballot));
    ballot = Ballot::kNotCast;
  }
  const bool carried = 2 * yes > s.players;
  p.tell(carried ? EventKind::kMotionCarried : EventKind::kMotionLost, yes, s.players - yes);
  s.agenda.pop();
  s.picks.push_back(carried ? 1 : 0);
  resolve_card(p);
}

void cast_vote(Play& p, Seat seat, Ballot ballot) {
  State& s = p.s;
  s.ballots[static_cast<size_t>(index(seat))] = ballot;
  if (s.variant(Variant::kVoteMode) != 0)
    p.tell(EventKind::kVotedOpenly, index(seat), static_cast<int>(ballot));
  if (Koenig::acting(s).empty()) count_votes(p);
}

void answer(Play& p, Action action) {
  State& s = p.s;
  s.agenda.pop();
  add_picks(action, s.picks);
  resolve_card(p);
}

void choose_toast(Play& p, bool yes) {
  State& s = p.s;
  if (yes) {
    toast(p, s.active);
  } else if (s.enthusiasm != 0 &&
             s.cup != Seat::kNone) {  // R7: the cup goes to the centre all the same
    s.cup = Seat::kNone;
    s.cup_received = 0;
    p.tell(EventKind::kCupToCentre);
  }
}

}  // namespace

void Koenig::apply(State& s, Seat seat, Action action, engine::Chance& chance,
                   engine::Events& events) {
  Play p{s, chance, events};
  switch (s.agenda.top().item) {
    case Item::kReturnHero:
      s.agenda.pop();
      return_hero(p, action.a);
      break;
    case Item::kChooseCard:
      s.agenda.pop();
      play_card(p, static_cast<Card>(action.a));
      break;
    case Item::kToastChoice:
      s.agenda.pop();
      choose_toast(p, static_cast<Verb>(action.verb) == Verb::kToast);
      break;
    case Item::kVote:
      cast_vote(p, seat, static_cast<Ballot>(action.a));
      break;
    default:
      answer(p, action);
  }
  run(p);
}

int Koenig::prompt(const State& s, Seat) {
  const auto& top = s.agenda.top();
  switch (top.item) {
    case Item::kReturnHero:
      return static_cast<int>(Prompt::kReturnPlace);
    case Item::kChooseCard:
      return static_cast<int>(Prompt::kChooseCard);
    case Item::kToastChoice:
      return static_cast<int>(Prompt::kToast);
    default:
      return top.a;
  }
}

// The card in play asks, whoever has to answer.
engine::Asker Koenig::asker(const State& s, Seat) {
  if (s.in_play == Card::kNone) return {};
  return {s.active, domain::kCard, static_cast<uint8_t>(s.in_play)};
}

// The answers given for a silent player (§5): vote against, refuse, no partner move, no toast, the
// face-down cards in order; else the first that is allowed.
Action Koenig::fallback(const State& s, Seat seat) {
  const auto& top = s.agenda.top();
  if (top.item == Item::kVote) return action(Verb::kVote, static_cast<int>(Ballot::kNo));
  if (top.item == Item::kToastChoice) return action(Verb::kQuiet);
  if (top.item == Item::kAsk) {
    const auto question = static_cast<Prompt>(top.a);
    if (question == Prompt::kBlackmailAnswer) return action(Verb::kRefuse);
    if (question == Prompt::kPartnerHero) return action(Verb::kNoHero);
  }
  Offer offer(Offer::Keep::kLegal);
  options(s, seat, offer);
  return offer[0].action;
}

Seat winner(const std::array<int16_t, kMaxPlayers>& wealth, int players) {
  const auto first = wealth.begin();
  const auto last = first + players;
  auto best = last;
  for (auto seat = first; seat != last; ++seat) {
    if (std::count(first, last, *seat) == 1 && (best == last || *seat > *best)) best = seat;
  }
  return best == last ? Seat::kNone : engine::seat_at(static_cast<int>(best - first));
}

engine::Outcome Koenig::outcome(const State& s) {
  engine::Outcome outcome;
  // R17: players who share a wealth are struck out together; the richest left wins.
  const int first = index(winner(s.wealth, s.players));
  outcome.winners.insert(engine::seat_at(first));
  for (size_t i = 0; i < s.players;
       ++i) {  // §9: the winner first, then by wealth, equals share a rank
    outcome.score[i] = s.wealth[i];
    int rank = 1;
    for (size_t j = 0; j < s.players; ++j) {
      const bool ahead = static_cast<int>(j) == first ||
                         (static_cast<int>(i) != first && s.wealth[j] > s.wealth[i]);
      rank += j != i && ahead ? 1 : 0;
    }
    outcome.rank[i] = static_cast<uint8_t>(rank);
  }
  return outcome;
}

}  // namespace koenig
