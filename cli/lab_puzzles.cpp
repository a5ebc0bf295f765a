// `stamtafel lab puzzles`: makes the set of puzzles of a game.
#include <fmt/format.h>

#include <algorithm>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/lab_puzzles.h"
#include "cli/progress.h"
#include "lab/puzzles.h"
#include "lab/ranks.h"

namespace cli {
namespace {

constexpr uint64_t kPuzzleGames = 200;
constexpr uint64_t kPuzzlesOfASet = 100;
constexpr uint64_t kManyGames = 1'000'000;

struct PuzzleHuntFlags {
  TableFlags table;
  std::string players;
  uint64_t games = kPuzzleGames;
  uint64_t first_game = 0;
  uint64_t wanted = kPuzzlesOfASet;
  uint64_t play = lab::PuzzleHunt{}.play;
  uint64_t deep = lab::PuzzleHunt{}.deep;
  int margin = 8;
  uint64_t series = 1;
  bool prove = false;
  int threads = 0;
  lab::SessionFiles files;
  std::string with;
  std::string recheck;
  std::string keep;
};

engine::Result<std::vector<int>> player_counts(const engine::AnyGame& game,
                                               const std::string& list) {
  const engine::GameSpec& spec = game.spec();
  std::vector<int> counts;
  if (list.empty()) {
    for (int i = spec.min_seats; i <= spec.max_seats; ++i) counts.push_back(i);
    return counts;
  }
  for (const std::string_view part : engine::split(list, ',')) {
    int64_t count = 0;
    if (!engine::parse_int(engine::trim(part), spec.min_seats, spec.max_seats, count)) {
      return usage(fmt::format("--players takes numbers from {} to {}, separated by commas: '{}'",
                               spec.min_seats, spec.max_seats, list));
    }
    counts.push_back(static_cast<int>(count));
  }
  return counts;
}

engine::Result<lab::PuzzleHunt> hunt_of(const PuzzleHuntFlags& flags) {
  const auto game = find_game(flags.table.game);
  if (!game) return game.error;
  lab::PuzzleHunt hunt;
  hunt.game = *game;
  auto players = player_counts(**game, flags.players);
  if (!players) return players.error;
  hunt.players = std::move(*players);
  hunt.seeds = {flags.prove ? lab::World::kProve : lab::World::kTune, flags.series};
  hunt.first_game = flags.first_game;
  hunt.games = flags.games;
  hunt.threads = flags.threads;
  hunt.play = static_cast<uint32_t>(flags.play);
  hunt.deep = static_cast<uint32_t>(flags.deep);
  hunt.margin = flags.margin / 100.0;
  return hunt;
}

// What makes the same set again.
std::string command_of(const lab::PuzzleHunt& hunt, const PuzzleHuntFlags& flags, uint64_t games) {
  const PuzzleHuntFlags usual;
  std::string command =
      fmt::format("stamtafel lab puzzles {} -n {} --puzzles {} --play {} --deep {} --margin {}",
                  hunt.game->spec().id, games, flags.wanted, flags.play, flags.deep, flags.margin);
  if (!flags.players.empty()) command += " --players " + flags.players;
  if (hunt.first_game != 0) command += fmt::format(" --from {}", hunt.first_game);
  if (flags.prove) command += " --prove";
  if (flags.series != usual.series) command += fmt::format(" --series {}", flags.series);
  return command;
}

engine::Result<bots::PuzzleSet> read_set(const std::string& file, const engine::AnyGame& game) {
  const auto text = read_file(file);
  if (!text) return text.error;
  return bots::read_puzzles(*text, game, file);
}

int run_recheck(const PuzzleHuntFlags& flags, const lab::PuzzleHunt& hunt) {
  const auto set = read_set(flags.recheck, *hunt.game);
  if (!set) return report(set.error);
  Progress progress("puzzles", set.value.puzzles.size());
  const InterruptGuard guard;
  const lab::PuzzleRecheck recheck = lab::recheck_puzzles(
      *set, hunt, guard.asked(), [&](uint64_t done) { progress.update(done); });
  progress.finish();
  print(lab::recheck_table(recheck));
  if (recheck.puzzles != set.value.puzzles.size()) {
    complain(
        fmt::format("stopped after {} of {} puzzles", recheck.puzzles, set.value.puzzles.size()));
    return kInterrupted;
  }
  if (flags.keep.empty()) return kOk;
  const std::string command = fmt::format("--recheck --deep {} --series {}{} --keep", flags.deep,
                                          flags.series, flags.prove ? " --prove" : "");
  const engine::Error failed = write_file(flags.keep, lab::kept_file(*set, recheck, command));
  return failed ? report(failed) : kOk;
}

int run_puzzle_hunt(const PuzzleHuntFlags& flags) {
  if (lab::Ranks::several()) return report(usage("puzzles are made on one machine"));
  const auto hunt = hunt_of(flags);
  if (!hunt) return report(hunt.error);
  if (!flags.recheck.empty()) return run_recheck(flags, *hunt);
  if (flags.files.resume && flags.files.result.empty())
    return report(usage("--resume goes on with a file: name it with --result"));
  bots::PuzzleSet before_it;
  if (!flags.with.empty()) {
    auto set = read_set(flags.with, *hunt.value.game);
    if (!set) return report(set.error);
    before_it = std::move(*set);
  }
  const auto opened = lab::PuzzleSession::open(*hunt, flags.files);
  if (!opened) return report(opened.error);
  lab::PuzzleSession& session = *opened.value;
  if (session.torn())
    remark(fmt::format("the last line of '{}' was torn off: its game is played again",
                       flags.files.result));
  const uint64_t before = session.counts().games;
  Progress progress("games", flags.games > before ? flags.games - before : 0);
  const InterruptGuard guard;
  const engine::Error failed = session.run(guard.asked(), [&] {
    progress.update(session.counts().games - before,
                    fmt::format("{} puzzles", session.counts().puzzles));
  });
  progress.finish();
  const uint64_t games = session.counts().games;
  // What was found in the same moment of the same game is the same puzzle.
  std::vector<bots::Puzzle> all = std::move(before_it.puzzles);
  for (const bots::Puzzle& puzzle : session.found()) {
    if (std::ranges::find(all, puzzle.id, &bots::Puzzle::id) == all.end()) all.push_back(puzzle);
  }
  const std::vector<bots::Puzzle> chosen =
      lab::choose_puzzles(all, static_cast<size_t>(flags.wanted));
  std::string command = command_of(*hunt, flags, games);
  if (!before_it.command.empty()) command = before_it.command + "; " + command + " --with";
  print(lab::puzzle_file(*hunt, command, chosen));
  print_beside(lab::hunt_table(session.counts(), chosen));
  if (failed) return report(failed);
  if (games >= flags.games) return kOk;
  complain(fmt::format("stopped after {} of {} games", games, flags.games));
  return kInterrupted;
}

}  // namespace

void add_lab_puzzles(CLI::App& lab, int& exit_code) {
  add_command<PuzzleHuntFlags>(
      lab, exit_code, "puzzles",
      "make puzzles: positions with one choice that is much better than all others\n"
      "`search` plays with itself. Where it sees few good choices and a weak bot takes another, "
      "deep searches with seeds of their own compare the best with the next best, from what the "
      "seat can know. What all of them agree on, by a clear margin, is a puzzle. The set that is "
      "printed has as many as are wanted, spread over player counts, parts of the game, questions, "
      "levels and seats; games/GAME/puzzles.jsonl is one. docs/puzzles.md tells more.\n"
      "\n"
      "With --recheck nothing is played: the puzzles of a set are searched again with other "
      "seeds.",
      [](CLI::App& command, PuzzleHuntFlags& flags) {
        flags.table.add_game(command);
        add_count(command, "-n,--games", flags.games, 1, kManyGames,
                  fmt::format("How many games. Default: {}.", kPuzzleGames));
        add_count(
            command, "--puzzles", flags.wanted, 1, 10'000,
            fmt::format("How many puzzles the set has at most. Default: {}.", kPuzzlesOfASet));
        add_value(command, "--players N,…", flags.players,
                  "For how many players, one number or several: 2,4. Default: all the game "
                  "is for, in turn.");
        add_count(command, "--play", flags.play, 10, 1'000'000,
                  fmt::format("Iterations of each decision of who plays. Default: {}.",
                              lab::PuzzleHunt{}.play));
        add_count(
            command, "--deep", flags.deep, 100, 100'000'000,
            fmt::format("Iterations of each deep search. Default: {}.", lab::PuzzleHunt{}.deep));
        add_value(command, "--margin N", flags.margin,
                  "How far the best must be ahead of the second, in percent of the wins. "
                  "Default: 8.")
            ->check(CLI::Range(1, 90));
        command.add_flag("--prove", flags.prove, "Plays on seeds for proving (docs/arena.md).");
        add_value(command, "--series N", flags.series, "Which series of seeds. Default: 1.");
        add_value(command, "--from N", flags.first_game,
                  "The number of the first game: another machine can play others of the "
                  "same series. Default: 0.")
            ->check(CLI::Range(uint64_t{0}, kManyGames));
        add_value(command, "--threads N", flags.threads,
                  "How many threads. Default: one for each core.")
            ->check(CLI::Range(1, 1024));
        CLI::Option* result =
            add_value(command, "--result FILE", flags.files.result,
                      "Keeps what is found in this file while it goes on. One that is there "
                      "is not touched, except with --resume.");
        command.add_flag("--resume", flags.files.resume,
                         "Goes on with the file of --result: games it holds are not played "
                         "again.");
        add_value(command, "--with FILE", flags.with,
                  "Adds what is found to the puzzles of this set, which are from other games "
                  "(--from).");
        add_value(command, "--recheck FILE", flags.recheck,
                  "Looks at the puzzles of this set again, on the seeds of --series.")
            ->excludes(result);
        add_value(command, "--keep FILE", flags.keep,
                  "With --recheck: writes a set of those whose right choice is wanted again and "
                  "clearly ahead of the second.")
            ->needs("--recheck");
        add_footer(command,
                   "  stamtafel lab puzzles {game} -n 300 --result hunt.jsonl --out "
                   "puzzles.jsonl\n"
                   "  stamtafel lab puzzles {game} --recheck puzzles.jsonl --deep 1e5 --series 2 "
                   "--keep held.jsonl\n",
                   "  130  stopped by Ctrl-C, with what there was\n");
      },
      run_puzzle_hunt);
}

}  // namespace cli
