// How advice (advice.h) comes about. Three parts share the budget:
//
//   search    as the bot of that name does (search.h)
//   trial     every choice is tried at least a little, so that something can be said of each; then
//             the best three (and the one that was asked about) equally often in the same worlds,
//             so that their shares can be compared
//   reasons   those few are played on in the same worlds as everybody is expected to play. What
//             the seats have then, feature by feature, says why: of two positions one feature of
//             one seat is exchanged, and the share of wins with it compared with that without.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

#include "bots/advice.h"
#include "bots/first_look.h"
#include "bots/searcher.h"

namespace bots {

template <engine::Rules G>
  requires engine::Judgement<G>
class Adviser {
 public:
  using State = typename G::State;

  Adviser() : spec_(BotSpec::of("search")), guide_(spec_), look_(guide_), tree_(guide_) {}

  Advice advise(const Knowledge<G>& knowledge, const AdviceWish& wish, engine::Chance& chance) {
    Advice advice;
    engine::Offer offer(engine::Offer::Keep::kLegal);
    knowledge.options(offer);
    if (offer.size() < 2) return advice;
    Budget budget = wish.budget;
    if (budget.iterations == 0 && budget.milliseconds == 0) budget.iterations = kFallback;
    const uint64_t seed =
        static_cast<uint64_t>(chance.below(1u << 31)) << 31 | chance.below(1u << 31);
    const Priors priors = look_(tree_, knowledge, offer, seed, chance);
    tally_.choices.assign(static_cast<size_t>(offer.size()), {});
    tree_.note_in(&tally_);
    advice.iterations = search(knowledge, offer, priors, seed, budget);
    advice.iterations += try_all(knowledge, offer, Clock(budget, kTrial));
    const std::vector<size_t> chosen = leaders(offer, wish.about);
    advice.iterations += try_leaders(knowledge, offer, chosen, Clock(budget, kTrial));
    engine::Chance imagined(seed);
    fill(offer, chosen, G::progress(knowledge.imagine(imagined)), advice);
    explain(knowledge, seed, Clock(budget, kReasons), advice);
    return advice;
  }

 private:
  static constexpr uint32_t kFallback = 1000;  // iterations
  // Percent of the budget.
  static constexpr uint32_t kSearch = 60;
  static constexpr uint32_t kTrial = 15;  // of all choices, and of the best
  static constexpr uint32_t kReasons = 10;
  static constexpr uint32_t kLook = 24;  // visits: something can be said of a choice
  static constexpr int kWorlds = 96;     // that reasons are looked for in
  static constexpr int kFewest = 8;
  // A reason is told if it counts for so much of the wins, beside the strongest for so much of
  // that, and is no chance of the few worlds.
  static constexpr float kCounts = 0.004F;
  static constexpr float kBeside = 0.2F;
  static constexpr float kSure = 2;
  static constexpr size_t kReasonsTold = 3;
  static constexpr size_t kLine = 4;

  // A part of the budget.
  struct Clock {
    Clock(const Budget& budget, uint32_t percent)
        : iterations(budget.iterations == 0
                         ? 0xffffffff
                         : std::max<uint32_t>(1, static_cast<uint32_t>(uint64_t{budget.iterations} *
                                                                       percent / 100))),
          end(budget.milliseconds == 0
                  ? 0
                  : cpu_microseconds() + int64_t{budget.milliseconds} * 10 * percent) {}
    bool over() const { return end != 0 && cpu_microseconds() >= end; }
    uint32_t iterations;
    int64_t end;  // 0: never
  };

  uint32_t search(const Knowledge<G>& knowledge, const engine::Offer& offer, const Priors& priors,
                  uint64_t seed, const Budget& budget) {
    const Clock clock(budget, kSearch);
    tree_.begin(knowledge.seat(), seed, offer, priors, clock.iterations);
    return tree_.grow(knowledge, clock.iterations, int64_t{budget.milliseconds} * 10 * kSearch);
  }

  uint32_t try_all(const Knowledge<G>& knowledge, const engine::Offer& offer, const Clock& clock) {
    uint32_t done = 0;
    for (uint32_t round = 0; round < kLook; ++round) {
      for (int i = 0; i < offer.size(); ++i) {
        if (tally_.choices[static_cast<size_t>(i)].visits > round) continue;
        if (done >= clock.iterations || clock.over()) return done;
        tree_.try_out(knowledge, offer[i].action, round);
        ++done;
      }
    }
    return done;
  }

  float share(size_t choice) const {
    const RootTally::Choice& of = tally_.choices[choice];
    if (of.visits == 0) return 0;
    return of.sums[static_cast<size_t>(engine::index_of(tree_.seat()))] /
           static_cast<float>(of.visits);
  }

  // What was tried most first. Every order here is told to the last tie: it is the same everywhere.
  void sort_by_tries(std::vector<size_t>& places) const {
    std::sort(places.begin(), places.end(), [&](size_t a, size_t b) {
      const uint32_t one = tally_.choices[a].visits;
      const uint32_t other = tally_.choices[b].visits;
      return one != other ? one > other : a < b;
    });
  }

