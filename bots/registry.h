// The bots there are: one line each, the weakest first. Included where they are compiled, once for
// each game (instance.cpp.in); everybody else makes them by name (make_bot.h, any_bot.h).
#pragma once

#include <array>
#include <memory>

#include "bots/greedy.h"
#include "bots/make_bot.h"
#include "bots/quick.h"
#include "bots/random.h"
#include "bots/search.h"

namespace bots {

template <class... B>
struct BotList {
  static constexpr std::array<const BotInfo*, sizeof...(B)> kInfos{&B::kInfo...};

  template <engine::Rules G>
  static std::unique_ptr<Bot<G>> make(const BotSpec& spec) {
    std::unique_ptr<Bot<G>> made;
    (void)((B::kInfo.id == spec.id() &&
            (made = std::make_unique<typename B::template Of<G>>(spec), true)) ||
           ...);
    return made;
  }
};

using AllBots = BotList<Random, Quick, Greedy, Search>;

template <engine::Rules G>
std::unique_ptr<Bot<G>> make_bot(const BotSpec& spec) {
  return AllBots::make<G>(spec);
}

}  // namespace bots
