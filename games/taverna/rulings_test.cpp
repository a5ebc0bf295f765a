// Every ruling (R1 to R58) is cited where it acts, so that a reader with the rules finds it.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "games/taverna/test_table.h"

namespace taverna::rulings_test {

namespace fs = std::filesystem;

constexpr int kRulings = 58;

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
  for (const auto& entry : fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/taverna")) {
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

TEST(TavernaRulings, EveryRulingIsCitedInTheSources) {
  const std::set<int> found = cited();
  for (int ruling = 1; ruling <= kRulings; ++ruling) {
    EXPECT_TRUE(found.contains(ruling)) << "R" << ruling << " is cited nowhere";
  }
}

TEST(TavernaRulings, NoRulingIsCitedThatDoesNotExist) {
  const std::set<int> found = cited();
  ASSERT_FALSE(found.empty());
  EXPECT_GE(*found.begin(), 1);
  EXPECT_LE(*found.rbegin(), kRulings);
}

// The numbers have gaps: these are all there are.
TEST(TavernaCases, EveryAcceptanceCaseHasItsFile) {
  std::set<int> expected;
  for (int i = 1; i <= 75; ++i) expected.insert(i);
  for (int gap : {10, 19, 26, 28, 31, 46, 56, 57, 58, 60, 66, 68}) expected.erase(gap);
  std::set<int> found;
  for (const auto& entry : fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/taverna/cases")) {
    const std::string name = entry.path().filename();
    if (name.starts_with("E")) found.insert(std::stoi(name.substr(1)));
  }
  EXPECT_EQ(found, expected);
}

// Every spell, favour and dignitary has a case of its own in cases/cards.
TEST(TavernaCases, EveryCardHasACaseOfItsOwn) {
  std::set<std::string> expected;
  for (const SpellData& spell : test::edition().spells)
    expected.insert("card-" + spell.id + ".case");
  for (std::string_view id : kFavourIds) expected.insert("favour-" + std::string(id) + ".case");
  for (std::string_view id : kDignitaryIds)
    expected.insert("dignitary-" + std::string(id) + ".case");
  std::set<std::string> found;
  for (const auto& entry :
       fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/taverna/cases/cards")) {
    found.insert(entry.path().filename());
  }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(found.size(), 46u);
}

}  // namespace taverna::rulings_test
