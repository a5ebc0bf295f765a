// What the full-screen table shows, painted on a Surface: title with the seats, the game's board,
// the choices or the result, the log, the keys.
#pragma once

#include <string>
#include <vector>

#include "cli/choices.h"
#include "cli/session.h"
#include "cli/surface.h"

namespace cli {

struct Layout {
  Rect board;
  Rect left;  // choices, result; its title stands in the row above
  Rect log;   // likewise
  bool log_beside_board = false;
};
// REQUIRES: at least Stage::kMinWidth x Stage::kMinHeight.
// `spare`: rows that the board leaves empty at its foot; the choices get them.
Layout lay_out(int width, int height, int spare = 0);

// The log, newest line at the bottom, seen from `scroll` lines further up. Steps before `fresh` are
// dim.
struct LogPane {
  std::vector<LogLine> lines;
  int fresh = 0;
  int scroll = 0;
  void draw(Surface& surface, const Rect& area);  // keeps `scroll` within the log
};

// The names of the seats in their colours, those who are to choose marked; with `kinds`, a text for
// each seat beside its name where there is room.
void draw_title(Surface& surface, const engine::AnyTable& table,
                const std::vector<std::string>& kinds, const engine::Texts& texts,
                std::string_view right);
engine::Canvas drawn_board(const Layout& layout, const engine::AnyTable& table,
                           engine::Viewer viewer, const engine::Texts& texts);
void draw_board(Surface& surface, const Layout& layout, const engine::AnyTable& table,
                engine::Viewer viewer, const engine::Texts& texts);
// Lines between the parts, with the titles of the left part and of the log.
void draw_frame(Surface& surface, const Layout& layout, std::string_view left_title, Ink left_ink,
                std::string_view log_title);

std::string prompt_text(const engine::AnyTable& table, engine::Seat seat,
                        const engine::Texts& texts);
engine::Style style_of(engine::Seat seat);

}  // namespace cli
