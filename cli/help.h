// How `--help` looks: like a manual page, in 80 columns.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace cli {

// The description of a command is a first line (its summary) and paragraphs; its footer holds
// examples and exit codes, printed as they are.
class ManualFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_subcommand(const CLI::App* sub) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

// The first line of its description.
std::string summary(const CLI::App* command);
// Up to the first full stop, which is left out.
std::string first_sentence(const std::string& text);

// All commands as JSON, what is hidden left out: `help --json`. The manual pages are made of it.
std::string commands_json(const CLI::App& app);

// Sets the footer: examples and exit codes. In the examples {game} stands for a game there is,
// {seat} and {action} for the first thing that can be done in it with seed 1: so they can be tried
// as they stand. `more_codes` are exit codes of this command's own.
void add_footer(CLI::App& command, const char* examples, const char* more_codes = "");

}  // namespace cli
