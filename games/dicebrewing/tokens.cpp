// The six action tokens (§5.3): when, at what, and with what effect.
#include "games/dicebrewing/rules.h"

namespace dicebrewing {

using engine::forbid;
using engine::kAllowed;

namespace {

// R18, R20, R23, R26: two windows and the own turns; the two blocks at the beginning of their phase
// only.
bool right_moment(Phase phase, Token token) {
  switch (token) {
    case Token::kBlockBuilding:
      return phase == Phase::kArrangeWindow;
    case Token::kBlockRecipe:
      return phase == Phase::kBrewWindow;
    default:
      return phase == Phase::kArrangeWindow || phase == Phase::kArrange ||
             phase == Phase::kPurchase || phase == Phase::kBrewWindow;
  }
}

Verdict may_target(const State& s, Seat player, Token token, Seat owner, Die die, Zone zone) {
  const bool own = player == owner;
  // R22: protection is a shield against opponents.
  if (!own && die.guard() == Guard::kProtected) return forbid(Rule::kDieIsProtected);
  if (token == Token::kGuardDie)
    return die.guard() == Guard::kNone ? kAllowed : forbid(Rule::kHasGuard);
  if (token == Token::kTakeBack) return kAllowed;
  // R53: the owner of a blocked die may not use it, nor change it; others may roll it.
  if (own && die.blocked()) return forbid(Rule::kDieIsBlocked);
  if (own && zone == Zone::kActive && !keeps_credit(s, player, die))
    return forbid(Rule::kCreditSpent);
  if (token == Token::kExtraRoll) return kAllowed;
  // R24: plus one.
  if (die.temp()) return forbid(Rule::kRaisedAlready);
  return die.value() < kFaces ? kAllowed : forbid(Rule::kValueTooHigh);
}

// Calls visit(die, zone) for each kind of die of `owner` that the token could be meant for, until
// visit returns true.
template <class Visit>
bool any_die(const State& s, Token token, Seat owner, Visit visit) {
  const auto in_zone = [&](Zone zone) {
    const Dice& dice = s.zone(owner, zone);
    for (int i = 0; i < dice.size(); ++i) {
      if ((i == 0 || dice[i] != dice[i - 1]) && visit(dice[i], zone)) return true;
    }
    return false;
  };
  // R19: only what was stored can be taken back.
  if (token != Token::kTakeBack && in_zone(Zone::kActive)) return true;
  if (in_zone(Zone::kWarehouse)) return true;
  if (token != Token::kExtraRoll) return false;
  // R25: on a field only dice that wait to be raised.
  const Die malt = s.waiting(owner, Field::kImproveMalt);
  if (malt != Die::none() && visit(malt, Zone::kMalt)) return true;
  const Die hops = s.waiting(owner, Field::kImproveHops);
  return hops != Die::none() && visit(hops, Zone::kHops);
}

bool has_target_at(const State& s, Seat player, Token token, Seat owner) {
  if (token == Token::kPlusOne && player != owner) return false;
  return any_die(s, token, owner, [&](Die die, Zone zone) {
    return may_target(s, player, token, owner, die, zone).allowed();
  });
}

Verdict may_close(const State& s, Seat owner, Building building) {
  if (!s.open(building)) return forbid(Rule::kBuildingClosed);  // R20
  return s.blocked(owner, building) ? forbid(Rule::kBlockedAlready) : kAllowed;
}

bool has_target(const State& s, Seat player, Token token) {
  if (token == Token::kBlockRecipe) {
    for (int slot = 0; slot < kMaxRow; ++slot) {
      if (s.row[static_cast<size_t>(slot)] != Recipe::kNone && !s.slot_blocked(slot)) return true;
    }
    return false;
  }
  for (int i = 0; i < s.seats; ++i) {
    const Seat owner = engine::seat_at(i);
    if (token != Token::kBlockBuilding) {
      if (has_target_at(s, player, token, owner)) return true;
      continue;
    }
    for (int b = 0; b < kBuildings && owner != player; ++b) {
      if (may_close(s, owner, static_cast<Building>(b)).allowed()) return true;
    }
  }
  return false;
}

// R51: has the owner's purchase step gone by?
bool step_is_over(const State& s, Seat owner) {
  return s.phase == Phase::kPurchase && s.place_in_order(owner) < s.place_in_order(s.turn);
}

// A die of an active zone becomes another one. Among equal dice those that may still be stored late
// are changed last.
void change_active(State& s, Seat owner, Die was, Die now, bool late) {
  Player& player = s.at(owner);
  take_out(player.active, was);
  const bool was_late = player.late.count(was) > player.active.count(was);
  if (was_late) player.late.erase(player.late.find(was));
  put_in(player.active, now);
  if (late || was_late) player.late.insert_sorted(now);
}

void change(State& s, Seat owner, Zone zone, Die was, Die now, bool late) {
  if (zone == Zone::kActive) return change_active(s, owner, was, now, late);
  if (zone == Zone::kWarehouse) {
    take_out(s.at(owner).warehouse, was);
    return put_in(s.at(owner).warehouse, now);
  }
  const Field field = zone == Zone::kMalt ? Field::kImproveMalt : Field::kImproveHops;
  s.at(owner).input[static_cast<size_t>(field)] = now;
}

void take_back(Play& p, Seat owner, Die die) {
  Player& player = p.s.at(owner);
  take_out(player.warehouse, die);
  put_in(player.active, die);
  if (step_is_over(p.s, owner)) player.late.insert_sorted(die);
  p.tell(EventKind::kTakenBack, index(owner), die.number());
}

// R44: which of its owner's tokens was played nobody else can tell. So it always counts as one that
// was bought at its price, if there is one: where that is of another kind, the two change places,
// and what is known of the token that stays is no more than of one that was won.
void spend_token(const Edition& edition, Player& player, Token token) {
  const auto played = static_cast<size_t>(token);
  if (player.tokens[played] > 0) {
    --player.tokens[played];
    return;
  }
  --player.won[played];
  for (size_t other = 0; other < kTokens; ++other) {
    if (player.tokens[other] == 0) continue;
    if (edition.tokens[other].price != edition.tokens[played].price) continue;
    --player.tokens[other];
    ++player.won[other];
    return;
  }
}

// Inline, because mostly the answer is the first one: nobody holds many.
inline Verdict may_play(const State& s, Seat seat, Token token) {
  if (s.held(seat, token) == 0) return forbid(Rule::kNoToken);
  if (!right_moment(s.phase, token)) return forbid(Rule::kWrongMoment);
  return has_target(s, seat, token) ? kAllowed : forbid(Rule::kNoTarget);
}

}  // namespace

bool can_play_token(const State& s, Seat seat) {
  if (!s.has_tokens(seat)) return false;
  for (int i = 0; i < kTokens; ++i) {
    if (may_play(s, seat, static_cast<Token>(i)).allowed()) return true;
  }
  return false;
}

bool holds_usable_token(const State& s, Seat seat) {
  return s.hidden_tokens() ? s.has_tokens(seat) : can_play_token(s, seat);
}

void offer_tokens(const State& s, Seat seat, Offer& offer) {
  if (!offer.keeps_forbidden() && !s.has_tokens(seat)) return;
  for (int i = 0; i < kTokens; ++i)
    offer(action(Verb::kToken, i), may_play(s, seat, static_cast<Token>(i)));
}

// A token that came as a reward is told from a bought one only where that is all others know of it.
void take_token(Play& p, Seat seat, Token token, bool as_reward) {
  const auto i = static_cast<size_t>(token);
  Player& player = p.s.at(seat);
  ++(as_reward && p.s.hidden_tokens() ? player.won : player.tokens)[i];
  const engine::SeatSet sees = p.s.hidden_tokens() ? engine::SeatSet(seat) : engine::kEverybody;
  if (as_reward) {
    p.tell.secret(sees, EventKind::kWonToken, index(seat), index(token));
  } else {
    p.tell.secret(sees, EventKind::kBoughtToken, index(seat), index(token),
                  p.s.edition->tokens[i].price);
  }
}

void play_token(Play& p, Seat seat, Token token) {
  spend_token(*p.s.edition, p.s.at(seat), token);
  ++p.s.removed[static_cast<size_t>(token)];
  p.tell(p.s.hidden_tokens() ? EventKind::kShowedToken : EventKind::kPlayedToken, index(seat),
         index(token));
  switch (token) {
    case Token::kBlockBuilding:
      return ask(p, Ask::kTargetBuilding, index(token));
    case Token::kBlockRecipe:
      return ask(p, Ask::kTargetRecipe, index(token));
    case Token::kPlusOne:
      return ask(p, Ask::kTargetDie, index(token), index(seat));
    default:
      return ask(p, Ask::kTargetSeat, index(token));
  }
}

void offer_target_seats(const State& s, Offer& offer) {
  const auto token = static_cast<Token>(s.ask_a);
  for (int i = 0; i < s.seats; ++i) {
    offer(action(Verb::kSeat, i),
          has_target_at(s, s.turn, token, engine::seat_at(i)) ? kAllowed : forbid(Rule::kNoTarget));
  }
}

void strike_seat(Play& p, Seat owner) { ask(p, Ask::kTargetDie, p.s.ask_a, index(owner)); }

void offer_target_dice(const State& s, Offer& offer) {
  const auto token = static_cast<Token>(s.ask_a);
  const Seat owner = engine::seat_at(s.ask_b);
  any_die(s, token, owner, [&](Die die, Zone zone) {
    offer(action(Verb::kDie, die.number(), index(zone)),
          may_target(s, s.turn, token, owner, die, zone));
    return false;
  });
}

void strike_die(Play& p, Die die, Zone zone) {
  State& s = p.s;
  const auto token = static_cast<Token>(s.ask_a);
  const Seat owner = engine::seat_at(s.ask_b);
  switch (token) {
    case Token::kTakeBack:
      take_back(p, owner, die);
      break;
    case Token::kGuardDie: {
      const Guard guard = owner == s.turn ? Guard::kProtected : Guard::kBlocked;
      change(s, owner, zone, die, die.with(guard), false);
      p.tell(guard == Guard::kProtected ? EventKind::kDieProtected : EventKind::kDieBlocked,
             index(owner), die.number());
      break;
    }
    case Token::kPlusOne:
      change(s, owner, zone, die, die.with_temp(), false);
      p.tell(EventKind::kPlusOne, index(owner), die.number());
      break;
    default: {
      const Die rolled = die.rolled(p.face());
      change(s, owner, zone, die, rolled, step_is_over(s, owner) && zone == Zone::kActive);
      p.tell(EventKind::kRerolls, index(owner), die.number());
      p.tell(EventKind::kRolled, index(owner), rolled.number());
    }
  }
  token_done(p);
}

void offer_target_buildings(const State& s, Offer& offer) {
  for (int i = 0; i < s.seats; ++i) {
    const Seat owner = engine::seat_at(i);
    if (owner == s.turn) continue;
    for (int b = 0; b < kBuildings; ++b)
      offer(action(Verb::kClose, i, b), may_close(s, owner, static_cast<Building>(b)));
  }
}

void strike_building(Play& p, Seat owner, Building building) {
  // R49: nothing lies there yet, the phase has just begun.
  p.s.at(owner).blocked = static_cast<uint8_t>(p.s.at(owner).blocked | 1u << index(building));
  p.tell(EventKind::kBuildingBlocked, index(owner), index(building));
  token_done(p);
}

void offer_target_recipes(const State& s, Offer& offer) {
  for (int slot = 0; slot < kMaxRow; ++slot) {
    const Recipe recipe = s.row[static_cast<size_t>(slot)];
    if (recipe != Recipe::kNone)
      offer(action(Verb::kRecipe, index(recipe)),
            s.slot_blocked(slot) ? forbid(Rule::kBlockedAlready) : kAllowed);
  }
}

void strike_recipe(Play& p, Recipe recipe) {
  p.s.blocked_slots = static_cast<uint8_t>(p.s.blocked_slots | 1u << p.s.slot_of(recipe));
  p.tell(EventKind::kRecipeBlocked, index(recipe));
  token_done(p);
}

}  // namespace dicebrewing
