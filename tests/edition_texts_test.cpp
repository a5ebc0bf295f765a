// Names and texts of an edition's own: wherever the game's texts are, and nowhere else.
#include <gtest/gtest.h>

#include "games/registry.h"
#include "tests/matchers.h"

namespace edition_texts {
namespace {

using engine::Json;
using engine::Language;
using namespace matchers;

const engine::AnyGame& taverna() { return *games::find("taverna"); }

// Taverna with a spell that isn't in the box, and these texts.
std::string with_mega(std::string_view texts) {
  Json json = *engine::parse_json(taverna().edition_json(), "edition");
  json.find("spells")->items.push_back(*engine::parse_json(
      R"({"id": "mega", "effect": "take_coins", "cost": 0, "copies": 3,
          "steps": ["pre", "picked", "post"], "windows": [], "coins": 9})",
      "spell"));
  if (!texts.empty()) json.set("texts", *engine::parse_json(texts, "texts"));
  return json.dump();
}

engine::EditionPtr loaded(std::string_view texts) {
  const auto edition = taverna().load_edition(with_mega(texts), "mine");
  EXPECT_TRUE(edition) << edition.error.text;
  return edition ? *edition : nullptr;
}

std::string refused(std::string_view texts) {
  return taverna().load_edition(with_mega(texts), "mine").error.text;
}

std::string name_of(const engine::AnyEdition& edition, std::string_view domain, std::string_view id,
                    Language language) {
  const engine::GameSpec& spec = taverna().spec();
  for (size_t i = 0; i < spec.domains.size(); ++i) {
    const auto number = static_cast<engine::DomainId>(engine::kFirstDomain + i);
    const int value =
        spec.domains[i].id == domain ? taverna().parse_value(edition, number, id) : -1;
    if (value >= 0) return taverna().value_text(edition, number, value, edition.texts(language));
  }
  ADD_FAILURE() << "no " << domain << " " << id;
  return "";
}

constexpr std::string_view kTexts = R"({
  "en": {"edition": {"name": "The rich table", "text": "More coins for everybody."},
         "spell": {"mega": {"name": "Rain of gold", "text": "You take {0} coins. Start: {$start.coins}."}},
         "tavern": {"bough": "The Bright Bough"}},
  "de": {"spell": {"mega": {"name": "Goldregen"}}}})";

TEST(EditionTexts, AComponentIsCalledAsTheEditionCallsIt) {
  const engine::EditionPtr edition = loaded(kTexts);
  ASSERT_NE(edition, nullptr);
  EXPECT_EQ(name_of(*edition, "spell", "mega", Language::kEnglish), "Rain of gold");
  EXPECT_EQ(name_of(*edition, "spell", "mega", Language::kGerman), "Goldregen");
  // In a language it doesn't speak, it speaks English.
  EXPECT_EQ(name_of(*edition, "spell", "mega", Language::kFrench), "Rain of gold");
  EXPECT_EQ(name_of(*edition, "tavern", "bough", Language::kDutch), "The Bright Bough");
  EXPECT_EQ(edition->texts(Language::kFrench).get("edition.name"), "The rich table");
  // What it doesn't name is called as ever, and another edition isn't touched.
  EXPECT_EQ(name_of(*edition, "spell", "grimoire", Language::kFrench),
            name_of(*taverna().default_edition(), "spell", "grimoire", Language::kFrench));
  EXPECT_FALSE(taverna().texts(Language::kEnglish).has("edition.name"));
}

TEST(EditionTexts, ANameThatNobodyGaveIsTheId) {
  const engine::EditionPtr edition = loaded("");
  ASSERT_NE(edition, nullptr);
  EXPECT_EQ(name_of(*edition, "spell", "mega", Language::kDutch), "mega");
  // Boards ask for the text itself.
  EXPECT_EQ(edition->texts(Language::kDutch).get("spell.mega.name"), "mega");
}

TEST(EditionTexts, TheTextOfACardHasItsAmountsAndTheEditionsFigures) {
  const engine::EditionPtr edition = loaded(kTexts);
  ASSERT_NE(edition, nullptr);
  bool found = false;
  for (const auto& part : taverna().components(*edition, edition->texts(Language::kEnglish))) {
    if (part.id != "mega") continue;
    found = true;
    EXPECT_THAT(part.text, AllOf(HasSubstr("You take 9 coins."), HasSubstr("Start: 15.")));
  }
  EXPECT_TRUE(found);
}

TEST(EditionTexts, TheyAreKeptWithTheEdition) {
  const engine::EditionPtr edition = loaded(kTexts);
  ASSERT_NE(edition, nullptr);
  EXPECT_NE(edition->hash(), loaded("")->hash());
  const auto again = taverna().load_edition(edition->text(), "again");
  ASSERT_TRUE(again) << again.error.text;
  EXPECT_EQ((*again)->hash(), edition->hash());
  EXPECT_EQ(name_of(**again, "spell", "mega", Language::kGerman), "Goldregen");
}

