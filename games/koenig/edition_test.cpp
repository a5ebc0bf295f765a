// Editions: ours is what the rules say, and a bad one is refused with the name of the field.
#include <algorithm>
#include <set>

#include "games/koenig/test_table.h"
#include "tests/editions.h"

namespace koenig::edition_test {

using namespace koenig::test;

using editions::change;
using editions::expect_sourced;
using tables::parsed;

constexpr auto& our_edition = editions::our_edition<Koenig>;
constexpr auto& load = editions::load<Koenig>;

size_t card_at(const Json& edition, std::string_view id) {
  const auto& cards = edition.find("cards")->items;
  const auto found = std::find_if(cards.begin(), cards.end(),
                                  [&](const Json& c) { return c.find("id")->text == id; });
  EXPECT_NE(found, cards.end()) << id;
  return static_cast<size_t>(found - cards.begin());
}

// --- our own ---

TEST(KoenigEdition, E4_SixtyTwoRecordsSeventyThreeCopiesAndThe74th) {
  const Edition& e = edition();
  EXPECT_EQ(e.cards.size(), 62u);
  int copies = 0;
  for (const CardData& card : e.cards) copies += card.copies;
  EXPECT_EQ(copies, 73);
  const State s = dealt(3, engine::default_variants(spec()), 1);
  int in_game = 0;
  for (size_t i = 0; i < e.cards.size(); ++i) in_game += copies_in_game(s, static_cast<Card>(i));
  EXPECT_EQ(in_game, 74);
  // 50 rows of the printed list: what differs only in type, direction or number is one row.
  std::set<std::string> rows;
  for (const CardData& card : e.cards) {
    std::string row = card.id;
    for (std::string_view suffix : {"_amazon", "_dwarf", "_goblin", "_rogue", "_vor", "_zurueck",
                                    "_1", "_2", "_tausch", "_suche"}) {
      if (row.ends_with(suffix)) row.resize(row.size() - suffix.size());
    }
    rows.insert(row);
  }
  EXPECT_EQ(rows.size(), 50u);
}

TEST(KoenigEdition, R1_CopiesAsTheCardListSaysThem) {
  // 36 rows once, ten twice, three four times, Stammplatz five times.
  const auto copies_of = [](std::string_view start) {
    int copies = 0;
    for (const CardData& card : edition().cards)
      copies += card.id.starts_with(start) ? card.copies : 0;
    return copies;
  };
  for (std::string_view twice :
       {"begeisterung", "fauler_handel", "guenstling", "kleine_intrige", "launisch", "nachhilfe",
        "schiedsgericht", "schwaetzchen", "trunkenheit", "wankelmuetig"}) {
    EXPECT_EQ(copies_of(twice), 2) << twice;
  }
  for (std::string_view four : {"geruechtekueche", "ueberzeugende_argumente", "verbruederung"}) {
    EXPECT_EQ(copies_of(four), 4) << four;
  }
  EXPECT_EQ(copies_of("stammplatz"), 5);
  EXPECT_EQ(copies_of("grosse_intrige"), 1);
}

TEST(KoenigEdition, MoneyHeroesAndSchedulesAreThoseOfTheRules) {
  const Edition& e = edition();
  EXPECT_EQ(e.silver_in_box, 95);
  EXPECT_EQ(e.gold_in_silver, 3);
  EXPECT_EQ(e.start_gold, 1);
  EXPECT_EQ(e.hand_size, 5);
  // E2: types at the table (amazon, dwarf, goblin, rogue).
  const std::array<std::array<int, 4>, 4> types{
      {{1, 1, 2, 2}, {2, 2, 2, 2}, {2, 3, 2, 3}, {3, 3, 3, 3}}};
  for (int players = 3; players <= 6; ++players) {
    const State s = dealt(players, engine::default_variants(spec()), 1);
    for (int type = 0; type < kTypes; ++type) {
      EXPECT_EQ(s.count_of(static_cast<Type>(type)),
                types[static_cast<size_t>(players) - 3][static_cast<size_t>(type)])
          << players << " players, " << kTypeIds[static_cast<size_t>(type)];
    }
  }
  using Four = std::array<int8_t, 4>;
  EXPECT_EQ(e.normal.front, (Four{4, 3, 2, 1}));
  EXPECT_EQ(e.normal.back, (Four{-2, -1, 0, 0}));
  EXPECT_EQ(e.full.front, (Four{12, 9, 6, 3}));
  EXPECT_EQ(e.full.back, (Four{6, 3, 0, 0}));
  EXPECT_EQ(e.empty.front, (Four{-12, -9, -6, -3}));
  EXPECT_EQ(e.empty.back, (Four{-6, -3, 0, 0}));
  EXPECT_EQ(e.full_mirrored.back, (Four{12, 9, 6, 3}));
  EXPECT_EQ(e.empty_mirrored.front, (Four{-6, -3, 0, 0}));
  EXPECT_EQ(e.empty_cap2.front, (Four{-6, -6, -6, -3}));
  EXPECT_EQ(e.zork_factor, 2);
}

TEST(KoenigEdition, EveryFigureHasItsSource) {
  const Json json = our_edition();
  for (std::string_view part : {"money", "hand_size", "die", "coin_drop", "coin_toss"})
    expect_sourced(*json.find(part), part);
  for (const Json& colour : json.find("colours")->items)
    expect_sourced(colour, colour.find("id")->text);
  for (const auto& [name, schedule] : json.find("toast")->members) expect_sourced(schedule, name);
  for (const Json& card : json.find("cards")->items) expect_sourced(card, card.find("id")->text);
}

// --- bad ones ---

// The figures each kind of card needs, by a card that has it.
TEST(KoenigBadEdition, EachFigureOfACardIsNeededAndChecked) {
  const std::tuple<const char*, const char*, const char*> figures[]{
      {"kleine_intrige_vor", "direction", R"("sideways")"},
      {"kleine_intrige_vor", "steps", "0"},
      {"grosse_verwirrung", "forward", "16"},
      {"grosse_verwirrung", "backward", R"("three")"},
      {"geruechtekueche_goblin", "type", R"("troll")"},
      {"geruechtekueche_goblin", "steps", "-4"},
      {"ueberzeugende_argumente_rogue", "type", "4"},
      {"verbruederung_dwarf", "type", R"("")"},
      {"seilschaft", "steps", "99"},
      {"nachhilfe", "steps", "null"},
      {"launisch_2", "steps", "6"},
      {"armdruecken", "places", "[1, 3]"},
      {"armdruecken", "lose_on", "[2]"},
      {"stammplatz", "hero", R"("draco")"},
      {"stammplatz", "ends", R"(["middle"])"},
      {"erscheinung", "ends", "[]"},
      {"kleine_rauferei", "count", "7"},
      {"trickbetrug", "count", "4"},
      {"denunziant", "silver", "0"},
      {"langfinger", "silver", "61"},
      {"ueble_gesellschaft", "silver", "false"},
      {"stelldichein", "gold", "0"},
      {"zange", "gold", "21"},
      {"freudentaumel", "gold", "[]"},
      {"trunkenheit", "gold", "-1"},
      {"trunkenheit", "silver", "{}"},
  };
  for (const auto& [id, figure, bad] : figures) {
    const std::string path = "cards[" + std::to_string(card_at(our_edition(), id)) + "]." + figure;
    editions::expect_refused<Koenig>({{path, "", path}, {path, bad, path}});
  }
}

TEST(KoenigBadEdition, AllCopiesTogetherMustMakeAPlayableDeck) {
  Json many = our_edition();
  for (Json& card : many.find("cards")->items) card.set("copies", Json::of(2));
  const engine::Error too_many = load(many);
  EXPECT_TRUE(too_many);
  EXPECT_NE(too_many.text.find("cards"), std::string::npos) << too_many.text;
  EXPECT_NE(too_many.text.find("124"), std::string::npos) << too_many.text;
  Json few = our_edition();
  few.find("cards")->items.resize(40);
  const engine::Error too_few = load(few);
  EXPECT_TRUE(too_few);
  EXPECT_NE(too_few.text.find("cards"), std::string::npos) << too_few.text;
}

TEST(KoenigBadEdition, ABrokenFileNamesTheLine) {
  const auto loaded =
      game().load_edition("{\n  \"game\": \"koenig\",\n  \"edition\" \"mine\"\n}", "mine.json");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error.code, engine::ErrorCode::kEdition);
  EXPECT_NE(loaded.error.text.find("mine.json"), std::string::npos) << loaded.error.text;
  EXPECT_NE(loaded.error.text.find('3'), std::string::npos) << loaded.error.text;
}

// --- an edition of one's own is used ---

TEST(KoenigOwnEdition, AChangedFigureChangesTheGame) {
  Json json = our_edition();
  json.find("cards")->items[card_at(json, "denunziant")].set("silver", Json::of(1));
  json.find("edition")->text = "mild";
  const auto loaded = game().load_edition(json.dump(), "mild.json");
  ASSERT_TRUE(loaded) << loaded.error.text;
  EXPECT_EQ((*loaded)->name(), "mild");
  EXPECT_NE((*loaded)->hash(), game().default_edition()->hash());
  const Json position =
      patched(3, "", R"({"active": "green", "cup": "centre", "hands": {"green": ["denunziant"]}})");
  auto table = game().table_at(position, *loaded, engine::ChanceSource::of_seed(1));
  ASSERT_TRUE(table) << table.error.text;
  ASSERT_FALSE((*table)->act(kGreen, action(Verb::kPlay, index(card_id("denunziant")))));
  ASSERT_FALSE((*table)->act(kGreen, action(Verb::kSeat, index(kPurple))));
  EXPECT_EQ((*table)->outcome().score[1], 2);
}

}  // namespace koenig::edition_test
