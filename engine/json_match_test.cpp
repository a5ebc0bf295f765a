#include "engine/json_match.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

Json json_of(std::string_view text) {
  Result<Json> json = parse_json(text, "test");
  EXPECT_TRUE(json) << json.error.text;
  return *json;
}

// "path: expected | found" for each difference, or what is wrong with the pattern.
std::vector<std::string> differences(std::string_view pattern, std::string_view found,
                                     std::string_view whole = "") {
  const Json read = json_of(pattern);
  if (const LineError error = check_pattern(read)) return {"bad pattern: " + error.text};
  const Json position = whole.empty() ? Json{} : json_of(whole);
  std::vector<Mismatch> mismatches;
  match_json(read, json_of(found), whole.empty() ? nullptr : &position, mismatches);
  std::vector<std::string> texts;
  for (const Mismatch& m : mismatches)
    texts.push_back(m.path + ": " + m.expected + " | " + m.found);
  return texts;
}
using Differences = std::vector<std::string>;

TEST(JsonMatch, MembersThatAreNotListedDoNotMatter) {
  EXPECT_EQ(differences(R"({"a": 1})", R"({"a": 1, "b": 2})"), Differences{});
  EXPECT_EQ(differences(R"({"a": {"c": null}})", R"({"a": {"b": 2, "c": null}})"), Differences{});
}

TEST(JsonMatch, EveryDifferenceIsToldWithItsPath) {
  EXPECT_EQ(
      differences(R"({"a": {"b": 1, "c": 2}, "d": "x"})", R"({"a": {"b": 3, "c": 4}, "d": "y"})"),
      (Differences{"a.b: 1 | 3", "a.c: 2 | 4", "d: \"x\" | \"y\""}));
}

TEST(JsonMatch, AMemberThatDoesNotExistIsADifference) {
  EXPECT_EQ(differences(R"({"wealht": 1})", R"({"wealth": 1})"),
            (Differences{"wealht: 1 | no such field"}));
  EXPECT_EQ(differences(R"({"a": null})", R"({})"), (Differences{"a: null | no such field"}));
}

TEST(JsonMatch, AListMatchesExactly) {
  EXPECT_EQ(differences(R"({"a": [1, 2]})", R"({"a": [1, 2]})"), Differences{});
  EXPECT_EQ(differences(R"({"a": [1, 2]})", R"({"a": [2, 1]})"), (Differences{"a: [1,2] | [2,1]"}));
  EXPECT_EQ(differences(R"({"a": [1, 2]})", R"({"a": [1, 2, 3]})"),
            (Differences{"a: [1,2] | [1,2,3]"}));
  EXPECT_EQ(differences(R"({"a": []})", R"({"a": [1]})"), (Differences{"a: [] | [1]"}));
}

TEST(JsonMatch, AListOfObjectsTellsTheDifferingField) {
  EXPECT_EQ(differences(R"({"a": [{"x": 1}, {"x": 2}]})", R"({"a": [{"x": 1, "y": 0}, {"x": 3}]})"),
            (Differences{"a[1].x: 2 | 3"}));
}

TEST(JsonMatch, ContainsCountsEqualEntries) {
  EXPECT_EQ(differences(R"({"a": {"$contains": [1, 1]}})", R"({"a": [1, 2, 1]})"), Differences{});
  EXPECT_EQ(differences(R"({"a": {"$contains": [1, 1]}})", R"({"a": [1, 2]})"),
            (Differences{"a: an entry 1 | [1,2]"}));
}

TEST(JsonMatch, ExcludesFindsWhatMustNotBeThere) {
  EXPECT_EQ(differences(R"({"a": {"$excludes": [3]}})", R"({"a": [1, 2]})"), Differences{});
  EXPECT_EQ(differences(R"({"a": {"$excludes": [2]}})", R"({"a": [1, 2]})"),
            (Differences{"a: no 2 | [1,2]"}));
}

