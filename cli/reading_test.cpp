// `games` and `rules`.
#include <set>

#include "cli/commands.h"
#include "cli/rulebook.h"
#include "cli/table_client.h"
#include "cli/testing.h"
#include "cli/words.h"
#include "engine/canvas.h"
#include "engine/diagrams.h"
#include "engine/record.h"

namespace cli_test {
namespace {

// A key of the game's texts that ends so, and has a text worth looking for.
std::string key_ending(const engine::Texts& texts, std::string_view ending) {
  for (const auto& [key, text] : texts.all()) {
    if (std::string_view(key).ends_with(ending) && text.size() > 3) return key;
  }
  ADD_FAILURE() << "no text ends in " << ending;
  return "";
}

TEST(Games, ListsEveryGame) {
  const Ran ran = stamtafel({"games"});
  EXPECT_EQ(ran.code, 0);
  for (const engine::AnyGame* each : games::all()) {
    EXPECT_THAT(ran.out, HasSubstr(std::string(each->spec().id)));
    EXPECT_THAT(ran.out,
                HasSubstr(std::string(each->texts(engine::Language::kEnglish).get("game.name"))));
  }
  for (std::string_view line : engine::split(ran.out, '\n'))
    EXPECT_LE(engine::columns(line), 80) << line;
}

TEST(Games, OneGameIsShownWithEveryOptionAndValue) {
  for (const char* language : {"en", "nl", "de", "fr"}) {
    const Ran ran = stamtafel({"games", game_id(), "--lang", language});
    EXPECT_EQ(ran.code, 0);
    const engine::Texts& texts = game().texts(*engine::parse_language(language));
    for (const engine::VariantSpec& variant : game().spec().variants) {
      const std::string id(variant.id);
      EXPECT_THAT(ran.out, HasSubstr("\n  " + id + "="));
      EXPECT_THAT(ran.out, HasSubstr(std::string(texts.get("variant." + id + ".name"))))
          << language;
      for (std::string_view value : variant.values)
        EXPECT_THAT(ran.out, HasSubstr(std::string(value)));
    }
  }
}

TEST(Games, ThePageIsInOneLanguage) {
  EXPECT_THAT(stamtafel({"games", "--lang", "nl"}).out, HasSubstr(" spelers. "));
  const std::string page = stamtafel({"games", game_id(), "--lang", "fr"}).out;
  EXPECT_THAT(page, HasSubstr("Places\u202f: 0 "));
  EXPECT_THAT(page, HasSubstr("Édition\u202f: "));
}

TEST(Games, TheLanguageComesFromTheEnvironment) {
  EXPECT_EQ(stamtafel({"games", game_id()}, "", "LANG=de_DE.UTF-8").out,
            stamtafel({"games", game_id(), "--lang", "de"}).out);
  EXPECT_EQ(stamtafel({"games", game_id()}, "", "LANG=pt_BR.UTF-8").out,
            stamtafel({"games", game_id(), "--lang", "en"}).out);
}

TEST(Games, JsonHoldsOptionsWithDefaults) {
  const Ran ran = stamtafel({"games", "--json"});
  const auto json = engine::parse_json(ran.out, "json");
  ASSERT_TRUE(json) << json.error.text;
  const engine::Json& first = json.value.items.at(0);
  EXPECT_EQ(first.find("id")->text, game_id());
  EXPECT_EQ(first.find("variants")->items.size(), game().spec().variants.size());
  EXPECT_EQ(first.find("min_seats")->integer, game().spec().min_seats);
  EXPECT_EQ(first.find("seats")->items.size(), game().spec().seat_ids.size());
  EXPECT_EQ(first.find("rules_version")->integer, game().spec().rules_version);
  EXPECT_EQ(first.find("edition")->find("hash")->text,
            engine::hex64(game().default_edition()->hash()));
}

TEST(Games, ThePrintedEditionIsTheGamesOwn) {
  const Ran ran = stamtafel({"games", game_id(), "--print-edition"});
  const auto edition = game().load_edition(ran.out, "printed");
  ASSERT_TRUE(edition) << edition.error.text;
  EXPECT_EQ(edition.value->hash(), game().default_edition()->hash());
}

TEST(Rules, EverythingIsThereInEveryLanguage) {
  for (const char* language : {"en", "nl", "de", "fr"}) {
    const std::string out = words_only(stamtafel({"rules", game_id(), "--lang", language}).out);
    const engine::Texts& texts = game().texts(*engine::parse_language(language));
    for (const auto& [key, text] : texts.all()) {
      const bool read = key.ends_with(".title") || key.starts_with("rule.") ||
                        key.starts_with("rules.") || key.starts_with("ruling.");
      if (!read) continue;
      for (std::string_view line : engine::split(text, '\n')) {
        if (!engine::diagram_in(line).empty()) continue;
        EXPECT_NE(out.find(words_only(std::string(line))), std::string::npos)
            << language << " " << key << ": " << line;
      }
    }
  }
}

// What is said below the pictures, what happened, and the board itself.
TEST(Rules, DiagramsAreDrawnAndTold) {
  const std::string out = stamtafel({"rules", "koenig", "toast"}).out;
  EXPECT_THAT(out, HasSubstr("Before the toast."));
  EXPECT_THAT(out, HasSubstr("- Green receives 4 silver (green goblin)."));
  EXPECT_THAT(out, HasSubstr("Draw pile: "));
  EXPECT_THAT(out, Not(HasSubstr("{diagram")));
  const std::string json = stamtafel({"rules", "koenig", "--json"}).out;
  EXPECT_THAT(json, HasSubstr("Before the toast."));
  EXPECT_THAT(json, Not(HasSubstr("Draw pile: ")));
  EXPECT_THAT(json, Not(HasSubstr("{diagram")));
}

TEST(Rules, FiguresOfOurOwnHaveAStarAndAreExplained) {
  const std::string out = stamtafel({"rules", "dicebrewing"}).out;
  EXPECT_THAT(out, HasSubstr("Cheap Lager*"));
  EXPECT_THAT(out, HasSubstr("\n  * A figure of our own"));
}

TEST(Rules, SearchDisregardsCaseAndAccentsAndPutsTitlesFirst) {
  const engine::Texts& texts = game().texts(engine::Language::kEnglish);
  const std::string title(texts.get(key_ending(texts, ".title")));
  std::string shouted = title;
  for (char& c : shouted) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const Ran ran = stamtafel({"rules", game_id(), shouted});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, StartsWith(title + "\n"));
  EXPECT_LT(ran.out.size(), stamtafel({"rules", game_id()}).out.size());
}

TEST(Rules, EveryComponentIsFoundByItsName) {
  for (const engine::AnyGame* any : games::all()) {
    const engine::Texts& texts = any->texts(engine::Language::kEnglish);
    const auto parts = any->components(*any->default_edition(), texts);
    ASSERT_FALSE(parts.empty()) << any->spec().id;
    const engine::Component& part = parts.back();
    const Ran ran = stamtafel({"rules", std::string(any->spec().id), part.name});
    EXPECT_EQ(ran.code, 0);
    EXPECT_NE(words_only(ran.out).find(words_only(part.text)), std::string::npos) << part.text;
  }
}

TEST(Rules, WhatFollowsTheChaptersStandsUnderHeadingsAndOnlyOnce) {
  for (const engine::AnyGame* any : games::all()) {
    const std::string id(any->spec().id);
    const engine::Texts& texts = any->texts(engine::Language::kEnglish);
    const std::string out = stamtafel({"rules", id}).out;
    for (const char* group : {"variant", "ruling"}) {
      const std::string heading = "— " + std::string(texts.get("heading." + std::string(group)));
      EXPECT_THAT(out, HasSubstr(heading)) << id;
    }
    std::set<std::string> seen;
    for (const cli::Entry& entry : cli::entries_of(*any, any->default_edition(), texts,
                                                   cli::words(engine::Language::kEnglish))) {
      EXPECT_TRUE(seen.insert(entry.group + "." + entry.title).second) << id << ": " << entry.title;
      EXPECT_TRUE(seen.insert(entry.group + ": " + entry.text).second) << id << ": " << entry.title;
    }
  }
}

// A card is told as the table that looks it up plays it.
TEST(Rules, CardsFollowTheChosenVariants) {
  const Ran usual = stamtafel({"rules", "koenig", "shady", "pick"});
  const Ran blind =
      stamtafel({"rules", "koenig", "shady", "pick", "--variants", "shady_deal_pick=blind"});
  EXPECT_NE(usual.out, blind.out);
  EXPECT_THAT(blind.out, HasSubstr("Shady Deal"));
  EXPECT_EQ(stamtafel({"rules", "koenig", "--variants", "shady_deal_pick=often"}).code,
            cli::kUsage);
}

TEST(Rules, WhatAReasonCitesIsFoundByItsNumber) {
  for (const engine::AnyGame* any : games::all()) {
    const engine::RuleSpec& rule = any->spec().rules[0];
    const Ran ran =
        stamtafel({"rules", std::string(any->spec().id), std::string(rule.ruling), "--lang", "de"});
    const engine::Texts& texts = any->texts(engine::Language::kGerman);
    EXPECT_THAT(ran.out, StartsWith(std::string(rule.ruling) + "\n"));
    for (const std::string& key :
         {"ruling." + std::string(rule.ruling), "rule." + std::string(rule.id)}) {
      EXPECT_THAT(words_only(ran.out), HasSubstr(words_only(std::string(texts.get(key))))) << key;
    }
  }
}

TEST(Rules, ARulingIsFoundByItsWholeNumber) {
  EXPECT_THAT(stamtafel({"rules", "tiefenthal", "R10"}).out, StartsWith("R10\n"));
  EXPECT_THAT(stamtafel({"rules", "tiefenthal", "R1"}).out, Not(HasSubstr("R10")));
}

TEST(Rules, SeveralWordsMustAllBeThere) {
  const Ran ran = stamtafel({"rules", game_id(), "the", "xyzzy"});
  EXPECT_EQ(ran.code, 1);
}

TEST(Rules, WrapsToTheWidthAndPrintsNoEscapesIntoAPipe) {
  const std::string out = stamtafel({"rules", game_id(), "--lang", "de"}).out;
  EXPECT_THAT(out, Not(HasSubstr("\033")));
  for (std::string_view line : engine::split(out, '\n'))
    EXPECT_LE(engine::columns(line), 80) << line;
}

TEST(Rules, JsonSaysOfWhatAndHoldsAListOfEntries) {
  const auto json = engine::parse_json(stamtafel({"rules", game_id(), "--json"}).out, "json");
  ASSERT_TRUE(json);
  EXPECT_EQ(json.value.find("game")->text, game_id());
  EXPECT_EQ(json.value.find("rules_version")->integer, game().spec().rules_version);
  EXPECT_EQ(json.value.find("edition")->find("hash")->text,
            engine::hex64(game().default_edition()->hash()));
  EXPECT_EQ(json.value.find("language")->text, "en");
  EXPECT_GT(json.value.find("entries")->items.size(), 5u);
  EXPECT_NE(json.value.find("entries")->items[0].find("title"), nullptr);
  const Ran ran = stamtafel({"rules", game_id(), "xyzzy", "--json"});
  EXPECT_EQ(ran.code, 1);
  const auto none = engine::parse_json(ran.out, "json");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none.value.find("entries")->items.empty());
}

