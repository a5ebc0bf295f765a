// `edition`, and what `games` and `check` make of an edition of one's own.
#include "cli/testing.h"

namespace cli_test {
namespace {

using engine::Json;
Json standard_of(std::string_view game) {
  return *engine::parse_json(games::find(game)->edition_json(), "edition");
}

// The game's own with a merge patch over it, as a file.
std::string patched(const Folder& folder, std::string_view game, std::string_view patch) {
  Json json = standard_of(game);
  engine::merge_patch(json, *engine::parse_json(patch, "patch"));
  return folder.file("mine.json", json.dump(2));
}

TEST(Edition, PrintsTheStandardOne) {
  for (const engine::AnyGame* each : games::all()) {
    const Ran ran = stamtafel({"edition", std::string(each->spec().id), "--print"});
    EXPECT_EQ(ran.code, 0);
    const auto edition = each->load_edition(ran.out, "printed");
    ASSERT_TRUE(edition) << edition.error.text;
    EXPECT_EQ((*edition)->hash(), each->default_edition()->hash());
  }
}

TEST(Edition, TellsEveryFieldWithMeaningRangeStandardAndSource) {
  const Ran ran = stamtafel({"edition", "taverna", "--doc", "start"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("start.coins\n      coins.\n      (number, 0 to 60; standard: 15; "
                                 "source: rulebook)\n"));
  EXPECT_THAT(ran.out, Not(HasSubstr("spells[].cost")));
  const Ran all = stamtafel({"edition", "taverna", "--doc"});
  EXPECT_THAT(all.out, HasSubstr("guild_tokens.SYMBOL\n"));
  EXPECT_THAT(all.out, HasSubstr("(one of: 2+, 4+, 5; source: house)"));
  EXPECT_THAT(all.out, HasSubstr("left out: false"));
  const Json json =
      *engine::parse_json(stamtafel({"edition", "taverna", "--doc", "--json"}).out, "doc");
  const auto fields = games::find("taverna")->edition_fields();
  ASSERT_EQ(json.items.size(), fields.size());
  for (const Json& field : json.items) {
    for (const char* member : {"path", "form", "meaning", "sources"})
      EXPECT_NE(field.find(member), nullptr) << field.dump();
  }
  const Ran none = stamtafel({"edition", "taverna", "--doc", "quux"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("no field of taverna has 'quux' in its path"));
}

TEST(Edition, ChecksAFile) {
  const Folder folder;
  const std::string same = patched(folder, "taverna", R"({"source": "other notes"})");
  const Ran well = stamtafel({"edition", "taverna", "--check", same});
  EXPECT_EQ(well.code, 0) << well.err;
  EXPECT_THAT(well.out, AllOf(HasSubstr("an edition of taverna, 'house 1', hash "),
                              HasSubstr("it says the same as the standard edition"),
                              HasSubstr("no warnings")));
  const std::string called = "warning: edition is called 'house 1' like the game's own";
  const std::string rich = patched(folder, "taverna", R"({"start": {"coins": 20}})");
  EXPECT_THAT(stamtafel({"edition", "taverna", "--check", rich}).out, HasSubstr(called));
  const std::string named =
      patched(folder, "taverna", R"({"edition": "rich", "start": {"coins": 20}})");
  EXPECT_THAT(stamtafel({"edition", "taverna", "--check", named}).out, Not(HasSubstr(called)));
  const std::string bad = patched(folder, "taverna", R"({"start": {"coins": 99}})");
  const Ran refused = stamtafel({"edition", "taverna", "--check", bad});
  EXPECT_EQ(refused.code, 4);
  EXPECT_THAT(refused.err, HasSubstr("start.coins must be from 0 to 60, not 99 (line "));
  EXPECT_THAT(refused.out, IsEmpty());
  EXPECT_EQ(stamtafel({"edition", "taverna", "--check", folder.at("none.json")}).code, 1);
  const std::string other = folder.file("koenig.json", standard_of("koenig").dump(2));
  EXPECT_THAT(stamtafel({"edition", "taverna", "--check", other}).err,
              HasSubstr("game must be 'taverna': \"koenig\" (line 2)"));
}

// Where an edition makes the position of a picture impossible, the figures in it are those of the
// game's own edition: that is said, or they would pass for the edition's.
TEST(Edition, TheRulesSayWhichPictureItMakesImpossible) {
  const Folder folder;
  const std::string remark = "This edition makes the position above impossible";
  const std::string possible = patched(folder, "koenig", R"({"hand_size": {"value": 6}})");
  EXPECT_THAT(words_only(stamtafel({"rules", "koenig", "--edition", possible}).out),
              Not(HasSubstr(remark)));
  Json json = standard_of("koenig");
  for (Json& card : json.find("cards")->items) {
    if (card.find("id")->text == "wankelmuetig") card.find("copies")->integer = 0;
  }
  const std::string without = folder.file("without.json", json.dump(2));
  EXPECT_THAT(words_only(stamtafel({"rules", "koenig", "cup", "--edition", without}).out),
              HasSubstr(remark));
}

// What the reader can't see, games show: here nobody ever has the money.
TEST(Edition, WarnsOfWhatNobodyCanDo) {
  const Folder folder;
  Json json = standard_of("tiefenthal");
  for (Json& tile : json.find("tiles")->items) {
    tile.find("cost")->integer = 99;
    std::erase_if(tile.members, [](const auto& member) {
      return member.first == "card" || member.first == "discount";
    });
  }
  json.find("noble")->find("count")->integer = 0;
  const std::string file = folder.file("mine.json", json.dump(2));
  const Ran ran = stamtafel({"edition", "tiefenthal", "--check", file});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("warning: noble has the count 0"));
  EXPECT_THAT(ran.out, HasSubstr("games at random nobody could ever do this"));
  EXPECT_THAT(ran.out, HasSubstr("upgrade"));
  const Json told = *engine::parse_json(
      stamtafel({"edition", "tiefenthal", "--check", file, "--json"}).out, "check");
  EXPECT_GE(told.find("warnings")->items.size(), 2u);
  EXPECT_GT(told.find("differences")->integer, 0);
}

TEST(Edition, TellsWhatDiffers) {
  const Folder folder;
  Json json = standard_of("taverna");
  json.find("start")->find("coins")->integer = 20;
  json.find("tracks")->find("end_points")->items[7].integer = 12;
  json.find("spells")->items.erase(json.find("spells")->items.begin());
  json.find("spells")->items.front().find("cost")->integer = 7;
  json.find("spells")->items.push_back(*engine::parse_json(
      R"({"id": "mega", "effect": "two_levels", "cost": 1, "copies": 1, "lightning": false,
          "steps": ["pre"], "windows": [], "source": "mine"})",
      "spell"));
  json.set("texts", *engine::parse_json(R"({"en": {"spell": {"mega": {"name": "Mega"}}}})", "t"));
  json.find("start")->set("source", Json::of("a note is no difference"));
  const std::string file = folder.file("mine.json", json.dump(2));
  const Ran ran = stamtafel({"edition", "taverna", "--diff", file});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(
      ran.out,
      "start.coins: 15 → 20\n"
      "tracks.end_points.7: 10 → 12\n"
      "spells.song_elf: {\"copies\":1,\"cost\":2,\"effect\":\"gain_level\",\"id\":\"song_elf\","
      "\"people\":\"elf\",\"steps\":[\"pre\",\"picked\",\"p…, not there\n"
      "spells.toast_dwarf.cost: 2 → 7\n"
      "spells.mega: new, {\"copies\":1,\"cost\":1,\"effect\":\"two_levels\",\"id\":\"mega\","
      "\"steps\":[\"pre\"],\"windows\":[]}\n"
      "texts: new, {\"en\":{\"spell\":{\"mega\":{\"name\":\"Mega\"}}}}\n");
  const Json told =
      *engine::parse_json(stamtafel({"edition", "taverna", "--diff", file, "--json"}).out, "diff");
  ASSERT_EQ(told.items.size(), 6u);
  EXPECT_EQ(told.items[0].find("standard")->text, "15");
  EXPECT_EQ(told.items[0].find("edition")->text, "20");
  const std::string same = folder.file("same.json", standard_of("taverna").dump());
  EXPECT_THAT(stamtafel({"edition", "taverna", "--diff", same}).out,
              StartsWith("it says the same as the standard edition"));
}

TEST(Edition, OneThingAtATime) {
  for (const std::vector<std::string>& flags :
       std::vector<std::vector<std::string>>{{}, {"--print", "--doc"}, {"--print", "start"}}) {
    std::vector<std::string> arguments{"edition", "taverna"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const Ran ran = stamtafel(arguments);
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.out, IsEmpty());
  }
  EXPECT_THAT(stamtafel({"edition", "tavern", "--print"}).err,
              HasSubstr("Did you mean 'taverna'?"));
}

TEST(Games, AreToldWithAnEditionOfOnesOwn) {
  const Folder folder;
  const std::string file = patched(folder, "taverna", R"({"edition": "mine", "texts": {
      "en": {"edition": {"name": "The rich table", "text": "More coins for everybody."}},
      "de": {"edition": {"name": "Der reiche Tisch"}}}})");
  const Ran ran = stamtafel({"games", "taverna", "--edition", file, "--lang", "en"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("The rich table"), HasSubstr("More coins for everybody.")));
  EXPECT_THAT(stamtafel({"games", "taverna", "--edition", file, "--lang", "de"}).out,
              HasSubstr("Der reiche Tisch"));
  EXPECT_THAT(stamtafel({"games", "taverna", "--edition", file, "--json"}).out,
              HasSubstr("\"name\": \"The rich table\""));
  EXPECT_EQ(stamtafel({"games", "--edition", file}).code, 2);
  EXPECT_EQ(stamtafel({"games", "koenig", "--edition", file}).code, 4);
}

