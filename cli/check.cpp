// `stamtafel check`: runs case files and prints what differs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/options_json.h"
#include "engine/cases.h"
#include "engine/lessons.h"
#include "games/registry.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using engine::Error;
using engine::ErrorCode;

constexpr std::string_view kCase = ".case";
constexpr std::string_view kLesson = ".lesson";

struct CheckFlags {
  std::vector<std::string> paths;
  std::string edition_file;
  bool json = false;
};

struct Checked {
  std::string file;
  engine::CaseReport report;
};

// The files named, and every *.case and *.lesson below the folders named, in order.
engine::Result<std::vector<std::string>> case_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (!fs::exists(status))
      return Error{ErrorCode::kFile, fmt::format("there is no file '{}'", path), ""};
    if (!fs::is_directory(status)) {
      files.push_back(path);
      continue;
    }
    const auto first = static_cast<std::ptrdiff_t>(files.size());
    for (auto it = fs::recursive_directory_iterator(path, problem); it != fs::end(it);
         it.increment(problem)) {
      const fs::path kind = it->path().extension();
      if (kind == kCase || kind == kLesson) files.push_back(it->path().string());
    }
    if (static_cast<size_t>(first) == files.size()) {
      return Error{
          ErrorCode::kFile,
          fmt::format("there is no case (*.case) and no lesson (*.lesson) below '{}'", path), ""};
    }
    std::sort(files.begin() + first, files.end());
  }
  return files;
}

// Of the game that it names itself.
engine::Result<std::pair<const engine::AnyGame*, engine::EditionPtr>> read_edition(
    const std::string& file) {
  const auto text = read_file(file);
  if (!text) return text.error;
  auto json = engine::parse_json(*text, file);
  if (!json) {
    json.error.code = ErrorCode::kEdition;
    return json.error;
  }
  const engine::Json* id = json->find("game");
  const auto game = find_game(id != nullptr ? id->text : "");
  if (!game) return Error{ErrorCode::kEdition, file + ": game: " + game.error.text, ""};
  const auto edition = (*game)->load_edition(*text, file);
  if (!edition) return edition.error;
  return std::pair(*game, *edition);
}

Checked check(const std::string& file, const engine::FindEdition& find_edition) {
  const auto text = read_file(file);
  if (!text) {
    Checked unread{file, {}};
    unread.report.problems.push_back({0, "", "", "", "", text.error.text});
    return unread;
  }
  const std::string path = fs::absolute(file).lexically_normal().string();
  if (fs::path(file).extension() == kLesson) {
    engine::LessonReport read =
        engine::read_lesson(*text, engine::game_of_case_path(path), games::find);
    const engine::Lesson& lesson = read.lesson;
    engine::CaseReport report;
    report.title = lesson.file.title.front();
    if (!lesson.moments.empty()) {
      report.game = &lesson.moments.front().table->game();
      report.edition = report.game->default_edition();
    }
    report.checks = static_cast<int>(lesson.moments.size());
    report.problems = std::move(read.problems);
    return {file, std::move(report)};
  }
  return {file,
          engine::run_case(*text, engine::game_of_case_path(path), games::find, find_edition)};
}

std::string text_of(const Checked& checked) {
  const engine::CaseReport& report = checked.report;
  std::string out =
      fmt::format("{}: {}  {}\n", checked.file, report.ok() ? "ok" : "FAILED", report.title);
  for (const engine::CaseProblem& problem : report.problems) {
    out += "  " + engine::describe(problem) + "\n";
  }
  return out;
}

void write_problem(const engine::CaseProblem& problem, engine::JsonWriter& out) {
  out.begin_object();
  out.member("line", static_cast<int>(problem.line));
  for (const auto& [key, value] : {std::pair{"branch", &problem.branch},
                                   {"path", &problem.path},
                                   {"expected", &problem.expected},
                                   {"found", &problem.found},
                                   {"text", &problem.text}}) {
    if (!value->empty()) out.member(key, std::string_view(*value));
  }
  out.end_object();
}

std::string json_of(const std::vector<Checked>& all, size_t failed) {
  std::string text;
  engine::JsonWriter out(text, 2);
  out.begin_object();
  out.key("cases");
  out.begin_array(false);
  for (const Checked& checked : all) {
    out.begin_object();
    out.member("file", std::string_view(checked.file));
    if (checked.report.game != nullptr)
      write_rules(*checked.report.game, *checked.report.edition, out);
    out.member("title", std::string_view(checked.report.title));
    out.member("ok", checked.report.ok());
    out.member("checks", checked.report.checks);
    out.key("problems");
    out.begin_array(false);
    for (const engine::CaseProblem& problem : checked.report.problems) write_problem(problem, out);
    out.end_array();
    out.end_object();
  }
  out.end_array();
  out.member("ok", static_cast<int64_t>(all.size() - failed));
  out.member("failed", static_cast<int64_t>(failed));
  out.end_object();
  return text;
}

int run_check(const CheckFlags& flags) {
  const auto files = case_files(flags.paths);
  if (!files) return report(files.error);
  engine::FindEdition find_edition;
  if (!flags.edition_file.empty()) {
    const auto edition = read_edition(flags.edition_file);
    if (!edition) return report(edition.error);
    find_edition = [found = *edition](const engine::AnyGame& game) {
      return &game == found.first ? found.second : nullptr;
    };
  }
  std::vector<Checked> all;
  for (const std::string& file : *files) all.push_back(check(file, find_edition));
  const auto failed = static_cast<size_t>(
      std::count_if(all.begin(), all.end(), [](const Checked& c) { return !c.report.ok(); }));
  if (flags.json) {
    print_line(json_of(all, failed));
  } else {
    for (const Checked& checked : all) {
      if (!quiet() || !checked.report.ok()) print(text_of(checked));
    }
    print_line(fmt::format("{} {}: {} ok, {} failed", all.size(),
                           all.size() == 1 ? "case" : "cases", all.size() - failed, failed));
  }
  return failed == 0 ? kOk : kFailed;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  add_command<CheckFlags>(
      app, exit_code, "check",
      "run case files and lessons, and tell what differs\n"
      "A case is a text file that states a situation and what the rules make of it: given a "
      "position, when this is done, then that holds. docs/cases.md describes the format. A lesson "
      "(docs/lessons.md) is played along every way it allows. Prints "
      "a line for each case and, where something differs, the field, what was expected and what "
      "was found. The game is the one the file names, or the one in whose folder NAME/cases it "
      "stands. With --quiet only the cases that fail, and the sum.",
      [](CLI::App& command, CheckFlags& flags) {
        command
            .add_option(
                "FILE|DIR", flags.paths,
                "Case files and lessons, or folders with *.case and *.lesson files in them.")
            ->required();
        add_value(command, "--edition FILE", flags.edition_file,
                  "Component data of your own for the game it names: what a change of "
                  "figures does to its cases. Cases of other games are run as ever.");
        command.add_flag("--json", flags.json, "Prints JSON.");
        add_footer(command,
                   "  stamtafel check games/{game}/cases\n"
                   "  stamtafel check --quiet games\n"
                   "  stamtafel check --quiet --edition my-edition.json games/{game}/cases\n");
      },
      run_check);
}

}  // namespace cli
