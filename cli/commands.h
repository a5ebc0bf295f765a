// The subcommands of `stamtafel`, a file each. Each adds itself to the application; its callback
// sets the exit code.
#pragma once

#include <CLI/CLI.hpp>

namespace cli {

// Exit codes, the same for every subcommand.
enum ExitCode : int {
  kOk = 0,
  kFailed = 1,         // a check or a test failed, a file could not be read or written
  kUsage = 2,          // unknown command, game, variant, seat, language; malformed action
  kIllegal = 3,        // the rules forbid the action
  kBadPosition = 4,    // a position, record or edition that cannot be
  kOutdated = 5,       // a record that agrees with other rules or another edition than these
  kRefused = 6,        // a server that runs has refused it
  kInterrupted = 130,  // stopped by Ctrl-C, with what there was
};

// All of them.
void add_commands(CLI::App& app, int& exit_code);

void add_games(CLI::App& app, int& exit_code);
void add_edition(CLI::App& app, int& exit_code);
void add_play(CLI::App& app, int& exit_code);
void add_learn(CLI::App& app, int& exit_code);
void add_puzzle(CLI::App& app, int& exit_code);
void add_new(CLI::App& app, int& exit_code);
void add_try(CLI::App& app, int& exit_code);
void add_position(CLI::App& app, int& exit_code);
void add_simulate(CLI::App& app, int& exit_code);
void add_arena(CLI::App& app, int& exit_code);
void add_lab(CLI::App& app, int& exit_code);
void add_train(CLI::App& app, int& exit_code);
void add_replay(CLI::App& app, int& exit_code);
void add_review(CLI::App& app, int& exit_code);
void add_analyse(CLI::App& app, int& exit_code);
void add_trust(CLI::App& app, int& exit_code);
void add_record(CLI::App& app, int& exit_code);
void add_rules(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);
void add_serve(CLI::App& app, int& exit_code);
void add_site(CLI::App& app, int& exit_code);
void add_admin(CLI::App& app, int& exit_code);
void add_worker(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);
void add_data(CLI::App& app, int& exit_code);
void add_schema(CLI::App& app, int& exit_code);
void add_completion(CLI::App& app, int& exit_code);

}  // namespace cli
