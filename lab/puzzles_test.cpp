#include "lab/puzzles.h"

#include <gtest/gtest.h>

#include <set>

#include "games/registry.h"
#include "tests/folder.h"
#include "tests/plain_table.h"

namespace lab {
namespace puzzles_test {

const std::atomic<bool> kGoOn{false};

// So little thinking that it takes a moment; what is found is no puzzle for people.
PuzzleHunt small_hunt(uint64_t games, int threads) {
  PuzzleHunt hunt;
  hunt.game = games::all().front();
  hunt.players = {hunt.game->spec().min_seats};
  hunt.games = games;
  hunt.threads = threads;
  hunt.play = 30;
  hunt.deep = 300;
  hunt.margin = 0.01;
  return hunt;
}

std::string made(const PuzzleHunt& hunt, const SessionFiles& files = {}) {
  const auto session = PuzzleSession::open(hunt, files);
  EXPECT_TRUE(session) << session.error.text;
  EXPECT_FALSE(session.value->run(kGoOn, {}));
  EXPECT_EQ(session.value->counts().games, hunt.games);
  EXPECT_EQ(session.value->counts().puzzles, session.value->found().size());
  return puzzle_file(hunt, "again", choose_puzzles(session.value->found(), 10));
}

TEST(PuzzleHunt, FindsTheSameWithAnyNumberOfThreadsAndHoweverOftenItStopped) {
  const PuzzleHunt hunt = small_hunt(2, 1);
  const tests::Folder folder;
  const SessionFiles files{folder.at("hunt.jsonl"), true, {}};
  made(small_hunt(1, 1), files);
  const std::string in_parts = made(small_hunt(2, 1), files);
  EXPECT_EQ(made(hunt, files), in_parts) << "from the file alone";
  EXPECT_EQ(made(small_hunt(2, 2)), in_parts) << "at once, on two threads";
  PuzzleHunt other = hunt;
  other.deep += 1;
  EXPECT_EQ(PuzzleSession::open(other, files).error.code, engine::ErrorCode::kRecord);

  const auto set = bots::read_puzzles(in_parts, *hunt.game, "set");
  ASSERT_TRUE(set) << set.error.text;
  ASSERT_FALSE(set.value.puzzles.empty());
  for (const bots::Puzzle& puzzle : set.value.puzzles) {
    EXPECT_GE(puzzle.margin(), hunt.margin - 1e-3) << puzzle.id;
    EXPECT_GE(std::max(puzzle.missed[0], puzzle.missed[1]), 50) << puzzle.id;
    EXPECT_EQ(puzzle.table->broken_invariant(), "") << puzzle.id;
  }
  PuzzleHunt again = hunt;
  again.seeds.series = 2;
  const PuzzleRecheck recheck = recheck_puzzles(*set, again, kGoOn, {});
  EXPECT_EQ(recheck.puzzles, set.value.puzzles.size());
  EXPECT_LE(recheck.much, recheck.ahead);
  EXPECT_LE(recheck.ahead, recheck.wanted);
  const std::atomic<bool> stop{true};
  EXPECT_EQ(recheck_puzzles(*set, again, stop, {}).puzzles, 0u);
}

TEST(PuzzleHunt, ChoosesAsDifferentOnesAsThereAre) {
  const engine::AnyGame& game = *games::all().front();
  std::vector<bots::Puzzle> found;
  for (int i = 0; i < 12; ++i) {
    bots::Puzzle puzzle;
    puzzle.id = std::to_string(i);
    puzzle.level = i < 9 ? 1 : i - 7;  // most are alike
    puzzle.asked = i < 9 ? "often" : "seldom";
    puzzle.table =
        tests::plain_table(game, 1, i < 9 ? game.spec().min_seats : game.spec().max_seats);
    puzzle.seat = engine::seat_at(0);
    found.push_back(std::move(puzzle));
  }
  EXPECT_EQ(choose_puzzles(found, 1000).size(), found.size());
  std::set<int> levels;
  for (const bots::Puzzle& puzzle : choose_puzzles(found, 3)) levels.insert(puzzle.level);
  EXPECT_EQ(levels, (std::set<int>{1, 2, 3}));
}

}  // namespace puzzles_test
}  // namespace lab
