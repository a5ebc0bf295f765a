// The course of play (§4): whose choice it is, and what follows without one.
#include <algorithm>

#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"

namespace dicebrewing {

using engine::Action;

namespace {

// Pieces that end a turn of phase 1; who ends it with one is taken to have placed as many.
constexpr int kTurnOver = 2;

// Without the division of engine::next_seat(): this runs several times for each decision.
Seat next(const State& s, Seat seat) {
  const int after = index(seat) + 1;
  return engine::seat_at(after == s.seats ? 0 : after);
}

void enter(State& s, Phase phase) {
  s.phase = phase;
  s.turn = s.holder();
  s.count = 0;
  s.credit_spent = 0;
}

// R52: who has no legal piece and no token is skipped, and looked at again when the turn comes
// round.
bool can_arrange(const State& s, Seat seat) {
  return s.at(seat).passed == 0 && (can_place(s, seat) || holds_usable_token(s, seat));
}

}  // namespace

// By public facts only (R44).
bool is_due(const State& s) {
  switch (s.phase) {
    case Phase::kArrangeWindow:
    case Phase::kBrewWindow:
      return s.window_prompt(s.turn) && holds_usable_token(s, s.turn);
    case Phase::kArrange:
      return s.count < kTurnOver && can_arrange(s, s.turn);
    case Phase::kPurchase:
      return can_purchase(s, s.turn);
    case Phase::kLastStore:
      return !s.at(s.turn).late.empty();
    default:
      return can_brew(s, s.turn);
  }
}

namespace {

// True when a seat was found that has something to decide; else the phase is over.
bool next_arrange_turn(State& s) {
  s.count = 0;
  for (int i = 0; i < s.seats; ++i) {
    s.turn = next(s, s.turn);
    if (can_arrange(s, s.turn)) return true;
  }
  enter(s, Phase::kPurchase);
  return false;
}

void end_step(State& s, Phase after) {
  s.credit_spent = 0;
  s.turn = next(s, s.turn);
  if (s.turn == s.holder()) enter(s, after);
}

// A seat that declines or passes; N in a row end the window or the phase (R3).
bool decline(State& s) {
  s.turn = next(s, s.turn);
  return ++s.count == s.seats;
}

// Moves on from a seat that has nothing (more) to decide. True when the next one is known to have.
bool move_on(Play& p) {
  State& s = p.s;
  switch (s.phase) {
    case Phase::kArrangeWindow:
      if (decline(s)) enter(s, Phase::kArrange);
      break;
    case Phase::kArrange:
      return next_arrange_turn(s);
    case Phase::kPurchase:
      end_step(s, Phase::kLastStore);
      break;
    case Phase::kLastStore:
      s.at(s.turn).late.clear();
      end_step(s, Phase::kBrewWindow);
      break;
    case Phase::kBrewWindow:
      if (decline(s)) enter(s, Phase::kBrew);
      break;
    default:
      if (decline(s)) tidy(p);
      break;
  }
  return false;
}

void settle(Play& p) {
  while (p.s.ask == Ask::kNone && p.s.phase != Phase::kOver && !is_due(p.s)) {
    if (move_on(p)) return;
  }
}

void offer_answers(const State& s, Offer& offer) {
  switch (s.ask) {
    case Ask::kInputDie:
      return offer_input_dice(s, offer);
    case Ask::kAccelerator:
      return offer_accelerators(s, offer);
    case Ask::kReroll:
      return offer_rerolls(s, offer);
    case Ask::kDiscountDie:
      return offer_discounts(s, offer);
    case Ask::kTargetSeat:
      return offer_target_seats(s, offer);
    case Ask::kTargetDie:
      return offer_target_dice(s, offer);
    case Ask::kTargetBuilding:
      return offer_target_buildings(s, offer);
    case Ask::kTargetRecipe:
      return offer_target_recipes(s, offer);
    case Ask::kBrewDice:
      return offer_brew_dice(s, offer);
    case Ask::kTokenReward:
      return offer_rewards(s, offer);
    default:
      return offer_swap(s, offer);
  }
}

void answer_with_die(Play& p, Die die, Zone zone) {
  switch (p.s.ask) {
    case Ask::kInputDie:
      return place_die(p, die, zone);
    case Ask::kAccelerator:
      return accelerate_with(p, die, zone);
    case Ask::kReroll:
      return lift_for_reroll(p, die, zone);
    case Ask::kSwapOwn:
      return swap_die(p, die, zone);
    case Ask::kDiscountDie:
      return discount_with(p, die, zone);
    case Ask::kTargetDie:
      return strike_die(p, die, zone);
    default:
      return lift_for_brew(p, die);
  }
}

void pass(Play& p) {
  State& s = p.s;
  p.tell(s.phase == Phase::kBrew ? EventKind::kBrewPassed : EventKind::kPassed, index(s.turn));
  if (s.phase == Phase::kArrange) {
    s.at(s.turn).passed = 1;  // settle() goes on from here
  } else {
    move_on(p);
  }
}

void carry_out(Play& p, Action action) {
  switch (static_cast<Verb>(action.verb)) {
    case Verb::kStore:
      return p.s.phase == Phase::kLastStore ? store_late(p, Die::of_number(action.a))
                                            : store(p, Die::of_number(action.a));
    case Verb::kPlace:
      return begin_place(p, static_cast<Field>(action.a));
    case Verb::kAccelerate:
      return begin_accelerate(p, static_cast<Field>(action.a));
    case Verb::kDie:
      return answer_with_die(p, Die::of_number(action.a), static_cast<Zone>(action.b));
    case Verb::kRoll:
      return roll_lifted(p);
    case Verb::kColour:
      return roll_supply(p, static_cast<Colour>(action.a));
    case Verb::kTake:
      return choose_rolled(p, action.a);
    case Verb::kKeep:
      return keep_own(p);
    case Verb::kPass:
      return pass(p);
    case Verb::kBuy:
      return buy(p, static_cast<Ingredient>(action.a), Die::none());
    case Verb::kBuyDiscounted:
      return begin_discount(p, static_cast<Ingredient>(action.a));
    case Verb::kBuyToken:
      return buy_token(p, static_cast<Token>(action.a));
    case Verb::kToken:
      return play_token(p, p.s.turn, static_cast<Token>(action.a));
    case Verb::kSeat:
      return strike_seat(p, engine::seat_at(action.a));
    case Verb::kClose:
      return strike_building(p, engine::seat_at(action.a), static_cast<Building>(action.b));
    case Verb::kRecipe:
      return strike_recipe(p, static_cast<Recipe>(action.a));
    case Verb::kBrew:
      return begin_brew(p, static_cast<Recipe>(action.a), static_cast<Extra>(action.b));
    case Verb::kLowest:
      return lift_lowest(p);
    case Verb::kReward:
      return take_reward(p, static_cast<Token>(action.a));
    case Verb::kEndTurn:
      p.s.count = kTurnOver;
      return;
    case Verb::kDecline:
    case Verb::kDone:
      move_on(p);
      return;
  }
}

}  // namespace

void clear_ask(State& s) {
  s.ask = Ask::kNone;
  s.ask_a = s.ask_b = 0;
}

void ask(Play& p, Ask question, int a, int b) {
  State& s = p.s;
  s.ask = question;
  s.ask_a = static_cast<uint8_t>(a);
  s.ask_b = static_cast<uint8_t>(b);
  Offer only(Offer::Keep::kLegal);
  offer_answers(s, only);
  // R44: that only one kind is left in stock is nobody else's business while tokens are hidden.
  const bool secret = question == Ask::kTokenReward && s.hidden_tokens() && s.token_stock() > 1;
  if (only.size() == 1 && !secret) carry_out(p, only[0].action);
}

void piece_done(Play& p) {
  clear_ask(p.s);
  ++p.s.count;
}

void token_done(Play& p) {
  State& s = p.s;
  clear_ask(s);
  if (s.phase == Phase::kArrange || s.phase == Phase::kPurchase) return;
  s.turn = next(s, s.turn);
  s.count = 0;
}

void brew_done(Play& p) {
  clear_ask(p.s);
  p.s.turn = next(p.s, p.s.turn);
  p.s.count = 0;
}

void start_round(Play& p) {
  State& s = p.s;
  p.tell(EventKind::kRound, s.round, index(s.season()), index(s.holder()));
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = engine::next_seat(s.holder(), s.seats, i);
    Dice& active = s.at(seat).active;
    for (Die& die : active) {
      die = die.rolled(p.face());
      p.tell(EventKind::kRolled, index(seat), die.number());
    }
    std::sort(active.begin(), active.end());
  }
  enter(s, Phase::kArrangeWindow);
}

