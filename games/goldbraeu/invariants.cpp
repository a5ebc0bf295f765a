// What holds in every position (§12); a hand-made position that breaks one is refused by its name.
#include <algorithm>

#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu {

using engine::seat_at;

namespace {

// Each terrace is connected and holds its start field; no field has two owners.
bool terraces_are_right(const State& s) {
  Fields taken;
  for (int t = 0; t < kMaxTaverns; ++t) {
    const Fields terrace = s.terrace[static_cast<size_t>(t)];
    if (t >= s.edition->taverns) {
      if (!terrace.empty()) return false;
      continue;
    }
    if (!terrace.contains(s.edition->start[static_cast<size_t>(t)]) || !(terrace & taken).empty())
      return false;
    if (!(terrace - s.edition->all).empty() || connected(s, business_at(t), terrace) != terrace)
      return false;
    taken = taken | terrace;
  }
  return s.variant(Variant::kFenceLimit) == 0 || fences_needed(s) <= s.edition->fences;
}

bool shields_are_right(const State& s) {
  for (int w = 0; w < s.edition->breweries; ++w) {
    if (s.store(w) < 0) return false;
  }
  return true;
}

// Per business: opened shares stand on the roof, less the single stones taken back when it was
// complete.
bool roofs_are_right(const State& s) {
  for (int n = 0; n < kMaxBusinesses; ++n) {
    const Business b = business_at(n);
    const int opened = s.opened[static_cast<size_t>(n)];
    const int stones = n < s.businesses() ? s.stones_on(b) : 0;
    if (n >= s.businesses() && opened != 0) return false;
    if (opened > s.setup().shares_per_business || stones > opened) return false;
    if (n >= s.businesses()) continue;
    int without = 0;  // a purge takes one stone of a player and leaves him none
    for (int i = 0; i < s.players; ++i) without += s.stones_on(b, seat_at(i)) == 0 ? 1 : 0;
    if (opened - stones > (s.complete(b) ? without : 0)) return false;
  }
  for (int i = 0; i < s.players; ++i) {
    if (s.stones(seat_at(i)) < 0) return false;
  }
  return true;
}

bool no_lone_share(const State& s) {
  if (s.variant(Variant::kSetupPurge) != 0) return true;
  for (int n = 0; n < s.businesses(); ++n) {
    if (!s.complete(business_at(n))) continue;
    for (int i = 0; i < s.players; ++i) {
      if (s.stones_on(business_at(n), seat_at(i)) == 1) return false;
    }
  }
  return true;
}

bool figures_are_right(const State& s) {
  for (int i = 0; i < s.players; ++i) {
    if (s.figures(seat_at(i)) < 0) return false;
  }
  return true;
}

bool hands_are_right(const State& s) {
  for (int i = 0; i < kMaxPlayers; ++i) {
    for (int n = 0; n < kMaxBusinesses; ++n) {
      const int held = s.hand[static_cast<size_t>(i)][static_cast<size_t>(n)];
      if (s.known[static_cast<size_t>(i)][static_cast<size_t>(n)] > held) return false;
      if (held > 0 && n >= s.businesses()) return false;
    }
  }
  return true;
}

bool cards_are_right(const State& s) {
  std::array<int, kCardKinds> found{};
  for (Card card : s.pile) {
    if (index(card) >= 2 + s.businesses()) return false;
    ++found[static_cast<size_t>(card)];
  }
  for (Card card : s.face_up) {
    if (card != Card::kNone) ++found[static_cast<size_t>(card)];
  }
  found[static_cast<size_t>(Card::kDrunk)] += s.specials_gone & 15;
  found[static_cast<size_t>(Card::kWaitress)] += s.specials_gone >> 4;
  for (int n = 0; n < s.businesses(); ++n) {
    int& count = found[static_cast<size_t>(share_of(business_at(n)))];
    count += s.opened[static_cast<size_t>(n)];
    for (int i = 0; i < s.players; ++i) count += s.held(seat_at(i), business_at(n));
    if (count != s.setup().shares_per_business) return false;
  }
  return found[0] == s.setup().specials_each && found[1] == s.setup().specials_each;
}

// --- the agenda ---

using Entry = engine::AgendaEntry<Item>;

bool all_chosen(const State& s, bool chosen) {
  for (int i = 0; i < s.players; ++i) {
    if ((s.choice[static_cast<size_t>(i)] != Choice::kNone) != chosen) return false;
  }
  return true;
}

bool picks_are_right(const State& s, bool hiding) {
  for (int i = 0; i < kMaxPlayers; ++i) {
    const auto& pick = s.hidden_pick[static_cast<size_t>(i)];
    if (pick[0] == Card::kNone && pick[1] == Card::kNone) continue;
    if (!hiding || i >= s.players || !is_share(pick[0]) || !is_share(pick[1]) || pick[1] < pick[0])
      return false;
    const Seat seat = seat_at(i);
    if (s.held(seat, business_of(pick[0])) < 1 ||
        s.held(seat, business_of(pick[1])) < (pick[0] == pick[1] ? 2 : 1))
      return false;
  }
  return true;
}

bool hiding_is_right(const State& s) {
  for (int i = 0; i < s.players; ++i) {
    if (s.hidden(seat_at(i)) != s.setup().dealt) return false;
  }
  return s.round == 0 && s.agenda.size() == 1 && !Goldbraeu::acting(s).empty() &&
         picks_are_right(s, true);
}

// Everybody has placed as many bosses as the laps still to come leave.
bool placing_is_right(const State& s) {
  const int all = s.players * s.setup().bosses;
  const int left = s.agenda.size() - 1;
  if (s.round != 0 || left < 1 || left > all) return false;
  for (int k = 0; k < left; ++k) {  // the last entry is on top: the next to place
    const Entry& entry = s.agenda.begin()[1 + k];
    const Seat expected = engine::next_seat(s.first_start, s.players, (all - 1 - k) % s.players);
    if (entry.item != Item::kPlaceBoss || seat_at(entry.a) != expected) return false;
  }
  for (int i = 0; i < s.players; ++i) {
    int coming = 0;
    for (int k = 0; k < left; ++k) coming += s.agenda.begin()[1 + k].a == i ? 1 : 0;
    if (s.setup().figures - s.figures(seat_at(i)) != s.setup().bosses - coming) return false;
  }
  return true;
}

// Is the top of the agenda a question inside the turn below it?
bool nested(Item step) {
  return step == Item::kVeto || step == Item::kCounter || step == Item::kKeepOrOpen ||
         step == Item::kMoveChip;
}

bool contest_is_right(const State& s, const Entry& top, const Entry& turn) {
  const Business b = business_at(top.b);
  const Seat nominator = seat_at(top.a);
  if (turn.item != Item::kBoss || turn.a != top.a || index(b) >= s.businesses()) return false;
  const Seat boss = s.boss_of(b);
  if (boss == Seat::kNone || boss == nominator || s.figures(nominator) == 0 ||
      s.stones_on(b, nominator) == 0)
    return false;
  if (((s.new_bosses | s.refused) & bit(b)) != 0) return false;
  const bool majority = roof_after(s, b, boss, 0).majority(boss);
  const auto might_open = [&](Seat seat) {
    return s.hidden(seat) > 0 && s.stones(seat) > 0 && !s.complete(b);
  };
  return top.item == Item::kVeto ? majority || might_open(boss) : majority && might_open(nominator);
}

bool purchase_is_right(const State& s, const Entry& top, int queue) {
  if (s.choice[static_cast<size_t>(top.a)] != Choice::kBuy) return false;
  for (int k = 0; k < queue; ++k) {
    const Entry& entry = s.agenda.begin()[k];
    if (entry.item == Item::kExpand || entry.item == Item::kBoss) return false;
    if (entry.item == Item::kBuy && entry.a == top.a) return false;
  }
  if (top.item == Item::kMoveChip) {
    return (static_cast<Chip>(top.b) == Chip::kDrunk ? s.specials_gone & 15
                                                     : s.specials_gone >> 4) > 0;
  }
  if (!is_share(s.drawn) || index(business_of(s.drawn)) >= s.businesses()) return false;
  const Seat seat = seat_at(top.a);
  const Business b = business_of(s.drawn);
  const int known = s.known[static_cast<size_t>(top.a)][static_cast<size_t>(index(b))];
  return s.stones(seat) > 0 && s.held(seat, b) > 0 &&
         (s.drawn_is_known != 0 ? known > 0 : s.held(seat, b) > known);
}

// The turns still to come are the last ones of those that the choices make.
bool queue_is_right(const State& s) {
  if (s.round == 0 || !all_chosen(s, true)) return false;
  State fresh = s;
  fresh.agenda.clear();
  engine::Chance chance(0);
  engine::Events silent;
  Play p{fresh, chance, silent};
  reveal_choices(p);
  const Entry top = s.agenda.top();
  const int queue = s.agenda.size() - (nested(top.item) ? 1 : 0);
  if (queue < 1 || queue > fresh.agenda.size()) return false;
  for (int k = 0; k < queue; ++k) {
    const Entry& entry = s.agenda.begin()[k];
    const Entry& expected = fresh.agenda.begin()[k];
    if (entry.item != expected.item || entry.a != expected.a || entry.b > expected.b) return false;
    if (entry.b != expected.b && (k != queue - 1 || entry.b == 0)) return false;
  }
  const Entry& turn = s.agenda.begin()[queue - 1];
  if (top.item == Item::kVeto || top.item == Item::kCounter) return contest_is_right(s, top, turn);
  if (nested(top.item)) return purchase_is_right(s, top, queue);
  if (turn.item == Item::kExpand) return can_expand(s, seat_at(turn.a));
  return turn.item != Item::kRoundEnd;
}

// R22: protected are bosses that players with the boss card have appointed in this round.
bool new_bosses_are_right(const State& s) {
  if (s.new_bosses == 0) return true;
  const Item first = s.agenda.begin()->item;
  if (first != Item::kRoundEnd && first != Item::kPaydayPay) return false;
  if (s.agenda.top().item == Item::kExpand) return false;
  for (int n = 0; n < s.businesses(); ++n) {
    if ((s.new_bosses & bit(business_at(n))) == 0) continue;
    const Seat boss = s.boss_of(business_at(n));
    if (boss == Seat::kNone) return false;
    const Choice choice = s.choice[static_cast<size_t>(index(boss))];
    if (first == Item::kRoundEnd && choice != Choice::kBoss) return false;
  }
  return true;
}

bool payday_is_right(const State& s) {
  if (s.round == 0 || !s.payday_round() || !all_chosen(s, false)) return false;
  const int left = s.agenda.size() - 1;
  if (left < 1 || left > s.players) return false;
  for (int k = 0; k < left; ++k) {
    const Entry& entry = s.agenda.begin()[1 + k];
    const Seat expected = engine::next_seat(s.start_of_round(), s.players, s.players - 1 - k);
    if (entry.item != Item::kPaydayOpen || seat_at(entry.a) != expected) return false;
  }
  const Seat now = seat_at(s.agenda.top().a);
  return s.hidden(now) > 0 && s.stones(now) > 0;
}

bool agenda_is_right(const State& s) {
  if (s.over != 0)
    return s.agenda.empty() && s.round == s.edition->rounds() && all_chosen(s, false) &&
           picks_are_right(s, false);
  if (s.agenda.empty()) return false;
  const Item top = s.agenda.top().item;
  if ((s.drawn != Card::kNone) != (top == Item::kKeepOrOpen) ||
      (s.drawn_is_known != 0 && s.drawn == Card::kNone))
    return false;
  if (s.refused != 0 && top != Item::kBoss && top != Item::kVeto && top != Item::kCounter)
    return false;
  if (!new_bosses_are_right(s)) return false;
  switch (s.agenda.begin()->item) {
    case Item::kHide:
      return all_chosen(s, false) && hiding_is_right(s);
    case Item::kRoundBegin:
      return all_chosen(s, false) && picks_are_right(s, false) && placing_is_right(s);
    case Item::kChoose:
      return s.round > 0 && s.agenda.size() == 1 && !all_chosen(s, true) &&
             picks_are_right(s, false);
    case Item::kRoundEnd:
      return picks_are_right(s, false) && queue_is_right(s);
    case Item::kPaydayPay:
      return picks_are_right(s, false) && payday_is_right(s);
    default:
      return false;
  }
}

}  // namespace

int Goldbraeu::broken_invariant(const State& s) {
  const auto broken = [](Invariant invariant) { return static_cast<int>(invariant); };
  if (!terraces_are_right(s)) return broken(Invariant::kTerraces);
  if (s.drunk == s.waitress) return broken(Invariant::kChips);
  if (!shields_are_right(s)) return broken(Invariant::kShields);
  if (!roofs_are_right(s)) return broken(Invariant::kStones);
  if (!figures_are_right(s)) return broken(Invariant::kFigures);
  if (!hands_are_right(s)) return broken(Invariant::kHands);
  if (!cards_are_right(s)) return broken(Invariant::kCards);
  if (!no_lone_share(s)) return broken(Invariant::kLoneShare);
  if (!agenda_is_right(s)) return broken(Invariant::kAgenda);
  return -1;
}

}  // namespace goldbraeu
