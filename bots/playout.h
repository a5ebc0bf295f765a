// Random play to the end: the hot loop of benchmarks, statistics and search. No heap, no strings,
// no virtual calls: the rules are inlined as far as the compiler can see them.
#pragma once

#include <cstdint>

#include "engine/game.h"

namespace bots {

// One of the offered choices, each equally likely. REQUIRES: not empty.
inline engine::Action pick(const engine::Offer& offer, engine::Chance& chance) {
  return offer[static_cast<int>(chance.below(static_cast<uint32_t>(offer.size())))].action;
}

// Makes one random choice for the first acting seat. REQUIRES: not over.
template <engine::Rules G>
void random_step(typename G::State& state, engine::Offer& offer, engine::Chance& chance) {
  const engine::Seat seat = G::acting(state).front();
  offer.clear();
  G::options(state, seat, offer);
  engine::Events silent;
  G::apply(state, seat, pick(offer, chance), chance, silent);
}

// Plays on at random until the game is over. Returns the number of decisions.
template <engine::Rules G>
uint32_t playout(typename G::State& state, engine::Chance& chance) {
  engine::Offer offer(engine::Offer::Keep::kLegal);
  uint32_t decisions = 0;
  for (; !G::over(state); ++decisions) random_step<G>(state, offer, chance);
  return decisions;
}

}  // namespace bots
