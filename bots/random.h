// The bot `random`: any allowed choice, each equally likely.
#pragma once

#include "bots/bot.h"
#include "bots/playout.h"

namespace bots {

template <engine::Rules G>
class RandomBot final : public Bot<G> {
 public:
  explicit RandomBot(const BotSpec&) {}

  Decision decide(const Knowledge<G>& knowledge, const Budget&, engine::Chance& chance) override {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    knowledge.options(offer);
    Decision decision;
    decision.choices.push_back({pick(offer, chance)});
    return decision;
  }
};

struct Random {
  static constexpr BotInfo kInfo{.id = "random", .at_once = true};
  template <class G>
  using Of = RandomBot<G>;
};

}  // namespace bots
