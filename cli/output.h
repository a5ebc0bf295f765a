// Where a command's results go, the same for all: to standard output, or with --out to a file;
// --quiet leaves out everything else.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "cli/locale.h"
#include "engine/error.h"

namespace cli {

// Adds -o,--out and -q,--quiet. REQUIRES: the command runs by `run_on`.
void add_output(CLI::App& command);
// The latter alone, where --out means something else.
void add_quiet(CLI::App& command);
// Sets the command's callback: opens what --out names, runs it and keeps the file. When it failed
// without having printed anything, an old file stays as it was. Where a subcommand of its own was
// asked for, that runs instead.
void run_on(CLI::App& command, int& exit_code, const std::function<int()>& run);

// To standard output, or to the file of --out; whether it arrived is looked at once, at the end.
void print(std::string_view text);
void print_line(std::string_view text);
// What a person reads and no program: through a pager where standard output is a terminal
// (STAMTAFEL_PAGER or PAGER, else `less`; `cat` or nothing: none), and in ASCII where the locale
// has no more.
void print_text(std::string_view text);
// What is worth a look beside results that go to a file: to standard output, if they do.
void print_beside(std::string_view text);
// "stamtafel: ..." to standard error; whether anybody can read it there is not our concern.
void complain(std::string_view text);
// The same for what is no error.
void remark(std::string_view text);
bool quiet();

// What must be given, by its place.
template <class Value>
CLI::Option* add_argument(CLI::App& command, const std::string& name, Value& value,
                          const std::string& about) {
  return command.add_option(name, value, about)->required();
}
// An option that takes a value: "--keep N" is its name, and how the value is shown in the help.
template <class Value>
CLI::Option* add_value(CLI::App& command, std::string_view name_and_form, Value& value,
                       const std::string& about) {
  const size_t blank = name_and_form.find(' ');
  return command.add_option(std::string(name_and_form.substr(0, blank)), value, about)
      ->option_text(std::string(name_and_form.substr(blank + 1)));
}
// A whole number as people write large ones: 1000000, 1e6, 2.5e5. False: it is none, or outside.
bool parse_count(std::string_view text, uint64_t low, uint64_t high, uint64_t& value);
// An option that takes one.
CLI::Option* add_count(CLI::App& command, const std::string& names, uint64_t& value, uint64_t low,
                       uint64_t high, const std::string& about);

}  // namespace cli
