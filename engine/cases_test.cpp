#include "engine/cases.h"

#include <gtest/gtest.h>

#include "engine/any_game_of.h"
#include "tests/matchers.h"
#include "tests/toy_game.h"

namespace engine {
namespace {

using namespace matchers;

const AnyGame* find_toy(std::string_view id) {
  static const AnyGameOf<toy::Toy<>> game;
  return id == "toy" ? &game : nullptr;
}

// North to point, with known cards; what is dealt otherwise is seed 1's.
constexpr const char* kGiven = R"(title a case
given 2 players
{
  "pile": ["ace", "ace", "two", "two", "two", "three", "three", "three", "four", "four", "four", "four",
    "king", "king"],
  "hands": {"north": ["ace", "two", "king"],
            "east": ["ace", "three", "king"]}
}
)";
constexpr int kGivenLines = 8;

std::vector<std::string> problems_of(const std::string& text) {
  std::vector<std::string> all;
  for (const CaseProblem& problem : run_case(text, "toy", find_toy).problems) {
    all.push_back(describe(problem));
  }
  return all;
}
// Of a case whose lines after kGiven are these; their first line is line 1 here.
std::vector<std::string> problems_after_given(const std::string& steps) {
  const CaseReport report = run_case(kGiven + steps, "toy", find_toy);
  std::vector<std::string> all;
  for (CaseProblem problem : report.problems) {
    problem.line -= kGivenLines;
    all.push_back(describe(problem));
  }
  return all;
}

constexpr const char* kTurn =
    "when\n"                    // 1
    "  north: point east\n"     // 2
    "  north: play ace\n"       // 3
    "  north: bid 2\n"          // 4
    "  east: bid 1   [two]\n";  // 5

TEST(Cases, AGoodCaseCountsItsChecksAndHasNoProblem) {
  const CaseReport report = run_case(std::string(kGiven) + kTurn + R"(then position
{ "active": 1, "coins": {"north": 1}, "hands": {"north": {"$1": "two", "$size": 3}} }
then acting east
then scores north 1, east 0
then not over
)",
                                     "toy", find_toy);
  EXPECT_THAT(report.problems, IsEmpty()) << describe(report.problems[0]);
  EXPECT_EQ(report.checks, 4);
  EXPECT_EQ(report.title, "a case");
}

TEST(Cases, WhatDiffersIsToldFieldByField) {
  EXPECT_THAT(problems_after_given(std::string(kTurn) + R"(then position
{
  "active": 0,
  "hands": {"north": {"$0": "ace"}}
}
then acting north
then scores east 4
then over
)"),
              ElementsAre("line 8: active: expected 0, found 1",
                          "line 9: hands.north[0]: expected \"ace\", found \"two\"",
                          "line 11: acting: expected north, found east",
                          "line 12: score of east: expected 4, found 0",
                          "line 13: over: expected true, found false"));
}

TEST(Cases, AViewHidesAndAListIsPartOfIt) {
  EXPECT_THAT(
      problems_after_given("then view of east { \"pile_size\": 14, \"hands\": {\"north\": null} }\n"
                           "then view of spectator { \"hand_sizes\": {\"east\": 3} }\n"
                           "then view of north { \"hands\": {\"east\": [\"ace\"]} }\n"),
      ElementsAre("line 3: hands.east: expected [\"ace\"], found null"));
}

TEST(Cases, OptionsAreComparedWithTheirReasons) {
  EXPECT_THAT(problems_after_given(R"(when north: point east
then north is asked play
then north may only
  swap
  play two
  play ace
then north may
  swap
then north may not
  play king    because keep_the_king
  play four    because not_a_choice
  point east
)"),
              IsEmpty());
  EXPECT_THAT(
      problems_after_given(R"(when north: point east
then north is asked bid
then north may only
  play ace
then north may
  play king
then north may not
  swap
  play king because no_swaps
then east may
  swap
)"),
      ElementsAre("line 2: north is asked: expected bid, found play",
                  "line 3: options: expected play ace, found play ace, play two, swap",
                  "line 6: play king: expected allowed, found forbidden: keep_the_king",
                  "line 8: swap: expected forbidden, found allowed",
                  "line 9: play king: expected forbidden: no_swaps, found forbidden: keep_the_king",
                  "line 10: it is not east's turn to choose; to choose now: north"));
}

