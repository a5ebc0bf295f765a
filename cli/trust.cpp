// `stamtafel trust`: how far the reviews of a game can be trusted.
#include "lab/trust.h"

#include <fmt/format.h>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

namespace cli {
namespace {

struct TrustFlags {
  TableFlags table;
  std::string bot = "search:iterations=500";
  uint64_t games = 20;
  uint64_t iterations = bots::kReviewIterations;
  uint64_t reference = lab::TrustSpec{}.reference;
  uint64_t plants = lab::TrustSpec{}.plants;
  bool blunders = false;
};

int run_trust(const TrustFlags& flags) {
  const auto game = find_game(flags.table.game);
  if (!game) return report(game.error);
  const auto found = find_bots(**game, flags.bot);
  if (!found) return report(found.error);
  if (found.value.size() != 1) return report(usage("--bot takes one bot: it plays all seats"));
  if (found.value[0].from_outside()) return report(usage("--bot takes a bot of this program"));
  const auto table = table_spec(**game, flags.table);
  if (!table) return report(table.error);
  const lab::TrustSpec spec{*game,
                            table.value.edition,
                            table.value.variants,
                            table.value.seats,
                            found.value[0],
                            flags.games,
                            table.value.chance.seed,
                            flags.iterations,
                            static_cast<uint32_t>(flags.reference),
                            flags.plants};
  Progress progress("games", flags.games);
  const auto count = [&](uint64_t done) { progress.update(done); };
  const InterruptGuard guard;
  std::string text;
  uint64_t done = 0;
  if (flags.blunders) {
    const lab::Planted planted = lab::measure_planted(spec, guard.asked(), count);
    done = planted.games;
    text = lab::planted_table(planted);
  } else {
    const lab::Reliability reliability = lab::measure_reliability(spec, guard.asked(), count);
    done = reliability.games;
    text = lab::reliability_table(reliability);
  }
  progress.finish();
  print(text);
  if (done == flags.games) return kOk;
  complain(fmt::format("stopped after {} of {} games", done, flags.games));
  return kInterrupted;
}

}  // namespace

void add_trust(CLI::App& app, int& exit_code) {
  add_command<TrustFlags>(
      app, exit_code, "trust",
      "measure how far the reviews of a game can be trusted\n"
      "A bot plays games with itself. The shares of wins that a review of them would show are "
      "compared with who won: of the seats that are given 30 %, three of ten should win. With "
      "--blunders some choices of each game are made at random, half of them so that much is lost "
      "by each as a longer search of other worlds says, and the games are reviewed: are these "
      "found, and is the bot left alone? docs/review.md has what came of it.",
      [](CLI::App& command, TrustFlags& flags) {
        flags.table.add_game(command);
        add_count(command, "-n,--games", flags.games, 1, 1'000'000, "How many games. Default: 20.");
        add_value(command, "--bot BOT", flags.bot, "Who plays. Default: " + flags.bot + ".");
        add_count(
            command, "--iterations", flags.iterations, 1, 1'000'000'000'000,
            fmt::format("Of the review of a whole game. Default: {}.", bots::kReviewIterations));
        command.add_flag("--blunders", flags.blunders, "Plants blunders and looks for them.");
        add_count(command, "--reference", flags.reference, 1, 100'000'000,
                  fmt::format("Iterations of the search that says what a planted choice loses. "
                              "Default: {}.",
                              flags.reference));
        add_count(command, "--plants", flags.plants, 1, 20,
                  fmt::format("How many blunders in a game, and as many plain random choices. "
                              "Default: {}.",
                              flags.plants));
        flags.table.add_table(command);
        add_footer(command,
                   "  stamtafel trust {game} -n 100 --players 4 --seed 1\n"
                   "  stamtafel trust {game} -n 20 --players 4 --seed 1 --blunders\n",
                   "  130  stopped by Ctrl-C, with what there was\n");
      },
      run_trust);
}

}  // namespace cli
