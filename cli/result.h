// How a game ended: places, scores, who wins, and where the points came from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/surface.h"
#include "engine/any_game.h"

namespace cli {

// Places, scores and who wins (perhaps nobody), best first.
struct Standing {
  engine::Seat seat;
  int rank;
  int score;
  bool winner;
};
std::vector<Standing> standings(const engine::AnyTable& table);
std::string winners_text(const engine::AnyTable& table, const engine::Texts& texts,
                         const engine::Texts& words);

// The same with the score sheet in lines of text: a line for each seat, and one of what its score
// is made of.
std::vector<std::string> result_lines(const engine::AnyTable& table, const engine::Texts& texts,
                                      const engine::Texts& words);

// The same as a table, a column for each seat. Places and scores stay; the lines of the sheet are
// scrolled by `scroll` where they don't all fit.
struct ResultPane {
  int scroll = 0;
  void draw(Surface& surface, const Rect& area, const engine::AnyTable& table,
            const engine::Texts& texts, const engine::Texts& words);  // keeps `scroll` within
};

}  // namespace cli
