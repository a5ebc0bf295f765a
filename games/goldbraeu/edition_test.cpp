// Editions: ours is what the rules say, another map is played without other code, and a wrong file
// is refused with the name of the field.
#include "games/goldbraeu/test_table.h"
#include "tests/editions.h"

namespace goldbraeu::edition_test {

using namespace goldbraeu::test;

using editions::change;
using editions::expect_sourced;
using tables::parsed;

constexpr auto& our_edition = editions::our_edition<Goldbraeu>;

int field(const Edition& e, std::string_view id) {
  const auto found = std::find(e.field_ids.begin(), e.field_ids.end(), id);
  EXPECT_NE(found, e.field_ids.end()) << id;
  return static_cast<int>(found - e.field_ids.begin());
}

std::string neighbours(const Edition& e, std::string_view id) {
  std::string text;
  for (Field other : e.neighbours[static_cast<size_t>(field(e, id))])
    text += (text.empty() ? "" : " ") + e.field_ids[other];
  return text;
}

// --- ours ---

TEST(GoldbraeuEdition, TheSquareIsThatOfTheRules) {
  const Edition& e = edition();
  EXPECT_EQ(e.fields, 38);
  EXPECT_EQ(e.all.size(), 38);
  EXPECT_EQ(e.parasols.size(), 8);
  int pairs = 0;
  for (Field f : e.all) pairs += e.neighbours[f].size();
  EXPECT_EQ(pairs, 2 * 60);
  // E12
  EXPECT_EQ(neighbours(e, "C3"), "C2 B3 C4");
  EXPECT_EQ(neighbours(e, "D2"), "D1 C2 E2");
  EXPECT_EQ(std::count(e.field_ids.begin(), e.field_ids.end(), "D3"), 0);
  EXPECT_EQ(std::count(e.field_ids.begin(), e.field_ids.end(), "E3"), 0);
  const std::pair<const char*, const char*> starts[]{{"krug", "C1"},   {"eiche", "F1"},
                                                     {"baeren", "H3"}, {"post", "F5"},
                                                     {"hirsch", "C5"}, {"adler", "A3"}};
  for (size_t t = 0; t < 6; ++t) {
    EXPECT_EQ(e.business_ids[t], starts[t].first);
    EXPECT_EQ(e.field_ids[e.start[t]], starts[t].second);
    EXPECT_EQ(e.neighbours[e.start[t]].size(), 3);  // three fences
  }
  int value = 0;
  for (Field f : e.all) value += e.parasols.contains(f) ? e.parasol_income : e.field_income;
  EXPECT_EQ(value, 184);
  EXPECT_EQ(e.fences, 48);
}

TEST(GoldbraeuEdition, MoneyAndPiecesAreThoseOfTheRules) {
  const Edition& e = edition();
  EXPECT_EQ(e.price_by_choosers, (std::array<int, 4>{2, 5, 8, 8}));
  EXPECT_EQ(e.drunk_income, -12);
  EXPECT_EQ(e.waitress_income, 20);
  EXPECT_EQ(e.rounds(), 21);
  for (int players = 3; players <= 4; ++players) {
    const PlayerSetup& setup = e.players[static_cast<size_t>(players)];
    EXPECT_EQ(setup.money, 25);
    EXPECT_EQ(setup.figures, 6);
    EXPECT_EQ(setup.stones, players == 3 ? 18 : 16);
    EXPECT_EQ(setup.shares_per_business, players == 3 ? 5 : 6);
    EXPECT_EQ(setup.dealt, players == 3 ? 8 : 6);
    EXPECT_EQ(setup.bosses, players == 3 ? 3 : 2);
    const State s = dealt(players, variants_of(""), 5);
    EXPECT_EQ(s.pile.size(), players == 3 ? 36 : 46);
  }
}

TEST(GoldbraeuEdition, EveryFigureHasItsSource) {
  const Json json = our_edition();
  for (std::string_view part : {"map", "income", "prices", "schedule", "fences"})
    expect_sourced(*json.find(part), part);
  for (std::string_view part : {"taverns", "breweries"})
    for (const Json& item : json.find(part)->items) expect_sourced(item, item.find("id")->text);
  for (std::string_view part : {"players", "chips"})
    for (const auto& [name, item] : json.find(part)->members) expect_sourced(item, name);
}

// --- another map ---

// Four taverns on a small square, two breweries: nothing of ours but the rules.
Json small_map() {
  Json json = our_edition();
  change(json, "edition", R"("small")");
  change(json, "map", R"({"name": "yard", "rows": ["..*..", ".#.#.", "..*.."]})");
  change(json, "taverns", R"([{"id": "north", "start": "B1"}, {"id": "east", "start": "E2"},
                              {"id": "south", "start": "D3"}, {"id": "west", "start": "A2"}])");
  change(json, "breweries", R"([{"id": "old", "corner": "north_west", "shields": 3},
                                {"id": "new", "corner": "south_east", "shields": 3}])");
  change(json, "chips.drunk.tavern", R"("west")");
  change(json, "chips.waitress.tavern", R"("east")");
  change(json, "schedule.payday_first", R"("south")");
  for (const char* players : {"players.3", "players.4"}) {
    change(json, std::string(players) + ".bosses", "1");
    change(json, std::string(players) + ".shares_per_business", "9");
  }
  return json;
}

