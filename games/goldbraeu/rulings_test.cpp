// Every ruling (R1 to R62) is cited where it acts, so that a reader with the rules finds it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "games/goldbraeu/test_table.h"

namespace goldbraeu::rulings_test {

namespace fs = std::filesystem;

constexpr int kRulings = 62;

// Rulings that no line of the rules carries out.
struct NoCode {
  int ruling;
  const char* why;
};
constexpr NoCode kNeedNoCode[]{
    {1, "the map stands in edition.json"},
    {2, "the order of the ring stands in edition.json"},
    {44, "the bank is unlimited: nothing is counted"},
    {48, "reviews that are not followed: the numbers stand in edition.json"},
    {50, "the number of stones stands in edition.json"},
    {56, "spelling of names: texts/ and edition.json"},
};

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_TRUE(in) << path;
  return text.str();
}

std::set<int> cited_in(const std::string& text) {
  std::set<int> found;
  const std::regex ruling(R"(\bR([0-9]+)\b)");
  for (auto it = std::sregex_iterator(text.begin(), text.end(), ruling);
       it != std::sregex_iterator(); ++it) {
    found.insert(std::stoi((*it)[1]));
  }
  return found;
}

std::set<int> cited() {
  std::set<int> found;
  for (const auto& entry : fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/goldbraeu")) {
    const std::string name = entry.path().filename();
    const bool source = entry.path().extension() == ".cpp" || entry.path().extension() == ".h";
    if (!source || name.ends_with("_test.cpp") || name == "test_table.h") continue;
    found.merge(cited_in(read(entry.path())));
  }
  return found;
}

TEST(GoldbraeuRulings, EveryRulingThatActsIsCitedInTheSources) {
  const std::set<int> found = cited();
  for (int ruling = 1; ruling <= kRulings; ++ruling) {
    const auto needs_none =
        std::any_of(std::begin(kNeedNoCode), std::end(kNeedNoCode),
                    [&](const NoCode& entry) { return entry.ruling == ruling; });
    EXPECT_TRUE(needs_none || found.contains(ruling)) << "R" << ruling << " is cited nowhere";
  }
}

TEST(GoldbraeuRulings, NoRulingIsCitedThatDoesNotExist) {
  const std::set<int> found = cited();
  ASSERT_FALSE(found.empty());
  EXPECT_GE(*found.begin(), 1);
  EXPECT_LE(*found.rbegin(), kRulings);
}

// Every rule that refuses a move names the ruling it stands on, and RULES.md lists them all.
TEST(GoldbraeuRulings, RulesOnScreenNameTheirRuling) {
  const std::string listed = read(STAMTAFEL_SOURCE_DIR "/games/goldbraeu/RULES.md");
  for (int ruling = 1; ruling <= kRulings; ++ruling) {
    EXPECT_NE(listed.find("\n| R" + std::to_string(ruling) + " |"), std::string::npos) << ruling;
  }
  for (const engine::RuleSpec& rule : spec().rules) {
    EXPECT_TRUE(rule.ruling.starts_with("R") || rule.ruling.starts_with("§")) << rule.id;
  }
}

// Each number of the list of cases has its file; E69 is a test of random games (dynamics_test.cpp).
TEST(GoldbraeuCases, EveryNumberHasItsFile) {
  const std::set<int> left_out{7, 11, 18, 22, 36, 41, 49, 54, 57, 59, 61, 69, 70};
  std::set<int> expected;
  for (int number = 1; number <= 78; ++number) {
    if (!left_out.contains(number)) expected.insert(number);
  }
  std::set<int> found;
  for (const auto& entry : fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/goldbraeu/cases")) {
    found.insert(std::stoi(entry.path().filename().string().substr(1, 2)));
  }
  EXPECT_EQ(found, expected);
}

}  // namespace goldbraeu::rulings_test
