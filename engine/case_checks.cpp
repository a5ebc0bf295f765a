#include "engine/case_checks.h"

#include <algorithm>

namespace engine {
namespace {

constexpr std::string_view kNotAChoice = "not_a_choice";
constexpr std::string_view kTurn = "turn";

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += separator;
    text += part;
  }
  return text.empty() ? "none" : text;
}

// Takes "because WHY" off the end; empty when there is none.
std::string_view take_reason(std::string_view& line) {
  constexpr std::string_view kBecause = " because ";
  const size_t at = line.rfind(kBecause);
  if (at == std::string_view::npos) return {};
  const std::string_view reason = trim(line.substr(at + kBecause.size()));
  line = trim(line.substr(0, at));
  return reason;
}

}  // namespace

bool words_fit(std::string_view pattern, std::string_view words) {
  const auto wanted = split(pattern, ' ');
  const auto found = split(words, ' ');
  if (wanted.size() > found.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] != "*" && wanted[i] != found[i]) return false;
  }
  return true;
}

bool split_choice(std::string_view line, std::string_view& seat, std::string_view& action) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  seat = trim(line.substr(0, colon));
  action = trim(line.substr(colon + 1));
  return !seat.empty() && !action.empty();
}

CaseSituation CaseSituation::copy() const {
  return {table == nullptr ? nullptr : table->clone(), impossible, acted, first_event, questions};
}

void CaseChecker::check(const CaseBlock& then) {
  const Words words = split(then.head, ' ');
  const std::string_view first = words.empty() ? std::string_view{} : words[0];
  const auto rest = [&](size_t from) {
    if (from >= words.size()) return std::string_view{};
    const auto begin = static_cast<size_t>(words[from].data() - then.head.data());
    return trim(std::string_view(then.head).substr(begin));
  };
  if (first == "position" && words.size() == 1) return check_position(then);
  if (first == "view" && words.size() == 3 && words[1] == "of") return check_view(then, words[2]);
  if (then.json)
    return wrong(then.line, "JSON belongs only to 'then position' and 'then view of SEAT'");
  if (first == "acting") return check_acting(then, rest(1));
  if (first == "refused" && words.size() == 1) return check_refused(then);
  if (first == "events") return check_events(then, rest(1));
  if (first == "no" && words.size() >= 2 && words[1] == "events") {
    return check_events(then, "none " + std::string(rest(2)));
  }
  if (first == "scores") return check_scores(then, rest(1));
  if (first == "winners") return check_winners(then, rest(1));
  if (first == "odds" && words.size() <= 3) return check_odds(then, words);
  if (then.head == "over" || then.head == "not over") return check_over(then);
  if (first == "impossible") return wrong(then.line, "the given position is possible");
  if (words.size() >= 2 && (words[1] == "is" || words[1] == "may")) return check_seat(then, words);
  wrong(then.line, "unknown 'then " + then.head + "'");
}

// "SEAT is asked PROMPT", "SEAT may", "SEAT may only", "SEAT may not".
void CaseChecker::check_seat(const CaseBlock& then, const Words& words) {
  const std::string_view kind = words.size() == 3 ? words[2] : std::string_view{};
  const bool asked = words.size() == 4 && words[1] == "is" && words[2] == "asked";
  const bool may = words[1] == "may" && (words.size() == 2 || kind == "only" || kind == "not");
  if (!asked && !may) return wrong(then.line, "unknown 'then " + then.head + "'");
  Seat seat = Seat::kNone;
  if (!parse_seat_here(then.line, words[0], seat)) return;
  if (asked) return check_prompt(then, seat, words[3]);
  check_may(then, seat, kind == "only" ? May::kOnly : kind == "not" ? May::kNot : May::kInclude);
}

// --- positions and views ---

void CaseChecker::check_position(const CaseBlock& then) {
  Result<Json> position = parse_json(table_.view_text(Viewer::everything()), "position");
  check_pattern_in(then, *position, nullptr);
}

void CaseChecker::check_view(const CaseBlock& then, std::string_view viewer) {
  Viewer eyes;
  if (!parse_viewer(then.line, viewer, eyes)) return;
  Result<Json> view = parse_json(table_.view_text(eyes), "view");
  Result<Json> position = parse_json(table_.view_text(Viewer::everything()), "position");
  check_pattern_in(then, *view, &*position);
}

