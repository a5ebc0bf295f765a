// Positions and views as JSON (docs/record-format.md). A position says only what does not follow
// from the rest: supply, deck, market and black market are what lies nowhere else. A view has those
// too, and leaves out what the viewer may not know.
#include <algorithm>

#include "engine/json.h"
#include "engine/position_io.h"
#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"

namespace dicebrewing {

using engine::Error;
using engine::ErrorCode;
using engine::FieldReader;
using engine::Json;
using engine::JsonWriter;
using engine::Viewer;

namespace {

constexpr std::string_view kPhaseIds[]{"arrange_window", "arrange", "purchase", "last_store",
                                       "brew_window",    "brew",    "over"};

// The words of a question after its name: ids of the domain of ask_a, then of ask_b.
struct QuestionSpec {
  engine::DomainId a = engine::kNoArg;
  engine::DomainId b = engine::kNoArg;
};

constexpr QuestionSpec question_spec(Ask ask) {
  switch (ask) {
    case Ask::kInputDie:
    case Ask::kAccelerator:
      return {domain::kField, engine::kNoArg};
    case Ask::kSwapRolled:
      return {domain::kColour, engine::kNoArg};
    case Ask::kSwapOwn:
      return {domain::kColour, engine::kNumber};
    case Ask::kDiscountDie:
      return {domain::kIngredient, engine::kNoArg};
    case Ask::kTargetDie:
      return {domain::kToken, engine::kSeatArg};
    case Ask::kTargetSeat:
    case Ask::kTargetBuilding:
    case Ask::kTargetRecipe:
      return {domain::kToken, engine::kNoArg};
    case Ask::kBrewDice:
    case Ask::kTokenReward:
      return {domain::kRecipe, domain::kExtra};
    default:
      return {};
  }
}

std::string_view ask_id(Ask ask) {
  return spec().prompts[static_cast<size_t>(index(Prompt::kInputDie) + index(ask) - 1)];
}

// --- writing ---

class Writer {
 public:
  Writer(const State& s, Viewer viewer, JsonWriter& out) : s_(s), viewer_(viewer), out_(out) {}

  void run() {
    out_.begin_object();
    out_.member("game", "dicebrewing");
    out_.member("players", static_cast<int>(s_.seats));
    engine::write_options(spec(), s_.options, out_);
    out_.member("round", static_cast<int>(s_.round));
    engine::write_seat(spec(), "start", s_.start, "", out_);
    out_.member("phase", kPhaseIds[index(s_.phase)]);
    engine::write_seat(spec(), "turn", s_.turn, "nobody", out_);
    out_.member("count", static_cast<int>(s_.count));
    out_.member("credit_spent", static_cast<int>(s_.credit_spent));
    write_question();
    write_recipes();
    write_counts("removed_tokens", s_.removed, kTokenIds);
    write_hand();
    out_.key("brewers");
    out_.begin_object();
    for (int i = 0; i < s_.seats; ++i) write_brewer(engine::seat_at(i));
    out_.end_object();
    if (!viewer_.all) write_table();
    out_.end_object();
  }

