#include "lab/event_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace lab {

using engine::DomainId;
using engine::Seat;

namespace {

// The place of an event's first argument of a sort; -1 when it has none.
template <class Sort>
int first_arg(const engine::EventSpec& event, Sort sort) {
  for (size_t i = 0; i < event.args.size(); ++i) {
    if (event.args[i] != engine::kNoArg && sort(event.args[i])) return static_cast<int>(i);
  }
  return -1;
}
int seat_arg(const engine::EventSpec& event) {
  return first_arg(event, [](DomainId domain) { return domain == engine::kSeatArg; });
}
int number_arg(const engine::EventSpec& event) {
  return first_arg(event, [](DomainId domain) { return domain == engine::kNumber; });
}
int about_arg(const engine::EventSpec& event) {
  return first_arg(event, [](DomainId domain) { return domain >= engine::kFirstDomain; });
}

int arg(const engine::Event& event, int place) {
  return place < 0 ? 0 : event.args[static_cast<size_t>(place)];
}

}  // namespace

void EventCounts::note(Key key, Seat seat, int number) {
  Now& now = now_[key];
  ++now.times;
  now.sum += number;
  if (seat != Seat::kNone) now.seats.insert(seat);
}

void EventCounts::tell(const std::vector<engine::Event>& events) {
  for (const engine::Event& event : events) {
    const engine::EventSpec& spec = spec_->events[event.kind];
    const int who = seat_arg(spec);
    const int about = about_arg(spec);
    const Seat seat =
        who < 0 || arg(event, who) < 0 ? Seat::kNone : engine::seat_at(arg(event, who));
    const int number = arg(event, number_arg(spec));
    note({event.kind, kAll}, seat, number);
    if (about >= 0) note({event.kind, event.args[static_cast<size_t>(about)]}, seat, number);
  }
}

void EventCounts::end_game(const engine::Outcome& outcome) {
  ++games_;
  for (const auto& [key, now] : now_) {
    Count& count = counts_[key];
    count.times += now.times;
    count.sum += now.sum;
    ++count.games;
    for (const Seat seat : now.seats) {
      ++count.seats;
      if (outcome.winners.contains(seat)) {
        count.wins += kWin / static_cast<uint64_t>(outcome.winners.size());
      }
    }
  }
  now_.clear();
}

void EventCounts::add(const EventCounts& other) {
  games_ += other.games_;
  for (const auto& [key, count] : other.counts_) {
    Count& own = counts_[key];
    own.times += count.times;
    own.games += count.games;
    own.seats += count.seats;
    own.wins += count.wins;
    own.sum += count.sum;
  }
}

std::vector<EventRow> event_rows(const EventCounts& event_counts, const engine::AnyGame& game,
                                 const engine::AnyEdition& edition) {
  using Item = std::pair<EventCounts::Key, EventCounts::Count>;
  std::vector<Item> items(event_counts.counts().begin(), event_counts.counts().end());
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    const auto rank = [](const Item& item) {
      return std::tuple(item.first.kind, item.first.about != EventCounts::kAll, ~item.second.times,
                        item.first.about);
    };
    return rank(a) < rank(b);
  });
  std::vector<EventRow> rows;
  const auto games = static_cast<double>(event_counts.games());
  for (const auto& [key, count] : items) {
    const engine::EventSpec& event = event_counts.spec().events[key.kind];
    EventRow row;
    row.event = std::string(event.id);
    if (key.about != EventCounts::kAll) {
      const DomainId domain = event.args[static_cast<size_t>(about_arg(event))];
      row.about = game.value_id(edition, domain, key.about);
    }
    row.per_game = static_cast<double>(count.times) / games;
    row.in_games = static_cast<double>(count.games) / games;
    row.has_number = number_arg(event) >= 0;
    row.number = static_cast<double>(count.sum) / static_cast<double>(count.times);
    row.has_seat = count.seats > 0;
    if (row.has_seat) {
      const auto seats = static_cast<double>(count.seats);
      const double wins = static_cast<double>(count.wins) / EventCounts::kWin;
      row.seats = seats / games;
      row.win_share = wins / seats;
      row.interval = wilson95(wins, seats);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string event_table(const std::vector<EventRow>& rows) {
  const auto name = [](const EventRow& row) {
    return row.about.empty() ? row.event : "  " + row.about;
  };
  size_t width = 5;
  for (const EventRow& row : rows) width = std::max(width, name(row).size());
  std::string out;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{:<{}}  {:>8}  {:>8}  {:>8}  {:>8}  {:>9}  {}\n", "event", width, "a game",
                 "in games", "number", "seats", "they win", "95 % interval");
  for (const EventRow& row : rows) {
    fmt::format_to(line, "{:<{}}  {:>8.3f}  {:>6.1f} %  {:>8}", name(row), width, row.per_game,
                   100 * row.in_games, row.has_number ? fmt::format("{:.2f}", row.number) : "");
    if (row.has_seat) {
      fmt::format_to(line, "  {:>8.3f}  {:>7.1f} %  {:>5.1f} – {:>5.1f} %", row.seats,
                     100 * row.win_share, 100 * row.interval.low, 100 * row.interval.high);
    }
    out += '\n';
  }
  return out;
}

void write_event_rows(const std::vector<EventRow>& rows, engine::JsonWriter& out) {
  out.begin_array(false);
  for (const EventRow& row : rows) {
    const auto number = [&](std::string_view name, double value) {
      out.key(name);
      out.value(value, 5);
    };
    out.begin_object();
    out.member("event", row.event);
    if (!row.about.empty()) out.member("about", row.about);
    number("per_game", row.per_game);
    number("in_games", row.in_games);
    if (row.has_number) number("number", row.number);
    if (row.has_seat) {
      number("seats", row.seats);
      number("win_share", row.win_share);
      number("low", row.interval.low);
      number("high", row.interval.high);
    }
    out.end_object();
  }
  out.end_array();
}

}  // namespace lab
