// `stamtafel analyse`: the analysis board in the terminal.
#include <poll.h>
#include <unistd.h>

#include <iostream>

#include "cli/analysis_desk.h"
#include "cli/common.h"
#include "cli/help.h"
#include "cli/saves.h"

namespace cli {
namespace {

using engine::Error;
using engine::Result;

struct AnalyseFlags {
  TableFlags table;
  std::string file;
  std::string eyes = "all";
  int game = 0;
  int step = -1;
  uint64_t iterations = 16'000;
};

struct Start {
  std::shared_ptr<const engine::AnyTable> match;  // nullptr: it is a position
  std::unique_ptr<engine::AnyTable> table;
  size_t step = 0;
};

Result<Start> position_start(const AnalyseFlags& flags, const std::string& text) {
  if (flags.step >= 0 || flags.game > 0)
    return usage("--step and --game are for records: this file is a position");
  const auto json = engine::parse_json(text, flags.file);
  if (!json) return Error{engine::ErrorCode::kPosition, json.error.text, ""};
  const engine::Json* named = json.value.find("game");
  if (named == nullptr || !named->is_string())
    return Error{engine::ErrorCode::kPosition, flags.file + ": the position doesn't name its game",
                 ""};
  const auto game = find_game(named->text);
  if (!game) return game.error;
  const auto edition = find_edition(**game, flags.table.edition_file);
  if (!edition) return edition.error;
  auto table = table_at(**game, text, flags.file, *edition);
  if (!table) return table.error;
  return Start{nullptr, std::move(*table), 0};
}

Result<Start> record_start(const AnalyseFlags& flags) {
  auto reading = open_record(flags.file, flags.table.edition_file, flags.game);
  if (!reading) return reading.error;
  Start start;
  start.match = std::move(reading->table);
  const size_t steps = start.match->steps().size();
  // The end of a game leaves nothing to try.
  start.step = flags.step < 0 ? 0 : static_cast<size_t>(flags.step);
  if (start.step > steps) {
    return usage("--step says " + std::to_string(flags.step) + ", but the record has " +
                 std::to_string(steps) + " steps");
  }
  auto table = engine::trial_from(*start.match, start.step);
  if (!table) return table.error;
  start.table = std::move(*table);
  return start;
}

bool somebody_typed() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0;
}

int run_analyse(const AnalyseFlags& flags) {
  const auto language = find_language(flags.table);
  if (!language) return report(language.error);
  if (flags.file == "-")
    return report(usage("FILE can't be standard input: moves and commands are read from there"));
  const auto text = read_file(flags.file);
  if (!text) return report(text.error);
  auto start =
      engine::trim(*text).starts_with('{') ? position_start(flags, *text) : record_start(flags);
  if (!start) return report(start.error);
  DeskSettings settings;
  settings.language = *language;
  settings.iterations = static_cast<uint32_t>(flags.iterations);
  settings.paper = paper_here();
  if (flags.eyes != "all") {
    const auto viewer = parse_viewer(*start->table, flags.eyes);
    if (!viewer) return report(Error{viewer.error.code, viewer.error.text + ", all", ""});
    settings.viewer = *viewer;
  }
  if (::isatty(STDIN_FILENO) == 1) settings.typed = somebody_typed;
  AnalysisDesk(std::cin, std::cout, std::move(start->table), start->match, start->step,
               std::move(settings))
      .run();
  std::cout << std::flush;
  return kOk;
}

}  // namespace

void add_analyse(CLI::App& app, int& exit_code) {
  add_command<AnalyseFlags>(
      app, exit_code, "analyse",
      "try moves at any position, while the bot thinks on\n"
      "Shows a moment of a record, or a position (as `stamtafel new` prints it, perhaps edited), "
      "with the choices of whoever is to choose, and the lines that the bot thinks best: share of "
      "wins with its standard error, and how it will probably go on. It looks longer and longer, "
      "four times as long each time; at a terminal until something is typed.\n"
      "\n"
      "Moves of any seat are tried by their number in the list or as an action, and gone back "
      "from. The chance of a tried move follows from the position: back and forth brings the "
      "same, 'luck' something else. 'help' lists the commands. docs/analysis.md says more.",
      [](CLI::App& command, AnalyseFlags& flags) {
        add_argument(command, "FILE", flags.file, "A record, a saved game, or a position (JSON).");
        add_which_record(command, flags.game);
        flags.table.add_edition(command);
        flags.table.add_language(command);
        add_value(command, "--step N", flags.step,
                  "Of a record: the position after so many steps. Default: 0, the deal.")
            ->check(CLI::NonNegativeNumber);
        add_value(command, "--eyes all|spectator|SEAT", flags.eyes,
                  "Whose eyes: all, spectator, or a seat. With all the bot sees all cards, "
                  "otherwise what whoever is to choose knows. Default: all.");
        add_count(command, "--iterations", flags.iterations, 100, 1'000'000'000,
                  "How long each position is thought over at least. Default: 16000.");
        add_footer(command,
                   "  stamtafel analyse game.record --step 40\n"
                   "  stamtafel analyse start.json --eyes {seat}\n"
                   "  echo 1 | stamtafel analyse start.json --iterations 4000\n");
      },
      run_analyse, Results::kOwn);
}

}  // namespace cli
