// What the subcommands share: looking things up with clear errors, reading and writing files.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bots/bot_spec.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "engine/any_game.h"

namespace cli {

// The flags that several subcommands take, as the user wrote them.
struct TableFlags {
  std::string game;
  int players = 0;                    // 0: the game's smallest number, or the number of --seats
  std::vector<std::string> variants;  // "name=value"
  std::string edition_file;
  uint64_t seed = 0;
  bool seed_given = false;  // otherwise a fresh one is taken
  std::string language;     // empty: from LANG, else English

  // Adds GAME and the flags named here to a subcommand.
  void add_game(CLI::App& command);
  void add_players(CLI::App& command);  // and variants
  void add_variants(CLI::App& command);
  void add_table(CLI::App& command);  // players, variants, seed, edition
  void add_edition(CLI::App& command);
  void add_language(CLI::App& command);
};

// Where what a subcommand prints goes: by --out and --quiet, or as the command itself sees to it.
enum class Results : uint8_t { kOut, kOwn };

// A subcommand: `options` adds its arguments to the command (and subcommands of its own, if it has
// any), where they are kept in Flags, and `run` carries it out and prints; the exit code is what it
// returns.
template <class Flags, class Options, class Run>
CLI::App& add_command(CLI::App& app, int& exit_code, const std::string& name,
                      const std::string& about, Options options, const Run& run,
                      Results results = Results::kOut) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand(name, about);
  options(*command, *flags);
  if (results == Results::kOut) add_output(*command);
  run_on(*command, exit_code, [flags, run] { return run(*flags); });
  return *command;
}

engine::Result<const engine::AnyGame*> find_game(std::string_view id);
engine::Result<engine::Language> find_language(const TableFlags& flags);
engine::Result<engine::EditionPtr> find_edition(const engine::AnyGame& game,
                                                const std::string& file);
// What it calls itself in this language, or its name.
std::string edition_title(const engine::AnyEdition& edition, engine::Language language);
// Game, edition, variants, seats and seed of the flags, checked. `seats_given`: how many --seats
// were named.
engine::Result<engine::TableSpec> table_spec(const engine::AnyGame& game, const TableFlags& flags,
                                             int seats_given = 0);
// The bots of a list the user has written, "search:policy=mine.json,exec:./mybot": figures are
// read and checked.
engine::Result<std::vector<bots::BotSpec>> find_bots(const engine::AnyGame& game,
                                                     std::string_view list);
engine::Error read_figures(const engine::AnyGame& game, bots::BotSpec& bot);
// A seat's name, or "spectator".
engine::Result<engine::Viewer> parse_viewer(const engine::AnyTable& table, std::string_view text);
std::string_view seat_id(const engine::AnyGame& game, engine::Seat seat);

// "-" is standard input. Errors name the file and what is wrong.
engine::Result<std::string> read_file(const std::string& path);
// Writes whole or not at all (a temporary file beside it, then a rename); a full disk is an error
// and leaves the old file as it was. "-" is standard output.
engine::Error write_file(const std::string& path, std::string_view text);
// Whether write_file can work there at all, as far as can be said before. Empty and "-": yes.
engine::Error check_writable(const std::string& path);
// A position (its JSON text, from the file `path`) on a table. A text that is no position is an
// error of the position.
engine::Result<std::unique_ptr<engine::AnyTable>> table_at(const engine::AnyGame& game,
                                                           std::string_view text,
                                                           const std::string& path,
                                                           const engine::EditionPtr& edition);

// A command line that makes no sense.
inline engine::Error usage(std::string text) {
  return {engine::ErrorCode::kUsage, std::move(text), ""};
}
int exit_code_for(const engine::Error& error);
// "illegal", "turn", "position", ...: the kind of an error, for programs.
std::string_view error_id(engine::ErrorCode code);
// Prints "stamtafel: ..." to standard error and returns the exit code for it.
int report(const engine::Error& error);
// The same, and {"error": …} on standard output for a program that reads it.
int report(const engine::Error& error, bool json);

using engine::nearest;

// The board as it is drawn for plain terminals, without empty lines at its end.
std::string board_text(const engine::AnyTable& table, const engine::Viewer& viewer,
                       const engine::Texts& texts);

}  // namespace cli
