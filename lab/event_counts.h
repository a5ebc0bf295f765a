// What happens in many games: how often each event, by what it is about, and how those fared to
// whom it happened. For balance: which card is played and wins, what is bought, what is scored.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "lab/statistics.h"

namespace lab {

// Counts the events of one game after the other. Whole numbers only: sums are the same whatever
// the order and the number of threads.
class EventCounts {
 public:
  explicit EventCounts(const engine::GameSpec& spec) : spec_(&spec) {}

  void tell(const std::vector<engine::Event>& events);
  void end_game(const engine::Outcome& outcome);
  void add(const EventCounts& other);

  // About what: the first argument of an event that is neither a seat nor a number.
  static constexpr int kAll = -1;  // the event, whatever it is about
  struct Key {
    uint8_t kind = 0;
    int16_t about = kAll;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Count {
    uint64_t times = 0;
    uint64_t games = 0;  // in which it happened
    uint64_t seats = 0;  // to which it happened, game by game; 0 when it names no seat
    uint64_t wins = 0;   // of those seats, in kWin
    int64_t sum = 0;     // of its first number
  };
  static constexpr uint64_t kWin = 60;  // a win shared by up to six is a whole number of it

  const engine::GameSpec& spec() const { return *spec_; }
  const std::map<Key, Count>& counts() const { return counts_; }
  uint64_t games() const { return games_; }

 private:
  struct Now {  // in the game that is being played
    uint64_t times = 0;
    int64_t sum = 0;
    engine::SeatSet seats;
  };
  void note(Key key, engine::Seat seat, int number);

  const engine::GameSpec* spec_;
  uint64_t games_ = 0;
  std::map<Key, Now> now_;
  std::map<Key, Count> counts_;
};

struct EventRow {
  std::string event;
  std::string about;  // empty: whatever it is about
  double per_game = 0;
  double in_games = 0;  // share of the games
  bool has_number = false;
  double number = 0;  // mean
  bool has_seat = false;
  double seats = 0;      // to how many seats it happens in a game
  double win_share = 0;  // of those seats
  Interval interval;
};

// In the order of the game's table of events; of one event the frequent ones first.
std::vector<EventRow> event_rows(const EventCounts& event_counts, const engine::AnyGame& game,
                                 const engine::AnyEdition& edition);
std::string event_table(const std::vector<EventRow>& rows);
void write_event_rows(const std::vector<EventRow>& rows, engine::JsonWriter& out);

}  // namespace lab