  // Those to be looked into: what was tried most, and what was asked about. Places in the offer.
  std::vector<size_t> leaders(const engine::Offer& offer,
                              const std::optional<engine::Action>& about) const {
    std::vector<size_t> order(static_cast<size_t>(offer.size()));
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    sort_by_tries(order);
    const size_t best = std::min(Advice::kBest, order.size());
    const auto asked = std::find_if(
        order.begin() + static_cast<std::ptrdiff_t>(best), order.end(),
        [&](size_t i) { return about && offer[static_cast<int>(i)].action == *about; });
    std::vector<size_t> chosen(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(best));
    if (asked != order.end()) chosen.push_back(*asked);
    return chosen;
  }

  uint32_t try_leaders(const Knowledge<G>& knowledge, const engine::Offer& offer,
                       const std::vector<size_t>& chosen, const Clock& clock) {
    uint32_t done = 0;
    for (uint32_t round = kLook; done + chosen.size() <= clock.iterations; ++round) {
      if (clock.over()) break;
      for (const size_t at : chosen) {
        tree_.try_out(knowledge, offer[static_cast<int>(at)].action, round);
        ++done;
      }
    }
    return done;
  }

  void fill(const engine::Offer& offer, const std::vector<size_t>& chosen, float progress,
            Advice& advice) const {
    const auto add = [&](size_t at) {
      const RootTally::Choice& from = tally_.choices[at];
      AdvisedChoice choice;
      choice.action = offer[static_cast<int>(at)].action;
      choice.visits = from.visits;
      choice.share = share(at);
      if (from.visits > 0) {
        const auto visits = static_cast<float>(from.visits);
        for (size_t i = 0; i < choice.shares.size(); ++i) choice.shares[i] = from.sums[i] / visits;
        const float spread = from.squares / visits - choice.share * choice.share;
        choice.error = std::sqrt(std::max(0.0F, spread) / visits);
        guide_.told.tell(choice, static_cast<size_t>(engine::index_of(tree_.seat())), progress);
      }
      advice.choices.push_back(std::move(choice));
    };
    for (const size_t at : chosen) add(at);
    advice.explained = chosen.size();
    std::vector<size_t> others;
    for (size_t i = 0; i < tally_.choices.size(); ++i) {
      if (std::find(chosen.begin(), chosen.end(), i) == chosen.end()) others.push_back(i);
    }
    sort_by_tries(others);
    for (const size_t at : others) add(at);
    const size_t best = std::min(Advice::kBest, chosen.size());
    std::sort(advice.choices.begin(), advice.choices.begin() + static_cast<std::ptrdiff_t>(best),
              [](const AdvisedChoice& a, const AdvisedChoice& b) {
                if (a.share != b.share) return a.share > b.share;
                return a.visits != b.visits ? a.visits > b.visits : a.action < b.action;
              });
  }

  // --- why ---

  // Where a choice led to in one world.
  struct Future {
    engine::Features features;
    float progress = 0;
    bool over = false;
    std::vector<engine::Action> line;
  };
  // Of a feature of a seat, over the worlds.
  struct Difference {
    float effect = 0;
    float squares = 0;
    float judged = 0;  // by the judgement alone, whose weights were set by people
    float amount = 0;
  };
  using Differences = std::array<std::array<Difference, engine::kMaxFeatures>, engine::kMaxSeats>;

  void explain(const Knowledge<G>& knowledge, uint64_t seed, const Clock& clock, Advice& advice) {
    std::vector<std::vector<Future>> futures(advice.explained);  // by choice, then by world
    const int worlds =
        clock.end != 0
            ? kWorlds
            : std::clamp(static_cast<int>(clock.iterations / advice.explained), kFewest, kWorlds);
    for (int w = 0; w < worlds && (w < kFewest || !clock.over()); ++w) {
      engine::Chance imagined(seed ^ kReasonsSeed, static_cast<uint64_t>(w));
      const State world = knowledge.imagine_undecided(imagined);
      seats_ = G::seats(world);
      for (size_t i = 0; i < advice.explained; ++i)
        futures[i].push_back(play(world, advice.choices[i].action, imagined));
    }
    for (size_t i = 0; i < advice.explained; ++i) {
      AdvisedChoice& choice = advice.choices[i];
      choice.line = common_line(futures[i]);
      choice.reasons = reasons(futures[i], futures[i == 0 ? 1 : 0], knowledge.seat());
    }
  }
  static constexpr uint64_t kReasonsSeed = 0x5bd1e995c3a4f0b7;

  Future play(State world, engine::Action action, engine::Chance luck) {
    Future future;
    tree_.foretell(world, action, luck, [&](engine::Action own) {
      if (future.line.size() < kLine) future.line.push_back(own);
    });
    future.over = G::over(world);
    if (future.over) return future;
    future.features = guide_.features();
    G::judge(world, engine::Viewer::everything(), engine::SeatSet::first(seats_), future.features);
    future.progress = G::progress(world);
    return future;
  }

