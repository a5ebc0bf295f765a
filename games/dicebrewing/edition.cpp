// Loading the component data; an error names the field.
#include "games/dicebrewing/edition.h"

#include <algorithm>
#include <functional>
#include <span>

#include "games/dicebrewing/names.h"

namespace dicebrewing {

using engine::EditionReader;
using engine::Error;
using engine::Json;

namespace {

constexpr int kMaxPrice = 20;

void read_players(EditionReader& top, Edition& edition) {
  int count = 0;
  top.each("players", "by the number of players: 2, 3 and 4", [&](EditionReader& in, size_t i) {
    const int players = static_cast<int>(i) + 2;
    if (players > kMaxPlayers) return in.fail("players", "is one entry too many");
    in.integer("players", players, players, "how many play");
    CountData& counts = edition.counts[static_cast<size_t>(players)];
    counts.row = in.byte("recipe_row", 1, kMaxRow, "recipes that lie open");
    counts.target = in.byte("recipes_to_end", 1, kMaxRecipes,
                            "recipes brewed by all together that end the game");
    counts.users = in.byte("users_per_field", 1, players, "players who may use a field in a round");
    ++count;
  });
  if (top.ok() && count != kMaxPlayers - 1)
    top.fail("players", "must hold an entry for 2, for 3 and for 4 players");
}

void read_start(EditionReader& top, Edition& edition) {
  EditionReader in = top.part("start", "what each player begins with");
  EditionReader dice = in.part("dice", "dice of each colour");
  for (size_t c = 0; c < kColours; ++c)
    edition.start_dice[c] = dice.byte(kColourIds[c], 0, 6, {"dice of this colour", "COLOUR"});
  dice.finish();
  edition.start_seeds = in.byte("seeds", 0, kMaxSeeds, "seeds");
  edition.start_gold = in.byte("gold", 0, 50, "gold");
  in.finish();
}

void read_dice_and_seeds(EditionReader& top, Edition& edition) {
  int total = 0;
  top.each_of("dice", kColourIds, "the dice of the box", [&](EditionReader& in, size_t c) {
    edition.dice[c] = in.byte("count", 0, kMaxDice, "dice of this colour; enough for four starts");
    edition.die_points[c] = in.byte("final_points", 0, 20, "points for each at the end");
    total += edition.dice[c];
    if (in.ok() && edition.dice[c] < kMaxPlayers * edition.start_dice[c])
      in.fail("count", "must be enough for the start of four players");
  });
  if (top.ok() && total > kMaxDice)
    top.fail("dice", "are more than " + std::to_string(kMaxDice) + " in all");
  EditionReader seeds = top.part("seeds", "the seeds of the box");
  edition.seeds = seeds.byte("count", 0, kMaxSeeds, "how many there are; enough for four starts");
  edition.summer_seeds =
      seeds.byte("each_summer", 0, kMaxSeeds, "seeds each player takes in summer");
  if (seeds.ok() && edition.seeds < kMaxPlayers * edition.start_seeds)
    seeds.fail("count", "must be enough for the start of four players");
  seeds.finish();
}

void read_scoring(EditionReader& top, Edition& edition) {
  EditionReader in = top.part("scoring", "points");
  edition.gold_per_point = in.byte("gold_per_point", 1, 20, "gold that is a point at the end");
  edition.brew_points = in.byte("points_per_brew", 0, 20, "points for every beer");
  in.finish();
  EditionReader ones = top.part("ones_as_gold", "the variant in which ones count as gold");
  const std::vector<int> credit =
      ones.numbers("credit", edition.ones_credit.size(), 0, 30,
                   "gold for 0, 1, 2, 3 and 4 ones, none less than the one before");
  for (size_t i = 0; i < credit.size() && ones.ok(); ++i) {
    // More ones never give less: storing one of them can then only lower the credit (R28).
    if (i > 0 && credit[i] < credit[i - 1])
      ones.fail("credit", "must hold numbers none of which is less than the one before");
    edition.ones_credit[i] = static_cast<uint8_t>(credit[i]);
  }
  ones.finish();
}

constexpr Effect kEffects[kFields]{
    Effect::kGainDie,   Effect::kGainDie,   Effect::kRaise, Effect::kGainDie,
    Effect::kRaise,     Effect::kReroll,    Effect::kSwap,  Effect::kGainDie,
    Effect::kGainSeeds, Effect::kGainSeeds, Effect::kSell,
};

void read_takes(EditionReader& in, FieldData& field) {
  const Json& takes = in.any("takes", "names out of yellow, black, green, blue, or \"seed\"",
                             "the dice the field takes, or a seed where dice are grown");
  if (takes.is_string()) {
    field.takes_seed = true;
    if (takes.text != "seed" || field.effect != Effect::kGainDie ||
        field.building == Building::kSchool)
      in.fail("takes", "must be a list of colours, or 'seed' where dice are grown");
    return;
  }
  if (!takes.is_array() || takes.items.empty())
    return in.fail("takes", "must be a list of colours");
  for (const Json& item : takes.items) {
    size_t colour = 0;
    while (colour < kColours && (!item.is_string() || kColourIds[colour] != item.text)) ++colour;
    if (colour == kColours)
      return in.fail("takes", "must name colours out of " + engine::listed(kColourIds));
    if (field.takes(static_cast<Colour>(colour))) return in.fail("takes", "names a colour twice");
    field.colours = static_cast<uint8_t>(field.colours | 1u << colour);
  }
  // What lies in the School is a tool and goes back to its owner.
  if (in.ok() && field.building == Building::kSchool &&
      field.colours != 1u << static_cast<int>(Colour::kBlue))
    in.fail("takes", "must be blue in the School");
  field.min = in.byte("min", 1, kFaces, "the least value a die may show");
  field.max = in.byte("max", field.min, kFaces, "the highest value a die may show");
  for (int c = 0; c < kColours; ++c) {
    for (int value = field.min; value <= field.max && field.takes(static_cast<Colour>(c)); ++value)
      field.inputs |= 1u << Die(static_cast<Colour>(c), value).kind();
  }
}

void read_field(EditionReader& in, size_t number, Building building, Edition& edition) {
  FieldData& field = edition.fields[number];
  field = FieldData{};
  field.building = building;
  field.effect = kEffects[number];
  read_takes(in, field);
  if (building != Building::kSchool) {
    field.accelerate_min =
        in.byte("accelerate_min", 1, kFaces, "the least blue die that accelerates it");
  }
  switch (field.effect) {
    case Effect::kGainDie:
      field.gain = static_cast<Colour>(in.one_of("gain", kColourIds, "the die it gives"));
      break;
    case Effect::kGainSeeds:
      field.seeds = in.byte("seeds", 1, kMaxSeeds, "the seeds it gives");
      break;
    case Effect::kSell: {
      EditionReader gold = in.part("gold", "what it pays for a die");
      for (size_t c = 0; c < kColours; ++c) {
        if (field.takes(static_cast<Colour>(c)))
          field.gold[c] =
              gold.byte(kColourIds[c], 0, kMaxPrice, {"gold for this colour", "COLOUR"});
      }
      gold.finish();
      break;
    }
    default:
      break;
  }
}

void read_buildings(EditionReader& top, Edition& edition) {
  constexpr size_t kCounts[kBuildings]{3, 2, 3, 3};
  size_t number = 0;
  top.each_of("buildings", kBuildingIds, "the buildings with their fields",
              [&](EditionReader& in, size_t b) {
                edition.opens[b] = in.byte("from_round", 1, kLastOpening, "the round it opens in");
                const auto ids = std::span(kFieldIds).subspan(number, kCounts[b]);
                in.each_of("fields", ids, "its fields", [&](EditionReader& field, size_t) {
                  read_field(field, number++, static_cast<Building>(b), edition);
                });
              });
}

void make_field_sets(Edition& edition) {
  edition.fields_of.fill(0);
  edition.open_fields.fill(0);
  edition.fields_for.fill(0);
  edition.accelerable = edition.seed_fields = edition.reroll_fields = edition.swap_fields = 0;
  for (size_t f = 0; f < kFields; ++f) {
    const FieldData& field = edition.fields[f];
    const auto building = static_cast<size_t>(field.building);
    const auto put_in = [f](uint16_t& set, bool belongs = true) {
      set = static_cast<uint16_t>(set | (belongs ? 1u << f : 0u));
    };
    put_in(edition.fields_of[building]);
    put_in(edition.accelerable, field.accelerate_min > 0);
    put_in(edition.seed_fields, field.takes_seed);
    put_in(edition.reroll_fields, field.effect == Effect::kReroll);
    put_in(edition.swap_fields, field.effect == Effect::kSwap);
    for (int code = 0; code < kDieCodes; ++code) {
      const Die die = Die::of_code(static_cast<uint8_t>(code));
      put_in(edition.fields_for[static_cast<size_t>(code)],
             !field.takes_seed && !die.blocked() && (field.inputs >> die.kind() & 1) != 0);
    }
    for (size_t round = edition.opens[building]; round <= kLastOpening; ++round)
      put_in(edition.open_fields[round]);
  }
}

void read_market(EditionReader& top, Edition& edition) {
  EditionReader market = top.part("market", "the market of ingredients");
  edition.market_opens = market.byte("from_round", 1, kLastOpening, "the round it opens in");
  market.each_of(
      "ingredients", kIngredientIds, "the ingredients", [&](EditionReader& in, size_t i) {
        IngredientData& data = edition.ingredients[i];
        data.copies = in.byte("count", 0, kMaxCopies, "how many there are");
        data.price = in.byte("price", 0, kMaxPrice, "gold it costs");
        in.each("discounts", "what a blue die takes off", [&](EditionReader& row, size_t) {
          const int from = row.integer("value", 2, kFaces, "a blue die of this value or more");
          const uint8_t minus =
              row.byte("minus", 1, std::max<int>(data.price, 1), "gold off; the price at most");
          for (int value = from; value <= kFaces && row.ok(); ++value)
            data.discount[static_cast<size_t>(value)] = minus;
        });
      });
  market.finish();
  EditionReader black = top.part("black_market", "the black market of action tokens");
  edition.black_market_opens = black.byte("from_round", 1, kLastOpening, "the round it opens in");
  black.each_of("tokens", kTokenIds, "the action tokens", [&](EditionReader& in, size_t i) {
    edition.tokens[i].copies = in.byte("count", 0, kMaxCopies, "how many there are");
    edition.tokens[i].price = in.byte("price", 0, kMaxPrice, "gold it costs");
  });
  black.finish();
}

void read_needs(EditionReader& in, RecipeData& recipe) {
  EditionReader needs = in.part("needs", "the dice it takes, 1 to 8 in all");
  int total = 0;
  for (size_t c = 0; c < kColours - 1; ++c) {  // a blue die only improves (R32)
    if (!needs.has(kColourIds[c])) continue;
    const std::vector<int> values =
        needs.numbers(kColourIds[c], {0, kMaxNeed}, 1, kFaces,
                      {"the least value of each die of this colour; none if left out", "COLOUR"});
    for (const int value : values) {
      recipe.need[c][recipe.needed[c]++] = static_cast<uint8_t>(value);
      recipe.demand[c].add(value);
      ++total;
    }
    std::sort(recipe.need[c].begin(), recipe.need[c].begin() + recipe.needed[c],
              std::greater<uint8_t>());
  }
  needs.finish();
  if (in.ok() && (total < 1 || total > kMaxRecipeDice))
    in.fail("needs", "must be 1 to " + std::to_string(kMaxRecipeDice) + " dice");
}

void read_rewards(EditionReader& in, RecipeData& recipe) {
  EditionReader reward = in.part("reward", "what brewing it gives");
  recipe.gold = reward.byte_or("gold", 0, 50, 0, "gold");
  recipe.points = reward.byte_or("points", 0, 50, 0, "points, besides those of every beer");
  recipe.tokens = reward.byte_or("tokens", 0, 1, 0, "action tokens of one's choice");
  if (const int die = reward.one_of_or_none("die", kColourIds, "a die of this colour"); die >= 0) {
    recipe.gives_die = true;
    recipe.die = static_cast<Colour>(die);
  }
  reward.finish();
  EditionReader all = in.part("improvements", "what may improve it: one thing of these");
  for (size_t e = 1; e < kExtras; ++e) {
    if (!all.has(kExtraIds[e])) continue;
    EditionReader one = all.part(kExtraIds[e], {"a blue die or an ingredient", "EXTRA"});
    Bonus& bonus = recipe.bonus[e];
    bonus.printed = true;
    if (static_cast<Extra>(e) == Extra::kBlueDie)
      bonus.min = one.byte("min", 1, kFaces, "blue_die: its least value");
    bonus.gold = one.byte_or("gold", 0, 50, 0, "gold for it");
    bonus.points = one.byte_or("points", 0, 50, 0, "points for it");
    one.finish();
  }
  all.finish();
}

void read_recipes(EditionReader& top, Edition& edition) {
  top.each("recipes", "the recipe cards, 48 at most", [&](EditionReader& in, size_t) {
    RecipeData recipe;
    recipe.id =
        in.id_among(edition.recipes, "the card's name in actions; `texts` may name it for people");
    constexpr std::array<std::string_view, 2> kWhen{"always", "four_players"};
    const int when = in.one_of_or_none("starter", kWhen, "it lies in the opening row");
    recipe.starter = when == 0;
    recipe.starter_four = when == 1;
    read_needs(in, recipe);
    read_rewards(in, recipe);
    edition.recipes.push_back(std::move(recipe));
  });
}

void check_recipes(EditionReader& top, const Edition& edition) {
  const auto count = static_cast<int>(edition.recipes.size());
  if (count > kMaxRecipes) return top.fail("recipes", "are more than 48");
  int always = 0;
  int four = 0;
  for (const RecipeData& recipe : edition.recipes) {
    always += recipe.starter ? 1 : 0;
    four += recipe.starter_four ? 1 : 0;
  }
  for (int players = 2; players <= kMaxPlayers; ++players) {
    const CountData& counts = edition.counts[static_cast<size_t>(players)];
    if (counts.target > count || counts.row > count)
      return top.fail("recipes", "are fewer than " + std::to_string(players) + " players need");
    if (always + (players == kMaxPlayers ? four : 0) > counts.row)
      return top.fail("recipes", "have more starters than the row of " + std::to_string(players) +
                                     " players has room for");
  }
}

// What can be played, but is hardly the game.
void think_twice(EditionReader& top, const Edition& edition) {
  // Whoever has dice of a colour began with them, or a field or a recipe gave them.
  std::array<bool, kColours> comes{};
  for (size_t c = 0; c < kColours; ++c) comes[c] = edition.start_dice[c] > 0;
  for (const FieldData& field : edition.fields) {
    if (field.effect == Effect::kGainDie) comes[static_cast<size_t>(field.gain)] = true;
  }
  for (const RecipeData& recipe : edition.recipes) {
    if (recipe.gives_die) comes[static_cast<size_t>(recipe.die)] = true;
  }
  size_t brewable = 0;
  for (const RecipeData& recipe : edition.recipes) {
    bool possible = true;
    for (size_t c = 0; c < kColours; ++c) {
      if (recipe.needed[c] == 0) continue;
      possible = possible && comes[c] && recipe.needed[c] <= edition.dice[c];
    }
    if (!possible) {
      top.warn("recipes",
               "hold " + recipe.id + ", which nobody can ever brew: there are too few dice for it");
    }
    brewable += possible ? 1 : 0;
  }
  for (size_t players = 2; players <= kMaxPlayers; ++players) {
    if (brewable < edition.counts[players].target) {
      top.warn("players", "need more recipes to end the game with " + std::to_string(players) +
                              " players than can be brewed: only the round limit ends it");
    }
  }
  if (edition.brew_points == 0 &&
      std::ranges::all_of(edition.recipes, [](const RecipeData& r) { return r.points == 0; }))
    top.warn("scoring", "gives no points for a beer, and no recipe does");
  int ingredients = 0;
  for (const IngredientData& data : edition.ingredients) ingredients += data.copies;
  if (ingredients == 0) top.warn("market", "sells nothing");
  int tokens = 0;
  for (const TokenData& data : edition.tokens) tokens += data.copies;
  if (tokens == 0) top.warn("black_market", "sells nothing");
}

}  // namespace

Error load_edition(const Json& json, Edition& edition, engine::EditionNotes* notes) {
  Error error;
  EditionReader in(json, error, notes);
  in.head("dicebrewing");
  read_players(in, edition);
  read_start(in, edition);
  read_dice_and_seeds(in, edition);
  read_scoring(in, edition);
  read_buildings(in, edition);
  read_market(in, edition);
  read_recipes(in, edition);
  if (!error) {
    make_field_sets(edition);
    check_recipes(in, edition);
  }
  in.finish();
  if (!error) think_twice(in, edition);
  return error;
}

}  // namespace dicebrewing
