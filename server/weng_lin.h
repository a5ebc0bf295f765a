// How strong somebody is, by the places they came in: the Bradley–Terry model with full pairs of
// Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning
// Research 12 (2011), algorithm 1, for players without teams. A strength is a normal distribution;
// a game of any number of players with places (equal ones are a tie) moves each by what it says of
// every pair.
//
// The scale is that of the arena (docs/arena.md): 400 points are odds of ten to one between two
// whose strength is known for certain, whoever else is at the table.
#pragma once

#include <cstdint>
#include <vector>

namespace server {

struct Strength {
  double mean = 1500;
  double deviation = 250;
  friend bool operator==(const Strength&, const Strength&) = default;
};

// Somebody in a game: how strong before it, and in which place (1 is best) after it.
struct Placed {
  Strength before;
  int place = 1;
};

// How likely the first is placed before the second, ties aside.
double chance_to_beat(const Strength& one, const Strength& other);
// What everybody is after the game, in the same order.
std::vector<Strength> after_game(const std::vector<Placed>& game);

}  // namespace server
