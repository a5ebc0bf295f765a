// `stamtafel arena`: which bot is better, in blocks, with intervals.
#include "lab/arena.h"

#include <fmt/format.h>

#include <memory>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "lab/arena_report.h"

namespace cli {
namespace {

struct ArenaFlags {
  TableFlags table;
  std::string bots;
  uint64_t blocks = 100;
  uint64_t first_block = 0;
  uint32_t iterations = 0;
  uint32_t milliseconds = 0;
  bool tune = false;
  bool prove = false;
  uint64_t series = 1;
  int threads = 0;
  std::string json;
};

engine::Error usage(std::string text) { return {engine::ErrorCode::kUsage, std::move(text), ""}; }

engine::Result<std::vector<bots::BotSpec>> arena_bots(const ArenaFlags& flags) {
  auto bots = bots::parse_bots(flags.bots);
  if (!bots) return bots;
  if (bots->size() < 2) return usage("--bots names two bots or more: A,B");
  for (bots::BotSpec& bot : *bots) {
    if (flags.iterations == 0 && flags.milliseconds == 0) break;
    if (engine::Error error = bot.set_budget({flags.iterations, flags.milliseconds})) return error;
  }
  const auto kind = lab::budget_kind(*bots);
  if (!kind) return kind.error;
  return bots;
}

engine::Result<lab::ArenaSpec> arena_spec(const ArenaFlags& flags) {
  const auto game = find_game(flags.table.game);
  if (!game) return game.error;
  const auto bots = arena_bots(flags);
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
  spec.blocks = flags.blocks;
  spec.threads = flags.threads;
  return spec;
}

int run_arena(const ArenaFlags& flags) {
  const auto spec = arena_spec(flags);
  if (!spec) return report(spec.error);
  if (const engine::Error error = check_writable(flags.json)) return report(error);

  lab::ArenaResults results{lab::head_of(*spec), {}, lab::Clocks(spec.value.bots.size())};
  const uint64_t wanted = flags.blocks * spec.value.pairings().size();
  Progress progress("blocks", wanted);
  const InterruptGuard guard;
  lab::ArenaWatch watch;
  std::vector<double> shares;  // of the first pairing
  watch.take = [&](const lab::Block& block, const lab::Clocks& clocks) {
    results.blocks.push_back(block);
    for (size_t i = 0; i < clocks.size(); ++i) results.clocks[i].add(clocks[i]);
    if (block.pairing == spec.value.pairings()[0]) shares.push_back(lab::block_share(block));
    return true;
  };
  watch.progress = [&] {
    const lab::Estimate share = lab::share95(shares, spec.value.players);
    progress.update(
        results.blocks.size(),
        fmt::format("{} wins {:.1f} % [{:.1f} – {:.1f}]", spec.value.bots[0].text(),
                    100 * share.mean, 100 * share.interval.low, 100 * share.interval.high));
  };
  lab::run_arena(*spec, guard.asked(), watch);
  progress.finish();

  const lab::ArenaReport said = lab::report_of(results);
  int exit_code = kOk;
  if (!flags.json.empty()) {
    if (const engine::Error error = write_file(flags.json, lab::arena_json(said) + "\n"))
      exit_code = report(error);
  }
  if (flags.json != "-") print(lab::arena_table(said));
  if (guard.asked() && results.blocks.size() < wanted) {
    complain(fmt::format("stopped after {} of {} blocks", results.blocks.size(), wanted));
    if (exit_code == kOk) exit_code = kInterrupted;
  }
  return exit_code;
}

}  // namespace

void add_arena(CLI::App& app, int& exit_code) {
  auto flags = std::make_shared<ArenaFlags>();
  CLI::App* command = app.add_subcommand(
      "arena",
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
      "Ctrl-C ends it with the blocks that are complete; the exit code is 130.");
  flags->table.add_game(*command);
  command
      ->add_option("--bots", flags->bots,
                   "Two bots or more, the candidate first: " + bots::bot_names() +
                       "; with their settings, as search:ms=100,level=regular.")
      ->required()
      ->option_text("BOT,BOT,…");
  command->add_option("-n,--blocks", flags->blocks, "How many blocks of each pair. Default: 100.")
      ->option_text("N")
      ->check(CLI::Range(uint64_t{1}, uint64_t{100'000'000}));
  CLI::Option* iterations =
      command
          ->add_option("--iterations", flags->iterations,
                       "The budget of a decision for all bots that have one: so many iterations.")
          ->option_text("N")
          ->check(CLI::Range(1, 100'000'000));
  command->add_option("--ms", flags->milliseconds, "The same in milliseconds of processor time.")
      ->option_text("N")
      ->check(CLI::Range(1, 60'000))
      ->excludes(iterations);
  CLI::Option* tune = command->add_flag(
      "--tune", flags->tune, "Plays on seeds for tuning: to choose by. This is the default.");
  command
      ->add_flag("--prove", flags->prove,
                 "Plays on seeds for proving, none of which is one for tuning.")
      ->excludes(tune);
  command
      ->add_option("--series", flags->series,
                   "Which series of seeds of that world: another number, other deals. Default: 1.")
      ->option_text("N");
  command
      ->add_option("--from", flags->first_block,
                   "The number of the first block: another machine can play others of the same "
                   "series. Default: 0.")
      ->option_text("N");
  command->add_option("--threads", flags->threads, "How many threads. Default: one for each core.")
      ->option_text("N")
      ->check(CLI::Range(1, 1024));
  flags->table.add_players(*command);
  flags->table.add_edition(*command);
  command
      ->add_option("--json", flags->json,
                   "Writes the tables as JSON to this file; - is standard output.")
      ->option_text("FILE|-");
  add_footer(*command,
             "  stamtafel arena {game} --bots greedy,random -n 500\n"
             "  stamtafel arena {game} --bots search,greedy --iterations 2000 --players 4\n"
             "  stamtafel arena {game} --bots search:ms=100,search:ms=20 --prove\n",
             "  130  stopped by Ctrl-C, with what there was\n");
  command->callback([flags, &exit_code] { exit_code = run_arena(*flags); });
}

}  // namespace cli
