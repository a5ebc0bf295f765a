// The bot `random`: any allowed choice, each equally likely.
#pragma once

#include "bots/knowledge.h"
#include "bots/playout.h"

namespace bots {

template <engine::Rules G>
engine::Action choose_random(const Knowledge<G>& knowledge, engine::Chance& chance) {
  engine::Offer offer(engine::Offer::Keep::kLegal);
  knowledge.options(offer);
  return pick(offer, chance);
}

}  // namespace bots
