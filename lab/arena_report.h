// What the results of an arena say: tables to read, and the same for programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/arena_results.h"
#include "lab/sprt.h"
#include "lab/statistics.h"

namespace lab {

// One pairing, through the candidate's eyes.
struct PairRow {
  Pairing pairing;
  uint64_t blocks = 0;
  uint64_t games = 0;
  Estimate share;  // of wins
  Estimate rank;
  Estimate margin;
  std::vector<double> share_by_seat;
};

struct BotRow {
  uint64_t decisions = 0;  // in which there was a choice
  double p50 = 0;          // of their processor time, microseconds
  double p99 = 0;
  double iterations_per_second = 0;  // 0: it makes none
  Estimate rating;                   // Elo, where there are more than two bots
};

struct ArenaReport {
  ArenaHead head;
  uint64_t blocks = 0;
  uint64_t games = 0;
  double even = 0;             // everybody's share of wins if all were alike
  std::vector<PairRow> pairs;  // those that have played
  std::vector<BotRow> bots;    // as in the head
  std::optional<Sprt> sprt;    // where the head has one
};

// Over the blocks in the order of their numbers, whatever order they are in. REQUIRES: the head has
// one.
Sprt sprt_of(const ArenaResults& results);

ArenaReport report_of(const ArenaResults& results);

std::string arena_table(const ArenaReport& report);
std::string arena_json(const ArenaReport& report, int indent = 2);

}  // namespace lab