TEST(Cases, ARefusalIsCheckedWithItsCode) {
  EXPECT_THAT(problems_after_given(R"(then refused
  north: point north   because yourself
  north: bid 1         because not_a_choice
  east: point north    because turn
  east: point north
)"),
              IsEmpty());
  EXPECT_THAT(problems_after_given(R"(then refused
  north: point east
  north: point north   because turn
  north point north
)"),
              ElementsAre("line 2: north: point east: expected refused, found allowed",
                          "line 3: north: point north: expected turn, found yourself",
                          HasSubstr("line 4: 'SEAT: ACTION' is expected")));
}

TEST(Cases, EventsAreASubsequenceOrExactOrNone) {
  EXPECT_THAT(problems_after_given(std::string(kTurn) + R"(then events
  pointed north east
  opened * 2
  drew north two
then events exactly
  pointed north east
  played north ace
  bid north 2
  bid east 1
  opened north 2
  opened east 1
  earned north
  drew north two
then events seen by east
  bid north ?
  bid east 1
  drew north ?
then no events
  ends
  swapped * *
)"),
              IsEmpty());
  EXPECT_THAT(
      problems_after_given(std::string(kTurn) + R"(then events
  earned north
  played north ace
then no events
  earned *
then events exactly seen by spectator
  drew north ?
)"),
      ElementsAre(
          HasSubstr("line 8: events: expected played north ace, found pointed north east; "),
          "line 10: events: expected no earned *, found earned north",
          HasSubstr("line 11: events: expected 1 events, found 8: ")));
}

TEST(Cases, EventsAreThoseOfTheLastWhen) {
  EXPECT_THAT(problems_after_given("when north: point east\n"
                                   "then events\n  pointed north east\n"
                                   "when north: swap\n"
                                   "then events exactly\n  swapped north east\n"),
              IsEmpty());
  EXPECT_THAT(problems_after_given("then events\n  swapped north east\n"),
              ElementsAre(HasSubstr("there was no 'when'")));
}

TEST(Cases, OddsAreExactAndComplete) {
  EXPECT_THAT(problems_after_given(std::string(kTurn) + R"(then odds card
  ace    1/7
  two    3/14
  three  3/14
  four   2/7
  others 1/7
)"),
              IsEmpty());
  EXPECT_THAT(problems_after_given(std::string(kTurn) + R"(then odds card
  ace    14 %
  two    3/14
then odds card 2
  ace    1/2
)"),
              ElementsAre("line 7: odds of ace: expected 7/50, found 1/7",
                          "line 6: odds of three: expected not listed, found 3/14",
                          "line 6: odds of four: expected not listed, found 2/7",
                          "line 6: odds of king: expected not listed, found 1/7",
                          "line 9: odds of card: expected asked 2 times, found asked 1 times"));
}

TEST(Cases, OddsMayHaveDecimalsAndNothingIsListedTwice) {
  const auto odds = [](const std::string& lines) {
    return problems_after_given(std::string(kTurn) + "then odds card\n" + lines);
  };
  EXPECT_THAT(
      odds("  ace 12.5 %\n  ace 1/7\n"),
      ElementsAre("line 7: odds of ace: expected 1/8, found 1/7",
                  "line 8: odds of ace: expected 1/7, found not possible, or listed before"));
  for (const char* share : {"", "half", ".5 %", "5. %", "1/0"}) {
    EXPECT_THAT(odds("  ace " + std::string(share) + "\n"),
                ElementsAre(HasSubstr("line 7: 'OUTCOME SHARE' is expected")))
        << share;
  }
  EXPECT_THAT(odds("  ace 1/7\n  others 1/7\n  others 1/7\n"),
              ::testing::Contains(HasSubstr("line 9: there are no other outcomes")));
}

