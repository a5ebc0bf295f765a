// What holds in every position (§11); a hand-made position that breaks one is refused by its name.
#include <algorithm>

#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {

namespace {

bool in_setup(const State& s) { return s.round == 0; }
// The turns are over: royal scoring, or the end.
bool after_turns(const State& s) {
  return s.over != 0 || (!s.agenda.empty() && s.agenda.begin()->item == Item::kRoyal);
}

bool seats_are_right(const State& s) {
  const bool two = s.players == 2;
  const bool chosen = s.king != People::kNone;
  const bool king_open = !s.agenda.empty() && s.agenda.top().item == Item::kKingPeople;
  const bool queen_open =
      two && (king_open || (!s.agenda.empty() && s.agenda.top().item == Item::kQueenPeople));
  if (chosen == king_open) return false;
  if ((s.queen != People::kNone) != (two && !queen_open)) return false;
  return s.queen == People::kNone || s.queen != s.king;
}

// 1: a tile sits at one table, in one hand, or lies in the supply.
bool tiles_are_right(const State& s) {
  for (int t = 0; t < kTaverns; ++t) {
    for (int i = 0; i < kMaxTables; ++i) {
      const People people = s.at_place(place_of(t, i));
      if (people != People::kNone && i >= s.board(t).tables) return false;
    }
  }
  for (int i = 0; i < kPeoples; ++i) {
    if (s.tiles_left(people_at(i)) < 0) return false;
  }
  return true;
}

bool privileges_are_right(const State& s) {  // 2
  return s.privileges_left() >= 0;
}

bool favours_are_right(const State& s) {  // 3
  int reserve = 0;
  std::array<int, kFavours> all{};
  for (Favour favour : s.display) ++all[static_cast<size_t>(favour)];
  for (size_t i = 0; i < kMaxPlayers; ++i) {
    for (size_t f = 0; f < kFavours; ++f) all[f] += s.face_up[i][f] + s.used[i][f];
  }
  for (size_t f = 0; f < kFavours; ++f) {
    if (all[f] > s.edition->favour_copies[f]) return false;
    reserve += s.edition->favour_copies[f] - all[f];
  }
  return s.display.size() == s.edition->display ||
         (s.display.size() < s.edition->display && reserve == 0);
}

bool guilds_are_right(const State& s) {  // 4, 13
  for (size_t t = 0; t < kTaverns; ++t) {
    const bool twice = s.tokens[t].contains(s.edition->taverns[t].guild);
    if ((twice && s.printed_symbol_blocks()) || s.tokens[t].contains(Symbol::kMask)) return false;
  }
  for (int i = 0; i < kGuilds; ++i) {
    if (s.guild_tokens_left(static_cast<Symbol>(i)) < 0) return false;
  }
  return true;
}

bool spells_are_right(const State& s) {  // 5
  CardSet seen;
  const auto add = [&](CardSet cards) {
    const bool fresh = (seen & cards).empty();
    seen = seen | cards;
    return fresh;
  };
  bool right = add(s.discard);
  for (size_t i = 0; i < kMaxPlayers; ++i) right = add(s.hand[i]) && add(s.cast[i]) && right;
  for (const Claim& claim : s.claims) {
    if (claim.source != Source::kSpell) continue;
    CardSet in_play;
    in_play.insert(claim.what);
    right = add(in_play) && right;
  }
  const CardSet game = s.spells_in_game();
  if (s.curse_gone != 0 && (game & s.edition->curses).empty()) return false;
  return right && (seen - game).empty() && (seen & s.edition->curses).empty();
}

// Nobody "knows" his own cards by mark, nor what all have seen, nor what is nowhere to be known.
bool known_is_right(const State& s) {
  if (!(s.seen_discard - s.discard).empty()) return false;
  CardSet places = s.discard - s.seen_discard;
  for (const CardSet& hand : s.hand) places = places | hand;
  for (size_t i = 0; i < kMaxPlayers; ++i) {
    if (!(s.known[i] - places).empty() || !(s.known[i] & s.hand[i]).empty()) return false;
  }
  return true;
}

bool customers_are_right(const State& s) {  // 6
  CardSet seen;
  bool right = true;
  const auto add = [&](CardSet cards) {
    right = right && (seen & cards).empty();
    seen = seen | cards;
  };
  int shown = 0;
  for (int i = 0; i < kMaxRow; ++i) {
    const Customer customer = s.row[static_cast<size_t>(i)];
    if (customer == Customer::kNone) continue;
    if (i >= s.edition->row || index(customer) >= kMaxCards) return false;
    CardSet card;
    card.insert(index(customer));
    add(card);
    ++shown;
  }
  for (const CardSet& cards : s.taken) add(cards);
  bool last = false;
  for (const CardSet& cards : s.under) {
    if (last && !cards.empty()) return false;
    last = cards.empty();
    add(cards);
  }
  if (!right || !(seen - s.count().customers).empty()) return false;
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = engine::seat_at(i);
    if (State::at(s.taken, seat).size() != turns_taken(s, seat)) return false;
  }
  const bool picked = s.phase == Phase::kPicked || s.phase == Phase::kPost;
  return shown == s.edition->row - (picked ? 1 : 0);
}