 private:
  std::string word(engine::DomainId domain, int value) const {
    if (domain == engine::kNumber) return std::to_string(value);
    if (domain == engine::kSeatArg) return std::string(kSeatIds[static_cast<size_t>(value)]);
    return value_id(*s_.edition, domain, value);
  }
  void write_question() {
    out_.key("question");
    if (s_.ask == Ask::kNone) return out_.null();
    const QuestionSpec words = question_spec(s_.ask);
    std::string text(ask_id(s_.ask));
    if (words.a != engine::kNoArg) text += " " + word(words.a, s_.ask_a);
    if (words.b != engine::kNoArg) text += " " + word(words.b, s_.ask_b);
    out_.value(text);
  }
  void write_recipe(Recipe recipe) {
    recipe == Recipe::kNone ? out_.null() : out_.value((*s_.edition)[recipe].id);
  }
  void write_recipes() {
    out_.key("row");
    out_.begin_array();
    for (int slot = 0; slot < s_.counts().row; ++slot)
      write_recipe(s_.row[static_cast<size_t>(slot)]);
    out_.end_array();
    out_.key("blocked_recipes");
    out_.begin_array();
    for (int slot = 0; slot < s_.counts().row; ++slot) {
      if (s_.slot_blocked(slot)) write_recipe(s_.row[static_cast<size_t>(slot)]);
    }
    out_.end_array();
    out_.key("brewed");
    out_.begin_array(false);
    for (const Brewed& brewed : s_.brewed) {
      out_.begin_object();
      out_.key("recipe");
      write_recipe(brewed.recipe);
      engine::write_seat(spec(), "by", brewed.seat, "", out_);
      out_.member("with", kExtraIds[static_cast<size_t>(brewed.extra)]);
      out_.end_object();
    }
    out_.end_array();
  }
  template <class Counts, class Ids>
  void write_counts(std::string_view key, const Counts& counts, const Ids& ids) {
    out_.key(key);
    out_.begin_array();
    for (size_t i = 0; i < ids.size(); ++i) {
      for (int n = 0; n < counts[i]; ++n) out_.value(ids[i]);
    }
    out_.end_array();
  }
  template <class List>
  void write_dice(std::string_view key, const List& dice) {
    out_.key(key);
    out_.begin_array();
    for (Die die : dice) out_.value(die_id(die));
    out_.end_array();
  }
  void write_hand() {
    out_.key("lifted");
    out_.begin_object();
    write_dice("active", s_.lifted[0]);
    write_dice("warehouse", s_.lifted[1]);
    out_.end_object();
    out_.key("rolled");
    out_.begin_array();
    for (size_t value = 0; value < kFaces; ++value) {
      for (int n = 0; n < s_.rolled[value]; ++n) out_.value(static_cast<int>(value) + 1);
    }
    out_.end_array();
  }
  void write_piece(std::string_view key, Die piece) {
    if (piece == Die::none()) return;
    out_.member(key, piece == Die::seed() ? "seed" : die_id(piece));
  }
  void write_fields(const Player& player) {
    out_.key("fields");
    out_.begin_object();
    for (size_t f = 0; f < kFields; ++f) {
      if (player.input[f] == Die::none() && player.accelerator[f] == Die::none()) continue;
      out_.key(kFieldIds[f]);
      out_.begin_object();
      write_piece("input", player.input[f]);
      write_piece("accelerator", player.accelerator[f]);
      out_.end_object();
    }
    out_.end_object();
  }
  // R44: of another player's hidden tokens what was paid for each, and a null for each one won.
  void write_tokens(Seat seat) {
    const Player& player = s_.at(seat);
    if (!s_.hidden_tokens()) return write_counts("tokens", player.tokens, kTokenIds);
    if (viewer_.may_see(seat)) {
      write_counts("tokens", player.tokens, kTokenIds);
      return write_counts("won_tokens", player.won, kTokenIds);
    }
    std::vector<int> prices;
    int won = 0;
    for (size_t k = 0; k < kTokens; ++k) {
      prices.insert(prices.end(), player.tokens[k], s_.edition->tokens[k].price);
      won += player.won[k];
    }
    std::sort(prices.begin(), prices.end());
    out_.key("tokens");
    out_.begin_array();
    for (int price : prices) out_.value(price);
    out_.end_array();
    out_.key("won_tokens");
    out_.begin_array();
    for (; won > 0; --won) out_.null();
    out_.end_array();
  }
  void write_brewer(Seat seat) {
    const Player& player = s_.at(seat);
    out_.key(kSeatIds[static_cast<size_t>(index(seat))]);
    out_.begin_object();
    out_.member("gold", static_cast<int>(player.gold));
    out_.member("points", static_cast<int>(player.points));
    out_.member("seeds", static_cast<int>(player.seeds));
    write_dice("active", player.active);
    write_dice("warehouse", player.warehouse);
    write_fields(player);
    write_counts("ingredients", player.ingredients, kIngredientIds);
    write_tokens(seat);
    out_.key("discount");
    player.discount == Die::none() ? out_.null() : out_.value(die_id(player.discount));
    out_.member("passed", player.passed != 0);
    out_.key("blocked_buildings");
    out_.begin_array();
    for (int b = 0; b < kBuildings; ++b) {
      if (s_.blocked(seat, static_cast<Building>(b)))
        out_.value(kBuildingIds[static_cast<size_t>(b)]);
    }
    out_.end_array();
    out_.member("bought_ingredient", player.bought_ingredient != 0);
    out_.member("bought_token", player.bought_token != 0);
    write_dice("late", player.late);
    out_.end_object();
  }
  // What a player sees on the table and a position need not say.
  void write_table() {
    out_.key("supply");
    out_.begin_object();
    for (size_t c = 0; c < kColours; ++c)
      out_.member(kColourIds[c], static_cast<int>(s_.supply[c]));
    out_.member("seeds", static_cast<int>(s_.seed_supply));
    out_.end_object();
    out_.key("market");
    out_.begin_object();
    for (int i = 0; i < kIngredients; ++i)
      out_.member(kIngredientIds[static_cast<size_t>(i)], s_.stock(static_cast<Ingredient>(i)));
    out_.end_object();
    out_.key("black_market");
    out_.begin_object();
    if (sees_black_market(s_, viewer_.seat)) {
      for (int i = 0; i < kTokens; ++i)
        out_.member(kTokenIds[static_cast<size_t>(i)], s_.stock(static_cast<Token>(i)));
    }
    out_.member("left", s_.token_stock());
    out_.end_object();
    out_.key("deck");
    out_.begin_array();
    for (Recipe recipe : s_.deck) write_recipe(recipe);
    out_.end_array();
    write_locks();
  }
  void write_locks() {
    out_.key("locked");
    out_.begin_object();
    for (int i = 0; i < s_.seats; ++i) {
      out_.key(kSeatIds[static_cast<size_t>(i)]);
      out_.begin_array();
      for (int f = 0; f < kFields; ++f) {
        if (s_.locked(engine::seat_at(i), static_cast<Field>(f)))
          out_.value(kFieldIds[static_cast<size_t>(f)]);
      }
      out_.end_array();
    }
    out_.end_object();
  }

