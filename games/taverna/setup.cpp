// Set-up (§3).
#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {

using engine::forbid;
using engine::kAllowed;
using engine::Verdict;

namespace {

void choose_start(Play& p) {
  constexpr uint8_t kSeats[]{0, 1, 2, 3, 4};
  State& s = p.s;
  if (s.variant(Variant::kStartPlayer) == 0)  // R1
    s.start = engine::seat_at(
        p.chance.choose(static_cast<uint8_t>(ChanceKind::kStart), kSeats, s.players));
  s.active = s.start;
  p.tell(EventKind::kBegins, index(s.start));
}

void place_dignitaries(Play& p) {
  engine::SmallVec<uint8_t, kTaverns> small;
  for (int t = 0; t < kTaverns; ++t) {
    if (!p.s.edition->taverns[static_cast<size_t>(t)].large)
      small.push_back(static_cast<uint8_t>(t));
  }
  for (int d = 0; d < kDignitaries; ++d) {
    const int at =
        p.chance.choose(static_cast<uint8_t>(ChanceKind::kDignitary), small.data(), small.size());
    p.s.dignitary[static_cast<size_t>(d)] = small.erase(at);
    p.tell(EventKind::kDignitaryAt, d, p.s.dignitary[static_cast<size_t>(d)]);
  }
}

// R2, R20: a Curse in the opening deal would strike nobody; it is dealt again and shuffled back, so
// it just isn't dealt.
void deal_spells(Play& p) {
  State& s = p.s;
  s.curse_gone = 1;
  for (int n = 0; n < s.edition->start_spells; ++n) {
    for (int i = 0; i < s.players; ++i) draw_spell(p, engine::next_seat(s.start, s.players, i));
  }
  s.curse_gone = 0;
}

void block_scoring(Play& p) {
  State& s = p.s;
  if (s.players != 2 || s.variant(Variant::kBlockedScorings) == 0) return;
  constexpr uint8_t kButTheKing[]{1, 2, 3, 4};
  s.blocked = static_cast<Scoring>(
      kButTheKing[p.chance.choose(static_cast<uint8_t>(ChanceKind::kBlocked), kButTheKing, 4)]);
  p.tell(EventKind::kBlocked, index(s.blocked));
}

// R4: the people of the first card shown; of two, the first player chooses.
void choose_people(Play& p) {
  State& s = p.s;
  if (s.players == 2) {
    s.agenda.push(Item::kQueenPeople);
    s.agenda.push(Item::kKingPeople);
    return;
  }
  const CustomerData& first = (*s.edition)[s.row[0]];
  if (first.second != People::kNone) return s.agenda.push(Item::kKingPeople);
  s.king = first.first;
  p.tell(EventKind::kKing, index(s.king));
}

}  // namespace

State Taverna::setup(const Edition& edition, const engine::Variants& variants, int players,
                     engine::Chance& chance, engine::Events& events) {
  State s = engine::blank_state<State>(edition, variants);
  s.players = static_cast<uint8_t>(players);
  s.king = s.queen = s.people = s.level_track = People::kNone;
  s.card = Customer::kNone;
  s.tavern = s.closed = kNoTavern;
  s.blocked = Scoring::kNone;
  s.scored_by.fill(Seat::kNone);
  s.row.fill(Customer::kNone);
  s.privilege_there.fill(1);
  for (auto& tables : s.table) tables.fill(People::kNone);
  for (auto& deeds : s.deed) deeds.fill(Seat::kNone);
  for (size_t i = 0; i < s.players; ++i) {
    s.coins[i] = static_cast<int16_t>(edition.start_coins);
    s.order[i] = first_order(s);
  }

  Play p{s, chance, events};
  choose_start(p);
  refill_display(p);
  place_dignitaries(p);
  deal_spells(p);
  refill_row(p);
  block_scoring(p);
  s.agenda.push(Item::kTurn);
  if (s.mode() == ReactionMode::kHold) s.agenda.push(Item::kFirstOrder);
  s.agenda.push(Item::kStartDeed);
  choose_people(p);
  run(p);
  return s;
}

// In turn order, then in reverse order. R43: with two players too every deed of the board is for
// sale.
Seat start_deed_buyer(const State& s, int number) {
  const int place = number < s.players ? number : 2 * s.players - 1 - number;
  return engine::next_seat(s.start, s.players, place);
}

Verdict may_buy_start_deed(const State& s, Seat seat, int tavern, int slot) {
  if (s.deed[static_cast<size_t>(tavern)][static_cast<size_t>(slot)] != Seat::kNone)
    return forbid(Rule::kDeedTaken);
  if (s.owns_in(seat, tavern)) return forbid(Rule::kOwnerHere);
  return may_pay(deed_price(s, tavern, slot), s.coins_of(seat));
}

bool can_buy_start_deed(const State& s, Seat seat) {
  for (int t = 0; t < kTaverns; ++t) {
    for (int i = 0; i < s.board(t).deeds; ++i) {
      if (may_buy_start_deed(s, seat, t, i).allowed()) return true;
    }
  }
  return false;
}

void buy_start_deed(Play& p, Seat seat, int tavern, int slot) {
  p.tell(EventKind::kBoughtDeed, index(seat), tavern, slot + 1);
  pay(p, seat, deed_price(p.s, tavern, slot));
  place_deed(p, seat, tavern, slot);
}

}  // namespace taverna
