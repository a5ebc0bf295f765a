// What a simulation says: a summary to read, and the same for programs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/played.h"
#include "lab/simulate.h"

namespace lab {

// How a seat, or a kind of bot, did. A win shared by k counts 1/k.
struct Standing {
  std::string name;
  uint64_t games = 0;  // played; of a kind of bot: once for each of its seats
  double wins = 0;
  Interval share;  // of wins in games
  double score_mean = 0;
  double score_deviation = 0;
};

struct Summary {
  WhatIsPlayed played;
  uint64_t seed = 0;
  uint64_t games = 0;
  uint64_t asked_for = 0;  // more than `games` when it was stopped
  double seconds = 0;
  double games_per_second = 0;
  std::vector<Standing> by_seat;
  std::vector<Standing> by_bot;
  uint64_t shared_wins = 0;  // games with several winners
  uint64_t no_winner = 0;

  static constexpr std::array<int, 5> kPercents{5, 25, 50, 75, 95};
  double decisions_mean = 0;
  uint32_t decisions_min = 0;
  uint32_t decisions_max = 0;
  std::array<uint32_t, kPercents.size()> decisions_quantiles{};  // nearest rank

  std::vector<EventRow> event_counts;  // when they were counted
};

Summary summarize(const Simulation& simulation);

// An aligned table for people.
std::string summary_table(const Summary& summary);
std::string summary_json(const Summary& summary, int indent = 2);
// A row for each game: number, seed, decisions, winners, and bot, score and rank of each seat; and
// the row above them.
std::string csv_head(const SimulationSpec& spec);
std::string csv_row(const SimulationSpec& spec, const GameResult& game);

}  // namespace lab
