// What holds in every position (§11).
#include <algorithm>
#include <bit>
#include <numeric>

#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"

namespace dicebrewing {
namespace {

// From the roll to the beginning of phase 3 every die shows a value.
bool before_brewing(const State& s) { return s.phase < Phase::kBrew; }

bool seats_are_right(const State& s) {
  return (s.phase == Phase::kOver) == (s.turn == Seat::kNone);
}

// Every die and every seed is somewhere, once.
bool pieces_add_up(const State& s, bool seeds) {
  std::array<int, kColours> dice{};
  int seed_count = s.seed_supply;
  const auto count = [&](Die piece) {
    if (piece == Die::none()) return;
    piece == Die::seed() ? ++seed_count : ++dice[static_cast<size_t>(piece.colour())];
  };
  for (const Dice& lifted : s.lifted) std::for_each(lifted.begin(), lifted.end(), count);
  for (const Player& player : s.players) {
    std::for_each(player.active.begin(), player.active.end(), count);
    std::for_each(player.warehouse.begin(), player.warehouse.end(), count);
    std::for_each(player.input.begin(), player.input.end(), count);
    std::for_each(player.accelerator.begin(), player.accelerator.end(), count);
    count(player.discount);
    seed_count += player.seeds;
  }
  if (seeds) return seed_count == s.edition->seeds;
  for (size_t c = 0; c < kColours; ++c) {
    if (dice[c] + s.supply[c] != s.edition->dice[c]) return false;
  }
  return true;
}

bool ingredients_are_right(const State& s) {
  for (int i = 0; i < kIngredients; ++i) {
    const auto kind = static_cast<Ingredient>(i);
    if (s.stock(kind) < 0) return false;
    // They are only ever bought.
    if (!s.market_open() && s.stock(kind) != s.edition->ingredients[static_cast<size_t>(i)].copies)
      return false;
  }
  return true;
}

// A mark on the table comes from a token that was played.
bool tokens_are_right(const State& s) {
  int guards = 0;
  int raises = 0;
  int buildings = 0;
  const auto mark = [&](Die die) {
    if (die == Die::none() || die == Die::seed()) return;
    guards += die.guard() != Guard::kNone ? 1 : 0;
    raises += die.temp() ? 1 : 0;
  };
  for (const Dice& lifted : s.lifted) std::for_each(lifted.begin(), lifted.end(), mark);
  for (const Player& player : s.players) {
    std::for_each(player.active.begin(), player.active.end(), mark);
    std::for_each(player.warehouse.begin(), player.warehouse.end(), mark);
    std::for_each(player.input.begin(), player.input.end(), mark);
    std::for_each(player.accelerator.begin(), player.accelerator.end(), mark);
    mark(player.discount);
    buildings += std::popcount(player.blocked);
    const bool won = std::any_of(player.won.begin(), player.won.end(), [](int n) { return n > 0; });
    if (won && !s.hidden_tokens()) return false;
  }
  const auto played = [&](Token token) { return s.removed[static_cast<size_t>(token)]; };
  for (int i = 0; i < kTokens; ++i) {
    if (s.stock(static_cast<Token>(i)) < 0) return false;
  }
  return guards <= played(Token::kGuardDie) && raises <= played(Token::kPlusOne) &&
         buildings <= played(Token::kBlockBuilding) &&
         std::popcount(s.blocked_slots) <= played(Token::kBlockRecipe);
}

bool recipes_are_right(const State& s) {
  std::array<uint8_t, 256> seen{};
  int empty = 0;
  for (int slot = 0; slot < kMaxRow; ++slot) {
    const Recipe recipe = s.row[static_cast<size_t>(slot)];
    if (recipe == Recipe::kNone) {
      empty += slot < s.counts().row ? 1 : 0;
      if (s.slot_blocked(slot)) return false;
    } else if (slot >= s.counts().row) {
      return false;
    }
    ++seen[static_cast<size_t>(recipe)];
  }
  for (Recipe recipe : s.deck) ++seen[static_cast<size_t>(recipe)];
  for (const Brewed& brewed : s.brewed) {
    ++seen[static_cast<size_t>(brewed.recipe)];
    const bool plain = brewed.extra == Extra::kPlain;
    if (!plain && !(*s.edition)[brewed.recipe].bonus[static_cast<size_t>(brewed.extra)].printed)
      return false;
  }
  for (size_t i = 0; i < s.edition->recipes.size(); ++i) {
    if (seen[i] != 1) return false;
  }
  // Only while a reward is chosen a place waits for its new card.
  const int waiting = s.ask == Ask::kTokenReward ? 1 : 0;
  if (s.ask == Ask::kTokenReward && empty == 0) return false;
  return s.deck.empty() || empty == waiting;
}

bool points_are_right(const State& s) {
  std::array<int, kMaxPlayers> points{};
  for (const Brewed& brewed : s.brewed) {
    // The bonus comes after the token that is being chosen.
    const bool paid = s.ask != Ask::kTokenReward || &brewed != s.brewed.end() - 1;
    points[static_cast<size_t>(index(brewed.seat))] +=
        paid ? points_for(*s.edition, brewed) : points_for(*s.edition, brewed.recipe);
  }
  for (int i = 0; i < kMaxPlayers; ++i) {
    const Player& player = s.players[static_cast<size_t>(i)];
    if (player.gold < 0 || player.points != points[static_cast<size_t>(i)]) return false;
  }
  return true;
}

bool values_are_right(const State& s) {
  const auto shows = [](Die die) { return die.base() >= 1 && die.base() <= kFaces; };
  const auto plain = [](Die die) { return die == die.plain(); };
  for (const Dice& lifted : s.lifted) {
    if (!std::all_of(lifted.begin(), lifted.end(), shows)) return false;
  }
  for (const Player& player : s.players) {
    if (!std::all_of(player.warehouse.begin(), player.warehouse.end(), shows)) return false;
    for (Die die : player.active) {
      const bool fresh = die == Die(die.colour()) && !before_brewing(s);
      if (!shows(die) && !fresh) return false;
    }
    if (s.phase == Phase::kOver &&
        !(std::all_of(player.active.begin(), player.active.end(), plain) &&
          std::all_of(player.warehouse.begin(), player.warehouse.end(), plain)))
      return false;
  }
  return true;
}

// §11.7, with R17: a minimum counts when the die is placed; only dice that wait to be raised can be
// rolled later.
bool field_is_right(const State& s, Seat seat, Field field) {
  const FieldData& data = (*s.edition)[field];
  const Die input = s.input(seat, field);
  const Die accelerator = s.accelerator(seat, field);
  const bool empty = input == Die::none() && accelerator == Die::none();
  if (s.used(seat, field) == empty) return false;
  if (empty) return true;
  if (!s.open(data.building) || s.blocked(seat, data.building)) return false;
  if (accelerator != Die::none()) {
    return input == Die::none() && data.accelerate_min > 0 && accelerator.is(Colour::kBlue) &&
           accelerator != Die::seed() && may_be_accelerator(data, accelerator).allowed() &&
           accelerator.base() > 0 && accelerator.base() <= kFaces;
  }
  if (input == Die::seed() || data.takes_seed) return input == Die::seed() && data.takes_seed;
  if (!data.takes(input.colour()) || input.blocked() || input.base() < 1 || input.base() > kFaces)
    return false;
  return data.effect == Effect::kRaise || fits(data, input).allowed();
}

bool boards_are_right(const State& s) {
  for (int f = 0; f < kFields; ++f) {
    const auto field = static_cast<Field>(f);
    if (s.users(field) > s.counts().users) return false;
    for (int i = 0; i < s.seats; ++i) {
      if (!field_is_right(s, engine::seat_at(i), field)) return false;
    }
  }
  for (const Player& player : s.players) {
    if (player.blocked >> kBuildings != 0) return false;
  }
  return true;
}

// §11.8: before the first piece the boards are empty; after the last round too.
bool round_start_is_right(const State& s) {
  if (s.phase != Phase::kArrangeWindow && s.phase != Phase::kOver) return true;
  return std::all_of(s.players.begin(), s.players.end(), [&](const Player& player) {
    const bool unblocked = s.phase != Phase::kOver || (player.blocked == 0 && s.blocked_slots == 0);
    return player.used == 0 && player.passed == 0 && player.discount == Die::none() && unblocked;
  });
}

// §11.9: nothing in buildings and markets that are closed, blocks only in their time.
bool opening_is_right(const State& s) {
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = engine::seat_at(i);
    for (int b = 0; b < kBuildings; ++b) {
      const auto building = static_cast<Building>(b);
      if (s.blocked(seat, building) && !s.open(building)) return false;
    }
    if (s.at(seat).bought_ingredient != 0 && !s.market_open()) return false;
    if (s.at(seat).bought_token != 0 && !s.black_market_open()) return false;
  }
  return s.blocked_slots == 0 || s.phase == Phase::kBrewWindow || s.phase == Phase::kBrew;
}

bool discount_is_right(const State& s, const Player& player) {
  const Die die = player.discount;
  if (die == Die::none()) return true;
  if (player.bought_ingredient == 0 || die == Die::seed() || !die.is(Colour::kBlue) ||
      die.blocked() || die.base() < 1 || die.base() > kFaces)
    return false;
  return std::any_of(s.edition->ingredients.begin(), s.edition->ingredients.end(),
                     [&](const IngredientData& data) {
                       return data.discount[static_cast<size_t>(die.value())] > 0;
                     });
}

bool purchases_are_right(const State& s) {
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = engine::seat_at(i);
    const Player& player = s.at(seat);
    if (player.bought_ingredient > 1 || player.bought_token > 1 || player.passed > 1) return false;
    if (!discount_is_right(s, player)) return false;
    const bool had_step =
        s.phase > Phase::kPurchase ||
        (s.phase == Phase::kPurchase && s.place_in_order(seat) <= s.place_in_order(s.turn));
    const bool bought = player.bought_ingredient != 0 || player.bought_token != 0;
    if (bought && (!had_step || s.phase == Phase::kOver)) return false;
  }
  if (s.phase != Phase::kPurchase) return s.credit_spent == 0;
  return s.credit_spent <= ones_credit(s, s.turn);
}