TEST(Check, RunsCasesWithAnEditionOfOnesOwn) {
  const Folder folder;
  const std::string file = patched(folder, "taverna", R"({"start": {"coins": 20}})");
  const auto rich = [&](int coins) {
    return folder.file("rich.case",
                       "title What everybody begins with\ngame taverna\n"
                       "given 2 players\nthen position {\"coins\": {\"blue\": " +
                           std::to_string(coins) + "}}\n");
  };
  EXPECT_EQ(stamtafel({"check", rich(15)}).code, 0) << stamtafel({"check", rich(15)}).out;
  EXPECT_EQ(stamtafel({"check", rich(15), "--edition", file}).code, 1);
  EXPECT_EQ(stamtafel({"check", rich(20), "--edition", file}).code, 0);
  const std::string other = folder.file(
      "other.case", "title Another game\ngame koenig\ngiven 3 players\nthen not over\n");
  EXPECT_EQ(stamtafel({"check", other, "--edition", file}).code, 0);
  for (const char* text : {"[]", "{", R"({"game": "chess"})", R"({"game": "taverna"})"}) {
    const Ran ran = stamtafel({"check", other, "--edition", folder.file("bad.json", text)});
    EXPECT_EQ(ran.code, 4) << text << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("bad.json"));
  }
}

}  // namespace
}  // namespace cli_test