  const State& s_;
  Viewer viewer_;
  JsonWriter& out_;
};

// --- reading ---

class Reader {
 public:
  Reader(const Json& json, const Edition& edition, State& s)
      : in_(json, "", error_, ErrorCode::kPosition), edition_(edition), s_(s) {}

  Error run() {
    s_ = State{};
    s_.edition = &edition_;
    if (in_.string("game") != "dicebrewing") in_.fail("game", "must be 'dicebrewing'");
    s_.seats = static_cast<uint8_t>(in_.integer("players", spec().min_seats, spec().max_seats));
    engine::read_options(spec(), in_, s_.options);
    s_.round = static_cast<uint8_t>(in_.integer("round", 1, kLongestGame));
    s_.start = engine::read_seat(spec(), s_.seats, in_, "start", "");
    s_.phase = static_cast<Phase>(named(in_, "phase", in_.string("phase"), kPhaseIds));
    s_.turn = engine::read_seat(spec(), s_.seats, in_, "turn", "nobody");
    s_.count = static_cast<uint8_t>(in_.integer_or("count", 0, kMaxPlayers, 0));
    s_.credit_spent = static_cast<uint8_t>(in_.integer_or("credit_spent", 0, 30, 0));
    read_recipes();
    read_counts(in_, "removed_tokens", s_.removed, kTokenIds);
    read_hand();
    read_brewers();
    read_question();
    in_.finish();
    if (in_.ok()) derive();
    return error_;
  }

