// The runner of case files: given a position, when these choices are made, then this must hold. One
// for all games; the format is docs/cases.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/case_file.h"

namespace engine {

// Something that does not hold (path, expected, found), or that is wrong with the case itself
// (text).
struct CaseProblem {
  int32_t line = 0;
  std::string branch;  // its title; empty outside branches
  std::string path;
  std::string expected;
  std::string found;
  std::string text;
};
// "line 12 (the branch): wealth.green: expected 7, found 6"
std::string describe(const CaseProblem& problem);

struct CaseReport {
  std::string title;
  const AnyGame* game = nullptr;  // nullptr: it names none that there is
  EditionPtr edition;             // that it was run with
  int checks = 0;                 // how many `then`s were looked at
  std::vector<CaseProblem> problems;

  bool ok() const { return problems.empty(); }
};

// What a `show` asks for: a picture of the position reached (diagrams.h).
struct CasePicture {
  std::string_view diagram;
  std::string_view part;  // of the board; "board" is all of it
  Viewer viewer;
  std::vector<std::string> marks;  // things of the board: "hero:Gg"
  const AnyTable* table = nullptr;
  size_t first_event = 0;  // what happened since the picture before, or since the `given`
};
using CaseWatcher = std::function<void(const CasePicture&)>;

using FindGame = std::function<const AnyGame*(std::string_view)>;

// Runs the whole file: one branch that fails does not keep the others from being tried.
// `folder_game` is the game of the folder the file stands in, for files that don't name one.
// `find_edition`: what a game is played with, where that isn't its own edition (nullptr: it is).
using FindEdition = std::function<EditionPtr(const AnyGame&)>;
CaseReport run_case(std::string_view text, std::string_view folder_game, const FindGame& find_game,
                    const FindEdition& find_edition = nullptr);

// Plays the whole file with another edition and shows its pictures, `given` by `given`; checks
// nothing. The pictures of a `given` that this edition makes impossible are left out.
void show_case(const CaseFile& file, const AnyGame& game, const EditionPtr& edition,
               const CaseWatcher& watcher);

// The game a case's or a lesson's path implies: "games/NAME/cases/E26.case" → "NAME"; empty when it
// implies none.
std::string_view game_of_case_path(std::string_view path);

// "4, die=4 guenstling" → its outcomes, separated by commas or blanks.
std::vector<std::string> split_outcomes(std::string_view text);

}  // namespace engine