TEST(JsonMatch, AnyOrderIsExactOtherwise) {
  EXPECT_EQ(differences(R"({"a": {"$any_order": [1, 2]}})", R"({"a": [2, 1]})"), Differences{});
  EXPECT_EQ(differences(R"({"a": {"$any_order": [1, 2]}})", R"({"a": [2, 1, 3]})"),
            (Differences{"a: in any order [1,2] | [2,1,3]"}));
  EXPECT_EQ(differences(R"({"a": {"$any_order": [1, 4]}})", R"({"a": [2, 1]})"),
            (Differences{"a: an entry 4 | [2,1]"}));
}

TEST(JsonMatch, SizesNumbersEntriesAndNot) {
  EXPECT_EQ(differences(R"({"a": {"$size": 2, "$0": 1, "$1": {"$not": 1}}})", R"({"a": [1, 2]})"),
            Differences{});
  EXPECT_EQ(differences(R"({"a": {"$size": 3}})", R"({"a": [1]})"),
            (Differences{"a: size 3 | size 1: [1]"}));
  EXPECT_EQ(differences(R"({"a": {"$size": 1}})", R"({"a": "x"})"),
            (Differences{"a: size 1 | \"x\""}));
  EXPECT_EQ(differences(R"({"a": {"$2": 1}})", R"({"a": [1]})"),
            (Differences{"a[2]: 1 | no such entry in [1]"}));
  EXPECT_EQ(differences(R"({"a": {"$not": 1}})", R"({"a": 1})"), (Differences{"a: not 1 | 1"}));
  EXPECT_EQ(differences(R"({"a": {"$at_least": 3, "$at_most": 3}})", R"({"a": 3})"), Differences{});
  EXPECT_EQ(differences(R"({"a": {"$at_least": 4}})", R"({"a": 3})"),
            (Differences{"a: at_least 4 | 3"}));
  EXPECT_EQ(differences(R"({"a": {"$at_most": 2}})", R"({"a": 3})"),
            (Differences{"a: at_most 2 | 3"}));
}

TEST(JsonMatch, AbsentInAViewMustBeInThePosition) {
  EXPECT_EQ(differences(R"({"a": {"$absent": true}})", "{}", R"({"a": 1})"), Differences{});
  EXPECT_EQ(differences(R"({"a": {"$absent": true}})", R"({"a": 1})", R"({"a": 1})"),
            (Differences{"a: absent | 1"}));
  EXPECT_EQ(differences(R"({"x": {"$absent": true}})", "{}", R"({"a": 1})"),
            (Differences{"x: absent from the view only | absent from the position too"}));
  EXPECT_EQ(differences(R"({"x": {"$absent": true}})", R"({"a": 1})"), Differences{});
}

TEST(JsonMatch, AListOperatorOnSomethingElseIsADifference) {
  EXPECT_EQ(differences(R"({"a": {"$contains": [1]}})", R"({"a": 1})"),
            (Differences{"a: contains [1] | 1"}));
  EXPECT_EQ(differences(R"({"a": {"b": 1}})", R"({"a": [1]})"),
            (Differences{"a: {\"b\":1} | [1]"}));
}

TEST(JsonMatch, APatternThatSaysNothingOrIsUnknownIsAnError) {
  for (const char* pattern :
       {"{}", R"({"a": {}})", R"({"a": {"$contains": []}})", R"({"a": {"$contain": [1]}})",
        R"({"a": {"$size": "2"}})", R"({"a": {"$absent": false}})",
        R"({"a": {"$size": 1, "b": 1}})", R"({"a": {"$absent": true, "$size": 1}})",
        R"({"a": [{"$x": 1}]})", R"({"a": {"$-1": 1}})"}) {
    const auto found = differences(pattern, "{}");
    ASSERT_EQ(found.size(), 1u) << pattern;
    EXPECT_TRUE(found[0].starts_with("bad pattern: ")) << pattern << " " << found[0];
  }
}

TEST(JsonMatch, AnErrorKnowsItsLine) {
  EXPECT_EQ(check_pattern(json_of("{\n\"a\": 1,\n\"b\": {\"$x\": 1}}")).line, 3);
}

}  // namespace
}  // namespace engine
