#include "server/table_result.h"

#include <algorithm>

#include "engine/components.h"
#include "server/ending.h"
#include "server/table.h"

namespace server {
namespace {

using engine::Seat;

// Was a bot playing for the person in the end, or have they given up, or given up winning?
bool left(const Table& table, Seat seat) {
  const Chair& chair = table.chair(seat);
  return chair.kind == SeatKind::kPerson &&
         (chair.conceded || chair.stand_in || table.forfeits().contains(seat));
}

// Who stayed, in the order of the rules; then, together, who left.
void set_places(const Table& table, std::vector<SeatResult>& seats) {
  const engine::Outcome outcome = table.match()->outcome();
  const bool to_the_end = table.over_by() == "end";
  const auto key = [&](size_t i) {
    return std::pair(seats[i].left, to_the_end && !seats[i].left ? int{outcome.rank[i]} : 0);
  };
  for (size_t i = 0; i < seats.size(); ++i) {
    seats[i].place = 1;
    for (size_t other = 0; other < seats.size(); ++other) {
      if (key(other) < key(i)) ++seats[i].place;
    }
  }
}

void count_taken(const engine::AnyTable& match, std::vector<SeatResult>& seats) {
  const engine::Components components(match.game(), *match.edition());
  std::vector<std::map<int, int>> taken(seats.size());
  for (const engine::Step& step : match.steps()) {
    const auto seat = static_cast<size_t>(engine::index_of(step.seat));
    ++taken[seat][components.of(step.action)];
  }
  for (size_t i = 0; i < seats.size(); ++i) {
    for (const auto& [component, times] : taken[i]) {
      if (components.is_thing(component)) seats[i].taken[components.id(component)] = times;
    }
  }
}

}  // namespace

double TableResult::share(size_t seat) const {
  if (!counts() || nobody || seats[seat].place != 1 || seats[seat].left) return 0;
  const auto winners = std::count_if(seats.begin(), seats.end(), [](const SeatResult& one) {
    return one.place == 1 && !one.left;
  });
  return 1.0 / static_cast<double>(winners);
}

double TableResult::rank(size_t seat) const {
  const auto same = std::count_if(seats.begin(), seats.end(), [&](const SeatResult& one) {
    return one.place == seats[seat].place;
  });
  return seats[seat].place + static_cast<double>(same - 1) / 2;
}

TableResult result_of(const Table& table) {
  TableResult result;
  result.by = table.over_by();
  result.steps = table.steps();
  result.seats.resize(table.chairs().size());
  const engine::Outcome outcome = table.match()->outcome();
  for (size_t i = 0; i < result.seats.size(); ++i) {
    result.seats[i].score = outcome.score[i];
    result.seats[i].left = left(table, engine::seat_at(static_cast<int>(i)));
  }
  // Of an old game whose end today's rules don't repeat we don't know who came where.
  const bool known = result.by == "conceded" || (result.by == "end" && table.match()->over());
  if (known) set_places(table, result.seats);
  result.nobody = result.by == "end" && outcome.winners.empty();
  count_taken(*table.match(), result.seats);
  return result;
}

void write_result(const TableResult& result, engine::JsonWriter& out) {
  out.begin_object();
  out.member("by", std::string_view(result.by));
  out.member("steps", result.steps);
  if (result.nobody) out.member("nobody", true);
  out.key("seats");
  out.begin_array(false);
  for (const SeatResult& seat : result.seats) {
    out.begin_object();
    out.member("score", seat.score);
    out.member("place", seat.place);
    if (seat.left) out.member("left", true);
    out.key("taken");
    out.begin_object();
    for (const auto& [thing, times] : seat.taken) out.member(thing, times);
    out.end_object();
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

std::optional<TableResult> read_result(const engine::Json& json) {
  engine::Error error;
  engine::FieldReader fields(json, "result", error, engine::ErrorCode::kRecord);
  TableResult result;
  result.by = fields.string("by");
  result.steps = fields.integer("steps", 0, 1 << 30);
  result.nobody = fields.boolean_or("nobody", false);
  for (const engine::Json& item : fields.array("seats").items) {
    engine::FieldReader of(item, "result.seats", error, engine::ErrorCode::kRecord);
    SeatResult seat;
    seat.score = of.integer("score", -(1 << 15), 1 << 15);
    seat.place = of.integer("place", 0, engine::kMaxSeats);
    seat.left = of.boolean_or("left", false);
    for (const auto& [thing, times] : of.object("taken").members) {
      if (times.is_integer()) seat.taken[thing] = static_cast<int>(times.integer);
    }
    result.seats.push_back(std::move(seat));
  }
  if (error) return std::nullopt;
  return result;
}

}  // namespace server