// All that the components of a game say, with the figures of an edition.
std::string component_texts(const engine::AnyGame& any, const engine::EditionPtr& edition) {
  std::string all;
  for (const auto& part : any.components(*edition, any.texts(engine::Language::kEnglish)))
    all += part.text + "\n";
  return all;
}

// A figure changed in a file of one's own is the figure that is told.
TEST(Rules, TheFiguresAreThoseOfTheEdition) {
  for (const engine::AnyGame* any : games::all()) {
    const std::string ours = component_texts(*any, any->default_edition());
    engine::Json json = *engine::parse_json(any->edition_json(), "edition");
    std::string changed;
    for_each_leaf(json, [&](engine::Json& leaf) {
      if (!changed.empty() || !leaf.is_integer()) return;
      const engine::Json before = std::exchange(leaf, engine::Json::of(leaf.integer + 1));
      const auto mine = any->load_edition(json.dump(), "mine");
      if (mine && component_texts(*any, *mine) != ours) changed = json.dump();
      leaf = before;
    });
    if (changed.empty()) continue;
    const Folder folder;
    const std::string id(any->spec().id);
    const std::string told =
        stamtafel({"rules", id, "--edition", folder.file("mine.json", changed)}).out;
    EXPECT_NE(told, stamtafel({"rules", id}).out);
    return;
  }
  FAIL() << "no game tells its figures";
}

