#include "cli/replay_view.h"

#include <algorithm>

#include "cli/result.h"
#include "cli/table_client.h"
#include "cli/words.h"

namespace cli {

using engine::Seat;
using engine::Style;
using engine::Texts;
using engine::Viewer;

Replay::Replay(std::unique_ptr<engine::AnyTable> table) : whole_(std::move(table)) { go_to(0); }

void Replay::go_to(int step) {
  const int wanted = std::clamp(step, 0, steps());
  shown_ = whole_->clone();
  const engine::Error error = shown_->rewind(static_cast<size_t>(wanted));
  assert(!error);
  (void)error;
}

void Replay::next_viewer() {
  if (viewer_.all) {
    viewer_ = Viewer::spectator();
  } else if (const int seat = engine::index_of(viewer_.seat) + 1; seat < whole_->seats()) {
    viewer_ = Viewer::at(engine::seat_at(seat));
  } else {
    viewer_ = Viewer::everything();
  }
}

std::string Replay::viewer_name(engine::Language language) const {
  if (viewer_.all) return std::string(words(language).get("replay.all"));
  if (viewer_.seat == Seat::kNone) return std::string(words(language).get("replay.spectator"));
  return seat_name(whole_->texts(language), viewer_.seat);
}

std::string Replay::action_text(engine::Language language) const {
  if (at() == 0) return {};
  const engine::Step& step = shown_->steps().back();
  if (!viewer_.may_see(step.seat)) return {};
  return whole_->game().action_text(*whole_->edition(), step.action, whole_->texts(language));
}

std::vector<LogLine> Replay::log(engine::Language language) const {
  std::vector<LogLine> lines;
  for (int step = -1; step < at(); ++step) {
    const Seat seat = step < 0 ? Seat::kNone : shown_->steps()[static_cast<size_t>(step)].seat;
    for (std::string& text : shown_->told(step, viewer_, whole_->texts(language))) {
      lines.push_back({step, seat, std::move(text)});
    }
  }
  return lines;
}

std::string Replay::taken_back_text(engine::Language language) const {
  const engine::SeenSteps seen = whole_->seen_and_taken_back();
  if (seen.count == 0) return {};
  std::string who;
  for (int i = 0; i < whole_->seats(); ++i) {
    const int steps = seen.by[static_cast<size_t>(i)];
    if (steps == 0) continue;
    who += (who.empty() ? "" : ", ") + seat_name(whole_->texts(language), engine::seat_at(i)) +
           " " + std::to_string(steps);
  }
  return words(language).format("replay.taken_back", std::to_string(seen.count),
                                who.empty() ? "?" : who);
}

namespace {

class ReplayScreen {
 public:
  ReplayScreen(Stage& stage, Replay& replay) : stage_(stage), replay_(replay) {}

  void run() {
    for (;;) {
      const int wait = playing_ ? std::max(stage_.settings().pause_ms, kFastest) : Screen::kForever;
      const Key key = stage_.ask(paint_, wait);
      if (key.kind == Key::kHangUp || key.kind == Key::kEscape || key.is(U'q')) return;
      if (key.kind == Key::kNone) {
        replay_.go_to(replay_.at() + 1);
        playing_ = replay_.at() < replay_.steps();
        continue;
      }
      obey(key);
    }
  }

 private:
  static constexpr int kFastest = 60;  // milliseconds a step when played at full speed

  void obey(const Key& key) {
    log_.scroll = 0;
    switch (key.kind) {
      case Key::kRight:
      case Key::kDown:
      case Key::kEnter:
        go_by(1);
        break;
      case Key::kLeft:
      case Key::kUp:
      case Key::kBackspace:
        go_by(-1);
        break;
      case Key::kPageDown:
        go_by(10);
        break;
      case Key::kPageUp:
        go_by(-10);
        break;
      case Key::kHome:
        go_by(-replay_.steps());
        break;
      case Key::kEnd:
        go_by(replay_.steps());
        break;
      case Key::kTab:
        replay_.next_viewer();
        break;
      default:
        break;
    }
    engine::Language& language = stage_.settings().language;
    if (key.is(U' ')) playing_ = !playing_ && replay_.at() < replay_.steps();
    if (key.is(U'L')) stage_.next_language();
    if (key.is(U'h') || key.is(U'?')) stage_.read([&] { return help(); });
    if (key.is(U'p')) stage_.read([&] { return result_page(); });
    if (key.is(U'r')) stage_.read([&] { return rules_page(replay_.table(), language); });
    if (key.is(U'l')) stage_.read([&] { return log_page(); }, true);
    if (key.is(U'+') || key.is(U'-')) change_pace(key.is(U'+') ? 1 : -1);
    if (key.is(U'g')) jump("");
    if (key.kind == Key::kChar && key.glyph >= U'0' && key.glyph <= U'9')
      jump(engine::to_utf8(key.glyph));
  }
  void go_by(int steps) {
    playing_ = false;
    replay_.go_to(replay_.at() + steps);
  }
  void jump(const std::string& digits) {
    playing_ = false;
    const std::string answer =
        stage_.ask_line(paint_, std::string(stage_.words().get("replay.jump")), digits);
    int64_t step = 0;
    if (engine::parse_int(engine::trim(answer), 0, 1 << 24, step))
      replay_.go_to(static_cast<int>(step));
  }
  void change_pace(int by) {
    const auto last = static_cast<int>(kPaces.size()) - 1;
    const int pace = std::clamp(static_cast<int>(pace_of(stage_.settings())) + by, 0, last);
    stage_.settings().pause_ms = kPaces[static_cast<size_t>(pace)].pause_ms;
  }
  Page help() const {
    const Texts& words = stage_.words();
    return {std::string(words.get("help.title")),
            {{std::string(words.get("help.replay.title")),
              std::string(words.get("help.replay.text"))}}};
  }
  // Of the whole game, whichever step is shown; where it wasn't finished, as it stood.
  Page result_page() const {
    const Texts& words = stage_.words();
    const engine::AnyTable& end = replay_.whole();
    Page page{std::string(words.get("replay.points")), {}};
    if (!end.over()) {
      page.sections.push_back({"", std::string(words.get("replay.unfinished"))});
      return page;
    }
    for (const std::string& line :
         result_lines(end, end.game().texts(stage_.settings().language), words)) {
      page.sections.push_back({"", line});
    }
    return page;
  }
  Page log_page() const {
    Page page{std::string(stage_.words().get("log.title")), {{"", ""}}};
    for (const LogLine& line : collapsed(replay_.log(stage_.settings().language))) {
      page.sections.front().text += "▪ " + line.text + "\n";
    }
    return page;
  }