bool deeds_are_right(const State& s) {  // 7
  for (int t = 0; t < kTaverns; ++t) {
    const auto& slots = s.deed[static_cast<size_t>(t)];
    SeatSet owners;
    for (int i = 0; i < kMaxDeeds; ++i) {
      const Seat owner = slots[static_cast<size_t>(i)];
      if (owner == Seat::kNone) continue;
      if (i >= s.board(t).deeds || owners.contains(owner)) return false;
      owners.insert(owner);
    }
  }
  // Everybody bought a deed if everybody could (R5), and nobody loses the last one.
  int dearest = 0;
  for (int t = 0; t < kTaverns; ++t) {
    for (int i = 0; i < s.board(t).deeds; ++i)
      dearest = std::max<int>(dearest, s.board(t).deed[static_cast<size_t>(i)].price);
  }
  const bool sold = !in_setup(s) || (!s.agenda.empty() && s.agenda.top().item == Item::kFirstOrder);
  const bool all_bought = sold && dearest <= s.edition->start_coins;
  for (int i = 0; i < s.players; ++i) {
    const int owned = s.deeds_of(engine::seat_at(i));
    if (owned > s.edition->deed_tokens || (all_bought && owned == 0)) return false;
  }
  return true;
}

bool tracks_are_right(const State& s) {  // 8
  for (size_t track = 0; track < kPeoples; ++track) {
    int on_top = 0;
    for (size_t i = 0; i < kMaxPlayers; ++i) {
      if (s.level[i][track] > (i < s.players ? kTop : 0)) return false;
      on_top += s.level[i][track] == kTop ? 1 : 0;
    }
    if (on_top > 1) return false;
  }
  return true;
}

bool dignitaries_are_right(const State& s) {  // 9
  for (uint8_t where : s.dignitary) {
    if (where >= kTaverns || s.guests_in(where) > 2) return false;
  }
  return true;
}

bool coins_are_right(const State& s) {  // 10
  for (size_t i = 0; i < kMaxPlayers; ++i) {
    if (s.coins[i] < 0 || (i >= s.players && s.coins[i] != 0)) return false;
  }
  if (!in_setup(s)) return true;
  PerSeat<int> spent{};  // until the first turn, on deeds only
  for (int t = 0; t < kTaverns; ++t) {
    for (int i = 0; i < s.board(t).deeds; ++i) {
      const Seat owner = s.deed[static_cast<size_t>(t)][static_cast<size_t>(i)];
      if (owner != Seat::kNone)
        State::at(spent, owner) += s.board(t).deed[static_cast<size_t>(i)].price;
    }
  }
  for (size_t i = 0; i < s.players; ++i) {
    if (s.coins[i] != s.edition->start_coins - spent[i]) return false;
  }
  return true;
}

