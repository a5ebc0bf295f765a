// `stamtafel schema`: the form of a game's actions, events and views, for programs.
#include "engine/schema.h"

#include <memory>

#include "cli/common.h"
#include "cli/help.h"

namespace cli {
namespace {

int run_schema(const TableFlags& flags) {
  const auto game = find_game(flags.game);
  if (!game) return report(game.error);
  print_line(engine::write_schema(**game, 2));
  return kOk;
}

}  // namespace

void add_schema(CLI::App& app, int& exit_code) {
  add_command<TableFlags>(
      app, exit_code, "schema",
      "print the form of a game's actions, events and views\n"
      "One JSON object for programs that talk to the server: seats, components, verbs and events "
      "with the kinds of their arguments, prompts, rules, variants, and a JSON Schema of the "
      "views. "
      "docs/protocol.md describes it.",
      [](CLI::App& command, TableFlags& flags) {
        flags.add_game(command);
        add_footer(command, "  stamtafel schema {game} > {game}.schema.json\n");
      },
      run_schema);
}

}  // namespace cli
