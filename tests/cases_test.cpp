// Every case of every game, each a test named after its file.
#include "engine/cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "games/registry.h"
#include "tests/documentation.h"

namespace {

namespace fs = std::filesystem;

std::vector<std::string> all_case_files() {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(STAMTAFEL_SOURCE_DIR "/games")) {
    if (entry.path().extension() == ".case") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class CaseFileTest : public ::testing::TestWithParam<std::string> {};

TEST_P(CaseFileTest, Holds) {
  const std::string& path = GetParam();
  const engine::CaseReport report =
      engine::run_case(tests::text_of_file(path), engine::game_of_case_path(path), games::find);
  for (const engine::CaseProblem& problem : report.problems) {
    ADD_FAILURE() << path << ": " << engine::describe(problem);
  }
  EXPECT_GT(report.checks, 0);
}

TEST(CaseDocumentation, ItsExampleHolds) {
  const engine::CaseReport report =
      engine::run_case(tests::first_example("cases.md"), "", games::find);
  for (const engine::CaseProblem& problem : report.problems) {
    ADD_FAILURE() << engine::describe(problem);
  }
  EXPECT_GT(report.checks, 5);
}

std::string case_test_name(const ::testing::TestParamInfo<std::string>& info) {
  const fs::path path = fs::relative(info.param, STAMTAFEL_SOURCE_DIR "/games");
  std::string name = path.parent_path() / path.stem();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Games, CaseFileTest, ::testing::ValuesIn(all_case_files()),
                         case_test_name);

}  // namespace