bool late_is_right(const State& s) {
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = engine::seat_at(i);
    const Player& player = s.at(seat);
    if (player.late.empty()) continue;
    const int place = s.place_in_order(seat);
    const bool time = s.phase == Phase::kPurchase
                          ? place < s.place_in_order(s.turn)
                          : s.phase == Phase::kLastStore && place >= s.place_in_order(s.turn);
    if (!time) return false;
    for (Die die : player.late) {
      if (player.late.count(die) > player.active.count(die)) return false;
    }
    const int struck = s.removed[static_cast<size_t>(Token::kTakeBack)] +
                       s.removed[static_cast<size_t>(Token::kExtraRoll)];
    if (player.late.size() > struck) return false;
  }
  return true;
}

// --- the open question ---

bool has_die_of(const State& s, Seat seat, Colour colour) { return kit_of(s, seat).has(colour); }

bool swap_is_right(const State& s) {
  if (s.input(s.turn, Field::kSwap) == Die::none()) return false;
  const int rolled = std::accumulate(s.rolled.begin(), s.rolled.end(), 0);
  if (s.ask == Ask::kSwapColour) return rolled == 0;
  if (s.ask_a >= static_cast<uint8_t>(Colour::kBlue)) return false;
  if (rolled == 0 || rolled != s.supply[s.ask_a]) return false;
  if (!has_die_of(s, s.turn, static_cast<Colour>(s.ask_a))) return false;
  if (s.ask == Ask::kSwapRolled) return true;
  return s.ask_b >= 1 && s.ask_b <= kFaces && s.rolled[s.ask_b - 1u] > 0;
}

