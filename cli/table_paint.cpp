// How TableClient paints the table.
#include <algorithm>

#include "cli/table_client.h"

namespace cli {

using engine::Seat;
using engine::Style;

void TableClient::paint(Surface& surface, Scene scene, Seat seat) {
  const engine::AnyTable& table = session_.table();
  const Layout whole = lay_out(surface.width(), surface.height());
  const engine::Canvas board = drawn_board(whole, table, viewer(), texts());
  Layout layout = lay_out(surface.width(), surface.height(), spare_rows(board));
  // At the end there is more to tell in columns than in the log, which is a key away.
  const bool with_log = scene != Scene::kResult || layout.log_beside_board;
  if (!with_log) layout.left.width = surface.width();
  const std::string language(engine::kLanguages[static_cast<size_t>(stage_.settings().language)]);
  const std::string place =
      planning_ ? std::string(words().get("plan.title"))
                : words().format("title.step", std::to_string(table.steps().size()));
  std::string right = place + "  " + language;
  const std::string warning(keep_error_.empty() ? "" : words().get("save.warning"));
  if (!warning.empty()) right = warning + "  " + right;
  std::vector<std::string> kinds;
  for (const Sitter& sitter : session_.sitters()) {
    kinds.push_back(sitter.human ? "" : sitter_name(sitter, stage_.settings().language));
  }
  draw_title(surface, table, kinds, texts(), right);
  surface.write(surface.width() - engine::columns(right) - 1, 0, warning, Style::kBad);
  surface.draw(layout.board.x, layout.board.y, board);
  paint_left(surface, layout, scene, seat);
  log_.lines = collapsed(session_.log(viewer(), texts()));
  const Seat eyes = viewer().seat;
  log_.fresh = eyes == Seat::kNone || table.over() || planning_
                   ? -1
                   : fresh_[static_cast<size_t>(engine::index_of(eyes))];
  if (with_log) log_.draw(surface, layout.log);
  paint_status(surface, layout, scene);
  if (scene == Scene::kChoose && info_) paint_info(surface);
  if (!message_fits(surface)) draw_notice(surface, "", {message_}, "");
}

// Rows at the foot of the board that it has not needed yet: what it has needed once it keeps, so
// that nothing jumps from one choice to the next.
int TableClient::spare_rows(const engine::Canvas& board) {
  if (board.height() != board_height_) board_needs_ = 0;
  board_height_ = board.height();
  int used = board.height();
  while (used > board_needs_ && board.row(used - 1).find_first_not_of(' ') == std::string::npos)
    --used;
  board_needs_ = used;
  return board.height() - used;
}

// Why a game could not be saved is too long for a line, and its end is what matters.
bool TableClient::message_fits(const Surface& surface) const {
  return engine::columns(message_) <= surface.width() - 2;
}

void TableClient::paint_left(Surface& surface, const Layout& layout, Scene scene, Seat seat) {
  const engine::AnyTable& table = session_.table();
  const std::string_view log_title = words().get("log.title");
  // A margin on both sides.
  Rect area{layout.left.x, layout.left.y, layout.left.width - 1, layout.left.height};
  if (scene == Scene::kResult) {
    const std::string_view title = words().get("result.title");
    if (layout.log_beside_board) {
      draw_frame(surface, layout, title, Style::kTitle, log_title);
    } else {
      surface.rule(0, layout.left.y - 1, surface.width(), title, Style::kTitle);
    }
    result_.draw(surface, area, table, texts(), words());
    return;
  }
  const std::string name = seat_name(texts(), seat);
  if (scene == Scene::kThink) {
    draw_frame(surface, layout, name, style_of(seat), log_title);
    surface.write_in(area.x + 2, area.y + 1, area.width - 2, words().format("think.thinks", name),
                     Style::kDim);
    return;
  }
  // A long question does not fit in the line above the choices: then it stands on top of them.
  const std::string question =
      table.acting().contains(seat) ? prompt_text(table, seat, texts()) : "";
  const std::string title =
      question.empty() ? name : name + std::string(words().get("colon")) + question;
  const bool fits = engine::columns(title) <= layout.left.width - 10;
  draw_frame(surface, layout, fits ? title : name, style_of(seat),
             planning_ ? words().get("plan.title") : log_title);
  if (!fits) {
    for (const std::string& line : engine::wrap(question, area.width - 2)) {
      surface.write(area.x + 1, area.y, line, Style::kBold);
      ++area.y;
      --area.height;
    }
  }
  if (!question.empty() && (why_ || coach_.due(table, seat))) {
    // The choices come first: on a small screen W shows it.
    const std::vector<std::string> why =
        engine::wrap(why_text(table, seat, texts()), area.width - 2);
    const int lines = static_cast<int>(why.size());
    if (why_ || area.height - lines >= std::min(static_cast<int>(menu_.count()), 6)) {
      for (const std::string& line : why) {
        surface.write(area.x + 1, area.y, line, Style::kDim);
        ++area.y;
        --area.height;
      }
    }
  }
  if (planning_ && menu_.count() == 0) {
    surface.write_in(area.x + 1, area.y, area.width - 2, words().get("plan.ends"));
  }
  menu_.draw(surface, area);
  if (menu_.shown_count() == 0 && menu_.count() > 0) {
    surface.write_in(area.x + 2, area.y, area.width - 2, words().get("filter.nothing"),
                     Style::kDim);
  }
  if (const std::string pages = menu_.page_text(); !pages.empty()) {
    const std::string shown = " " + pages + " ";
    surface.write(layout.left.x + layout.left.width - engine::columns(shown) - 1, layout.left.y - 1,
                  shown, Style::kDim);
  }
}

void TableClient::paint_status(Surface& surface, const Layout& layout, Scene scene) {
  const int y = surface.height() - 1;
  const int width = surface.width() - 2;
  if (scene == Scene::kChoose && menu_.filtering()) {
    const int x = surface.write(1, y, words().get("filter.label"), Style::kTitle);
    const int end = surface.write(x + 1, y, menu_.filter());
    surface.put(end, y, U' ', {Style::kPlain, true});
    write_keys(surface, end + 3, y, words().get("keys.filter"));
    return;
  }
  if (!message_.empty() && message_fits(surface)) {
    surface.write_in(1, y, width, message_, message_style_);
    return;
  }
  if (scene == Scene::kChoose) {
    const Choice* choice = menu_.highlighted();
    if (choice != nullptr && !choice->allowed()) {
      surface.write_in(1, y, width, choice->reason, Style::kBad);
      return;
    }
    if (choice != nullptr && engine::columns(choice->text) > layout.left.width - 4) {
      surface.write_in(1, y, width, choice->text);
      return;
    }
  }
  const std::string_view keys = scene == Scene::kResult  ? "keys.result"
                                : scene == Scene::kThink ? "keys.think"
                                : planning_              ? "keys.plan"
                                                         : "keys.choose";
  write_keys(surface, 1, y, words().get(keys));
}

void TableClient::paint_info(Surface& surface) const {
  const Choice* choice = menu_.highlighted();
  if (choice == nullptr) return;
  std::vector<std::string> lines;
  std::vector<Thing> things = things_of(session_.table(), choice->action, texts());
  if (things.empty()) {
    things = latest_things(session_.table(), viewer(), texts());
    if (!things.empty()) lines.emplace_back(words().get("info.latest"));
  }
  for (const Thing& thing : things) {
    if (!lines.empty()) lines.emplace_back();
    lines.push_back(thing.name);
    lines.push_back(thing.text);
  }
  if (lines.empty()) lines.emplace_back(words().get("info.nothing"));
  if (!choice->allowed()) {
    lines.emplace_back();
    lines.push_back(words().format("info.forbidden", choice->reason));
    lines.push_back(choice->ruling);
  }
  draw_notice(surface, choice->text, lines, std::string(words().get("keys.info")));
}

}  // namespace cli
