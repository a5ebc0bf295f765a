#include "cli/result.h"

#include <algorithm>

#include "cli/session.h"
#include "cli/terminal_table.h"
#include "engine/shorten.h"

namespace cli {

using engine::Seat;
using engine::Style;
using engine::Texts;

std::vector<Standing> standings(const engine::AnyTable& table) {
  const engine::Outcome outcome = table.outcome();
  std::vector<Standing> all;
  for (int i = 0; i < table.seats(); ++i) {
    const Seat seat = engine::seat_at(i);
    all.push_back({seat, outcome.rank[static_cast<size_t>(i)],
                   outcome.score[static_cast<size_t>(i)], outcome.winners.contains(seat)});
  }
  std::ranges::sort(all, {},
                    [](const Standing& s) { return std::pair(s.rank, engine::index_of(s.seat)); });
  return all;
}

std::string winners_text(const engine::AnyTable& table, const Texts& texts, const Texts& words) {
  std::vector<std::string> names;
  for (const Seat seat : table.outcome().winners) names.push_back(seat_name(texts, seat));
  if (names.empty()) return std::string(words.get("result.nobody"));
  std::string list = names.front();
  for (size_t i = 1; i < names.size(); ++i) {
    list += (i + 1 == names.size() ? " " + std::string(words.get("result.and")) + " " : ", ") +
            names[i];
  }
  return words.format(names.size() == 1 ? "result.wins" : "result.win", list);
}

namespace {

// What the seats began with is a line like the others, where it is something.
std::vector<engine::ScoreLine> sheet_lines(const engine::AnyTable& table, const Texts& texts,
                                           const Texts& words) {
  std::optional<engine::ScoreSheet> sheet = table.score_sheet(texts);
  if (!sheet) return {};
  if (sheet->opening != engine::Scores{}) {
    sheet->lines.insert(sheet->lines.begin(),
                        {std::string(words.get("result.opening")), sheet->opening});
  }
  return std::move(sheet->lines);
}

std::string amount_at(const engine::ScoreLine& line, Seat seat) {
  const int amount = line.amounts[static_cast<size_t>(engine::index_of(seat))];
  return amount == 0 ? "" : std::to_string(amount);
}

}  // namespace

std::vector<std::string> result_lines(const engine::AnyTable& table, const Texts& texts,
                                      const Texts& words) {
  std::vector<std::string> out;
  const std::string colon(words.get("colon"));
  const std::string semicolon(words.get("semicolon"));
  const std::vector<engine::ScoreLine> sheet = sheet_lines(table, texts, words);
  for (const Standing& standing : standings(table)) {
    out.push_back(std::to_string(standing.rank) + ". " + seat_name(texts, standing.seat) + colon +
                  std::to_string(standing.score));
    std::string parts;
    for (const engine::ScoreLine& line : sheet) {
      const std::string amount = amount_at(line, standing.seat);
      if (!amount.empty())
        parts += (parts.empty() ? "   " : semicolon) + line.text + colon + amount;
    }
    if (!parts.empty()) out.push_back(std::move(parts));
  }
  out.push_back(winners_text(table, texts, words));
  return out;
}

void ResultPane::draw(Surface& surface, const Rect& area, const engine::AnyTable& table,
                      const Texts& texts, const Texts& words) {
  constexpr int kHead = 3;  // rows that stay: who wins, the seats, their scores
  constexpr int kLeastLabel = 26;
  const std::vector<Standing> places = standings(table);
  const std::vector<engine::ScoreLine> sheet = sheet_lines(table, texts, words);
  const auto seats = static_cast<int>(places.size());
  const int column = std::clamp((area.width - kLeastLabel) / seats, 6, 14);
  const int label = area.width - 2 - seats * column;
  const int x = area.x + 1;
  const auto right_aligned = [&](int index, int y, const std::string& text, Ink ink) {
    const int end = x + label + (index + 1) * column;
    surface.write(end - engine::columns(text), y, text, ink);
  };
  surface.write_in(x, area.y, area.width - 1, winners_text(table, texts, words), Style::kGood);
  for (int i = 0; i < seats; ++i) {
    const Standing& place = places[static_cast<size_t>(i)];
    const std::string name = std::to_string(place.rank) + "." + seat_name(texts, place.seat);
    right_aligned(i, area.y + 1, engine::shorten(name, column - 1), style_of(place.seat));
    right_aligned(i, area.y + 2, (place.winner ? "★ " : "") + std::to_string(place.score),
                  place.winner ? Style::kGood : Style::kBold);
  }
  const int rows = std::max(0, area.height - kHead);
  const auto count = static_cast<int>(sheet.size());
  scroll = std::clamp(scroll, 0, std::max(0, count - rows));
  for (int row = 0; row < rows && scroll + row < count; ++row) {
    const engine::ScoreLine& line = sheet[static_cast<size_t>(scroll + row)];
    const int y = area.y + kHead + row;
    surface.write_in(x, y, label, line.text);
    for (int i = 0; i < seats; ++i)
      right_aligned(i, y, amount_at(line, places[static_cast<size_t>(i)].seat), Style::kPlain);
  }
  const int edge = area.x + area.width - 1;
  if (scroll > 0) surface.put(edge, area.y + kHead, U'▲', Style::kTitle);
  if (scroll + rows < count) surface.put(edge, area.y + area.height - 1, U'▼', Style::kTitle);
}

}  // namespace cli
