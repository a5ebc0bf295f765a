// The bot `quick`: plans as `greedy` does, but in haste: in one imagined world, and only a few ways
// to go on, by the game's tuned judgement where it has one. Some ten microseconds a decision, for
// the lab's hundred thousands of games. With a policy, what that likes best at a glance.
#pragma once

#include <algorithm>
#include <array>

#include "bots/bot.h"
#include "bots/greedy.h"
#include "bots/policy.h"
#include "bots/tuned.h"

namespace bots {

inline constexpr std::string_view kEffortSetting = "effort";

template <engine::Rules G>
  requires engine::Judgement<G>
class QuickBot final : public Bot<G> {
 public:
  explicit QuickBot(const BotSpec& spec)
      : policy_(spec),
        judge_(spec),
        hasty_({.worlds = 1, .batches = 1, .nodes = spec.setting(kEffortSetting)}, judge_.judge()) {
  }

  Decision decide(const Knowledge<G>& knowledge, const Budget& budget,
                  engine::Chance& chance) override {
    if constexpr (Learned<G>) {
      if (!policy_.policy().empty()) return glance(policy_.policy(), knowledge, chance);
    }
    return hasty_.decide(knowledge, budget, chance);
  }

 private:
  static Decision glance(const PolicyOf<G>& policy, const Knowledge<G>& knowledge,
                         engine::Chance& chance)
    requires Learned<G>
  {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    knowledge.options(offer);
    Decision decision;
    if (offer.size() == 1) {
      decision.choices.push_back({offer[0].action});
      return decision;
    }
    typename PolicyOf<G>::Likings likings;
    policy.weigh(knowledge.imagine(chance), knowledge.seat(), offer, chance, likings);
    std::array<int, engine::Offer::kCapacity> order;
    for (int i = 0; i < offer.size(); ++i) order[static_cast<size_t>(i)] = i;
    const auto liking = [&](int i) { return likings[static_cast<size_t>(i)]; };
    const int listed = std::min(offer.size(), decltype(decision.choices)::capacity());
    std::partial_sort(
        order.begin(), order.begin() + listed, order.begin() + offer.size(),
        [&](int a, int b) { return liking(a) != liking(b) ? liking(a) > liking(b) : a < b; });
    for (int i = 0; i < listed; ++i) {
      const int at = order[static_cast<size_t>(i)];
      decision.choices.push_back(
          {offer[at].action, static_cast<float>(liking(at)) / Policy::kOne, 1});
    }
    decision.iterations = 1;
    return decision;
  }

  const PolicyInUse<G> policy_;
  const JudgeInUse<G> judge_;
  GreedyBot<G> hasty_;
};

struct Quick {
  static constexpr std::array<Figures, 2> kLearned{Figures::kPolicy, Figures::kTuned};
  // How many actions a decision may try.
  static constexpr std::array<SettingSpec, 1> kSettings{
      {{.id = kEffortSetting, .fallback = 24, .low = 1, .high = 10'000, .inside = true}}};
  static constexpr BotInfo kInfo{
      .id = "quick", .at_once = true, .learned = kLearned, .settings = kSettings};
  template <class G>
  using Of = QuickBot<G>;
};

}  // namespace bots
