// The description of a position: names, forms, and who may see what (docs/describe.md). A position
// says only what does not follow from the rest: supply, deck, market and black market are what lies
// nowhere else. A view has those too.
#include "engine/position.h"

#include <algorithm>

#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"

namespace dicebrewing {

using namespace engine::forms;  // NOLINT(google-build-using-namespace): it is made for this

namespace {

constexpr std::array<std::string_view, 7> kPhaseIds{
    "arrange_window", "arrange", "purchase", "last_store", "brew_window", "brew", "over"};

// To a net: the colour, the value, the +1 of a token, what token lies under it.
void split_die(int code, float* numbers) {
  const Die die = Die::of_code(static_cast<uint8_t>(code));
  if (die == Die::seed()) return;  // it has none of these
  numbers[static_cast<int>(die.colour())] = 1;
  numbers[kColours] = static_cast<float>(die.base() + 1) / (kFaces + 1);
  numbers[kColours + 1] = die.temp() ? 1 : 0;
  numbers[kColours + 2] = die.blocked() ? 1 : 0;
  numbers[kColours + 3] = die.guard() == Guard::kProtected ? 1 : 0;
}

constexpr Leaf kSeat = engine::seat();
constexpr Leaf kRecipe = word(domain::kRecipe, "recipe");
constexpr Leaf kRecipeOrNone = kRecipe.or_null(Recipe::kNone);
constexpr Leaf kColour = word(domain::kColour, "colour");
constexpr Leaf kBuilding = word(domain::kBuilding, "building");
constexpr Leaf kField = word(domain::kField, "field");
constexpr Leaf kIngredient = word(domain::kIngredient, "ingredient");
constexpr Leaf kExtra = word(domain::kExtra, "extra");
constexpr Leaf kToken = word(domain::kToken, "token");
constexpr Leaf kFace = number(1, kFaces);
constexpr Leaf kDie =
    word(engine::kFirstVocabulary, "die like Y3 or U6 (and + x p for +1, blocked, protected)")
        .in_parts(kColours + 4, split_die);
constexpr Leaf kPiece = word(engine::kFirstVocabulary + 1,
                             "seed nor a die like Y3 (and + x p for +1, blocked, "
                             "protected)")
                            .in_parts(kColours + 4, split_die);
constexpr Leaf kGold = number(0, 10000).scaled(30);

// What belongs to the question that is open, by Ask from kInputDie on.
constexpr engine::ItemForm kQuestions[]{{"", {&kField}},             // kInputDie
                                        {"", {&kField}},             // kAccelerator
                                        {},                          // kReroll
                                        {},                          // kSwapColour
                                        {"", {&kColour}},            // kSwapRolled
                                        {"", {&kColour, &kFace}},    // kSwapOwn
                                        {"", {&kIngredient}},        // kDiscountDie
                                        {"", {&kToken}},             // kTargetSeat
                                        {"", {&kToken, &kSeat}},     // kTargetDie
                                        {"", {&kToken}},             // kTargetBuilding
                                        {"", {&kToken}},             // kTargetRecipe
                                        {"", {&kRecipe, &kExtra}},   // kBrewDice
                                        {"", {&kRecipe, &kExtra}}};  // kTokenReward
constexpr Leaf kQuestion = engine::kPromptLeaf.part(
    static_cast<int>(Prompt::kInputDie), static_cast<int>(std::size(kQuestions)), "question");

struct Question {
  uint8_t item = 255;
  uint8_t a = 0;
  uint8_t b = 0;
  uint8_t c = 0;
  bool empty() const { return item == 255; }
};

template <class A, class S>
void describe_question(A& a, S& s) {
  Question question;
  if constexpr (!A::kReads) {
    if (s.ask != Ask::kNone)
      question = {static_cast<uint8_t>(index(s.ask) - 1), s.ask_a, s.ask_b, 0};
  }
  a.marks(s.ask);
  a.marks(s.ask_a);
  a.marks(s.ask_b);
  a.optional("question", question, engine::phrase(kQuestion, kQuestions));
  if constexpr (A::kReads) {
    s.ask = question.empty() ? Ask::kNone : static_cast<Ask>(question.item + 1);
    s.ask_a = question.a;
    s.ask_b = question.b;
  }
}

template <class A, class S>
void describe_recipes(A& a, S& s) {
  a("row", s.row, engine::row(kRecipeOrNone, s.counts().row, kMaxRow));
  engine::SmallVec<Recipe, kMaxRow> blocked;
  if constexpr (!A::kReads) {
    for (int slot = 0; slot < s.counts().row; ++slot) {
      if (s.slot_blocked(slot)) blocked.push_back(s.row[static_cast<size_t>(slot)]);
    }
  }
  a.marks(s.blocked_slots);
  a.optional("blocked_recipes", blocked, list(kRecipe).counted());
  if constexpr (A::kReads) {
    for (Recipe recipe : blocked) {
      const int slot = recipe == Recipe::kNone ? -1 : s.slot_of(recipe);
      if (slot < 0) return a.fail("must lie in the row", "blocked_recipes");
      s.blocked_slots = static_cast<uint8_t>(s.blocked_slots | 1u << slot);
    }
  }
  a.optional("brewed", s.brewed, list(engine::object([](auto& in, auto& brewed) {
                                   in("recipe", brewed.recipe, kRecipe);
                                   in("by", brewed.seat, kSeat);
                                   in("with", brewed.extra, kExtra);
                                 })).on_lines());
}

// The pieces on a field.
constexpr Die kNothing = Die::none();
template <class D>
constexpr D* nothing() {
  if constexpr (std::is_const_v<D>) return &kNothing;
  return nullptr;
}
template <class D>
struct Pieces {
  D* input = nothing<D>();
  D* accelerator = nothing<D>();
  bool empty() const { return *input == Die::none() && *accelerator == Die::none(); }
};

template <class A, class P>
void describe_fields(A& a, P& player) {
  using D = std::remove_reference_t<decltype(player.input[0])>;
  a.marks(player.input);
  a.marks(player.accelerator);
  a.marks(player.used);  // this round: where a piece lies
  if constexpr (A::kReads) {
    player.input.fill(Die::none());
    player.accelerator.fill(Die::none());
  }
  a.optional(
      "fields",
      [&](int f) {
        const auto field = static_cast<size_t>(f);
        return Pieces<D>{&player.input[field], &player.accelerator[field]};
      },
      by_word(kField, engine::object([](auto& in, auto& pieces) {
                in.if_any("input", *pieces.input, kPiece.or_null(Die::none().code()));
                in.if_any("accelerator", *pieces.accelerator, kDie.or_null(Die::none().code()));
              }))
          .only_some());
  if constexpr (A::kReads) {
    for (size_t f = 0; f < kFields; ++f) {
      if (player.input[f] != Die::none() || player.accelerator[f] != Die::none())
        player.used = static_cast<uint16_t>(player.used | 1u << f);
    }
  }
}

// R44: of another player's hidden tokens what was paid for each, and a null for each one won.
template <class A, class P>
void describe_tokens(A& a, P& player, bool hidden, bool own, const Edition& e) {
  constexpr int kMost = kTokens * kMaxCopies;
  a.either(
      !hidden || own,
      [&] {
        a.optional("tokens", player.tokens, tally(kToken, kMaxCopies));
        a.optional_when(hidden, "won_tokens", player.won, tally(kToken, kMaxCopies));
      },
      [&] {
        engine::SmallVec<int16_t, kMost> prices;
        engine::SmallVec<uint8_t, kMost> won;
        for (size_t k = 0; k < kTokens; ++k) {
          for (int n = player.tokens[k]; n > 0; --n)
            prices.insert_sorted(static_cast<int16_t>(e.tokens[k].price));
          for (int n = player.won[k]; n > 0; --n) won.push_back(255);
        }
        a.shows("tokens", [&] { return prices; }, list(number(0, 99).scaled(10)));
        a.shows("won_tokens", [&] { return won; }, list(kToken.or_null(255)));
      });
}

template <class A, class P>
bool describe_brewer(A& a, P& player, bool hidden, bool own, const Edition& e) {
  a("gold", player.gold, kGold);
  const bool points = a.optional("points", player.points, kGold);
  a("seeds", player.seeds, number(0, kMaxSeeds));
  a.optional("active", player.active, heap(kDie));
  a.optional("warehouse", player.warehouse, heap(kDie));
  describe_fields(a, player);
  a.optional("ingredients", player.ingredients, tally(kIngredient, kMaxCopies));
  describe_tokens(a, player, hidden, own, e);
  a.optional("discount", player.discount, kDie.or_null(Die::none().code()));
  a.optional("passed", player.passed, flag());
  a.optional("blocked_buildings", player.blocked, set_of(kBuilding));
  a.optional("bought_ingredient", player.bought_ingredient, flag());
  a.optional("bought_token", player.bought_token, flag());
  a.optional("late", player.late, heap(kDie));
  return points;
}

constexpr std::array<std::string_view, 3> kReachIds{"met", "near", "missing"};

// Of the recipes in the row, place by place: what the viewer's dice reach, and with what it could
// improve the brew.
template <class A>
void describe_reach(A& a, const State& s) {
  const Seat seat = a.viewer().seat;
  const auto each_slot = [&](auto use) {
    for (int slot = 0; seat != Seat::kNone && slot < s.counts().row; ++slot) use(slot);
  };
  a.explains(
      "reach",
      [&] {
        engine::SmallVec<RecipeReach, kMaxRow> row;
        each_slot([&](int slot) {
          const Recipe recipe = s.row[static_cast<size_t>(slot)];
          row.push_back(recipe == Recipe::kNone ? RecipeReach{}
                                                : reach_of(s, seat, (*s.edition)[recipe]));
        });
        return row;
      },
      list(list(word(engine::WordTable(kReachIds), "reach"))));
  a.explains(
      "improvable",
      [&] {
        engine::SmallVec<uint16_t, kMaxRow> row;
        each_slot([&](int slot) {
          const Recipe recipe = s.row[static_cast<size_t>(slot)];
          uint32_t extras = 0;
          for (int e = 1; recipe != Recipe::kNone && e < kExtras; ++e) {
            const Verdict verdict = may_improve(s, seat, (*s.edition)[recipe],
                                                static_cast<Extra>(e), brew_kit(s, seat));
            extras |= verdict.allowed() ? 1u << e : 0u;
          }
          row.push_back(static_cast<uint16_t>(extras));
        });
        return row;
      },
      list(set_of(kExtra)));
}

constexpr std::array<std::string_view, 6> kFieldStateIds{"free",   "waiting", "done",
                                                         "closed", "blocked", "locked"};
enum class FieldState : uint8_t { kFree, kWaiting, kDone, kClosed, kBlocked, kLocked };

// What a seat can still do with a field in this round.
FieldState field_state(const State& s, Seat seat, Field field) {
  const Building building = s.edition->fields[static_cast<size_t>(field)].building;
  if (s.accelerator(seat, field) != Die::none()) return FieldState::kDone;
  if (s.input(seat, field) != Die::none()) return FieldState::kWaiting;
  if (!s.open(building)) return FieldState::kClosed;
  if (s.blocked(seat, building)) return FieldState::kBlocked;
  return s.locked(seat, field) ? FieldState::kLocked : FieldState::kFree;
}

// What is open, what a seat can do with each field, and what it might forget.
template <class A>
void describe_hints(A& a, const State& s) {
  a.explains(
      "open_buildings",
      [&] {
        uint32_t open = 0;
        for (int b = 0; b < kBuildings; ++b)
          open |= s.open(static_cast<Building>(b)) ? 1u << b : 0u;
        return open;
      },
      set_of(kBuilding));
  a.explains("market_open", [&] { return s.market_open(); }, flag());
  a.explains("black_market_open", [&] { return s.black_market_open(); }, flag());
  a.explains(
      "field_states",
      [&](Seat seat) {
        std::array<FieldState, kFields> states{};
        for (size_t f = 0; f < states.size(); ++f)
          states[f] = field_state(s, seat, static_cast<Field>(f));
        return states;
      },
      by_seat(by_word(kField, word(engine::WordTable(kFieldStateIds), "state of a field"))));
  // Those that a new roll would lower, on average: what one might have forgotten to store.
  a.explains(
      "worth_storing",
      [&](Seat seat) {
        engine::SmallVec<Die, kMaxDice> dice;
        for (Die die : s.zone(seat, Zone::kActive)) {
          if (2 * die.value() > kFaces + 1) dice.push_back(die);
        }
        return dice;
      },
      by_seat(list(kDie)));
}

// Which of the viewer's dice could go where: as input, as accelerator, for a discount.
template <class A>
void describe_uses(A& a, const State& s) {
  const Seat seat = a.viewer().seat;
  const auto suitable = [&](auto suits) {
    engine::SmallVec<Die, 2 * kMaxDice> dice;
    if (seat == Seat::kNone) return dice;
    each_kind(s, seat, [&](Die die, Zone) {
      if (die.value() > 0 && !dice.contains(die) && suits(die)) dice.push_back(die);
    });
    return dice;
  };
  a.explains(
      "fitting",
      [&](int f) {
        const FieldData& field = s.edition->fields[static_cast<size_t>(f)];
        return suitable(
            [&](Die die) { return field.takes(die.colour()) && fits(field, die).allowed(); });
      },
      by_word(kField, list(kDie)).only_some());
  a.explains(
      "accelerators",
      [&](int f) {
        const FieldData& field = s.edition->fields[static_cast<size_t>(f)];
        return suitable([&](Die die) {
          return field.accelerate_min > 0 && die.is(Colour::kBlue) &&
                 may_be_accelerator(field, die).allowed();
        });
      },
      by_word(kField, list(kDie)).only_some());
  a.explains(
      "discounts",
      [&](int i) {
        return suitable([&](Die die) {
          return die.is(Colour::kBlue) &&
                 may_discount(s, seat, static_cast<Ingredient>(i), die).allowed();
        });
      },
      by_word(kIngredient, list(kDie)).only_some());
}

// What a player sees on the table and a position need not say.
template <class A>
void describe_table(A& a, const State& s) {
  a.shows_group("supply", [&] {
    for (size_t c = 0; c < kColours; ++c)
      a.shows(kColourIds[c], [&] { return s.supply[c]; }, number(0, kMaxDice).scaled(10));
    a.shows("seeds", [&] { return s.seed_supply; }, number(0, kMaxSeeds));
  });
  a.shows(
      "market", [&](int i) { return s.stock(static_cast<Ingredient>(i)); },
      by_word(kIngredient, number(0, kMaxCopies)));
  const bool sees = sees_black_market(s, a.viewer().seat);
  a.shows_group("black_market", [&] {
    for (int i = 0; i < kTokens; ++i)
      a.shows_when(
          sees, kTokenIds[static_cast<size_t>(i)], [&] { return s.stock(static_cast<Token>(i)); },
          number(0, kMaxCopies));
    a.shows("left", [&] { return s.token_stock(); }, number(0, kTokens * kMaxCopies));
  });
  a.shows("deck", [&]() -> const auto& { return s.deck; }, heap(kRecipe));
  a.explains("holder", [&] { return s.holder(); }, kSeat);
  a.explains("season", [&] { return s.season(); }, word(domain::kSeason, "season"));
  a.explains(
      "row_points",
      [&] {
        engine::SmallVec<int16_t, kMaxRow> points;
        for (int slot = 0; slot < s.counts().row; ++slot) {
          const Recipe recipe = s.row[static_cast<size_t>(slot)];
          points.push_back(
              static_cast<int16_t>(recipe == Recipe::kNone ? -1 : points_for(*s.edition, recipe)));
        }
        return points;
      },
      list(number(0, 255).or_null(-1)));
  a.explains(
      "brewed_points",
      [&] {
        engine::SmallVec<uint8_t, kMaxRecipes> points;
        for (const Brewed& brewed : s.brewed)
          points.push_back(static_cast<uint8_t>(points_for(*s.edition, brewed)));
        return points;
      },
      list(number(0, 255)));
  a.explains(
      "ones",
      [&](Seat seat) {
        engine::SmallVec<Die, kMaxDice> dice;
        for (Die die : s.zone(seat, Zone::kActive)) {
          if (counts_as_gold(s, die)) dice.push_back(die);
        }
        return dice;
      },
      by_seat(list(kDie)));
  a.explains("credit", [&](Seat seat) { return credit_left(s, seat); }, by_seat(kGold));
  describe_hints(a, s);
  describe_reach(a, s);
  describe_uses(a, s);
  a.shows(
      "locked",
      [&](Seat seat) {
        uint32_t locked = 0;
        for (int f = 0; f < kFields; ++f)
          locked |= s.locked(seat, static_cast<Field>(f)) ? 1u << f : 0u;
        return locked;
      },
      by_seat(set_of(kField)));
}

// What the brewed cards gave (§11.11): for positions that leave it out.
int points_of(const State& s, Seat seat) {
  int points = 0;
  for (const Brewed& brewed : s.brewed) {
    if (brewed.seat == seat) points += points_for(*s.edition, brewed);
  }
  return points;
}

// Supply and deck: what lies nowhere else. False: there are more dice than fit.
bool complete_supplies(State& s) {
  const Edition& e = *s.edition;
  std::array<int, kColours> dice{};
  int seeds = 0;
  const auto count = [&](Die die) {
    if (die == Die::none()) return;
    die == Die::seed() ? ++seeds : ++dice[static_cast<size_t>(die.colour())];
  };
  for (const Dice& lifted : s.lifted) std::for_each(lifted.begin(), lifted.end(), count);
  for (const Player& player : s.players) {
    std::for_each(player.active.begin(), player.active.end(), count);
    std::for_each(player.warehouse.begin(), player.warehouse.end(), count);
  }
  if (dice[0] + dice[1] + dice[2] + dice[3] > kMaxDice) return false;
  for (const Player& player : s.players) {
    std::for_each(player.input.begin(), player.input.end(), count);
    std::for_each(player.accelerator.begin(), player.accelerator.end(), count);
    count(player.discount);
    seeds += player.seeds;
  }
  // More than there are leaves none in the supply, and breaks an invariant.
  for (size_t c = 0; c < kColours; ++c)
    s.supply[c] = static_cast<uint8_t>(std::max(0, e.dice[c] - dice[c]));
  s.seed_supply = static_cast<uint8_t>(std::max(0, e.seeds - seeds));
  for (size_t i = 0; i < e.recipes.size(); ++i) {
    const auto card = static_cast<Recipe>(i);
    const bool elsewhere =
        s.slot_of(card) >= 0 || std::any_of(s.brewed.begin(), s.brewed.end(),
                                            [&](const Brewed& b) { return b.recipe == card; });
    if (!elsewhere) s.deck.add(card);
  }
  return true;
}

template <class A, class S>
void describe_position(A& a, S& s) {
  a.head(s.seats, s.variants);
  a("round", s.round, number(1, kLongestGame).scaled(20));
  a("start", s.start, kSeat);
  a("phase", s.phase, word(engine::WordTable(kPhaseIds), "phase"));
  a("turn", s.turn, engine::seat_or("nobody"));
  a.optional("count", s.count, number(0, kMaxPlayers));
  a.optional("credit_spent", s.credit_spent, number(0, 30));
  describe_question(a, s);
  describe_recipes(a, s);
  a.optional("removed_tokens", s.removed, tally(kToken, kMaxCopies));
  a.optional_group("lifted", [&] {
    a.optional("active", s.lifted[0], heap(kDie));
    a.optional("warehouse", s.lifted[1], heap(kDie));
  });
  a.optional("rolled", s.rolled, tally(kFace.scaled(10), kMaxDice));
  engine::SeatSet with_points;
  a("brewers", s.players,
    by_seat(engine::object([&](auto& in, auto& player) {
      const Seat seat = engine::seat_at(static_cast<int>(&player - s.players.data()));
      if (describe_brewer(in, player, s.hidden_tokens(), in.viewer().may_see(seat), *s.edition))
        with_points.insert(seat);
    })).every());
  a.marks(s.supply);
  a.marks(s.seed_supply);
  a.marks(s.deck);
  if constexpr (A::kReads) {
    if (!a.ok()) return;
    for (int i = 0; i < s.seats; ++i) {
      const Seat seat = engine::seat_at(i);
      if (!with_points.contains(seat)) s.at(seat).points = static_cast<int16_t>(points_of(s, seat));
    }
    if (!complete_supplies(s)) a.fail("have too many dice", "brewers");
  } else if (a.derives()) {
    describe_table(a, s);
  }
}

}  // namespace

std::vector<engine::WordList> DiceBrewing::vocabularies(const Edition&) {
  engine::WordList dice{"dice", {}};
  for (int code = 0; code < kDieCodes; ++code) {
    const Die die = Die::of_code(static_cast<uint8_t>(code));
    const bool is_die = die.base() <= kFaces && die.guard() <= Guard::kProtected;
    dice.words.push_back(is_die ? die_id(die) : "");
  }
  engine::WordList pieces = dice;
  pieces.id = "piece";
  pieces.words[Die::seed().code()] = "seed";
  return {dice, pieces};
}

void DiceBrewing::describe(engine::Out& out, const State& s) { describe_position(out, s); }
void DiceBrewing::describe(engine::In& in, State& s) { describe_position(in, s); }
void DiceBrewing::describe(engine::KeyOut& key, const State& s) { describe_position(key, s); }
void DiceBrewing::describe(engine::TensorOut& out, const State& s) { describe_position(out, s); }

}  // namespace dicebrewing

template <>
[[gnu::flatten]] void engine::describe_quickly<dicebrewing::DiceBrewing>(
    QuickTensorOut& out, const dicebrewing::State& s) {
  dicebrewing::describe_position(out, s);
}
