// `stamtafel puzzle`: one choice is much better than all others.
#include "cli/puzzle.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/locale.h"
#include "cli/screen.h"
#include "cli/terminal_table.h"
#include "cli/words.h"
#include "server/puzzle_sets.h"

namespace cli {

using bots::Puzzle;
using bots::PuzzleChoice;
using engine::Texts;

namespace {

std::string percent_of(double share) { return std::to_string(std::lround(100 * share)); }

}  // namespace

const Texts& PuzzleClient::words() const { return cli::words(settings_.language); }

void PuzzleClient::say(std::string_view line) { say_on(settings_.paper, line, out_); }

std::string PuzzleClient::name(const Puzzle& puzzle, engine::Action action) const {
  const engine::AnyTable& table = *puzzle.table;
  return table.game().action_text(*table.edition(), action, table.texts(settings_.language));
}

bool PuzzleClient::read(std::string& line) {
  if (settings_.interactive) out_ << "> " << std::flush;
  if (!std::getline(in_, line)) return false;
  line = engine::trim(line);
  return true;
}

void PuzzleClient::run() {
  say(words().get("puzzle.welcome"));
  for (const size_t number : numbers_) {
    if (!solve(number)) break;
  }
  if (answered_ > 0)
    say(words().format("puzzle.solved", std::to_string(solved_), std::to_string(answered_)));
}

void PuzzleClient::show(size_t number) {
  const Puzzle& puzzle = set_.puzzles[number];
  const engine::AnyTable& table = *puzzle.table;
  const engine::Viewer viewer = engine::Viewer::at(puzzle.seat);
  const Texts& texts = table.texts(settings_.language);
  say("");
  say(words().format("puzzle.title", texts.get("game.name"), std::to_string(number + 1),
                     std::to_string(set_.puzzles.size()), std::to_string(puzzle.level)));
  say(settings_.drawn ? board_text(table, viewer, texts) : table.tell(viewer, texts));
  choices_ = choices_of(table, puzzle.seat, texts);
  say(words().format("plain.pair", seat_name(texts, puzzle.seat),
                     prompt_text(table, puzzle.seat, texts)));
  for (const std::string& line : numbered_lines(choices_)) say(line);
}

void PuzzleClient::show_reasons() {
  for (const std::string& line : reason_lines(choices_, words())) say(line);
}

bool PuzzleClient::solve(size_t number) {
  const Puzzle& puzzle = set_.puzzles[number];
  show(number);
  std::string line;
  while (true) {
    if (!read(line)) {
      say(words().get("plain.end_of_input"));
      return false;
    }
    int64_t place = 0;
    if (line == "q" || line == "quit") return false;
    if (line == "s" || line == "skip") return true;
    if (line == "?") {
      show_reasons();
    } else if (line == "h" || line == "help") {
      say(words().get("puzzle.welcome"));
    } else if (engine::parse_int(line, 1, std::ranges::count_if(choices_, &Choice::allowed),
                                 place)) {
      tell(puzzle, choices_[static_cast<size_t>(place - 1)].action);  // what is allowed is first
      break;
    } else if (!line.empty()) {
      say(words().format("plain.not_understood", line));
    }
  }
  if (number == numbers_.back()) return false;
  say(words().get("puzzle.next"));
  return read(line) && line.empty();
}

void PuzzleClient::tell(const Puzzle& puzzle, engine::Action action) {
  const PuzzleChoice& best = puzzle.choices.front();
  const PuzzleChoice& tempting = puzzle.choices[puzzle.tempting];
  const bool right = puzzle.is_right(action);
  ++answered_;
  solved_ += right ? 1 : 0;
  say(words().get(right ? "puzzle.right" : "puzzle.wrong"));
  const auto worth = [&](std::string_view frame, const PuzzleChoice& choice) {
    say(words().format(frame, name(puzzle, choice.action), percent_of(choice.share)));
  };
  if (!right) {
    const PuzzleChoice* chosen = puzzle.find(action);
    if (chosen != nullptr) {
      worth("puzzle.yours", *chosen);
    } else {
      say(words().format("puzzle.yours_worse", name(puzzle, action)));
    }
    tell_why(puzzle, action);
  }
  worth("puzzle.best", best);
  tell_why(puzzle, best.action);
  for (size_t i = 1; i < puzzle.right; ++i) worth("puzzle.as_good", puzzle.choices[i]);
  if (puzzle.second().action != action) worth("puzzle.second", puzzle.second());
  if (tempting.action != action && puzzle.tempting != puzzle.right)
    worth("puzzle.tempting", tempting);
}

void PuzzleClient::tell_why(const Puzzle& puzzle, engine::Action action) {
  std::string all;
  for (const std::string& why :
       puzzle_reasons(puzzle, action, puzzle.table->texts(settings_.language), settings_.language))
    all += (all.empty() ? "" : "; ") + why;
  if (!all.empty()) say("  " + all);
}

namespace {

struct PuzzleFlags {
  TableFlags table;
  uint64_t number = 0;
  int level = 0;
  bool today = false;
  bool plain = false;
};

int64_t today() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return bots::day_of(std::chrono::duration_cast<std::chrono::seconds>(now).count());
}

engine::Result<const bots::PuzzleSet*> find_set(const std::vector<bots::PuzzleSet>& sets,
                                                const std::string& wanted) {
  if (sets.empty()) {
    return engine::Error{engine::ErrorCode::kFile,
                         "this program comes without puzzles; `stamtafel lab puzzles` makes some",
                         ""};
  }
  if (wanted.empty()) return &sets[bots::game_of_day(today(), sets.size())];
  const auto game = find_game(wanted);
  if (!game) return game.error;
  for (const bots::PuzzleSet& set : sets) {
    if (set.game == *game) return &set;
  }
  return usage(fmt::format("there are no puzzles of {}", wanted));
}

int run_puzzle(const PuzzleFlags& flags) {
  const auto language = find_language(flags.table);
  if (!language) return report(language.error);
  if (flags.number != 0 && flags.table.game.empty())
    return report(usage("--number is that of a puzzle of a game: name the game"));
  const std::vector<bots::PuzzleSet> sets = bots::read_puzzle_sets(server::puzzle_texts());
  const auto found = find_set(sets, flags.table.game);
  if (!found) return report(found.error);
  const bots::PuzzleSet& set = **found;
  const size_t count = set.puzzles.size();
  if (flags.number > count) {
    return report(usage(fmt::format("there is no puzzle {} of {}: there are {}", flags.number,
                                    set.game->spec().id, count)));
  }
  const size_t first = flags.number != 0 ? static_cast<size_t>(flags.number - 1)
                                         : bots::puzzle_of_day(today(), count);
  std::vector<size_t> numbers;
  for (size_t i = 0; i < count; ++i) {
    const size_t number = (first + i) % count;
    if (flags.level == 0 || set.puzzles[number].level == flags.level) numbers.push_back(number);
  }
  if (numbers.empty()) {
    return report(usage(
        fmt::format("there is no puzzle of level {} of {}", flags.level, set.game->spec().id)));
  }
  LearnSettings settings;
  settings.language = *language;
  settings.interactive = terminal_present();
  settings.drawn = settings.interactive && !flags.plain;
  settings.paper = paper_here();
  PuzzleClient(std::cin, std::cout, set, std::move(numbers), settings).run();
  std::cout.flush();
  return kOk;
}

}  // namespace

