#include "lab/puzzles.h"

#include <gtest/gtest.h>

#include "games/registry.h"
#include "tests/folder.h"

namespace lab {
namespace puzzles_test {

const std::atomic<bool> kGoOn{false};

// So little thinking that it takes a moment; what is found is no puzzle for people.
PuzzleHunt small_hunt(int threads) {
  PuzzleHunt hunt;
  hunt.game = games::all().front();
  hunt.players = {hunt.game->spec().min_seats, hunt.game->spec().min_seats + 1};
  hunt.games = 4;
  hunt.threads = threads;
  hunt.play = 30;
  hunt.deep = 300;
  hunt.margin = 0.03;
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
  const PuzzleHunt hunt = small_hunt(1);
  const std::string once = made(hunt);
  const auto set = bots::read_puzzles(once, *hunt.game, "set");
  ASSERT_TRUE(set) << set.error.text;
  ASSERT_FALSE(set.value.puzzles.empty());
  EXPECT_EQ(made(small_hunt(2)), once);

  const tests::Folder folder;
  const SessionFiles files{folder.at("hunt.jsonl"), true, {}};
  PuzzleHunt half = hunt;
  half.games = 2;
  made(half, files);
  EXPECT_EQ(made(hunt, files), once);
  EXPECT_EQ(made(hunt, files), once) << "from the file alone";
  PuzzleHunt other = hunt;
  other.deep = 301;
  EXPECT_EQ(PuzzleSession::open(other, files).error.code, engine::ErrorCode::kRecord);

  for (const bots::Puzzle& puzzle : set.value.puzzles) {
    EXPECT_GE(puzzle.margin(), hunt.margin - 1e-3) << puzzle.id;
    EXPECT_GE(std::max(puzzle.missed[0], puzzle.missed[1]), 50) << puzzle.id;
    EXPECT_EQ(puzzle.table->broken_invariant(), "") << puzzle.id;
  }
}

TEST(PuzzleHunt, ChoosesAsDifferentOnesAsThereAre) {
  const auto session = PuzzleSession::open(small_hunt(0), {});
  ASSERT_FALSE(session.value->run(kGoOn, {}));
  const std::vector<bots::Puzzle>& found = session.value->found();
  ASSERT_GE(found.size(), 4u);
  EXPECT_EQ(choose_puzzles(found, 1000).size(), found.size());
  const std::vector<bots::Puzzle> two = choose_puzzles(found, 2);
  ASSERT_EQ(two.size(), 2u);
  EXPECT_NE(two[0].table->seats(), two[1].table->seats());
}

TEST(PuzzleHunt, LooksAtASetAgain) {
  const PuzzleHunt hunt = small_hunt(0);
  const auto set = bots::read_puzzles(made(hunt), *hunt.game, "set");
  ASSERT_TRUE(set);
  PuzzleHunt again = hunt;
  again.seeds.series = 2;
  const PuzzleRecheck recheck = recheck_puzzles(*set, again, kGoOn, {});
  EXPECT_EQ(recheck.puzzles, set.value.puzzles.size());
  EXPECT_LE(recheck.much, recheck.ahead);
  EXPECT_LE(recheck.ahead, recheck.wanted);
  const std::atomic<bool> stop{true};
  EXPECT_EQ(recheck_puzzles(*set, again, stop, {}).puzzles, 0u);
}

}  // namespace puzzles_test
}  // namespace lab
