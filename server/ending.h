// How a table ended: what its game says, and what is beside it.
#pragma once

#include <string>

#include "engine/json.h"
#include "server/table.h"

namespace server {

struct Ending {
  engine::Outcome outcome;
  engine::SeatSet winners;
  std::string by;
  engine::SeatSet removed;   // seats of people whom the host removed during the game
  engine::SeatSet forfeits;  // whose seats could not win for that
};
// REQUIRES: over.
Ending ending_of(const Table& table);
void write_outcome(const engine::AnyTable& match, const Ending& ending, engine::Language language,
                   engine::JsonWriter& out);
// Who has won, however it ended; nobody when the operator closed it, and never a seat that has
// given up winning (Table::forfeits). REQUIRES: over.
engine::SeatSet winners_of(const Table& table);

}  // namespace server