void add_puzzle(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "puzzle",
      "solve puzzles: find the choice that is much better than all others\n"
      "Shows a table as a seat sees it, and asks for its choice. Then it tells whether that was "
      "right, what share of the wins the choices may hope for, and why. Every day has a puzzle, "
      "the same for everybody (the day is that of UTC): of another game each day, or of the one "
      "that is named. Others follow it. docs/puzzles.md tells how puzzles are made.");
  const auto flags = std::make_shared<PuzzleFlags>();
  command->add_option("GAME", flags->table.game, "The game. Without it: the game of the day.");
  CLI::Option* number =
      add_count(*command, "--number", flags->number, 1, 1'000'000, "This puzzle of the game.");
  command->add_flag("--today", flags->today, "Today's puzzle, as without it.")->excludes(number);
  add_value(*command, "--level N", flags->level,
            fmt::format("Only puzzles of this level: 1 (easy) to {} (hard).", bots::kPuzzleLevels))
      ->check(CLI::Range(1, bots::kPuzzleLevels))
      ->excludes(number);
  flags->table.add_language(*command);
  command->add_flag("--plain", flags->plain, "The table in sentences instead of a picture.");
  add_footer(*command,
             "  stamtafel puzzle\n"
             "  stamtafel puzzle {game} --level 3\n"
             "  stamtafel puzzle {game} --number 12 --lang nl\n");
  command->callback([flags, &exit_code] { exit_code = run_puzzle(*flags); });
}

}  // namespace cli
