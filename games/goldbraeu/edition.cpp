#include "games/goldbraeu/edition.h"

#include <algorithm>

namespace goldbraeu {

using engine::Error;
using engine::ErrorCode;
using engine::FieldReader;
using engine::Json;

namespace {

int find_business(const Edition& edition, std::string_view id) {
  for (size_t i = 0; i < edition.business_ids.size(); ++i) {
    if (edition.business_ids[i] == id) return static_cast<int>(i);
  }
  return -1;
}

int find_field(const Edition& edition, std::string_view id) {
  for (size_t i = 0; i < edition.field_ids.size(); ++i) {
    if (edition.field_ids[i] == id) return static_cast<int>(i);
  }
  return -1;
}

// '.' plain, '*' with a parasol, '#' no field. Fields are neighbours along a full side only.
void read_map(FieldReader& top, Error& error, Edition& edition) {
  FieldReader in(top.object("map"), "map", error, ErrorCode::kEdition);
  in.ignore("source");
  edition.map_name = in.string("name");
  const Json& rows = in.array("rows");
  if (in.ok() && (rows.items.empty() || rows.items.size() > 9))
    in.fail("rows", "must be 1 to 9 rows");
  if (!in.ok()) return;
  edition.rows = static_cast<int>(rows.items.size());
  edition.columns = static_cast<int>(rows.items[0].text.size());
  std::vector<int> at(static_cast<size_t>(edition.rows * edition.columns), -1);
  for (int row = 0; row < edition.rows && in.ok(); ++row) {
    const std::string& text = rows.items[static_cast<size_t>(row)].text;
    if (static_cast<int>(text.size()) != edition.columns || edition.columns < 1 ||
        edition.columns > 12) {
      return in.fail("rows", "must be strings of the same length, 1 to 12 characters");
    }
    for (int column = 0; column < edition.columns; ++column) {
      const char c = text[static_cast<size_t>(column)];
      if (c != '.' && c != '*' && c != '#')
        return in.fail("rows", "may hold '.', '*' and '#' only");
      if (c == '#') continue;
      if (edition.fields == kMaxFields) return in.fail("rows", "hold more than 64 fields");
      const auto field = static_cast<Field>(edition.fields++);
      at[static_cast<size_t>(row * edition.columns + column)] = field;
      edition.field_ids.push_back(std::string(1, static_cast<char>('A' + column)) +
                                  std::to_string(row + 1));
      edition.row_of[field] = static_cast<uint8_t>(row);
      edition.column_of[field] = static_cast<uint8_t>(column);
      edition.all = edition.all | Fields::of(field);
      if (c == '*') edition.parasols = edition.parasols | Fields::of(field);
      const auto join = [&](int other) {
        if (other < 0) return;
        edition.neighbours[field] =
            edition.neighbours[field] | Fields::of(static_cast<Field>(other));
        edition.neighbours[static_cast<size_t>(other)] =
            edition.neighbours[static_cast<size_t>(other)] | Fields::of(field);
      };
      if (column > 0) join(at[static_cast<size_t>(row * edition.columns + column - 1)]);
      if (row > 0) join(at[static_cast<size_t>((row - 1) * edition.columns + column)]);
    }
  }
  in.finish();
}

void read_businesses(FieldReader& top, Error& error, Edition& edition) {
  const Json& taverns = top.array("taverns");
  const Json& breweries = top.array("breweries");
  if (top.ok() && (taverns.items.size() < 3 || taverns.items.size() > kMaxTaverns))
    top.fail("taverns", "must be 3 to 8");
  if (top.ok() && (breweries.items.empty() || breweries.items.size() > kMaxBreweries))
    top.fail("breweries", "must be 1 to 4");
  const auto add_id = [&](FieldReader& in) {
    const std::string id(in.string("id"));
    const bool word = !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
    if (in.ok() && !word) in.fail("id", "must be a word of small letters");
    if (in.ok() && (find_business(edition, id) >= 0 || id == "drunk" || id == "waitress")) {
      in.fail("id", "must be a name of its own");
    }
    edition.business_ids.push_back(id);
  };
  for (size_t i = 0; i < taverns.items.size() && !error; ++i) {
    FieldReader in(taverns.items[i], "taverns[" + std::to_string(i) + "]", error,
                   ErrorCode::kEdition);
    in.ignore("source");
    add_id(in);
    const int field = find_field(edition, in.string("start"));
    if (in.ok() && (field < 0 || edition.start_fields.contains(static_cast<Field>(field)))) {
      in.fail("start", "must be a field of the map that is no other tavern's");
    }
    if (in.ok()) {
      edition.start[i] = static_cast<Field>(field);
      edition.start_fields = edition.start_fields | Fields::of(static_cast<Field>(field));
    }
    in.finish();
  }
  edition.taverns = static_cast<int>(taverns.items.size());
  int shields = 0;
  for (size_t i = 0; i < breweries.items.size() && !error; ++i) {
    FieldReader in(breweries.items[i], "breweries[" + std::to_string(i) + "]", error,
                   ErrorCode::kEdition);
    in.ignore("source");
    add_id(in);
    edition.shields[i] = static_cast<uint8_t>(in.integer("shields", 1, 9));
    shields += edition.shields[i];
    const std::string_view corner = in.string("corner");
    if (in.ok() && corner != "north_west" && corner != "north_east" && corner != "south_east" &&
        corner != "south_west") {
      in.fail("corner", "must be north_west, north_east, south_east or south_west");
    }
    edition.corner[i] = {corner.starts_with("south"), corner.ends_with("east")};
    in.finish();
  }
  edition.breweries = static_cast<int>(breweries.items.size());
  if (!error && shields < edition.taverns)
    top.fail("breweries", "have fewer shields than there are taverns");
}

int read_tavern(FieldReader& in, std::string_view key, const Edition& edition) {
  const int tavern = find_business(edition, in.string(key));
  if (in.ok() && (tavern < 0 || tavern >= edition.taverns))
    in.fail(key, "must be one of the taverns");
  return tavern < 0 ? 0 : tavern;
}

// R39: half of an income goes to the brewery, so it must be exact.
int even(FieldReader& in, std::string_view key, int low, int high) {
  const int amount = in.integer(key, low, high);
  if (in.ok() && amount % 2 != 0) in.fail(key, "must be even, since half goes to the brewery");
  return amount;
}

void read_chips(FieldReader& top, Error& error, Edition& edition) {
  FieldReader chips(top.object("chips"), "chips", error, ErrorCode::kEdition);
  chips.ignore("source");
  {
    FieldReader in(chips.object("drunk"), "chips.drunk", error, ErrorCode::kEdition);
    in.ignore("source");
    edition.drunk_start = read_tavern(in, "tavern", edition);
    edition.drunk_income = even(in, "income", -100, 0);
    in.finish();
  }
  {
    FieldReader in(chips.object("waitress"), "chips.waitress", error, ErrorCode::kEdition);
    in.ignore("source");
    edition.waitress_start = read_tavern(in, "tavern", edition);
    edition.waitress_income = even(in, "income", 0, 100);
    if (in.ok() && edition.waitress_start == edition.drunk_start)
      in.fail("tavern", "is the drunk's already");
    in.finish();
  }
  chips.finish();
}

void read_players(FieldReader& top, Error& error, Edition& edition) {
  FieldReader list(top.object("players"), "players", error, ErrorCode::kEdition);
  list.ignore("source");
  for (int players = 3; players <= kMaxPlayers; ++players) {
    const std::string key = std::to_string(players);
    FieldReader in(list.object(key), "players." + key, error, ErrorCode::kEdition);
    PlayerSetup& setup = edition.players[static_cast<size_t>(players)];
    in.ignore("source");
    setup.money = in.integer("money", 0, 200);
    setup.stones = in.integer("stones", 1, 60);
    setup.figures = in.integer("figures", 1, 12);
    setup.shares_per_business = in.integer("shares_per_business", players, 9);
    setup.specials_each = in.integer("specials_each", 0, 10);
    setup.dealt = in.integer("dealt", 3, 12);
    in.integer("hidden", 2, 2);
    setup.bosses = in.integer("bosses", 0, 4);
    const int shares = setup.shares_per_business * edition.businesses();
    if (in.ok() && shares + 2 * setup.specials_each > kMaxCards)
      in.fail("shares_per_business", "make a deck of more than 100 cards");
    if (in.ok() && players * setup.dealt > shares)
      in.fail("dealt", "is more than there are shares");
    if (in.ok() && setup.dealt - 2 > setup.stones)
      in.fail("stones", "are fewer than the shares opened at set-up");
    if (in.ok() &&
        (players * setup.bosses > edition.businesses() || setup.bosses > setup.figures)) {
      in.fail("bosses", "are more than there are businesses or figures");
    }
    in.finish();
  }
  list.finish();
}

// R3, R5: around each start field one on every side that another field lies at.
int fences_at_start(const Edition& edition) {
  int count = 0;
  for (Field field : edition.start_fields) {
    for (Field other : edition.neighbours[field]) {
      count += !edition.start_fields.contains(other) || other > field ? 1 : 0;
    }
  }
  return count;
}

void read_money(FieldReader& top, Error& error, Edition& edition) {
  FieldReader income(top.object("income"), "income", error, ErrorCode::kEdition);
  income.ignore("source");
  edition.field_income = even(income, "field", 0, 20);
  edition.parasol_income = even(income, "parasol", 0, 20);
  income.finish();

  FieldReader prices(top.object("prices"), "prices", error, ErrorCode::kEdition);
  prices.ignore("source");
  const Json& list = prices.array("by_choosers");
  if (prices.ok() && list.items.size() != kMaxPlayers)
    prices.fail("by_choosers", "must be 4 prices");
  for (size_t i = 0; i < list.items.size() && prices.ok(); ++i) {
    if (!list.items[i].is_integer() || list.items[i].integer < 0 || list.items[i].integer > 100) {
      prices.fail("by_choosers", "must be whole numbers from 0 to 100");
    }
    edition.price_by_choosers[i] = static_cast<int>(list.items[i].integer);
  }
  prices.finish();
}

}  // namespace

Error load_edition(const Json& json, Edition& edition) {
  Error error;
  edition = Edition{};
  FieldReader in(json, "", error, ErrorCode::kEdition);
  if (in.string("game") != "goldbraeu") in.fail("game", "must be 'goldbraeu'");
  in.string("edition");
  in.integer("version", 1, 1);
  in.ignore("source");
  read_map(in, error, edition);
  read_businesses(in, error, edition);
  read_chips(in, error, edition);
  read_players(in, error, edition);
  read_money(in, error, edition);
  {
    FieldReader schedule(in.object("schedule"), "schedule", error, ErrorCode::kEdition);
    schedule.ignore("source");
    edition.weeks = schedule.integer("weeks", 1, 9);
    edition.rounds_per_week = schedule.integer("rounds_per_week", 1, 20);
    edition.payday_first = read_tavern(schedule, "payday_first", edition);
    schedule.finish();
  }
  {
    FieldReader fences(in.object("fences"), "fences", error, ErrorCode::kEdition);
    fences.ignore("source");
    edition.fences = fences.integer("count", fences_at_start(edition), 200);
    fences.finish();
  }
  in.finish();
  return error;
}

}  // namespace goldbraeu
