// `stamtafel learn`: a game taught by playing it.
#include "cli/learn.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/locale.h"
#include "cli/play.h"
#include "cli/screen.h"
#include "cli/session.h"
#include "cli/terminal_table.h"
#include "cli/words.h"

namespace cli {

using engine::LessonMoment;
using engine::Texts;

const Texts& LearnClient::words() const { return cli::words(settings_.language); }

void LearnClient::say(std::string_view line) { say_on(settings_.paper, line, out_); }

LearnClient::End LearnClient::run() {
  say(lesson_.title(settings_.language));
  say(words().get("learn.welcome"));
  bool due = true;
  while (!end_) {
    if (std::exchange(due, false)) show(now());
    if (settings_.interactive) out_ << "> " << std::flush;
    std::string line;
    if (!std::getline(in_, line)) {
      say(words().get("plain.end_of_input"));
      return End::kLeft;
    }
    const size_t before = way_.back();
    obey(now(), engine::trim(line));
    due = way_.back() != before;
  }
  return *end_;
}

void LearnClient::show(const LessonMoment& moment) {
  const engine::AnyTable& table = *moment.table;
  const Texts& texts = table.texts(settings_.language);
  say("");
  for (const engine::LessonBeat& beat : moment.beats) {
    const std::span<const engine::Event> events = beat.table->events();
    for (const std::string& line :
         table.game().event_texts(*table.edition(), events.subspan(beat.first_event),
                                  engine::Viewer::at(moment.learner), texts)) {
      if (!line.empty()) say("- " + line);
    }
  }
  show_table(moment);
  const engine::LessonStep& step = lesson_.step_of(moment);
  say(fmt::format("[{}/{}] {}", moment.step + 1, lesson_.steps.size(),
                  step.say[static_cast<size_t>(settings_.language)]));
  if (const std::string things = looked_at(moment); !things.empty())
    say(words().format("learn.look", things));
  if (step.wanted.empty()) {
    choices_.clear();
    say(words().get("learn.next"));
  } else {
    choices_ = choices_of(table, moment.learner, texts);
    show_choices(moment);
  }
}

// Only where something has changed: at the beginning of a scene, after what was done, and back
// again.
void LearnClient::show_table(const LessonMoment& moment) {
  const bool fresh = way_.size() == 1 || std::exchange(back_, false) ||
                     lesson_.moments[way_[way_.size() - 2]].scene != moment.scene ||
                     !moment.beats.empty();
  if (!fresh) return;
  const engine::Viewer viewer = engine::Viewer::at(moment.learner);
  const Texts& texts = moment.table->texts(settings_.language);
  say(settings_.drawn ? board_text(*moment.table, viewer, texts)
                      : moment.table->tell(viewer, texts));
}

void LearnClient::show_choices(const LessonMoment& moment) {
  const Texts& texts = moment.table->texts(settings_.language);
  say(words().format("plain.pair", seat_name(texts, moment.learner),
                     prompt_text(*moment.table, moment.learner, texts)));
  for (const std::string& line : numbered_lines(choices_)) say(line);
}

void LearnClient::show_reasons() {
  for (const std::string& line : reason_lines(choices_, words())) say(line);
}

std::string LearnClient::looked_at(const LessonMoment& moment) const {
  const engine::AnyGame& game = moment.table->game();
  const engine::AnyEdition& edition = *moment.table->edition();
  const Texts& texts = moment.table->texts(settings_.language);
  const engine::GameSpec& spec = game.spec();
  std::string names;
  for (const std::string& thing : lesson_.step_of(moment).look) {
    const size_t colon = thing.find(':');
    if (colon == std::string::npos) continue;  // a part of the page's board
    const std::string_view domain = std::string_view(thing).substr(0, colon);
    const std::string_view id = std::string_view(thing).substr(colon + 1);
    std::string name;
    if (const auto seat = engine::parse_seat(spec, moment.table->seats(), id);
        domain == "seat" && seat) {
      name = seat_name(texts, *seat);
    }
    for (size_t i = 0; i < spec.domains.size() && name.empty(); ++i) {
      if (spec.domains[i].id != domain) continue;
      const auto number = static_cast<engine::DomainId>(engine::kFirstDomain + i);
      const int value = game.parse_value(edition, number, id.substr(0, id.find('@')));
      if (value >= 0) name = game.value_text(edition, number, value, texts);
    }
    if (!name.empty()) names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

void LearnClient::obey(const LessonMoment& moment, std::string_view line) {
  int64_t number = 0;
  const bool reads = lesson_.step_of(moment).wanted.empty();
  if (line == "q" || line == "quit") {
    end_ = End::kLeft;
  } else if (line == "b" || line == "back") {
    back_ = way_.size() > 1;
    if (back_) way_.pop_back();
  } else if (line == "s" || line == "skip" || (line.empty() && reads)) {
    follow(moment.leads.front());
  } else if (line == "?") {
    show_reasons();
  } else if (line == "h" || line == "help") {
    say(words().get("learn.help"));
  } else if (engine::parse_int(line, 1, std::ranges::count_if(choices_, &Choice::allowed),
                               number)) {
    choose(moment, choices_[static_cast<size_t>(number - 1)].action);  // what is allowed is first
  } else if (!line.empty()) {
    say(words().format("plain.not_understood", std::string(line)));
  }
}

void LearnClient::choose(const LessonMoment& moment, engine::Action action) {
  if (const LessonMoment::Lead* lead = moment.lead(action)) return follow(*lead);
  const engine::LessonText* answer = lesson_.answer(moment, action);
  say(answer == nullptr ? words().get("learn.not_this")
                        : std::string_view((*answer)[static_cast<size_t>(settings_.language)]));
}

void LearnClient::follow(const LessonMoment::Lead& lead) {
  if (lead.to) {
    way_.push_back(*lead.to);
  } else {
    end_ = End::kFinished;
  }
}

namespace {

struct LearnFlags {
  TableFlags table;
  std::string lesson;
  bool list = false;
  bool plain = false;
};

std::string listed(const std::vector<engine::Lesson>& lessons, engine::Language language) {
  size_t longest = 0;
  for (const engine::Lesson& lesson : lessons) longest = std::max(longest, lesson.id().size());
  std::string out;
  for (const engine::Lesson& lesson : lessons) {
    out +=
        fmt::format("{:{}}  {} ({})\n", lesson.id(), longest, lesson.title(language),
                    words(language).format("learn.minutes", std::to_string(lesson.file.minutes)));
  }
  return out;
}

// The real game that follows.
int play_on(const engine::AnyGame& game, const engine::TableSpec& spec, const LearnFlags& flags) {
  TableFlags table = flags.table;
  table.players = spec.seats;
  for (size_t i = 0; i < game.spec().variants.size(); ++i) {
    const std::string value = engine::variant_value(game.spec(), spec.variants, i);
    if (value == engine::variant_value(game.spec(), engine::default_variants(game.spec()), i))
      continue;
    table.variants.push_back(fmt::format("{}={}", game.spec().variants[i].id, value));
  }
  return play_first_game(table, flags.plain);
}

int run_learn(const LearnFlags& flags) {
  const auto game = find_game(flags.table.game);
  if (!game) return report(game.error);
  const auto language = find_language(flags.table);
  if (!language) return report(language.error);
  const std::vector<engine::Lesson> lessons = engine::lessons_of(**game);
  if (flags.list) {
    print_text(listed(lessons, *language));
    return kOk;
  }
  std::vector<std::string> ids;
  ids.reserve(lessons.size());
  for (const engine::Lesson& lesson : lessons) ids.emplace_back(lesson.id());
  const std::string& wanted = flags.lesson.empty() && !ids.empty() ? ids.front() : flags.lesson;
  const auto found = std::ranges::find(ids, wanted);
  if (found == ids.end()) {
    return report({engine::ErrorCode::kUsage,
                   fmt::format("there is no lesson '{}' of {}; there are: {}", wanted,
                               flags.table.game, fmt::join(ids, ", ")),
                   ""});
  }
  const engine::Lesson& lesson = lessons[static_cast<size_t>(found - ids.begin())];
  LearnSettings settings;
  settings.language = *language;
  settings.interactive = terminal_present();
  settings.drawn = settings.interactive && !flags.plain;
  settings.paper = paper_here();
  LearnClient client(std::cin, std::cout, lesson, settings);
  const LearnClient::End end = client.run();
  std::cout.flush();
  if (end == LearnClient::End::kLeft) return kOk;
  print_line(words(*language).get("learn.done"));
  if (!lesson.play) return kOk;
  print_line(words(*language).get("learn.play"));
  std::string line;
  if (!std::getline(std::cin, line) || !engine::trim(line).empty()) return kOk;
  return play_on(**game, *lesson.play, flags);
}

}  // namespace

void add_learn(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "learn",
      "learn a game by playing it\n"
      "A lesson shows a table, says a sentence or two and asks you to do something; other choices "
      "are answered, too. The first lesson of a game takes some minutes and ends in a short real "
      "game against bots. docs/lessons.md describes how lessons are written.");
  const auto flags = std::make_shared<LearnFlags>();
  flags->table.add_game(*command);
  command->add_option("LESSON", flags->lesson, "Which lesson. Without it: the first.");
  flags->table.add_language(*command);
  command->add_flag("--list", flags->list, "Prints which lessons there are.");
  command->add_flag("--plain", flags->plain,
                    "The table in sentences instead of a picture, and the game in plain lines.");
  add_footer(*command,
             "  stamtafel learn {game}\n"
             "  stamtafel learn {game} --list\n"
             "  stamtafel learn {game} --lang nl\n");
  command->callback([flags, &exit_code] { exit_code = run_learn(*flags); });
}

}  // namespace cli
