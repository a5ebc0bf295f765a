// `stamtafel simulate`: many games between bots over all cores.
#include "lab/simulate.h"

#include <fmt/format.h>

#include <memory>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "lab/report.h"

namespace cli {
namespace {

struct SimulateFlags {
  TableFlags table;
  uint64_t games = 1000;
  std::string seats;
  int threads = 0;
  bool no_rotate = false;
  bool events = false;
  bool csv = false;
  bool json = false;
};

engine::Result<lab::SimulationSpec> simulation_spec(const SimulateFlags& flags) {
  const auto game = find_game(flags.table.game);
  if (!game) return game.error;
  auto seats = find_bots(**game, flags.seats);
  if (!seats) return seats.error;
  const auto table = table_spec(**game, flags.table, static_cast<int>(seats.value.size()));
  if (!table) return table.error;
  lab::SimulationSpec spec;
  spec.game = *game;
  spec.edition = table.value.edition;
  spec.variants = table.value.variants;
  spec.seats = *seats;
  if (spec.seats.empty()) {
    spec.seats.assign(static_cast<size_t>(table.value.seats), bots::BotSpec::of("random"));
  }
  spec.rotate = !flags.no_rotate;
  spec.event_counts = flags.events;
  spec.games = flags.games;
  spec.seed = table.value.chance.seed;
  spec.threads = flags.threads;
  return spec;
}

int run_simulate(const SimulateFlags& flags) {
  if (flags.csv && flags.json) {
    return report({engine::ErrorCode::kUsage,
                   "--csv and --json can't both go to one place: choose one of them", ""});
  }
  const auto spec = simulation_spec(flags);
  if (!spec) return report(spec.error);
  lab::EachGame each;
  if (flags.csv) {
    print(lab::csv_head(*spec));
    each = [&](const lab::GameResult& game) { print(lab::csv_row(*spec, game)); };
  }
  Progress progress("games", spec.value.games);
  const InterruptGuard guard;
  const lab::Simulation simulation =
      lab::simulate(*spec, guard.asked(), [&](uint64_t done) { progress.update(done); }, each);
  progress.finish();

  const lab::Summary summary = lab::summarize(simulation);
  if (flags.json) print_line(lab::summary_json(summary));
  if (flags.json || flags.csv) {
    print_beside(lab::summary_table(summary));
  } else {
    print(lab::summary_table(summary));
  }
  if (summary.games == spec.value.games) return kOk;
  complain(fmt::format("stopped after {} of {} games", summary.games, spec.value.games));
  return kInterrupted;
}

}  // namespace

void add_simulate(CLI::App& app, int& exit_code) {
  add_command<SimulateFlags>(
      app, exit_code, "simulate",
      "let bots play many games and tell who wins\n"
      "Uses all cores and shows how far it is. Prints a table: the wins by seat and by bot with "
      "95 % intervals, how long the games are, what is scored. Game i is dealt from seed + i, "
      "and in each game everybody moves one seat on, so that no bot owes its wins to its seat: "
      "results are the same on every machine and with any number of threads.\n"
      "\n"
      "Takes the same memory however many games are played. With --csv or --json and --out the "
      "table is printed as well. Ctrl-C ends it with what it has: all of it is written, the exit "
      "code is 130.",
      [](CLI::App& command, SimulateFlags& flags) {
        flags.table.add_game(command);
        add_count(command, "-n,--games", flags.games, 1, 1'000'000'000,
                  "How many games. Default: 1000.");
        add_value(command, "--seats BOT,BOT,…", flags.seats,
                  "The bots, seat by seat: " + bots::bot_names() +
                      ", or exec:COMMAND (docs/bot-protocol.md). Default: random on every seat.");
        command.add_flag("--no-rotate", flags.no_rotate,
                         "Everybody keeps the seat of the first game.");
        command.add_flag(
            "--events", flags.events,
            "Counts what happens as well: how often each event a game, by what it is "
            "about (card, tile, business), its mean number, and how often the seats win "
            "to which it happens.");
        add_value(command, "--threads N", flags.threads,
                  "How many threads. Default: one for each core.")
            ->check(CLI::Range(1, 1024));
        flags.table.add_table(command);
        command.add_flag("--csv", flags.csv, "Prints a line for each game instead of the table.");
        command.add_flag("--json", flags.json, "Prints the table as JSON.");
        add_footer(
            command,
            "  stamtafel simulate {game} -n 1e5\n"
            "      random bots: some two seconds\n"
            "  stamtafel simulate {game} -n 2000 --seats greedy,random,random\n"
            "      a bot that thinks: some five seconds, and minutes for a hundred thousand\n"
            "  stamtafel simulate {game} -n 20000 --players 4 --edition my-edition.json\n"
            "  stamtafel simulate {game} -n 1000 --seed 7 --csv --out games.csv\n"
            "  stamtafel simulate {game} -n 1000 --seats greedy,greedy,greedy --events\n",
            "  130  stopped by Ctrl-C, with what there was\n");
      },
      run_simulate);
}

}  // namespace cli
