// Every ruling (R1 to R56) is cited where it acts, and every acceptance case has its file.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "games/dicebrewing/test_table.h"

namespace dicebrewing::rulings_test {

namespace fs = std::filesystem;

constexpr int kRulings = 56;

// Rulings that no line of the rules carries out.
struct NoCode {
  int ruling;
  const char* why;
};
constexpr NoCode kNeedNoCode[]{
    {1, "which figures are house values: edition.json says so, figure by figure"},
    {31, "coins are a plain number of gold"},
    {47, "two words for the same ingredient: texts/ has one"},
    {48, "which level a known card has: edition.json"},
};

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_TRUE(in) << path;
  return text.str();
}

std::set<int> cited() {
  std::set<int> found;
  const std::regex ruling(R"(\bR([0-9]+)\b)");
  for (const auto& entry : fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/dicebrewing")) {
    const std::string name = entry.path().filename();
    const bool source = entry.path().extension() == ".cpp" || entry.path().extension() == ".h";
    if (!source || name.ends_with("_test.cpp") || name == "test_table.h") continue;
    const std::string text = read(entry.path());
    for (auto it = std::sregex_iterator(text.begin(), text.end(), ruling);
         it != std::sregex_iterator(); ++it) {
      found.insert(std::stoi((*it)[1]));
    }
  }
  return found;
}

TEST(DiceBrewingRulings, EveryRulingThatActsIsCitedInTheSources) {
  const std::set<int> found = cited();
  for (int ruling = 1; ruling <= kRulings; ++ruling) {
    const auto needs_none =
        std::any_of(std::begin(kNeedNoCode), std::end(kNeedNoCode),
                    [&](const NoCode& entry) { return entry.ruling == ruling; });
    EXPECT_TRUE(needs_none || found.contains(ruling)) << "R" << ruling << " is cited nowhere";
  }
}

TEST(DiceBrewingRulings, NoRulingIsCitedThatDoesNotExist) {
  const std::set<int> found = cited();
  ASSERT_FALSE(found.empty());
  EXPECT_GE(*found.begin(), 1);
  EXPECT_LE(*found.rbegin(), kRulings);
}

TEST(DiceBrewingCases, EveryAcceptanceCaseHasItsFile) {
  std::set<int> expected;
  for (int i = 1; i <= 79; ++i) expected.insert(i);
  for (int gone : {15, 17, 26, 27, 28, 30, 50, 56, 61, 66, 70, 75}) expected.erase(gone);
  std::set<int> found;
  for (const auto& entry :
       fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/dicebrewing/cases")) {
    const std::string name = entry.path().filename();
    if (name.starts_with("E")) found.insert(std::stoi(name.substr(1)));
  }
  EXPECT_EQ(found, expected);
}

}  // namespace dicebrewing::rulings_test
