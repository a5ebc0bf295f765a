// Phase 2, purchasing (§4.5, §5.2): the market, the black market, ones as gold, the last store.
#include <algorithm>
#include <bit>

#include "games/dicebrewing/rules.h"

namespace dicebrewing {

using engine::forbid;
using engine::kAllowed;

namespace {

bool counts_as_one(Die die) { return die.value() == 1 && !die.blocked(); }

int credit_of(const State& s, int ones) {
  const auto& table = s.edition->ones_credit;
  return table[static_cast<size_t>(std::clamp(ones, 0, static_cast<int>(table.size()) - 1))];
}

bool ones_are_gold(const State& s) { return s.variant(Variant::kOnesAsGold) == 0; }

int ones_of(const State& s, Seat seat) {
  if (!ones_are_gold(s)) return 0;
  const Dice& active = s.at(seat).active;
  return static_cast<int>(std::count_if(active.begin(), active.end(), counts_as_one));
}

// What the seat can spend in its step: gold and the rest of the credit; and its unblocked blue dice
// by value, for a discount.
struct Purse {
  int means;
  uint32_t blue;  // bit v: a die of value v
};

Purse purse_of(const State& s, Seat seat) {
  return {s.at(seat).gold + credit_left(s, seat), kit_of(s, seat).blue()};
}

Verdict may_buy(const State& s, Seat seat, Ingredient ingredient) {
  if (!s.market_open()) return forbid(Rule::kMarketClosed);
  if (s.at(seat).bought_ingredient != 0) return forbid(Rule::kAlreadyBought);  // R46
  return s.stock(ingredient) > 0 ? kAllowed : forbid(Rule::kSoldOut);          // R30
}

Verdict affordable(const Purse& purse, int price) {
  return price <= purse.means ? kAllowed : forbid(Rule::kTooDear, price - purse.means);
}

Verdict may_buy_plain(const State& s, Seat seat, Ingredient ingredient, const Purse& purse) {
  const Verdict verdict = may_buy(s, seat, ingredient);
  if (!verdict.allowed()) return verdict;
  return affordable(purse, s.edition->ingredients[static_cast<size_t>(ingredient)].price);
}

// R29: a die that makes nothing cheaper may not be placed.
Verdict may_discount(const IngredientData& data, int value, const Purse& purse) {
  const int minus = data.discount[static_cast<size_t>(value)];
  if (minus == 0) return forbid(Rule::kValueTooLow);
  return affordable(purse, std::max(0, data.price - minus));
}

// With any of the blue dice; where none does, by the one that comes closest.
Verdict may_discount(const IngredientData& data, const Purse& purse) {
  Verdict best = forbid(Rule::kNoDiscount);
  for (uint32_t values = purse.blue; values != 0; values &= values - 1) {
    const Verdict one = may_discount(data, std::countr_zero(values), purse);
    if (one.allowed()) return one;
    const bool closer = best.missing == 0 || one.missing < best.missing;
    if (one.missing > 0 && closer) best = one;
  }
  return best;
}

Verdict may_buy_discounted(const State& s, Seat seat, Ingredient ingredient, const Purse& purse) {
  const Verdict verdict = may_buy(s, seat, ingredient);
  if (!verdict.allowed()) return verdict;
  return may_discount(s.edition->ingredients[static_cast<size_t>(ingredient)], purse);
}

Verdict may_buy_token(const State& s, Seat seat, Token token, const Purse& purse) {
  if (!s.black_market_open()) return forbid(Rule::kBlackMarketClosed);
  if (s.at(seat).bought_token != 0) return forbid(Rule::kAlreadyBought);
  if (s.stock(token) == 0) return forbid(Rule::kSoldOut);
  return affordable(purse, s.edition->tokens[static_cast<size_t>(token)].price);
}

bool can_buy_ingredient(const State& s, Seat seat, const Purse& purse) {
  if (!s.market_open() || s.at(seat).bought_ingredient != 0) return false;
  for (int i = 0; i < kIngredients; ++i) {
    const IngredientData& data = s.edition->ingredients[static_cast<size_t>(i)];
    if ((data.price <= purse.means || may_discount(data, purse).allowed()) &&
        s.stock(static_cast<Ingredient>(i)) > 0)
      return true;
  }
  return false;
}

// R44: with hidden tokens others know only how many are left in all, so whether the seat is asked
// must not depend on which.
bool can_buy_token(const State& s, Seat seat, const Purse& purse) {
  if (!s.black_market_open() || s.at(seat).bought_token != 0) return false;
  if (s.hidden_tokens()) {
    int cheapest = 255;
    for (const TokenData& data : s.edition->tokens) {
      if (data.copies > 0) cheapest = std::min<int>(cheapest, data.price);
    }
    return s.token_stock() > 0 && cheapest <= purse.means;
  }
  for (size_t i = 0; i < kTokens; ++i) {
    if (s.edition->tokens[i].price <= purse.means && s.stock(static_cast<Token>(i)) > 0)
      return true;
  }
  return false;
}

// R28: the credit goes first; what is left of it at the end of the step is lost.
void pay(Play& p, int price) {
  State& s = p.s;
  const int credit = std::min(price, std::max(0, ones_credit(s, s.turn) - s.credit_spent));
  s.credit_spent = static_cast<uint8_t>(s.credit_spent + credit);
  s.at(s.turn).gold = static_cast<int16_t>(s.at(s.turn).gold - (price - credit));
  if (credit > 0) p.tell(EventKind::kCredit, index(s.turn), credit);
}

}  // namespace

bool counts_as_gold(const State& s, Die die) { return ones_are_gold(s) && counts_as_one(die); }

int ones_credit(const State& s, Seat seat) { return credit_of(s, ones_of(s, seat)); }

int credit_left(const State& s, Seat seat) {
  const int spent = s.phase == Phase::kPurchase && s.turn == seat ? s.credit_spent : 0;
  return std::max(0, ones_credit(s, seat) - spent);
}

bool keeps_credit(const State& s, Seat seat, Die die) {
  if (s.phase != Phase::kPurchase || s.turn != seat || s.credit_spent == 0) return true;
  return !counts_as_one(die) || credit_of(s, ones_of(s, seat) - 1) >= s.credit_spent;
}

bool sees_black_market(const State& s, Seat seat) {
  if (!s.hidden_tokens()) return true;
  if (s.turn != seat || seat == Seat::kNone) return false;
  if (s.ask == Ask::kTokenReward) return true;
  return s.phase == Phase::kPurchase && s.black_market_open() && s.at(seat).bought_token == 0;
}

bool can_purchase(const State& s, Seat seat) {
  for (Die die : s.at(seat).active) {
    if (keeps_credit(s, seat, die)) return true;
  }
  const Purse purse = purse_of(s, seat);
  return can_buy_ingredient(s, seat, purse) || can_buy_token(s, seat, purse) ||
         holds_usable_token(s, seat);
}

namespace {

// The market. Where reasons are not asked for, the stock is looked at only for what the seat can
// pay: it can seldom pay for much.
void offer_ingredients(const State& s, Seat seat, const Purse& purse, Offer& offer) {
  const bool all = offer.keeps_forbidden();
  const auto& data = s.edition->ingredients;
  if (!all && (!s.market_open() || s.at(seat).bought_ingredient != 0)) return;
  for (size_t i = 0; i < kIngredients; ++i) {
    if (all || data[i].price <= purse.means)
      offer(action(Verb::kBuy, index(i)),
            may_buy_plain(s, seat, static_cast<Ingredient>(i), purse));
  }
  for (size_t i = 0; i < kIngredients; ++i) {
    if (all || may_discount(data[i], purse).allowed())
      offer(action(Verb::kBuyDiscounted, index(i)),
            may_buy_discounted(s, seat, static_cast<Ingredient>(i), purse));
  }
}

// The black market, in the same way.
void offer_new_tokens(const State& s, Seat seat, const Purse& purse, Offer& offer) {
  const bool all = offer.keeps_forbidden();
  if (!all && (!s.black_market_open() || s.at(seat).bought_token != 0)) return;
  for (size_t i = 0; i < kTokens; ++i) {
    if (all || s.edition->tokens[i].price <= purse.means)
      offer(action(Verb::kBuyToken, index(i)),
            may_buy_token(s, seat, static_cast<Token>(i), purse));
  }
}

}  // namespace

void offer_purchase(const State& s, Offer& offer) {
  const Seat seat = s.turn;
  each_kind(s.at(seat).active, [&](Die die) {
    offer(action(Verb::kStore, die.number()),
          keeps_credit(s, seat, die) ? kAllowed : forbid(Rule::kCreditSpent));
  });
  const Purse purse = purse_of(s, seat);
  offer_ingredients(s, seat, purse, offer);
  offer_new_tokens(s, seat, purse, offer);
  offer_tokens(s, seat, offer);
  offer(action(Verb::kDone));
}

Verdict may_discount(const State& s, Seat seat, Ingredient ingredient, Die blue) {
  if (blue.blocked()) return forbid(Rule::kDieIsBlocked);
  return may_discount(s.edition->ingredients[static_cast<size_t>(ingredient)], blue.value(),
                      purse_of(s, seat));
}

void offer_discounts(const State& s, Offer& offer) {
  each_kind(s, s.turn, [&](Die die, Zone zone) {
    if (die.is(Colour::kBlue))
      offer(action(Verb::kDie, die.number(), index(zone)),
            may_discount(s, s.turn, static_cast<Ingredient>(s.ask_a), die));
  });
}

void begin_discount(Play& p, Ingredient ingredient) {
  ask(p, Ask::kDiscountDie, index(ingredient));
}

void discount_with(Play& p, Die die, Zone zone) {
  const auto ingredient = static_cast<Ingredient>(p.s.ask_a);
  take_out(p.s.zone(p.s.turn, zone), die);
  p.s.at(p.s.turn).discount = die;
  clear_ask(p.s);
  buy(p, ingredient, die);
}

void buy(Play& p, Ingredient ingredient, Die discount) {
  Player& player = p.s.at(p.s.turn);
  const IngredientData& data = p.s.edition->ingredients[static_cast<size_t>(ingredient)];
  int price = data.price;
  if (discount != Die::none()) {
    const int minus = data.discount[static_cast<size_t>(discount.value())];
    price = std::max(0, price - minus);
    p.tell(EventKind::kDiscounted, index(p.s.turn), discount.number(), minus);
  }
  pay(p, price);
  ++player.ingredients[static_cast<size_t>(ingredient)];
  player.bought_ingredient = 1;
  p.tell(EventKind::kBought, index(p.s.turn), index(ingredient), price);
}

void buy_token(Play& p, Token token) {
  pay(p, p.s.edition->tokens[static_cast<size_t>(token)].price);
  p.s.at(p.s.turn).bought_token = 1;
  take_token(p, p.s.turn, token, false);
}

// --- R51: dice that a token put or rolled into the active zone after the own step ---

void offer_last_store(const State& s, Offer& offer) {
  const Player& player = s.at(s.turn);
  each_kind(player.active, [&](Die die) {
    offer(action(Verb::kStore, die.number()),
          player.late.contains(die) ? kAllowed : forbid(Rule::kNotLate));
  });
  offer(action(Verb::kDone));
}

void store_late(Play& p, Die die) {
  Player& player = p.s.at(p.s.turn);
  player.late.erase(player.late.find(die));
  store(p, die);
}

}  // namespace dicebrewing
