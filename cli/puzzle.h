// Puzzles in plain lines (bots/puzzle.h): the table as a seat sees it, its choices by number, and
// what they are worth once one is taken.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "bots/puzzle.h"
#include "cli/choices.h"
#include "cli/learn.h"

namespace cli {

class PuzzleClient {
 public:
  // `numbers`: the puzzles of the set, one after the other.
  PuzzleClient(std::istream& in, std::ostream& out, const bots::PuzzleSet& set,
               std::vector<size_t> numbers, LearnSettings settings)
      : in_(in), out_(out), set_(set), numbers_(std::move(numbers)), settings_(settings) {}

  // Until there are no more, or whoever solves them leaves.
  void run();

  int solved() const { return solved_; }
  int answered() const { return answered_; }

 private:
  // False: enough.
  bool solve(size_t number);
  bool read(std::string& line);
  void show(size_t number);
  void show_reasons();
  void tell(const bots::Puzzle& puzzle, engine::Action action);
  void tell_why(const bots::Puzzle& puzzle, engine::Action action);
  void say(std::string_view line);
  std::string name(const bots::Puzzle& puzzle, engine::Action action) const;
  const engine::Texts& words() const;

  std::istream& in_;
  std::ostream& out_;
  const bots::PuzzleSet& set_;
  const std::vector<size_t> numbers_;
  const LearnSettings settings_;
  std::vector<Choice> choices_;
  int solved_ = 0;
  int answered_ = 0;
};

}  // namespace cli
