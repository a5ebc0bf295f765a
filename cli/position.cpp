// `stamtafel position`: checks a position and shows it.
#include <fmt/format.h>

#include <memory>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/options_json.h"
#include "engine/canvas.h"
#include "games/registry.h"

namespace cli {
namespace {

struct PositionFlags {
  TableFlags table;
  std::string file;
  std::string viewer;
  bool options = false;
  bool json = false;
};

// GAME, or what the position itself says.
engine::Result<const engine::AnyGame*> game_of(const PositionFlags& flags,
                                               const std::string& text) {
  if (!flags.table.game.empty()) return find_game(flags.table.game);
  const auto json = engine::parse_json(text, flags.file);
  if (!json) return engine::Error{engine::ErrorCode::kPosition, json.error.text, ""};
  const engine::Json* game = json.value.find("game");
  if (game != nullptr && game->is_string()) {
    auto found = find_game(game->text);
    if (!found) {
      found.error.code = engine::ErrorCode::kPosition;
      found.error.text = flags.file + ": " + found.error.text;
    }
    return found;
  }
  return engine::Error{engine::ErrorCode::kUsage, "the position doesn't name its game: add GAME",
                       ""};
}

std::string choices(const engine::AnyTable& table, const engine::Viewer& viewer,
                    const engine::Texts& texts) {
  const engine::AnyGame& game = table.game();
  std::string out;
  for (engine::Seat seat : table.acting()) {
    const std::string_view prompt = game.spec().prompts[static_cast<size_t>(table.prompt(seat))];
    out += fmt::format("\n{} ({})\n", seat_id(game, seat), prompt);
    if (!viewer.may_see(seat)) continue;
    engine::Offer offer(engine::Offer::Keep::kAll);
    table.offer(seat, offer);
    for (const engine::Option& option : offer) {
      const std::string id = game.action_id(*table.edition(), option.action);
      if (option.verdict.allowed()) {
        out += fmt::format("  {:<34}{}\n", id,
                           game.action_text(*table.edition(), option.action, texts));
      } else {
        out += fmt::format("  {:<34}-- {} [{}]\n", id, game.rule_text(option.verdict, texts),
                           game.rule_id(option.verdict));
      }
    }
  }
  return out;
}

int show(const PositionFlags& flags, const engine::AnyTable& table) {
  const auto language = find_language(flags.table);
  if (!language) return report(language.error);
  engine::Viewer viewer = engine::Viewer::everything();
  if (!flags.viewer.empty()) {
    const auto parsed = parse_viewer(table, flags.viewer);
    if (!parsed) return report(parsed.error);
    viewer = *parsed;
  }
  if (flags.json) {
    std::string text;
    engine::JsonWriter out(text, 2);
    out.begin_object();
    write_position(table, viewer, out);
    write_acting(table, viewer, out);
    write_outcome(table, viewer, out);
    out.end_object();
    print_line(text);
    return kOk;
  }
  const engine::Texts& texts = table.texts(*language);
  if (flags.options) {
    print(choices(table, viewer, texts).substr(1));
  } else if (!viewer.all) {
    print_line(table.view_text(viewer, 2));
  } else {
    print(board_text(table, viewer, texts) + "\n");
    print_line(engine::trim(table.tell(viewer, texts)));
  }
  return kOk;
}

int run_position(const PositionFlags& flags) {
  const auto text = read_file(flags.file);
  if (!text) return report(text.error, flags.json);
  const auto game = game_of(flags, *text);
  if (!game) return report(game.error, flags.json);
  const auto edition = find_edition(**game, flags.table.edition_file);
  if (!edition) return report(edition.error, flags.json);
  const auto table = table_at(**game, *text, flags.file, *edition);
  if (!table) return report(table.error, flags.json);
  return show(flags, **table);
}

}  // namespace

void add_position(CLI::App& app, int& exit_code) {
  add_command<PositionFlags>(
      app, exit_code, "position",
      "check a position and show it\n"
      "A position that cannot be is refused: the message names the field that is wrong or the "
      "invariant that is broken. A good one is shown as a board and in sentences, as what one "
      "seat may see (--view), or as the list of choices with the reason why some are not allowed "
      "(--options).",
      [](CLI::App& command, PositionFlags& flags) {
        add_argument(command, "FILE", flags.file,
                     "The file with the position; - is standard input.");
        command.add_option("GAME", flags.table.game,
                           "The game. Default: the one the position names.");
        add_value(command, "--view SEAT|spectator", flags.viewer,
                  "Prints, as JSON, what this seat (or: spectator) may see.");
        command.add_flag("--options", flags.options,
                         "Prints the choices of the seats that have to choose: the actions as "
                         "`stamtafel try` takes "
                         "them, what they mean, and for what is not allowed the reason.");
        command.add_flag("--json", flags.json,
                         "Prints position (or view), choices and scores as JSON.");
        flags.table.add_edition(command);
        flags.table.add_language(command);
        add_footer(command,
                   "  stamtafel new {game} --seed 1 > start.json\n"
                   "  stamtafel position start.json\n"
                   "  stamtafel position start.json --options --lang nl\n"
                   "  stamtafel position start.json --view {seat}\n");
      },
      run_position);
}

}  // namespace cli
