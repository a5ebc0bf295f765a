// Phase B, the tavern fills: cards are turned over until all tables are taken.
#include "games/tiefenthal/rules.h"

namespace tiefenthal {
namespace {

// Nobles share one table. R29: which of the others sits where means nothing.
void seat_person(Tavern& t, Card card) {
  if (card == Card::kNoble && t.nobles++ > 0) return;
  t.tables.push_back(card);
}

}  // namespace

// R42: the tables are counted before each draw, so a table card that comes up makes room at once.
// R19: when there is nothing left to draw, tables stay free.
void fill(Play& p, Seat seat) {
  Tavern& t = p.s.at(seat);
  while (t.tables.size() < p.s.tables(t) && t.deck.size() > 0) {
    if (t.deck.draw_size() == 0) {
      t.deck.reshuffle();
      p.tell(EventKind::kReshuffled, index(seat));
    }
    const Card card = t.deck.draw(static_cast<uint8_t>(ChanceKind::kCard), p.chance);
    p.tell(EventKind::kTurnedOver, index(seat), index(card));
    if (is_staff(card)) {
      ++t.staff[static_cast<size_t>(card)];
    } else {
      seat_person(t, card);
    }
  }
}

void fill_all(Play& p) {
  State& s = p.s;
  engine::SeatSet wave;
  for (int n = 0; n < s.players; ++n) {
    fill(p, s.nth(n));
    if (s.at(s.nth(n)).bar_guests > 0) wave.insert(s.nth(n));
  }
  s.agenda.push(wave.empty() ? Item::kRollDice : Item::kRedraw, wave.bits());
}

void clear_tavern(Tavern& t) {
  for (int kind = 0; kind < kStaffKinds; ++kind) {
    for (uint8_t& count = t.staff[static_cast<size_t>(kind)]; count > 0; --count) {
      t.deck.discard(card_at(kind));
    }
  }
  for (; t.nobles > 0; --t.nobles) t.deck.discard(Card::kNoble);
  for (Card card : t.tables) {
    if (card != Card::kNone && card != Card::kNoble) t.deck.discard(card);
  }
  t.tables.clear();
  t.served = 0;
}

// R46: the answers of a wave are carried out in turn order when all are in; who redrew and has
// another bar guest is asked again.
void resolve_redraws(Play& p, engine::SeatSet wave) {
  State& s = p.s;
  std::array<uint8_t, kMaxPlayers> answers{};
  for (int n = 0; n < s.players; ++n) {
    const Seat seat = s.nth(n);
    if (!wave.contains(seat)) continue;
    answers[static_cast<size_t>(index(seat))] = s.at(seat).answer;
    p.tell(s.at(seat).answer != 0 ? EventKind::kRedrew : EventKind::kKept, index(seat));
    s.at(seat).answer = kNoAnswer;
  }
  engine::SeatSet next;
  for (int n = 0; n < s.players; ++n) {
    const Seat seat = s.nth(n);
    if (answers[static_cast<size_t>(index(seat))] == 0) continue;
    --s.at(seat).bar_guests;
    sign(p, seat, Line::kBarGuest);
    clear_tavern(s.at(seat));  // R20: before drawing, so a reshuffle may bring them back
    fill(p, seat);
    if (s.at(seat).bar_guests > 0) next.insert(seat);
  }
  s.agenda.push(next.empty() ? Item::kRollDice : Item::kRedraw, next.bits());
}

}  // namespace tiefenthal