bool token_question_is_right(const State& s) {
  if (s.ask_a >= kTokens || s.removed[s.ask_a] == 0) return false;
  const auto token = static_cast<Token>(s.ask_a);
  const bool building = token == Token::kBlockBuilding;
  const bool recipe = token == Token::kBlockRecipe;
  if (building || recipe) {
    return s.phase == (building ? Phase::kArrangeWindow : Phase::kBrewWindow) &&
           s.ask == (building ? Ask::kTargetBuilding : Ask::kTargetRecipe);
  }
  const bool time = s.phase == Phase::kArrangeWindow || s.phase == Phase::kArrange ||
                    s.phase == Phase::kPurchase || s.phase == Phase::kBrewWindow;
  if (s.ask == Ask::kTargetSeat) return time && token != Token::kPlusOne;
  return time && s.ask == Ask::kTargetDie && s.ask_b < s.seats &&
         (token != Token::kPlusOne || engine::seat_at(s.ask_b) == s.turn);
}

// Of one colour: the dice in hand reach the highest minimums, one by one, and the warehouse the
// rest. Returns how many are missing, or -1 when it does not fit.
int missing_dice(const State& s, size_t colour, const uint8_t* minimums, int wanted) {
  const Dice& hand = s.lifted[static_cast<size_t>(Zone::kWarehouse)];
  int chosen = 0;
  for (int i = hand.size() - 1; i >= 0; --i) {  // highest first
    if (index(hand[i].colour()) != static_cast<int>(colour)) continue;
    if (chosen == wanted || hand[i].blocked() || hand[i].value() < minimums[chosen]) return -1;
    ++chosen;
  }
  const BrewKit kit = brew_kit(s, s.turn);
  for (int j = chosen; j < wanted; ++j) {
    if (kit[colour].at_least(minimums[j]) <= j - chosen) return -1;
  }
  return wanted - chosen;
}

