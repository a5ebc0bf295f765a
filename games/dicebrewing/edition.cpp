// Loading the component data; an error names the field.
#include "games/dicebrewing/edition.h"

#include <algorithm>
#include <functional>
#include <span>

#include "games/dicebrewing/names.h"

namespace dicebrewing {

using engine::Error;
using engine::ErrorCode;
using engine::FieldReader;
using engine::Json;

namespace {

constexpr int kMaxPrice = 20;

uint8_t figure(FieldReader& in, std::string_view key, int low, int high) {
  return static_cast<uint8_t>(in.integer(key, low, high));
}
uint8_t figure_or_0(FieldReader& in, std::string_view key, int high) {
  return static_cast<uint8_t>(in.integer_or(key, 0, high, 0));
}

int one_of(FieldReader& in, std::string_view key, std::string_view id,
           std::span<const std::string_view> ids) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == id) return static_cast<int>(i);
  }
  std::string list;
  for (std::string_view known : ids)
    list += (list.empty() ? "'" : ", '") + std::string(known) + "'";
  in.fail(key, "must be one of " + list);
  return 0;
}

// A list that must hold exactly these, in this order.
template <class Visit>
void read_list(FieldReader& top, Error& error, std::string_view key, const std::string& path,
               std::span<const std::string_view> ids, Visit visit) {
  const Json& list = top.array(key);
  if (top.ok() && list.items.size() != ids.size()) {
    top.fail(key, "must hold " + std::to_string(ids.size()) + " entries");
  }
  for (size_t i = 0; i < list.items.size() && !error; ++i) {
    FieldReader in(list.items[i], path + "[" + std::to_string(i) + "]", error, ErrorCode::kEdition);
    if (in.string("id") != ids[i] && in.ok())
      in.fail("id", "must be '" + std::string(ids[i]) + "' here");
    visit(in, i);
    in.ignore("source");
    in.finish();
  }
}

void read_players(FieldReader& top, Error& error, Edition& edition) {
  const Json& list = top.array("players");
  if (top.ok() && list.items.size() != kMaxPlayers - 1) {
    top.fail("players", "must hold an entry for 2, for 3 and for 4 players");
  }
  for (size_t i = 0; i < list.items.size() && !error; ++i) {
    FieldReader in(list.items[i], "players[" + std::to_string(i) + "]", error, ErrorCode::kEdition);
    const int players = static_cast<int>(i) + 2;
    in.integer("players", players, players);
    CountData& counts = edition.counts[static_cast<size_t>(players)];
    counts.row = figure(in, "recipe_row", 1, kMaxRow);
    counts.target = figure(in, "recipes_to_end", 1, kMaxRecipes);
    counts.users = figure(in, "users_per_field", 1, players);
    in.ignore("source");
    in.finish();
  }
}

void read_start(FieldReader& top, Error& error, Edition& edition) {
  FieldReader in(top.object("start"), "start", error, ErrorCode::kEdition);
  FieldReader dice(in.object("dice"), "start.dice", error, ErrorCode::kEdition);
  for (size_t c = 0; c < kColours; ++c) edition.start_dice[c] = figure(dice, kColourIds[c], 0, 6);
  dice.finish();
  edition.start_seeds = figure(in, "seeds", 0, kMaxSeeds);
  edition.start_gold = figure(in, "gold", 0, 50);
  in.ignore("source");
  in.finish();
}

void read_dice_and_seeds(FieldReader& top, Error& error, Edition& edition) {
  int total = 0;
  read_list(top, error, "dice", "dice", kColourIds, [&](FieldReader& in, size_t c) {
    edition.dice[c] = figure(in, "count", 0, kMaxDice);
    edition.die_points[c] = figure(in, "final_points", 0, 20);
    total += edition.dice[c];
    if (in.ok() && edition.dice[c] < kMaxPlayers * edition.start_dice[c])
      in.fail("count", "must be enough for the start of four players");
  });
  if (top.ok() && total > kMaxDice)
    top.fail("dice", "are more than " + std::to_string(kMaxDice) + " in all");
  FieldReader seeds(top.object("seeds"), "seeds", error, ErrorCode::kEdition);
  edition.seeds = figure(seeds, "count", 0, kMaxSeeds);
  edition.summer_seeds = figure(seeds, "each_summer", 0, kMaxSeeds);
  if (seeds.ok() && edition.seeds < kMaxPlayers * edition.start_seeds)
    seeds.fail("count", "must be enough for the start of four players");
  seeds.ignore("source");
  seeds.finish();
}

void read_scoring(FieldReader& top, Error& error, Edition& edition) {
  FieldReader in(top.object("scoring"), "scoring", error, ErrorCode::kEdition);
  edition.gold_per_point = figure(in, "gold_per_point", 1, 20);
  edition.brew_points = figure(in, "points_per_brew", 0, 20);
  in.ignore("source");
  in.finish();
  FieldReader ones(top.object("ones_as_gold"), "ones_as_gold", error, ErrorCode::kEdition);
  const Json& credit = ones.array("credit");
  if (ones.ok() && credit.items.size() != edition.ones_credit.size())
    ones.fail("credit", "must hold five numbers, for 0 to 4 ones");
  int before = 0;
  for (size_t i = 0; i < credit.items.size() && ones.ok(); ++i) {
    const Json& item = credit.items[i];
    // More ones never give less: storing one of them can then only lower the credit (R28).
    if (!item.is_integer() || item.integer < before || item.integer > 30) {
      ones.fail("credit", "must be numbers from 0 to 30, none less than the one before");
    } else {
      edition.ones_credit[i] = static_cast<uint8_t>(before = static_cast<int>(item.integer));
    }
  }
  ones.ignore("source");
  ones.finish();
}