bool casts_are_right(const State& s) {  // 12
  for (size_t i = 0; i < s.players; ++i) {
    const bool second = s.favours_used[i].contains(Favour::kSecondSpell);
    if (s.casts[i] > (second ? 2 : 1) || (second && s.casts[i] != 2)) return false;
    if (s.phase == Phase::kNone && (s.casts[i] != 0 || !s.favours_used[i].empty())) return false;
    if (s.mode() == ReactionMode::kOff && s.order[i] != first_order(s)) return false;
    if ((s.favours_used[i].bits() >> kFavours) != 0) return false;
  }
  return true;
}

// The fields of a turn fit its phase.
bool turn_is_right(const State& s) {
  const bool picked = s.phase == Phase::kPicked || s.phase == Phase::kPost;
  const bool seated = s.phase == Phase::kPost;
  if ((s.card != Customer::kNone) != picked || (s.people != People::kNone) != picked) return false;
  if (picked &&
      (index(s.people) >= kPeoples || !State::at(s.taken, s.active).contains(index(s.card))))
    return false;
  if ((s.tavern != kNoTavern) != seated) return false;
  if (!picked && !s.symbols.empty()) return false;
  if (!seated && (!s.benefits.empty() || s.level_track != People::kNone || s.regular_done != 0 ||
                  s.order_set != 0))
    return false;
  for (int i = 0; i < kSymbols; ++i) {
    const auto symbol = static_cast<Symbol>(i);
    if (s.benefits.contains(symbol) && !s.symbols.contains(symbol)) return false;
  }
  if (s.phase != Phase::kNone) return s.closed == kNoTavern || s.closed < kTaverns;
  return s.closed == kNoTavern && s.any_table == 0 && s.activated.empty() && s.privilege_hires == 0;
}

bool scorings_are_right(const State& s) {  // 14
  const bool can_block = s.players == 2 && s.variant(Variant::kBlockedScorings) != 0;
  if ((s.blocked != Scoring::kNone) != can_block) return false;
  if (can_block && (index(s.blocked) >= kScorings || s.blocked == Scoring::kKing ||
                    s.scored_by[static_cast<size_t>(s.blocked)] != Seat::kNone))
    return false;
  PerSeat<int> scorings{};
  int total = 0;
  for (Seat seat : s.scored_by) {
    if (seat == Seat::kNone) continue;
    ++State::at(scorings, seat);
    ++total;
  }
  if (!after_turns(s)) return total == 0;
  if (s.over != 0) {
    for (int i = 0; i < s.players; ++i) {
      if (scorings[static_cast<size_t>(i)] != s.count().scorings) return false;
    }
    return true;
  }
  const auto& top = s.agenda.top();
  SeatSet seen;
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = s.royal_order[static_cast<size_t>(i)];
    if (seen.contains(seat)) return false;
    seen.insert(seat);
    if (State::at(scorings, seat) != top.a + (i < top.b ? 1 : 0)) return false;
  }
  return true;
}

// --- claims and the agenda ---

bool claim_fits(const State& s, const Claim& claim, bool complete, bool in_window) {
  const bool hired = claim.source > Source::kFavour;
  if (in_window == (claim.actor == s.active) || (in_window && hired)) return false;
  if (claim.second != 0 && claim.source != Source::kSpell) return false;
  if (claim.source == Source::kFavour) {
    const auto favour = static_cast<Favour>(claim.what);
    return !complete && claim.what < kFavours && State::at(s.used, claim.actor)[claim.what] > 0 &&
           State::at(s.favours_used, claim.actor).contains(favour) &&
           claim_is_right(s, claim, complete);
  }
  if (claim.source == Source::kSpell) {
    const int casts = State::at(s.casts, claim.actor);
    if (casts != (claim.second != 0 ? 2 : 1)) return false;
    return claim_is_right(s, claim, complete);
  }
  if (claim.source == Source::kPuppet && !complete) return false;
  if (claim.picks.empty()) return false;
  const bool done = s.activated.contains(static_cast<Dignitary>(claim.picks[0]));
  if (done != complete) return false;
  if (complete && claim.source == Source::kRegular && s.regular_done == 0) return false;
  if (!complete && claim.source == Source::kRegular && s.regular_done != 0) return false;
  if (claim.source == Source::kRegular && s.phase != Phase::kPost) return false;
  if (!complete && claim.source == Source::kPrivilege &&
      State::at(s.privileges, claim.actor) < s.edition->extra_activation)
    return false;
  return claim_is_right(s, claim, complete);
}

