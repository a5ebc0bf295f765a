// Every ruling (R1 to R51) is cited where it acts, so that a reader with the rules finds it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "games/koenig/test_table.h"

namespace koenig::rulings_test {

namespace fs = std::filesystem;

constexpr int kRulings = 51;

// Rulings that no line of the rules carries out.
struct NoCode {
  int ruling;
  const char* why;
};
constexpr NoCode kNeedNoCode[]{
    {3, "damaged names: the right ones stand in texts/ and edition.json"},
    {45, "deals and gifts are no part of the rules: there is no action for them"},
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
  for (const auto& entry : fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/koenig")) {
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

TEST(KoenigRulings, EveryRulingThatActsIsCitedInTheSources) {
  const std::set<int> found = cited();
  for (int ruling = 1; ruling <= kRulings; ++ruling) {
    const auto needs_none =
        std::any_of(std::begin(kNeedNoCode), std::end(kNeedNoCode),
                    [&](const NoCode& entry) { return entry.ruling == ruling; });
    EXPECT_TRUE(needs_none || found.contains(ruling)) << "R" << ruling << " is cited nowhere";
  }
}

TEST(KoenigRulings, NoRulingIsCitedThatDoesNotExist) {
  const std::set<int> found = cited();
  ASSERT_FALSE(found.empty());
  EXPECT_GE(*found.begin(), 1);
  EXPECT_LE(*found.rbegin(), kRulings);
}

// R3: what the printed list spells wrong stands right in the German texts.
TEST(KoenigRulings, R3_NamesAreSpelledRight) {
  const engine::Texts& german = test::game().texts(engine::Language::kGerman);
  const std::pair<const char*, const char*> names[]{
      {"stammplatz", "Stammplatz"},         {"geruechtekueche_goblin", "Gerüchteküche"},
      {"schiedsgericht", "Schiedsgericht"}, {"grosse_intrige", "Große Intrige"},
      {"trickbetrug", "Trickbetrug"},
  };
  for (const auto& [id, name] : names) {
    const std::string text = test::game().value_text(*test::game().default_edition(), domain::kCard,
                                                     index(test::card_id(id)), german);
    EXPECT_TRUE(text.starts_with(name)) << id << ": " << text;
  }
  const engine::Texts& dutch = test::game().texts(engine::Language::kDutch);
  const auto dutch_name = [&](std::string_view id) {
    return test::game().value_text(*test::game().default_edition(), domain::kCard,
                                   index(test::card_id(id)), dutch);
  };
  EXPECT_EQ(dutch_name("erscheinung"), "Verschijning");
  EXPECT_EQ(dutch_name("zack"), "Pats!");
}

// Every card has a case of its own in cases/cards.
TEST(KoenigCases, EveryCardHasACaseOfItsOwn) {
  std::set<std::string> expected;
  for (const CardData& card : test::edition().cards) expected.insert("card-" + card.id + ".case");
  std::set<std::string> found;
  for (const auto& entry :
       fs::directory_iterator(STAMTAFEL_SOURCE_DIR "/games/koenig/cases/cards")) {
    found.insert(entry.path().filename());
  }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(found.size(), 62u);
}

}  // namespace koenig::rulings_test
