// Ratings of people, by game. For each game the store has a list, an entry for each rated table
// that was played: who came in which place, and what their strength was afterwards. Whoever appends
// decides (store.h: *if n is still the last*), so a table counts once however many servers see it
// end, and everybody's strength before it is what the list says, not what somebody remembers.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/log.h"
#include "server/table.h"
#include "server/weng_lin.h"
#include "store/store.h"

namespace server {

// Is this list of the store one of ratings, no table?
bool is_rating_list(std::string_view list);
// An entry of such a list without the person; nullopt: they are not in it, or it is none.
std::optional<std::string> without_person(std::string_view entry, std::string_view person);

// What a table has changed for somebody.
struct RatingChange {
  std::string table;
  int64_t at = 0;
  Strength before, after;
};

// As people are told it: a number, and how far off it may be (two deviations, 95 %).
struct ShownRating {
  explicit ShownRating(const Strength& strength);
  int rating, uncertainty;
};
void write_rating(const Strength& strength, engine::JsonWriter& out);

class Ratings {
 public:
  Ratings(store::Store& store, const Log& log) : store_(store), log_(log) {}
  Ratings(const Ratings&) = delete;
  Ratings& operator=(const Ratings&) = delete;
  ~Ratings() { *alive_ = false; }

  // By what has been read so far: the oldest first. Empty: nothing is known of them.
  const std::vector<RatingChange>& changes(const engine::AnyGame& game,
                                           const std::string& person) const;
  // Nobody who has never played is known to be anything.
  Strength of(const engine::AnyGame& game, const std::string& person) const;
  // Sees to it that the table counts, once. One that doesn't is passed over.
  void settle(const std::string& table, const Head& head);
  // Reads what others have added for a game, then goes on, whether that could be read or not.
  void refresh(const engine::AnyGame& game, std::function<void()> then);

 private:
  struct Seat {
    std::string person;  // empty: a bot, or somebody who was forgotten
    std::string bot;
    int place = 0;
    Strength after{};
  };
  struct Entry {
    std::string table;
    std::vector<Seat> seats;
  };
  struct Waiting {
    std::string table;
    int64_t at = 0;
    std::vector<Seat> seats;        // before
    std::vector<Strength> anchors;  // of the bots among them
  };
  struct List {
    const engine::AnyGame* game = nullptr;
    int64_t n = 0;
    bool read = false;  // once, at least
    bool busy = false;
    std::unordered_set<std::string> tables;
    std::unordered_map<std::string, std::vector<RatingChange>> people;
    std::deque<Waiting> waiting;
    std::vector<std::function<void()>> then;  // as soon as it has been read again
  };

  static std::string write(const Entry& entry);
  static std::optional<Entry> parse(std::string_view text);
  List& list_of(const engine::AnyGame& game);
  void read(List& list);
  static void tell(List& list);
  void take(List& list, const store::Entry& stored);
  void go_on(List& list);
  Entry rate(const List& list, const Waiting& table) const;

  store::Store& store_;
  const Log& log_;
  std::map<std::string, List, std::less<>> lists_;  // by the id of the game
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace server
