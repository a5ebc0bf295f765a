// Every ruling (R1 to R46) is cited where it acts, so that a reader with the rules finds it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "games/tiefenthal/test_table.h"

namespace tiefenthal::rulings_test {

namespace fs = std::filesystem;

constexpr int kRulings = 46;

// Rulings that no line of the rules carries out.
struct NoCode {
  int ruling;
  const char* why;
};
constexpr NoCode kNeedNoCode[]{
    {3, "the price of the beer merchant stands in edition.json"},
    {6, "die and pay of the nobles stand in edition.json"},
    {35, "what the scan of the rulebook lost"},
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
  std::string all;
  for (const auto& entry : fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/tiefenthal")) {
    const std::string name = entry.path().filename();
    const bool source = entry.path().extension() == ".cpp" || entry.path().extension() == ".h";
    if (source && !name.ends_with("_test.cpp") && name != "test_table.h") all += read(entry.path());
  }
  return cited_in(all);
}

TEST(TiefenthalRulings, EveryRulingThatActsIsCitedInTheSources) {
  const std::set<int> found = cited();
  for (int ruling = 1; ruling <= kRulings; ++ruling) {
    const auto needs_none =
        std::any_of(std::begin(kNeedNoCode), std::end(kNeedNoCode),
                    [&](const NoCode& entry) { return entry.ruling == ruling; });
    EXPECT_TRUE(needs_none || found.contains(ruling)) << "R" << ruling << " is cited nowhere";
  }
  EXPECT_LE(*found.rbegin(), kRulings);
}

TEST(TiefenthalRulings, EveryRulingStandsInTheRules) {
  const std::set<int> found = cited_in(read(STAMTAFEL_SOURCE_DIR "/games/tiefenthal/RULES.md"));
  for (int ruling = 1; ruling <= kRulings; ++ruling) {
    EXPECT_TRUE(found.contains(ruling)) << "R" << ruling;
  }
}

// The numbers have gaps: these are all there are.
TEST(TiefenthalCases, EveryAcceptanceCaseIsThere) {
  constexpr int kCases[]{1,  2,  3,  4,  6,  8,  9,  10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 22,
                         23, 25, 26, 27, 29, 30, 31, 33, 35, 36, 37, 38, 41, 42, 43, 46, 47, 48, 49,
                         50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 63, 64, 65, 66, 67};
  std::set<int> found;
  for (const auto& entry : fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/tiefenthal/cases")) {
    const std::string name = entry.path().filename();
    if (name[0] == 'E') found.insert(std::stoi(name.substr(1)));
  }
  EXPECT_EQ(found, std::set<int>(std::begin(kCases), std::end(kCases)));
}

}  // namespace tiefenthal::rulings_test
