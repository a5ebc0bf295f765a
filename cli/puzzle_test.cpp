// `puzzle`: puzzles in plain lines.
#include "cli/puzzle.h"

#include <sstream>

#include "cli/common.h"
#include "cli/testing.h"
#include "server/puzzle_sets.h"
#include "tests/folder.h"

namespace cli_test {
namespace {

const std::vector<bots::PuzzleSet>& all_sets() {
  static const std::vector<bots::PuzzleSet> sets = bots::read_puzzle_sets(server::puzzle_texts());
  return sets;
}

std::string number_of(const bots::Puzzle& puzzle, engine::Action action) {
  int number = 0;
  for (const cli::Choice& choice : cli::choices_of(
           *puzzle.table, puzzle.seat, puzzle.table->texts(engine::Language::kEnglish))) {
    ++number;
    if (choice.action == action) return std::to_string(number);
  }
  return "";
}

struct Solved {
  int solved = 0;
  int answered = 0;
  std::string out;
};

Solved solve(const bots::PuzzleSet& set, std::vector<size_t> numbers, const std::string& input,
             engine::Language language = engine::Language::kEnglish) {
  std::istringstream in(input);
  std::ostringstream out;
  cli::LearnSettings settings;
  settings.language = language;
  cli::PuzzleClient client(in, out, set, std::move(numbers), settings);
  client.run();
  return {client.solved(), client.answered(), out.str()};
}

TEST(PuzzleClient, TellsRightFromWrongOfEveryGameInEveryLanguage) {
  for (const bots::PuzzleSet& set : all_sets()) {
    const bots::Puzzle& puzzle = set.puzzles.front();
    const std::string right = number_of(puzzle, puzzle.choices.front().action);
    const std::string wrong = number_of(puzzle, puzzle.choices[puzzle.tempting].action);
    for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
      const auto language = static_cast<engine::Language>(i);
      const Solved good = solve(set, {0}, "?\nh\nx\n" + right + "\n", language);
      EXPECT_EQ(good.solved, 1);
      EXPECT_EQ(good.answered, 1);
      EXPECT_THAT(good.out, Not(HasSubstr("puzzle."))) << good.out;
      const Solved bad = solve(set, {0}, wrong + "\n", language);
      EXPECT_EQ(bad.solved, 0);
      EXPECT_EQ(bad.answered, 1);
    }
  }
}

TEST(PuzzleClient, GoesOnToTheNext) {
  const bots::PuzzleSet& set = all_sets().front();
  const std::string first = number_of(set.puzzles[0], set.puzzles[0].choices[0].action);
  const Solved solved = solve(set, {0, 1, 2}, first + "\n\ns\nq\n");
  EXPECT_EQ(solved.answered, 1);
  EXPECT_THAT(solved.out, HasSubstr("puzzle 3 of "));
  EXPECT_THAT(solve(set, {0}, "").out, HasSubstr("The input has ended."));
}

TEST(PuzzleCommand, KnowsTheDayTheNumberAndTheLevel) {
  const Ran day = stamtafel({"puzzle"}, "q\n");
  EXPECT_EQ(day.code, 0);
  EXPECT_THAT(day.out, HasSubstr("One choice is much better"));
  const Ran second = stamtafel({"puzzle", game_id(), "--number", "2"}, "q\n");
  EXPECT_THAT(second.out, HasSubstr("puzzle 2 of "));
  const Ran level = stamtafel({"puzzle", game_id(), "--level", "2"}, "q\n");
  EXPECT_THAT(level.out, HasSubstr("level 2 of 5"));
  EXPECT_EQ(stamtafel({"puzzle", game_id(), "--number", "99999"}).code, 2);
  EXPECT_EQ(stamtafel({"puzzle", "--number", "1"}).code, 2);
  EXPECT_EQ(stamtafel({"puzzle", "chess"}).code, 2);
  EXPECT_EQ(stamtafel({"puzzle", game_id(), "--level", "6"}).code, 2);
}

TEST(LabPuzzles, RefusesWhatMakesNoSense) {
  EXPECT_EQ(stamtafel({"lab", "puzzles", game_id(), "--resume"}).code, 2);
  EXPECT_EQ(stamtafel({"lab", "puzzles", game_id(), "--players", "1"}).code, 2);
  EXPECT_EQ(stamtafel({"lab", "puzzles", game_id(), "--recheck", "/nowhere"}).code, 1);
  EXPECT_EQ(stamtafel({"lab", "puzzles", game_id(), "--with", "/nowhere"}).code, 1);
  EXPECT_EQ(stamtafel({"lab", "puzzles", game_id(), "--keep", "held.jsonl"}).code, 2);
}

// So little thinking that it takes a moment; what is found is no puzzle for people.
TEST(LabPuzzles, AddsToASetAndKeepsWhatHolds) {
  const tests::Folder folder;
  const auto hunt = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"lab",    "puzzles",   game_id(),  "--play", "30",
                                   "--deep", "300",       "--margin", "1",      "--players",
                                   "3",      "--threads", "1"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = stamtafel(words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
  };
  const auto puzzles = [&](const std::string& file) {
    const auto read = bots::read_puzzles(*cli::read_file(file), *all_sets().front().game, file);
    EXPECT_TRUE(read) << read.error.text;
    return read.value;
  };
  const std::string first = folder.at("first.jsonl");
  const std::string both = folder.at("both.jsonl");
  const std::string held = folder.at("held.jsonl");
  hunt({"-n", "1", "--out", first});
  hunt({"-n", "1", "--from", "1", "--with", first, "--out", both});
  ASSERT_GT(puzzles(first).puzzles.size(), 0u);
  EXPECT_GT(puzzles(both).puzzles.size(), puzzles(first).puzzles.size());
  EXPECT_THAT(puzzles(both).command, HasSubstr("--from 1 --with"));
  const std::string table = hunt({"--recheck", both, "--series", "2", "--keep", held});
  EXPECT_THAT(table, HasSubstr(std::to_string(puzzles(held).puzzles.size()) + " of " +
                               std::to_string(puzzles(both).puzzles.size())));
  EXPECT_THAT(puzzles(held).command, HasSubstr("--recheck --deep 300 --series 2 --keep"));
}

}  // namespace
}  // namespace cli_test