  void paint(Surface& surface) {
    const engine::Language language = stage_.settings().language;
    const Texts& texts = replay_.table().texts(language);
    const Layout layout = lay_out(surface.width(), surface.height());
    draw_title(surface, replay_.table(), {}, texts,
               replay_.viewer_name(language) + "  " +
                   std::string(engine::kLanguages[static_cast<size_t>(language)]));
    draw_board(surface, layout, replay_.table(), replay_.viewer(), texts);
    paint_step(surface, layout);
    log_.lines = collapsed(replay_.log(language));
    log_.fresh = replay_.at() - 1;
    log_.draw(surface, layout.log);
    write_keys(surface, 1, surface.height() - 1, stage_.words().get("keys.replay"));
  }
  void paint_step(Surface& surface, const Layout& layout) {
    const Texts& words = stage_.words();
    const Texts& texts = replay_.table().texts(stage_.settings().language);
    const Rect& area = layout.left;
    const Seat seat = replay_.at() == 0 ? Seat::kNone : replay_.table().steps().back().seat;
    std::string title =
        words.format("replay.step", std::to_string(replay_.at()), std::to_string(replay_.steps()));
    if (seat != Seat::kNone) title += " · " + seat_name(texts, seat);
    draw_frame(surface, layout, title, style_of(seat), words.get("log.title"));
    int y = area.y;
    const int bottom = area.y + area.height;
    const auto lines = [&](const std::string& text, Ink ink, int indent) {
      for (const std::string& line : engine::wrap(text, area.width - indent - 2)) {
        if (y < bottom) surface.write(area.x + indent, y++, line, ink);
      }
    };
    if (replay_.table().over()) {
      lines(winners_text(replay_.table(), texts, words), Style::kGood, 2);
      lines(scores_text(texts), Style::kPlain, 2);
    }
    if (const std::string action = replay_.action_text(stage_.settings().language);
        !action.empty()) {
      lines(action, Style::kBold, 2);
    }
    for (const std::string& text :
         replay_.table().told(replay_.at() - 1, replay_.viewer(), texts)) {
      if (y < bottom) surface.put(area.x + 2, y, U'▪', style_of(seat));
      lines(text, Style::kPlain, 4);
    }
    if (const std::string text = replay_.taken_back_text(stage_.settings().language);
        !text.empty()) {
      lines(text, Style::kBad, 2);
    }
    if (playing_) surface.write(area.x + area.width - 3, area.y - 1, " ▶ ", Style::kGood);
  }

  std::string scores_text(const Texts& texts) const {
    std::string text;
    for (const Standing& standing : standings(replay_.table())) {
      text += (text.empty() ? "" : " · ") + seat_name(texts, standing.seat) + " " +
              std::to_string(standing.score);
    }
    return text;
  }

  Stage& stage_;
  Replay& replay_;
  LogPane log_;
  bool playing_ = false;
  Stage::Paint paint_ = [this](Surface& surface) { paint(surface); };
};

}  // namespace

void replay_on_screen(Stage& stage, Replay& replay) { ReplayScreen(stage, replay).run(); }

void replay_as_text(std::ostream& out, Replay& replay, int from, int to,
                    engine::Language language) {
  const Texts& texts = replay.table().texts(language);
  const auto events = [&](int step) {
    for (const std::string& line : replay.table().told(step, replay.viewer(), texts))
      out << "   - " << line << '\n';
  };
  const int last = std::min(to, replay.steps());
  replay.go_to(std::max(from - 1, 0));
  out << texts.get("game.name") << " · "
      << words(language).format("replay.steps", std::to_string(replay.steps())) << '\n';
  if (const std::string taken_back = replay.taken_back_text(language); !taken_back.empty())
    out << taken_back << '\n';
  if (replay.at() == 0) events(-1);
  out << '\n' << replay.table().tell(replay.viewer(), texts) << '\n';
  while (replay.at() < last) {
    replay.go_to(replay.at() + 1);
    out << replay.at() << ". " << seat_name(texts, replay.table().steps().back().seat);
    if (const std::string action = replay.action_text(language); !action.empty())
      out << words(language).get("colon") << action;
    out << '\n';
    events(replay.at() - 1);
  }
  out << '\n' << replay.table().tell(replay.viewer(), texts);
  if (!replay.table().over()) return;
  out << '\n';
  for (const std::string& line : result_lines(replay.table(), texts, words(language)))
    out << line << '\n';
}

}  // namespace cli
