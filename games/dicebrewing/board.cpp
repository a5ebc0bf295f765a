// The table to look at: recipes with what is missing, the markets, the own brewery with its
// four buildings, the others in a line each; and the same in sentences.
#include <algorithm>

#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"

namespace dicebrewing {

using engine::Canvas;
using engine::Style;
using engine::Texts;
using engine::Viewer;

namespace {

// Dice wear the colours that are there for players: green, yellow, blue and black.
Style die_style(Colour colour) {
  constexpr int kStyleOf[kColours]{2, 5, 0, 4};
  return engine::seat_style(kStyleOf[index(colour)]);
}

std::string as_text(int value) { return std::to_string(value); }

std::string name_of(const Texts& texts, std::string_view group, std::string_view id,
                    std::string_view rest = "") {
  std::string key(group);
  key.append(".").append(id).append(rest);
  return std::string(texts.get(key));
}
std::string seat_text(const Texts& texts, Seat seat) {
  return name_of(texts, "seat", as_text(index(seat)));
}
std::string recipe_text(const State& s, const Texts& texts, Recipe recipe) {
  return name_of(texts, "recipe", (*s.edition)[recipe].id);
}
std::string phase_text(const State& s, const Texts& texts) {
  constexpr std::string_view kPhases[]{"arrange", "arrange", "purchase", "purchase",
                                       "brew",    "brew",    "over"};
  return name_of(texts, "board.phase", kPhases[index(s.phase)]);
}

// Adds to a list in a sentence.
void append(std::string& list, const std::string& part, std::string_view between = ", ") {
  if (!list.empty()) list.append(between);
  list.append(part);
}

// A line of text in several styles.
class Pen {
 public:
  Pen(Canvas& canvas, int x, int y) : canvas_(canvas), x_(x), y_(y) {}
  Pen& text(std::string_view utf8, Style style = Style::kPlain) {
    x_ = canvas_.write(x_, y_, utf8, style);
    return *this;
  }
  Pen& to(int x) {
    x_ = std::max(x_ + 1, x);
    return *this;
  }
  Pen& die(Die die) { return text(die_id(die), die_style(die.colour())); }
  template <class List>
  Pen& dice(const List& list) {
    if (list.empty()) text(" –", Style::kDim);
    for (Die one : list) text(" ").die(one);
    return *this;
  }

 private:
  Canvas& canvas_;
  int x_;
  int y_;
};

// Whose brewery is shown large: the viewer's; without a seat, of whoever is to move.
Seat shown_seat(const State& s, Viewer viewer) {
  if (viewer.seat != Seat::kNone) return viewer.seat;
  return s.turn != Seat::kNone ? s.turn : engine::seat_at(0);
}

// Which of a recipe's minimums the stored dice reach, colour by colour from high to low.
struct Match {
  std::array<std::array<bool, kMaxNeed>, kColours> met{};
  bool all = true;