engine::SeatSet DiceBrewing::acting(const State& s) { return engine::SeatSet(s.turn); }

void DiceBrewing::options(const State& s, Seat, Offer& offer) {
  if (s.ask != Ask::kNone) return offer_answers(s, offer);
  switch (s.phase) {
    case Phase::kArrange:
      return offer_arrange(s, offer);
    case Phase::kPurchase:
      return offer_purchase(s, offer);
    case Phase::kLastStore:
      return offer_last_store(s, offer);
    case Phase::kBrew:
      return offer_brew(s, offer);
    default:
      offer_tokens(s, s.turn, offer);
      return offer(action(Verb::kDecline));
  }
}

void DiceBrewing::apply(State& s, Seat, Action action, engine::Chance& chance,
                        engine::Events& events) {
  Play p{s, chance, events};
  const Seat before = s.turn;
  const bool saw = sees_black_market(s, before);
  // What is stored in phase 1 lies in another zone and fits as before: the seat still has its turn.
  const bool goes_on = static_cast<Verb>(action.verb) == Verb::kStore && s.phase == Phase::kArrange;
  carry_out(p, action);
  if (!goes_on) settle(p);
  if (s.hidden_tokens() && sees_black_market(s, s.turn) && !(saw && s.turn == before))
    events(EventKind::kLooked, index(s.turn));
}

int DiceBrewing::prompt(const State& s, Seat) {
  if (s.ask == Ask::kNone) return index(s.phase);
  return index(Prompt::kInputDie) + index(s.ask) - index(Ask::kInputDie);
}

// The two windows (§4.9), and what a token played in one goes on to ask.
bool DiceBrewing::out_of_turn(const State& s, Seat) {
  return s.phase == Phase::kArrangeWindow || s.phase == Phase::kBrewWindow;
}

engine::Action DiceBrewing::fallback(const State& s, Seat seat) {
  if (s.ask == Ask::kNone) {
    switch (s.phase) {
      case Phase::kArrange:
        return action(s.count == 0 ? Verb::kPass : Verb::kEndTurn);
      case Phase::kBrew:
        return action(Verb::kPass);
      case Phase::kPurchase:
      case Phase::kLastStore:
        return action(Verb::kDone);
      default:
        return action(Verb::kDecline);
    }
  }
  Offer legal(Offer::Keep::kLegal);
  options(s, seat, legal);
  // The quiet answer stands last where there is one: the lowest dice, the roll, no swap.
  return legal[legal.size() - 1].action;
}

void begin(Play& p) {
  start_round(p);
  settle(p);
}

}  // namespace dicebrewing
