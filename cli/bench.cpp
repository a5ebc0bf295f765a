// `stamtafel bench`: how fast the games are.
#include "lab/bench.h"

#include <memory>

#include "cli/common.h"
#include "cli/help.h"
#include "games/registry.h"

namespace cli {
namespace {

struct BenchFlags {
  std::string game;
  double seconds = lab::BenchSpec{}.seconds;
  bool json = false;
};

int run_bench(const BenchFlags& flags) {
  std::vector<const engine::AnyGame*> chosen = games::all();
  if (!flags.game.empty()) {
    const auto game = find_game(flags.game);
    if (!game) return report(game.error);
    chosen = {*game};
  }
  lab::BenchSpec spec;
  spec.seconds = flags.seconds;
  std::vector<lab::GameBench> benches;
  benches.reserve(chosen.size());
  for (const engine::AnyGame* game : chosen) benches.push_back(lab::bench_game(*game, spec));
  if (flags.json) {
    print_line(lab::bench_json(benches));
  } else {
    print(lab::bench_table(benches));
  }
  return kOk;
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  add_command<BenchFlags>(
      app, exit_code, "bench",
      "measure how fast the games are\n"
      "On one thread, for each number of players: random "
      "playouts, the size of a state and the time to copy it, "
      "to list the choices, to imagine what is hidden, to "
      "write a view. The signature is one number over fixed "
      "games: it changes exactly when the behaviour of a game "
      "does, and is the same on every machine and with every "
      "compiler.",
      [](CLI::App& command, BenchFlags& flags) {
        command.add_option("GAME", flags.game, "Only this game.");
        add_value(command, "--seconds S", flags.seconds,
                  "How long each measurement takes. Default: 0.3.")
            ->check(CLI::Range(0.001, 60.0));
        command.add_flag("--json", flags.json, "Prints the figures as JSON.");
        add_footer(command,
                   "  stamtafel bench\n"
                   "  stamtafel bench {game} --json\n");
      },
      run_bench);
}

}  // namespace cli
