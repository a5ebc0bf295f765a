#include "games/goldbraeu/edition.h"

#include <algorithm>

namespace goldbraeu {

using engine::EditionReader;
using engine::Error;
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
void read_map(EditionReader& top, Edition& edition) {
  EditionReader in = top.part("map", "the village square");
  edition.map_name = in.string("name", "what the map is called");
  const Json& rows =
      in.list("rows",
              "the square from north to south, 1 to 9 texts of the same length (1 to 12): '.' a "
              "field, '*' a field with a parasol, '#' none; 64 fields at most");
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

void read_businesses(EditionReader& top, Edition& edition) {
  const auto add_id = [&](EditionReader& in) {
    const std::string id = in.id("its name in actions; `texts` may name it for people");
    if (in.ok() && (find_business(edition, id) >= 0 || id == "drunk" || id == "waitress")) {
      in.fail("id", "must be a name of its own");
    }
    edition.business_ids.push_back(id);
  };
  top.each(
      "taverns", "3 to 8 taverns, clockwise around the square", [&](EditionReader& in, size_t i) {
        add_id(in);
        const int field =
            find_field(edition, in.string("start", "its start field: column and row, as C1"));
        if (in.ok() && (field < 0 || edition.start_fields.contains(static_cast<Field>(field)))) {
          in.fail("start", "must be a field of the map that is no other tavern's");
        }
        if (in.ok() && i < kMaxTaverns) {
          edition.start[i] = static_cast<Field>(field);
          edition.start_fields = edition.start_fields | Fields::of(static_cast<Field>(field));
        }
        ++edition.taverns;
      });
  if (top.ok() && (edition.taverns < 3 || edition.taverns > kMaxTaverns))
    return top.fail("taverns", "must be 3 to 8");
  int shields = 0;
  top.each("breweries", "1 to 4 breweries", [&](EditionReader& in, size_t i) {
    add_id(in);
    const uint8_t own = in.byte("shields", 1, 9, "its shields: so many taverns it can supply");
    constexpr std::array<std::string_view, 4> kCorners{"north_west", "north_east", "south_east",
                                                       "south_west"};
    const auto corner = kCorners[static_cast<size_t>(
        in.one_of("corner", kCorners, "where it stands on the board"))];
    if (i < kMaxBreweries) {
      edition.shields[i] = own;
      edition.corner[i] = {corner.starts_with("south"), corner.ends_with("east")};
    }
    shields += own;
    ++edition.breweries;
  });
  if (!top.ok()) return;
  if (edition.breweries < 1 || edition.breweries > kMaxBreweries)
    return top.fail("breweries", "must be 1 to 4");
  if (shields < edition.taverns) top.fail("breweries", "have fewer shields than there are taverns");
}

int read_tavern(EditionReader& in, std::string_view key, const Edition& edition,
                engine::Meaning meaning) {
  const int tavern = find_business(edition, in.string(key, meaning));
  if (in.ok() && (tavern < 0 || tavern >= edition.taverns))
    in.fail(key, "must be one of the taverns");
  return tavern < 0 ? 0 : tavern;
}

// R39: half of an income goes to the brewery, so it must be exact.
int even(EditionReader& in, std::string_view key, int low, int high, engine::Meaning meaning) {
  const int amount = in.integer(key, low, high, meaning);
  if (in.ok() && amount % 2 != 0) in.fail(key, "must be even, since half goes to the brewery");
  return amount;
}

void read_chips(EditionReader& top, Edition& edition) {
  EditionReader chips = top.part("chips", "the drunk and the waitress");
  EditionReader drunk = chips.part("drunk", "the drunk");
  edition.drunk_start = read_tavern(drunk, "tavern", edition, "the tavern it starts at");
  edition.drunk_income =
      even(drunk, "income", -100, 0, "what it adds to a tavern's income; even, 0 or less");
  drunk.finish();
  EditionReader waitress = chips.part("waitress", "the waitress");
  edition.waitress_start = read_tavern(waitress, "tavern", edition, "the tavern she starts at");
  edition.waitress_income =
      even(waitress, "income", 0, 100, "what she adds to a tavern's income; even");
  if (waitress.ok() && edition.waitress_start == edition.drunk_start)
    waitress.fail("tavern", "is the drunk's already");
  waitress.finish();
  chips.finish();
}

void read_players(EditionReader& top, Edition& edition) {
  EditionReader list = top.part("players", "by the number of players");
  for (int players = 3; players <= kMaxPlayers; ++players) {
    EditionReader in = list.part(std::to_string(players), {"with 3, with 4 players", "N"});
    PlayerSetup& setup = edition.players[static_cast<size_t>(players)];
    setup.money = in.integer("money", 0, 200, "thalers each player begins with");
    setup.stones = in.integer("stones", 1, 60, "stones of each player: so many open shares");
    setup.figures = in.integer("figures", 1, 12, "figures of each player: so many bosses");
    setup.shares_per_business =
        in.integer("shares_per_business", players, 9, "shares of each business in the deck");
    setup.specials_each =
        in.integer("specials_each", 0, 10, "drunk cards in the deck, and as many waitress cards");
    setup.dealt = in.integer("dealt", 3, 12, "shares dealt to each player");
    in.integer("hidden", 2, 2, "of these, how many stay hidden; the rules know 2");
    setup.bosses = in.integer("bosses", 0, 4, "bosses each player places at set-up");
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

void read_money(EditionReader& top, Edition& edition) {
  EditionReader income = top.part("income", "what a terrace takes in on payday, in thalers");
  edition.field_income = even(income, "field", 0, 20, "for each field; even");
  edition.parasol_income = even(income, "parasol", 0, 20, "for each field with a parasol; even");
  income.finish();

  EditionReader prices = top.part("prices", "what a card costs, in thalers");
  const std::vector<int> list =
      prices.numbers("by_choosers", kMaxPlayers, 0, 100, "when 1, 2, 3 or 4 players buy");
  for (size_t i = 0; i < list.size(); ++i) edition.price_by_choosers[i] = list[i];
  prices.finish();
}

// What can be played, but is hardly the game.
void think_twice(EditionReader& top, const Edition& edition) {
  for (int players = 3; players <= kMaxPlayers; ++players) {
    const PlayerSetup& setup = edition.players[static_cast<size_t>(players)];
    const std::string with = " with " + std::to_string(players) + " players";
    const int cheapest = *std::min_element(edition.price_by_choosers.begin(),
                                           edition.price_by_choosers.begin() + players);
    if (cheapest > setup.money) {
      top.warn("prices", "are such that nobody can buy before the first payday" + with +
                             ": the least is " + std::to_string(cheapest) +
                             ", and each begins with " + std::to_string(setup.money));
    }
    if (setup.figures == setup.bosses) {
      top.warn("players", "leave no figure after set-up" + with +
                              ": a boss can be appointed only when one comes back");
    }
  }
  if (edition.field_income == 0 && edition.parasol_income == 0 && edition.waitress_income == 0)
    top.warn("income", "is nothing anywhere: no payday ever pays");
  if (edition.fields <= edition.taverns)
    top.warn("map", "has no field besides the start fields: no terrace can grow");
  if (edition.fences == fences_at_start(edition) && edition.fields > edition.taverns)
    top.warn("fences", "are all used at set-up: terraces can hardly grow");
  for (Field start : edition.start_fields) {
    if (edition.neighbours[start].size() == 0) {
      top.warn("map", "has no neighbour for the start field " + edition.field_ids[start] +
                          ": that terrace can't grow");
    }
  }
}

}  // namespace

Error load_edition(const Json& json, Edition& edition, engine::EditionNotes* notes) {
  Error error;
  edition = Edition{};
  EditionReader in(json, error, notes);
  in.head("goldbraeu");
  read_map(in, edition);
  read_businesses(in, edition);
  read_chips(in, edition);
  read_players(in, edition);
  read_money(in, edition);
  EditionReader schedule = in.part("schedule", "how long the game lasts");
  edition.weeks = schedule.integer("weeks", 1, 9, "weeks, each with a payday at its end");
  edition.rounds_per_week = schedule.integer("rounds_per_week", 1, 20, "rounds in a week");
  edition.payday_first =
      read_tavern(schedule, "payday_first", edition, "the tavern that payday begins with");
  schedule.finish();
  EditionReader fences = in.part("fences", "the fences between terraces");
  edition.fences = fences.integer("count", fences_at_start(edition), 200,
                                  "how many there are; set-up must not need more");
  fences.finish();
  in.finish();
  if (!error) think_twice(in, edition);
  return error;
}

}  // namespace goldbraeu
