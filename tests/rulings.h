// Every ruling of a game is cited where it acts, so that a reader with the rules finds it, and
// every acceptance case of its list has a file.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>

namespace rulings {

namespace fs = std::filesystem;

// Rulings that no line of the rules carries out, with the reason.
using NeedNoCode = std::map<int, std::string_view>;

inline fs::path folder_of(std::string_view game) {
  return fs::path(STAMTAFEL_SOURCE_DIR) / "games" / game;
}

inline std::set<std::string> files_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file()) names.insert(entry.path().filename());
  return names;
}

inline std::set<int> cited_in(const fs::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::set<int> found;
  const std::regex ruling(R"(\bR([0-9]+)\b)");
  for (std::sregex_iterator it(text.begin(), text.end(), ruling); it != std::sregex_iterator();
       ++it) {
    found.insert(std::stoi((*it)[1]));
  }
  return found;
}

// Cited in the rules' own sources; tests don't count.
inline std::set<int> cited(std::string_view game) {
  std::set<int> found;
  for (const std::string& name : files_in(folder_of(game))) {
    const bool source = name.ends_with(".cpp") || name.ends_with(".h");
    const bool test = name.ends_with("_test.cpp") || name == "test_table.h";
    if (source && !test) found.merge(cited_in(folder_of(game) / name));
  }
  return found;
}

// R1 to R<count> stand in RULES.md; each is cited in the sources or needs no code; no other is.
inline void expect_cited(std::string_view game, int count, const NeedNoCode& need_no_code) {
  const std::set<int> in_sources = cited(game);
  const std::set<int> in_rules = cited_in(folder_of(game) / "RULES.md");
  for (int ruling = 1; ruling <= count; ++ruling) {
    EXPECT_TRUE(need_no_code.contains(ruling) || in_sources.contains(ruling))
        << "R" << ruling << " is cited nowhere";
    EXPECT_TRUE(in_rules.contains(ruling)) << "R" << ruling << " is not in RULES.md";
  }
  for (const std::set<int>* found : {&in_sources, &in_rules}) {
    ASSERT_FALSE(found->empty());
    EXPECT_GE(*found->begin(), 1);
    EXPECT_LE(*found->rbegin(), count);
  }
}

// cases/ has a file for each of E1 to E<last> but those that the list leaves out.
inline void expect_cases(std::string_view game, int last, const std::set<int>& left_out) {
  std::set<int> expected;
  for (int number = 1; number <= last; ++number)
    if (!left_out.contains(number)) expected.insert(number);
  std::set<int> found;
  for (const std::string& name : files_in(folder_of(game) / "cases"))
    if (name.starts_with('E')) found.insert(std::stoi(name.substr(1)));
  EXPECT_EQ(found, expected);
}

}  // namespace rulings
