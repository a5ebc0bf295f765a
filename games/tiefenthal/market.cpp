// What ducats and beer buy in phase F: tavern cards, upgrades, guests, nobles.
#include <algorithm>

#include "games/tiefenthal/rules.h"

namespace tiefenthal {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;
using engine::Verdict;

namespace {

Verdict may_buy(const State& s, const Tavern& t, Means& means, Card card) {
  if (s.supply[static_cast<size_t>(card)] == 0) return forbid(Rule::kPileEmpty);
  // R36: one turn a round, so the limit of the round is that of the turn.
  if (t.bought[static_cast<size_t>(card)] >= s.edition->buys_per_kind) {
    return forbid(Rule::kBoughtAlready);
  }
  return means.may_pay_ducats(s.data(card).price);
}

// R27: only cards that lie in the tavern this evening.
int returnable(const State& s, const Tavern& t, Tile tile) {
  const Card card = (*s.edition)[tile].card;
  return card == Card::kNone ? 0 : t.staff_of(card);
}

}  // namespace

// R26: never below 0.
int upgrade_price(const State& s, Tile tile, int returned) {
  const TileData& data = (*s.edition)[tile];
  return std::max(0, data.cost - returned * data.discount);
}

namespace {

// The tavern once the tile is turned over.
void turn_over(const State& s, Tavern& t, Tile tile, int returned) {
  const TileData& data = (*s.edition)[tile];
  t.ducats = static_cast<int16_t>(t.ducats - upgrade_price(s, tile, returned));
  if (returned > 0) {
    uint8_t& cards = t.staff[static_cast<size_t>(data.card)];
    cards = static_cast<uint8_t>(cards - returned);
    // R11: dishwashers that were used go first.
    if (data.card == Card::kDishwasher)
      t.washed = static_cast<uint8_t>(std::max(0, t.washed - returned));
  }
  t.upgraded = static_cast<uint16_t>(t.upgraded | bit(tile));
  if (data.next_round) t.fresh = static_cast<uint16_t>(t.fresh | bit(tile));
}

// Can the upgrade itself change what the dice bring in? R11: dishwashers that were used go first.
bool changes_income(const State& s, const Tavern& t, Tile tile, int returned) {
  const TileData& data = (*s.edition)[tile];
  const bool dishwashers = data.card == Card::kDishwasher;
  return (dishwashers && returned > t.washed) ||
         (!data.next_round && (dishwashers || tile == Tile::kCashbox));
}

Verdict may_upgrade_by_dice(const State& s, const Tavern& t, Means& means, Tile tile,
                            int returned) {
  const int price = upgrade_price(s, tile, returned);
  if (const bool cashbox = tile == Tile::kCashbox;
      !means.exactly() && (cashbox || (*s.edition)[tile].next_round)) {
    const int more = cashbox ? (*s.edition)[tile].upgraded : 0;
    const Verdict at_best = means.may_pay_ducats(price - more);
    if (!at_best.allowed()) return at_best;
  }
  Tavern after = t;
  turn_over(s, after, tile, returned);
  return Means(s, after, means.exactly()).may_pay_ducats(0);
}

// Asked of every tile in every menu, and most are too dear: worth being inlined.
inline Verdict may_upgrade(const State& s, const Tavern& t, Means& means, Tile tile, int returned) {
  const int price = upgrade_price(s, tile, returned);
  if (means.up_to_dice(price) && changes_income(s, t, tile, returned)) [[unlikely]]
    return may_upgrade_by_dice(s, t, means, tile, returned);
  return means.may_pay_ducats(price);
}

Verdict may_upgrade(const State& s, const Tavern& t, Means& means, Tile tile) {
  if (t.flipped(tile)) return forbid(Rule::kAlreadyUpgraded);
  Verdict nearest = may_upgrade(s, t, means, tile, returnable(s, t, tile));
  // Fewer cards only make it dearer; but dishwashers that stay may help to pay it.
  if ((*s.edition)[tile].card != Card::kDishwasher) return nearest;
  for (int returned = returnable(s, t, tile) - 1; returned >= 0 && !nearest.allowed(); --returned) {
    const Verdict verdict = may_upgrade(s, t, means, tile, returned);
    if (verdict.missing < nearest.missing) nearest = verdict;
  }
  return nearest;
}

Verdict may_recruit(const State& s, const Tavern& t, Means& means, Card guest) {
  if (t.recruited >= s.edition->recruits_per_turn) return forbid(Rule::kRecruitedAlready);
  return means.may_pay_beer(s.data(guest).price);
}

// R14: nobles are not the one guest of the turn, and may be recruited again and again.
Verdict may_recruit_nobles(const State& s, const Tavern& t, Means& means, const NoblePrice& price) {
  if (s.nobles < price.nobles) return forbid(Rule::kPileEmpty);
  if (s.variant(Variant::kNobleRecruits) != 0 && t.noble_recruits > 0) {
    return forbid(Rule::kNobleLimit);
  }
  return means.may_pay_beer(price.beer);
}

// R18: from an empty stack nothing comes after.
void refill(Play& p, int slot) {
  State& s = p.s;
  Card& place = s.display[static_cast<size_t>(slot)];
  place = Card::kNone;
  if (s.stack.empty()) return;
  place = s.stack.draw(static_cast<uint8_t>(ChanceKind::kGuest), p.chance);
  p.tell(EventKind::kDisplayed, index(place));
}

}  // namespace

void offer_market(const State& s, const Tavern& t, Offer& offer) {
  const bool debt = in_debt(t);
  if (debt && !offer.keeps_forbidden()) return;
  Means means(s, t, offer.keeps_forbidden());
  const auto put = [&](engine::Action what, Verdict verdict) {
    offer(what, debt ? pay_first(t) : verdict);
  };
  for (int i = 0; i < s.staff_kinds(); ++i) {
    put(action(Verb::kBuy, i), may_buy(s, t, means, card_at(i)));
  }
  for (int i = 0; i < kTileCount; ++i)
    put(action(Verb::kUpgrade, i), may_upgrade(s, t, means, tile_at(i)));
  for (int slot = 0; slot <= s.edition->display; ++slot) {
    const Card guest = s.guest_at(slot);
    bool first = guest != Card::kNone;
    for (int other = 0; other < slot; ++other) first = first && s.guest_at(other) != guest;
    if (first) put(action(Verb::kRecruit, index(guest)), may_recruit(s, t, means, guest));
  }
  for (const NoblePrice& price : s.edition->noble_prices) {
    put(action(Verb::kNobles, price.nobles), may_recruit_nobles(s, t, means, price));
  }
}

void offer_returns(const State& s, const Tavern& t, Tile tile, Offer& offer) {
  Means means(s, t, offer.keeps_forbidden());
  for (int returned = 0; returned <= returnable(s, t, tile); ++returned) {
    offer(action(Verb::kReturn, returned), may_upgrade(s, t, means, tile, returned));
  }
}

void buy(Play& p, Seat seat, Card card) {
  Tavern& t = p.s.at(seat);
  const int price = p.s.data(card).price;
  t.ducats = static_cast<int16_t>(t.ducats - price);
  ++t.bought[static_cast<size_t>(card)];
  --p.s.supply[static_cast<size_t>(card)];
  p.tell(EventKind::kBought, index(seat), index(card), price);
  t.deck.put_on_top(card);
}

void choose_upgrade(Play& p, Seat seat, Tile tile) {
  if (returnable(p.s, p.s.at(seat), tile) == 0) return upgrade(p, seat, tile, 0);
  p.s.agenda.push(Item::kReturn, index(seat), index(tile));
}

// R15: the cards given back leave first, then the noble comes.
void upgrade(Play& p, Seat seat, Tile tile, int returned) {
  State& s = p.s;
  if (returned > 0) {
    const Card card = (*s.edition)[tile].card;
    uint8_t& supply = s.supply[static_cast<size_t>(card)];
    supply = static_cast<uint8_t>(supply + returned);
    p.tell(EventKind::kReturned, index(seat), index(card), returned);
  }
  turn_over(s, s.at(seat), tile, returned);
  p.tell(EventKind::kUpgraded, index(seat), index(tile), upgrade_price(s, tile, returned));
  gain_nobles(p, seat, s.edition->upgrade_nobles);
}

// R15: the guest lies below the cards of its bonus.
void recruit(Play& p, Seat seat, Card guest) {
  State& s = p.s;
  Tavern& t = s.at(seat);
  const CardData& data = s.data(guest);
  t.beer = static_cast<int16_t>(t.beer - data.price);
  ++t.recruited;
  p.tell(EventKind::kRecruited, index(seat), index(guest), data.price);
  t.deck.put_on_top(guest);
  int slot = 0;
  while (s.guest_at(slot) != guest) ++slot;
  if (slot == 0 && s.open_pile > 0) --s.open_pile;
  if (slot > 0 || s.open_pile == 0) refill(p, slot);  // R17
  grant(p, seat, data.bonus);
}

void recruit_nobles(Play& p, Seat seat, int count) {
  State& s = p.s;
  Tavern& t = s.at(seat);
  int beer = 0;
  for (const NoblePrice& price : s.edition->noble_prices) {
    if (price.nobles == count) beer = price.beer;
  }
  t.beer = static_cast<int16_t>(t.beer - beer);
  ++t.noble_recruits;
  p.tell(EventKind::kNobles, index(seat), count, beer);
  gain_nobles(p, seat, count);
}

}  // namespace tiefenthal