 private:
  template <class Ids>
  static int named(FieldReader& in, std::string_view key, std::string_view id, const Ids& ids) {
    int i = 0;
    for (std::string_view known : ids) {
      if (known == id) return i;
      ++i;
    }
    if (in.ok()) in.fail(key, "names '" + std::string(id) + "', which it cannot");
    return 0;
  }
  // A list of ids; more of one kind than `most` is refused.
  template <size_t n, class Ids>
  static void read_counts(FieldReader& in, std::string_view key, std::array<uint8_t, n>& counts,
                          const Ids& ids) {
    for (const Json& item : in.array_or_empty(key).items) {
      if (!in.ok()) return;
      const int i = named(in, key, item.text, ids);
      if (++counts[static_cast<size_t>(i)] > kMaxCopies)
        return in.fail(key, "lists more than there are");
    }
  }
  Recipe recipe(std::string_view key, const Json& json) {
    if (json.kind == Json::Kind::kNull) return Recipe::kNone;
    for (size_t i = 0; i < edition_.recipes.size(); ++i) {
      if (edition_.recipes[i].id == json.text) return static_cast<Recipe>(i);
    }
    in_.fail(key, "names '" + json.text + "', which is no recipe");
    return Recipe::kNone;
  }
  // "Y3", "Y3+", "Y3x", "Y3+p"; Y0 is not rolled yet.
  static bool parse_die(std::string_view id, Die& die) {
    constexpr std::string_view kLetters = "YBGU";
    if (id.size() < 2 || kLetters.find(id[0]) == std::string_view::npos || id[1] < '0' ||
        id[1] > '0' + kFaces)
      return false;
    const auto colour = static_cast<Colour>(kLetters.find(id[0]));
    std::string_view marks = id.substr(2);
    const bool temp = marks.starts_with('+');
    if (temp) marks.remove_prefix(1);
    Guard guard = Guard::kNone;
    if (marks == "x") guard = Guard::kBlocked;
    if (marks == "p") guard = Guard::kProtected;
    if (guard == Guard::kNone && !marks.empty()) return false;
    die = Die(colour, id[1] - '0', temp, guard);
    return true;
  }
  static Die read_die(FieldReader& in, std::string_view key, const Json& json) {
    Die die;
    if (!json.is_string() || !parse_die(json.text, die)) {
      in.fail(key, "must be a die like Y3 or U6 (and + x p for +1, blocked, protected)");
    }
    return die;
  }
  template <class List>
  void read_dice(FieldReader& in, std::string_view key, List& dice) {
    for (const Json& item : in.array_or_empty(key).items) {
      const Die die = read_die(in, key, item);
      if (!in.ok()) return;
      if (dice.full() || ++dice_read_ > kMaxDice) return in.fail(key, "lists too many dice");
      dice.insert_sorted(die);
    }
  }

