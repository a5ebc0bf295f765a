// Editions: ours is what the rules say, and a bad one is refused with the name of the field.
#include <algorithm>
#include <set>

#include "games/koenig/test_table.h"

namespace koenig::edition_test {

using namespace koenig::test;

Json our_edition() { return *engine::parse_json(Koenig::edition_json(), "edition.json"); }

engine::Error load(const Json& json) {
  Edition loaded;
  return Koenig::load_edition(json, loaded);
}

// The path names the field: "cards[3].copies", "toast.normal.front".
Json& at(Json& json, std::string_view path) {
  Json* here = &json;
  for (std::string_view part : engine::split(path, '.')) {
    const size_t bracket = part.find('[');
    if (Json* member = here->find(part.substr(0, bracket)); member != nullptr) here = member;
    if (bracket != std::string_view::npos) {
      int64_t item = 0;
      EXPECT_TRUE(
          engine::parse_int(part.substr(bracket + 1, part.size() - bracket - 2), 0, 1000, item));
      here = &here->items[static_cast<size_t>(item)];
    }
  }
  return *here;
}

void erase_member(Json& object, std::string_view key) {
  std::erase_if(object.members, [&](const Json::Member& member) { return member.first == key; });
}

size_t card_at(const Json& edition, std::string_view id) {
  const auto& cards = edition.find("cards")->items;
  const auto found = std::find_if(cards.begin(), cards.end(),
                                  [&](const Json& c) { return c.find("id")->text == id; });
  EXPECT_NE(found, cards.end()) << id;
  return static_cast<size_t>(found - cards.begin());
}

Json parsed(std::string_view text) { return *engine::parse_json(text, "value"); }

// --- our own ---

TEST(KoenigEdition, E4_SixtyTwoRecordsSeventyThreeCopiesAndThe74th) {
  const Edition& e = edition();
  EXPECT_EQ(e.cards.size(), 62u);
  int copies = 0;
  for (const CardData& card : e.cards) copies += card.copies;
  EXPECT_EQ(copies, 73);
  const State s = dealt(3, engine::default_options(spec()), 1);
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
    const State s = dealt(players, engine::default_options(spec()), 1);
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
  const auto sourced = [](const Json& object, std::string_view what) {
    const Json* source = object.find("source");
    ASSERT_NE(source, nullptr) << what;
    const bool known = source->text.find("rulebook") != std::string::npos ||
                       source->text.find("public") != std::string::npos ||
                       source->text.find("house") != std::string::npos;
    EXPECT_TRUE(known) << what << ": " << source->text;
  };
  for (std::string_view part : {"money", "hand_size", "die", "coin_drop", "coin_toss"})
    sourced(*json.find(part), part);
  for (const Json& colour : json.find("colours")->items) sourced(colour, colour.find("id")->text);
  for (const auto& [name, schedule] : json.find("toast")->members) sourced(schedule, name);
  for (const Json& card : json.find("cards")->items) sourced(card, card.find("id")->text);
}

// --- bad ones ---

struct Damage {
  const char* name;
  const char* path;  // of the value that is replaced (an empty value: removed)
  const char* value;
  const char* named;  // must stand in the error
};

class KoenigBadEdition : public testing::TestWithParam<Damage> {};

TEST_P(KoenigBadEdition, IsRefusedByTheNameOfTheField) {
  const Damage& damage = GetParam();
  Json json = our_edition();
  const std::string_view path = damage.path;
  if (*damage.value == '\0') {
    const size_t dot = path.rfind('.');
    erase_member(dot == std::string_view::npos ? json : at(json, path.substr(0, dot)),
                 path.substr(dot + 1));
  } else if (const size_t dot = path.rfind('.');
             dot != std::string_view::npos && path.back() != ']') {
    at(json, path.substr(0, dot)).set(path.substr(dot + 1), parsed(damage.value));
  } else if (path.back() == ']') {
    at(json, path) = parsed(damage.value);
  } else {
    json.set(path, parsed(damage.value));
  }
  const engine::Error error = load(json);
  ASSERT_TRUE(error) << "it was taken";
  EXPECT_EQ(error.code, engine::ErrorCode::kEdition);
  EXPECT_NE(error.text.find(damage.named), std::string::npos) << error.text;
}

INSTANTIATE_TEST_SUITE_P(
    Fields, KoenigBadEdition,
    testing::Values(
        Damage{"AnotherGame", "game", R"("chess")", "game"}, Damage{"NoGame", "game", "", "game"},
        Damage{"NoName", "edition", "", "edition"},
        Damage{"AFutureVersion", "version", "2", "version"},
        Damage{"UnknownTopField", "colors", "[]", "colors"},
        Damage{"NoCards", "cards", "", "cards"}, Damage{"CardsAreNoList", "cards", "{}", "cards"},
        Damage{"TooFewCards", "cards", "[]", "cards"},
        Damage{"ACardIsNoObject", "cards[5]", "7", "cards[5]"},
        Damage{"CopiesAreText", "cards[3].copies", R"("one")", "cards[3].copies"},
        Damage{"CopiesAreNegative", "cards[3].copies", "-1", "cards[3].copies"},
        Damage{"CopiesAreMany", "cards[3].copies", "21", "cards[3].copies"},
        Damage{"CopiesAreADecimal", "cards[3].copies", "1.5", "cards[3].copies"},
        Damage{"NoCopies", "cards[3].copies", "", "cards[3].copies"},
        Damage{"NoId", "cards[3].id", "", "cards[3].id"},
        Damage{"AnIdTwice", "cards[3].id", R"("zange")", "zange"},
        Damage{"AnEmptyId", "cards[3].id", R"("")", "cards[3].id"},
        Damage{"AnIdThatCantBeTypedAsOneWord", "cards[3].id", R"("big mouth")", "cards[3].id"},
        Damage{"UnknownEffect", "cards[0].effect", R"("win_at_once")", "cards[0].effect"},
        Damage{"NoEffect", "cards[0].effect", "", "cards[0].effect"},
        Damage{"UnknownCardField", "cards[0].price", "3", "cards[0].price"},
        Damage{"AFigureTheEffectDoesNotHave", "cards[0].steps", "3", "cards[0].steps"},
        Damage{"HiddenShuffleIsANumber", "cards[0].hidden_shuffle", "1", "cards[0].hidden_shuffle"},
        Damage{"Card74OnAnotherCard", "cards[0].card74", "true", "cards[0].card74"},
        Damage{"MoneyIsAList", "money", "[]", "money"},
        Damage{"NoGoldCoins", "money.gold_coins", "", "money.gold_coins"},
        Damage{"NegativeCoins", "money.silver_coins", "-1", "money.silver_coins"},
        Damage{"GoldIsWorthNothing", "money.gold_in_silver", "0", "money.gold_in_silver"},
        Damage{"MoreStartMoneyThanCoins", "money",
               R"({"silver_coins": 17, "gold_coins": 0, "gold_in_silver": 3, "start_gold": 1})",
               "money.start_gold"},
        Damage{"UnknownMoneyField", "money.copper", "5", "money.copper"},
        Damage{"NoHandSize", "hand_size.value", "", "hand_size.value"},
        Damage{"AHandOfNone", "hand_size.value", "0", "hand_size.value"},
        Damage{"ADieWithSevenFaces", "die.faces", "7", "die.faces"},
        Damage{"ACoinOfADie", "die.faces", "1", "die.faces"},
        Damage{"FiveColours", "colours", R"([{"id": "green", "heroes": ["goblin", "dwarf"]}])",
               "colours"},
        Damage{"ColoursInAnotherOrder", "colours[0].id", R"("red")", "colours[0].id"},
        Damage{"AnUnknownType", "colours[1].heroes", R"(["goblin", "wizard"])",
               "colours[1].heroes"},
        Damage{"ThreeHeroes", "colours[1].heroes", R"(["goblin", "rogue", "dwarf"])",
               "colours[1].heroes"},
        Damage{"TwinHeroes", "colours[1].heroes", R"(["goblin", "goblin"])", "colours[1].heroes"},
        Damage{"NoNormalToast", "toast.normal", "", "toast.normal"},
        Damage{"AScheduleOfFive", "toast.normal.front", "[5, 4, 3, 2, 1]", "toast.normal.front"},
        Damage{"AScheduleOfText", "toast.full_cellar.back", R"(["much"])",
               "toast.full_cellar.back"},
        Damage{"AScheduleOutOfRange", "toast.empty_cellar.front", "[-61]",
               "toast.empty_cellar.front"},
        Damage{"UnknownSchedule", "toast.half_cellar", "{}", "toast.half_cellar"},
        Damage{"ZorkFactorMissing", "toast.zork_factor.value", "", "toast.zork_factor.value"},
        Damage{"ARingSizeMissing", "coin_drop.hit_permille.9", "", "coin_drop.hit_permille.9"},
        Damage{"ARingThatCannotBe", "coin_drop.hit_permille.17", "300",
               "coin_drop.hit_permille.17"},
        Damage{"MoreThanAlwaysHit", "coin_drop.hit_permille.10", "1001",
               "coin_drop.hit_permille.10"},
        Damage{"TossDoesNotAddUp", "coin_toss.permille_by_distance", "[360, 220, 70, 20, 11]",
               "coin_toss.permille_by_distance"},
        Damage{"TossTooShort", "coin_toss.permille_by_distance", "[360, 220, 100]",
               "coin_toss.permille_by_distance"},
        Damage{"TossOfText", "coin_toss.permille_by_distance", R"(["all"])",
               "coin_toss.permille_by_distance"}),
    [](const testing::TestParamInfo<Damage>& damage) { return std::string(damage.param.name); });

// The figures each kind of card needs, by a card that has it.
TEST(KoenigBadEditionFigures, EachFigureOfACardIsNeededAndChecked) {
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
    const Json original = our_edition();
    const size_t card = card_at(original, id);
    const std::string path = "cards[" + std::to_string(card) + "]." + figure;
    Json without = original;
    erase_member(without.find("cards")->items[card], figure);
    const engine::Error missing = load(without);
    EXPECT_TRUE(missing) << path << " is missing";
    EXPECT_NE(missing.text.find(path), std::string::npos) << missing.text;
    Json wrong = original;
    wrong.find("cards")->items[card].set(figure, parsed(bad));
    const engine::Error error = load(wrong);
    EXPECT_TRUE(error) << path << " = " << bad;
    EXPECT_NE(error.text.find(path), std::string::npos) << error.text;
  }
}

TEST(KoenigBadEditionCounts, AllCopiesTogetherMustMakeAPlayableDeck) {
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

// Replaces every value of the file by one of another kind: each must be noticed, by its own name or
// by that of what it stands in. Only sources are free text.
void spoil(Json& here, const std::string& name, const Json& root) {
  const Json kept = here;
  here = here.is_integer() || here.kind == Json::Kind::kBool ? Json::of("?") : Json::of(12345678);
  const engine::Error error = load(root);
  EXPECT_TRUE(error) << name << " may be anything";
  EXPECT_TRUE(!error || error.text.find(name) != std::string::npos) << name << ": " << error.text;
  here = kept;
  for (auto& [key, value] : here.members) {
    if (key != "source") spoil(value, key, root);
  }
  // Items of a list are reported by the list.
  for (Json& item : here.items) spoil(item, name, root);
}

TEST(KoenigBadEditionKinds, EveryValueOfTheWrongKindIsNoticed) {
  Json root = our_edition();
  for (auto& [key, value] : root.members) {
    if (key != "source") spoil(value, key, root);
  }
}

TEST(KoenigBadEditionKinds, ABrokenFileNamesTheLine) {
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