// A spell that can be declared at this time at all.
bool spell_fits(const State& s, const Claim& claim, bool in_window, Window window) {
  if (claim.source != Source::kSpell) return true;
  const SpellData& spell = s.edition->of(claim.what);
  return in_window ? spell.in_window(window) : spell.in_phase(s.phase);
}

bool claims_are_right(const State& s) {
  if (s.claims.empty()) return true;
  const auto* entry = s.agenda.begin();
  const auto* end = s.agenda.end();
  bool in_window = false;
  Window window{};
  for (; entry != end && entry->item != Item::kTarget && entry->item != Item::kResolve; ++entry) {
    in_window = entry->item == Item::kWindow;
    window = static_cast<Window>(entry->a);
  }
  const bool declaring = entry != end && entry->item == Item::kTarget;
  const Claim& first = s.claims[0];
  if (!claim_fits(s, first, !declaring, in_window) || !spell_fits(s, first, in_window, window))
    return false;
  if (s.claims.size() == 1)
    return first.source == Source::kSpell || declaring || is_takeover(s, first);
  // A Ward against the Notary.
  const Claim& ward = s.claims[1];
  if (!is_takeover(s, first) || ward.source != Source::kSpell) return false;
  return s.edition->of(ward.what).effect == Effect::kWard && ward.picks.empty() &&
         ward.actor == s.deed[first.picks[1]][first.picks[2]] &&
         State::at(s.casts, ward.actor) == (ward.second != 0 ? 2 : 1);
}

bool setup_agenda_is_right(const State& s) {
  const auto* entry = s.agenda.begin() + 1;
  const auto* end = s.agenda.end();
  if (s.phase != Phase::kNone || s.active != s.start || !s.claims.empty()) return false;
  if (entry != end && entry->item == Item::kFirstOrder) {
    if (s.mode() == ReactionMode::kOff || entry->a >= s.players) return false;
    if (entry + 1 == end) return true;
    if (entry->a != 0) return false;
    ++entry;
  }
  if (entry == end || entry->item != Item::kStartDeed) return false;
  const int bought = entry->a;
  int deeds = 0;
  for (int i = 0; i < s.players; ++i) deeds += s.deeds_of(engine::seat_at(i));
  if (deeds > bought) return false;
  if (++entry == s.agenda.end()) return can_buy_start_deed(s, start_deed_buyer(s, bought));
  if (bought != 0) return false;
  if (s.players > 2) {
    return entry->item == Item::kKingPeople && entry + 1 == s.agenda.end() &&
           (*s.edition)[s.row[0]].second != People::kNone;
  }
  if (entry->item != Item::kQueenPeople) return false;
  ++entry;
  return entry == s.agenda.end() ||
         (entry->item == Item::kKingPeople && entry + 1 == s.agenda.end());
}

bool turn_agenda_is_right(const State& s) {
  if (s.round < 1 || s.round > s.count().turns || s.phase == Phase::kNone) return false;
  const auto* entry = s.agenda.begin() + 1;
  const auto* end = s.agenda.end();
  const bool main = entry != end && entry->item == Item::kMain;
  if (main) ++entry;
  if (entry != end && entry->item == Item::kWindow && is_open(static_cast<Window>(entry->a))) {
    const auto window = static_cast<Window>(entry->a);
    const Phase phase = window == Window::kStart ? Phase::kPre : Phase::kPost;
    if (s.phase != phase || main == (window == Window::kEnd)) return false;
    ++entry;
  } else if (!main) {
    return false;
  }
  if (s.claims.empty()) return entry == end;
  if (entry != end && entry->item == Item::kTarget) return s.claims.size() == 1 && entry + 1 == end;
  for (int i = 0; i < s.claims.size(); ++i) {
    if (entry == end || entry->item != Item::kResolve) return false;
    ++entry;
  }
  if (entry == end || entry->item != Item::kWindow || entry + 1 != end) return false;
  const bool spell = s.claim().source == Source::kSpell;
  return static_cast<Window>(entry->a) == (spell ? Window::kSpell : Window::kNotary);
}