void CaseChecker::check_pattern_in(const CaseBlock& then, const Json& found, const Json* whole) {
  if (!then.lines.empty() || !then.json)
    return wrong(then.line, "a pattern (JSON) is expected here");
  if (LineError error = check_pattern(*then.json)) return wrong(error.line, error.text);
  std::vector<Mismatch> mismatches;
  match_json(*then.json, found, whole, mismatches);
  for (Mismatch& m : mismatches) {
    differ(m.line, std::move(m.path), std::move(m.expected), std::move(m.found));
  }
}

// --- who chooses, and what ---

void CaseChecker::check_acting(const CaseBlock& then, std::string_view seats) {
  SeatSet expected;
  if (!expect_nothing_below(then) || !parse_seats(then.line, seats, expected)) return;
  if (table_.acting() != expected) {
    differ(then.line, "acting", name_of(expected), name_of(table_.acting()));
  }
}

void CaseChecker::check_prompt(const CaseBlock& then, Seat seat, std::string_view prompt) {
  const auto& prompts = game_.spec().prompts;
  if (!expect_nothing_below(then)) return;
  if (std::find(prompts.begin(), prompts.end(), prompt) == prompts.end()) {
    std::vector<std::string> known(prompts.begin(), prompts.end());
    return wrong(then.line, "there is no question '" + std::string(prompt) + "'; there are " +
                                join(known, ", "));
  }
  const std::string_view found = table_.acting().contains(seat)
                                     ? prompts[static_cast<size_t>(table_.prompt(seat))]
                                     : std::string_view("nothing");
  if (found != prompt) {
    differ(then.line, std::string(name_of(seat)) + " is asked", std::string(prompt),
           std::string(found));
  }
}

void CaseChecker::check_may(const CaseBlock& then, Seat seat, May may) {
  if (!expect_lines(then)) return;
  if (!table_.acting().contains(seat)) {
    return wrong(then.line, "it is not " + std::string(name_of(seat)) +
                                "'s turn to choose; to choose now: " + name_of(table_.acting()));
  }
  Offer offer(Offer::Keep::kAll);
  table_.offer(seat, offer);
  if (may == May::kOnly) return check_may_only(then, offer);
  for (const CaseLine& line : then.lines) check_may_line(line, offer, may);
}

void CaseChecker::check_may_only(const CaseBlock& then, const Offer& offer) {
  std::vector<std::string> expected;
  for (const CaseLine& line : then.lines) {
    Action action;
    if (!parse_action_here(line.number, line.text, action)) return;
    const std::string id = game_.action_id(*table_.edition(), action);
    if (std::find(expected.begin(), expected.end(), id) != expected.end()) {
      return wrong(line.number, "'" + id + "' is listed twice");
    }
    expected.push_back(id);
  }
  std::vector<std::string> found;
  for (const Option& option : offer) {
    if (option.verdict.allowed())
      found.push_back(game_.action_id(*table_.edition(), option.action));
  }
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  if (expected != found) differ(then.line, "options", join(expected, ", "), join(found, ", "));
}

void CaseChecker::check_may_line(const CaseLine& line, const Offer& offer, May may) {
  std::string_view text = line.text;
  const std::string_view reason = may == May::kNot ? take_reason(text) : std::string_view{};
  Action action;
  if (!parse_action_here(line.number, text, action) || !known_reason(line.number, reason, false))
    return;
  const std::optional<Option> option = offer.find(action);
  const std::string found = !option ? "forbidden: " + std::string(kNotAChoice)
                            : option->verdict.allowed()
                                ? "allowed"
                                : "forbidden: " + std::string(game_.rule_id(option->verdict));
  std::string expected = may == May::kInclude ? "allowed" : "forbidden";
  if (!reason.empty()) expected += ": " + std::string(reason);
  if (!found.starts_with(expected) || (!reason.empty() && found != expected)) {
    differ(line.number, std::string(text), expected, found);
  }
}

void CaseChecker::check_refused(const CaseBlock& then) {
  if (!expect_lines(then)) return;
  for (const CaseLine& line : then.lines) check_refused_line(line);
}