  Match(const State& s, Seat seat, const RecipeData& recipe) {
    BrewKit kit = brew_kit(s, seat);
    for (size_t c = 0; c < kColours; ++c) {
      int given = 0;
      for (size_t j = 0; j < recipe.needed[c]; ++j) {
        met[c][j] = kit[c].at_least(recipe.need[c][j]) > given;
        given += met[c][j] ? 1 : 0;
        all = all && met[c][j];
      }
    }
  }
};

// In signs for the board, or in words for sentences.
std::string reward_text(const Edition& edition, const RecipeData& recipe, const Texts& texts,
                        std::string_view group) {
  const std::string in(group);
  std::string out;
  const auto add = [&](const std::string& part) {
    append(out, part, group == "words" ? ", " : " ");
  };
  const int points = edition.brew_points + recipe.points;
  if (points > 0) add(texts.format(in + ".points", as_text(points)));
  if (recipe.gives_die) {
    const auto colour = kColourIds[static_cast<size_t>(recipe.die)];
    add(texts.format(in + ".die", group == "words" ? name_of(texts, "colour", colour)
                                                   : die_id(Die(recipe.die)).substr(0, 1)));
  }
  if (recipe.tokens > 0) add(std::string(texts.get(in + ".token")));
  if (recipe.gold > 0) add(texts.format(in + ".gold", as_text(recipe.gold)));
  return out;
}

std::string needs_text(const RecipeData& recipe, const Texts& texts) {
  std::string needs;
  for (size_t c = 0; c < kColours; ++c) {
    for (size_t j = 0; j < recipe.needed[c]; ++j)
      append(needs, name_of(texts, "die", die_id(Die(static_cast<Colour>(c), recipe.need[c][j]))));
  }
  return needs;
}

std::string bonus_text(const Bonus& bonus, const Texts& texts, const std::string& group) {
  std::string out;
  if (bonus.gold > 0) out += texts.format(group + ".gold", as_text(bonus.gold));
  if (bonus.gold > 0 && bonus.points > 0 && group == "words") out += ", ";
  if (bonus.points > 0) out += texts.format(group + ".points", as_text(bonus.points));
  return out;
}

// The blue die with the value it needs at least.
std::string improvements_text(const RecipeData& recipe, const Texts& texts) {
  std::string out;
  for (size_t e = 1; e < kExtras; ++e) {
    const Bonus& bonus = recipe.bonus[e];
    if (!bonus.printed) continue;
    const std::string with =
        static_cast<Extra>(e) == Extra::kBlueDie
            ? texts.format("words.from", name_of(texts, "colour", "blue"), as_text(bonus.min))
            : name_of(texts, "extra", kExtraIds[e]);
    out += " " + texts.format("board.improvement", with, bonus_text(bonus, texts, "words"));
  }
  return out;
}

// The price, and from which value on a blue die lowers it.
std::string ingredient_text(const Edition& edition, int ingredient, const Texts& texts) {
  const IngredientData& data = edition.ingredients[static_cast<size_t>(ingredient)];
  std::string out = texts.format("about.price", as_text(data.price));
  for (size_t value = 1; value <= kFaces; ++value) {
    if (data.discount[value] > data.discount[value - 1])
      out += " " + texts.format("about.discount", as_text(static_cast<int>(value)),
                                as_text(data.discount[value]));
  }
  return out;
}

void draw_recipe(const State& s, Seat seat, const Texts& texts, Canvas& canvas, int slot, int y) {
  const Recipe card = s.row[static_cast<size_t>(slot)];
  if (card == Recipe::kNone) return;
  const RecipeData& recipe = (*s.edition)[card];
  const Match match(s, seat, recipe);
  const bool blocked = s.slot_blocked(slot);
  Pen pen(canvas, 0, y);
  pen.text(blocked     ? "✗ "
           : match.all ? "✓ "
                       : "  ",
           blocked ? Style::kBad : Style::kGood)
      .text(recipe_text(s, texts, card), blocked ? Style::kDim : Style::kBold)
      .to(24);
  for (size_t c = 0; c < kColours; ++c) {
    for (size_t j = 0; j < recipe.needed[c]; ++j) {
      const Die need(static_cast<Colour>(c), recipe.need[c][j]);
      pen.text(match.met[c][j] ? "●" : "○", match.met[c][j] ? Style::kGood : Style::kBad)
          .text(die_id(need) + " ", die_style(need.colour()));
    }
  }
  pen.to(44).text(reward_text(*s.edition, recipe, texts, "board")).to(52);
  for (size_t e = 1; e < kExtras; ++e) {
    if (!recipe.bonus[e].printed) continue;
    const bool blue = static_cast<Extra>(e) == Extra::kBlueDie;
    const bool has = blue ? brew_kit(s, seat)[3].at_least(recipe.bonus[e].min) > 0
                          : s.at(seat).ingredients[e - 2] > 0;
    pen.text(" ").text((blue ? "U" + as_text(recipe.bonus[e].min) + ":"
                             : name_of(texts, "board.code", kExtraIds[e])) +
                           bonus_text(recipe.bonus[e], texts, "board"),
                       has ? Style::kGood : Style::kDim);
  }
}

void draw_header(const State& s, const Texts& texts, Canvas& canvas) {
  Pen pen(canvas, 0, 0);
  pen.text(texts.format("board.round", as_text(s.round)), Style::kTitle)
      .text(" " + name_of(texts, "season", s.season() == Season::kWinter ? "winter" : "summer") +
            " · ")
      .text(phase_text(s, texts), Style::kBold)
      .text("  ");
  constexpr int kBarrel = 10;
  const int target = s.counts().target;
  const int filled = kBarrel * std::min(s.brewed.size(), target) / target;
  std::string barrel = "[";
  for (int i = 0; i < kBarrel; ++i) barrel += i < filled ? "▓" : "░";
  pen.text(barrel + "] " + as_text(s.brewed.size()) + "/" + as_text(target)).text("  ");
  for (int c = 0; c < kColours; ++c) {
    const auto colour = static_cast<Colour>(c);
    pen.text(" ").text(
        die_id(Die(colour)).substr(0, 1) + "×" + as_text(s.supply[static_cast<size_t>(c)]),
        die_style(colour));
  }
  pen.text(" ◦×" + as_text(s.seed_supply));
}

void draw_markets(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas, int y) {
  Pen pen(canvas, 0, y);
  const bool open = s.market_open();
  for (int i = 0; i < kIngredients; ++i) {
    const auto k = static_cast<size_t>(i);
    const int stock = s.stock(static_cast<Ingredient>(i));
    pen.text(name_of(texts, "board.code", kIngredientIds[k]),
             open && stock > 0 ? Style::kPlain : Style::kDim)
        .text(as_text(s.edition->ingredients[k].price) + "×" + as_text(stock) + " ", Style::kDim);
  }
  pen.text("│ ", Style::kDim);
  const bool seen = sees_black_market(s, viewer.all ? s.turn : viewer.seat) || viewer.all;
  const bool black_open = s.black_market_open();
  if (!seen) {
    pen.text(texts.format("board.tokens_left", as_text(s.token_stock())), Style::kDim);
    return;
  }
  for (int i = 0; i < kTokens; ++i) {
    const auto k = static_cast<size_t>(i);
    const int stock = s.stock(static_cast<Token>(i));
    pen.text(name_of(texts, "board.short", kTokenIds[k]),
             black_open && stock > 0 ? Style::kPlain : Style::kDim)
        .text(as_text(s.edition->tokens[k].price) + "×" + as_text(stock) + " ", Style::kDim);
  }
}

// The tokens of a seat: by name where they may be seen, else how many there are.
std::string tokens_text(const State& s, Viewer viewer, Seat seat, const Texts& texts) {
  if (s.hidden_tokens() && !viewer.may_see(seat)) {
    const int count = s.tokens_of(seat);
    return count == 0 ? std::string() : texts.format("board.tokens", as_text(count));
  }
  std::string out;
  for (int i = 0; i < kTokens; ++i) {
    for (int n = s.held(seat, static_cast<Token>(i)); n > 0; --n)
      append(out, name_of(texts, "board.short", kTokenIds[static_cast<size_t>(i)]), " ");
  }
  return out;
}

// `names`: the texts to take them from, short ones or codes.
std::string ingredients_text(const State& s, Seat seat, const Texts& texts,
                             std::string_view names) {
  std::string out;
  for (size_t i = 0; i < kIngredients; ++i) {
    const int count = s.at(seat).ingredients[i];
    if (count == 0) continue;
    append(out, name_of(texts, names, kIngredientIds[i]) + (count > 1 ? "×" + as_text(count) : ""),
           " ");
  }
  return out;
}

Pen& draw_wealth(Pen& pen, const State& s, Viewer viewer, Seat seat, const Texts& texts,
                 std::string_view names = "board.short") {
  const Player& player = s.at(seat);
  const Style style = engine::seat_style(index(seat));
  pen.text(seat == s.turn ? "▸" : " ", style)
      .text(seat_text(texts, seat), style)
      .text(seat == s.holder() ? "* " : "  ", Style::kTitle)
      .text(texts.format("board.points", as_text(player.points)), Style::kBold)
      .text(" " + texts.format("board.gold", as_text(player.gold)) + " ◦" + as_text(player.seeds));
  const std::string ingredients = ingredients_text(s, seat, texts, names);
  const std::string tokens = tokens_text(s, viewer, seat, texts);
  if (!ingredients.empty()) pen.text("  " + ingredients, Style::kGood);
  if (!tokens.empty()) pen.text("  " + tokens, Style::kNeutral);
  return pen;
}

// · free, a piece that waits, » a field accelerated, # locked for this seat, ✗ blocked by a token,
// (3) opens in round 3.
void draw_field(Pen& pen, const State& s, Seat seat, Field field) {
  const FieldData& data = (*s.edition)[field];
  pen.text(" ").text(kFieldIds[static_cast<size_t>(field)], Style::kDim).text(":");
  const Die input = s.input(seat, field);
  const Die accelerator = s.accelerator(seat, field);
  if (input == Die::seed()) {
    pen.text("◦");
  } else if (input != Die::none()) {
    pen.die(input);
  } else if (accelerator != Die::none()) {
    pen.text("»").die(accelerator);
  } else if (!s.open(data.building)) {
    pen.text("(" + as_text(s.edition->opens[static_cast<size_t>(data.building)]) + ")",
             Style::kDim);
  } else if (s.blocked(seat, data.building)) {
    pen.text("✗", Style::kBad);
  } else if (s.locked(seat, field)) {
    pen.text("#", Style::kBad);
  } else {
    pen.text("·", Style::kGood);
  }
}

void draw_buildings(const State& s, Seat seat, const Texts& texts, Canvas& canvas, int y) {
  for (int row = 0; row < 2; ++row) {
    Pen pen(canvas, 0, y + row);
    for (int half = 0; half < 2; ++half) {
      const int building = 2 * row + half;
      pen.to(half == 0 ? -1 : 40)
          .text(" " + name_of(texts, "board.short", kBuildingIds[static_cast<size_t>(building)]),
                Style::kBold);
      for (int f = 0; f < kFields; ++f) {
        if (index(s.edition->fields[static_cast<size_t>(f)].building) == building)
          draw_field(pen, s, seat, static_cast<Field>(f));
      }
    }
  }
}

void draw_own_dice(const State& s, Seat seat, const Texts& texts, Canvas& canvas, int y) {
  const Player& player = s.at(seat);
  Pen pen(canvas, 1, y);
  pen.text(texts.get("board.active"), Style::kBold).dice(player.active);
  if (seat == s.turn && (!s.lifted[0].empty() || !s.lifted[1].empty())) {
    pen.text("  " + std::string(texts.get("board.in_hand")), Style::kBold);
    for (const Dice& lifted : s.lifted) {
      for (Die die : lifted) pen.text(" ").die(die);
    }
  }
  pen.text("  ").text(texts.get("board.warehouse"), Style::kBold).dice(player.warehouse);
  if (player.discount != Die::none())
    pen.text("  " + std::string(texts.get("board.on_market")), Style::kBold)
        .text(" ")
        .die(player.discount);
}

void draw_opponent(const State& s, Viewer viewer, Seat seat, const Texts& texts, Canvas& canvas,
                   int y) {
  const Player& player = s.at(seat);
  Pen pen(canvas, 0, y);
  draw_wealth(pen, s, viewer, seat, texts, "board.code")
      .text(" │", Style::kDim)
      .dice(player.active);
  pen.text(" │", Style::kDim).dice(player.warehouse).text(" │", Style::kDim);
  for (int f = 0; f < kFields; ++f) {
    if (s.used(seat, static_cast<Field>(f)))
      pen.text(" ").text(kFieldIds[static_cast<size_t>(f)], Style::kDim);
  }
  for (int b = 0; b < kBuildings; ++b) {
    if (s.blocked(seat, static_cast<Building>(b)))
      pen.text(" ✗" + name_of(texts, "board.short", kBuildingIds[static_cast<size_t>(b)]),
               Style::kBad);
  }
  if (player.passed != 0) pen.text(" " + std::string(texts.get("verb.pass")), Style::kDim);
}

// --- in sentences ---

class Teller {
 public:
  Teller(const State& s, Viewer viewer, const Texts& texts, std::string& out)
      : s_(s), viewer_(viewer), texts_(texts), out_(out) {}

