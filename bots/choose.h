// The bots by kind for one game: what any_bot.h dispatches to, and what the lab calls directly.
#pragma once

#include "bots/any_bot.h"
#include "bots/greedy.h"
#include "bots/random.h"

namespace bots {

template <engine::Rules G>
engine::Action choose(BotKind bot, const Knowledge<G>& knowledge, engine::Chance& chance) {
  switch (bot) {
    case BotKind::kRandom:
      return choose_random(knowledge, chance);
    case BotKind::kGreedy:
      return choose_greedy(knowledge, chance);
  }
  return choose_random(knowledge, chance);
}

}  // namespace bots
