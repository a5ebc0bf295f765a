// Phase 3, brewing (§4.7): which recipes fit, the dice for them, the rewards.
#include "games/dicebrewing/rules.h"

namespace dicebrewing {

using engine::forbid;
using engine::kAllowed;

BrewKit brew_kit(const State& s, Seat seat) {
  BrewKit kit;
  for (Die die : s.at(seat).warehouse) {
    if (!die.blocked()) kit[static_cast<size_t>(die.colour())].add(die.value());
  }
  return kit;
}

// R33: sorted high to low, die for die. That is: each value is reached by as many dice as there are
// minimums that reach it.
bool fits(const RecipeData& recipe, const BrewKit& kit) {
  for (size_t c = 0; c < kColours; ++c) {
    if (!kit[c].meets(recipe.demand[c])) return false;
  }
  return true;
}

Verdict may_improve(const State& s, Seat seat, const RecipeData& recipe, Extra extra,
                    const BrewKit& kit) {
  if (extra == Extra::kPlain) return kAllowed;
  const Bonus& bonus = recipe.bonus[static_cast<size_t>(extra)];
  if (!bonus.printed) return forbid(Rule::kNotOnCard);
  if (extra == Extra::kBlueDie) {  // R32: from the warehouse like every die that brews
    const bool has = kit[static_cast<size_t>(Colour::kBlue)].at_least(bonus.min) > 0;
    return has ? kAllowed : forbid(Rule::kNoBlueDie);
  }
  const auto ingredient = static_cast<size_t>(index(extra) - index(Extra::kFirstIngredient));
  return s.at(seat).ingredients[ingredient] > 0 ? kAllowed : forbid(Rule::kNoIngredient);
}

RecipeReach reach_of(const State& s, Seat seat, const RecipeData& recipe) {
  RecipeReach reach;
  for (size_t c = 0; c < kColours; ++c) {
    const auto values = [&](Zone zone) {  // usable ones, the highest last
      engine::SmallVec<uint8_t, kMaxDice> found;
      for (Die die : s.zone(seat, zone)) {
        if (die.is(static_cast<Colour>(c)) && !die.blocked())
          found.insert_sorted(static_cast<uint8_t>(die.value()));
      }
      return found;
    };
    auto stored = values(Zone::kWarehouse);
    auto loose = values(Zone::kActive);
    const auto take = [](auto& dice, int min) {
      if (dice.empty() || dice[dice.size() - 1] < min) return false;
      dice.pop_back();
      return true;
    };
    for (size_t i = 0; i < recipe.needed[c]; ++i) {
      const int min = recipe.need[c][i];
      reach.push_back(take(stored, min)  ? Reach::kMet
                      : take(loose, min) ? Reach::kNear
                                         : Reach::kMissing);
    }
  }
  return reach;
}

namespace {

// The dice a brew takes, the improving one included.
struct Needs {
  const RecipeData& recipe;
  Extra extra;

