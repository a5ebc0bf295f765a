#include "engine/fingerprint.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/json.h"

namespace engine {
namespace {

uint64_t fingerprint_of_text(std::string_view text) {
  Fingerprint fingerprint;
  JsonWriter writer(fingerprint);
  writer.value(*parse_json(text, "test"));
  return fingerprint.hash();
}

TEST(Fingerprint, IsOfWhatIsSaidAndNotOfHowItIsWritten) {
  const uint64_t plain = fingerprint_of_text(R"({"a":1,"b":[true,null,"x"],"c":{"d":2,"e":3}})");
  EXPECT_EQ(
      fingerprint_of_text(R"( { "c": {"e": 3, "d": 2}, "b": [true, null, "\u0078"], "a": 1})"),
      plain);
}

// Any of these could be mistaken for another by a careless sum.
TEST(Fingerprint, TellsApart) {
  const std::vector<std::string> different{"null",
                                           "true",
                                           "false",
                                           "0",
                                           "1",
                                           "-1",
                                           "1.5",
                                           "\"\"",
                                           "\"1\"",
                                           "\"true\"",
                                           "[]",
                                           "{}",
                                           "[0]",
                                           "[0,0]",
                                           "[[0]]",
                                           "[[],0]",
                                           "[0,[]]",
                                           "[1,2]",
                                           "[2,1]",
                                           "[\"a\",\"b\"]",
                                           "[\"ab\"]",
                                           R"({"a":1,"b":2})",
                                           R"({"a":2,"b":1})",
                                           R"({"a":1})",
                                           R"({"b":1})",
                                           R"({"a":"b"})",
                                           R"({"b":"a"})",
                                           R"({"a":{"b":1}})",
                                           R"({"b":{"a":1}})",
                                           R"({"a":[1]})",
                                           R"({"a":null})",
                                           R"({"a":{"x":1},"b":{"x":2}})",
                                           R"({"a":{"x":2},"b":{"x":1}})",
                                           "\"abcdefgh\"",
                                           "\"abcdefghi\"",
                                           "\"abcdefghabcdefgh\"",
                                           "\"abcdefghabcdefghi\"",
                                           "\"hgfedcba\"",
                                           "\"abc\"",
                                           "\"acb\"",
                                           "\"abcd\"",
                                           "\"abdc\"",
                                           "\"aab\"",
                                           "\"abb\""};
  std::set<uint64_t> seen;
  for (const std::string& text : different) {
    EXPECT_TRUE(seen.insert(fingerprint_of_text(text)).second) << text;
  }
}

// Small numbers in a few places, as positions have them: none of many thousands like another.
TEST(Fingerprint, OfPositionsThatDifferInSmallNumbersIsDifferent) {
  std::set<uint64_t> seen;
  for (int n = 0; n < 20000; ++n) {
    std::string text;
    JsonWriter out(text);
    out.begin_object();
    for (int digit = 0, rest = n; digit < 5; ++digit, rest /= 8) {
      out.member(std::string(1, static_cast<char>('a' + digit)), rest % 8);
    }
    out.end_object();
    seen.insert(fingerprint_of_text(text));
  }
  EXPECT_EQ(seen.size(), 20000u);
}

// Records and tables keep them: these must not change.
TEST(Fingerprint, IsTheSameForEver) {
  EXPECT_EQ(fingerprint_of_text(R"({"game":"toy","hand":["ace","king"],"coins":-3,"over":false})"),
            11075643410966702942u);
}

}  // namespace
}  // namespace engine