  void run() {
    line(texts_.format("board.round", as_text(s_.round)) + ", " +
         name_of(texts_, "season", s_.season() == Season::kWinter ? "winter" : "summer") + ". " +
         phase_text(s_, texts_) + ". " +
         texts_.format("board.brewed", as_text(s_.brewed.size()), as_text(s_.counts().target)));
    line(texts_.format("board.first", seat_text(texts_, s_.holder())));
    for (int slot = 0; slot < s_.counts().row; ++slot) tell_recipe(slot);
    tell_supply();
    tell_markets();
    for (int i = 0; i < s_.seats; ++i) tell_brewer(engine::seat_at(i));
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }
  std::string die_text(Die die) const {
    if (die.base() == 0) return texts_.format("board.unrolled", colour_text(die.colour()));
    return name_of(texts_, "die", die_id(die));
  }
  std::string colour_text(Colour colour) const {
    return name_of(texts_, "colour", kColourIds[static_cast<size_t>(colour)]);
  }
  template <class List>
  std::string list(const List& dice) const {
    std::string text;
    for (Die die : dice) append(text, die_text(die));
    return text.empty() ? std::string(texts_.get("board.nothing")) : text;
  }
  void tell_recipe(int slot) {
    const Recipe card = s_.row[static_cast<size_t>(slot)];
    if (card == Recipe::kNone) return;
    const RecipeData& recipe = (*s_.edition)[card];
    const Match match(s_, shown_seat(s_, viewer_), recipe);
    std::string missing;
    for (size_t c = 0; c < kColours; ++c) {
      for (size_t j = 0; j < recipe.needed[c]; ++j) {
        if (!match.met[c][j])
          append(missing, die_text(Die(static_cast<Colour>(c), recipe.need[c][j])));
      }
    }
    line(texts_.format("board.recipe", recipe_text(s_, texts_, card), needs_text(recipe, texts_),
                       reward_text(*s_.edition, recipe, texts_, "words")) +
         improvements_text(recipe, texts_));
    // Below it, since it changes with every die.
    std::string text = match.all ? std::string(texts_.get("board.ready"))
                                 : texts_.format("board.missing", missing);
    if (s_.slot_blocked(slot)) text += " " + std::string(texts_.get("board.blocked"));
    line("  " + text);
  }
  void tell_supply() {
    std::string text;
    for (size_t c = 0; c < kColours; ++c)
      text +=
          name_of(texts_, "board.supply_of", kColourIds[c]) + " " + as_text(s_.supply[c]) + ", ";
    line(texts_.format("board.supply", text + texts_.format("board.seeds", as_text(s_.seed_supply)),
                       as_text(s_.deck.size())));
  }
  void tell_markets() {
    std::string text;
    for (int i = 0; i < kIngredients; ++i) {
      const auto k = static_cast<size_t>(i);
      append(text, texts_.format("board.offer", name_of(texts_, "ingredient", kIngredientIds[k]),
                                 as_text(s_.edition->ingredients[k].price),
                                 as_text(s_.stock(static_cast<Ingredient>(i)))));
    }
    line(texts_.format("board.market", text));
    if (!viewer_.all && !sees_black_market(s_, viewer_.seat))
      return line(texts_.format("board.black_market",
                                texts_.format("board.tokens_left", as_text(s_.token_stock()))));
    text.clear();
    for (int i = 0; i < kTokens; ++i) {
      const auto k = static_cast<size_t>(i);
      append(text, texts_.format("board.offer", name_of(texts_, "token", kTokenIds[k], ".name"),
                                 as_text(s_.edition->tokens[k].price),
                                 as_text(s_.stock(static_cast<Token>(i)))));
    }
    line(texts_.format("board.black_market", text));
  }
  void tell_brewer(Seat seat) {
    const Player& player = s_.at(seat);
    line(texts_.format("board.brewer", seat_text(texts_, seat), as_text(player.points),
                       as_text(player.gold), as_text(player.seeds)));
    line("  " + texts_.format("board.active_dice", list(player.active)));
    line("  " + texts_.format("board.stored_dice", list(player.warehouse)));
    if (seat == s_.turn && (!s_.lifted[0].empty() || !s_.lifted[1].empty())) {
      line("  " + std::string(texts_.get("board.in_hand")) + " " + list(s_.lifted[0]) +
           std::string(texts_.get("board.semicolon")) + list(s_.lifted[1]));
    }
    if (seat == s_.turn) tell_rolled();
    if (player.discount != Die::none())
      line("  " + texts_.format("board.discount", die_text(player.discount)));
    tell_fields(seat);
    tell_blocks(seat);
    if (player.passed != 0) line("  " + std::string(texts_.get("board.passed")));
    tell_things(seat);
  }
  void tell_fields(Seat seat) {
    std::string text;
    for (int f = 0; f < kFields; ++f) {
      const auto field = static_cast<Field>(f);
      const Die input = s_.input(seat, field);
      const Die accelerator = s_.accelerator(seat, field);
      if (input == Die::none() && accelerator == Die::none()) continue;
      append(text, name_of(texts_, "field", kFieldIds[static_cast<size_t>(f)], ".name"),
             texts_.get("board.semicolon"));
      text += texts_.get("board.colon");
      if (input == Die::seed()) {
        text += texts_.get("board.seed");
      } else if (input != Die::none()) {
        text += die_text(input);
      } else {
        text += texts_.format("board.accelerated", die_text(accelerator));
      }
    }
    if (!text.empty()) line("  " + texts_.format("board.fields", text));
    text.clear();
    for (int f = 0; f < kFields; ++f) {
      if (s_.locked(seat, static_cast<Field>(f)))
        append(text, std::string(kFieldIds[static_cast<size_t>(f)]));
    }
    if (!text.empty()) line("  " + texts_.format("board.locked", text));
  }
  // S2: the supply dice to choose from.
  void tell_rolled() {
    if (s_.ask != Ask::kSwapRolled && s_.ask != Ask::kSwapOwn) return;
    std::string text;
    for (int value = 1; value <= kFaces; ++value) {
      for (int n = s_.rolled[static_cast<size_t>(value - 1)]; n > 0; --n)
        append(text, die_text(Die(static_cast<Colour>(s_.ask_a), value)));
    }
    line("  " + texts_.format("board.rolled", text));
  }
  void tell_blocks(Seat seat) {
    std::string text;
    for (int b = 0; b < kBuildings; ++b) {
      if (s_.blocked(seat, static_cast<Building>(b)))
        append(text, name_of(texts_, "building", kBuildingIds[static_cast<size_t>(b)]));
    }
    if (!text.empty()) line("  " + texts_.format("board.closed", text));
  }
  void tell_things(Seat seat) {
    std::string text;
    for (size_t i = 0; i < kIngredients; ++i) {
      for (int n = s_.at(seat).ingredients[i]; n > 0; --n)
        append(text, name_of(texts_, "ingredient", kIngredientIds[i]));
    }
    if (!text.empty()) line("  " + texts_.format("board.ingredients", text));
    if (s_.tokens_of(seat) == 0) return;
    if (s_.hidden_tokens() && !viewer_.may_see(seat))
      return line("  " + texts_.format("board.tokens", as_text(s_.tokens_of(seat))));
    text.clear();
    for (int i = 0; i < kTokens; ++i) {
      for (int n = s_.held(seat, static_cast<Token>(i)); n > 0; --n)
        append(text, name_of(texts_, "token", kTokenIds[static_cast<size_t>(i)], ".name"));
    }
    line("  " + texts_.format("board.action_tokens", text));
  }