  int count(size_t colour) const {
    const bool blue = colour == static_cast<size_t>(Colour::kBlue) && extra == Extra::kBlueDie;
    return blue ? 1 : recipe.needed[colour];
  }
  int min(size_t colour, int place) const {
    const bool blue = colour == static_cast<size_t>(Colour::kBlue);
    return blue ? recipe.bonus[static_cast<size_t>(Extra::kBlueDie)].min
                : recipe.need[colour][static_cast<size_t>(place)];
  }
};

Needs needs_of(const State& s) {
  return {s.edition->recipes[s.ask_a], static_cast<Extra>(s.ask_b)};
}

const Dice& chosen(const State& s) { return s.lifted[static_cast<size_t>(Zone::kWarehouse)]; }

int count_chosen(const State& s, size_t colour) {
  int count = 0;
  for (Die die : chosen(s)) count += index(die.colour()) == static_cast<int>(colour) ? 1 : 0;
  return count;
}

// The colour of which the next die is chosen; kColours when all are there.
size_t next_colour(const State& s) {
  const Needs needs = needs_of(s);
  size_t colour = 0;
  while (colour < kColours && count_chosen(s, colour) == needs.count(colour)) ++colour;
  return colour;
}

// Dice are chosen for the minimums from high to low, none higher than the one before: so every set
// comes up once. Can the rest still be filled after this one?
Verdict may_use(const State& s, size_t colour, Die die) {
  if (die.blocked()) return forbid(Rule::kDieIsBlocked);
  const Needs needs = needs_of(s);
  const int place = count_chosen(s, colour);
  if (die.value() < needs.min(colour, place)) return forbid(Rule::kValueTooLow);
  const Dice& dice = s.at(s.turn).warehouse;
  int next = place + 1;
  for (int i = dice.find(die) + dice.count(die) - 2; i >= 0 && next < needs.count(colour); --i) {
    if (dice[i].colour() != die.colour() || dice[i].value() < needs.min(colour, next)) break;
    if (!dice[i].blocked()) ++next;
  }
  return next == needs.count(colour) ? kAllowed : forbid(Rule::kLeavesNoMatch);
}

// Calls visit(die, verdict) for each kind that could be chosen next.
template <class Visit>
void each_candidate(const State& s, size_t colour, Visit visit) {
  Die last = Die::none();
  for (Die die : chosen(s)) {
    if (die.is(static_cast<Colour>(colour)) && last == Die::none()) last = die;
  }
  each_kind(s.at(s.turn).warehouse, [&](Die die) {
    if (die.is(static_cast<Colour>(colour)) && die <= last) visit(die, may_use(s, colour, die));
  });
}

void lift(State& s, Die die) {
  take_out(s.at(s.turn).warehouse, die);
  put_in(s.lifted[static_cast<size_t>(Zone::kWarehouse)], die);
}

void gain(Play& p, Seat seat, int gold, int points) {
  Player& player = p.s.at(seat);
  player.gold = static_cast<int16_t>(player.gold + gold);
  player.points = static_cast<int16_t>(player.points + points);
  if (gold > 0) p.tell(EventKind::kGainedGold, index(seat), gold);
  if (points > 0) p.tell(EventKind::kGainedPoints, index(seat), points);
}

// Steps 6 and 7: the bonus of the improvement, and a new card (R35: while there are any).
void finish_brew(Play& p) {
  const Bonus& bonus = p.s.edition->recipes[p.s.ask_a].bonus[static_cast<size_t>(p.s.ask_b)];
  gain(p, p.s.turn, bonus.gold, bonus.points);
  if (!p.s.deck.empty()) reveal_recipe(p, p.s.slot_of(Recipe::kNone));
  brew_done(p);
}

// Steps 1 to 5, with the dice in hand.
void carry_out(Play& p) {
  State& s = p.s;
  const Seat seat = s.turn;
  const auto recipe = static_cast<Recipe>(s.ask_a);
  const auto extra = static_cast<Extra>(s.ask_b);
  const RecipeData& data = (*s.edition)[recipe];
  s.row[static_cast<size_t>(s.slot_of(recipe))] = Recipe::kNone;
  s.brewed.push_back({recipe, seat, extra});
  p.tell(EventKind::kBrewed, index(seat), index(recipe), index(extra));
  Dice& used = s.lifted[static_cast<size_t>(Zone::kWarehouse)];
  for (Die die : used) put_in(s.at(seat).active, die.plain());
  used.clear();
  if (extra >= Extra::kFirstIngredient)
    --s.at(seat).ingredients[static_cast<size_t>(index(extra) - index(Extra::kFirstIngredient))];
  gain(p, seat, data.gold, points_for(*s.edition, recipe));
  // R36: a die that is not in the supply is lost.
  if (data.gives_die && s.supply[static_cast<size_t>(data.die)] > 0)
    gain_die(p, seat, data.die, false);
  // R34: the phase runs on to its end.
  if (s.brewed.size() == s.counts().target) p.tell(EventKind::kLastRound);
  // R27: any kind in stock, in any round; none left: nothing.
  if (data.tokens > 0 && s.token_stock() > 0) return ask(p, Ask::kTokenReward, s.ask_a, s.ask_b);
  finish_brew(p);
}

// Lifts what leaves no choice, and asks for the rest.
void choose_dice(Play& p) {
  for (;;) {
    const size_t colour = next_colour(p.s);
    if (colour == kColours) return carry_out(p);
    int allowed = 0;
    Die only;
    each_candidate(p.s, colour, [&](Die die, Verdict verdict) {
      if (!verdict.allowed()) return;
      ++allowed;
      only = die;
    });
    if (allowed != 1) return;
    lift(p.s, only);
  }
}

}  // namespace

Verdict may_brew(const State& s, Seat seat, int slot, Extra extra, const BrewKit& kit) {
  if (s.slot_blocked(slot)) return forbid(Rule::kRecipeBlocked);  // R23
  const RecipeData& recipe = (*s.edition)[s.row[static_cast<size_t>(slot)]];
  if (extra != Extra::kPlain && !recipe.bonus[static_cast<size_t>(extra)].printed)
    return forbid(Rule::kNotOnCard);
  if (!fits(recipe, kit)) return forbid(Rule::kDiceMissing);
  return may_improve(s, seat, recipe, extra, kit);
}

bool can_brew(const State& s, Seat seat) {
  const BrewKit kit = brew_kit(s, seat);
  for (int slot = 0; slot < kMaxRow; ++slot) {
    if (s.row[static_cast<size_t>(slot)] != Recipe::kNone &&
        may_brew(s, seat, slot, Extra::kPlain, kit).allowed())
      return true;
  }
  return false;
}

void offer_brew(const State& s, Offer& offer) {
  const BrewKit kit = brew_kit(s, s.turn);
  for (int slot = 0; slot < kMaxRow; ++slot) {
    const Recipe recipe = s.row[static_cast<size_t>(slot)];
    if (recipe == Recipe::kNone) continue;
    for (int e = 0; e < kExtras; ++e)
      offer(action(Verb::kBrew, index(recipe), e),
            may_brew(s, s.turn, slot, static_cast<Extra>(e), kit));
  }
  offer(action(Verb::kPass));  // R3: not final
}

void begin_brew(Play& p, Recipe recipe, Extra extra) {
  p.s.ask = Ask::kBrewDice;
  p.s.ask_a = static_cast<uint8_t>(recipe);
  p.s.ask_b = static_cast<uint8_t>(extra);
  choose_dice(p);
}

void offer_brew_dice(const State& s, Offer& offer) {
  each_candidate(s, next_colour(s), [&](Die die, Verdict verdict) {
    offer(action(Verb::kDie, die.number(), index(Zone::kWarehouse)), verdict);
  });
  offer(action(Verb::kLowest));
}

void lift_for_brew(Play& p, Die die) {
  lift(p.s, die);
  choose_dice(p);
}

void lift_lowest(Play& p) {
  const Needs needs = needs_of(p.s);
  for (size_t c = next_colour(p.s); c < kColours; c = next_colour(p.s)) {
    const int min = needs.min(c, count_chosen(p.s, c));
    Die lowest = Die::none();
    for (Die die : p.s.at(p.s.turn).warehouse) {
      const bool fit = die.is(static_cast<Colour>(c)) && !die.blocked() && die.value() >= min;
      if (fit && lowest == Die::none()) lowest = die;
    }
    lift(p.s, lowest);
  }
  carry_out(p);
}

void offer_rewards(const State& s, Offer& offer) {
  for (int i = 0; i < kTokens; ++i) {
    offer(action(Verb::kReward, i),
          s.stock(static_cast<Token>(i)) > 0 ? kAllowed : forbid(Rule::kSoldOut));
  }
}

void take_reward(Play& p, Token token) {
  take_token(p, p.s.turn, token, true);
  finish_brew(p);
}

int points_for(const Edition& edition, Recipe recipe) {
  return edition.brew_points + edition[recipe].points;
}

int points_for(const Edition& edition, const Brewed& brewed) {
  return points_for(edition, brewed.recipe) +
         edition[brewed.recipe].bonus[static_cast<size_t>(brewed.extra)].points;
}

}  // namespace dicebrewing
