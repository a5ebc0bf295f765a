#include "engine/cases.h"

#include <algorithm>

#include "engine/case_checks.h"
#include "engine/case_file.h"

namespace engine {
namespace {

constexpr uint64_t kDefaultSeed = 1;

// The head of a `given`: "3 players, bank=unlimited, seed 7", and perhaps the outcomes of the deal.
struct Setup {
  TableSpec spec;
  bool seeded = false;
  std::vector<std::string> deal;
};

bool is_outcomes(std::string_view text) { return text.starts_with('[') && text.ends_with(']'); }

LineError read_outcomes(const CaseLine& line, std::string_view text,
                        std::vector<std::string>& outcomes) {
  std::vector<std::string> more = split_outcomes(text.substr(1, text.size() - 2));
  if (more.empty()) return {line.number, "the brackets hold no outcome"};
  outcomes.insert(outcomes.end(), more.begin(), more.end());
  return {};
}

LineError read_setup(const AnyGame& game, const EditionPtr& edition, const CaseBlock& given,
                     Setup& setup) {
  const GameSpec& spec = game.spec();
  setup.spec.variants = default_variants(spec);
  setup.spec.edition = edition;
  setup.spec.chance = ChanceSource::of_seed(kDefaultSeed);
  for (std::string_view part : split(given.head, ',')) {
    const std::vector<std::string_view> words = split(part, ' ');
    int64_t number = 0;
    if (words.size() == 2 && words[1] == "players" && parse_int(words[0], 1, kMaxSeats, number)) {
      setup.spec.seats = static_cast<int>(number);
    } else if (words.size() == 2 && words[0] == "seed" &&
               parse_int(words[1], 0, INT64_MAX, number)) {
      setup.spec.chance = ChanceSource::of_seed(static_cast<uint64_t>(number));
      setup.seeded = true;
    } else if (part.find('=') != std::string_view::npos) {
      if (Error error = set_variant(spec, part, setup.spec.variants))
        return {given.line, error.text};
    } else {
      return {given.line,
              "'" + std::string(part) +
                  "' is not understood; 'given N players, variant=value, seed N' is expected"};
    }
  }
  if (setup.spec.seats == 0)
    return {given.line, "the number of players is missing ('given 3 players')"};
  for (const CaseLine& line : given.lines) {
    if (!is_outcomes(line.text))
      return {line.number, "a merge patch or [outcomes] are expected here"};
    if (LineError error = read_outcomes(line, line.text, setup.deal)) return error;
  }
  if (setup.seeded && !setup.deal.empty()) {
    return {given.line, "the deal is either scripted or has a seed, not both"};
  }
  return {};
}

// What is left to say after scripted chance was used: an outcome that misfits, is missing or left
// over.
std::string script_problem(const Script& script) {
  if (!script.error().empty()) return script.error();
  if (script.left() == 0) return {};
  return "the chance outcome '" + std::string(script.next()) + "' was not asked for";
}

class CaseRunner {
 public:
  // With a watcher the pictures are shown and nothing is checked; without one it is the other way
  // round.
  CaseRunner(const AnyGame& game, EditionPtr edition, CaseReport& report,
             const CaseWatcher* watcher = nullptr)
      : game_(game), edition_(std::move(edition)), report_(report), watcher_(watcher) {}

  void run(const CaseGiven& given) {
    CaseSituation situation;
    if (!deal(given.start, situation)) return;
    if (given.start.json) patch(*given.start.json, situation);
    if (!settle(given.start, given.common, situation)) return;
    if (!take_steps(given.common, situation)) return;
    for (const CaseBranch& branch : given.branches) {
      branch_ = branch.start.head;
      run_branch(branch, situation.copy());
      branch_ = {};
    }
  }

 private:
  void problem(int32_t line, std::string text) {
    report_.problems.push_back({line, std::string(branch_), "", "", "", std::move(text)});
  }

  bool deal(const CaseBlock& given, CaseSituation& situation) {
    Setup setup;
    if (LineError error = read_setup(game_, edition_, given, setup)) {
      problem(error.line, error.text);
      return false;
    }
    Script script = game_.script(*setup.spec.edition, setup.deal);
    Chance scripted(script);
    auto made =
        setup.deal.empty() ? game_.new_table(setup.spec) : game_.new_table(setup.spec, scripted);
    const std::string misfit = script_problem(script);
    if (!made || !misfit.empty()) {
      problem(given.line, made ? misfit : made.error.text);
      return false;
    }
    situation.table = std::move(*made);
    shown_ = situation.table->events().size();
    return true;
  }