  const State& s_;
  Viewer viewer_;
  const Texts& texts_;
  std::string& out_;
};

}  // namespace

void DiceBrewing::draw(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas) {
  const Seat seat = shown_seat(s, viewer);
  // A tall canvas has room for a blank line between the parts.
  const int gap = canvas.height() >= engine::kBoardHeight + 3 ? 1 : 0;
  draw_header(s, texts, canvas);
  int y = 1 + gap;
  for (int slot = 0; slot < s.counts().row; ++slot) draw_recipe(s, seat, texts, canvas, slot, y++);
  draw_markets(s, viewer, texts, canvas, y++);
  y += gap;
  Pen own(canvas, 0, y++);
  draw_wealth(own, s, viewer, seat, texts);
  draw_own_dice(s, seat, texts, canvas, y++);
  draw_buildings(s, seat, texts, canvas, y);
  y += 2 + gap;
  for (int i = 1; i < s.seats; ++i)
    draw_opponent(s, viewer, engine::next_seat(seat, s.seats, i), texts, canvas, y++);
}

void DiceBrewing::tell(const State& s, Viewer viewer, const Texts& texts, std::string& out) {
  Teller(s, viewer, texts, out).run();
}

std::string DiceBrewing::note(const State& s, Seat, engine::Action action, const Texts& texts) {
  const auto gold = [&](int price) { return texts.format("note.gold", as_text(price)); };
  switch (static_cast<Verb>(action.verb)) {
    case Verb::kBuy:
      return gold(s.edition->ingredients[action.a].price);
    case Verb::kBuyDiscounted:
      return ingredient_text(*s.edition, action.a, texts);
    case Verb::kBuyToken:
      return gold(s.edition->tokens[action.a].price);
    case Verb::kBrew: {
      const RecipeData& recipe = (*s.edition)[static_cast<Recipe>(action.a)];
      const std::string more = bonus_text(recipe.bonus[action.b], texts, "words");
      return reward_text(*s.edition, recipe, texts, "words") + (more.empty() ? "" : ", " + more);
    }
    default:
      return "";
  }
}

std::string DiceBrewing::about(const Edition& edition, engine::DomainId domain, int value,
                               const Texts& texts) {
  if (domain == domain::kToken)
    return texts.format("about.price", as_text(edition.tokens[static_cast<size_t>(value)].price));
  if (domain == domain::kIngredient) return ingredient_text(edition, value, texts);
  if (domain != domain::kRecipe) return "";
  const RecipeData& recipe = edition[static_cast<Recipe>(value)];
  return texts.format("about.recipe", needs_text(recipe, texts),
                      reward_text(edition, recipe, texts, "words")) +
         improvements_text(recipe, texts);
}

}  // namespace dicebrewing
