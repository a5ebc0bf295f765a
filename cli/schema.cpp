// `stamtafel schema`: the form of a game's actions, events and views, for programs.
#include "engine/schema.h"

#include <memory>

#include "cli/common.h"
#include "cli/help.h"

namespace cli {

void add_schema(CLI::App& app, int& exit_code) {
  auto flags = std::make_shared<TableFlags>();
  CLI::App* command = app.add_subcommand(
      "schema",
      "print the form of a game's actions, events and views\n"
      "One JSON object for programs that talk to the server: seats, components, verbs and events "
      "with the kinds of their arguments, prompts, rules, variants, and a JSON Schema of the "
      "views. "
      "docs/protocol.md describes it.");
  flags->add_game(*command);
  add_footer(*command, "  stamtafel schema {game} > {game}.schema.json\n");
  command->callback([flags, &exit_code] {
    const auto game = find_game(flags->game);
    if (!game) {
      exit_code = report(game.error);
      return;
    }
    print_line(engine::write_schema(**game, 2));
    exit_code = kOk;
  });
}

}  // namespace cli
