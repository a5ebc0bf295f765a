// The appraiser, written once over the contract (appraiser.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>

#include "bots/appraiser.h"
#include "bots/search.h"
#include "engine/any_game_of.h"

namespace bots {

// The true position: for a search that sees everything.
template <engine::Rules G>
struct OpenWorlds {
  const typename G::State& truth;
  typename G::State imagine_undecided(engine::Chance&) const { return truth; }
};

// What a choice leads to, in worlds that the seat can't tell from the true one. Whoever chooses at
// the same time doesn't see it: they choose as often as in the tree of the whole decision.
template <engine::Rules G>
class WorldsAfter {
 public:
  using State = typename G::State;

  WorldsAfter(const Knowledge<G>& knowledge, engine::Action first, const SearchTree& decision)
      : knowledge_(knowledge), first_(first), decision_(decision) {}

  State imagine_undecided(engine::Chance& luck) const {
    State world = knowledge_.imagine_undecided(luck);
    engine::Chance minds(luck.below(1u << 31));  // of the others: alike whatever is chosen
    engine::Events silent;
    engine::Offer offer(engine::Offer::Keep::kLegal);
    for (const engine::Seat seat : G::acting(world)) {
      if (!G::acting(world).contains(seat)) continue;
      offer.clear();
      G::options(world, seat, offer);
      const engine::Action action = seat == knowledge_.seat() ? first_ : usual(seat, offer, minds);
      G::apply(world, seat, action, luck, silent);
      if (G::over(world)) break;
    }
    return world;
  }

 private:
  engine::Action usual(engine::Seat seat, const engine::Offer& offer,
                       engine::Chance& chance) const {
    std::array<uint32_t, engine::Offer::kCapacity> visits{};
    uint32_t sum = 0;
    for (int i = 0; i < offer.size(); ++i) {
      const uint32_t at = decision_.find(SearchTree::kRoot, seat, offer[i].action);
      if (at == SearchTree::kNone) continue;
      visits[static_cast<size_t>(i)] = decision_.edge(at).visits;
      sum += decision_.edge(at).visits;
    }
    if (sum == 0) return pick(offer, chance);
    uint32_t drawn = chance.below(sum);
    int i = 0;
    while (drawn >= visits[static_cast<size_t>(i)]) drawn -= visits[static_cast<size_t>(i++)];
    return offer[i].action;
  }

  const Knowledge<G>& knowledge_;
  engine::Action first_;
  const SearchTree& decision_;
};

template <engine::Rules G>
  requires engine::Judgement<G>
class AppraiserOf final : public Appraiser {
 public:
  using State = typename G::State;

  explicit AppraiserOf(const BotSpec& spec)
      : guide_(spec), bot_(spec), open_(guide_), best_(guide_), made_(guide_) {}

  SeatShares outlook(const engine::AnyTable& table, uint32_t iterations, uint64_t seed) override {
    const State& truth = state_of(table);
    open_.begin(G::acting(truth).front(), seed, iterations);
    Sum sum;
    for (uint32_t i = 0; i < iterations; ++i) sum.add(open_.iterate(OpenWorlds<G>{truth}, i));
    return sum.told(guide_.told, G::progress(truth));
  }

  Appraisal appraise(const engine::AnyTable& table, engine::Seat seat, engine::Action made,
                     uint32_t iterations, uint64_t seed) override {
    const State& truth = state_of(table);
    const Knowledge<G> knowledge(truth, seat);
    engine::Chance chance(seed, 0);
    const Decision decision =
        bot_.decide(knowledge, {std::max(iterations / 2, 1u), 0, nullptr}, chance);
    Appraisal result;
    result.best = decision.action();
    result.iterations = decision.iterations;
    if (result.best == made) {
      // What the choice is worth to all is of interest only beside another.
      const auto at = static_cast<size_t>(engine::index_of(seat));
      result.with_best[at] = result.with_made[at] =
          guide_.told.tell_one(decision.choices[0].value, G::seats(truth), G::progress(truth));
      const uint32_t edge = bot_.tree().find(SearchTree::kRoot, seat, made);
      result.line = likely_line(bot_.tree(), bot_.tree().edge(edge).child);
      return result;
    }
    compare(knowledge, made, std::max(iterations / 4 / kPairs, 1u), seed, G::progress(truth),
            result);
    return result;
  }

 private:
  // The trees of one side stand for each other: how far their means lie apart shows how much of a
  // difference is noise, that of the searching included.
  static constexpr uint32_t kPairs = 6;

  struct Sum {
    SeatShares shares{};
    uint32_t count = 0;
    void add(const typename Searcher<G>::Shares& leaf) {
      for (size_t i = 0; i < leaf.size(); ++i) shares[i] += static_cast<double>(leaf[i]);
      ++count;
    }
    SeatShares mean() const {
      SeatShares mean = shares;
      for (double& share : mean) share /= std::max(count, 1u);
      return mean;
    }
    SeatShares told(const ToldShares& as, float progress) const {
      SeatShares said = mean();
      as.tell(said, progress);
      return said;
    }
  };

  static const State& state_of(const engine::AnyTable& table) {
    return static_cast<const engine::TableOf<G>&>(table).state();
  }

  void compare(const Knowledge<G>& knowledge, engine::Action made, uint32_t iterations,
               uint64_t seed, float progress, Appraisal& result) {
    const auto me = static_cast<size_t>(engine::index_of(knowledge.seat()));
    const WorldsAfter<G> after_best(knowledge, result.best, bot_.tree());
    const WorldsAfter<G> after_made(knowledge, made, bot_.tree());
    Sum best, other;
    double sum = 0;
    double squares = 0;
    for (uint32_t pair = 0; pair < kPairs; ++pair) {
      const uint64_t luck = engine::mix64(seed + pair + 1);
      best_.begin(knowledge.seat(), luck, iterations);
      made_.begin(knowledge.seat(), luck, iterations);
      Sum best_here, other_here;
      for (uint32_t i = 0; i < iterations; ++i) {
        const auto a = best_.iterate(after_best, i);
        const auto b = made_.iterate(after_made, i);
        best.add(a);
        other.add(b);
        best_here.add(a);
        other_here.add(b);
      }
      const double apart =
          best_here.told(guide_.told, progress)[me] - other_here.told(guide_.told, progress)[me];
      sum += apart;
      squares += apart * apart;
      if (pair == 0) result.line = likely_line(best_.tree(), SearchTree::kRoot);
    }
    result.with_best = best.told(guide_.told, progress);
    result.with_made = other.told(guide_.told, progress);
    const double mean = sum / kPairs;
    const double variance = std::max(0.0, squares / kPairs - mean * mean) / (kPairs - 1);
    result.error = std::sqrt(variance);
    result.iterations += 2 * kPairs * iterations;
  }

  const SearchGuide<G> guide_;
  SearchBot<G> bot_;
  Searcher<G> open_, best_, made_;
};

template <class G>
std::unique_ptr<Appraiser> make_appraiser(const BotSpec& spec) {
  return std::make_unique<AppraiserOf<G>>(spec);
}

}  // namespace bots