void CaseChecker::check_refused_line(const CaseLine& line) {
  std::string_view text = line.text;
  const std::string_view reason = take_reason(text);
  std::string_view seat_name;
  std::string_view action_text;
  if (!split_choice(text, seat_name, action_text)) {
    return wrong(line.number, "'SEAT: ACTION' is expected, perhaps with 'because RULE'");
  }
  Seat seat = Seat::kNone;
  Action action;
  if (!parse_seat_here(line.number, seat_name, seat) ||
      !parse_action_here(line.number, action_text, action) ||
      !known_reason(line.number, reason, true)) {
    return;
  }
  const std::unique_ptr<AnyTable> trial = table_.clone();
  const Error error = trial->act(seat, action);
  const std::string found = !error                           ? "allowed"
                            : error.code == ErrorCode::kTurn ? std::string(kTurn)
                                                             : error.rule;
  const std::string expected = reason.empty() ? "refused" : std::string(reason);
  if (!error || (!reason.empty() && found != expected)) {
    differ(line.number, std::string(text), expected, found);
  } else if (trial->hash() != table_.hash()) {
    differ(line.number, std::string(text), "nothing is changed", "the position is another");
  }
}

// --- what happened ---

void CaseChecker::check_events(const CaseBlock& then, std::string_view how) {
  if (!expect_lines(then)) return;
  if (!now_.acted) return wrong(then.line, "there was no 'when' whose events this could be");
  Viewer viewer = Viewer::everything();
  constexpr std::string_view kSeenBy = "seen by ";
  if (const size_t at = how.find(kSeenBy); at != std::string_view::npos) {
    if (!parse_viewer(then.line, trim(how.substr(at + kSeenBy.size())), viewer)) return;
    how = how.substr(0, at);
  }
  how = trim(how);
  if (!how.empty() && how != "exactly" && how != "none") {
    return wrong(then.line, "unknown 'then " + then.head + "'");
  }
  for (const CaseLine& line : then.lines) {
    if (!well_formed_event(line)) return;
  }
  std::vector<std::string> happened;
  for (size_t i = now_.first_event; i < table_.events().size(); ++i) {
    happened.push_back(game_.event_id(*table_.edition(), table_.events()[i], viewer));
  }
  check_event_lines(then, happened, how);
}

void CaseChecker::check_event_lines(const CaseBlock& then, const std::vector<std::string>& happened,
                                    std::string_view how) {
  const std::string all = join(happened, "; ");
  if (how == "exactly" && happened.size() != then.lines.size()) {
    return differ(then.line, "events", std::to_string(then.lines.size()) + " events",
                  std::to_string(happened.size()) + ": " + all);
  }
  auto from = happened.begin();
  for (const CaseLine& line : then.lines) {
    const auto fits = [&](const std::string& event) { return words_fit(line.text, event); };
    if (how == "none") {
      const auto at = std::find_if(happened.begin(), happened.end(), fits);
      if (at != happened.end()) differ(line.number, "events", "no " + line.text, *at);
    } else if (how == "exactly") {
      if (!fits(*from))
        return differ(line.number, "events", line.text, *from + " (of: " + all + ")");
      ++from;
    } else {
      const auto at = std::find_if(from, happened.end(), fits);
      if (at == happened.end()) return differ(line.number, "events", line.text, all);
      from = at + 1;
    }
  }
}

bool CaseChecker::well_formed_event(const CaseLine& line) {
  const Words words = split(line.text, ' ');
  for (const EventSpec& event : game_.spec().events) {
    if (event.id != words[0]) continue;
    const auto last = std::find(event.args.begin(), event.args.end(), kNoArg);
    const size_t args = static_cast<size_t>(last - event.args.begin());
    if (words.size() <= args + 1) return true;
    wrong(line.number, "the event '" + std::string(event.id) + "' has " + std::to_string(args) +
                           (args == 1 ? " argument" : " arguments"));
    return false;
  }
  wrong(line.number, "there is no event '" + std::string(words[0]) + "'");
  return false;
}

// --- the result ---

void CaseChecker::check_over(const CaseBlock& then) {
  if (!expect_nothing_below(then)) return;
  const bool expected = then.head == "over";
  if (table_.over() == expected) return;
  differ(then.line, "over", expected ? "true" : "false", expected ? "false" : "true");
}

