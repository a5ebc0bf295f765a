#include "engine/case_play.h"

namespace engine {
namespace {

constexpr uint64_t kDefaultSeed = 1;

bool is_outcomes(std::string_view text) { return text.starts_with('[') && text.ends_with(']'); }

LineError read_outcomes(const CaseLine& line, std::string_view text,
                        std::vector<std::string>& outcomes) {
  std::vector<std::string> more = split_outcomes(text.substr(1, text.size() - 2));
  if (more.empty()) return {line.number, "the brackets hold no outcome"};
  outcomes.insert(outcomes.end(), more.begin(), more.end());
  return {};
}

// What is left to say after scripted chance was used: an outcome that misfits, is missing or left
// over.
std::string script_problem(const Script& script) {
  if (!script.error().empty()) return script.error();
  if (script.left() == 0) return {};
  return "the chance outcome '" + std::string(script.next()) + "' was not asked for";
}

}  // namespace

LineError read_setup(const AnyGame& game, const EditionPtr& edition, const CaseBlock& given,
                     CaseSetup& setup) {
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

void CasePlayer::problem(int32_t line, std::string text) {
  problems_.push_back({line, std::string(branch_), "", "", "", std::move(text)});
}

bool CasePlayer::deal(const CaseBlock& given, CaseSituation& situation) {
  CaseSetup setup;
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
  return true;
}

void CasePlayer::patch(const Json& changes, CaseSituation& situation) {
  Result<Json> position = parse_json(situation.table->position_text(-1), "position");
  merge_patch(*position, changes);
  auto made = game_.table_at(*position, situation.table->edition(), situation.table->chance());
  situation.acted = false;
  situation.questions.clear();
  if (made) {
    situation.table = std::move(*made);
  } else {
    situation.table = nullptr;
    situation.impossible = made.error;
  }
}

bool CasePlayer::act(const CaseBlock& when, CaseSituation& situation) {
  situation.acted = true;
  situation.first_event = situation.table->events().size();
  situation.questions.clear();
  if (when.lines.empty()) {
    problem(when.line, "nothing is done in this 'when'");
    return false;
  }
  std::vector<CaseChoice> choices;
  if (!read_choices(when.lines, choices)) return false;
  for (const CaseChoice& choice : choices) {
    if (!choose(choice, situation)) return false;
  }
  return true;
}

bool CasePlayer::read_choices(const std::vector<CaseLine>& lines,
                              std::vector<CaseChoice>& choices) {
  for (size_t i = 0; i < lines.size();) {
    CaseChoice choice{lines[i], {}};
    if (const size_t bracket = lines[i].text.find('['); bracket != std::string::npos) {
      if (!add_outcomes({lines[i].number, lines[i].text.substr(bracket)}, choice.outcomes))
        return false;
      choice.line.text = trim(std::string_view(lines[i].text).substr(0, bracket));
    }
    for (++i; i < lines.size() && lines[i].text.starts_with('['); ++i) {
      if (!add_outcomes(lines[i], choice.outcomes)) return false;
    }
    choices.push_back(std::move(choice));
  }
  return true;
}

bool CasePlayer::add_outcomes(const CaseLine& line, std::vector<std::string>& outcomes) {
  LineError error;
  if (!is_outcomes(line.text)) {
    error = {line.number, "'[outcome, outcome]' is expected, to the end of the line"};
  } else {
    error = read_outcomes(line, line.text, outcomes);
  }
  if (error) problem(error.line, error.text);
  return !error;
}

bool CasePlayer::parse_choice(const CaseChoice& choice, const AnyTable& table, Seat& seat,
                              Action& action) {
  std::string_view seat_name;
  std::string_view action_text;
  if (!split_choice(choice.line.text, seat_name, action_text)) {
    problem(choice.line.number, "'SEAT: ACTION' is expected");
    return false;
  }
  const Result<Seat> who = parse_seat(game_.spec(), table.seats(), seat_name);
  const Result<Action> what = game_.parse_action(*table.edition(), action_text);
  if (!who || !what) {
    problem(choice.line.number, who ? what.error.text : who.error.text);
    return false;
  }
  seat = *who;
  action = *what;
  return true;
}

bool CasePlayer::choose(const CaseChoice& choice, CaseSituation& situation) {
  AnyTable& table = *situation.table;
  Seat seat = Seat::kNone;
  Action action;
  if (!parse_choice(choice, table, seat, action)) return false;
  const auto refuse = [&](const std::string& why) {
    problem(choice.line.number, "'" + choice.line.text + "'" + why);
    return false;
  };
  Script script = game_.script(*table.edition(), choice.outcomes);
  Chance chance(script);
  if (const Error error = table.act(seat, action, chance)) {
    const std::string rule = error.rule.empty() ? "" : " [" + error.rule + "]";
    return refuse(" is refused: " + error.text + rule);
  }
  const auto& asked = script.questions();
  situation.questions.insert(situation.questions.end(), asked.begin(), asked.end());
  if (const std::string misfit = script_problem(script); !misfit.empty())
    return refuse(": " + misfit);
  if (const std::string_view broken = table.broken_invariant(); !broken.empty())
    return refuse(" breaks the invariant '" + std::string(broken) + "'");
  return true;
}

std::vector<std::string> split_outcomes(std::string_view text) {
  std::vector<std::string> outcomes;
  for (std::string_view part : split(text, ',')) {
    for (std::string_view word : split(part, ' ')) outcomes.emplace_back(word);
  }
  return outcomes;
}

}  // namespace engine
