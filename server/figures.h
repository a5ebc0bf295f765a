// Figures about one's own games: how often one wins and in which place one comes, by game and
// number of players, and what one likes to take. From results alone (table_result.h), so that
// thousands of games take milliseconds; on a worker.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "server/table.h"

namespace server {

struct Interval {
  double low = 0;
  double high = 0;
};
// Wilson's, 95 %, of a share of `trials` independent ones; a win that is shared counts in part.
Interval share_interval(double successes, int trials);
// Of a mean place, 95 %. What a game without any skill would do counts as one more game for how
// much places vary: three first places are no proof of anything.
Interval place_interval(const std::vector<double>& places, int players);

// One's games of one kind.
struct Played {
  int games = 0;
  double wins = 0;             // shares of them
  std::vector<double> places;  // in the order they came
};

// How often something was taken.
struct Taken {
  double mine = 0;    // in all my games
  double others = 0;  // by all others who stayed, in the same games
  int games = 0;      // of mine in which I took it
};

struct GameFigures {
  std::map<int, Played> by_players;
  int games = 0;        // in which I stayed
  int other_seats = 0;  // of others who stayed in them
  std::map<std::string, Taken> taken;
};

class Figures {
 public:
  // A game that is over; REQUIRES: it has a result that counts.
  void add(const Head& head, size_t me);

  // "games" (how many), "by" and "favourites": members of an object that is open.
  void write(engine::Language language, engine::JsonWriter& out) const;
  const std::map<const engine::AnyGame*, GameFigures>& games() const { return games_; }

 private:
  std::map<const engine::AnyGame*, GameFigures> games_;
};

// Favourites: what is taken more often than by others at the same tables, and not just once.
struct Favourite {
  std::string thing;
  double mine = 0;  // a game
  double others = 0;
};
std::vector<Favourite> favourites(const GameFigures& figures, size_t most);

}  // namespace server
