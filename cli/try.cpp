// `stamtafel try`: what becomes of a position when these actions are done and chance falls so.
#include <fmt/format.h>

#include <memory>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/options_json.h"
#include "engine/cases.h"

namespace cli {
namespace {

using engine::Error;
using engine::ErrorCode;

struct TryFlags {
  TableFlags table;
  std::string position = "-";
  std::vector<std::string> chance;
  std::string viewer;
  std::vector<std::string> words;
  bool json = false;
};

struct Choice {
  engine::Seat seat;
  engine::Action action;
  std::string text;
};

// "green:play x" in one word or several: a word without a colon belongs to the action before it.
engine::Result<std::vector<std::string>> join_words(const std::vector<std::string>& words) {
  std::vector<std::string> choices;
  for (const std::string& word : words) {
    if (word.find(':') != std::string::npos) {
      choices.push_back(word);
    } else if (choices.empty()) {
      return Error{ErrorCode::kUsage,
                   fmt::format("an action is written SEAT:ACTION, not '{}'", word), ""};
    } else {
      choices.back() += " " + word;
    }
  }
  return choices;
}

engine::Result<std::vector<Choice>> parse_choices(const engine::AnyTable& table,
                                                  const std::vector<std::string>& words) {
  const auto joined = join_words(words);
  if (!joined) return joined.error;
  std::vector<Choice> choices;
  for (const std::string& text : *joined) {
    const size_t colon = text.find(':');
    const std::string_view view = text;
    const auto seat =
        engine::parse_seat(table.game().spec(), table.seats(), engine::trim(view.substr(0, colon)));
    if (!seat) return seat.error;
    const auto action =
        table.game().parse_action(*table.edition(), engine::trim(view.substr(colon + 1)));
    if (!action) return action.error;
    choices.push_back({*seat, *action, text});
  }
  return choices;
}

// All or nothing: the first thing that cannot be done ends it.
Error carry_out(engine::AnyTable& table, const std::vector<Choice>& choices,
                engine::Script& script) {
  for (const Choice& choice : choices) {
    engine::Chance chance(script);
    if (Error error = table.act(choice.seat, choice.action, chance)) {
      error.text = fmt::format("'{}' is refused: {}", choice.text, error.text);
      return error;
    }
    if (!script.error().empty()) {
      return {ErrorCode::kChance, fmt::format("'{}': {}", choice.text, script.error()), ""};
    }
  }
  if (script.left() > 0) {
    return {ErrorCode::kChance,
            fmt::format("the chance outcome '{}' was not asked for", script.next()), ""};
  }
  return {};
}

std::string outcome_json(const engine::AnyTable& table, const engine::Viewer& viewer) {
  std::string text;
  engine::JsonWriter out(text, 2);
  out.begin_object();
  write_position(table, viewer, out);
  out.key("events");
  out.begin_array(false);
  for (const engine::Event& event : table.events()) {
    out.value(std::string_view(table.game().event_id(*table.edition(), event, viewer)));
  }
  out.end_array();
  write_acting(table, viewer, out);
  write_outcome(table, viewer, out);
  out.end_object();
  return text;
}

int run_try(const TryFlags& flags) {
  const auto fail = [&](const Error& error) { return report(error, flags.json); };
  const auto game = find_game(flags.table.game);
  if (!game) return fail(game.error);
  const auto edition = find_edition(**game, flags.table.edition_file);
  if (!edition) return fail(edition.error);
  const auto text = read_file(flags.position);
  if (!text) return fail(text.error);
  auto position = table_at(**game, *text, flags.position, *edition);
  if (!position) return fail(position.error);
  engine::AnyTable& table = **position;

  engine::Viewer viewer = engine::Viewer::everything();
  if (!flags.viewer.empty()) {
    const auto parsed = parse_viewer(table, flags.viewer);
    if (!parsed) return fail(parsed.error);
    viewer = *parsed;
  }
  const auto choices = parse_choices(table, flags.words);
  if (!choices) return fail(choices.error);
  std::vector<std::string> outcomes;
  for (const std::string& list : flags.chance) {
    for (std::string& outcome : engine::split_outcomes(list))
      outcomes.push_back(std::move(outcome));
  }
  engine::Script script = (*game)->script(**edition, outcomes);
  if (const Error error = carry_out(table, *choices, script)) return fail(error);
  print_line(outcome_json(table, viewer));
  return kOk;
}

}  // namespace

void add_try(CLI::App& app, int& exit_code) {
  add_command<TryFlags>(
      app, exit_code, "try",
      "apply actions to a position and print what comes of it\n"
      "Reads a position (as `stamtafel new` prints it, perhaps edited), carries out the actions "
      "in order and prints JSON: the position, the events, who has to choose now and among what, "
      "and the scores. Chance is scripted: --chance lists the outcomes in the order in which "
      "they are asked for; one that is missing, impossible or left over is an error that says "
      "what would have been possible.\n"
      "\n"
      "Either everything is carried out or nothing is printed on standard output. "
      "docs/record-format.md describes positions, actions and outcomes.",
      [](CLI::App& command, TryFlags& flags) {
        flags.table.add_game(command);
        command.add_option("SEAT:ACTION", flags.words,
                           "What is done: the seat by name or number, a colon and the action. "
                           "Several are done one "
                           "after another. None: the position is shown as it is.");
        add_value(command, "--position FILE|-", flags.position,
                  "The file with the position; - is standard input.")
            ->required();
        add_value(command, "--chance LIST", flags.chance,
                  "What chance brings: names of faces or components, separated by commas or blanks "
                  "('4,any' or 'die=4 card=any'). 'any' takes the first possible outcome. May be "
                  "repeated.")
            ->allow_extra_args(false);
        add_value(command, "--seat-view SEAT|spectator", flags.viewer,
                  "Prints what this seat (or: spectator) may see instead of the whole position.");
        flags.table.add_edition(command);
        command.add_flag("--json", flags.json, "Prints errors as JSON on standard output, too.");
        add_footer(command,
                   "  stamtafel new {game} --seed 1 > start.json\n"
                   "  stamtafel try {game} --position start.json\n"
                   "  stamtafel try {game} --position start.json '{seat}:{action}'\n"
                   "  stamtafel try {game} --position start.json --seat-view spectator\n");
      },
      run_try);
}

}  // namespace cli
