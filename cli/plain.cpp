#include "cli/plain.h"

#include <algorithm>
#include <span>

#include "bots/levels.h"
#include "cli/chapters.h"
#include "cli/common.h"
#include "cli/locale.h"
#include "cli/result.h"
#include "cli/saves.h"
#include "cli/table_client.h"
#include "cli/words.h"
#include "games/registry.h"

namespace cli {

using engine::Seat;
using engine::Texts;
using engine::Viewer;

const Texts& PlainClient::words() const { return cli::words(settings_.language); }

void PlainClient::say(std::string_view line) { say_on(settings_.paper, line, out_); }

Viewer PlainClient::viewer() const {
  return session_.humans() > 0 ? Viewer::at(holder_) : Viewer::spectator();
}

int PlainClient::run() {
  holder_ = session_.only_human();
  say(texts().get("game.name"));
  if (const engine::AnyEdition& edition = *session_.table().edition();
      edition.hash() != session_.game().default_edition()->hash()) {
    say(words().format("games.edition", edition_title(edition, settings_.language)));
  }
  introduce_bots();
  if (session_.humans() > 0) say(words().get("plain.welcome"));
  while (!leaving_ && !session_.table().over()) {
    const Seat seat = session_.next(holder_);
    if (session_.human(seat)) {
      if (!passed_for(seat)) human_turn(seat);
    } else {
      if (const std::string complaint = session_.act_bot(seat); !complaint.empty()) say(complaint);
      if (session_.humans() == 0) hear(viewer());
    }
  }
  return leave();
}

// Pieces keep the colours of their seats; so it is said whose they are.
void PlainClient::introduce_bots() {
  const Texts& colours = session_.table().texts(settings_.language);
  for (int i = 0; i < session_.table().seats(); ++i) {
    const Sitter& sitter = session_.sitters()[static_cast<size_t>(i)];
    if (sitter.human) continue;
    say(words().format(
        "plain.pair", seat_name(colours, engine::seat_at(i)),
        seat_name(texts(), engine::seat_at(i)) + ", " + sitter_name(sitter, settings_.language)));
  }
}

// What the viewer has not been told yet.
void PlainClient::hear(Viewer whose) {
  int& heard = heard_[static_cast<size_t>(engine::index_of(whose.seat) + 1)];
  const int last = static_cast<int>(session_.table().steps().size()) - 1;
  std::vector<LogLine> news;
  for (int step = heard + 1; step <= last; ++step) {
    for (std::string& line : session_.table().told(step, whose, texts())) {
      news.push_back({step, Seat::kNone, std::move(line)});
    }
  }
  for (const LogLine& line : collapsed(std::move(news))) say("- " + line.text);
  heard = last;
}

void PlainClient::introduce(Seat seat) {
  if (seat != holder_) {
    // What the player before saw scrolls out of sight.
    out_ << std::string(settings_.interactive ? 40 : 1, '\n');
    say(words().format("pass.title", seat_name(texts(), seat)));
    holder_ = seat;
    if (settings_.interactive) {
      say(words().get("plain.pass"));
      std::string line;
      at_end_ = !std::getline(in_, line);
    }
  }
  hear(viewer());
  show_table(viewer(), false);
}

namespace {

// Whose part it is: what stands before the colon.
std::string_view owner_of(std::string_view line) { return line.substr(0, line.find(':') + 1); }

// What of a part is new to who knows the table as it was, or nothing: of lines that are indented
// those that have changed, below whose they are.
std::string news_of(const std::string& part, const std::vector<std::string>& before) {
  if (std::ranges::find(before, part) != before.end()) return {};
  const std::vector<std::string_view> lines = lines_of(part);
  const std::string_view owner = owner_of(lines[0]);
  const auto known = std::ranges::find_if(
      before, [&](const std::string& other) { return !owner.empty() && other.starts_with(owner); });
  if (lines.size() == 1 || known == before.end()) return part;
  const std::vector<std::string_view> old = lines_of(*known);
  std::string news;
  for (std::string_view line : std::span(lines).subspan(1)) {
    if (std::ranges::find(old, line) == old.end()) news += "\n" + std::string(line);
  }
  if (lines[0] != old[0]) return std::string(lines[0]) + news;
  return news.empty() ? "" : std::string(owner) + news;
}

// What is told of a table, thing by thing: a line with those below it that are indented.
std::vector<std::string> parts_of(std::string_view told) {
  std::vector<std::string> parts;
  while (!told.empty()) {
    const size_t end = std::min(told.find('\n'), told.size());
    const std::string line(told.substr(0, end));
    if (line.starts_with(' ') && !parts.empty()) {
      parts.back() += "\n" + line;
    } else if (!line.empty()) {
      parts.push_back(line);
    }
    told.remove_prefix(std::min(end + 1, told.size()));
  }
  return parts;
}

}  // namespace

void PlainClient::show_table(Viewer whose, bool whole) {
  std::vector<std::string>& before = told_[static_cast<size_t>(engine::index_of(whose.seat) + 1)];
  std::vector<std::string> now = parts_of(session_.table().tell(whose, texts()));
  whole = whole || before.empty();
  bool any = false;
  for (const std::string& part : now) {
    const std::string told = whole ? part : news_of(part, before);
    if (told.empty()) continue;
    if (!std::exchange(any, true)) {
      say("");
      if (!whole) say(words().get("plain.changed"));
    }
    say(told);
  }
  if (!planning()) before = std::move(now);
}

bool PlainClient::passed_for(Seat seat) {
  const std::optional<engine::Action> answer = passing_.answer(session_, seat);
  if (!answer || session_.act(seat, *answer)) return false;
  if (passing_.first()) say(words().get("passing.told"));
  return true;
}

void PlainClient::human_turn(Seat seat) {
  const std::vector<engine::Step>& steps = session_.table().steps();
  if (seat != holder_ || steps.empty() || steps.back().seat != seat) {
    introduce(seat);
  } else {
    hear(viewer());
    show_table(viewer(), false);
  }
  choices_ = choices_of(session_.table(), seat, texts());
  list_due_ = true;
  if (tutor_.on && session_.humans() == 1) tutor_.attend(session_.table(), seat);
  const size_t before = steps.size();
  while (!leaving_ && (planning() || session_.table().steps().size() == before)) {
    if (std::exchange(list_due_, false)) show_choices(seat);
    if (settings_.interactive) out_ << (planning() ? "plan> " : "> ") << std::flush;
    std::string line;
    if (at_end_ || !std::getline(in_, line)) {
      at_end_ = true;
      leaving_ = true;
    } else {
      obey(seat, engine::trim(line));
    }
  }
  if (planning()) end_plan(seat);  // whoever leaves has carried nothing out
}

void PlainClient::show_choices(Seat seat) {
  say("");
  if (planning() && choices_.empty()) {
    say(words().get("plan.ends"));
    return;
  }
  say(words().format("plain.pair", seat_name(texts(), seat),
                     prompt_text(session_.table(), seat, texts())));
  if (coach_.due(session_.table(), seat)) say(why_text(session_.table(), seat, texts()));
  int number = 0;
  int forbidden = 0;
  for (const Choice& choice : choices_) {
    if (choice.allowed()) {
      say(std::to_string(++number) + ". " + choice.text +
          (choice.note.empty() ? "" : " – " + choice.note));
    } else {
      ++forbidden;
    }
  }
  if (forbidden == 1) say(words().get("plain.one_forbidden"));
  if (forbidden > 1) say(words().format("plain.forbidden", std::to_string(forbidden)));
}

void PlainClient::obey(Seat seat, std::string_view line) {
  if (line.empty()) return;
  int64_t number = 0;
  if (engine::parse_int(line, 0, 9999, number)) {
    choose_number(seat, number);
    return;
  }
  const size_t blank = line.find(' ');
  const std::string_view rest =
      blank == std::string_view::npos ? "" : engine::trim(line.substr(blank));
  if (obey_word(seat, line.substr(0, blank), rest)) return;
  const auto action = session_.game().parse_action(*session_.table().edition(), line);
  if (action) {
    act(seat, *action);
  } else {
    say(words().format("plain.not_understood", std::string(line)));
  }
}

bool PlainClient::obey_word(Seat seat, std::string_view word, std::string_view rest) {
  if (word == "?") {
    show_reasons();
  } else if (word == "why") {
    say(session_.table().acting().contains(seat) ? why_text(session_.table(), seat, texts())
                                                 : std::string(words().get("plan.ends")));
  } else if (word == "hint") {
    show_hint(seat);
  } else if (word == "tutor") {
    switch_tutor(seat);
  } else if (word == "auto") {
    switch_passing();
  } else if (word == "i" || word == "info") {
    show_info(rest);
  } else if (word == "u" || word == "undo") {
    planning() ? go_back_in_plan(seat) : take_back(seat);
  } else if (word == "plan") {
    planning() ? end_plan(seat) : begin_plan(seat);
  } else if (word == "do" && planning()) {
    carry_out(seat);
  } else if (word == "board") {
    show_table(viewer(), true);
    list_due_ = true;
  } else if (word == "log") {
    show_log(viewer());
  } else if (word == "rules") {
    show_rules(rest);
  } else if (word == "save") {
    save(rest.empty() ? settings_.save_path : std::string(rest));
  } else if (word == "lang") {
    change_language(seat, rest);
  } else if (word == "help" || word == "h") {
    say(words().get("plain.help"));
  } else if (word == "quit" || word == "q") {
    leaving_ = true;
  } else {
    return false;
  }
  return true;
}

void PlainClient::act(Seat seat, engine::Action action) {
  if (planning() && !session_.table().acting().contains(seat)) {
    say(words().get("plan.ends"));
    return;
  }
  if (const engine::Error error = session_.table().check(seat, action)) {
    const auto found = std::ranges::find(choices_, action, &Choice::action);
    say(found == choices_.end() ? error.text : found->reason);
    return;
  }
  if (planning()) return try_out(seat, action);
  // A script has no time to lose; a person is not held up.
  if (tutor_.doubts(session_, seat, action, !settings_.interactive)) {
    const auto found = std::ranges::find(choices_, action, &Choice::action);
    say(words().format("hint.doubt", found == choices_.end() ? "" : found->text));
    return;
  }
  coach_.answered(session_.table(), seat);
  const engine::Error error = session_.act(seat, action);
  if (error) say(error.text);
  if (settings_.interactive) {
    if (const engine::Error problem = write_save(settings_.save_path, session_.save())) {
      say(words().format("save.failed", problem.text));
    }
  }
}

void PlainClient::choose_number(Seat seat, int64_t number) {
  if (choices_.empty()) return say(words().get("plan.ends"));
  const auto allowed = std::ranges::count_if(choices_, &Choice::allowed);
  if (number < 1 || number > allowed) {
    say(words().format("plain.no_such_number", std::to_string(number), std::to_string(allowed)));
    return;
  }
  act(seat, choices_[static_cast<size_t>(number - 1)].action);  // what is allowed comes first
}

void PlainClient::take_back(Seat seat) {
  static constexpr std::array<std::string_view, 5> kAnswers{
      "undo.done", "undo.nothing", "undo.other_seat", "undo.chance", "undo.shown"};
  const UndoAnswer answer = session_.undo(seat);
  say(words().get(kAnswers[static_cast<size_t>(answer)]));
  if (answer == UndoAnswer::kDone) {
    passing_.went_back(session_);
    for (int& heard : heard_)
      heard = std::min(heard, static_cast<int>(session_.table().steps().size()) - 1);
  }
}

void PlainClient::show_hint(Seat seat) {
  if (!Tutor::allowed(session_, settings_.hints)) return say(words().get("hint.not_agreed"));
  if (!session_.table().acting().contains(seat)) return say(words().get("plan.ends"));
  std::vector<engine::Action> order;
  for (const Choice& choice : choices_) order.push_back(choice.action);
  const bots::Advice& advice = tutor_.advice(session_.table(), seat);
  for (const std::string& line : advice_lines(session_, seat, advice, settings_.language, order))
    say(line);
  if (!advice.choices.empty()) say(words().get("hint.note"));
}

void PlainClient::switch_tutor(Seat seat) {
  if (session_.humans() != 1) return say(words().get("hint.tutor_alone"));
  tutor_.on = !tutor_.on;
  say(words().get(tutor_.on ? "hint.tutor_on" : "hint.tutor_off"));
  if (tutor_.on && !planning()) tutor_.attend(session_.table(), seat);
}

void PlainClient::switch_passing() {
  if (!Passing::allowed(session_)) return say(words().get("passing.alone"));
  passing_.turn();
  say(words().get(passing_.on() ? "passing.on" : "passing.off"));
}

void PlainClient::show_reasons() {
  for (const std::string& line : reason_lines(choices_, words())) say(line);
}

void PlainClient::show_info(std::string_view number) {
  int64_t index = 0;
  const auto allowed = std::ranges::count_if(choices_, &Choice::allowed);
  if (choices_.empty()) return say(words().get("plan.ends"));
  if (!engine::parse_int(number, 1, allowed, index)) {
    say(words().get("plain.info_usage"));
    return;
  }
  std::vector<Thing> things =
      things_of(session_.table(), choices_[static_cast<size_t>(index - 1)].action, texts());
  if (things.empty()) {
    things = latest_things(session_.table(), viewer(), texts());
    if (!things.empty()) say(words().get("info.latest"));
  }
  for (const Thing& thing : things) say(words().format("plain.pair", thing.name, thing.text));
  if (things.empty()) say(words().get("info.nothing"));
}

void PlainClient::show_log(Viewer whose) {
  for (const LogLine& line : collapsed(session_.log(whose, texts()))) say("- " + line.text);
}

void PlainClient::show_rules(std::string_view term) {
  bool any = false;
  const Page page = rules_page(session_.table(), settings_.language);
  const std::string wanted = folded(term);
  // What is called so, then what mentions it.
  for (const bool called : {true, false}) {
    for (const Section& section : page.sections) {
      const bool titled = holds(folded(section.heading), wanted);
      if (called != titled || (!titled && !holds(folded(section.text), wanted))) continue;
      say(section.heading);
      say(section.text);
      say("");
      any = true;
    }
  }
  if (!any) say(words().format("plain.no_rule", std::string(term)));
}

void PlainClient::change_language(Seat seat, std::string_view code) {
  const auto language = engine::parse_language(code);
  if (!language) {
    say(language.error.text);
    return;
  }
  settings_.language = *language;
  for (std::vector<std::string>& told : told_) told.clear();  // in other words all is new
  choices_ = choices_of(session_.table(), seat, texts());
  list_due_ = true;
}

void PlainClient::show_result() {
  if (session_.humans() > 1) holder_ = Seat::kNone;  // the end is for everybody
  hear(viewer());
  show_table(viewer(), true);
  say("");
  say(words().get("result.title"));
  for (const std::string& line : result_lines(session_.table(), texts(), words())) say(line);
}

void PlainClient::save(const std::string& path) {
  const engine::Error error = write_save(path, session_.save());
  say(error ? words().format("save.failed", error.text) : words().format("save.done", path));
}

int PlainClient::leave() {
  if (session_.table().over()) show_result();
  if (at_end_) say(words().get("plain.end_of_input"));
  if (session_.humans() == 0 || session_.table().steps().empty()) return kOk;
  if (const engine::Error error = write_save(settings_.save_path, session_.save())) {
    say(words().format("save.failed", error.text));
    return kFailed;
  }
  say(words().format(session_.table().over() ? "save.record" : "save.resume", settings_.save_path));
  return kOk;
}

namespace {

// The next line, or what stands for an empty one; false at the end of the input.
bool ask(std::istream& in, std::ostream& out, const std::string& question, std::string& answer) {
  out << question << '\n' << std::flush;
  std::string line;
  if (!std::getline(in, line)) return false;
  if (const std::string_view text = engine::trim(line); !text.empty()) answer = text;
  return true;
}

}  // namespace

std::optional<StartChoice> ask_plain(std::istream& in, std::ostream& out, engine::Language language,
                                     bool ascii) {
  const Texts& texts = words(language);
  const auto shown = [ascii](const std::string& text) { return ascii ? in_ascii(text) : text; };
  const std::vector<SavedGame> saved = unfinished_games();
  const auto games = static_cast<int64_t>(games::all().size());
  int64_t number = 0;
  for (const engine::AnyGame* game : games::all()) {
    out << ++number << ". " << shown(std::string(game->texts(language).get("game.name"))) << '\n';
  }
  for (const SavedGame& entry : saved) {
    out << ++number << ". "
        << shown(texts.format("menu.saved_game",
                              std::string(entry.game->texts(language).get("game.name")),
                              std::to_string(entry.seats), std::to_string(entry.steps)))
        << ", " << entry.when << '\n';
  }
  const auto ask_number = [&](std::string_view question, int64_t most, int64_t& answer) {
    std::string line = "1";
    do {
      if (!ask(in, out, shown(texts.format(question, std::to_string(most))), line)) return false;
    } while (!engine::parse_int(line, 1, most, answer));
    return true;
  };
  if (!ask_number("plain.which", number, number)) return std::nullopt;
  if (number > games) return StartChoice{saved[static_cast<size_t>(number - games - 1)].path, {}};

  Setup setup = Setup::of(*games::all()[static_cast<size_t>(number - 1)]);
  const Editions editions = editions_of(*setup.game);
  for (const std::string& problem : editions.problems) out << shown(problem) << '\n';
  if (editions.offered.size() > 1) {
    number = 0;
    for (const engine::EditionPtr& edition : editions.offered) {
      out << ++number << ". " << shown(edition_title(*edition, language)) << '\n';
    }
    if (!ask_number("plain.edition", number, number)) return std::nullopt;
    setup.edition = editions.offered[static_cast<size_t>(number - 1)];
  }
  for (const std::string_view level : bots::levels()) {
    out << shown(texts.format("plain.pair", level, bots::level_text(level, language))) << '\n';
  }
  const engine::GameSpec& spec = setup.game->spec();
  for (;;) {
    std::string answer = sitter_ids(setup.sitters);
    if (!ask(in, out,
             shown(texts.format("plain.who", std::to_string(spec.min_seats),
                                std::to_string(spec.max_seats), answer)),
             answer)) {
      return std::nullopt;
    }
    const auto sitters = parse_sitters(answer);
    const auto count = static_cast<int>((*sitters).size());
    if (sitters && count >= spec.min_seats && count <= spec.max_seats) {
      setup.sitters = *sitters;
      return StartChoice{{}, setup};
    }
    if (!sitters) out << sitters.error.text << '\n';
  }
}

}  // namespace cli
