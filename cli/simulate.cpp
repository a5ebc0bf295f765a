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
  std::string csv;
  std::string json;
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
  const auto spec = simulation_spec(flags);
  if (!spec) return report(spec.error);
  // Hours of play are not to end with a file that could never have been written.
  for (const std::string& file : {flags.csv, flags.json}) {
    if (const engine::Error error = check_writable(file)) return report(error);
  }
  Progress progress("games", spec.value.games);
  const InterruptGuard guard;
  const lab::Simulation simulation =
      lab::simulate(*spec, guard.asked(), [&](uint64_t done) { progress.update(done); });
  progress.finish();

  const lab::Summary summary = lab::summarize(simulation);
  int exit_code = kOk;
  if (!flags.csv.empty()) {
    if (const engine::Error error = write_file(flags.csv, lab::games_csv(simulation)))
      exit_code = report(error);
  }
  if (!flags.json.empty()) {
    if (const engine::Error error = write_file(flags.json, lab::summary_json(summary) + "\n"))
      exit_code = report(error);
  }
  // Standard output holds one thing: whoever asked for CSV or JSON there gets nothing else. When a
  // file could not be written, the table is what is left of the games.
  if (flags.csv != "-" && flags.json != "-") print(lab::summary_table(summary));
  if (simulation.games.size() < spec.value.games) {
    complain(
        fmt::format("stopped after {} of {} games", simulation.games.size(), spec.value.games));
    if (exit_code == kOk) exit_code = kInterrupted;
  }
  return exit_code;
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
      "Ctrl-C ends it with what it has: the table and the files are written, the exit code is "
      "130.",
      [](CLI::App& command, SimulateFlags& flags) {
        flags.table.add_game(command);
        command.add_option("-n,--games", flags.games, "How many games. Default: 1000.")
            ->option_text("N")
            ->check(CLI::Range(uint64_t{1}, uint64_t{1'000'000'000}));
        command
            .add_option(
                "--seats", flags.seats,
                "The bots, seat by seat: " + bots::bot_names() +
                    ", or exec:COMMAND (docs/bot-protocol.md). Default: random on every seat.")
            ->option_text("BOT,BOT,…");
        command.add_flag("--no-rotate", flags.no_rotate,
                         "Everybody keeps the seat of the first game.");
        command.add_flag(
            "--events", flags.events,
            "Counts what happens as well: how often each event a game, by what it is "
            "about (card, tile, business), its mean number, and how often the seats win "
            "to which it happens.");
        command
            .add_option("--threads", flags.threads, "How many threads. Default: one for each core.")
            ->option_text("N")
            ->check(CLI::Range(1, 1024));
        flags.table.add_table(command);
        command
            .add_option("--csv", flags.csv,
                        "Writes a line for each game to this file; - is standard output.")
            ->option_text("FILE|-");
        command
            .add_option("--json", flags.json,
                        "Writes the table as JSON to this file; - is standard output.")
            ->option_text("FILE|-");
        add_footer(command,
                   "  stamtafel simulate {game} -n 100000 --seats greedy,random,random\n"
                   "  stamtafel simulate {game} -n 20000 --players 4 --edition my-edition.json\n"
                   "  stamtafel simulate {game} -n 1000 --seed 7 --csv games.csv --json -\n"
                   "  stamtafel simulate {game} -n 10000 --seats greedy,greedy,greedy --events\n",
                   "  130  stopped by Ctrl-C, with what there was\n");
      },
      run_simulate);
}

}  // namespace cli
