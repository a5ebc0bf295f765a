#include "engine/text.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

Texts load_texts(std::string_view json) {
  Result<Texts> texts = Texts::load(json, "en.json");
  EXPECT_TRUE(texts) << texts.error.text;
  return *texts;
}

TEST(Language, ByCodeAndByLocale) {
  EXPECT_EQ(*parse_language("en"), Language::kEnglish);
  EXPECT_EQ(*parse_language("nl_BE.UTF-8"), Language::kDutch);
  EXPECT_EQ(*parse_language("de-AT"), Language::kGerman);
  EXPECT_EQ(*parse_language("fr"), Language::kFrench);
}

TEST(Language, OthersAreRefusedWithThoseThereAre) {
  for (const char* code : {"", "e", "english", "es", "EN", "C", "frx"}) {
    EXPECT_EQ(parse_language(code).error.text,
              "unknown language '" + std::string(code) + "'; there are en, nl, de and fr");
  }
}

TEST(Texts, KeysAreThePathIntoTheFile) {
  const Texts texts = load_texts(R"({"card": {"zack": {"name": "Zack!"}}, "hello": "Hallo"})");
  EXPECT_EQ(texts.get("card.zack.name"), "Zack!");
  EXPECT_EQ(texts.get("hello"), "Hallo");
  EXPECT_TRUE(texts.has("hello"));
  EXPECT_FALSE(texts.has("card.zack"));
  EXPECT_EQ(texts.all().size(), 2u);
}

TEST(Texts, AMissingTextShowsItsKey) {
  EXPECT_EQ(load_texts("{}").get("card.zack.name"), "card.zack.name");
}

TEST(Texts, PlaceholdersAreFilledInAnyOrderAndAnyNumber) {
  const Texts texts = load_texts(R"({"a": "{1} pays {0} and {1} laughs", "b": "{0}{0}"})");
  EXPECT_EQ(texts.format("a", "2 silver", "Zork"), "Zork pays 2 silver and Zork laughs");
  EXPECT_EQ(texts.format("b", std::string("x")), "xx");
}

TEST(Texts, ANameWithAMarkOfItsOwnEndsTheSentence) {
  const Texts texts = load_texts(R"({"a": "{0} plays {1}.", "b": "{0} spielt „{1}“."})");
  EXPECT_EQ(texts.format("a", "Green", "Whack!"), "Green plays Whack!");
  EXPECT_EQ(texts.format("a", "Green", "Trust"), "Green plays Trust.");
  EXPECT_EQ(texts.format("b", "Grün", "Zack!"), "Grün spielt „Zack!“.");
}

TEST(Texts, BracesThatAreNoPlaceholderStay) {
  const Texts texts = load_texts(R"({"a": "{} {x} {9} {0} {0", "b": "{0}"})");
  EXPECT_EQ(texts.format("a", "y"), "{} {x} {9} y {0");
  EXPECT_EQ(texts.format("b", "{0}"), "{0}") << "what is filled in is not filled again";
}

TEST(Texts, PluralsGoByTheNumber) {
  const Texts texts = load_texts(
      R"({"a": "{1}: {0, plural, =0 {nothing} one {# coin} other {# coins}}.",
          "b": "{1, plural, one {{0} pays # coin} other {{0} pays # coins}}"})");
  EXPECT_EQ(texts.format("a", "0", "Anna"), "Anna: nothing.");
  EXPECT_EQ(texts.format("a", "1", "Anna"), "Anna: 1 coin.");
  EXPECT_EQ(texts.format("a", "21", "Anna"), "Anna: 21 coins.");
  EXPECT_EQ(texts.format("a", "?", "Anna"), "Anna: ? coins.");
  EXPECT_EQ(texts.format("b", "{1}", "2"), "{1} pays 2 coins") << "values are not filled again";
}

TEST(Texts, PluralsFollowTheLanguage) {
  const std::string_view json = R"({"a": "{0, plural, one {# point} other {# points}}"})";
  Result<Texts> french = Texts::load(json, "fr.json", Language::kFrench);
  EXPECT_EQ(french->format("a", "0"), "0 point");
  EXPECT_EQ(load_texts(json).format("a", "0"), "0 points");
}

TEST(Texts, APluralThatIsNoneStaysAsItIs) {
  const Texts texts =
      load_texts(R"({"a": "{0, plural, one {#", "b": "{0, plural,}", "c": "{0,x}"})");
  for (const char* key : {"a", "b", "c"}) EXPECT_EQ(texts.format(key, "1"), texts.get(key));
}

TEST(Texts, IncludeAddsButNeverReplaces) {
  Texts texts = load_texts(R"({"a": "mine"})");
  texts.include(load_texts(R"({"a": "other", "b": "more"})"));
  EXPECT_EQ(texts.get("a"), "mine");
  EXPECT_EQ(texts.get("b"), "more");
}

TEST(Texts, BadFilesAreRefusedWithTheirLine) {
  EXPECT_EQ(Texts::load("{\n\"a\" 1}", "en.json").error.text,
            "en.json:2: ':' is expected after 'a'");
}

TEST(Texts, OnlyStringsAreTexts) {
  EXPECT_EQ(Texts::load("{\"a\": {\n\"b\": 1}}", "en.json").error.text,
            "en.json:2: the text 'a.b' must be a string, not a whole number");
  EXPECT_EQ(Texts::load("{\"a\": [\"b\"]}", "en.json").error.text,
            "en.json:1: the text 'a' must be a string, not a list");
  EXPECT_EQ(Texts::load("\"a\"", "en.json").error.text,
            "en.json:1: a catalogue of texts must be an object, not a string");
}

}  // namespace
}  // namespace engine