// So do the chapters, and what explains the signs of the board.
TEST(Rules, ChaptersAndSignsTellTheFiguresOfTheEdition) {
  const engine::AnyGame& any = *games::find("koenig");
  engine::Json json = *engine::parse_json(any.edition_json(), "edition");
  json.find("toast")->find("normal")->find("front")->items[0].integer = 58;
  const auto mine = any.load_edition(json.dump(), "mine");
  ASSERT_TRUE(mine) << mine.error.text;
  const auto told = [](const cli::Page& page) {
    std::string all;
    for (const auto& section : page.sections) all += section.text + "\n";
    return all;
  };
  for (size_t l = 0; l < engine::kLanguages.size(); ++l) {
    const auto language = static_cast<engine::Language>(l);
    EXPECT_THAT(told(cli::rules_page(any, *mine, language)), HasSubstr("58"));
    EXPECT_THAT(told(cli::help_page(language, &any, *mine)), HasSubstr("+58"));
    EXPECT_THAT(told(cli::rules_page(any, nullptr, language)), Not(HasSubstr("58")));
    EXPECT_THAT(told(cli::help_page(language, &any)), HasSubstr("+4"));
  }
  const Folder folder;
  const std::string file = folder.file("mine.json", json.dump());
  EXPECT_THAT(stamtafel({"rules", "koenig", "--edition", file}).out, HasSubstr("58"));
}

}  // namespace
}  // namespace cli_test
