// `stamtafel arena`: which bot is better, in blocks, with intervals.
#include <fmt/format.h>

#include <algorithm>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "lab/arena_report.h"
#include "lab/arena_session.h"

namespace cli {
namespace {

struct ArenaFlags {
  TableFlags table;
  std::string bots;
  uint64_t blocks = 0;  // 0: the default
  uint64_t first_block = 0;
  uint32_t iterations = 0;
  uint32_t milliseconds = 0;
  bool tune = false;
  bool prove = false;
  uint64_t series = 1;
  std::string sprt;
  double alpha = 0.05;
  double beta = 0.05;
  int threads = 0;
  lab::SessionFiles files;
  bool cheat = false;
  bool json = false;
};

// Of `show` and `merge`.
struct ResultFlags {
  std::vector<std::string> files;
  bool json = false;
};

constexpr int kMaxBlocks = 1'000'000'000;
constexpr uint64_t kBlocks = 100;
constexpr uint64_t kSprtBlocks = 10'000;

engine::Result<std::vector<bots::BotSpec>> arena_bots(const engine::AnyGame& game,
                                                      const ArenaFlags& flags) {
  auto bots = find_bots(game, flags.bots);
  if (!bots) return bots;
  if (bots->size() < 2) return usage("--bots names two bots or more, as greedy,random");
  for (bots::BotSpec& bot : *bots) {
    if (flags.iterations == 0 && flags.milliseconds == 0) break;
    if (engine::Error error = bot.set_budget({flags.iterations, flags.milliseconds})) return error;
  }
  for (size_t i = 0; bots->size() > 2 && i < bots->size(); ++i) {
    if (std::find(bots->begin(), bots->begin() + static_cast<std::ptrdiff_t>(i), (*bots)[i]) !=
        bots->begin() + static_cast<std::ptrdiff_t>(i)) {
      return usage("--bots names '" + (*bots)[i].text() + "' twice");
    }
  }
  const auto kind = lab::budget_kind(*bots);
  if (!kind) return kind.error;
  return bots;
}

engine::Result<lab::ArenaSpec> arena_spec(const ArenaFlags& flags) {
  const auto game = find_game(flags.table.game);
  if (!game) return game.error;
  const auto bots = arena_bots(**game, flags);
  if (!bots) return bots.error;
  const auto table = table_spec(**game, flags.table);
  if (!table) return table.error;
  lab::ArenaSpec spec;
  spec.game = *game;
  spec.edition = table.value.edition;
  spec.variants = table.value.variants;
  spec.players = table.value.seats;
  spec.bots = *bots;
  spec.seeds = {flags.prove ? lab::World::kProve : lab::World::kTune, flags.series};
  spec.first_block = flags.first_block;
  const uint64_t fallback = flags.sprt.empty() ? kBlocks : kSprtBlocks;
  spec.blocks = flags.blocks != 0 ? flags.blocks : fallback;
  spec.threads = flags.threads;
  spec.cheat = flags.cheat;
  if (spec.cheat && spec.bots.size() != 2) {
    return usage("--cheat is about two bots: the candidate, who sees everything, and the other");
  }
  if (spec.cheat && std::ranges::any_of(spec.bots, &bots::BotSpec::from_outside)) {
    return usage("--cheat is not for bots from outside: they are shown what their seat sees");
  }
  if (flags.sprt.empty()) return spec;
  if (spec.bots.size() != 2) return usage("--sprt is about two bots, the candidate and the other");
  spec.sprt.emplace();
  if (engine::Error error = lab::parse_hypotheses(flags.sprt, spec.players, *spec.sprt))
    return error;
  spec.sprt->alpha = flags.alpha;
  spec.sprt->beta = flags.beta;
  spec.sprt->max_blocks = spec.blocks;
  return spec;
}

// The tables, or the same as JSON.
void print_report(const lab::ArenaResults& results, bool json) {
  const lab::ArenaReport said = lab::report_of(results);
  if (json) {
    print_line(lab::arena_json(said));
    print_beside(lab::arena_table(said));
  } else {
    print(lab::arena_table(said));
  }
}

int run_arena(const ArenaFlags& flags) {
  if (flags.table.game.empty()) return report(usage("GAME is missing"));
  if (flags.bots.empty()) return report(usage("--bots is missing: two bots or more"));
  const auto spec = arena_spec(flags);
  if (!spec) return report(spec.error);
  if (flags.files.resume && flags.files.result.empty())
    return report(usage("--resume goes on with a file: name it with --result"));
  auto opened = lab::ArenaSession::open(*spec, flags.files);
  if (!opened) return report(opened.error);
  lab::ArenaSession& session = **opened;
  if (session.torn())
    remark(fmt::format("the last line of '{}' was torn off: that block is played again",
                       flags.files.result));

  const uint64_t before = session.played();
  Progress progress("blocks", session.wanted() - before);
  const InterruptGuard guard;
  const engine::Error failed = session.run(
      guard.asked(), [&] { progress.update(session.played() - before, session.estimate()); });
  progress.finish();
  print_report(session.results(), flags.json);
  if (failed) return report(failed);
  if (session.complete()) return kOk;
  complain(fmt::format("stopped after {} of {} blocks", session.played(), session.wanted()));
  return kInterrupted;
}

engine::Result<std::vector<lab::ArenaResults>> read_results(const std::vector<std::string>& files) {
  std::vector<lab::ArenaResults> all;
  for (const std::string& file : files) {
    auto read = lab::read_result_file(file);
    if (!read) return read.error;
    if (read->torn) remark(fmt::format("the last line of '{}' is torn off and left out", file));
    all.push_back(std::move(read->results));
  }
  return all;
}

int run_show(const ResultFlags& flags) {
  const auto all = read_results(flags.files);
  if (!all) return report(all.error);
  const auto merged = lab::merge_results(*all, flags.files);
  if (!merged) return report(merged.error);
  print_report(*merged, flags.json);
  return kOk;
}

int run_merge(const ResultFlags& flags) {
  const auto all = read_results(flags.files);
  if (!all) return report(all.error);
  const auto merged = lab::merge_results(*all, flags.files);
  if (!merged) return report(merged.error);
  std::string text = lab::head_line(merged.value.head);
  for (const lab::Block& block : merged.value.blocks) text += lab::block_line(block);
  text += lab::clock_line(merged.value.clocks);
  print(text);
  remark(fmt::format("{} blocks of {} files", merged.value.blocks.size(), flags.files.size()));
  return kOk;
}

void add_show(CLI::App& arena, int& exit_code) {
  add_command<ResultFlags>(
      arena, exit_code, "show",
      "print the tables of result files\n"
      "Of one file, or of several that answer the same question as if they were one.",
      [](CLI::App& command, ResultFlags& flags) {
        command.group("Commands");
        add_argument(command, "FILE", flags.files, "Result files; - is standard input.");
        command.add_flag("--json", flags.json, "Prints the tables as JSON.");
        add_footer(command,
                   "  stamtafel arena show proof.jsonl\n"
                   "  stamtafel arena show one.jsonl two.jsonl --json\n");
      },
      run_show);
}

void add_merge(CLI::App& arena, int& exit_code) {
  add_command<ResultFlags>(
      arena, exit_code, "merge",
      "put result files of several machines together\n"
      "Let each machine play blocks of its own (--from, -n) of the same series. Files about "
      "another game, edition, number of players, other bots or seeds are refused with the reason, "
      "and so is a block that two of them hold with different games.",
      [](CLI::App& command, ResultFlags& flags) {
        command.group("Commands");
        add_argument(command, "FILE", flags.files, "Result files; - is standard input.");
        add_footer(command, "  stamtafel arena merge one.jsonl two.jsonl --out both.jsonl\n");
      },
      run_merge);
}

}  // namespace

void add_arena(CLI::App& app, int& exit_code) {
  add_command<ArenaFlags>(
      app, exit_code, "arena",
      "let bots play against each other and tell which is better\n"
      "Games are played in blocks: one seed, the first bot (the candidate) in every seat once, "
      "copies of the other bot in the rest. With more than two bots every pair plays. The games of "
      "a block share their deal, so intervals come from the means of blocks. Prints the share of "
      "wins (ties split), the mean rank and the margin to the best of the others, each with its "
      "95 % interval, and how long decisions took. docs/arena.md tells how to measure.\n"
      "\n"
      "Bots go by iterations (repeatable to the last digit, with any number of threads) or by "
      "milliseconds of processor time, never both in one table. Whatever is chosen is chosen on "
      "the seeds for tuning, and proved with --prove on others.\n"
      "\n"
      "With --result every block is in a file as soon as it is played, and --resume goes on where "
      "it stopped; `arena show` prints the tables again, `arena merge` puts files of several "
      "machines together.\n"
      "\n"
      "Ctrl-C ends it with the blocks that are complete; the exit code is 130.",
      [&](CLI::App& command, ArenaFlags& flags) {
        command.add_option("GAME", flags.table.game,
                           "The game, by its id (`stamtafel games` lists them).");
        add_value(command, "--bots BOT,BOT,…", flags.bots,
                  "Two bots or more, the candidate first: " + bots::bot_names() +
                      ", or exec:COMMAND (docs/bot-protocol.md); with their settings, as "
                      "search:ms=100,level=regular.");
        add_count(
            command, "-n,--blocks,--max-blocks", flags.blocks, 1, kMaxBlocks,
            "How many blocks of each pair; with --sprt the most there may be. Default: 100, with "
            "--sprt 10000.");
        CLI::Option* iterations =
            add_value(command, "--iterations N", flags.iterations,
                      "The budget of a decision for all bots that have one: so many iterations.")
                ->check(CLI::Range(1, 100'000'000));
        add_value(command, "--ms N", flags.milliseconds,
                  "The same in milliseconds of processor time.")
            ->check(CLI::Range(1, 60'000))
            ->excludes(iterations);
        CLI::Option* tune = command.add_flag(
            "--tune", flags.tune, "Plays on seeds for tuning: to choose by. This is the default.");
        command
            .add_flag("--prove", flags.prove,
                      "Plays on seeds for proving, none of which is one for tuning.")
            ->excludes(tune);
        add_value(command, "--series N", flags.series,
                  "Which series of seeds of that world: another number, other deals. Default: 1.");
        add_value(command, "--from N", flags.first_block,
                  "The number of the first block: another machine can play others of the same "
                  "series. Default: 0.")
            ->check(CLI::Range(0, kMaxBlocks));
        CLI::Option* sprt = command.add_flag(
            "--cheat", flags.cheat,
            "The candidate sees everything: to measure what hidden information is worth in this "
            "game. Nowhere else does a bot see more than its seat.");
        add_value(command, "--sprt H0,H1", flags.sprt,
                  "Ends as soon as one of two hypotheses about the candidate is far likelier: "
                  "shares of wins in percent, as 50,55, or Elo, as 0elo,20elo.");
        add_value(command, "--alpha SHARE", flags.alpha,
                  "How often H1 may be taken when H0 is true. Default: 0.05.")
            ->check(CLI::Range(1e-6, 0.5))
            ->needs(sprt);
        add_value(command, "--beta SHARE", flags.beta,
                  "How often H0 may be taken when H1 is true. Default: 0.05.")
            ->check(CLI::Range(1e-6, 0.5))
            ->needs(sprt);
        add_value(command, "--result FILE", flags.files.result,
                  "Writes a line for each block to this file as soon as it is played. One that is "
                  "there is not touched, except with --resume.");
        command.add_flag(
            "--resume", flags.files.resume,
            "Goes on with the file of --result: blocks it holds are not played again. Give "
            "the other options as before; only -n may differ, without --sprt.");
        add_value(command, "--not FILE…", flags.files.apart_from,
                  "Result files whose seeds must not be played on, since something was chosen by "
                  "them. May be repeated.");
        add_value(command, "--threads N", flags.threads,
                  "How many threads. Default: one for each core.")
            ->check(CLI::Range(1, 1024));
        flags.table.add_players(command);
        flags.table.add_edition(command);
        command.add_flag("--json", flags.json, "Prints the tables as JSON.");
        add_show(command, exit_code);
        add_merge(command, exit_code);
        add_footer(command,
                   "  stamtafel arena {game} --bots greedy,random -n 500\n"
                   "  stamtafel arena {game} --bots search,greedy --iterations 2000 --players 4\n"
                   "  stamtafel arena {game} --bots search:ms=100,search:ms=20 --sprt 0elo,30elo\n"
                   "  stamtafel arena {game} --bots search,greedy,random --ms 20 -n 50\n"
                   "  stamtafel arena {game} --bots search,greedy --prove --result proof.jsonl\n"
                   "  stamtafel arena show proof.jsonl\n",
                   "  130  stopped by Ctrl-C, with what there was\n");
      },
      run_arena);
}

}  // namespace cli