bool passed_is_right(const State& s) {
  for (const auto& entry : s.agenda) {
    if (entry.item != Item::kWindow) continue;
    if (!(SeatSet::from_bits(entry.b) - SeatSet::first(s.players)).empty()) return false;
    if (&entry != s.agenda.end() - 1 && entry.b != 0) return false;
  }
  return true;
}

bool agenda_is_right(const State& s) {
  if (s.over != 0)
    return s.agenda.empty() && s.claims.empty() && s.phase == Phase::kNone && !in_setup(s);
  if (s.agenda.empty() || !passed_is_right(s)) return false;
  switch (s.agenda.begin()->item) {
    case Item::kTurn:
      return in_setup(s) && setup_agenda_is_right(s);
    case Item::kRefill:
      return turn_agenda_is_right(s);
    case Item::kRoyal: {
      const auto& top = s.agenda.top();
      return s.agenda.size() == 1 && s.phase == Phase::kNone && s.claims.empty() &&
             s.round == s.count().turns && s.active == s.start && top.a < s.count().scorings &&
             top.b < s.players && asks_for_scoring(s);
    }
    default:
      return false;
  }
}

}  // namespace

int turns_taken(const State& s, Seat seat) {
  if (in_setup(s)) return 0;
  if (after_turns(s)) return s.round;
  const int now = s.turn_index(s.active);
  const int turn = s.turn_index(seat);
  if (turn != now) return turn < now ? s.round : s.round - 1;
  return s.round - (s.phase == Phase::kPre ? 1 : 0);
}

int broken_but_window(const State& s) {
  const auto broken = [](Invariant invariant) { return static_cast<int>(invariant); };
  if (!seats_are_right(s)) return broken(Invariant::kSeats);
  if (!tiles_are_right(s)) return broken(Invariant::kTiles);
  if (!privileges_are_right(s)) return broken(Invariant::kPrivileges);
  if (!favours_are_right(s)) return broken(Invariant::kFavours);
  if (!guilds_are_right(s)) return broken(Invariant::kGuilds);
  if (!spells_are_right(s)) return broken(Invariant::kSpells);
  if (!known_is_right(s)) return broken(Invariant::kKnown);
  if (!deeds_are_right(s)) return broken(Invariant::kDeeds);
  if (!tracks_are_right(s)) return broken(Invariant::kTracks);
  if (!dignitaries_are_right(s)) return broken(Invariant::kDignitaries);
  if (!coins_are_right(s)) return broken(Invariant::kCoins);
  if (!casts_are_right(s)) return broken(Invariant::kCasts);
  if (!turn_is_right(s)) return broken(Invariant::kTurn);
  if (!customers_are_right(s)) return broken(Invariant::kCustomers);
  if (!agenda_is_right(s)) return broken(Invariant::kAgenda);
  if (!scorings_are_right(s)) return broken(Invariant::kScorings);
  return claims_are_right(s) ? -1 : broken(Invariant::kClaims);
}

int Taverna::broken_invariant(const State& s) {
  if (const int broken = broken_but_window(s); broken >= 0) return broken;
  if (s.over != 0 || s.agenda.top().item != Item::kWindow) return -1;
  // 15: a window asks the seat whose turn it is there, and only one that could react.
  const auto& top = s.agenda.top();
  const Seat asked = next_in_window(s, static_cast<Window>(top.a), SeatSet::from_bits(top.b));
  return asked != Seat::kNone && asked == engine::seat_at(top.c)
             ? -1
             : static_cast<int>(Invariant::kAgenda);
}

}  // namespace taverna