void CaseChecker::check_scores(const CaseBlock& then, std::string_view scores) {
  const Words entries = split(scores, ',');
  if (entries.empty() || !then.lines.empty())
    return wrong(then.line, "'SEAT N, SEAT N …' is expected");
  const Outcome outcome = table_.outcome();
  for (std::string_view entry : entries) {
    const Words words = split(entry, ' ');
    Seat seat = Seat::kNone;
    int64_t score = 0;
    if (words.size() != 2 || !parse_int(words[1], INT16_MIN, INT16_MAX, score)) {
      return wrong(then.line, "'SEAT N, SEAT N …' is expected");
    }
    if (!parse_seat_here(then.line, words[0], seat)) return;
    const int found = outcome.score[static_cast<size_t>(index_of(seat))];
    if (found != score) {
      differ(then.line, "score of " + std::string(name_of(seat)), std::to_string(score),
             std::to_string(found));
    }
  }
}

void CaseChecker::check_winners(const CaseBlock& then, std::string_view seats) {
  SeatSet expected;
  if (!expect_nothing_below(then) || !parse_seats(then.line, seats, expected)) return;
  if (!table_.over())
    return differ(then.line, "winners", name_of(expected), "the game is not over");
  const SeatSet found = table_.outcome().winners;
  if (found != expected) differ(then.line, "winners", name_of(expected), name_of(found));
}

// --- reading what a `then` names ---

void CaseChecker::wrong(int32_t line, std::string text) {
  problems_.push_back({line, std::string(branch_), "", "", "", std::move(text)});
}

void CaseChecker::differ(int32_t line, std::string path, std::string expected, std::string found) {
  problems_.push_back(
      {line, std::string(branch_), std::move(path), std::move(expected), std::move(found), ""});
}

bool CaseChecker::expect_lines(const CaseBlock& then) {
  if (!then.lines.empty()) return true;
  wrong(then.line, "nothing is listed below 'then " + then.head + "'");
  return false;
}

bool CaseChecker::expect_nothing_below(const CaseBlock& then) {
  if (then.lines.empty()) return true;
  wrong(then.lines[0].number, "nothing belongs below 'then " + then.head + "'");
  return false;
}

bool CaseChecker::parse_viewer(int32_t line, std::string_view text, Viewer& viewer) {
  if (text == "spectator") {
    viewer = Viewer::spectator();
    return true;
  }
  Seat seat = Seat::kNone;
  if (!parse_seat_here(line, text, seat)) return false;
  viewer = Viewer::at(seat);
  return true;
}

bool CaseChecker::parse_seats(int32_t line, std::string_view text, SeatSet& seats) {
  if (text == "nobody") return true;
  const Words names = split(text, ',');
  if (names.empty()) {
    wrong(line, "seats are expected here, separated by commas, or 'nobody'");
    return false;
  }
  for (std::string_view name : names) {
    Seat seat = Seat::kNone;
    if (!parse_seat_here(line, name, seat)) return false;
    seats.insert(seat);
  }
  return true;
}

bool CaseChecker::parse_seat_here(int32_t line, std::string_view text, Seat& seat) {
  Result<Seat> parsed = parse_seat(game_.spec(), table_.seats(), text);
  if (!parsed) {
    wrong(line, parsed.error.text);
    return false;
  }
  seat = *parsed;
  return true;
}

bool CaseChecker::parse_action_here(int32_t line, std::string_view text, Action& action) {
  Result<Action> parsed = game_.parse_action(*table_.edition(), text);
  if (!parsed) {
    wrong(line, parsed.error.text);
    return false;
  }
  action = *parsed;
  return true;
}

bool CaseChecker::known_reason(int32_t line, std::string_view reason, bool turn_too) {
  if (reason.empty() || reason == kNotAChoice || (turn_too && reason == kTurn)) return true;
  for (const RuleSpec& rule : game_.spec().rules) {
    if (rule.id == reason) return true;
  }
  wrong(line, "there is no rule '" + std::string(reason) + "'");
  return false;
}

std::string CaseChecker::name_of(SeatSet seats) const {
  std::string names;
  for (Seat seat : seats) {
    if (!names.empty()) names += ", ";
    names += name_of(seat);
  }
  return names.empty() ? "nobody" : names;
}

std::string_view CaseChecker::name_of(Seat seat) const {
  return game_.spec().seat_ids[static_cast<size_t>(index_of(seat))];
}

}  // namespace engine
