// One number for each of many bots: Plackett–Luce over the rankings of all games, which with two
// players is Bradley–Terry. A bot of rating r comes first among those who are left with probability
// exp(r) to the sum of theirs; then the next place is played for in the same way.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/statistics.h"

namespace lab {

// A game as far as ratings go: who sat at each seat, and their places (1 is best; equal: a tie).
struct RatedGame {
  uint64_t block = 0;  // games of the same number share a deal, whoever plays
  std::vector<int> bots;
  std::vector<int> places;
};

// In Elo (400 for odds of ten to one), with mean 0 over the bots. Ties count as all their orders,
// equally. Bots that always win would be infinitely strong: ratings are held by a weak prior,
// normal with a deviation of 1400. The interval is the wider of two: from the curvature of the
// likelihood, and from how much the blocks disagree (sandwich, clustered by block).
std::vector<Estimate> rate(const std::vector<RatedGame>& games, int bots);

}  // namespace lab