// The dice in hand are the beginning of a set that fits the recipe (R33): colour by colour.
bool hand_is_right(const State& s, const RecipeData& recipe, Extra extra) {
  bool open = false;  // a colour is not complete yet
  for (size_t c = 0; c < kColours; ++c) {
    const bool blue = c == static_cast<size_t>(Colour::kBlue) && extra == Extra::kBlueDie;
    const uint8_t* minimums =
        blue ? &recipe.bonus[static_cast<size_t>(extra)].min : recipe.need[c].data();
    const int wanted = blue ? 1 : recipe.needed[c];
    const int missing = missing_dice(s, c, minimums, wanted);
    if (missing < 0 || (open && missing < wanted)) return false;
    open = open || missing > 0;
  }
  return open;
}

bool brew_question_is_right(const State& s) {
  if (s.phase != Phase::kBrew || s.ask_a >= s.edition->recipes.size() || s.ask_b >= kExtras)
    return false;
  const auto recipe = static_cast<Recipe>(s.ask_a);
  const auto extra = static_cast<Extra>(s.ask_b);
  const RecipeData& data = (*s.edition)[recipe];
  if (extra != Extra::kPlain && !data.bonus[s.ask_b].printed) return false;
  if (s.ask == Ask::kTokenReward) {
    return !s.brewed.empty() && s.brewed.end()[-1] == Brewed{recipe, s.turn, extra} &&
           data.tokens > 0 && s.token_stock() > 0;
  }
  const int slot = s.slot_of(recipe);
  if (slot < 0 || s.slot_blocked(slot)) return false;
  if (extra >= Extra::kFirstIngredient && s.at(s.turn).ingredients[s.ask_b - 2u] == 0) return false;
  return hand_is_right(s, data, extra);
}

