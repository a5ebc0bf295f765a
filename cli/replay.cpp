// `stamtafel replay`: a record to look at, step by step.
#include "cli/replay_view.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/saves.h"
#include "cli/screen.h"

namespace cli {
namespace {

using engine::Error;
using engine::ErrorCode;
using engine::Result;

struct ReplayFlags {
  TableFlags table;
  std::string file;
  int game = 0;
  std::string eyes = "all";
  int from = 1;
  int to = 1 << 24;
  bool plain = false;
  bool no_colour = false;
};

// A record nobody has played in yet has its beginning to show.
Error check_range(const ReplayFlags& flags, int steps) {
  if (flags.from > std::max(steps, 1)) {
    return {ErrorCode::kUsage,
            "--from says " + std::to_string(flags.from) + ", but the record has " +
                std::to_string(steps) + " steps",
            ""};
  }
  if (flags.to < flags.from) {
    return {ErrorCode::kUsage,
            "--to says " + std::to_string(flags.to) + ", which is before --from " +
                std::to_string(flags.from),
            ""};
  }
  return {};
}

int replay(const ReplayFlags& flags) {
  const Result<engine::Language> language = find_language(flags.table);
  if (!language) return report(language.error);
  Result<engine::Reading> reading = open_record(flags.file, flags.table.edition_file, flags.game);
  if (!reading) return report(reading.error);
  std::unique_ptr<engine::AnyTable>& table = reading->table;
  // What there is to see is shown all the same; then it is said that there was more.
  const auto done = [&] {
    return reading->disagreement ? report(reading->disagreement) : int{kOk};
  };
  engine::Viewer viewer = engine::Viewer::everything();
  if (flags.eyes != "all") {
    const Result<engine::Viewer> found = parse_viewer(*table, flags.eyes);
    if (!found) return report(Error{found.error.code, found.error.text + ", all", ""});
    viewer = *found;
  }
  const auto steps = static_cast<int>(table->steps().size());
  if (const Error error = check_range(flags, steps)) return report(error);
  Replay match(std::move(table));
  match.set_viewer(viewer);
  if (flags.plain) {
    std::ostringstream text;
    replay_as_text(text, match, flags.from, flags.to, *language);
    print(for_people(text.str()));
    return done();
  }
  Result<std::unique_ptr<Screen>> screen =
      open_screen(!flags.no_colour && std::getenv("NO_COLOR") == nullptr);
  if (!screen)
    return report(Error{ErrorCode::kUsage, screen.error.text + "; --plain prints the steps", ""});
  Settings settings;
  settings.language = *language;
  Stage stage(**screen, settings);
  match.go_to(flags.from - 1);
  replay_on_screen(stage, match);
  screen->reset();
  if (const Error error = stage.room_error()) return report(error);
  return caught_signal() == 0 ? done() : 128 + caught_signal();
}

}  // namespace

void add_replay(CLI::App& app, int& exit_code) {
  add_command<ReplayFlags>(
      app, exit_code, "replay",
      "look at a record, step by step\n"
      "Shows the table after every step, forwards and back, from anybody's eyes. A record that is "
      "damaged or edited is refused with the line and the reason. One of other rules or another "
      "edition is shown as far as it agrees, and then it is said where and why it stops (exit "
      "code 5).",
      [](CLI::App& command, ReplayFlags& flags) {
        add_argument(command, "FILE", flags.file, "A record or a saved game; - is standard input.");
        add_which_record(command, flags.game);
        flags.table.add_edition(command);
        flags.table.add_language(command);
        add_value(command, "--eyes all|spectator|SEAT", flags.eyes,
                  "Whose eyes: all, spectator, or a seat. Default: all.");
        command.add_flag("--plain", flags.plain, "Prints the steps as text.");
        add_value(command, "--from N", flags.from, "The first step to show. Default: 1.")
            ->check(CLI::PositiveNumber);
        add_value(command, "--to N", flags.to, "With --plain: the last step to print.")
            ->check(CLI::PositiveNumber);
        command.add_flag("--no-color,--no-colour", flags.no_colour,
                         "No colours (also: NO_COLOR in the environment).");
        add_footer(command,
                   "  stamtafel replay game.record\n"
                   "      arrow keys go forwards and back, Tab changes whose eyes\n"
                   "  stamtafel replay --plain --from 10 --to 20 --eyes spectator game.record\n"
                   "      the same as text\n");
      },
      replay);
}

}  // namespace cli
