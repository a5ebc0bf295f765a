// How a hub is set up: limits, times, and what it is given from outside. What only a server has:
// public_settings.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bots/analyst.h"
#include "bots/review.h"
#include "server/editions.h"
#include "server/house_bots.h"
#include "server/limits.h"

namespace server {

struct Settings {
  std::string version = "stamtafel";
  std::string table_prefix;  // of the ids of new tables
  size_t frame = 4096;       // the largest message of a client
  // For each person; an address may do `address_factor` times as much (quotas.h).
  Allowance messages{100, 30};
  Allowance heavy{60, 10};      // of them those that cost more than others
  Allowance tables{20, 0.2};    // new ones
  Allowance brought{10, 0.02};  // tables from records (bring.h),
  size_t most_brought = 200;    // and so many in all
  Allowance finished{30, 3};    // records, replays, luck and draws
  Allowance hints{10, 0.5};     // what would you do?
  Allowance thoughts{30, 2};    // positions to be thought over beside the analysis board
  Allowance chat{10, 0.5};      // lines
  Allowance renames{10, 0.1};   // new names for the same person
  size_t sockets = 24;          // at a time
  size_t watched = 32;          // tables at a time, over all sockets
  size_t lobbies = 8;           // that hear of the lobby
  double address_factor = 20;
  Allowance table_chat{40, 4};      // for each table
  Allowance people{30, 0.5};        // new ones, for each address
  int64_t stand_in_after = 30000;   // away so long, and a bot may be asked in
  int64_t rest_after = 60000;       // untouched so long, and a table leaves the memory
  int64_t too_fast_pause = 20;      // nothing is read from a client that was, for so long
  int64_t hello_patience = 10000;   // a WebSocket that hasn't said hello by then is closed
  std::function<int64_t()> now;     // milliseconds since 1970
  bool system_clock = false;        // that is the clock of the system
  std::function<int64_t()> steady;  // milliseconds that only grow; `now` where it isn't given
  std::function<void(std::function<void()>)> post;  // runs something on the home thread
  std::function<void()> trim;                       // gives memory back to the system
  int64_t bot_pause = 300;       // from asking a bot that thinks to telling its answer, at least
  size_t kept_bytes = 64 << 20;  // of texts that took long to make
  uint64_t review_iterations = bots::kReviewIterations;  // of a whole game
  uint32_t analysis_iterations = bots::kMostIterations;  // of one position
  engine::FindGame game;             // for stored tables, where it isn't games::find: in tests
  Editions::Offered editions;        // to choose from, where it isn't the game's own alone
  bool own_editions = false;         // people may bring editions of their own
  std::vector<HouseBot> house_bots;  // people may choose them as opponents
  bool records = false;              // people may bring tables as records (bring.h)
  // The record of a table that isn't over is given, too, with all that is hidden: only where
  // nobody else plays.
  bool unfinished_records = false;
  bool ratings = true;                   // tables may be rated
  std::function<std::string()> puzzles;  // the sets of all games (puzzles.h); none: there are none

  // For tests and measurements, and where there is nobody to be protected from.
  void lift_limits() {
    messages = heavy = tables = brought = finished = hints = thoughts = chat = renames =
        table_chat = people = {0, 0};
    sockets = watched = lobbies = most_brought = 0;
    bot_pause = 0;
  }
};

inline Settings with_clocks(Settings settings) {
  if (!settings.steady) settings.steady = settings.now;
  return settings;
}

}  // namespace server
