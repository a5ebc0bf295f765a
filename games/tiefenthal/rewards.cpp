// Gains and rewards (§4.4, §4.6), reputation (module 3) and the guest book (module 5).
#include <bit>

#include "games/tiefenthal/rules.h"

namespace tiefenthal {

// R15: gained cards go face down on top of the own draw pile; the last one lies uppermost.
void gain_card(Play& p, Seat seat, Card card) {
  uint8_t& supply = p.s.supply[static_cast<size_t>(card)];
  if (supply == 0) return p.tell(EventKind::kNoCardLeft, index(seat), index(card));  // R16
  --supply;
  p.s.at(seat).deck.put_on_top(card);
  p.tell(EventKind::kGained, index(seat), index(card));
}

// R17: when the open pile is used up, its place becomes one more of the display.
static void close_open_pile(Play& p) {
  State& s = p.s;
  if (s.open_pile > 0 || s.stack.empty()) return;
  s.display[0] = s.stack.draw(static_cast<uint8_t>(ChanceKind::kGuest), p.chance);
  p.tell(EventKind::kDisplayed, index(s.display[0]));
}

void gain_open_guest(Play& p, Seat seat) {
  State& s = p.s;
  --s.open_pile;
  s.at(seat).deck.put_on_top(s.edition->open_pile);
  p.tell(EventKind::kGained, index(seat), index(s.edition->open_pile));
  close_open_pile(p);
  grant(p, seat, s.data(s.edition->open_pile).bonus);  // R32: its bonus, too, if it has one
}

// R33: as many as are left.
void gain_nobles(Play& p, Seat seat, int count) {
  for (; count > 0 && p.s.nobles > 0; --count) {
    --p.s.nobles;
    p.s.at(seat).deck.put_on_top(Card::kNoble);
    p.tell(EventKind::kGained, index(seat), index(Card::kNoble));
  }
  if (count > 0) p.tell(EventKind::kNoCardLeft, index(seat), index(Card::kNoble));
}

void gain_schnapps(Play& p, Seat seat, int count) {
  const int got = std::min(count, p.s.schnapps_left());
  Tavern& t = p.s.at(seat);
  t.schnapps = static_cast<uint8_t>(t.schnapps + got);
  tell_schnapps(p, seat, got, count);
}

void tell_schnapps(Play& p, Seat seat, int got, int due) {
  if (got > 0) p.tell(EventKind::kGotSchnapps, index(seat), got);
  if (got < due) p.tell(EventKind::kNoSchnappsLeft, index(seat), due - got);
}

// R44: all rewards but the ban are simply carried out. R22: ducats and beer that come before the
// own turn wait for it.
void grant(Play& p, Seat seat, const Reward& reward) {
  Tavern& t = p.s.at(seat);
  switch (reward.effect) {
    case Effect::kGainCard:
      gain_card(p, seat, reward.card);
      break;
    case Effect::kDucats:
      t.ducats = static_cast<int16_t>(t.ducats + reward.amount);
      p.tell(EventKind::kGotDucats, index(seat), reward.amount);
      break;
    case Effect::kBeer:
      t.beer = static_cast<int16_t>(t.beer + reward.amount);
      p.tell(EventKind::kGotBeer, index(seat), reward.amount);
      break;
    case Effect::kSchnapps:
      gain_schnapps(p, seat, reward.amount);
      break;
    case Effect::kMonastery:
      advance(p, seat, reward.amount);
      break;
    case Effect::kReputation:
      gain_reputation(p, seat, reward.amount);
      break;
    case Effect::kBan:
      if (can_ban(t)) {
        p.s.agenda.push(Item::kBan, index(seat));
      } else {
        p.tell(EventKind::kLapsed, index(seat));
      }
      break;
    case Effect::kCrown:
      gain_nobles(p, seat, reward.amount);
      break;
    default:
      break;
  }
}

// R43: steps are taken in full. Steps that a reward of the track gives join those still to go.
void advance(Play& p, Seat seat, int steps) {
  if (p.s.agenda.top().item == Item::kMonastery) {
    auto& move = p.s.agenda.top();
    move.b = static_cast<uint8_t>(move.b + steps);
  } else {
    p.s.agenda.push(Item::kMonastery, index(seat), steps);
  }
}

// R21: one step, and its reward with all that follows before the next. After the last space comes
// 0, where nothing is gained.
void walk(Play& p) {
  State& s = p.s;
  auto& move = s.agenda.top();
  const Seat seat = engine::seat_at(move.a);
  Tavern& t = s.at(seat);
  if (move.b == 0) {
    s.agenda.pop();
    return;
  }
  --move.b;
  t.monastery =
      t.monastery == s.edition->monastery_last ? 0 : static_cast<uint8_t>(t.monastery + 1);
  const Reward& reward = s.edition->monastery[s.winter() ? 1 : 0][t.monastery];
  if (move.b == 0 || reward.effect != Effect::kNothing)
    p.tell(EventKind::kWalked, index(seat), t.monastery);
  grant(p, seat, reward);
}

void gain_reputation(Play& p, Seat seat, int steps) {
  State& s = p.s;
  Tavern& t = s.at(seat);
  if (!in_play(s, Part::kReputation)) return;
  for (; steps > 0; --steps) {
    if (t.host_flipped != 0 && t.reputation == s.edition->reputation_last)
      return p.tell(EventKind::kReputationFull, index(seat));
    p.tell(EventKind::kReputation, index(seat), t.reputation + 1);
    ++t.reputation;
    if (t.host_flipped != 0) continue;
    grant(p, seat, s.edition->reputation[t.reputation]);
    if (t.reputation < s.edition->reputation_last) continue;
    p.tell(EventKind::kHostFlipped, index(seat));
    t.host_flipped = 1;
    t.reputation = 0;
  }
}

void sign(Play& p, Seat seat, Line line) {
  Tavern& t = p.s.at(seat);
  if (!in_play(p.s, Part::kGuestBook)) return;
  if (line == Line::kNone || (t.signatures >> index(line) & 1) != 0) return;
  t.signatures = static_cast<uint16_t>(t.signatures | 1u << index(line));
  p.tell(EventKind::kSigned, index(seat), index(line));
  grant(p, seat, p.s.edition->book[static_cast<size_t>(std::popcount(t.signatures))]);
}

// R13: regulars and guests, served or not; never a noble.
bool can_ban(const Tavern& t) {
  for (Card card : t.tables) {
    if (card != Card::kNone && card != Card::kNoble) return true;
  }
  return false;
}

void offer_bans(const Tavern& t, engine::Offer& offer) {
  for (int i = 0; i < t.tables.size(); ++i) {
    if (t.tables[i] == Card::kNone) continue;
    offer(action(Verb::kBan, i + 1),
          t.tables[i] == Card::kNoble ? engine::forbid(Rule::kNotANoble) : engine::kAllowed);
  }
  offer(action(Verb::kSkipBan));
}

void ban(Play& p, Seat seat, int table) {
  Card& place = p.s.at(seat).tables[table - 1];
  p.tell(EventKind::kBanned, index(seat), index(place));
  p.s.banned.insert_sorted(place);
  place = Card::kNone;
}

}  // namespace tiefenthal
