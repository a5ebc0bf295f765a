#include "cli/terminal_table.h"

#include <algorithm>

#include "cli/coach.h"

namespace cli {

using engine::Seat;
using engine::Style;
using engine::Texts;

Layout lay_out(int width, int height, int spare) {
  constexpr int kWide = 112;  // from here on the log gets its own column
  constexpr int kLeastChoices = 8;
  Layout layout;
  const int body = height - 2;  // without the title and the line of keys
  layout.log_beside_board = width >= kWide;
  const int extra = body - engine::kBoardHeight - 1 - kLeastChoices;
  // A taller terminal gives two thirds of what it has more to the board.
  const int board_height = engine::kBoardHeight + extra * 2 / 3 - spare;
  const int below = 1 + board_height + 1;
  const int below_height = body - board_height - 1;
  if (layout.log_beside_board) {
    const int log_width = std::min(width - engine::kBoardWidth - 1, width * 2 / 5);
    const int left_width = width - log_width - 1;
    layout.board = {0, 1, left_width, board_height};
    layout.left = {0, below, left_width, below_height};
    layout.log = {left_width + 1, 2, log_width, body - 1};
  } else {
    const int left_width = width * 11 / 20;
    layout.board = {0, 1, width, board_height};
    layout.left = {0, below, left_width, below_height};
    layout.log = {left_width + 1, below, width - left_width - 1, below_height};
  }
  return layout;
}

Style style_of(Seat seat) {
  return seat == Seat::kNone ? Style::kNeutral : engine::seat_style(engine::index_of(seat));
}

void LogPane::draw(Surface& surface, const Rect& area) {
  struct Row {
    std::string text;
    Style bullet;
    bool first;
    bool old;
  };
  std::vector<Row> rows;
  for (const LogLine& line : lines) {
    bool first = true;
    for (std::string& part : engine::wrap(line.text, area.width - 3)) {
      rows.push_back({std::move(part), style_of(line.seat), first, line.step < fresh});
      first = false;
    }
  }
  const int size = static_cast<int>(rows.size());
  scroll = std::clamp(scroll, 0, std::max(0, size - area.height));
  const int top = std::max(0, size - area.height - scroll);
  for (int i = 0; i < area.height && top + i < size; ++i) {
    const Row& row = rows[static_cast<size_t>(top + i)];
    if (row.first) surface.put(area.x, area.y + i, U'▪', row.bullet);
    surface.write_in(area.x + 2, area.y + i, area.width - 3, row.text,
                     row.old ? Style::kDim : Style::kPlain);
  }
  // The last column is free for the marks of more.
  if (scroll > 0)
    surface.put(area.x + area.width - 1, area.y + area.height - 1, U'▼', Style::kTitle);
  if (top > 0) surface.put(area.x + area.width - 1, area.y, U'▲', Style::kDim);
}

void draw_title(Surface& surface, const engine::AnyTable& table,
                const std::vector<std::string>& kinds, const Texts& texts, std::string_view right) {
  surface.wear(table.game().spec());
  int x = surface.write(1, 0, texts.get("game.name"), Style::kTitle) + 3;
  const int end = surface.width() - engine::columns(right) - 2;
  int full = x;
  for (int i = 0; i < table.seats(); ++i) {
    full += engine::columns(seat_name(texts, engine::seat_at(i))) + 3;
  }
  for (const std::string& kind : kinds) full += kind.empty() ? 0 : engine::columns(kind) + 1;
  const bool with_kinds = full < end && !kinds.empty();
  for (int i = 0; i < table.seats(); ++i) {
    const Seat seat = engine::seat_at(i);
    const bool acts = table.acting().contains(seat);
    surface.put(x, 0, acts ? U'▸' : U' ', style_of(seat));
    x = surface.write_in(x + 1, 0, std::max(0, end - x - 1), seat_name(texts, seat),
                         {style_of(seat), acts});
    const std::string kind = with_kinds ? kinds[static_cast<size_t>(i)] : "";
    if (!kind.empty()) x = surface.write(x + 1, 0, kind, Style::kDim);
    ++x;
  }
  surface.write(end + 1, 0, right, Style::kDim);
}

engine::Canvas drawn_board(const Layout& layout, const engine::AnyTable& table,
                           engine::Viewer viewer, const Texts& texts) {
  engine::Canvas canvas(layout.board.width, layout.board.height);
  table.draw(viewer, texts, canvas);
  return canvas;
}

void draw_board(Surface& surface, const Layout& layout, const engine::AnyTable& table,
                engine::Viewer viewer, const Texts& texts) {
  surface.draw(layout.board.x, layout.board.y, drawn_board(layout, table, viewer, texts));
}

void draw_frame(Surface& surface, const Layout& layout, std::string_view left_title, Ink left_ink,
                std::string_view log_title) {
  const Rect& left = layout.left;
  const Rect& log = layout.log;
  surface.rule(left.x, left.y - 1, left.width, left_title, left_ink);
  surface.rule(log.x, log.y - 1, log.width, log_title, Style::kDim);
  const int x = log.x - 1;
  for (int y = log.y; y < log.y + log.height; ++y) surface.put(x, y, U'│', Style::kDim);
  surface.put(x, log.y - 1, layout.log_beside_board ? U'┌' : U'┬', Style::kDim);
  if (layout.log_beside_board) surface.put(x, left.y - 1, U'┤', Style::kDim);
}

std::string why_text(const engine::AnyTable& table, Seat seat, const Texts& texts) {
  const auto prompt = static_cast<size_t>(table.prompt(seat));
  return std::string(texts.get("purpose." + std::string(table.game().spec().prompts[prompt])));
}

std::string prompt_text(const engine::AnyTable& table, Seat seat, const Texts& texts) {
  const auto prompt = static_cast<size_t>(table.prompt(seat));
  return std::string(texts.get("prompt." + std::string(table.game().spec().prompts[prompt])));
}

}  // namespace cli
