// The end of the game: exchange, royal scoring, people scoring (§4.4).
#include <algorithm>

#include "games/taverna/rules.h"

namespace taverna {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;

namespace {

void exchange(Play& p) {
  State& s = p.s;
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = engine::next_seat(s.start, s.players, i);
    const CardSet hand = State::at(s.hand, seat);
    const int privileges = State::at(s.privileges, seat);
    if (!hand.empty() || privileges > 0)
      p.tell(EventKind::kExchange, index(seat), hand.size(), privileges);
    for (int card : hand) {
      leave_hand_unseen(s, seat, card);
      s.discard.insert(card);
      State::at(s.known, seat).insert(card);
    }
    State::at(s.privileges, seat) = 0;
    take_coins(p, seat, s.edition->spell_at_end * hand.size());
    score(p, seat, s.edition->privilege_at_end * privileges);
  }
}

int scorings_left(const State& s) {
  int left = 0;
  for (int i = 0; i < kScorings; ++i) {
    const auto scoring = static_cast<Scoring>(i);
    if (s.scored_by[static_cast<size_t>(i)] == Seat::kNone && s.blocked != scoring) ++left;
  }
  return left;
}

void score_peoples(Play& p) {
  State& s = p.s;
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = engine::next_seat(s.start, s.players, i);
    for (int n = 0; n < kPeoples; ++n) {
      const auto level = static_cast<size_t>(s.level_of(seat, people_at(n)));
      const int8_t amount = s.edition->end_points[level];
      p.tell(EventKind::kPeopleScored, index(seat), n, amount);
      // R35: only here can points be lost.
      State::at(s.points, seat) = static_cast<int16_t>(State::at(s.points, seat) + amount);
    }
  }
}

}  // namespace

std::array<Seat, kMaxPlayers> royal_order(const State& s, People chosen) {
  std::array<Seat, kMaxPlayers> order{};
  for (int i = 0; i < s.players; ++i) {
    auto at = static_cast<size_t>(i);
    const Seat seat = engine::seat_at(i);
    for (; at > 0 && goes_before(s, seat, order[at - 1], chosen); --at) order[at] = order[at - 1];
    order[at] = seat;
  }
  return order;
}

void begin_royal_round(Play& p, int round) {
  State& s = p.s;
  const People chosen = round == 0 ? s.king : s.queen;  // R45
  s.royal_order = royal_order(s, chosen);               // R25: by the tracks as they stand now
  p.tell(EventKind::kRoyalRound, index(chosen));
  s.agenda.push(Item::kRoyal, round, 0);
}

void end_game(Play& p) {
  exchange(p);
  begin_royal_round(p, 0);
}

Seat royal_chooser(const State& s, int place) { return s.royal_order[static_cast<size_t>(place)]; }

void offer_scorings(const State& s, Offer& offer) {
  for (int i = 0; i < kScorings; ++i) {
    offer(action(Verb::kRoyal, i),
          s.blocked == static_cast<Scoring>(i)                 ? forbid(Rule::kScoringBlocked)
          : s.scored_by[static_cast<size_t>(i)] != Seat::kNone ? forbid(Rule::kScoringTaken)
                                                               : kAllowed);
  }
}

int scoring_count(const State& s, Seat seat, Scoring scoring) {
  switch (scoring) {
    case Scoring::kQueen:
      return s.favours_of(seat);
    case Scoring::kMasterOfCoins:
      return s.coins_of(seat);
    case Scoring::kArchduke:
      return s.deeds_of(seat);
    case Scoring::kArchmage:
      return State::at(s.cast, seat).size();
    default:
      return -1;
  }
}

// R44: the King pays his points and a level on each track besides.
int scoring_points(const State& s, Seat seat, Scoring scoring) {
  if (scoring == Scoring::kKing) return s.edition->king_points;
  return s.edition->scoring[static_cast<size_t>(scoring)].of(scoring_count(s, seat, scoring));
}

void take_scoring(Play& p, Scoring scoring) {
  State& s = p.s;
  auto& top = s.agenda.top();
  const Seat seat = royal_chooser(s, top.b);
  const int amount = scoring_points(s, seat, scoring);
  s.scored_by[static_cast<size_t>(scoring)] = seat;  // R47: this costs no deed token
  const bool shows_coins = scoring == Scoring::kMasterOfCoins && !s.open_coins();
  p.tell(shows_coins ? EventKind::kRoyalCoins : EventKind::kRoyal, index(seat), index(scoring),
         amount);
  State::at(s.points, seat) = static_cast<int16_t>(State::at(s.points, seat) + amount);
  if (scoring == Scoring::kKing) {
    for (int i = 0; i < kPeoples; ++i) {
      if (can_rise(s, seat, people_at(i))) rise_without_bonus(p, seat, people_at(i));  // R33
    }
  }
  ++top.b;
}

void run_royal(Play& p) {
  State& s = p.s;
  if (s.agenda.top().b < s.players) {  // the last one left is taken without a question
    for (int i = 0; i < kScorings; ++i) {
      if (s.scored_by[static_cast<size_t>(i)] == Seat::kNone &&
          s.blocked != static_cast<Scoring>(i))
        return take_scoring(p, static_cast<Scoring>(i));
    }
  }
  const int round = s.agenda.pop().a + 1;
  if (round < s.count().scorings) return begin_royal_round(p, round);
  s.royal_order = {};
  score_peoples(p);
  s.over = 1;
  p.tell(EventKind::kEnds);
}

bool asks_for_scoring(const State& s) {
  return s.agenda.top().b < s.players && scorings_left(s) > 1;
}

}  // namespace taverna