TEST(EditionTexts, TheLogTellsThem) {
  const engine::EditionPtr edition = loaded(kTexts);
  ASSERT_NE(edition, nullptr);
  engine::TableSpec spec;
  spec.edition = edition;
  spec.variants = engine::default_variants(taverna().spec());
  spec.seats = 2;
  std::string told;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    spec.chance = engine::ChanceSource::of_seed(seed);
    const auto table = taverna().new_table(spec);
    ASSERT_TRUE(table) << table.error.text;
    engine::Chance choice(seed);
    while (!(*table)->over()) {
      const engine::Seat seat = (*table)->acting().front();
      engine::Offer offer(engine::Offer::Keep::kLegal);
      (*table)->offer(seat, offer);
      const auto index = choice.below(static_cast<uint32_t>(offer.size()));
      ASSERT_FALSE((*table)->act(seat, offer[index].action));
    }
    for (int step = 0; step < static_cast<int>((*table)->steps().size()); ++step) {
      for (const std::string& line :
           (*table)->told(step, engine::Viewer::everything(), (*table)->texts(Language::kEnglish)))
        told += line + "\n";
    }
  }
  EXPECT_THAT(told, HasSubstr("Rain of gold"));
  EXPECT_EQ(told.find("mega"), std::string::npos);
}

TEST(EditionTexts, WhatCantBeIsRefusedWithItsPlace) {
  EXPECT_THAT(refused(R"({"en": {"spell": {"megaa": {"name": "x"}}}})"),
              AllOf(HasSubstr("texts.en.spell.megaa.name is no text of this game"),
                    HasSubstr("did you mean 'spell.mega.name'?"), HasSubstr("(line ")));
  EXPECT_THAT(refused(R"({"es": {}})"), HasSubstr("texts.es is no language"));
  EXPECT_THAT(refused(R"("hello")"), HasSubstr("texts must be an object"));
  EXPECT_THAT(refused(R"({"en": ["x"]})"), HasSubstr("texts.en must be an object, not a list"));
  EXPECT_THAT(refused(R"({"en": {"spell": {"mega": {"name": 3}}}})"),
              HasSubstr("texts.en.spell.mega.name must be a text, not a whole number"));
  EXPECT_THAT(refused(R"({"en": {"spell": {"mega": {"name": ""}}}})"), HasSubstr("is empty"));
  EXPECT_THAT(refused(R"({"en": {"spell": {"mega": {"name": "a\nb"}}}})"),
              HasSubstr("must be on one line"));
  EXPECT_THAT(refused(R"({"en": {"spell": {"mega": {"text": "{$start.gold} gold"}}}})"),
              HasSubstr("names a figure that isn't in this edition: {$start.gold}"));
  const std::string word(81, 'x');
  EXPECT_THAT(refused(R"({"en": {"spell": {"mega": {"name": ")" + word + "\"}}}}"),
              HasSubstr("is longer than 80 bytes: 81"));
  const std::string page(4001, 'x');
  EXPECT_THAT(refused(R"({"en": {"spell": {"mega": {"text": ")" + page + "\"}}}}"),
              HasSubstr("is longer than 4000 bytes"));
}

// Nothing that steers a terminal or turns the writing round.
TEST(EditionTexts, WhatAScreenDoesntShowIsRefused) {
  for (const char* hidden :
       {"\\u001b[2J", "\\u009b1m", "\\u202e", "\\u200b", "\\u0007", "\\u007f"}) {
    EXPECT_THAT(
        refused(std::string(R"({"en": {"spell": {"mega": {"name": "a)") + hidden + "\"}}}}"),
        HasSubstr("holds what can't be shown"))
        << hidden;
  }
  EXPECT_EQ(refused(R"({"en": {"spell": {"mega": {"name": "Œuf d’or – ½ €"}}}})"), "");
  Json json = *engine::parse_json(taverna().edition_json(), "edition");
  json.set("edition", Json::of("a\x1b[2J"));
  EXPECT_THAT(taverna().load_edition(json.dump(), "mine").error.text,
              HasSubstr("edition must be a name on one line"));
}

TEST(EditionTexts, TogetherTheyAreBounded) {
  // Enough keys that exist, each as long as it may be.
  std::string texts = R"({"en": {)";
  int count = 0;
  for (const auto& [key, text] : taverna().patterns().front().all()) {
    if (!std::string_view(key).ends_with(".text")) continue;
    texts += (count++ > 0 ? ",\"" : "\"") + key + "\": \"" + std::string(4000, 'x') + "\"";
  }
  ASSERT_GT(count, 17);
  EXPECT_THAT(refused(texts + "}}"), HasSubstr("texts are more than 64 KiB in all"));
}

}  // namespace
}  // namespace edition_texts