TEST(Cases, ChanceThatMisfitsIsMissingOrLeftOverIsAnError) {
  const std::string start = "when\n  north: point east\n  north: play ace\n  north: bid 2\n";
  const auto with = [&](const std::string& last) {
    const auto problems = problems_after_given(start + last + "then not over\n");
    return problems.empty() ? std::string() : problems[0];
  };
  EXPECT_EQ(with("  east: bid 1 [any]\n"), "");
  EXPECT_EQ(with("  east: bid 1\n    [card=any]\n"), "");
  EXPECT_EQ(with("  east: bid 1\n    [card=king]\n"), "");
  EXPECT_THAT(with("  east: bid 1\n"),
              HasSubstr("line 5: 'east: bid 1': chance is asked once more than "
                        "outcomes are given; possible now: ace, two"));
  EXPECT_THAT(with("  east: bid 1 [joker]\n"), HasSubstr("'joker' is no outcome of this chance"));
  EXPECT_THAT(with("  east: bid 1 [die=any]\n"),
              HasSubstr("'die=any' is no outcome of this chance"));
  EXPECT_THAT(with("  east: bid 1 [ace, two]\n"),
              HasSubstr("the chance outcome 'two' was not asked for"));
  EXPECT_THAT(with("  east: bid 1 []\n"), HasSubstr("the brackets hold no outcome"));
  EXPECT_THAT(with("  east: bid 1 [ace\n"), HasSubstr("'[outcome, outcome]' is expected"));
}

TEST(Cases, AnActionThatIsRefusedStopsItsBranchOnly) {
  EXPECT_THAT(
      problems_after_given("branch one\nwhen north: point north\nthen over\n"
                           "branch two\nwhen north: point east\nthen over\n"),
      ElementsAre(HasSubstr("line 2 (one): 'north: point north' is refused: You can't point at "
                            "yourself. (§1) [yourself]"),
                  "line 6 (two): over: expected true, found false"));
}

TEST(Cases, BranchesStartWhereTheFirstOneStands) {
  EXPECT_THAT(problems_after_given(
                  "when north: point east\n"
                  "branch play\nwhen north: play ace\nthen position {\"discards\": [\"ace\"]}\n"
                  "branch swap\nwhen north: swap\nthen position {\"discards\": []}\n"
                  "branch richer\n{ \"bank\": 30, \"coins\": {\"north\": 10, \"east\": 0} }\n"
                  "then scores north 10\n"),
              IsEmpty());
}

TEST(Cases, SeveralGivensAreIndependent) {
  EXPECT_THAT(problems_of("title x\ngiven 2 players\nthen acting north\n"
                          "given 4 players, swaps=forbidden, seed 9\nthen position "
                          "{\"variants\": {\"swaps\": \"forbidden\"}, \"players\": 4}\n"),
              IsEmpty());
}

TEST(Cases, TheDealCanBeScripted) {
  EXPECT_THAT(
      problems_of("title x\ngiven 2 players\n  [ace, two, three]\n  [card=king any any]\n"
                  "then position {\"hands\": {\"north\": [\"ace\", \"two\", \"three\"]}}\n"),
      IsEmpty());
  EXPECT_THAT(problems_of("title x\ngiven 2 players\n  [ace]\nthen over\n"),
              ElementsAre(HasSubstr("line 2: chance is asked once more")));
  EXPECT_THAT(problems_of("title x\ngiven 2 players, seed 2\n  [ace]\nthen over\n"),
              ElementsAre(HasSubstr("either scripted or has a seed")));
}

TEST(Cases, AnImpossiblePositionNamesItsInvariant) {
  EXPECT_THAT(
      problems_of("title x\ngiven 2 players\n{ \"bank\": 3 }\nthen over\n"),
      ElementsAre(HasSubstr("line 2: this position cannot be: it breaks the invariant 'coins'")));
  EXPECT_THAT(
      problems_of("title x\ngiven 2 players\n{ \"bank\": 3 }\nthen impossible because coins\n"),
      IsEmpty());
  EXPECT_THAT(
      problems_of("title x\ngiven 2 players\n{ \"bank\": 3 }\nthen impossible because cards\n"),
      ElementsAre(HasSubstr("line 4: impossible because: expected cards, found this position")));
  EXPECT_THAT(
      problems_of("title x\ngiven 2 players\n{ \"bank\": 3 }\nthen impossible because rain\n"),
      ElementsAre("line 4: there is no invariant 'rain'"));
  EXPECT_THAT(
      problems_of("title x\ngiven 2 players\n{ \"bank\": 3 }\nthen impossible\nthen over\n"),
      ElementsAre("line 5: nothing can follow an impossible position"));
  EXPECT_THAT(problems_of("title x\ngiven 2 players\nthen impossible because coins\n"),
              ElementsAre("line 3: the given position is possible"));
}