  // As far as more than half of the worlds go the same way.
  static std::vector<engine::Action> common_line(const std::vector<Future>& futures) {
    std::vector<engine::Action> line;
    std::vector<const Future*> same;
    for (const Future& future : futures) same.push_back(&future);
    while (line.size() < kLine) {
      const size_t at = line.size();
      std::erase_if(same, [&](const Future* future) { return future->line.size() <= at; });
      const Future* most = nullptr;
      std::ptrdiff_t times = 0;
      for (const Future* future : same) {
        const auto count = std::count_if(same.begin(), same.end(), [&](const Future* other) {
          return other->line[at] == future->line[at];
        });
        if (count <= times) continue;
        times = count;
        most = future;
      }
      if (most == nullptr || 2 * static_cast<size_t>(times) <= futures.size()) break;
      const engine::Action next = most->line[at];
      line.push_back(next);
      std::erase_if(same, [&](const Future* future) { return future->line[at] != next; });
    }
    return line;
  }

  std::vector<Reason> reasons(const std::vector<Future>& with, const std::vector<Future>& without,
                              engine::Seat me) const {
    Differences all{};
    int worlds = 0;
    for (size_t w = 0; w < with.size(); ++w) {
      if (with[w].over || without[w].over) continue;
      ++worlds;
      compare(with[w], without[w], me, all);
    }
    std::vector<Reason> found;
    if (worlds < kFewest) return found;
    const std::span<const engine::FeatureSpec> features = G::features();
    const auto count = static_cast<float>(worlds);
    for (int s = 0; s < seats_; ++s) {
      for (size_t f = 0; f < features.size(); ++f) {
        const Difference& of = all[static_cast<size_t>(s)][f];
        const float effect = of.effect / count;
        const float spread = std::max(0.0F, of.squares / count - effect * effect);
        if (std::abs(effect) < kCounts || std::abs(effect) < kSure * std::sqrt(spread / count))
          continue;
        // What was learned may see more in a feature than people do, and the other way round:
        // they would not believe it.
        if (of.judged * of.effect < 0) continue;
        const int unit = told().unit(f);
        const float amount = of.amount / count / static_cast<float>(std::max(1, unit));
        if (of.amount == 0) continue;
        found.push_back({features[f].id, engine::seat_at(s), amount, unit > 0, effect});
      }
    }
    std::sort(found.begin(), found.end(), [](const Reason& a, const Reason& b) {
      if (std::abs(a.effect) != std::abs(b.effect)) return std::abs(a.effect) > std::abs(b.effect);
      return a.feature != b.feature ? a.feature < b.feature : a.seat < b.seat;
    });
    std::erase_if(found, [&](const Reason& reason) {
      return std::abs(reason.effect) < kBeside * std::abs(found.front().effect);
    });
    if (found.size() > kReasonsTold) found.resize(kReasonsTold);
    return found;
  }

  // Exchanges what is told in the same words, seat by seat, both ways.
  void compare(const Future& with, const Future& without, engine::Seat me, Differences& all) const {
    const size_t features = G::features().size();
    const auto own = static_cast<size_t>(engine::index_of(me));
    const auto share = [&](const engine::Features& of, const Future& at) {
      return guide_.shares(of, seats_, at.progress)[own];
    };
    const auto judged = [&](const engine::Features& of, const Future& at) {
      return guide_.judged_shares(of, seats_, at.progress)[own];
    };
    for (size_t s = 0; s < static_cast<size_t>(seats_); ++s) {
      for (size_t words = 0; words < features; ++words) {
        engine::Features less = with.features;
        engine::Features more = without.features;
        bool differs = false;
        for (size_t f = 0; f < features; ++f) {
          if (told().told_as(f) != words) continue;
          const int32_t here = with.features.rows[s].values[f];
          const int32_t there = without.features.rows[s].values[f];
          differs = differs || here != there;
          less.rows[s].values[f] = there;
          more.rows[s].values[f] = here;
        }
        if (!differs) continue;
        Difference& of = all[s][words];
        const float effect = (share(with.features, with) - share(less, with) +
                              share(more, without) - share(without.features, without)) /
                             2;
        of.effect += effect;
        of.squares += effect * effect;
        of.judged += judged(with.features, with) - judged(less, with) + judged(more, without) -
                     judged(without.features, without);
        of.amount += static_cast<float>(with.features.rows[s].values[words] -
                                        without.features.rows[s].values[words]);
      }
    }
  }

  static const ToldFeatures& told() {
    static const ToldFeatures own = [] {
      engine::Result<ToldFeatures> read = ToldFeatures::load(G::features(), G::judgement_json());
      assert(read && "what the game says about telling its features is good");
      return std::move(*read);
    }();
    return own;
  }

  const BotSpec spec_;
  const SearchGuide<G> guide_;
  FirstLook<G> look_;
  Searcher<G> tree_;
  RootTally tally_;
  int seats_ = 0;
};

template <engine::Rules G>
Advice advise(const Knowledge<G>& knowledge, const AdviceWish& wish, engine::Chance& chance) {
  return Adviser<G>().advise(knowledge, wish, chance);
}

}  // namespace bots
