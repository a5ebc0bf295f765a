#include "engine/cases.h"

#include <algorithm>

#include "engine/case_checks.h"
#include "engine/case_file.h"
#include "engine/case_play.h"

namespace engine {
namespace {

class CaseRunner : private CasePlayer {
 public:
  // With a watcher the pictures are shown and nothing is checked; without one it is the other way
  // round.
  CaseRunner(const AnyGame& game, EditionPtr edition, CaseReport& report,
             const CaseWatcher* watcher = nullptr)
      : CasePlayer(game, std::move(edition), report.problems), report_(report), watcher_(watcher) {}

  void run(const CaseGiven& given) {
    CaseSituation situation;
    if (!deal(given.start, situation)) return;
    shown_ = situation.table->events().size();
    change(given.start, situation);
    if (!settle(given.start, given.common, situation)) return;
    if (!take_steps(given.common, situation)) return;
    for (const CaseBranch& branch : given.branches) {
      branch_ = branch.start.head;
      run_branch(branch, situation.copy());
      branch_ = {};
    }
  }

 private:
  void change(const CaseBlock& start, CaseSituation& situation) {
    if (!start.json) return;
    patch(*start.json, situation);
    shown_ = 0;
  }

  // A position that cannot be is a problem, unless the case says that it cannot.
  bool settle(const CaseBlock& start, const std::vector<CaseBlock>& steps,
              CaseSituation& situation) {
    if (situation.table != nullptr) return true;
    const CaseBlock* then = steps.empty() ? nullptr : &steps.front();
    if (then == nullptr || then->keyword != "then" || !then->head.starts_with("impossible")) {
      problem(start.line, situation.impossible.text);
      return false;
    }
    ++report_.checks;
    const std::vector<std::string_view> words = split(then->head, ' ');
    if (!((words.size() == 3 && words[1] == "because") || words.size() == 1) || then->json ||
        !then->lines.empty()) {
      problem(then->line, "'then impossible because INVARIANT' is expected");
    } else if (words.size() == 3 && !is_invariant(words[2])) {
      problem(then->line, "there is no invariant '" + std::string(words[2]) + "'");
    } else if (words.size() == 3 && words[2] != situation.impossible.rule) {
      report_.problems.push_back({then->line, std::string(branch_), "impossible because",
                                  std::string(words[2]), situation.impossible.text, ""});
    }
    if (steps.size() > 1) problem(steps[1].line, "nothing can follow an impossible position");
    return false;
  }

  bool is_invariant(std::string_view name) const {
    const auto& known = game_.spec().invariants;
    return std::find(known.begin(), known.end(), name) != known.end();
  }

  void run_branch(const CaseBranch& branch, CaseSituation situation) {
    if (!branch.start.lines.empty()) {
      return problem(branch.start.lines[0].number,
                     "only a merge patch can follow a branch's title");
    }
    change(branch.start, situation);
    if (settle(branch.start, branch.steps, situation)) take_steps(branch.steps, situation);
  }

  // False when the case cannot go on.
  bool take_steps(const std::vector<CaseBlock>& steps, CaseSituation& situation) {
    for (const CaseBlock& step : steps) {
      if (step.keyword == "when") {
        if (!act(step, situation)) return false;
      } else if (step.keyword == "show") {
        ++report_.checks;
        show(step, *situation.table);
      } else if (watcher_ == nullptr) {
        ++report_.checks;
        CaseChecker(situation, branch_, report_.problems).check(step);
      }
    }
    return true;
  }

  // "show DIAGRAM", "show DIAGRAM PART", "show DIAGRAM PART as SEAT"
  void show(const CaseBlock& block, const AnyTable& table) {
    const std::vector<std::string_view> words = split(block.head, ' ');
    const size_t as = words.size() < 3 ? words.size() : words.size() - 2;
    if (words.empty() || as > 2 || (as < words.size() && words[as] != "as"))
      return problem(block.line, "'show DIAGRAM PART as SEAT' is expected");
    CasePicture picture;
    picture.diagram = words[0];
    picture.part = as == 2 ? words[1] : "board";
    picture.viewer = Viewer::spectator();
    if (as < words.size()) {
      const Result<Seat> seat = parse_seat(game_.spec(), table.seats(), words.back());
      if (!seat) return problem(block.line, seat.error.text);
      picture.viewer = Viewer::at(*seat);
    }
    for (const CaseLine& line : block.lines) {
      if (line.text.find(':') == std::string::npos)
        return problem(line.number, "a thing to mark is expected ('hero:Gg')");
      picture.marks.push_back(line.text);
    }
    picture.table = &table;
    picture.first_event = shown_;
    shown_ = table.events().size();
    if (watcher_ != nullptr) (*watcher_)(picture);
  }

  CaseReport& report_;
  const CaseWatcher* watcher_;
  size_t shown_ = 0;  // so many events were before the last picture
};

// A whole pile of cards is too much for one line of a report.
std::string shortened(const std::string& text) {
  constexpr size_t kLimit = 240;
  if (text.size() <= kLimit) return text;
  size_t end = kLimit;
  while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + " …";
}

}  // namespace

std::string describe(const CaseProblem& problem) {
  std::string text = "line " + std::to_string(problem.line);
  if (!problem.branch.empty()) text += " (" + problem.branch + ")";
  text += ": ";
  if (!problem.text.empty()) return text + problem.text;
  return text + problem.path + ": expected " + shortened(problem.expected) + ", found " +
         shortened(problem.found);
}

CaseReport run_case(std::string_view text, std::string_view folder_game, const FindGame& find_game,
                    const FindEdition& find_edition) {
  CaseReport report;
  CaseFile file;
  const auto fail = [&](int32_t line, std::string why) {
    report.problems.push_back({line, "", "", "", "", std::move(why)});
    return report;
  };
  const LineError error = parse_case(text, file);
  report.title = file.title;
  if (error) return fail(error.line, error.text);
  const std::string name = file.game.empty() ? std::string(folder_game) : file.game;
  if (name.empty()) {
    return fail(1, "which game? Name it ('game NAME'), or put the file into the folder NAME/cases");
  }
  const AnyGame* game = find_game(name);
  if (game == nullptr) return fail(1, "there is no game '" + name + "'");
  EditionPtr edition = find_edition ? find_edition(*game) : nullptr;
  if (edition == nullptr) edition = game->default_edition();
  report.game = game;
  report.edition = edition;
  CaseRunner runner(*game, std::move(edition), report);
  for (const CaseGiven& given : file.givens) runner.run(given);
  return report;
}

void show_case(const CaseFile& file, const AnyGame& game, const EditionPtr& edition,
               const CaseWatcher& watcher) {
  for (const CaseGiven& given : file.givens) {
    // First without being seen, so that nothing of an impossible one is shown.
    const CaseWatcher nobody = [](const CasePicture&) {};
    CaseReport report;
    CaseRunner(game, edition, report, &nobody).run(given);
    if (report.ok()) CaseRunner(game, edition, report, &watcher).run(given);
  }
}

std::string_view game_of_case_path(std::string_view path) {
  size_t end = path.rfind("/cases/");
  if (end == std::string_view::npos) end = path.rfind("/lessons/");
  if (end == std::string_view::npos) return {};
  const std::string_view parent = path.substr(0, end);
  const size_t slash = parent.rfind('/');
  return slash == std::string_view::npos ? parent : parent.substr(slash + 1);
}

}  // namespace engine
