#include "cli/table_client.h"

#include <algorithm>

#include "cli/common.h"
#include "cli/rulebook.h"
#include "cli/saves.h"
#include "cli/words.h"

namespace cli {

using engine::Seat;
using engine::Style;

TableClient::TableClient(Stage& stage, Session session, std::string save_path)
    : stage_(stage),
      session_(std::move(session)),
      save_path_(std::move(save_path)),
      passing_(stage.settings().pass) {
  fresh_.fill(-1);
  tutor_.on = stage_.settings().tutor;
  holder_ = session_.only_human();
}

const engine::Texts& TableClient::texts() const {
  return session_.texts(stage_.settings().language);
}

engine::Viewer TableClient::viewer() const {
  if (session_.humans() > 0) {
    // Around a shared keyboard the end is for everybody's eyes.
    const bool shared = session_.table().over() && session_.humans() > 1;
    return engine::Viewer::at(shared ? Seat::kNone : holder_);
  }
  if (watching_ == -2) return engine::Viewer::everything();
  return engine::Viewer::at(engine::seat_at(watching_));
}

void TableClient::say(std::string message, Style style) {
  message_ = std::move(message);
  message_style_ = style;
}

TableClient::End TableClient::run() {
  while (!stage_.hung_up() && !leaving_) {
    if (session_.table().over()) {
      if (result() == End::kRematch) return End::kRematch;
      continue;
    }
    const Seat seat = session_.next(holder_);
    if (!session_.human(seat)) {
      bot_turn(seat);
    } else if (seat != holder_) {
      pass_to(seat);
    } else if (!passed_for(seat)) {
      human_turn(seat);
    }
  }
  keep();
  return End::kLeft;
}

void TableClient::pass_to(Seat seat) {
  const std::string name = seat_name(texts(), seat);
  const bool may_undo = holder_ != Seat::kNone && session_.can_undo(holder_) == UndoAnswer::kDone;
  const Key key = stage_.ask([&](Surface& surface) {
    surface.wear(session_.game().spec());
    const int middle = surface.height() / 2;
    surface.write_centred(middle - 3, texts().get("game.name"), Style::kDim);
    surface.write_centred(middle - 1, words().format("pass.title", name), style_of(seat));
    surface.write_centred(middle + 1, words().get("pass.text"));
    write_keys(surface, 1, surface.height() - 1,
               words().get(may_undo ? "keys.pass_undo" : "keys.pass"));
  });
  if (key.kind == Key::kEnter || key.is(U' ')) {
    holder_ = seat;
    log_.scroll = 0;
  } else if (key.is(U'u') && may_undo) {
    take_back(holder_);
  } else if (key.is(U'L')) {
    stage_.next_language();
  } else if (key.is(U'q')) {
    ask_to_leave([](Surface&) {});  // nothing of the table: it is between two players
  }
}

bool TableClient::passed_for(Seat seat) {
  const std::optional<engine::Action> answer = passing_.answer(session_, seat);
  if (!answer || session_.act(seat, *answer)) return false;
  if (passing_.first()) say(std::string(words().get("passing.told_keys")));
  return true;
}

void TableClient::human_turn(Seat seat) {
  skipping_ = false;
  info_ = false;
  why_ = false;
  menu_.ask(choices_of(session_.table(), seat, texts()));
  if (tutor_.on && session_.humans() == 1) tutor_.attend(session_.table(), seat);
  const Stage::Paint table = [&](Surface& surface) { paint(surface, Scene::kChoose, seat); };
  const size_t steps = session_.table().steps().size();
  while (!leaving_ && !stage_.hung_up() && session_.table().steps().size() == steps) {
    const Key key = stage_.ask(table);
    message_.clear();
    if (menu_.handle(key)) continue;
    if (key.kind == Key::kEnter && pick(seat, menu_.highlighted())) return;
    if (key.kind == Key::kEscape) info_ = false;
    if (key.kind != Key::kChar || !pick(seat, menu_.by_key(key.glyph))) {
      if (key.is(U'i')) info_ = !info_;
      if (key.is(U'?')) {
        show_reasons();
        continue;
      }
      if (key.is(U'/')) menu_.start_filter();
      if (key.is(U'u')) take_back(seat);
      if (key.is(U'P')) plan(seat);
      if (key.is(U'W')) why_ = !why_;
      if (key.is(U'H')) show_hint(seat, table);
      if (key.is(U'T')) switch_tutor(seat);
      if (key.is(U'A')) switch_passing();
      if (command(key, table)) menu_.reword(choices_of(session_.table(), seat, texts()));
    }
  }
}

bool TableClient::choose(Seat seat, const Choice* choice) {
  if (choice == nullptr) return false;
  if (!choice->allowed()) {
    say(choice->reason, Style::kBad);
    return false;
  }
  const std::vector<engine::Step>& steps = session_.table().steps();
  if (steps.empty() || steps.back().seat != seat) {
    fresh_[static_cast<size_t>(engine::index_of(seat))] = static_cast<int>(steps.size());
  }
  if (!planning_) coach_.answered(session_.table(), seat);
  if (const engine::Error error = session_.act(seat, choice->action)) {
    say(error.text, Style::kBad);
    return false;
  }
  log_.scroll = 0;
  keep();
  return true;
}

bool TableClient::pick(Seat seat, const Choice* choice) {
  if (choice != nullptr && choice->allowed() &&
      tutor_.doubts(session_, seat, choice->action, false)) {
    say(words().format("hint.doubt_keys", choice->text), Style::kBad);
    return false;
  }
  return choose(seat, choice);
}

void TableClient::show_hint(Seat seat, const Stage::Paint& below) {
  if (!Tutor::allowed(session_, stage_.settings().hints))
    return say(std::string(words().get("hint.not_agreed")), Style::kBad);
  const auto notice = [&](const std::vector<std::string>& lines, std::string_view keys) {
    return [&below, lines, title = std::string(words().get("hint.title")),
            keys = std::string(keys)](Surface& surface) {
      below(surface);
      draw_notice(surface, title, lines, keys);
    };
  };
  stage_.ask(notice({std::string(words().get("hint.thinking"))}, ""), 0);
  const bots::Advice& advice = tutor_.advice(session_.table(), seat);
  std::vector<std::string> lines = advice_lines(session_, seat, advice, stage_.settings().language);
  if (!advice.choices.empty()) {
    lines.emplace_back();
    lines.emplace_back(words().get("hint.note"));
  }
  const Key key = stage_.ask(notice(lines, words().get("keys.hint")));
  const size_t wanted = key.kind == Key::kChar ? key.glyph - U'1' : advice.best().size();
  if (wanted >= advice.best().size()) return;
  const std::vector<Choice> choices = choices_of(session_.table(), seat, texts());
  const auto found = std::ranges::find(choices, advice.best()[wanted].action, &Choice::action);
  if (found != choices.end()) choose(seat, &*found);
}

void TableClient::switch_tutor(Seat seat) {
  if (session_.humans() != 1) return say(std::string(words().get("hint.tutor_alone")), Style::kBad);
  tutor_.on = !tutor_.on;
  say(std::string(words().get(tutor_.on ? "hint.tutor_on" : "hint.tutor_off")));
  if (tutor_.on) tutor_.attend(session_.table(), seat);
}

void TableClient::switch_passing() {
  if (!Passing::allowed(session_))
    return say(std::string(words().get("passing.alone")), Style::kBad);
  passing_.turn();
  stage_.settings().pass = passing_.on();
  say(std::string(words().get(passing_.on() ? "passing.on" : "passing.off")));
}

void TableClient::bot_turn(Seat seat) {
  const int pause = skipping_ ? 0 : stage_.settings().pause_ms;
  const Stage::Paint table = [&](Surface& surface) { paint(surface, Scene::kThink, seat); };
  const Key key = stage_.ask(table, pause);
  if (key.kind == Key::kHangUp) return;
  if (key.kind != Key::kNone) {
    message_.clear();
    if (key.is(U'u') && holder_ != Seat::kNone) {
      take_back(holder_);
      return;
    }
    if (key.kind == Key::kTab) {
      watch_next();
      return;
    }
    if (command(key, table)) return;
    // Where only bots play, a key hurries one step; else all steps up to the next person's turn.
    skipping_ = session_.humans() > 0;
  }
  const std::string complaint = session_.act_bot(seat);
  if (!complaint.empty()) {
    stage_.confirm(table, std::string(words().get("error.title")), {complaint});
  }
}

TableClient::End TableClient::result() {
  keep();
  const Stage::Paint table = [&](Surface& surface) { paint(surface, Scene::kResult, Seat::kNone); };
  const size_t steps = session_.table().steps().size();
  while (!leaving_ && !stage_.hung_up() && session_.table().steps().size() == steps) {
    const Key key = stage_.ask(table);
    message_.clear();
    if (key.is(U'n')) return End::kRematch;
    if (key.is(U'u') && holder_ != Seat::kNone) take_back(holder_);
    if (key.kind == Key::kTab) watch_next();
    if (key.kind == Key::kUp) --result_.scroll;
    if (key.kind == Key::kDown) ++result_.scroll;
    if (key.is(U'q') || key.kind == Key::kEscape) {
      leaving_ = true;
    } else {
      command(key, table);
    }
  }
  return End::kLeft;
}

bool TableClient::command(const Key& key, const Stage::Paint& below) {
  const engine::AnyGame& game = session_.game();
  Settings& settings = stage_.settings();
  if (key.kind == Key::kPageUp) {
    log_.scroll += 5;
  } else if (key.kind == Key::kPageDown) {
    log_.scroll -= 5;
  } else if (key.is(U'l')) {
    stage_.read([&] { return log_page(); }, true);
  } else if (key.is(U'r')) {
    stage_.read([&] { return rules_page(session_.table(), settings.language); });
  } else if (key.is(U'h') || key.is(U'?')) {
    stage_.read([&] { return help_page(settings.language, &game, session_.table().edition()); });
  } else if (key.is(U'L')) {
    stage_.next_language();
  } else if (key.is(U'+') || key.is(U'-')) {
    change_pace(key.is(U'+') ? 1 : -1);
  } else if (key.is(U's')) {
    save_as(below);
  } else if (key.is(U'q')) {
    ask_to_leave(below);
  } else {
    return false;
  }
  return true;
}

void TableClient::show_reasons() {
  if (menu_.all_allowed()) {
    say(std::string(words().get(menu_.count() == 0 ? "plan.ends" : "plain.all_allowed")));
  } else {
    menu_.toggle_reasons();
  }
}

void TableClient::take_back(Seat seat) {
  switch (session_.undo(seat)) {
    case UndoAnswer::kDone:
      passing_.went_back(session_);
      say(std::string(words().get("undo.done")));
      break;
    case UndoAnswer::kNothing:
      say(std::string(words().get("undo.nothing")), Style::kBad);
      break;
    case UndoAnswer::kOtherSeat:
      say(std::string(words().get("undo.other_seat")), Style::kBad);
      break;
    case UndoAnswer::kChance:
      say(std::string(words().get("undo.chance")), Style::kBad);
      break;
    case UndoAnswer::kShown:
      say(std::string(words().get("undo.shown")), Style::kBad);
      break;
  }
}

void TableClient::change_pace(int by) {
  const auto last = static_cast<int>(kPaces.size()) - 1;
  const int pace = std::clamp(static_cast<int>(pace_of(stage_.settings())) + by, 0, last);
  stage_.settings().pause_ms = kPaces[static_cast<size_t>(pace)].pause_ms;
  const std::string id(kPaces[static_cast<size_t>(pace)].id);
  say(words().format("pace.now", std::string(words().get("pace." + id))));
}

void TableClient::watch_next() {
  if (session_.humans() > 0) return;
  watching_ = watching_ + 1 < session_.table().seats() ? watching_ + 1 : -2;
}

void TableClient::save_as(const Stage::Paint& below) {
  const std::string path =
      stage_.ask_line(below, std::string(words().get("save.question")), save_path_);
  if (path.empty()) return;
  if (const engine::Error error = write_save(path, session_.save())) {
    say(words().format("save.failed", error.text), Style::kBad);
    return;
  }
  kept_in_ = path;
  save_path_ = path;
  say(words().format("save.done", path), Style::kGood);
}

// Nothing has been played yet, or nobody plays: then there is nothing worth keeping.
void TableClient::keep() {
  if (session_.humans() == 0 || session_.table().steps().empty()) return;
  const engine::Error error = write_save(save_path_, session_.save());
  if (!error) {
    kept_in_ = save_path_;
  } else if (error.text != keep_error_) {  // said once; the game goes on
    say(words().format("save.failed", error.text), Style::kBad);
  }
  keep_error_ = error.text;
}

void TableClient::ask_to_leave(const Stage::Paint& below) {
  keep();
  std::vector<std::string> lines;
  if (!keep_error_.empty()) {
    lines.push_back(words().format("quit.lost", keep_error_));
  } else if (!kept_in_.empty()) {
    lines.push_back(words().format("quit.kept", kept_in_));
  } else {
    lines.emplace_back(words().get("quit.nothing"));
  }
  leaving_ = stage_.confirm(below, std::string(words().get("quit.title")), lines);
}

Page TableClient::log_page() const {
  Page page{std::string(words().get("log.title")), {{"", ""}}};
  for (const LogLine& line : collapsed(session_.log(viewer(), texts()))) {
    page.sections.front().text += "▪ " + line.text + "\n";
  }
  return page;
}

namespace {

Page page_of_rules(const engine::AnyGame& game, const engine::EditionPtr& edition,
                   const engine::Texts& texts, engine::Language language) {
  Page page{words(language).format("rules.title", std::string(texts.get("game.name"))), {}};
  if (edition->hash() != game.default_edition()->hash()) {
    const std::string* about = texts.find("edition.text");
    page.sections.push_back(
        {words(language).format("games.edition", edition_title(*edition, language)),
         about != nullptr ? *about : ""});
  }
  std::string group;
  for (Entry& entry : entries_of(game, edition, texts, words(language))) {
    if (group != entry.group) {
      const std::string_view heading = heading_of(entry.group, texts);
      if (!heading.empty()) page.sections.push_back({"— " + std::string(heading) + " —", ""});
      group = entry.group;
    }
    page.sections.push_back({std::move(entry.title), std::move(entry.text)});
  }
  page.sections.push_back({"", std::string(words(language).get("rules.house"))});
  return page;
}

}  // namespace

Page rules_page(const engine::AnyGame& game, const engine::EditionPtr& edition,
                engine::Language language) {
  const engine::EditionPtr told = edition ? edition : game.default_edition();
  return page_of_rules(game, told, told->texts(language), language);
}

Page rules_page(const engine::AnyTable& table, engine::Language language) {
  const engine::AnyGame& game = table.game();
  return page_of_rules(game, table.edition(), game.texts_at(table, language), language);
}

Page help_page(engine::Language language, const engine::AnyGame* game,
               const engine::EditionPtr& edition) {
  const engine::Texts& texts = words(language);
  Page page{std::string(texts.get("help.title")), {}};
  for (const std::string_view part : {"choosing", "reading", "table", "people", "keeping"}) {
    const std::string key = "help." + std::string(part);
    page.sections.push_back(
        {std::string(texts.get(key + ".title")), std::string(texts.get(key + ".text"))});
  }
  if (game != nullptr && game->texts(language).has("board.signs")) {
    const engine::Texts& told = edition ? edition->texts(language) : game->texts(language);
    page.sections.insert(page.sections.begin(), {std::string(texts.get("help.signs")),
                                                 std::string(told.get("board.signs"))});
  }
  return page;
}

}  // namespace cli