  void read_recipes() {
    const Json& row = in_.array("row");
    s_.row.fill(Recipe::kNone);
    if (!in_.ok()) return;
    if (row.items.size() != s_.counts().row)
      return in_.fail("row", "must have " + std::to_string(s_.counts().row) + " places");
    for (size_t slot = 0; slot < row.items.size() && in_.ok(); ++slot)
      s_.row[slot] = recipe("row", row.items[slot]);
    for (const Json& item : in_.array_or_empty("blocked_recipes").items) {
      const Recipe blocked = recipe("blocked_recipes", item);
      if (!in_.ok()) return;
      const int slot = blocked == Recipe::kNone ? -1 : s_.slot_of(blocked);
      if (slot < 0) return in_.fail("blocked_recipes", "must lie in the row");
      s_.blocked_slots = static_cast<uint8_t>(s_.blocked_slots | 1u << slot);
    }
    const Json& brewed = in_.array_or_empty("brewed");
    for (size_t i = 0; i < brewed.items.size() && in_.ok(); ++i) {
      FieldReader one(brewed.items[i], "brewed[" + std::to_string(i) + "]", error_,
                      ErrorCode::kPosition);
      Brewed card;
      card.recipe = recipe("brewed", one.any("recipe"));
      card.seat = engine::read_seat(spec(), s_.seats, one, "by", "");
      card.extra = static_cast<Extra>(named(one, "with", one.string("with"), kExtraIds));
      one.finish();
      if (in_.ok() && (card.recipe == Recipe::kNone || s_.brewed.full()))
        return in_.fail("brewed", "must list recipes, each once");
      if (in_.ok()) s_.brewed.push_back(card);
    }
  }
  void read_hand() {
    if (const Json& json = in_.object_or_empty("lifted"); json.is_object()) {
      FieldReader lifted(json, "lifted", error_, ErrorCode::kPosition);
      read_dice(lifted, "active", s_.lifted[0]);
      read_dice(lifted, "warehouse", s_.lifted[1]);
      lifted.finish();
    }
    for (const Json& item : in_.array_or_empty("rolled").items) {
      if (!item.is_integer() || item.integer < 1 || item.integer > kFaces)
        return in_.fail("rolled", "must hold values from 1 to 6");
      if (++s_.rolled[static_cast<size_t>(item.integer - 1)] > kMaxDice)
        return in_.fail("rolled", "lists more dice than there are");
    }
  }
  void read_brewers() {
    const Json& list = in_.object("brewers");
    for (Player& player : s_.players) {
      player.input.fill(Die::none());
      player.accelerator.fill(Die::none());
      player.discount = Die::none();
    }
    uint32_t named_seats = 0;
    for (const auto& [id, json] : list.members) {
      const Seat seat = engine::seat_named(spec(), s_.seats, in_, "brewers", id);
      if (!in_.ok()) return;
      named_seats |= 1u << index(seat);
      read_brewer(json, "brewers." + id, seat);
    }
    if (in_.ok() && named_seats != (1u << s_.seats) - 1)
      in_.fail("brewers", "must name every seat");
  }
  void read_brewer(const Json& json, const std::string& path, Seat seat) {
    FieldReader in(json, path, error_, ErrorCode::kPosition);
    Player& player = s_.at(seat);
    player.gold = static_cast<int16_t>(in.integer("gold", 0, 10000));
    player.points = static_cast<int16_t>(in.integer_or("points", 0, 10000, points_of(seat)));
    player.seeds = static_cast<uint8_t>(in.integer("seeds", 0, kMaxSeeds));
    read_dice(in, "active", player.active);
    read_dice(in, "warehouse", player.warehouse);
    read_fields(in.object_or_empty("fields"), path + ".fields", player);
    read_counts(in, "ingredients", player.ingredients, kIngredientIds);
    read_counts(in, "tokens", player.tokens, kTokenIds);
    read_counts(in, "won_tokens", player.won, kTokenIds);
    if (const Json& die = in.any("discount"); die.kind != Json::Kind::kNull && in.ok())
      player.discount = read_die(in, "discount", die);
    player.passed = in.boolean_or("passed", false) ? 1 : 0;
    for (const Json& item : in.array_or_empty("blocked_buildings").items) {
      const int building = named(in, "blocked_buildings", item.text, kBuildingIds);
      player.blocked = static_cast<uint8_t>(player.blocked | 1u << building);
    }
    player.bought_ingredient = in.boolean_or("bought_ingredient", false) ? 1 : 0;
    player.bought_token = in.boolean_or("bought_token", false) ? 1 : 0;
    const int counted = dice_read_;
    read_dice(in, "late", player.late);  // they lie in the active zone
    dice_read_ = counted;
    in.finish();
  }
  void read_fields(const Json& json, const std::string& path, Player& player) {
    if (!json.is_object()) return;
    FieldReader fields(json, path, error_, ErrorCode::kPosition);
    for (size_t f = 0; f < kFields; ++f) {
      if (!fields.has(kFieldIds[f])) continue;
      FieldReader in(fields.object(kFieldIds[f]), path + "." + std::string(kFieldIds[f]), error_,
                     ErrorCode::kPosition);
      if (in.has("input")) {
        const Json& piece = in.any("input");
        player.input[f] =
            piece.is_string() && piece.text == "seed" ? Die::seed() : read_die(in, "input", piece);
      }
      if (in.has("accelerator"))
        player.accelerator[f] = read_die(in, "accelerator", in.any("accelerator"));
      in.finish();
      if (player.input[f] != Die::none() || player.accelerator[f] != Die::none())
        player.used = static_cast<uint16_t>(player.used | 1u << f);
    }
    fields.finish();
  }
  // What the brewed cards gave (§11.11): for positions that leave it out.
  int points_of(Seat seat) const {
    int points = 0;
    for (const Brewed& brewed : s_.brewed) {
      if (brewed.seat != seat) continue;
      const RecipeData& data = edition_[brewed.recipe];
      points +=
          edition_.brew_points + data.points + data.bonus[static_cast<size_t>(brewed.extra)].points;
    }
    return points;
  }
  int parse_word(engine::DomainId domain, std::string_view word) {
    if (domain == engine::kSeatArg)
      return index(engine::seat_named(spec(), s_.seats, in_, "question", word));
    if (domain == engine::kNumber) {
      int64_t value = 1;
      if (!engine::parse_int(word, 1, kFaces, value)) in_.fail("question", "must name a value");
      return static_cast<int>(value);
    }
    return engine::value_named(edition_, domain, domain_size(edition_, domain), value_id, in_,
                               "question", word, "answer");
  }
  void read_question() {
    const Json& json = in_.any("question");
    if (json.kind == Json::Kind::kNull || !in_.ok()) return;
    const std::vector<std::string_view> words = engine::split(json.text, ' ');
    int ask = 1;
    while (ask <= index(Ask::kTokenReward) &&
           (words.empty() || ask_id(static_cast<Ask>(ask)) != words[0]))
      ++ask;
    if (ask > index(Ask::kTokenReward) || !json.is_string())
      return in_.fail("question", "must be a question or null");
    s_.ask = static_cast<Ask>(ask);
    const QuestionSpec wanted = question_spec(s_.ask);
    const size_t count =
        1 + (wanted.a != engine::kNoArg ? 1u : 0u) + (wanted.b != engine::kNoArg ? 1u : 0u);
    if (words.size() != count) return in_.fail("question", "has too few or too many words");
    if (count > 1) s_.ask_a = static_cast<uint8_t>(parse_word(wanted.a, words[1]));
    if (count > 2) s_.ask_b = static_cast<uint8_t>(parse_word(wanted.b, words[2]));
  }

