#include "engine/json.h"

#include <gtest/gtest.h>

#include <limits>

namespace engine {
namespace {

Json good(std::string_view text) {
  Result<Json> parsed = parse_json(text, "test");
  EXPECT_TRUE(parsed) << text << ": " << parsed.error.text;
  return *parsed;
}

std::string error_of(std::string_view text) { return parse_json(text, "test").error.text; }

TEST(JsonReader, ReadsEveryKindOfValue) {
  EXPECT_EQ(good("null").kind, Json::Kind::kNull);
  EXPECT_TRUE(good("true").boolean);
  EXPECT_EQ(good("false").kind, Json::Kind::kBool);
  EXPECT_FALSE(good("false").boolean);
  EXPECT_EQ(good(" -17 ").integer, -17);
  EXPECT_EQ(good("\"Zork\"").text, "Zork");
  EXPECT_EQ(good("[1, [], {}]").items.size(), 3u);
  const Json object = good(R"({"a": 1, "b": {"c": []}})");
  ASSERT_NE(object.find("b"), nullptr);
  EXPECT_TRUE(object.find("b")->find("c")->is_array());
  EXPECT_EQ(object.find("c"), nullptr);
}

TEST(JsonReader, KeepsMembersInFileOrder) {
  EXPECT_EQ(good(R"({"z": 1, "a": 2, "m": 3})").dump(), R"({"z":1,"a":2,"m":3})");
}

TEST(JsonReader, RemembersTheLineOfEveryValue) {
  const Json json = good("{\n  \"a\": 1,\n  \"b\": [\n    2,\r\n    3]\n}");
  EXPECT_EQ(json.line, 1);
  EXPECT_EQ(json.find("a")->line, 2);
  EXPECT_EQ(json.find("b")->line, 3);
  EXPECT_EQ(json.find("b")->items[0].line, 4);
  EXPECT_EQ(json.find("b")->items[1].line, 5);
}

TEST(JsonReader, WholeNumbersToTheLimitsOf64Bits) {
  EXPECT_EQ(good("9223372036854775807").integer, std::numeric_limits<int64_t>::max());
  EXPECT_EQ(good("-9223372036854775808").integer, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(error_of("9223372036854775808"), "test:1: the number is too large");
  EXPECT_EQ(good("0").integer, 0);
  EXPECT_EQ(good("-0").integer, 0);
}

TEST(JsonReader, DecimalsKeepTheirText) {
  for (const char* text : {"1.5", "-0.25", "1e9", "2E-3", "10.0e+2"}) {
    EXPECT_EQ(good(text).kind, Json::Kind::kDecimal);
    EXPECT_EQ(good(text).dump(), text);
  }
}

TEST(JsonReader, RefusesMalformedNumbers) {
  EXPECT_EQ(error_of("01"), "test:1: a number may not begin with 0");
  EXPECT_EQ(error_of("-012"), "test:1: a number may not begin with 0");
  EXPECT_EQ(error_of("1."), "test:1: digits are expected after the decimal point");
  EXPECT_EQ(error_of("1.e3"), "test:1: digits are expected after the decimal point");
  EXPECT_EQ(error_of("1e+"), "test:1: digits are expected in the exponent");
  for (const char* text : {"-", "+1", ".5", "0x10", "1 2", "NaN", "--1"}) {
    EXPECT_FALSE(parse_json(text, "test")) << text;
  }
}

TEST(JsonReader, UnderstandsEveryEscape) {
  EXPECT_EQ(good(R"("\"\\\/\b\f\n\r\t")").text, "\"\\/\b\f\n\r\t");
  EXPECT_EQ(good(R"("\u0041\u00e4\u20AC")").text, "Aä€");
  EXPECT_EQ(good(R"("\uD83C\uDF7A")").text, "🍺");
  EXPECT_EQ(good("\"äöü 🍺\"").text, "äöü 🍺");
}

TEST(JsonReader, RefusesBadEscapes) {
  EXPECT_EQ(error_of(R"("\x")"), "test:1: unknown escape in a string");
  for (const char* text : {R"("\u12")", R"("\u12g4")", R"("\u-123")", R"("\u)"}) {
    EXPECT_EQ(error_of(text), "test:1: four hexadecimal digits are expected after \\u") << text;
  }
  for (const char* text : {R"("\ud83c")", R"("\ud83cx")", R"("\ud83c\u0041")", R"("\udf7a")"}) {
    EXPECT_EQ(error_of(text), "test:1: half a surrogate pair") << text;
  }
}

TEST(JsonReader, RefusesUnfinishedTextWithItsLine) {
  EXPECT_EQ(error_of(""), "test:1: the file ends where a value is expected");
  EXPECT_EQ(error_of("[1,\n2"), "test:2: the file ends inside a list");
  EXPECT_EQ(error_of("{\"a\": 1\n"), "test:2: the file ends inside an object");
  EXPECT_EQ(error_of("\"abc"), "test:1: the file ends inside a string");
  EXPECT_EQ(error_of("\"abc\\"), "test:1: the file ends inside a string");
  EXPECT_EQ(error_of("{\"a\":\n"), "test:2: the file ends where a value is expected");
}

TEST(JsonReader, RefusesWhatIsNoJsonWithItsLine) {
  EXPECT_EQ(error_of("[1\n 2]"), "test:2: ',' or ']' is expected here");
  EXPECT_EQ(error_of("{\"a\": 1 \"b\": 2}"), "test:1: ',' or '}' is expected here");
  EXPECT_EQ(error_of("{a: 1}"), "test:1: a name in quotes is expected here");
  EXPECT_EQ(error_of("{\"a\" 1}"), "test:1: ':' is expected after 'a'");
  EXPECT_EQ(error_of("{\"a\": 1,}"), "test:1: a name in quotes is expected here");
  EXPECT_EQ(error_of("[1,]"), "test:1: a value is expected here");
  EXPECT_EQ(error_of("tru"), "test:1: a value is expected here");
  EXPECT_EQ(error_of("nul"), "test:1: a value is expected here");
  EXPECT_EQ(error_of("{}\n{}"), "test:2: something follows the end of the value");
  EXPECT_EQ(error_of("\"a\nb\""), "test:1: a line ends inside a string");
}

TEST(JsonReader, RefusesANameThatStandsTwice) {
  EXPECT_EQ(error_of("{\"a\": 1,\n \"a\": 2}"), "test:2: the name 'a' stands twice");
  EXPECT_TRUE(parse_json(R"({"a": {"a": 1}})", "test"));
}

TEST(JsonReader, NestsToALimitInsteadOfExhaustingTheStack) {
  const auto nested = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(parse_json(nested(65), "test"));
  EXPECT_EQ(error_of(nested(66)), "test:1: nested too deeply");
  EXPECT_EQ(error_of(std::string(1000000, '[')), "test:1: nested too deeply");
}

TEST(JsonReader, AZeroByteIsNotTheEndOfTheText) {
  EXPECT_FALSE(parse_json(std::string_view("1\0", 2), "test"));
  EXPECT_FALSE(parse_json(std::string_view("\0", 1), "test"));
}

constexpr std::string_view kSample =
    R"({"name":"Kö\"nig\\\n\u0001","list":[1,-2,[3],{}],"none":null,"yes":true,"size":1.50,"o":{"p":[]}})";

TEST(JsonWriter, WritesWhatTheReaderRead) {
  EXPECT_EQ(good(kSample).dump(), kSample);
  EXPECT_EQ(good(good(kSample).dump(2)), good(kSample));
  EXPECT_EQ(good(good(kSample).dump(0)), good(kSample));
}

TEST(JsonWriter, PrettyTextKeepsListsOfPlainValuesOnOneLine) {
  EXPECT_EQ(good(R"({"a":[1,"b",null],"c":[[1],{"d":2}],"e":{},"f":[]})").dump(2),
            "{\n"
            "  \"a\": [1, \"b\", null],\n"
            "  \"c\": [\n"
            "    [1],\n"
            "    {\n"
            "      \"d\": 2\n"
            "    }\n"
            "  ],\n"
            "  \"e\": {},\n"
            "  \"f\": []\n"
            "}");
}

TEST(JsonWriter, PieceByPiece) {
  std::string out;
  JsonWriter writer(out);
  writer.begin_object();
  writer.member("seat", 3);
  writer.key("names");
  writer.begin_array();
  writer.value("Günstling");
  writer.value(false);
  writer.null();
  writer.begin_object();
  writer.end_object();
  writer.end_array();
  writer.member("large", std::numeric_limits<int64_t>::min());
  writer.end_object();
  EXPECT_EQ(out, R"({"seat":3,"names":["Günstling",false,null,{}],"large":-9223372036854775808})");
}

TEST(JsonWriter, InlineListsHoldTheirObjectsOnTheLineToo) {
  std::string out;
  JsonWriter writer(out, 2);
  writer.begin_array();
  writer.begin_object();
  writer.member("a", 1);
  writer.member("b", 2);
  writer.end_object();
  writer.value(3);
  writer.end_array();
  EXPECT_EQ(out, R"([{"a": 1, "b": 2}, 3])");
}

TEST(JsonWriter, DecimalsHaveAFixedNumberOfPlaces) {
  const auto text = [](double number, int decimals) {
    std::string out;
    JsonWriter(out).value(number, decimals);
    return out;
  };
  EXPECT_EQ(text(2.0, 3), "2.000");
  EXPECT_EQ(text(0.0625, 3), "0.063");
  EXPECT_EQ(text(-1.5, 1), "-1.5");
  EXPECT_EQ(text(-0.01, 1), "0.0");
  EXPECT_EQ(text(9.96, 1), "10.0");
  EXPECT_EQ(text(7.6, 0), "8");
}

TEST(JsonWriter, EveryByteSurvives) {
  Json json = Json::of("");
  for (int c = 1; c < 128; ++c) json.text += static_cast<char>(c);
  json.text += "ß€🍺";
  EXPECT_EQ(good(json.dump()), json);
}

TEST(JsonWriter, WhatNeedsAnEscapeIsFoundWhereverItStands) {
  const std::vector<std::pair<std::string, std::string>> escapes{
      {"\"", "\\\""},      {"\\", "\\\\"}, {"\n", "\\n"},
      {"\x1f", "\\u001f"}, {" ", " "},     {"\xc3\xa9", "\xc3\xa9"}};
  for (size_t before = 0; before < 20; ++before) {
    for (size_t after = 0; after < 20; ++after) {
      for (const auto& [plain, escaped] : escapes) {
        const std::string head(before, '!');  // below the quotation mark, above the controls
        const std::string tail(after, '\x7f');
        std::string out;
        JsonWriter writer(out);
        writer.begin_object();
        writer.member(head + plain + tail, std::string_view(head + plain + tail));
        writer.end_object();
        const std::string quoted = "\"" + head + escaped + tail + "\"";
        ASSERT_EQ(out, "{" + quoted + ":" + quoted + "}");
      }
    }
  }
}

TEST(Json, EqualityKnowsNoLinesAndNoOrderOfMembers) {
  EXPECT_EQ(good("{\"a\":1,\"b\":[1,2]}"), good("\n{\"b\":[1,\n2],\"a\":1}"));
  EXPECT_FALSE(good("[1,2]") == good("[2,1]"));
  EXPECT_FALSE(good("1") == good("\"1\""));
  EXPECT_FALSE(good("1") == good("1.0"));
  EXPECT_FALSE(good("true") == good("false"));
  EXPECT_FALSE(good("{\"a\":1}") == good("{\"a\":1,\"b\":1}"));
  EXPECT_FALSE(good("{\"a\":1,\"c\":1}") == good("{\"a\":1,\"b\":1}"));
}

TEST(Json, SetReplacesOrAppends) {
  Json json = Json::object();
  json.set("a", Json::of(1));
  json.set("b", Json::of("x"));
  json.set("a", Json::array());
  EXPECT_EQ(json.dump(), R"({"a":[],"b":"x"})");
}

struct PatchExample {
  const char* target;
  const char* patch;
  const char* result;
};

// The table of RFC 7396, appendix A.
constexpr PatchExample kRfc7396[] = {
    {R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
    {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
    {R"({"a":"b"})", R"({"a":null})", R"({})"},
    {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
    {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
    {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
    {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
    {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
    {R"(["a","b"])", R"(["c","d"])", R"(["c","d"])"},
    {R"({"a":"b"})", R"(["c"])", R"(["c"])"},
    {R"({"a":"foo"})", R"(null)", R"(null)"},
    {R"({"a":"foo"})", R"("bar")", R"("bar")"},
    {R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
    {R"([1,2])", R"({"a":"b","c":null})", R"({"a":"b"})"},
    {R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"},
};

TEST(MergePatch, EveryExampleOfRfc7396) {
  for (const PatchExample& example : kRfc7396) {
    Json target = good(example.target);
    merge_patch(target, good(example.patch));
    EXPECT_EQ(target, good(example.result)) << example.target << " + " << example.patch;
  }
}

// RFC 7396 §3.
TEST(MergePatch, TheDocumentOfRfc7396Section3) {
  Json target = good(R"({"title": "Goodbye!", "author": {"givenName": "John", "familyName": "Doe"},
                         "tags": ["example", "sample"], "content": "This will be unchanged"})");
  merge_patch(target, good(R"({"title": "Hello!", "phoneNumber": "+01-123-456-7890",
                               "author": {"familyName": null}, "tags": ["example"]})"));
  EXPECT_EQ(target,
            good(R"({"title": "Hello!", "author": {"givenName": "John"}, "tags": ["example"],
                             "content": "This will be unchanged",
                             "phoneNumber": "+01-123-456-7890"})"));
}

// One field read from {"field": <value>} with `read`; the error it gives.
template <class Read>
std::string field_error(std::string_view value, Read read) {
  const Json json = good("{\"field\": " + std::string(value) + "}");
  Error error;
  FieldReader reader(json, "file", error, ErrorCode::kEdition);
  read(reader);
  reader.finish();
  EXPECT_EQ(reader.ok(), error.text.empty());
  EXPECT_EQ(error.code, error.text.empty() ? ErrorCode::kNone : ErrorCode::kEdition);
  return error.text;
}

TEST(FieldReader, ReadsEveryKindOfField) {
  const Json json = good(R"({"n": 5, "s": "x", "t": true, "a": [1], "o": {"p": 2}, "u": null})");
  Error error;
  FieldReader reader(json, "file", error, ErrorCode::kPosition);
  EXPECT_EQ(reader.integer("n", 0, 9), 5);
  EXPECT_EQ(reader.string("s"), "x");
  EXPECT_TRUE(reader.boolean_or("t", false));
  EXPECT_EQ(reader.array("a").items.size(), 1u);
  EXPECT_NE(reader.object("o").find("p"), nullptr);
  reader.ignore("u");
  reader.finish();
  EXPECT_TRUE(reader.ok()) << error.text;
}

TEST(FieldReader, FallbacksStandForMissingFields) {
  const Json json = good("{}");
  Error error;
  FieldReader reader(json, "file", error, ErrorCode::kPosition);
  EXPECT_EQ(reader.integer_or("n", 0, 9, 7), 7);
  EXPECT_EQ(reader.string_or("s", "y"), "y");
  EXPECT_TRUE(reader.boolean_or("t", true));
  EXPECT_EQ(reader.any("x").kind, Json::Kind::kNull);
  EXPECT_FALSE(reader.has("n"));
  reader.finish();
  EXPECT_TRUE(reader.ok()) << error.text;
}

TEST(FieldReader, ListsAndObjectsThatMayBeLeftOutOrNull) {
  for (const char* text : {"{}", R"({"a": null, "o": null})"}) {
    const Json json = good(text);
    Error error;
    FieldReader reader(json, "file", error, ErrorCode::kPosition);
    EXPECT_TRUE(reader.array_or_empty("a").items.empty());
    EXPECT_TRUE(reader.object_or_empty("o").members.empty());
    reader.finish();
    EXPECT_TRUE(reader.ok()) << error.text;
  }
  EXPECT_EQ(
      field_error("[1]",
                  [](FieldReader& r) { EXPECT_EQ(r.array_or_empty("field").items.size(), 1u); }),
      "");
  EXPECT_EQ(field_error("1", [](FieldReader& r) { r.array_or_empty("field"); }),
            "file.field must be a list, not a whole number: 1 (line 1)");
  EXPECT_EQ(field_error("[]", [](FieldReader& r) { r.object_or_empty("field"); }),
            "file.field must be an object, not a list (line 1)");
}

TEST(FieldReader, NamesTheFieldThatIsMissing) {
  const auto read = [](FieldReader& reader) {
    reader.ignore("field");
    reader.integer("bank", 0, 95);
    reader.array("hands");
  };
  EXPECT_EQ(field_error("1", read), "file.bank is missing (line 1)");
}

TEST(FieldReader, NamesTheFieldOfTheWrongType) {
  const auto integer = [](FieldReader& r) { r.integer("field", 0, 9); };
  EXPECT_EQ(field_error("\"x\"", integer),
            "file.field must be a whole number, not a string: \"x\" (line 1)");
  EXPECT_EQ(field_error("1.0", integer),
            "file.field must be a whole number, not a decimal number: 1.0 (line 1)");
  EXPECT_EQ(field_error("1", [](FieldReader& r) { r.string("field"); }),
            "file.field must be a string, not a whole number: 1 (line 1)");
  EXPECT_EQ(field_error("[]", [](FieldReader& r) { r.string_or("field", ""); }),
            "file.field must be a string, not a list (line 1)");
  EXPECT_EQ(field_error("{}", [](FieldReader& r) { r.array("field"); }),
            "file.field must be a list, not an object (line 1)");
  EXPECT_EQ(field_error("true", [](FieldReader& r) { r.object("field"); }),
            "file.field must be an object, not true or false (line 1)");
  EXPECT_EQ(field_error("null", [](FieldReader& r) { r.boolean_or("field", true); }),
            "file.field must be true or false, not null (line 1)");
}

TEST(FieldReader, NamesTheFieldThatIsOutOfRange) {
  const auto integer = [](FieldReader& r) { r.integer("field", 1, 6); };
  EXPECT_EQ(field_error("7", integer), "file.field must be from 1 to 6, not 7 (line 1)");
  EXPECT_EQ(field_error("0", integer), "file.field must be from 1 to 6, not 0 (line 1)");
  EXPECT_EQ(field_error("4294967297", integer),
            "file.field must be from 1 to 6, not 4294967297 (line 1)");
  EXPECT_EQ(field_error("1", integer), "");
  EXPECT_EQ(field_error("6", integer), "");
}

TEST(FieldReader, NamesTheFieldNobodyAskedFor) {
  EXPECT_EQ(field_error("1", [](FieldReader&) {}), "file.field is an unknown field (line 1)");
  EXPECT_EQ(field_error("1", [](FieldReader& r) { r.any("fields"); }),
            "file.field is an unknown field; did you mean 'fields'? (line 1)");
}

TEST(FieldReader, ReportsTheFirstErrorWithItsLineAndOnlyThat) {
  const Json json = good("{\n\"a\": 1,\n\"b\": \"x\"}");
  Error error;
  FieldReader reader(json, "", error, ErrorCode::kPosition);
  reader.integer("b", 0, 9);
  reader.integer("c", 0, 9);
  reader.finish();
  EXPECT_EQ(error.text, "b must be a whole number, not a string: \"x\" (line 3)");
}

TEST(FieldReader, RefusesWhatIsNoObject) {
  const Json json = good("[]");
  Error error;
  FieldReader reader(json, "seats.0", error, ErrorCode::kPosition);
  EXPECT_EQ(reader.integer("a", 3, 9), 3);
  reader.finish();
  EXPECT_EQ(error.text, "seats.0 must be an object, not a list");
}

TEST(FieldReader, RefusesAWholeFileThatIsNoObjectInASentence) {
  const Json json = good("5");
  Error error;
  FieldReader reader(json, "", error, ErrorCode::kPosition);
  EXPECT_EQ(error.text, "it must be an object, not a whole number");
}

TEST(JsonCanonical, LeavesOutWhatItsReaderTookNothingFrom) {
  const auto canonical = [](std::string_view text) {
    const Result<Json> json = parse_json(text, "test");
    Error error;
    FieldReader in(*json, "", error, ErrorCode::kEdition);
    in.integer("price", 0, 9);
    in.integer_or("bonus", 0, 9, 2);
    in.boolean_or("open", true);
    in.string_or("colour", "red");
    in.ignore("source");
    for (const Json& item : in.array("list").items) {
      FieldReader part(item, "list", error, ErrorCode::kEdition);
      part.string("id");
      part.ignore("note");
      part.finish();
    }
    in.finish();
    EXPECT_FALSE(error) << error.text;
    return json.value.canonical();
  };
  const std::string plain = R"({"list":[{"id":"b"},{"id":"a"}],"price":3})";
  EXPECT_EQ(canonical(R"({"price": 3, "list": [{"id": "b"}, {"id": "a"}]})"), plain);
  EXPECT_EQ(canonical(R"({"source": {"house": ["x", 1]}, "list": [{"note": "n", "id": "b"},
                          {"id": "\u0061"}], "price": 3, "bonus": 2, "open": true,
                          "colour": "red"})"),
            plain);
  EXPECT_EQ(canonical(plain), plain);
  EXPECT_EQ(canonical(R"({"list": [], "price": 3, "bonus": 0, "open": false, "colour": "blue"})"),
            R"({"bonus":0,"colour":"blue","list":[],"open":false,"price":3})");
}

}  // namespace
}  // namespace engine