TEST(Cases, WinnersNeedTheEndOfTheGame) {
  EXPECT_THAT(problems_after_given("then winners north\n"),
              ElementsAre("line 1: winners: expected north, found the game is not over"));
  EXPECT_THAT(
      problems_of(
          "title x\ngiven 2 players\n{ \"phase\": 3 }\nthen over\nthen winners north, east\n"
          "then acting nobody\nthen winners nobody\n"),
      ElementsAre("line 7: winners: expected nobody, found north, east"));
}

struct BadCase {
  const char* name;
  const char* text;
  const char* problem;
};
void PrintTo(const BadCase& bad, std::ostream* out) { *out << bad.text; }
class BadCaseFile : public ::testing::TestWithParam<BadCase> {};

TEST_P(BadCaseFile, IsAnErrorWithItsLine) {
  EXPECT_THAT(problems_of(GetParam().text), ElementsAre(HasSubstr(GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BadCaseFile,
    ::testing::Values(
        BadCase{"Empty", "\n# nothing\n", "line 1: the case is empty"},
        BadCase{"NoTitle", "given 2 players\nthen over\n", "line 1: a case begins with 'title'"},
        BadCase{"TwoTitles", "title x\ntitle y\n", "line 2: a case has one title"},
        BadCase{"NoGiven", "title x\n", "line 1: a case has at least one 'given'"},
        BadCase{"NothingChecked", "title x\ngiven 2 players\n", "line 2: nothing is checked here"},
        BadCase{"NothingCheckedAfterWhen",
                "title x\ngiven 2 players\nthen not over\nwhen north: point east\n",
                "line 4: nothing is checked after this 'when'"},
        BadCase{"NothingCheckedInBranch", "title x\ngiven 2 players\nthen not over\nbranch a\n",
                "line 4: nothing is checked here"},
        BadCase{"UnknownKeyword", "title x\ngivne 2 players\n", "line 2: unknown keyword 'givne'"},
        BadCase{"ThenBeforeGiven", "title x\nthen over\n",
                "line 2: 'then' comes before the first 'given'"},
        BadCase{"BranchWithoutTitle", "title x\ngiven 2 players\nbranch\nthen over\n",
                "line 3: a branch has a title"},
        BadCase{"UnknownGame", "title x\ngame chess\ngiven 2 players\nthen over\n",
                "there is no game 'chess'"},
        BadCase{"NoPlayers", "title x\ngiven seed 3\nthen over\n",
                "line 2: the number of players is missing"},
        BadCase{"WrongPlayers", "title x\ngiven 6 players\nthen over\n",
                "line 2: toy is for 2 to 4 players, not 6"},
        BadCase{"UnknownGivenWord", "title x\ngiven 2 players, quickly\nthen over\n",
                "line 2: 'quickly' is not understood"},
        BadCase{"UnknownOption", "title x\ngiven 2 players, speed=3\nthen over\n",
                "line 2: toy has no variant 'speed'"},
        BadCase{"UnknownField", "title x\ngiven 2 players\n{ \"bonk\": 3 }\nthen over\n", "bonk"},
        BadCase{"BrokenJson", "title x\ngiven 2 players\n{\n \"bank\" 3\n}\nthen over\n",
                "line 4: JSON: ':'"},
        BadCase{"EndlessJson", "title x\ngiven 2 players\n{ \"bank\": 3\nthen over\n",
                "line 3: the JSON that begins here does not end"},
        BadCase{"TextAfterJson", "title x\ngiven 2 players\n{ \"bank\": 40 } 3\nthen over\n",
                "line 3: something follows the end of the JSON"},
        BadCase{"TwoJsons",
                "title x\ngiven 2 players\n{ \"bank\": 40 }\n{ \"bank\": 40 }\nthen over\n",
                "line 4: a second JSON"},
        BadCase{"JsonBelowWhen",
                "title x\ngiven 2 players\nwhen north: point east\n{ \"a\": 1 }\nthen over\n",
                "line 4: JSON doesn't belong below 'when'"},
        BadCase{"UnknownThen", "title x\ngiven 2 players\nthen it rains\n",
                "line 3: unknown 'then it rains'"},
        BadCase{"PositionWithoutPattern", "title x\ngiven 2 players\nthen position\n",
                "line 3: a pattern (JSON) is expected"},
        BadCase{"EmptyPattern", "title x\ngiven 2 players\nthen position {}\n",
                "line 3: an empty pattern says nothing"},
        BadCase{"JsonBelowActing", "title x\ngiven 2 players\nthen acting north {\"a\": 1}\n",
                "line 3: JSON belongs only to"},
        BadCase{"EmptyList", "title x\ngiven 2 players\nthen north may\n",
                "line 3: nothing is listed below"},
        BadCase{"LinesBelowActing", "title x\ngiven 2 players\nthen acting north\n  east\n",
                "line 4: nothing belongs below"},
        BadCase{"NoActing", "title x\ngiven 2 players\nthen acting\n",
                "line 3: seats are expected here"},
        BadCase{"UnknownSeat", "title x\ngiven 2 players\nthen acting south\n",
                "line 3: there is no seat 'south'"},
        BadCase{"UnknownPrompt", "title x\ngiven 2 players\nthen north is asked why\n",
                "line 3: there is no question 'why'"},
        BadCase{"UnknownRule",
                "title x\ngiven 2 players\nthen north may not\n  point north because rain\n",
                "line 4: there is no rule 'rain'"},
        BadCase{"UnknownVerb", "title x\ngiven 2 players\nthen north may\n  fly\n",
                "line 4: bad action 'fly'"},
        BadCase{"ListedTwice",
                "title x\ngiven 2 players\nthen north may only\n  point east\n  point east\n",
                "line 5: 'point east' is listed twice"},
        BadCase{"UnknownEvent",
                "title x\ngiven 2 players\nwhen north: point east\nthen no events\n  rain\n",
                "line 5: there is no event 'rain'"},
        BadCase{"EventArguments",
                "title x\ngiven 2 players\nwhen north: point east\nthen events\n  pointed north "
                "east west\n",
                "line 5: the event 'pointed' has 2 arguments"},
        BadCase{"UnknownChance",
                "title x\ngiven 2 players\nwhen north: point east\nthen odds rain\n  a 1/2\n",
                "line 4: there is no chance 'rain'"},
        BadCase{"ScoresWithoutNumber", "title x\ngiven 2 players\nthen scores north\n",
                "line 3: 'SEAT N, SEAT N …' is expected"},
        BadCase{"EmptyWhen", "title x\ngiven 2 players\nwhen\nthen over\n",
                "line 3: nothing is done"},
        BadCase{"WhenWithoutSeat", "title x\ngiven 2 players\nwhen point east\nthen over\n",
                "line 3: 'SEAT: ACTION' is expected"},
        BadCase{"WhenUnknownSeat", "title x\ngiven 2 players\nwhen nobody: swap\nthen over\n",
                "line 3: there is no seat 'nobody'"},
        BadCase{"WhenUnknownVerb", "title x\ngiven 2 players\nwhen north: fly\nthen over\n",
                "line 3: bad action 'fly'"},
        BadCase{"TextBelowBranch", "title x\ngiven 2 players\nvariant a\n  what\nthen over\n",
                "line 4 (a): only a merge patch can follow"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Cases, TheGameIsThatOfTheFolderUnlessTheFileNamesIt) {
  EXPECT_EQ(game_of_case_path("/a/games/toy/cases/E1.case"), "toy");
  EXPECT_EQ(game_of_case_path("toy/cases/more/E1.case"), "toy");
  EXPECT_EQ(game_of_case_path("/tmp/E1.case"), "");
  const std::string text = "title x\ngiven 2 players\nthen not over\n";
  EXPECT_TRUE(run_case(text, "toy", find_toy).ok());
  EXPECT_THAT(describe(run_case(text, "", find_toy).problems.at(0)), HasSubstr("which game?"));
  EXPECT_TRUE(run_case("title x\ngame toy\ngiven 2 players\nthen not over\n", "", find_toy).ok());
}

TEST(Cases, RemarksAndBlanksMeanNothingAndLinesMayEndLikeOnWindows) {
  EXPECT_THAT(
      problems_of("# first\r\ntitle x # why\r\n\r\ngiven 2 players # two\r\n{\r\n# inside\r\n"
                  "\"bank\": 40 }   # after\r\nwhen north: point east # so\r\nthen north is asked "
                  "play\r\n"),
      IsEmpty());
}

TEST(Cases, ALongListIsShortenedInAReport) {
  CaseProblem problem{3, "", "pile", "[]", std::string(239, 'x') + "ééé", ""};
  EXPECT_EQ(describe(problem), "line 3: pile: expected [], found " + std::string(239, 'x') + " …");
}

}  // namespace
}  // namespace engine
