// Puzzles: a seat is to choose, one of its choices is much better than all others, and weak players
// miss it. A set is made by `stamtafel lab puzzles` (lab/puzzles.h) and kept as lines of text
// (docs/puzzles.md). What is kept of a position is a world that the seat cannot tell from the one
// that was played: no truth it may not know stands in the file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/advice_words.h"
#include "engine/any_game.h"
#include "engine/json.h"

namespace bots {

struct PuzzleChoice {
  engine::Action action;
  double share = 0;  // of the wins that the seat may hope for
  double error = 0;  // one standard error of its difference from the best; 0 for the best itself
  friend bool operator==(const PuzzleChoice&, const PuzzleChoice&) = default;
};

// As bots::Reason, with a name of its own.
struct PuzzleReason {
  std::string feature;
  engine::Seat seat = engine::Seat::kNone;
  float difference = 0;
  bool counted = false;
  float effect = 0;
};

inline constexpr int kPuzzleLevels = 5;

struct Puzzle {
  std::string id;
  int level = 1;      // 1 to kPuzzleLevels: the hardest
  int progress = 0;   // of the game, in percent
  std::string asked;  // the id of the question
  engine::Seat seat = engine::Seat::kNone;
  std::shared_ptr<const engine::AnyTable> table;
  // Those that were compared: the best first, the right ones before the wrong ones.
  std::vector<PuzzleChoice> choices;
  size_t right = 1;     // so many of them are right: no worse than the best, as far as can be told
  size_t tempting = 1;  // the one of them that weak players take
  std::vector<PuzzleReason> for_best;          // beside the second best
  std::vector<PuzzleReason> against_tempting;  // beside the best
  std::vector<int> missed;  // by each of the set's ladder, in percent of its tries

  bool is_right(engine::Action action) const;
  // nullptr: it wasn't compared, since it seemed worse than those that were.
  const PuzzleChoice* find(engine::Action action) const;
  // The first that isn't right.
  const PuzzleChoice& second() const { return choices[right]; }
  // How far the best is ahead of it.
  double margin() const { return choices.front().share - second().share; }
};

struct PuzzleSet {
  const engine::AnyGame* game = nullptr;
  std::string command;              // that made it
  std::vector<std::string> ladder;  // bots, the weakest first
  std::vector<Puzzle> puzzles;
};

// What stands in the first line of a set.
struct PuzzleHead {
  std::string command;
  std::vector<std::string> ladder;
};
std::string puzzle_head(const engine::AnyGame& game, const PuzzleHead& head);
// A line, with its end.
std::string write_puzzle(const Puzzle& puzzle);
// `name` is the file's. Every position is loaded, and every choice in it is allowed there.
// kOutdated: it is of other rules or another edition; the text says by what command it is made
// again.
engine::Result<PuzzleSet> read_puzzles(std::string_view text, const engine::AnyGame& game,
                                       std::string_view name);
// The sets of several games one after the other, in the order of the registry. What can't be read
// is left out, and sets without puzzles as well: a program of newer rules has none until they are
// made again, which a test insists on.
std::vector<PuzzleSet> read_puzzle_sets(std::string_view text);
// One line of a set.
engine::Result<Puzzle> read_puzzle(const engine::Json& line, const engine::AnyGame& game);

// What is to be said of a choice: what speaks for the best, and against the tempting one; of any
// other, whether it is right.
std::vector<std::string> puzzle_reasons(const Puzzle& puzzle, engine::Action action,
                                        const engine::Texts& texts, engine::Language language);

// Which one of `count` it is on a day, counted from 1 January 1970 (UTC): all of them once, in an
// order of its own, then in another. REQUIRES: there are some.
size_t puzzle_of_day(int64_t day, size_t count);
// Which of so many games has its turn.
size_t game_of_day(int64_t day, size_t games);
inline constexpr int64_t kDay = 24 * 60 * 60;
int64_t day_of(int64_t seconds);

}  // namespace bots
