// `stamtafel play`: a match in the terminal.
#include "cli/play.h"

#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <random>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/plain.h"
#include "cli/saves.h"
#include "cli/screen.h"
#include "cli/start_menu.h"
#include "cli/table_client.h"
#include "cli/words.h"
#include "games/registry.h"

namespace cli {
namespace {

using engine::Error;
using engine::ErrorCode;
using engine::Result;

struct PlayFlags {
  TableFlags table;
  std::string seats;
  std::string save_file;
  std::string resume_file;
  std::string pace = "normal";
  bool plain = false;
  bool no_colour = false;
  bool hints = false;
  bool tutor = false;
  bool ask_always = false;

  bool names_a_table() const { return !table.game.empty() || !resume_file.empty(); }
};

Result<Settings> settings_of(const PlayFlags& flags) {
  Settings settings;
  const Result<engine::Language> language = find_language(flags.table);
  if (!language) return language.error;
  settings.language = *language;
  settings.hints = flags.hints;
  settings.tutor = flags.tutor;
  settings.pass = !flags.ask_always;
  std::string paces;
  for (const Pace& pace : kPaces) {
    if (pace.id == flags.pace) {
      settings.pause_ms = pace.pause_ms;
      return settings;
    }
    paces += (paces.empty() ? "" : ", ") + std::string(pace.id);
  }
  return Error{ErrorCode::kUsage, "--speed takes one of " + paces + ", not '" + flags.pace + "'",
               ""};
}

Result<Session> resume(const std::string& file, const PlayFlags& flags) {
  const Result<std::string> text = read_file(file);
  if (!text) return text.error;
  const Result<std::vector<Sitter>> sitters = parse_sitters(flags.seats, bots::Outside::kAllowed);
  if (!sitters) return sitters.error;
  for (const Sitter& sitter : *sitters) {
    if (!sitter.bot.names_files()) continue;
    return Error{ErrorCode::kUsage,
                 "--resume goes on with the game's own figures: leave out policy= and value=", ""};
  }
  const Result<engine::EditionPtr> edition = edition_for_record(*text, flags.table.edition_file);
  if (!edition) return edition.error;
  Result<Session> session = Session::resume(*text, games::find, *edition, *sitters);
  if (!session &&
      (session.error.code == ErrorCode::kRecord || session.error.code == ErrorCode::kOutdated))
    session.error.text = file + ": " + session.error.text;
  return session;
}

Result<Session> begin(const PlayFlags& flags) {
  const Result<const engine::AnyGame*> game = find_game(flags.table.game);
  if (!game) return game.error;
  Result<std::vector<Sitter>> sitters = parse_sitters(flags.seats, bots::Outside::kAllowed);
  if (!sitters) return sitters.error;
  for (Sitter& sitter : *sitters) {
    if (Error error = read_figures(**game, sitter.bot)) return error;
  }
  const Result<engine::TableSpec> spec =
      table_spec(**game, flags.table, static_cast<int>((*sitters).size()));
  if (!spec) return spec.error;
  if (sitters->empty()) *sitters = default_sitters((*spec).seats);
  return Session::start(**game, *spec, *sitters);
}

// Flags that contradict each other, or say what a menu or a saved game says.
Error check_flags(const PlayFlags& flags) {
  const bool of_new_table = flags.table.players != 0 || !flags.table.variants.empty();
  if (!flags.resume_file.empty() && (of_new_table || !flags.table.game.empty())) {
    return {ErrorCode::kUsage,
            "--resume takes game, players and variants from the file: leave them out", ""};
  }
  if (!flags.names_a_table() &&
      (of_new_table || !flags.seats.empty() || !flags.table.edition_file.empty())) {
    return {ErrorCode::kUsage,
            "--players, --seats, --variants and --edition need GAME (the menu asks for them)", ""};
  }
  return {};
}

// The table that the command line names.
Result<Session> opening_session(const PlayFlags& flags) {
  return flags.resume_file.empty() ? begin(flags) : resume(flags.resume_file, flags);
}

uint64_t seed_of(const PlayFlags& flags) {
  return flags.table.seed_given ? flags.table.seed : std::random_device()();
}

// The table chosen in the menu.
Result<Session> chosen_session(const StartChoice& choice, const PlayFlags& flags, uint64_t seed) {
  if (!choice.resume.empty()) return resume(choice.resume, flags);
  const Setup& setup = choice.setup;
  engine::TableSpec spec;
  spec.edition = setup.edition;
  spec.variants = setup.variants;
  spec.seats = static_cast<int>(setup.sitters.size());
  spec.chance = engine::ChanceSource::of_seed(seed);
  return Session::start(*setup.game, spec, setup.sitters);
}

std::string save_path_for(const PlayFlags& flags, const std::string& resumed,
                          const Session& session) {
  if (!flags.save_file.empty()) return flags.save_file;
  return resumed.empty() || resumed == "-" ? new_save_path(session.game()) : resumed;
}

Result<Session> rematch(const Session& session) {
  engine::TableSpec spec;
  spec.edition = session.table().edition();
  spec.variants = session.table().variants();
  spec.seats = session.table().seats();
  spec.chance = engine::ChanceSource::of_seed(session.rematch_seed());
  return Session::start(session.game(), spec, session.sitters());
}

int play_plain(const PlayFlags& flags, const Settings& settings) {
  std::string resumed = flags.resume_file;
  std::optional<StartChoice> choice;
  if (!flags.names_a_table()) {
    choice = ask_plain(std::cin, std::cout, settings.language, !utf8_locale());
    if (!choice) {
      std::cout << words(settings.language).get("plain.end_of_input") << '\n';
      return kOk;
    }
    resumed = choice->resume;
  }
  Result<Session> session =
      choice ? chosen_session(*choice, flags, seed_of(flags)) : opening_session(flags);
  if (!session) return report(session.error);
  PlainSettings plain;
  plain.language = settings.language;
  plain.interactive = terminal_present();
  plain.paper = paper_here();
  plain.hints = settings.hints;
  plain.tutor = settings.tutor;
  plain.pass = settings.pass;
  plain.save_path = save_path_for(flags, resumed, *session);
  PlainClient client(std::cin, std::cout, std::move(*session), plain);
  const int code = client.run();
  std::cout.flush();
  return code;
}

// After the full screen is gone: where the match can be found, or why it can't.
int say_goodbye(const TableClient& client, const Settings& settings) {
  const engine::Texts& texts = words(settings.language);
  if (!client.kept_in().empty()) {
    const bool over = client.session().table().over();
    print_line(texts.format(over ? "save.record" : "save.resume", client.kept_in()));
  }
  if (client.keep_error().empty()) return kOk;
  complain(texts.format("save.failed", client.keep_error()));
  return kFailed;
}

int play_screen(Stage& stage, const PlayFlags& flags, std::unique_ptr<Session> session,
                std::string save_path, std::unique_ptr<TableClient>& client) {
  while (session == nullptr) {
    const uint64_t seed = seed_of(flags);
    const std::optional<StartChoice> choice = start_menu(stage, seed);
    if (!choice) return kOk;
    Result<Session> chosen = chosen_session(*choice, flags, seed);
    if (!chosen) {
      const std::string title(stage.words().get("error.title"));
      stage.confirm([](Surface&) {}, title, {chosen.error.text});
      continue;
    }
    save_path = save_path_for(flags, choice->resume, *chosen);
    session = std::make_unique<Session>(std::move(*chosen));
  }
  for (;;) {
    client = std::make_unique<TableClient>(stage, std::move(*session), save_path);
    if (client->run() == TableClient::End::kLeft) return kOk;
    Result<Session> next = rematch(client->session());
    if (!next) return report(next.error);
    session = std::make_unique<Session>(std::move(*next));
    save_path = new_save_path(session->game());
  }
}

int play(const PlayFlags& flags) {
  Result<Settings> settings = settings_of(flags);
  if (!settings) return report(settings.error);
  if (const Error error = check_flags(flags)) return report(error);
  if (flags.plain || !terminal_present()) return play_plain(flags, *settings);

  std::unique_ptr<Session> session;
  std::string save_path;
  if (flags.names_a_table()) {
    Result<Session> opened = opening_session(flags);
    if (!opened) return report(opened.error);
    save_path = save_path_for(flags, flags.resume_file, *opened);
    session = std::make_unique<Session>(std::move(*opened));
  }
  Result<std::unique_ptr<Screen>> screen =
      open_screen(!flags.no_colour && std::getenv("NO_COLOR") == nullptr);
  if (!screen) {
    report(Error{screen.error.code, screen.error.text + "; playing in plain lines", ""});
    return play_plain(flags, *settings);
  }
  Stage stage(**screen, *settings);
  std::unique_ptr<TableClient> client;
  int code = play_screen(stage, flags, std::move(session), save_path, client);
  screen->reset();
  if (const Error error = stage.room_error()) return report(error);
  if (client != nullptr && say_goodbye(*client, *settings) != kOk) code = kFailed;
  return caught_signal() == 0 ? code : 128 + caught_signal();
}

}  // namespace

int play_first_game(const TableFlags& table, bool plain) {
  PlayFlags flags;
  flags.table = table;
  flags.plain = plain;
  flags.tutor = true;
  flags.seats = "human";
  for (int i = 1; i < table.players; ++i) flags.seats += ",newcomer";
  return play(flags);
}

void add_play(CLI::App& app, int& exit_code) {
  add_command<PlayFlags>(
      app, exit_code, "play",
      "play in the terminal, with friends at the keyboard and bots\n"
      "Without GAME a menu asks which game, how many, who sits where and which variants. The match "
      "is kept "
      "in your data folder after every choice, so that it can be resumed whatever happens. Where "
      "there is "
      "no terminal (pipes, scripts), or with --plain, it is played in plain lines.",
      [](CLI::App& command, PlayFlags& flags) {
        command.add_option("GAME", flags.table.game, "The game, by its id. Without it: a menu.");
        flags.table.add_table(command);
        flags.table.add_language(command);
        add_value(command, "--seats human|BOT,…", flags.seats,
                  "Who sits where, from the first seat on, separated by commas: human, or a bot (" +
                      bots::bot_names() +
                      ", or exec:COMMAND, see docs/bot-protocol.md). Default: one human and bots "
                      "of the level regular.");
        add_value(command, "--save FILE", flags.save_file, "Keeps the match in this file instead.");
        add_value(command, "--resume FILE", flags.resume_file,
                  "Goes on with a saved match, or with any record.");
        add_value(command, "--speed slow|normal|fast|instant", flags.pace,
                  "How fast bots act: slow, normal, fast or instant.");
        command.add_flag("--hints", flags.hints,
                         "Several people agree that whoever is to choose may ask for advice. (Who "
                         "plays against bots alone always may.)");
        command.add_flag("--tutor", flags.tutor,
                         "Against bots: says so before a choice that gives much away.");
        command.add_flag("--ask-always", flags.ask_always,
                         "Against bots: asks in others' turns even where one can only pass.");
        command.add_flag("--plain", flags.plain,
                         "Plain lines instead of a full screen, without escape codes.");
        command.add_flag("--no-color,--no-colour", flags.no_colour,
                         "No colours (also: NO_COLOR in the environment).");
        add_footer(command,
                   "  stamtafel play {game}\n"
                   "  stamtafel play {game} --players 4 --lang nl\n"
                   "  stamtafel play {game} --seats human,human,greedy\n"
                   "      two at one keyboard against a bot\n"
                   "  stamtafel play {game} --seats greedy,greedy,random --speed slow\n"
                   "      watch the bots; Tab changes whose cards you see\n");
      },
      play, Results::kOwn);
}

}  // namespace cli
