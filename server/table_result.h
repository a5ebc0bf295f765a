// How a table ended for each of its seats. It is reckoned once, when the table is over, and kept in
// its summary: one's own games, figures about them, and ratings need no replay.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/json.h"

namespace server {

class Table;

struct SeatResult {
  int score = 0;
  int place = 0;      // 1 is best, equal ones share it; 0: it isn't known
  bool left = false;  // its person was not there at the end, or had given up (winning): last
  // The things of the game that the seat took (engine/components.h), and how often.
  std::map<std::string, int> taken;
  friend bool operator==(const SeatResult&, const SeatResult&) = default;
};

struct TableResult {
  std::string by;  // how it ended, as Table::over_by()
  int steps = 0;
  bool nobody = false;  // nobody has won, by the rules
  std::vector<SeatResult> seats;
  friend bool operator==(const TableResult&, const TableResult&) = default;

  // Was it played to an end that says who came in which place?
  bool counts() const { return by != "closed" && !seats.empty() && seats.front().place > 0; }
  // Its share of the win: a win that several share is split. Nobody's, where nobody wins.
  double share(size_t seat) const;
  // Those who share a place have the mean of its places.
  double rank(size_t seat) const;
};

// REQUIRES: over, and there was a game.
TableResult result_of(const Table& table);
void write_result(const TableResult& result, engine::JsonWriter& out);
// As it was written; nullopt: it can't be that.
std::optional<TableResult> read_result(const engine::Json& json);

}  // namespace server
