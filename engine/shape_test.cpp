#include "engine/shape.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

std::string schema_of(const std::vector<std::string>& examples, const Vocabulary& words = {}) {
  Shape shape;
  for (int times = 0; times < 3; ++times) {
    for (const std::string& example : examples) shape.learn(*parse_json(example, "example"));
  }
  std::string text;
  JsonWriter out(text);
  shape.write_schema(words, out);
  const std::string mark = "\"allOf\":[";
  return text.substr(text.find(mark) + mark.size(),
                     text.size() - text.find(mark) - mark.size() - 2);
}

const Vocabulary kWords{{"seat", {"green", "red"}}, {"card", {"ace", "king", "two"}}};

TEST(Shape, PlainValues) {
  EXPECT_EQ(schema_of({"3"}), R"({"type":"integer"})");
  EXPECT_EQ(schema_of({"true", "null"}), R"({"anyOf":[{"type":"boolean"},{"type":"null"}]})");
  EXPECT_EQ(schema_of({"\"b\"", "\"a\""}), R"({"enum":["a","b"]})");
}

TEST(Shape, WordsThatWereHardlyMetAndPhrasesAreAnyText) {
  Shape shape;
  for (const char* word : {"\"a\"", "\"b\"", "\"a\"", "\"a\""}) {
    shape.learn(*parse_json(word, "example"));
  }
  std::string text;
  JsonWriter out(text);
  shape.write_schema({}, out);
  EXPECT_NE(text.find(R"({"type":"string"})"), std::string::npos);
  EXPECT_EQ(schema_of({"\"a b\""}), R"({"type":"string"})");
}

TEST(Shape, ListsAndTheirItems) {
  EXPECT_EQ(schema_of({"[]"}), R"({"type":"array","items":{}})");
  EXPECT_EQ(schema_of({"[1]", "[null]"}),
            R"({"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"null"}]}})");
}

TEST(Shape, MembersThatAreAlwaysThereAreRequired) {
  EXPECT_EQ(
      schema_of({R"({"x":1,"y":2})", R"({"x":1})"}),
      R"({"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x"],"additionalProperties":false})");
}

TEST(Shape, WordsOfTheVocabularyAreReferredTo) {
  EXPECT_EQ(schema_of({"\"ace\"", "\"two\""}, kWords), R"({"$ref":"#/$defs/card"})");
  EXPECT_EQ(schema_of({"\"ace\"", "\"two\"", "\"king\"", "\"none\""}, kWords),
            R"({"anyOf":[{"$ref":"#/$defs/card"},{"enum":["none"]}]})");
  EXPECT_EQ(
      schema_of({R"({"red":1})", R"({"green":null})"}, kWords),
      R"({"type":"object","propertyNames":{"$ref":"#/$defs/seat"},"additionalProperties":{"anyOf":[{"type":"integer"},{"type":"null"}]}})");
}

}  // namespace
}  // namespace engine
