// Looking for puzzles (bots/puzzle.h) in games of a bot with itself.
//
// At every decision with a choice, in this order, each step for those the step before has left:
//
//   screen    the search that plays sees at most two good choices, and the others well behind
//   ladder    the weak players of the ladder, in a world the seat can imagine: most of the time one
//             of the two weakest misses what the search would do
//   glance    what they take instead is not even with it in the search that plays, is behind in a
//             very short search of its own, and far behind in a short one
//   advice    a deep search with its reasons (bots/advice.h): it wants the same, and does not show
//             already that the comparison would fail
//   compare   the next best choices and the one that tempts, each beside the best, in searches of
//             their own on seeds of their own (bots/appraiser.h). Every one of these searches must
//             want the best by itself, and the best must be ahead by the margin, and by kClearly
//             standard errors.
//
// Of each quarter of a game one is taken at most: no two of the same turn, and none that look
// alike.
//
// Everything follows from the seeds and the iterations: the same puzzles with any number of
// threads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bots/puzzle.h"
#include "engine/any_game.h"
#include "lab/arena_session.h"
#include "lab/line_file.h"
#include "lab/seeds.h"
#include "lab/statistics.h"

namespace lab {

// The weakest first. The first two are those that must miss a puzzle.
inline constexpr std::array<std::string_view, 4> kPuzzleLadder{
    "greedy", "search:ms=0,iterations=1000,level=newcomer",
    "search:ms=0,iterations=2000,level=regular", "search:ms=0,iterations=5000,level=landlord"};

struct PuzzleHunt {
  const engine::AnyGame* game = nullptr;
  std::vector<int> players;  // game i is for players[i mod size]
  Seeds seeds;
  uint64_t first_game = 0;
  uint64_t games = 0;
  int threads = 0;       // 0: all cores
  uint32_t play = 200;   // iterations of who plays, and looks first
  uint32_t deep = 8000;  // iterations of each of the deep searches
  double margin = 0.08;  // so far the best must be ahead
};

// What was seen, and what was left after each step.
struct HuntCounts {
  uint64_t games = 0;
  uint64_t decisions = 0;  // with a choice
  uint64_t screened = 0;
  uint64_t missed = 0;
  uint64_t glanced = 0;
  uint64_t puzzles = 0;

  void add(const HuntCounts& other);
};

// Puzzles as they were found, in the order of the games: a session with a result file or without,
// from the start or going on.
class PuzzleSession {
 public:
  static engine::Result<std::unique_ptr<PuzzleSession>> open(const PuzzleHunt& hunt,
                                                             const SessionFiles& files);

  engine::Error run(const std::atomic<bool>& stop, const std::function<void()>& progress);

  const HuntCounts& counts() const { return counts_; }
  const std::vector<bots::Puzzle>& found() const { return found_; }
  bool torn() const { return torn_; }

 private:
  explicit PuzzleSession(const PuzzleHunt& hunt) : hunt_(hunt) {}
  engine::Error read(std::string_view text, const std::string& name, std::string_view head,
                     size_t& good_bytes);

  const PuzzleHunt hunt_;
  std::unique_ptr<LineFile> file_;
  HuntCounts counts_;
  std::vector<bots::Puzzle> found_;
  bool torn_ = false;
};

// So many of them, as different as they can be: of all player counts, parts of the game, questions,
// levels and seats. In an order in which neighbours differ.
std::vector<bots::Puzzle> choose_puzzles(const std::vector<bots::Puzzle>& found, size_t wanted);
// A set as it is kept.
std::string puzzle_file(const PuzzleHunt& hunt, const std::string& command,
                        const std::vector<bots::Puzzle>& puzzles);

// A puzzle looked at once more, with other seeds: whether a search of its own wants a right choice,
// and finds the second behind by more than twice its error, by the margin.
struct PuzzleRecheck {
  uint64_t puzzles = 0;
  uint64_t wanted = 0;             // the search wants a right choice
  uint64_t ahead = 0;              // and that is clearly ahead of the second
  uint64_t much = 0;               // by the margin
  double margin = 0;               // on average, as it is found now
  double said = 0;                 // as the set says
  std::vector<bots::Puzzle> held;  // those of `ahead`
};
PuzzleRecheck recheck_puzzles(const bots::PuzzleSet& set, const PuzzleHunt& hunt,
                              const std::atomic<bool>& stop,
                              const std::function<void(uint64_t done)>& progress);
// The set without those that did not hold. `command` says by what they were looked at.
std::string kept_file(const bots::PuzzleSet& set, const PuzzleRecheck& recheck,
                      const std::string& command);
std::string recheck_table(const PuzzleRecheck& recheck);
std::string hunt_table(const HuntCounts& counts, const std::vector<bots::Puzzle>& puzzles);

}  // namespace lab