  // Puts the patched position on the table, or notes why it cannot be.
  void patch(const Json& changes, CaseSituation& situation) {
    Result<Json> position = parse_json(situation.table->position_text(-1), "position");
    merge_patch(*position, changes);
    auto made = game_.table_at(*position, situation.table->edition(), situation.table->chance());
    situation.acted = false;
    situation.questions.clear();
    shown_ = 0;
    if (made) {
      situation.table = std::move(*made);
    } else {
      situation.table = nullptr;
      situation.impossible = made.error;
    }
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
    if (branch.start.json) patch(*branch.start.json, situation);
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

  bool act(const CaseBlock& when, CaseSituation& situation) {
    situation.acted = true;
    situation.first_event = situation.table->events().size();
    situation.questions.clear();
    if (when.lines.empty()) {
      problem(when.line, "nothing is done in this 'when'");
      return false;
    }
    for (size_t i = 0; i < when.lines.size();) {
      const CaseLine line = when.lines[i];
      std::vector<std::string> outcomes;
      std::string_view choice = line.text;
      if (const size_t bracket = choice.find('['); bracket != std::string_view::npos) {
        const std::string_view inside = choice.substr(bracket);
        if (!add_outcomes({line.number, std::string(inside)}, outcomes)) return false;
        choice = trim(choice.substr(0, bracket));
      }
      for (++i; i < when.lines.size() && when.lines[i].text.starts_with('['); ++i) {
        if (!add_outcomes(when.lines[i], outcomes)) return false;
      }
      if (!choose(line.number, choice, std::move(outcomes), situation)) return false;
    }
    return true;
  }

  bool add_outcomes(const CaseLine& line, std::vector<std::string>& outcomes) {
    LineError error;
    if (!is_outcomes(line.text)) {
      error = {line.number, "'[outcome, outcome]' is expected, to the end of the line"};
    } else {
      error = read_outcomes(line, line.text, outcomes);
    }
    if (error) problem(error.line, error.text);
    return !error;
  }

  bool choose(int32_t line, std::string_view choice, std::vector<std::string> outcomes,
              CaseSituation& situation) {
    AnyTable& table = *situation.table;
    std::string_view seat_name;
    std::string_view action_text;
    if (!split_choice(choice, seat_name, action_text)) {
      problem(line, "'SEAT: ACTION' is expected");
      return false;
    }
    const Result<Seat> seat = parse_seat(game_.spec(), table.seats(), seat_name);
    const Result<Action> action = game_.parse_action(*table.edition(), action_text);
    if (!seat || !action) {
      problem(line, seat ? action.error.text : seat.error.text);
      return false;
    }
    Script script = game_.script(*table.edition(), std::move(outcomes));
    Chance chance(script);
    if (const Error error = table.act(*seat, *action, chance)) {
      const std::string rule = error.rule.empty() ? "" : " [" + error.rule + "]";
      problem(line, "'" + std::string(choice) + "' is refused: " + error.text + rule);
      return false;
    }
    const auto& asked = script.questions();
    situation.questions.insert(situation.questions.end(), asked.begin(), asked.end());
    if (const std::string misfit = script_problem(script); !misfit.empty()) {
      problem(line, "'" + std::string(choice) + "': " + misfit);
      return false;
    }
    if (const std::string_view broken = table.broken_invariant(); !broken.empty()) {
      problem(line,
              "'" + std::string(choice) + "' breaks the invariant '" + std::string(broken) + "'");
      return false;
    }
    return true;
  }

  const AnyGame& game_;
  const EditionPtr edition_;
  CaseReport& report_;
  const CaseWatcher* watcher_;
  std::string_view branch_;
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
  constexpr std::string_view kFolder = "/cases/";
  const size_t end = path.rfind(kFolder);
  if (end == std::string_view::npos) return {};
  const std::string_view parent = path.substr(0, end);
  const size_t slash = parent.rfind('/');
  return slash == std::string_view::npos ? parent : parent.substr(slash + 1);
}

std::vector<std::string> split_outcomes(std::string_view text) {
  std::vector<std::string> outcomes;
  for (std::string_view part : split(text, ',')) {
    for (std::string_view word : split(part, ' ')) outcomes.emplace_back(word);
  }
  return outcomes;
}

}  // namespace engine