bool question_is_right(const State& s) {
  const Kit kit = kit_of(s, s.turn);
  const bool arranging = s.phase == Phase::kArrange;
  switch (s.ask) {
    case Ask::kInputDie:
      return arranging && s.ask_a < kFields && !s.edition->fields[s.ask_a].takes_seed &&
             may_place(s, s.turn, static_cast<Field>(s.ask_a), kit).allowed();
    case Ask::kAccelerator:
      return arranging && s.ask_a < kFields && (s.edition->accelerable >> s.ask_a & 1) != 0 &&
             may_accelerate(s, s.turn, static_cast<Field>(s.ask_a), kit).allowed();
    case Ask::kReroll:
      return arranging && s.input(s.turn, Field::kReroll) != Die::none() &&
             std::none_of(s.lifted.begin(), s.lifted.end(), [](const Dice& dice) {
               return std::any_of(dice.begin(), dice.end(), [](Die die) { return die.blocked(); });
             });
    case Ask::kSwapColour:
    case Ask::kSwapRolled:
    case Ask::kSwapOwn:
      return arranging && swap_is_right(s);
    case Ask::kDiscountDie:
      return s.phase == Phase::kPurchase && s.ask_a < kIngredients;
    case Ask::kBrewDice:
    case Ask::kTokenReward:
      return brew_question_is_right(s);
    default:
      return token_question_is_right(s);
  }
}

bool game_could_go_on(const State& s) {
  const bool no_cards =
      s.deck.empty() && s.row == std::array<Recipe, kMaxRow>{Recipe::kNone, Recipe::kNone,
                                                             Recipe::kNone, Recipe::kNone};
  const bool ends = s.last_round() || s.round == s.round_cap() || no_cards;
  if (s.phase == Phase::kOver) return ends;
  return s.phase >= Phase::kBrew || (!s.last_round() && !no_cards);
}

bool course_is_right(const State& s) {
  if (s.round < 1 || s.round > s.round_cap() || !game_could_go_on(s)) return false;
  const bool in_hand = !s.lifted[0].empty() || !s.lifted[1].empty();
  const bool rolled =
      std::any_of(s.rolled.begin(), s.rolled.end(), [](int count) { return count > 0; });
  if (in_hand && s.ask != Ask::kReroll && s.ask != Ask::kBrewDice) return false;
  if (!s.lifted[0].empty() && s.ask == Ask::kBrewDice) return false;
  if (rolled && s.ask != Ask::kSwapRolled && s.ask != Ask::kSwapOwn) return false;
  if (s.phase == Phase::kOver) return s.ask == Ask::kNone && s.count == 0;
  const int most = s.phase == Phase::kArrange ? 1 : s.seats - 1;
  const bool counts = s.phase != Phase::kPurchase && s.phase != Phase::kLastStore;
  if (s.count > (counts ? most : 0)) return false;
  if (s.phase == Phase::kArrange && s.count > 0 && s.at(s.turn).used == 0) return false;
  if (s.ask == Ask::kNone) return is_due(s);
  if (s.phase == Phase::kArrange && s.at(s.turn).passed != 0) return false;
  if (!question_is_right(s)) return false;
  Offer legal(Offer::Keep::kLegal);
  DiceBrewing::options(s, s.turn, legal);
  // Beside the dice to brew with there is always the offer to take the lowest.
  return legal.size() > (s.ask == Ask::kBrewDice ? 1 : 0);
}

}  // namespace

int DiceBrewing::broken_invariant(const State& s) {
  struct Check {
    Invariant invariant;
    bool (*holds)(const State&);
  };
  // Later checks rely on earlier ones.
  constexpr Check kChecks[]{
      {Invariant::kSeats, seats_are_right},
      {Invariant::kDice, [](const State& x) { return pieces_add_up(x, false); }},
      {Invariant::kSeeds, [](const State& x) { return pieces_add_up(x, true); }},
      {Invariant::kIngredientStock, ingredients_are_right},
      {Invariant::kTokenStock, tokens_are_right},
      {Invariant::kRecipes, recipes_are_right},
      {Invariant::kPoints, points_are_right},
      {Invariant::kValues, values_are_right},
      {Invariant::kBoards, boards_are_right},
      {Invariant::kRoundStart, round_start_is_right},
      {Invariant::kOpening, opening_is_right},
      {Invariant::kPurchases, purchases_are_right},
      {Invariant::kLate, late_is_right},
      {Invariant::kCourse, course_is_right},
  };
  for (const Check& check : kChecks) {
    if (!check.holds(s)) return index(check.invariant);
  }
  return -1;
}

}  // namespace dicebrewing
