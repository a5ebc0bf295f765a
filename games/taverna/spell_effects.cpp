// What each spell does (§6.5). Targets were fixed when it was declared; what has become impossible
// is skipped.
#include <algorithm>

#include "games/taverna/rules.h"

namespace taverna {
namespace {

void take_discards(Play& p, const Claim& claim, int coins_each) {
  State& s = p.s;
  int discards = 0;
  for (uint8_t kind : claim.picks) {
    if (kind == kEnough) break;
    const int card = card_in_hand(s, claim.actor, static_cast<Spell>(kind));
    leave_hand_unseen(s, claim.actor, card);
    s.discard.insert(card);
    State::at(s.known, claim.actor).insert(card);
    p.tell.secret(SeatSet(claim.actor), EventKind::kDiscarded, index(claim.actor), kind);
    ++discards;
  }
  take_coins(p, claim.actor, coins_each * discards);
}

void swap_customers(Play& p, Seat seat, Place a, Place b) {
  State& s = p.s;
  const People first = s.at_place(a);
  const People second = s.at_place(b);
  const bool first_gains = s.colour(a) != first && s.colour(b) == first;
  const bool second_gains = s.colour(b) != second && s.colour(a) == second;
  std::swap(s.at_place(a), s.at_place(b));
  p.tell(EventKind::kTilesSwapped, index(first), tavern_of(a), index(second), tavern_of(b));
  if (first_gains) rise(p, seat, first);
  if (second_gains) rise(p, seat, second);
}

void polymorph(Play& p, Seat seat, Place place, People people) {
  State& s = p.s;
  const People old = s.at_place(place);
  s.at_place(place) = people;
  p.tell(EventKind::kTileChanged, index(old), index(people), tavern_of(place));
  if (s.colour(place) == people) rise(p, seat, people);
}

void return_row_cards(Play& p, const Claim& claim) {
  State& s = p.s;
  CardSet cards;
  for (uint8_t card : claim.picks) {
    if (card == kEnough) break;
    cards.insert(card);
    p.tell(EventKind::kReturned, card);
    for (Customer& place : s.row) {
      if (index(place) == card) place = Customer::kNone;
    }
  }
  for (CardSet& group : s.under) {
    if (!group.empty()) continue;
    group = cards;
    break;
  }
  refill_row(p);
}

// The thief and the victim know the card; the others forget what they knew of the victim's hand.
void steal_spell(Play& p, Seat thief, Seat victim) {
  State& s = p.s;
  std::array<uint8_t, kMaxCards> cards;
  std::array<uint8_t, kMaxCards> kinds;
  int size = 0;
  for (int card : State::at(s.hand, victim)) {
    cards[static_cast<size_t>(size)] = static_cast<uint8_t>(card);
    kinds[static_cast<size_t>(size++)] =
        static_cast<uint8_t>(s.edition->card_kind[static_cast<size_t>(card)]);
  }
  if (size == 0) return;
  const auto at = static_cast<size_t>(
      p.chance.choose(static_cast<uint8_t>(ChanceKind::kStolen), kinds.data(), size));
  const CardSet thief_knew = State::at(s.known, thief);
  leave_hand_unseen(s, victim, cards[at]);
  State::at(s.known, thief) = thief_knew;
  State::at(s.known, thief).erase(cards[at]);
  State::at(s.hand, thief).insert(cards[at]);
  State::at(s.known, victim).insert(cards[at]);
  SeatSet both(thief);
  both.insert(victim);
  p.tell.secret(both, EventKind::kStole, index(thief), index(victim), kinds[at]);
}

void collect(Play& p, Seat seat, const SpellData& spell) {
  const int amount = p.s.players <= 3 ? spell.amount : spell.amount_large;
  for (int i = 1; i < p.s.players; ++i) {
    const Seat giver = engine::next_seat(seat, p.s.players, i);
    if (p.s.coins_of(giver) > 0) rob(p, giver, seat, amount);
  }
}

// Ward: the Notary's purchase is void. He stays where he is and has been used all the same.
void ward(Play& p, Seat seat) {
  p.s.agenda.pop();  // the purchase
  const Claim claim = p.s.claims.pop_back();
  p.tell(EventKind::kWarded, index(seat), index(claim.actor));
}

void move_dignitary(Play& p, Dignitary dignitary, int tavern) {
  p.s.dignitary[static_cast<size_t>(dignitary)] = static_cast<uint8_t>(tavern);
  p.tell(EventKind::kDignitaryMoved, index(dignitary), tavern);
}

void refresh_favour(Play& p, Seat seat, Favour favour) {
  --State::at(p.s.used, seat)[static_cast<size_t>(favour)];
  ++State::at(p.s.face_up, seat)[static_cast<size_t>(favour)];
  p.tell(EventKind::kFavourRefreshed, index(seat), index(favour));
}

// Puppet Strings: the activation named as its target happens at once, with the window of the deed's
// owner.
void pull_strings(Play& p, Claim claim) {
  claim.source = Source::kPuppet;
  claim.what = claim.picks[0];
  claim.second = 0;
  p.s.claims.push_back(claim);
  complete_hire(p);
}

void take_effect(Play& p, const Claim& claim, const SpellData& spell) {
  State& s = p.s;
  const Seat seat = claim.actor;
  const auto pick = [&](int i) { return claim.picks[i]; };
  switch (spell.effect) {
    case Effect::kGainLevel:
      return rise(p, seat, spell.people);
    case Effect::kTwoLevels:
      rise(p, seat, people_at(pick(0)));
      return rise(p, seat, people_at(pick(1)));
    case Effect::kLowestLevel:
      return rise(p, seat, people_at(pick(0)));
    case Effect::kSlander:
      return fall(p, engine::seat_at(pick(0)), people_at(pick(1)));
    case Effect::kSharedFame:
      return rise(p, seat, s.level_track);
    case Effect::kTakeCoins:
      return take_coins(p, seat, spell.amount);
    case Effect::kDeedCoins:
      return take_coins(p, seat, spell.amount + s.deeds_of(seat));
    case Effect::kPickpocket:
      return rob(p, engine::seat_at(pick(0)), seat, spell.amount);
    case Effect::kCollection:
      return collect(p, seat, spell);
    case Effect::kHappyHour:
      return take_coins(p, seat, s.count().income);
    case Effect::kAlchemy:
      return take_discards(p, claim, spell.amount);
    case Effect::kMoveCustomer:
      return move_customer(p, seat, pick(0), pick(1));
    case Effect::kSwapCustomers:
      return swap_customers(p, seat, pick(0), pick(1));
    case Effect::kEviction:
      p.tell(EventKind::kTileRemoved, index(s.at_place(pick(0))), tavern_of(pick(0)));
      s.at_place(pick(0)) = People::kNone;
      return;
    case Effect::kPolymorph:
      return polymorph(p, seat, pick(0), people_at(pick(1)));
    case Effect::kIllusion:
      s.any_table = 1;
      return p.tell(EventKind::kAnyTable, index(seat));
    case Effect::kAddMask:
      s.symbols.insert(Symbol::kMask);
      return p.tell(EventKind::kSymbolAdded, index(seat), index(Symbol::kMask));
    case Effect::kClosedDoors:
      s.closed = pick(0);
      return p.tell(EventKind::kClosed, index(seat), pick(0));
    case Effect::kNewArrivals:
      return return_row_cards(p, claim);
    case Effect::kDrawSpells:
      for (int i = 0; i < spell.amount; ++i) draw_spell(p, seat);
      return;
    case Effect::kMindTheft:
      return steal_spell(p, seat, engine::seat_at(pick(0)));
    case Effect::kSummons:
      return move_dignitary(p, static_cast<Dignitary>(pick(0)), pick(1));
    case Effect::kActivation:
      return pull_strings(p, claim);
    case Effect::kTakeFavour:
      take_favour(p, seat, static_cast<Favour>(pick(0)));
      return refill_display(p);
    case Effect::kRefreshFavour:
      return refresh_favour(p, seat, static_cast<Favour>(pick(0)));
    case Effect::kPlaceGuild:
      return place_guild(p, seat, pick(0), static_cast<Symbol>(pick(1)));
    case Effect::kWard:
      return ward(p, seat);
    default:
      return;
  }
}

}  // namespace

void resolve_spell(Play& p) {
  const Claim claim = p.s.claims.pop_back();
  State::at(p.s.cast, claim.actor).insert(claim.what);
  take_effect(p, claim, p.s.edition->of(claim.what));
}

}  // namespace taverna