constexpr Effect kEffects[kFields]{
    Effect::kGainDie,   Effect::kGainDie,   Effect::kRaise, Effect::kGainDie,
    Effect::kRaise,     Effect::kReroll,    Effect::kSwap,  Effect::kGainDie,
    Effect::kGainSeeds, Effect::kGainSeeds, Effect::kSell,
};

void read_takes(FieldReader& in, FieldData& field) {
  const Json& takes = in.any("takes");
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
    const int colour = one_of(in, "takes", item.text, kColourIds);
    if (in.ok() && field.takes(static_cast<Colour>(colour)))
      in.fail("takes", "names a colour twice");
    field.colours = static_cast<uint8_t>(field.colours | 1u << colour);
  }
  // What lies in the School is a tool and goes back to its owner.
  if (in.ok() && field.building == Building::kSchool &&
      field.colours != 1u << static_cast<int>(Colour::kBlue))
    in.fail("takes", "must be blue in the School");
  field.min = figure(in, "min", 1, kFaces);
  field.max = figure(in, "max", field.min, kFaces);
  for (int c = 0; c < kColours; ++c) {
    for (int value = field.min; value <= field.max && field.takes(static_cast<Colour>(c)); ++value)
      field.inputs |= 1u << Die(static_cast<Colour>(c), value).kind();
  }
}

void read_field(const Json& json, const std::string& path, size_t number, Building building,
                Error& error, Edition& edition) {
  FieldReader in(json, path, error, ErrorCode::kEdition);
  if (in.string("id") != kFieldIds[number] && in.ok())
    in.fail("id", "must be '" + std::string(kFieldIds[number]) + "' here");
  FieldData& field = edition.fields[number];
  field = FieldData{};
  field.building = building;
  field.effect = kEffects[number];
  read_takes(in, field);
  if (building != Building::kSchool) field.accelerate_min = figure(in, "accelerate_min", 1, kFaces);
  switch (field.effect) {
    case Effect::kGainDie:
      field.gain = static_cast<Colour>(one_of(in, "gain", in.string("gain"), kColourIds));
      break;
    case Effect::kGainSeeds:
      field.seeds = figure(in, "seeds", 1, kMaxSeeds);
      break;
    case Effect::kSell: {
      FieldReader gold(in.object("gold"), path + ".gold", error, ErrorCode::kEdition);
      for (size_t c = 0; c < kColours; ++c) {
        if (field.takes(static_cast<Colour>(c)))
          field.gold[c] = figure(gold, kColourIds[c], 0, kMaxPrice);
      }
      gold.finish();
      break;
    }
    default:
      break;
  }
  in.ignore("source");
  in.finish();
}

