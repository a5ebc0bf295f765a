// Coins, points and the four people tracks (§6.1, §6.2), and what lies in the supplies.
#include <algorithm>

#include "games/taverna/rules.h"

namespace taverna {

int State::deeds_of(Seat seat) const {
  int count_owned = 0;
  for (const auto& slots : deed)
    count_owned += static_cast<int>(std::count(slots.begin(), slots.end(), seat));
  return count_owned;
}

int State::favours_of(Seat seat) const {
  int owned = 0;
  for (size_t i = 0; i < kFavours; ++i) owned += at(face_up, seat)[i] + at(used, seat)[i];
  return owned;
}

// R54: the tile of the customer picked is in the active player's hand.
int State::tiles_left(People p) const {
  int left = edition->tiles - (phase == Phase::kPicked && people == p ? 1 : 0);
  for (const auto& tables : table)
    left -= static_cast<int>(std::count(tables.begin(), tables.end(), p));
  return left;
}

int State::guild_tokens_left(Symbol symbol) const {
  int left = edition->guild_tokens[static_cast<size_t>(symbol)];
  for (const Symbols& there : tokens) left -= there.contains(symbol) ? 1 : 0;
  return left;
}

// R29: what was spent can be won again.
int State::privileges_left() const {
  int left = edition->privileges;
  for (uint8_t owned : privileges) left -= owned;
  for (uint8_t there : privilege_there) left -= there;
  return left;
}

std::array<uint8_t, kFavours> State::favour_reserve() const {
  std::array<uint8_t, kFavours> left = edition->favour_copies;
  for (Favour favour : display) --left[static_cast<size_t>(favour)];
  for (size_t i = 0; i < kMaxPlayers; ++i) {
    for (size_t f = 0; f < kFavours; ++f)
      left[f] = static_cast<uint8_t>(left[f] - face_up[i][f] - used[i][f]);
  }
  return left;
}

CardSet State::spell_pile() const {
  CardSet elsewhere = discard;
  for (size_t i = 0; i < kMaxPlayers; ++i) elsewhere = elsewhere | hand[i] | cast[i];
  for (const Claim& made : claims) {
    if (made.source == Source::kSpell) elsewhere.insert(made.what);
  }
  if (curse_gone != 0) elsewhere = elsewhere | edition->curses;
  return spells_in_game() - elsewhere;
}

CardSet State::customer_deck() const {
  CardSet elsewhere;
  for (const CardSet& cards : taken) elsewhere = elsewhere | cards;
  for (Customer customer : row) {
    if (customer != Customer::kNone) elsewhere.insert(index(customer));
  }
  return count().customers - elsewhere;
}

void take_coins(Play& p, Seat seat, int amount) {
  State::at(p.s.coins, seat) = static_cast<int16_t>(State::at(p.s.coins, seat) + amount);
  if (amount > 0) p.tell(EventKind::kCoins, index(seat), amount);
}

namespace {

// With hidden coins all may see whether anything is left in a purse.
void show_purse(Play& p, Seat seat) {
  if (p.s.open_coins()) return;
  p.tell(p.s.coins_of(seat) == 0 ? EventKind::kPurseEmpty : EventKind::kPurseNotEmpty, index(seat));
}

}  // namespace

void pay(Play& p, Seat seat, int amount) {
  if (amount == 0) return;
  State::at(p.s.coins, seat) = static_cast<int16_t>(State::at(p.s.coins, seat) - amount);
  p.tell(EventKind::kPaid, index(seat), amount);
  show_purse(p, seat);
}

void give(Play& p, Seat from, Seat to, int amount) {
  if (amount == 0) return;
  State::at(p.s.coins, from) = static_cast<int16_t>(State::at(p.s.coins, from) - amount);
  State::at(p.s.coins, to) = static_cast<int16_t>(State::at(p.s.coins, to) + amount);
  p.tell(EventKind::kGave, index(from), index(to), amount);
  show_purse(p, from);
}

void rob(Play& p, Seat from, Seat to, int amount) {
  const int moved = std::min(amount, p.s.coins_of(from));
  if (p.s.open_coins()) return give(p, from, to, moved);
  State::at(p.s.coins, from) = static_cast<int16_t>(State::at(p.s.coins, from) - moved);
  State::at(p.s.coins, to) = static_cast<int16_t>(State::at(p.s.coins, to) + moved);
  SeatSet both(from);
  both.insert(to);
  p.tell.secret(both, EventKind::kRobbed, index(from), index(to), moved);
  show_purse(p, from);
}

void score(Play& p, Seat seat, int amount) {
  State::at(p.s.points, seat) = static_cast<int16_t>(State::at(p.s.points, seat) + amount);
  if (amount > 0) p.tell(EventKind::kScored, index(seat), amount);
}

int budget(const State& s, Seat seat) {
  int coins = s.coins_of(seat);
  for (const Claim& claim : s.claims) {
    if (claim.actor == seat && is_takeover(s, claim)) coins -= purchase_price(s, claim);  // R56
  }
  return coins;
}

int visible_budget(const State& s, Seat seat) {
  if (s.open_coins()) return budget(s, seat);
  constexpr int kAnything = 1000;
  return s.coins_of(seat) > 0 ? kAnything : 0;
}

bool can_rise(const State& s, Seat seat, People people) {
  const int level = s.level_of(seat, people);
  if (level < kTop - 1) return true;
  if (level == kTop) return false;
  for (int i = 0; i < s.players; ++i) {  // R9, R57: the top is for one at a time
    if (s.level_of(engine::seat_at(i), people) == kTop) return false;
  }
  return true;
}

bool can_rise_anywhere(const State& s, Seat seat) {
  for (int i = 0; i < kPeoples; ++i) {
    if (can_rise(s, seat, people_at(i))) return true;
  }
  return false;
}

namespace {

void pay_bonus(Play& p, Seat seat, Bonus bonus) {
  switch (bonus.kind) {
    case BonusKind::kNothing:
      break;
    case BonusKind::kSpell:
      for (int i = 0; i < bonus.amount; ++i) draw_spell(p, seat);
      break;
    case BonusKind::kPrivilege: {
      const int amount = std::min<int>(bonus.amount, p.s.privileges_left());  // R30
      uint8_t& owned = State::at(p.s.privileges, seat);
      owned = static_cast<uint8_t>(owned + amount);
      p.tell(EventKind::kPrivileges, index(seat), amount);
      break;
    }
    case BonusKind::kCoins:
      take_coins(p, seat, bonus.amount);
      break;
    case BonusKind::kPoints:
      score(p, seat, bonus.amount);
      break;
  }
}

}  // namespace

void rise_without_bonus(Play& p, Seat seat, People people) {
  const int level = ++State::at(p.s.level, seat)[static_cast<size_t>(people)];
  p.tell(EventKind::kRose, index(seat), index(people), level);
}

void rise(Play& p, Seat seat, People people) {
  if (!can_rise(p.s, seat, people)) return;
  rise_without_bonus(p, seat, people);
  const auto level = static_cast<size_t>(p.s.level_of(seat, people));
  pay_bonus(p, seat, p.s.edition->bonus[static_cast<size_t>(people)][level]);
}

void fall(Play& p, Seat seat, People people) {
  uint8_t& level = State::at(p.s.level, seat)[static_cast<size_t>(people)];
  if (level == 0) return;
  --level;
  p.tell(EventKind::kFell, index(seat), index(people), level);
}

bool goes_before(const State& s, Seat a, Seat b, People chosen) {
  for (int i = 0; i < kPeoples; ++i) {  // R53: to the right, and round again
    const People people = people_at(index(chosen) + i);
    const int lead = s.level_of(a, people) - s.level_of(b, people);
    if (lead != 0) return lead > 0;
  }
  return s.turn_index(a) > s.turn_index(b);  // R24
}

}  // namespace taverna