  // Supply and deck: what lies nowhere else.
  void derive() {
    std::array<int, kColours> dice{};
    int seeds = 0;
    const auto count = [&](Die die) {
      if (die == Die::none()) return;
      die == Die::seed() ? ++seeds : ++dice[static_cast<size_t>(die.colour())];
    };
    for (const Dice& lifted : s_.lifted) std::for_each(lifted.begin(), lifted.end(), count);
    for (const Player& player : s_.players) {
      std::for_each(player.active.begin(), player.active.end(), count);
      std::for_each(player.warehouse.begin(), player.warehouse.end(), count);
      std::for_each(player.input.begin(), player.input.end(), count);
      std::for_each(player.accelerator.begin(), player.accelerator.end(), count);
      count(player.discount);
      seeds += player.seeds;
    }
    // More than there are leaves none in the supply, and breaks an invariant.
    for (size_t c = 0; c < kColours; ++c)
      s_.supply[c] = static_cast<uint8_t>(std::max(0, edition_.dice[c] - dice[c]));
    s_.seed_supply = static_cast<uint8_t>(std::max(0, edition_.seeds - seeds));
    for (size_t i = 0; i < edition_.recipes.size(); ++i) {
      const auto card = static_cast<Recipe>(i);
      const bool elsewhere =
          s_.slot_of(card) >= 0 || std::any_of(s_.brewed.begin(), s_.brewed.end(),
                                               [&](const Brewed& b) { return b.recipe == card; });
      if (!elsewhere) s_.deck.add(card);
    }
  }

  Error error_;
  FieldReader in_;
  const Edition& edition_;
  State& s_;
  int dice_read_ = 0;
};

}  // namespace

void DiceBrewing::write(const State& s, Viewer viewer, JsonWriter& out) {
  Writer(s, viewer, out).run();
}

Error DiceBrewing::read(const Json& json, const Edition& edition, State& s) {
  return Reader(json, edition, s).run();
}

}  // namespace dicebrewing
