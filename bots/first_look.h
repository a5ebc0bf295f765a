// What a search looks at first: how likely each choice of the root seems before any was tried.
#pragma once

#include "bots/greedy.h"
#include "bots/searcher.h"

namespace bots {

template <engine::Rules G>
  requires engine::Judgement<G>
class FirstLook {
 public:
  explicit FirstLook(const SearchGuide<G>& guide)
      : guide_(guide), greedy_(GreedyEffort{}, guide.judge) {}

  // From the policy or the judgement after each choice in a few worlds, and from what greedy would
  // do.
  Priors operator()(const Searcher<G>& tree, const Knowledge<G>& knowledge,
                    const engine::Offer& offer, uint64_t seed, engine::Chance& chance) {
    Priors priors{};
    for (int w = 0; w < kWorlds; ++w) {
      const typename G::State world = knowledge.imagine_undecided(chance);
      tree.add_priors(world, knowledge.seat(), offer, seed + static_cast<uint64_t>(w),
                      1.0F / kWorlds, priors);
    }
    const float trust = static_cast<float>(guide_.settings.greedy) / 100;
    if (trust == 0) return priors;
    const engine::Action favourite = greedy_.decide(knowledge, {}, chance).action();
    for (int i = 0; i < offer.size(); ++i) {
      float& prior = priors[static_cast<size_t>(i)];
      prior = (1 - trust) * prior + (offer[i].action == favourite ? trust : 0);
    }
    return priors;
  }

 private:
  static constexpr int kWorlds = 4;

  const SearchGuide<G>& guide_;
  GreedyBot<G> greedy_;
};

}  // namespace bots
