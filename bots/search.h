// The bot `search`: information-set Monte-Carlo tree search over the rules of any game.
//
// Each iteration imagines one world that agrees with what the seat knows, and plays it:
//
//   tree      every seat takes what looks best to it (PUCT: the share of wins so far, and a prior
//             that counts less the more often a choice was tried). What is there to choose depends
//             on the world, so choices count how often they were available. Seats that choose at
//             the same time each have their own figures at the same node: nobody sees the other's
//             choice.
//   playout   from the first node that is new: mostly what the game's learned policy likes best
//             (policy.h; without one, the best of a few choices by the judgement), until a turn
//             has ended (SearchSettings).
//   leaf      the share of wins each seat may hope for: of the outcome, or at that border what the
//             game's learned net says of all that the seat observes there (net.h; without one, its
//             learned value, value.h; without either, the judgement: softmax over the seats).
//
// The shares go back up the path: each seat's choice is counted by that seat's own share (max^n).
// Several trees may be grown at once, each with worlds of its own; their counts are added up.
// The same seed, number of trees and number of iterations give the same decision, on however many
// cores; nothing is allocated in the loop (searcher.h).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bots/bot.h"
#include "bots/crew.h"
#include "bots/first_look.h"
#include "bots/searcher.h"

namespace bots {

// How strong: how much of its budget it uses, and how far from the best choice it may stray. It
// never takes one that is clearly worse.
struct SearchLevel {
  std::string_view id;
  int budget;         // percent
  float temperature;  // of a choice by share of wins; 0: the best
};
inline constexpr std::array<SearchLevel, 4> kSearchLevels{
    {{"newcomer", 3, 0.05F}, {"regular", 10, 0.025F}, {"landlord", 30, 0.01F}, {"master", 100, 0}}};
inline constexpr std::array<std::string_view, 4> kSearchLevelIds{"newcomer", "regular", "landlord",
                                                                 "master"};

inline constexpr std::string_view kThreadsSetting = "threads";
inline constexpr int kMaxThreads = 64;

template <engine::Rules G>
  requires engine::Judgement<G>
class SearchBot final : public Bot<G> {
 public:
  using State = typename G::State;

  explicit SearchBot(const BotSpec& spec)
      : guide_(spec),
        level_(kSearchLevels[static_cast<size_t>(spec.setting("level"))]),
        look_(guide_),
        trees_(static_cast<size_t>(spec.setting(kThreadsSetting)), Searcher<G>(guide_)) {}

  Decision decide(const Knowledge<G>& knowledge, const Budget& budget,
                  engine::Chance& chance) override {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    knowledge.options(offer);
    Decision decision;
    if (offer.size() == 1) {
      decision.choices.push_back({offer[0].action, 1});
      return decision;
    }
    const uint64_t seed =
        static_cast<uint64_t>(chance.below(1u << 31)) << 31 | chance.below(1u << 31);
    const Budget mine = share_of(budget);
    const Priors priors = look_(trees_[0], knowledge, offer, seed, chance);
    const auto trees = static_cast<uint32_t>(trees_.size());
    std::array<uint32_t, kMaxThreads> done{};
    const auto grow = [&](int number) {
      const auto at = static_cast<uint32_t>(number);
      uint32_t most = kNoLimit;
      if (mine.iterations != 0) most = (mine.iterations + trees - 1 - at) / trees;
      // Without a crew the time is shared, too.
      const int64_t time = int64_t{1000} * mine.milliseconds / (mine.crew == nullptr ? trees : 1);
      Searcher<G>& tree = trees_[at];
      tree.begin(knowledge.seat(), seed ^ uint64_t{at} * 0x9e3779b97f4a7c15, offer, priors, most);
      done[at] =
          tree.grow(knowledge, most, mine.milliseconds == 0 ? 0 : std::max<int64_t>(1, time));
    };
    if (mine.crew != nullptr && trees > 1) {
      mine.crew->run(static_cast<int>(trees), grow);
    } else {
      for (uint32_t i = 0; i < trees; ++i) grow(static_cast<int>(i));
    }
    for (const uint32_t each : done) decision.iterations += each;
    rank(offer, chance, decision);
    return decision;
  }

  // What has grown for the last decision that was one: the first of its trees.
  const SearchTree& tree() const { return trees_[0].tree(); }