void read_buildings(FieldReader& top, Error& error, Edition& edition) {
  constexpr size_t kCounts[kBuildings]{3, 2, 3, 3};
  size_t number = 0;
  read_list(top, error, "buildings", "buildings", kBuildingIds, [&](FieldReader& in, size_t b) {
    edition.opens[b] = figure(in, "from_round", 1, kLastOpening);
    const Json& fields = in.array("fields");
    if (in.ok() && fields.items.size() != kCounts[b])
      in.fail("fields", "must hold " + std::to_string(kCounts[b]) + " fields");
    for (size_t i = 0; i < fields.items.size() && !error; ++i) {
      read_field(fields.items[i],
                 "buildings[" + std::to_string(b) + "].fields[" + std::to_string(i) + "]", number++,
                 static_cast<Building>(b), error, edition);
    }
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

void read_market(FieldReader& top, Error& error, Edition& edition) {
  FieldReader market(top.object("market"), "market", error, ErrorCode::kEdition);
  edition.market_opens = figure(market, "from_round", 1, kLastOpening);
  read_list(market, error, "ingredients", "market.ingredients", kIngredientIds,
            [&](FieldReader& in, size_t i) {
              IngredientData& data = edition.ingredients[i];
              data.copies = figure(in, "count", 0, kMaxCopies);
              data.price = figure(in, "price", 0, kMaxPrice);
              for (const Json& item : in.array("discounts").items) {
                FieldReader row(item, in.path("discounts"), error, ErrorCode::kEdition);
                const int from = row.integer("value", 2, kFaces);
                const auto minus = figure(row, "minus", 1, data.price > 0 ? data.price : 1);
                row.finish();
                for (int value = from; value <= kFaces && !error; ++value)
                  data.discount[static_cast<size_t>(value)] = minus;
              }
            });
  market.ignore("source");
  market.finish();
  FieldReader black(top.object("black_market"), "black_market", error, ErrorCode::kEdition);
  edition.black_market_opens = figure(black, "from_round", 1, kLastOpening);
  read_list(black, error, "tokens", "black_market.tokens", kTokenIds,
            [&](FieldReader& in, size_t i) {
              edition.tokens[i].copies = figure(in, "count", 0, kMaxCopies);
              edition.tokens[i].price = figure(in, "price", 0, kMaxPrice);
            });
  black.ignore("source");
  black.finish();
}

void read_needs(FieldReader& in, const std::string& path, Error& error, RecipeData& recipe) {
  FieldReader needs(in.object("needs"), path + ".needs", error, ErrorCode::kEdition);
  int total = 0;
  for (size_t c = 0; c < kColours - 1; ++c) {  // a blue die only improves (R32)
    for (const Json& item : needs.array_or_empty(kColourIds[c]).items) {
      if (!item.is_integer() || item.integer < 1 || item.integer > kFaces ||
          recipe.needed[c] == kMaxNeed)
        return needs.fail(kColourIds[c], "must be up to 4 values from 1 to 6");
      recipe.need[c][recipe.needed[c]++] = static_cast<uint8_t>(item.integer);
      ++total;
    }
    for (size_t j = 0; j < recipe.needed[c]; ++j) recipe.demand[c].add(recipe.need[c][j]);
    std::sort(recipe.need[c].begin(), recipe.need[c].begin() + recipe.needed[c],
              std::greater<uint8_t>());
  }
  needs.finish();
  if (in.ok() && (total < 1 || total > kMaxRecipeDice))
    in.fail("needs", "must be 1 to " + std::to_string(kMaxRecipeDice) + " dice");
}

void read_rewards(FieldReader& in, const std::string& path, Error& error, RecipeData& recipe) {
  FieldReader reward(in.object("reward"), path + ".reward", error, ErrorCode::kEdition);
  recipe.gold = figure_or_0(reward, "gold", 50);
  recipe.points = figure_or_0(reward, "points", 50);
  recipe.tokens = figure_or_0(reward, "tokens", 1);
  if (const std::string_view colour = reward.string_or("die", ""); !colour.empty()) {
    recipe.gives_die = true;
    recipe.die = static_cast<Colour>(one_of(reward, "die", colour, kColourIds));
  }
  reward.finish();
  const Json& improvements = in.object("improvements");
  FieldReader all(improvements, path + ".improvements", error, ErrorCode::kEdition);
  for (size_t e = 1; e < kExtras; ++e) {
    if (!all.has(kExtraIds[e])) continue;
    FieldReader one(all.object(kExtraIds[e]), path + ".improvements." + std::string(kExtraIds[e]),
                    error, ErrorCode::kEdition);
    Bonus& bonus = recipe.bonus[e];
    bonus.printed = true;
    if (static_cast<Extra>(e) == Extra::kBlueDie) bonus.min = figure(one, "min", 1, kFaces);
    bonus.gold = figure_or_0(one, "gold", 50);
    bonus.points = figure_or_0(one, "points", 50);
    one.finish();
  }
  all.finish();
}

void read_recipes(FieldReader& top, Error& error, Edition& edition) {
  const Json& list = top.array("recipes");
  for (size_t i = 0; i < list.items.size() && !error; ++i) {
    const std::string path = "recipes[" + std::to_string(i) + "]";
    FieldReader in(list.items[i], path, error, ErrorCode::kEdition);
    RecipeData recipe;
    recipe.id = in.string("id");
    if (in.ok() &&
        (recipe.id.empty() ||
         recipe.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos))
      in.fail("id", "must be a word of small letters, digits and '_'");
    for (const RecipeData& other : edition.recipes) {
      if (other.id == recipe.id) in.fail("id", "'" + recipe.id + "' stands twice");
    }
    if (const std::string_view starter = in.string_or("starter", ""); !starter.empty()) {
      constexpr std::string_view kWhen[]{"always", "four_players"};
      const int when = one_of(in, "starter", starter, kWhen);
      recipe.starter = when == 0;
      recipe.starter_four = when == 1;
    }
    read_needs(in, path, error, recipe);
    read_rewards(in, path, error, recipe);
    in.ignore("source");
    in.finish();
    edition.recipes.push_back(std::move(recipe));
  }
}

void check_recipes(FieldReader& top, const Edition& edition) {
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

}  // namespace

Error load_edition(const Json& json, Edition& edition) {
  Error error;
  FieldReader in(json, "", error, ErrorCode::kEdition);
  if (in.string("game") != "dicebrewing") in.fail("game", "must be 'dicebrewing'");
  in.string("edition");
  in.integer("version", 1, 1);
  in.ignore("source");
  read_players(in, error, edition);
  read_start(in, error, edition);
  read_dice_and_seeds(in, error, edition);
  read_scoring(in, error, edition);
  read_buildings(in, error, edition);
  read_market(in, error, edition);
  read_recipes(in, error, edition);
  if (!error) {
    make_field_sets(edition);
    check_recipes(in, edition);
  }
  in.finish();
  return error;
}

}  // namespace dicebrewing
