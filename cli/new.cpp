// `stamtafel new`: a start position.
#include <fmt/format.h>

#include <memory>

#include "cli/common.h"
#include "cli/help.h"

namespace cli {
namespace {

int run_new(const TableFlags& flags) {
  const auto game = find_game(flags.game);
  if (!game) return report(game.error);
  const auto spec = table_spec(**game, flags);
  if (!spec) return report(spec.error);
  const auto table = (*game)->new_table(*spec);
  if (!table) return report(table.error);
  print_line(table.value->position_text());
  if (!flags.seed_given) {
    remark(fmt::format("dealt from seed {0}; --seed {0} deals it again", spec.value.chance.seed));
  }
  return kOk;
}

}  // namespace

void add_new(CLI::App& app, int& exit_code) {
  add_command<TableFlags>(
      app, exit_code, "new",
      "deal a game and print the start position\n"
      "The position is JSON with everything in it, hidden things included. It can be edited, "
      "looked at with `stamtafel position`, and played from with `stamtafel try`. "
      "docs/record-format.md describes it.",
      [](CLI::App& command, TableFlags& flags) {
        flags.add_game(command);
        flags.add_table(command);
        add_footer(command,
                   "  stamtafel new {game} --players 4 --seed 1\n"
                   "  stamtafel new {game} | stamtafel position - {game}\n");
      },
      run_new);
}

}  // namespace cli
