// Picking a customer and bringing him to a tavern (§4.1), and customers who move later.
#include "games/taverna/rules.h"

namespace taverna {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;

namespace {

// Of which peoples there is a tile left?
using TilesLeft = std::array<bool, kPeoples>;

TilesLeft tiles_left(const State& s) {
  TilesLeft left;
  for (int i = 0; i < kPeoples; ++i) left[static_cast<size_t>(i)] = s.tiles_left(people_at(i)) > 0;
  return left;
}

// R12: no card of the row shows a people that has a tile left.
bool row_is_out_of_tiles(const State& s, const TilesLeft& left) {
  for (Customer customer : s.row) {
    if (customer == Customer::kNone) continue;
    const CustomerData& card = (*s.edition)[customer];
    for (int i = 0; i < kPeoples; ++i) {
      if (left[static_cast<size_t>(i)] && card.shows(people_at(i))) return false;
    }
  }
  return true;
}

struct Tables {
  int free = 0;
  int seated = 0;
};

Tables tables_outside(const State& s, int tavern) {
  Tables tables;
  for (int t = 0; t < kTaverns; ++t) {
    if (t == tavern) continue;
    const int free = s.free_tables(t);
    tables.free += free;
    tables.seated += s.board(t).tables - free;
  }
  return tables;
}

// The tavern nobody may be brought to this turn; it is open after all when nothing else is left.
int closed_tavern(const State& s) {
  if (s.closed == kNoTavern) return kNoTavern;
  const Tables tables = tables_outside(s, s.closed);
  const bool mask = s.symbols.contains(Symbol::kMask);
  return tables.free > 0 || (mask && tables.seated > 0) ? s.closed : kNoTavern;
}

// §4.1, seating 3; R27, R28: the token of the tavern goes to whoever fills it, and never comes
// back.
void take_last_table_privilege(Play& p, Seat seat, int tavern) {
  uint8_t& there = p.s.privilege_there[static_cast<size_t>(tavern)];
  if (there == 0 || p.s.free_tables(tavern) > 0) return;
  there = 0;
  ++State::at(p.s.privileges, seat);
  p.tell(EventKind::kLastTable, index(seat), tavern);
}

void pay_owners(Play& p, int tavern, int amount) {
  if (amount == 0) return;
  for (int i = 0; i < p.s.board(tavern).deeds; ++i) {
    const Seat owner = p.s.deed[static_cast<size_t>(tavern)][static_cast<size_t>(i)];
    if (owner == Seat::kNone) continue;  // R52: nobody owns two deeds in one tavern
    State::at(p.s.coins, owner) = static_cast<int16_t>(State::at(p.s.coins, owner) + amount);
    p.tell(EventKind::kIncome, index(owner), amount, tavern);
  }
}

}  // namespace

void offer_picks(const State& s, Offer& offer) {
  const TilesLeft left = tiles_left(s);
  const bool any_people = row_is_out_of_tiles(s, left);
  for (int i = 0; i < s.edition->row; ++i) {
    const Customer customer = s.row[static_cast<size_t>(i)];
    if (customer == Customer::kNone) continue;
    const CustomerData& card = (*s.edition)[customer];
    for (int n = 0; n < kPeoples; ++n) {
      if (!any_people && !card.shows(people_at(n))) continue;
      offer(action(Verb::kPick, index(customer), n),
            left[static_cast<size_t>(n)] ? kAllowed : forbid(Rule::kNoTile));
    }
  }
}

// R7: one of these must be done.
void offer_placements(const State& s, Offer& offer) {
  const int closed = closed_tavern(s);
  const bool mask = s.symbols.contains(Symbol::kMask);
  const bool why = offer.keeps_forbidden();
  int free = 0;
  for (int t = 0; t < kTaverns; ++t) {
    for (int i = 0; i < s.board(t).tables; ++i) {
      const bool taken = s.at_place(place_of(t, i)) != People::kNone;
      free += taken ? 0 : 1;
      if (!taken || why) {
        offer(action(Verb::kSeat, t, i + 1), taken         ? forbid(Rule::kOccupied)
                                             : t == closed ? forbid(Rule::kClosed)
                                                           : kAllowed);
      }
      if ((taken && mask) || why) {  // R14
        offer(action(Verb::kReplace, t, i + 1), !taken        ? forbid(Rule::kNobodyThere)
                                                : !mask       ? forbid(Rule::kNoMask)
                                                : t == closed ? forbid(Rule::kClosed)
                                                              : kAllowed);
      }
    }
  }
  if (free > 0 && !why) return;
  for (int t = 0; t < kTaverns; ++t) {  // R13
    offer(action(Verb::kStand, t), free > 0      ? forbid(Rule::kFreeTable)
                                   : t == closed ? forbid(Rule::kClosed)
                                                 : kAllowed);
  }
}

void pick_customer(Play& p, Customer card, People people) {
  State& s = p.s;
  for (Customer& place : s.row) {
    if (place == card) place = Customer::kNone;
  }
  State::at(s.taken, s.active).insert(index(card));
  s.card = card;
  s.people = people;                       // R54: its tile leaves the supply now
  s.symbols = (*s.edition)[card].symbols;  // R10, R11
  s.phase = Phase::kPicked;
  p.tell(EventKind::kPicked, index(s.active), index(card), index(people));
}

Symbols matching(const State& s, int tavern) {
  Symbols found = s.symbols_in(tavern);
  for (int i = 0; i < kSymbols; ++i) {
    if (!s.symbols.contains(static_cast<Symbol>(i))) found.erase(static_cast<Symbol>(i));
  }
  return found;
}

void enjoy_symbol(Play& p, Symbol symbol) {
  State& s = p.s;
  if (!matching(s, s.tavern).contains(symbol)) return;
  s.benefits.insert(symbol);
  switch (symbol) {
    case Symbol::kBeer: {
      const int amount = s.count().feast;
      State::at(s.coins, s.active) = static_cast<int16_t>(State::at(s.coins, s.active) + amount);
      p.tell(EventKind::kFeast, index(s.active), amount);
      break;
    }
    case Symbol::kBook:
      p.tell(EventKind::kMagic, index(s.active));
      draw_spell(p, s.active);
      break;
    default:
      p.tell(EventKind::kInfluence, index(s.active));
  }
}

bool brings_level(const State& s, Place place) {
  return s.people != People::kNone && (s.colour(place) == s.people || s.any_table != 0) &&
         can_rise(s, s.active, s.people);
}

bool has_table_of_wrong_colour(const State& s) {
  const int closed = closed_tavern(s);
  for (int t = 0; t < kTaverns; ++t) {
    for (int i = 0; t != closed && i < s.board(t).tables; ++i) {
      const Place place = place_of(t, i);
      if (s.at_place(place) == People::kNone && s.colour(place) != s.people) return true;
    }
  }
  return false;
}

// The seating in its order (R8). R17: the symbols are compared here.
void place_customer(Play& p, Verb how, int tavern, int table) {
  State& s = p.s;
  const Seat seat = s.active;
  const Place place = place_of(tavern, table);
  People rises = People::kNone;
  s.tavern = static_cast<uint8_t>(tavern);
  s.phase = Phase::kPost;
  if (how == Verb::kSeat) {
    if (brings_level(s, place)) rises = s.people;
    s.at_place(place) = s.people;
    p.tell(EventKind::kSeated, index(seat), index(s.people), tavern, table + 1);
  } else if (how == Verb::kReplace) {
    rises = s.at_place(place);
    s.at_place(place) = s.people;
    s.benefits.insert(Symbol::kMask);
    p.tell(EventKind::kReplaced, index(seat), index(s.people), index(rises), tavern);
  } else {
    p.tell(EventKind::kStood, index(seat), tavern);
  }
  if (rises != People::kNone && can_rise(s, seat, rises)) {
    s.level_track = rises;
    rise(p, seat, rises);
  }
  if (how == Verb::kSeat) take_last_table_privilege(p, seat, tavern);
  pay_owners(p, tavern, s.count().income);
  for (Symbol symbol : {Symbol::kBeer, Symbol::kBook, Symbol::kLyre}) enjoy_symbol(p, symbol);
}

bool can_move_customer(const State& s) {
  uint32_t free = 0;
  uint32_t seated = 0;
  for (int t = 0; t < kTaverns; ++t) {
    const int there = s.free_tables(t);
    if (there > 0) free |= 1u << t;
    if (there < s.board(t).tables) seated |= 1u << t;
  }
  // A customer in one tavern and a free table in another.
  return free != 0 && seated != 0 && (std::popcount(free | seated) > 1);
}

void move_customer(Play& p, Seat seat, Place from, Place to) {
  State& s = p.s;
  const People people = s.at_place(from);
  s.at_place(from) = People::kNone;
  s.at_place(to) = people;
  p.tell(EventKind::kTileMoved, index(people), tavern_of(from), tavern_of(to), table_of(to) + 1);
  if (s.colour(to) == people) rise(p, seat, people);
  take_last_table_privilege(p, seat, tavern_of(to));
  pay_owners(p, tavern_of(to), s.edition->moved_customer);
}

namespace {

// The next card of the deck: those put under it come up after all others, each time's together.
Customer draw_customer(Play& p) {
  State& s = p.s;
  CardSet deck = s.customer_deck();
  CardSet returned;
  for (const CardSet& cards : s.under) returned = returned | cards;
  CardSet next = deck - returned;
  const bool from_under = next.empty();
  if (from_under) next = s.under[0];
  if (next.empty()) return Customer::kNone;  // R37
  std::array<uint8_t, kMaxCards> cards;
  int size = 0;
  for (int card : next) cards[static_cast<size_t>(size++)] = static_cast<uint8_t>(card);
  const int card = cards[static_cast<size_t>(
      p.chance.choose(static_cast<uint8_t>(ChanceKind::kCustomer), cards.data(), size))];
  if (from_under) {
    s.under[0].erase(card);
    if (s.under[0].empty()) {
      for (size_t i = 1; i < s.under.size(); ++i) s.under[i - 1] = s.under[i];
      s.under.back() = CardSet();
    }
  }
  return static_cast<Customer>(card);
}

}  // namespace

// R55: every card keeps its place; empty places are filled from the left.
void refill_row(Play& p) {
  for (int i = 0; i < p.s.edition->row; ++i) {
    Customer& place = p.s.row[static_cast<size_t>(i)];
    if (place != Customer::kNone) continue;
    place = draw_customer(p);
    if (place != Customer::kNone) p.tell(EventKind::kCustomerShown, index(place), i + 1);
  }
}

}  // namespace taverna
