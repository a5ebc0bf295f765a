#include "cli/output.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "cli/common.h"
#include "cli/out_file.h"

namespace cli {
namespace {

struct Output {
  std::string path = "-";
  bool quiet = false;
  std::unique_ptr<OutFile> file;  // none: standard output
  bool printed = false;
};

// One program, one output.
Output& output() {
  static Output one;
  return one;
}

engine::Error open_output() {
  Output& out = output();
  if (out.path == "-") return {};
  out.file = std::make_unique<OutFile>();
  return out.file->open(out.path);
}

int close_output(int exit_code) {
  Output& out = output();
  if (out.file == nullptr) return exit_code;
  engine::Error error;
  if (out.printed || exit_code == kOk) error = out.file->keep();
  out.file.reset();
  if (!error) return exit_code;
  const int failed = report(error);
  return exit_code == kOk ? failed : exit_code;
}

// The command of the pager; empty: none.
std::string pager() {
  if (!output().path.empty() && output().path != "-") return {};
  if (::isatty(STDOUT_FILENO) == 0) return {};
  for (const char* name : {"STAMTAFEL_PAGER", "PAGER"}) {
    if (const char* wish = std::getenv(name)) return std::strcmp(wish, "cat") == 0 ? "" : wish;
  }
  return "less";
}

}  // namespace

void add_output(CLI::App& command) {
  add_value(command, "-o,--out FILE|-", output().path,
            "Writes to this file, whole or not at all, instead of standard output (-).");
  add_quiet(command);
}

void add_quiet(CLI::App& command) {
  command.add_flag("-q,--quiet", output().quiet,
                   "Prints results and errors only: no progress, no remarks.");
}

void run_on(CLI::App& command, int& exit_code, const std::function<int()>& run) {
  command.callback([&command, &exit_code, run] {
    if (!command.get_subcommands().empty()) return;
    const engine::Error error = open_output();
    exit_code = error ? report(error) : close_output(run());
  });
}

void print(std::string_view text) {
  Output& out = output();
  out.printed = true;
  if (out.file != nullptr) {
    out.file->write(text);
  } else {
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
}

void print_line(std::string_view text) {
  print(text);
  print("\n");
}

void print_text(std::string_view text) {
  const std::string shown = for_people(std::string(text));
  const std::string command = pager();
  FILE* pipe = nullptr;
  if (!command.empty()) {
    std::fflush(stdout);
    ::setenv("LESS", "FRX", 0);  // ends by itself where one screen is enough
    pipe = ::popen(command.c_str(), "w");
  }
  if (pipe == nullptr) return print(shown);
  // Who leaves the pager early has read enough.
  struct sigaction ignore{};
  struct sigaction before{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &before);
  std::fwrite(shown.data(), 1, shown.size(), pipe);
  const int status = ::pclose(pipe);
  ::sigaction(SIGPIPE, &before, nullptr);
  constexpr int kNoSuchCommand = 127;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoSuchCommand) print(shown);
}

void print_beside(std::string_view text) {
  const Output& out = output();
  if (out.file == nullptr || out.quiet) return;
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void complain(std::string_view text) {
  const std::string line = "stamtafel: " + std::string(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void remark(std::string_view text) {
  if (!quiet()) complain(text);
}

bool quiet() { return output().quiet; }

bool parse_count(std::string_view text, uint64_t low, uint64_t high, uint64_t& value) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  if (const auto [last, problem] = std::from_chars(begin, end, value);
      problem == std::errc{} && last == end) {
    return value >= low && value <= high;
  }
  constexpr double kWhole = 9e15;  // up to here a double is every whole number
  double number = 0;
  const auto [last, problem] = std::from_chars(begin, end, number);
  if (problem != std::errc{} || last != end || !(number >= 0) || number > kWhole ||
      number != std::floor(number)) {
    return false;
  }
  value = static_cast<uint64_t>(number);
  return value >= low && value <= high;
}

CLI::Option* add_count(CLI::App& command, const std::string& names, uint64_t& value, uint64_t low,
                       uint64_t high, const std::string& about) {
  return add_value(command, names + " N", value, about)
      ->transform(CLI::Validator(
          [low, high](std::string& text) {
            uint64_t number = 0;
            if (!parse_count(text, low, high, number)) {
              return fmt::format("takes a whole number from {} to {}, as 1000 or 1e6, not '{}'",
                                 low, high, text);
            }
            text = std::to_string(number);
            return std::string();
          },
          ""));
}

}  // namespace cli
