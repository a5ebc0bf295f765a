#include "cli/app.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <sstream>

#include "cli/common.h"
#include "cli/completion.h"
#include "cli/help.h"

namespace cli {
namespace {

constexpr const char* kDescription =
    "tavern games to play, to study and to change\n"
    "Every game can be played in the browser, with friends wherever they are, and in the terminal, "
    "alone against bots or with friends at one keyboard; positions and whole games are plain text "
    "that can be checked, changed, exchanged "
    "and repeated exactly; and the lab plays a hundred thousand games to see what a rule or a "
    "price does.\n"
    "\n"
    "stamtafel help COMMAND tells all about one command.";

constexpr const char* kExamples =
    "  stamtafel serve\n"
    "      tables in the browser, for friends and bots\n"
    "  stamtafel play {game}\n"
    "      a game in the terminal, against bots\n"
    "  stamtafel games {game}\n"
    "      players and options of a game\n"
    "  stamtafel simulate {game} -n 1e5\n"
    "      who wins how often among bots that play at random, in seconds\n";

int usage_error(const std::string& text, const std::string& command) {
  const std::string help =
      command.empty() ? "stamtafel --help" : "stamtafel " + command + " --help";
  complain(fmt::format("{}\nTry '{}'.", text, help));
  return kUsage;
}

// The command that was meant, when the first word is none; 0 when it is one.
int check_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    std::fputs(app.help().c_str(), stderr);
    return kUsage;
  }
  if (arguments[0].starts_with('-')) return kOk;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), arguments[0]) != names.end()) return kOk;
  const std::string_view near = nearest(arguments[0], names);
  const std::string hint = near.empty() ? "" : fmt::format(" Did you mean '{}'?", near);
  return usage_error(fmt::format("there is no command '{}'.{} The commands: {}", arguments[0], hint,
                                 fmt::join(names, ", ")),
                     "");
}

// "Could not convert: --players = x", in our words: all that is converted is a number.
std::string not_a_number(const std::string& text) {
  constexpr std::string_view kStart = "Could not convert: ";
  constexpr std::string_view kIs = " = ";
  const size_t is = text.find(kIs);
  if (!text.starts_with(kStart) || is == std::string::npos) return text;
  return fmt::format("{} takes a whole number, not '{}'",
                     text.substr(kStart.size(), is - kStart.size()), text.substr(is + kIs.size()));
}

// What CLI11 has to say, in one line and with a hint of what was meant.
int explain(const CLI::ParseError& error, const CLI::App& app) {
  const std::vector<CLI::App*> chosen = const_cast<CLI::App&>(app).get_subcommands();
  const CLI::App* command = chosen.empty() ? &app : chosen.front();
  const std::string name = chosen.empty() ? "" : command->get_name();
  std::string text = error.what();
  std::replace(text.begin(), text.end(), '\n', ' ');
  const std::vector<std::string> extra = app.remaining(true);
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    text = not_a_number(text);
  } else if (!extra.empty()) {
    const std::string& first = extra.front();
    std::vector<std::string> flags;
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& flag : option->get_lnames()) flags.push_back("--" + flag);
    }
    const std::string_view near =
        first.starts_with('-') ? nearest(first, flags) : std::string_view{};
    text = first.starts_with('-') ? "unknown option '" + first + "'."
                                  : "'" + first + "' was not expected here.";
    if (!near.empty()) text += fmt::format(" Did you mean '{}'?", near);
  }
  return usage_error(text, name);
}

// A full disk behind standard output shows when the last text is written.
int finish_output(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  const int number = errno;
  std::clearerr(stdout);
  complain(fmt::format("can't write to standard output: {}", std::strerror(number)));
  return exit_code == kOk ? static_cast<int>(kFailed) : exit_code;
}

}  // namespace

void add_commands(CLI::App& app, int& exit_code) {
  app.get_formatter()->label("Positionals", "Arguments");
  add_serve(app, exit_code);
  add_site(app, exit_code);
  add_play(app, exit_code);
  add_learn(app, exit_code);
  add_puzzle(app, exit_code);
  add_games(app, exit_code);
  add_edition(app, exit_code);
  add_rules(app, exit_code);
  add_new(app, exit_code);
  add_position(app, exit_code);
  add_try(app, exit_code);
  add_record(app, exit_code);
  add_replay(app, exit_code);
  add_review(app, exit_code);
  add_analyse(app, exit_code);
  add_verify(app, exit_code);
  add_check(app, exit_code);
  add_simulate(app, exit_code);
  add_arena(app, exit_code);
  add_lab(app, exit_code);
  add_train(app, exit_code);
  add_trust(app, exit_code);
  add_bench(app, exit_code);
  add_schema(app, exit_code);
  add_data(app, exit_code);
  add_admin(app, exit_code);
  add_worker(app, exit_code);
  add_completion(app, exit_code);
  // Listed here; `run` makes "COMMAND --help" of it, and sees to --json.
  CLI::App* help = app.add_subcommand("help", "tell all about one command: stamtafel help COMMAND");
  help->add_option("COMMAND", "The command; its own commands may follow.");
  help->add_flag_callback(
      "--json", [] {}, "Prints all commands with all their options as JSON, for programs.");
  add_footer(*help,
             "  stamtafel help simulate\n"
             "  stamtafel help data backup\n");
  for (CLI::App* command : app.get_subcommands({})) {
    command->group("Commands");
    command->formatter(app.get_formatter());
    command->set_help_flag("--help,-h", "Prints this help and ends.");
  }
}

int run(const std::vector<std::string>& given) {
  std::vector<std::string> arguments = given;
  if (!given.empty() && given[0] == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  CLI::App app(kDescription, "stamtafel");
  int exit_code = kOk;
  app.formatter(std::make_shared<ManualFormatter>());
  app.set_help_flag("--help,-h", "Prints this help and ends.");
  app.set_version_flag("--version", std::string("stamtafel ") + STAMTAFEL_VERSION,
                       "Prints the version and ends.");
  add_footer(app, kExamples);
  app.require_subcommand(1);
  add_commands(app, exit_code);

  if (given == std::vector<std::string>{"help", "--json"}) {
    print_line(commands_json(app));
    return finish_output(kOk);
  }
  // Not among the commands: the scripts of `completion` ask, and the words are another line's.
  if (given.size() > 1 && given[0] == "complete") {
    print(completion_text(app, std::span(given).subspan(1)));
    return finish_output(kOk);
  }
  if (const int code = check_command(app, arguments); code != kOk) return code;
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success& request) {  // --help, --version
    std::ostringstream text;
    app.exit(request, text, text);
    print_text(text.str());
    return finish_output(kOk);
  } catch (const CLI::ParseError& error) {
    return explain(error, app);
  }
  return finish_output(exit_code);
}

}  // namespace cli
