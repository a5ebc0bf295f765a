#include "server/ending.h"

#include <optional>

namespace server {

using engine::JsonWriter;
using engine::Seat;
using engine::SeatSet;

namespace {

// The game's winners without those who have given up winning; when nobody is left of them, the best
// of the others.
SeatSet winners_by_score(const Table& table) {
  const engine::Outcome outcome = table.match()->outcome();
  const SeatSet winners = outcome.winners - table.forfeits();
  if (!winners.empty() || outcome.winners.empty()) return winners;
  SeatSet best;
  uint8_t rank = 255;
  for (size_t i = 0; i < table.chairs().size(); ++i) {
    const Seat seat = engine::seat_at(static_cast<int>(i));
    if (table.forfeits().contains(seat) || outcome.rank[i] > rank) continue;
    if (outcome.rank[i] < rank) best = {};
    rank = outcome.rank[i];
    best.insert(seat);
  }
  return best;
}

// Where the scores came from, if the game was played to its end and can be looked through again.
void write_score_sheet(const engine::AnyTable& match, engine::Language language, JsonWriter& out) {
  const std::optional<engine::ScoreSheet> sheet = match.score_sheet(match.texts(language));
  out.key("sheet");
  if (!sheet) return out.null();
  const auto amounts = [&](const char* key, const engine::Scores& scores) {
    out.key(key);
    out.begin_object();
    for (size_t i = 0; i < static_cast<size_t>(match.seats()); ++i)
      out.member(match.game().spec().seat_ids[i], static_cast<int>(scores[i]));
    out.end_object();
  };
  out.begin_object();
  amounts("opening", sheet->opening);
  out.key("lines");
  out.begin_array(false);
  for (const engine::ScoreLine& line : sheet->lines) {
    out.begin_object();
    out.member("text", std::string_view(line.text));
    amounts("amounts", line.amounts);
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

}  // namespace

SeatSet winners_of(const Table& table) {
  if (table.over_by() == "closed") return {};
  if (table.over_by() == "end") {
    // An old game whose end can't be repeated has no winner that we know of.
    return table.match()->over() ? winners_by_score(table) : SeatSet{};
  }
  SeatSet winners;
  for (size_t i = 0; i < table.chairs().size(); ++i) {
    if (!table.chairs()[i].conceded) winners.insert(engine::seat_at(static_cast<int>(i)));
  }
  return winners - table.forfeits();
}

Ending ending_of(const Table& table) {
  return {table.match()->outcome(), winners_of(table), std::string(table.over_by()),
          table.sent_away(), table.forfeits()};
}

void write_outcome(const engine::AnyTable& match, const Ending& ending, engine::Language language,
                   JsonWriter& out) {
  const engine::GameSpec& spec = match.game().spec();
  const engine::Outcome& outcome = ending.outcome;
  out.begin_object();
  out.key("seats");
  out.begin_array(false);
  for (size_t i = 0; i < static_cast<size_t>(match.seats()); ++i) {
    out.begin_object();
    out.member("seat", spec.seat_ids[i]);
    out.member("score", static_cast<int>(outcome.score[i]));
    out.member("rank", static_cast<int>(outcome.rank[i]));
    out.end_object();
  }
  out.end_array();
  const auto list = [&](const char* key, SeatSet seats) {
    out.key(key);
    out.begin_array();
    for (Seat seat : seats) out.value(spec.seat_ids[static_cast<size_t>(engine::index_of(seat))]);
    out.end_array();
  };
  list("winners", ending.winners);
  out.member("by", std::string_view(ending.by));
  if (!ending.removed.empty()) {
    list("removed", ending.removed);
    list("forfeits", ending.forfeits);
  }
  if (ending.by == "end" && match.over()) write_score_sheet(match, language, out);
  out.end_object();
}

}  // namespace server
