// `check`: what it prints and returns; what cases mean is tested in engine/cases_test.cpp.
#include "cli/testing.h"
#include "engine/record.h"

namespace cli_test {
namespace {

std::string a_case(const std::string& title, const std::string& then) {
  return "title " + title + "\ngame " + game_id() + "\ngiven " +
         std::to_string(game().spec().min_seats) + " players\nthen " + then + "\n";
}

TEST(Check, PrintsALineForEachCaseAndASum) {
  const Folder folder;
  const std::string good = folder.file("a.case", a_case("good one", "not over"));
  const Ran ran = stamtafel({"check", good});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, good + ": ok  good one\n1 case: 1 ok, 0 failed\n");
}

TEST(Check, AFailedCaseTellsLineFieldExpectedAndFoundAndExitsWithOne) {
  const Folder folder;
  const std::string bad = folder.file("b.case", a_case("bad one", "over"));
  folder.file("a.case", a_case("good one", "not over"));
  folder.file("not-a-case.txt", "");
  const Ran ran = stamtafel({"check", folder.at("")});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out,
              HasSubstr(": FAILED  bad one\n  line 4: over: expected true, found false\n"));
  EXPECT_THAT(ran.out, HasSubstr("2 cases: 1 ok, 1 failed\n"));
  EXPECT_THAT(stamtafel({"check", "-q", folder.at("")}).out, Not(HasSubstr("good one")));
}

TEST(Check, JsonHoldsTheProblems) {
  const Folder folder;
  const std::string bad = folder.file("b.case", a_case("bad one", "over"));
  const Ran ran = stamtafel({"check", bad, "--json"});
  EXPECT_EQ(ran.code, 1);
  const auto json = engine::parse_json(ran.out, "json");
  ASSERT_TRUE(json) << ran.out;
  EXPECT_EQ(json.value.find("failed")->integer, 1);
  const engine::Json& checked = json.value.find("cases")->items.at(0);
  EXPECT_EQ(checked.find("game")->text, game_id());
  EXPECT_EQ(checked.find("rules_version")->integer, game().spec().rules_version);
  EXPECT_EQ(checked.find("edition")->find("hash")->text,
            engine::hex64(game().default_edition()->hash()));
  const engine::Json& problem = checked.find("problems")->items.at(0);
  EXPECT_EQ(problem.find("line")->integer, 4);
  EXPECT_EQ(problem.find("path")->text, "over");
  EXPECT_EQ(problem.find("found")->text, "false");
}

TEST(Check, TheFolderImpliesTheGame) {
  const Folder folder;
  fs::create_directories(folder.at(game_id() + "/cases"));
  std::string text = a_case("good one", "not over");
  text.replace(text.find("game "), text.find("given") - text.find("game "), "");
  const std::string file = folder.file(game_id() + "/cases/a.case", text);
  EXPECT_EQ(stamtafel({"check", file}).code, 0);
  EXPECT_THAT(stamtafel({"check", folder.file("a.case", text)}).out, HasSubstr("which game?"));
}

TEST(Check, AFolderWithoutCasesIsAnError) {
  const Folder folder;
  const Ran ran = stamtafel({"check", folder.at("")});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("there is no case (*.case) and no lesson (*.lesson) below"));
}

}  // namespace
}  // namespace cli_test