TEST(GoldbraeuEdition, AnotherMapIsPlayedWithoutOtherCode) {
  const auto loaded = game().load_edition(small_map().dump(), "small.json");
  ASSERT_TRUE(loaded) << loaded.error.text;
  const Edition& e = engine::AnyGameOf<Goldbraeu>::data(**loaded);
  EXPECT_EQ(e.fields, 13);
  EXPECT_EQ(neighbours(e, "C2"), "C1 C3");
  for (int players = 3; players <= 4; ++players) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      const State end =
          play_random(dealt(players, variants_of("every_brewery_supplied=on"), seed, e), seed,
                      [&](const Moment& moment) {
                        ASSERT_EQ(Goldbraeu::broken_invariant(moment.after), -1);
                        const Json json = parsed(text_of(moment.after, Viewer::everything()));
                        State again{};
                        ASSERT_FALSE(engine::read_position<Goldbraeu>(json, e, again));
                        ASSERT_TRUE(engine::same_position<Goldbraeu>(moment.after, again));
                        engine::Canvas canvas(engine::kBoardWidth, engine::kBoardHeight);
                        Goldbraeu::draw(moment.after, Viewer::at(kRed),
                                        game().texts(engine::Language::kFrench), canvas);
                      });
      EXPECT_TRUE(Goldbraeu::over(end));
    }
  }
}

TEST(GoldbraeuEdition, ABusinessWithoutATextIsShownByItsId) {
  const auto loaded = game().load_edition(small_map().dump(), "small.json");
  ASSERT_TRUE(loaded);
  const engine::Texts& texts = game().texts(engine::Language::kEnglish);
  EXPECT_EQ(game().value_text(**loaded, domain::kBusiness, 0, texts), "north");
  const Edition& e = engine::AnyGameOf<Goldbraeu>::data(**loaded);
  std::string told;
  Goldbraeu::tell(dealt(3, variants_of(""), 1, e), Viewer::at(kRed), texts, told);
  EXPECT_NE(told.find("north"), std::string::npos);
  EXPECT_EQ(told.find("business."), std::string::npos) << told;
}

// R4: on another map, or with fewer of them, fences do run out.
TEST(GoldbraeuEdition, FencesLimitPlayOnlyByOptionAndWithFewerOfThem) {
  Json json = our_edition();
  change(json, "fences.count", "20");
  Edition few;
  ASSERT_FALSE(Goldbraeu::load_edition(json, few));
  bool refused = false;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    play_random(dealt(4, variants_of("fence_limit=on"), seed, few), seed,
                [&](const Moment& moment) {
                  ASSERT_LE(fences_needed(moment.after), 20);
                  ASSERT_EQ(Goldbraeu::broken_invariant(moment.after), -1);
                  Offer all(Offer::Keep::kAll);
                  Goldbraeu::options(moment.before, moment.seat, all);
                  for (const engine::Option& option : all)
                    refused = refused || option.verdict == engine::forbid(Rule::kNoFences);
                });
  }
  EXPECT_TRUE(refused);
}

TEST(GoldbraeuEdition, AChangedPriceIsPaid) {
  Json json = our_edition();
  change(json, "prices.by_choosers", "[1, 3, 6, 9]");
  const auto loaded = game().load_edition(json.dump(), "dear.json");
  ASSERT_TRUE(loaded) << loaded.error.text;
  EXPECT_NE((*loaded)->hash(), game().default_edition()->hash());
  const Json position = patched(4, "", R"({"choices":
      {"red": "buy", "blue": "buy", "green": "buy", "yellow": "buy"}})");
  auto table = game().table_at(position, *loaded, engine::ChanceSource::of_seed(1));
  ASSERT_TRUE(table) << table.error.text;
  ASSERT_FALSE((*table)->act(kRed, action(Verb::kBuy, 0)));
  EXPECT_EQ((*table)->outcome().score[0], 25 - 9);
}

// --- wrong ones ---

}  // namespace goldbraeu::edition_test
