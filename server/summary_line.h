// The line that lists show of a table: in the lobby, and among one's own games.
#pragma once

#include <functional>

#include "server/names.h"
#include "server/ratings.h"
#include "server/table.h"

namespace server {

// Whose names, and in which language.
struct SummaryWords {
  const NameOf& name_of;
  const Ratings& ratings;
  engine::Language language{};
};
// Adds members to the line, and to the object of each seat.
using MoreOfSummary = std::function<void(engine::JsonWriter&)>;
using MoreOfSeat = std::function<void(size_t seat, engine::JsonWriter&)>;

void write_summary(const store::Summary& summary, const Head& head, const SummaryWords& words,
                   const MoreOfSummary& more, engine::JsonWriter& out,
                   const MoreOfSeat& more_of_seat = nullptr);

}  // namespace server