 private:
  static constexpr uint32_t kNoLimit = 0xffffffff;
  static constexpr uint32_t kFallbackIterations = 1000;
  static constexpr float kStray = 0.12F;  // share of wins that a weak level may give away

  Budget share_of(const Budget& budget) const {
    const auto part = [&](uint32_t whole) {
      if (whole == 0) return whole;
      return std::max<uint32_t>(
          1, static_cast<uint32_t>(uint64_t{whole} * static_cast<uint32_t>(level_.budget) / 100));
    };
    Budget mine{part(budget.iterations), part(budget.milliseconds), budget.crew};
    if (mine.iterations == 0 && mine.milliseconds == 0) mine.iterations = kFallbackIterations;
    return mine;
  }

  // --- the decision ---

  void rank(const engine::Offer& offer, engine::Chance& chance, Decision& decision) {
    std::array<Choice, engine::Offer::kCapacity> all;
    for (int i = 0; i < offer.size(); ++i) {
      Choice& choice = all[static_cast<size_t>(i)];
      choice.action = offer[i].action;
      for (Searcher<G>& tree : trees_) {
        const SearchTree::Edge& edge = tree.choice(choice.action);
        choice.visits += edge.visits;
        choice.value += edge.sum;
      }
      if (choice.visits > 0) choice.value /= static_cast<float>(choice.visits);
    }
    const auto end = all.begin() + offer.size();
    std::sort(all.begin(), end, [](const Choice& a, const Choice& b) {
      if (a.visits != b.visits) return a.visits > b.visits;
      const auto word = [](engine::Action x) { return x.verb << 24 | x.a << 16 | x.b << 8 | x.c; };
      return a.value != b.value ? a.value > b.value : word(a.action) < word(b.action);
    });
    if (level_.temperature > 0) std::swap(all[0], all[stray(all, offer.size(), chance)]);
    for (auto choice = all.begin(); choice != end && !decision.choices.full(); ++choice) {
      decision.choices.push_back(*choice);
    }
  }

  // Which of the tried choices a weaker level takes: by their values, never far below the best.
  size_t stray(const std::array<Choice, engine::Offer::kCapacity>& all, int count,
               engine::Chance& chance) const {
    const float best = all[0].value;
    std::array<float, engine::Offer::kCapacity> weights{};
    float sum = 0;
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      if (all[i].visits == 0 || all[i].value < best - kStray) continue;
      weights[i] = std::exp((all[i].value - best) / level_.temperature);
      sum += weights[i];
    }
    float drawn = sum * static_cast<float>(chance.below(1u << 24)) / static_cast<float>(1u << 24);
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      if (weights[i] > 0 && drawn < weights[i]) return i;
      drawn -= weights[i];
    }
    return 0;
  }

  const SearchGuide<G> guide_;
  const SearchLevel level_;
  FirstLook<G> look_;
  std::vector<Searcher<G>> trees_;
};

struct Search {
  static constexpr size_t kOwn = 4;
  static constexpr auto kSettings = [] {
    std::array<SettingSpec, kOwn + kSearchSettings.size()> all{};
    all[0] = {.id = kMillisecondsSetting, .fallback = 100, .low = 0, .high = 60000};
    all[1] = {.id = kIterationsSetting, .fallback = 0, .low = 0, .high = 100'000'000};
    all[2] = {.id = "level", .words = kSearchLevelIds, .fallback = 3};
    all[3] = {.id = kThreadsSetting, .fallback = 1, .low = 1, .high = kMaxThreads, .inside = true};
    for (size_t i = 0; i < kSearchSettings.size(); ++i) {
      all[kOwn + i] = {.id = kSearchSettings[i].id,
                       .fallback = kAsTheGameSays,
                       .low = kAsTheGameSays,
                       .high = kSearchSettings[i].high,
                       .inside = true};
    }
    return all;
  }();
  static constexpr std::array<Figures, 4> kLearned{Figures::kPolicy, Figures::kValue,
                                                   Figures::kTuned, Figures::kNet};
  static constexpr BotInfo kInfo{.id = "search", .learned = kLearned, .settings = kSettings};
  template <class G>
  using Of = SearchBot<G>;
};

}  // namespace bots
