// One tree of a search, and who grows it: an iteration imagines a world that agrees with what the
// seat knows, follows the tree, plays on from the first node that is new, and counts what it led to
// (search.h tells how they go together). Several can grow at the same time, each its own.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "bots/cpu_clock.h"
#include "bots/knowledge.h"
#include "bots/playout.h"
#include "bots/policy.h"
#include "bots/search_settings.h"
#include "bots/search_tree.h"
#include "bots/value.h"

namespace bots {

// How much each choice of an offer is to be looked at, before anything was tried.
using Priors = std::array<float, engine::Offer::kCapacity>;

// What all trees of a bot go by.
template <engine::Rules G>
  requires engine::Judgement<G>
struct SearchGuide {
  explicit SearchGuide(const BotSpec& spec)
      : policy(spec), value(spec), settings(read_search_settings(G::judgement_json(), spec)) {}

  const engine::Judge<G>& judge = engine::Judge<G>::standard();
  const PolicyInUse<G> policy;
  const ValueInUse<G> value;
  const SearchSettings settings;
};

template <engine::Rules G>
  requires engine::Judgement<G>
class Searcher {
 public:
  using State = typename G::State;

  explicit Searcher(const SearchGuide<G>& guide)
      : guide_(guide), judge_(guide.judge), settings_(guide.settings) {}

  // A new tree for a decision of `seat`. All its luck comes from `seed`.
  void begin(engine::Seat seat, uint64_t seed, const engine::Offer& offer, const Priors& priors,
             uint32_t iterations) {
    me_ = seat;
    base_ = seed;
    const size_t nodes = std::min<size_t>(iterations, kMaxNodes) + 2;
    tree_.reserve(nodes, nodes * kEdgesANode + static_cast<size_t>(offer.size()));
    tree_.clear();
    for (int i = offer.size(); i-- > 0;) {
      tree_.edge(tree_.add(SearchTree::kRoot, me_, offer[i].action)).prior =
          priors[static_cast<size_t>(i)];
    }
    tree_.node(SearchTree::kRoot).visits = 1;
    leaves_ = 0;
    mean_ = 0;
    squares_ = 0;
  }

  // So many iterations, and no longer than so many microseconds of the processor (0: no limit).
  // Returns how many there were.
  uint32_t grow(const Knowledge<G>& knowledge, uint32_t iterations, int64_t microseconds) {
    const int64_t end = cpu_microseconds() + microseconds;
    uint32_t done = 0;
    for (; done < iterations; ++done) {
      if (microseconds != 0 && done % kLookAtClock == 0 && cpu_microseconds() >= end) break;
      iterate(knowledge, done);
    }
    return done;
  }

  // What has become of a choice of the root.
  const SearchTree::Edge& choice(engine::Action action) {
    return tree_.edge(tree_.find(SearchTree::kRoot, me_, action));
  }

  // Adds `part` of the priors in this world.
  void add_priors(const State& state, engine::Seat seat, const engine::Offer& offer, uint64_t luck,
                  float part, Priors& priors) const {
    std::array<float, engine::Offer::kCapacity> values;
    if (settings_.glance < 1 || !likings(state, seat, offer, engine::Chance(luck, 1), values)) {
      const float scale =
          kSharpness / judge_.weights().temperature(engine::quarter_of(G::progress(state)));
      for (int i = 0; i < offer.size(); ++i) {
        State after = state;
        engine::Chance same(luck, 1);
        engine::Events silent;
        G::apply(after, seat, offer[i].action, same, silent);
        values[static_cast<size_t>(i)] = static_cast<float>(judge_.value(after, seat)) * scale;
      }
    }
    const float best = *std::max_element(values.begin(), values.begin() + offer.size());
    float sum = 0;
    for (int i = 0; i < offer.size(); ++i) {
      float& value = values[static_cast<size_t>(i)];
      value = std::exp(value - best);
      sum += value;
    }
    const float even = kEven / static_cast<float>(offer.size());
    for (int i = 0; i < offer.size(); ++i) {
      priors[static_cast<size_t>(i)] +=
          part * (even + (1 - kEven) * values[static_cast<size_t>(i)] / sum);
    }
  }

 private:
  using Shares = std::array<float, engine::kMaxSeats>;

  static constexpr size_t kMaxNodes = 1u << 17;
  static constexpr size_t kEdgesANode = 8;
  static constexpr uint32_t kLookAtClock = 16;
  static constexpr int kDeepest = 60;       // choices on a path of the tree
  static constexpr int kLongest = 400;      // decisions of a playout
  static constexpr float kEven = 0.2F;      // of the prior is spread evenly
  static constexpr float kSharpness = 3;    // of priors against that of shares
  static constexpr float kOutcome = 0.95F;  // of a share is winning, the rest the rank

  // --- one iteration ---

  void iterate(const Knowledge<G>& knowledge, uint32_t number) {
    engine::Chance luck(base_, number + 16);
    State state = knowledge.imagine_undecided(luck);
    taken_ = 0;
    descend(state, luck);
    const Shares shares = play_on(state, luck);
    for (int i = 0; i < taken_; ++i) {
      SearchTree::Edge& edge = tree_.edge(path_[static_cast<size_t>(i)]);
      ++edge.visits;
      edge.sum += shares[static_cast<size_t>(engine::index_of(edge.seat))];
    }
    note(shares[static_cast<size_t>(engine::index_of(me_))]);
  }

  // Follows the tree to a node that is new, or as far as there is room.
  void descend(State& state, engine::Chance& luck) {
    engine::Events silent;
    engine::Offer offer(engine::Offer::Keep::kLegal);
    uint32_t node = SearchTree::kRoot;
    while (!G::over(state) && taken_ + engine::kMaxSeats < kDeepest) {
      // All who are asked now choose at this node; what one chooses the next doesn't see.
      uint32_t followed = SearchTree::kNone;
      const engine::SeatSet together = G::acting(state);
      for (const engine::Seat seat : together) {
        if (!G::acting(state).contains(seat)) continue;
        offer.clear();
        G::options(state, seat, offer);
        engine::Action action = offer[0].action;
        if (offer.size() > 1) {
          if (!tree_.has_room(offer.size())) return;
          const uint32_t edge = select(node, state, seat, offer, luck);
          path_[static_cast<size_t>(taken_++)] = edge;
          action = tree_.edge(edge).action;
          if (followed == SearchTree::kNone || seat == me_) followed = edge;
        }
        G::apply(state, seat, action, luck, silent);
        if (G::over(state)) return;
      }
      if (followed == SearchTree::kNone) continue;  // nobody had a choice
      node = tree_.child_of(followed);
      if (tree_.node(node).visits++ == 0) return;
    }
  }

  // The edge that looks best to the seat. Those it has not seen at this node are added.
  uint32_t select(uint32_t node, const State& state, engine::Seat seat, const engine::Offer& offer,
                  engine::Chance& luck) {
    std::array<uint32_t, engine::Offer::kCapacity> edges;
    int known = 0;
    uint32_t visits = 0;
    float sum = 0;
    for (int i = 0; i < offer.size(); ++i) {
      const uint32_t at = tree_.find(node, seat, offer[i].action);
      edges[static_cast<size_t>(i)] = at;
      if (at == SearchTree::kNone) continue;
      ++known;
      visits += tree_.edge(at).visits;
      sum += tree_.edge(at).sum;
    }
    if (known < offer.size()) add_edges(node, state, seat, offer, known == 0, luck, edges);
    // What nobody has tried looks a little worse than what was tried.
    const float untried = visits == 0 ? 0 : sum / static_cast<float>(visits) - 0.5F * spread();
    const float explore = static_cast<float>(settings_.explore) / 100 * spread();
    uint32_t best = SearchTree::kNone;
    float best_score = -1e30F;
    for (int i = 0; i < offer.size(); ++i) {
      SearchTree::Edge& edge = tree_.edge(edges[static_cast<size_t>(i)]);
      ++edge.available;
      const auto tried = static_cast<float>(edge.visits);
      const float value = edge.visits == 0 ? untried : edge.sum / tried;
      const float score = value + explore * edge.prior * static_cast<float>(offer.size()) *
                                      std::sqrt(static_cast<float>(edge.available)) / (1 + tried);
      if (score <= best_score) continue;
      best_score = score;
      best = edges[static_cast<size_t>(i)];
    }
    return best;
  }

  void add_edges(uint32_t node, const State& state, engine::Seat seat, const engine::Offer& offer,
                 bool all_new, engine::Chance& luck,
                 std::array<uint32_t, engine::Offer::kCapacity>& edges) {
    Priors priors{};
    if (all_new) {
      add_priors(state, seat, offer, base_ ^ luck.below(1u << 30), 1, priors);
    } else {
      priors.fill(1 / static_cast<float>(offer.size()));
    }
    for (int i = 0; i < offer.size(); ++i) {
      uint32_t& at = edges[static_cast<size_t>(i)];
      if (at != SearchTree::kNone) continue;
      at = tree_.add(node, seat, offer[i].action);
      tree_.edge(at).prior = priors[static_cast<size_t>(i)];
    }
  }

  // --- from the leaf on ---

  Shares play_on(State& state, engine::Chance& luck) {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    engine::Events silent;
    engine::Turn turn = G::turn(state);
    int turns = 0;
    for (int decisions = 0; !G::over(state) && decisions < kLongest; ++decisions) {
      if (settings_.decisions > 0 && decisions >= settings_.decisions) break;
      const engine::Seat seat = G::acting(state).front();
      offer.clear();
      G::options(state, seat, offer);
      const engine::Action action =
          offer.size() == 1 ? offer[0].action : choose(state, seat, offer, luck);
      G::apply(state, seat, action, luck, silent);
      if (settings_.turns == 0) continue;
      const engine::Turn now = G::turn(state);
      if (engine::border(turn, now) == engine::Border::kInside) continue;
      turn = now;
      if (++turns >= settings_.turns && settings_.decisions == 0) break;
    }
    return shares_of(state);
  }

  // How much the seat likes its choices, where the game has a policy; otherwise false.
  bool likings(const State& state, engine::Seat seat, const engine::Offer& offer,
               const engine::Chance& luck,
               std::array<float, engine::Offer::kCapacity>& values) const {
    if constexpr (Learned<G>) {
      const PolicyOf<G>& policy = guide_.policy.policy();
      if (policy.empty()) return false;
      typename PolicyOf<G>::Likings all;
      policy.weigh(state, seat, offer, luck, all);
      for (size_t i = 0; i < static_cast<size_t>(offer.size()); ++i) {
        values[i] = static_cast<float>(all[i]) / Policy::kOne;
      }
      return true;
    }
    return false;
  }

  // Mostly what is liked best; without a policy, the best of a few by the judgement.
  engine::Action choose(const State& state, engine::Seat seat, const engine::Offer& offer,
                        engine::Chance& luck) const {
    if (static_cast<int>(luck.below(100)) < settings_.epsilon) return pick(offer, luck);
    std::array<float, engine::Offer::kCapacity> values;
    if (settings_.glance > 1 && likings(state, seat, offer, luck, values)) {
      const auto favourite = std::max_element(values.begin(), values.begin() + offer.size());
      return offer[static_cast<int>(favourite - values.begin())].action;
    }
    engine::Action best = offer[0].action;
    int32_t best_value = std::numeric_limits<int32_t>::min();
    int wanted = std::min(offer.size(), settings_.wide);
    for (int i = 0; i < offer.size() && wanted > 0; ++i) {
      const int left = offer.size() - i;
      if (wanted < left && static_cast<int>(luck.below(static_cast<uint32_t>(left))) >= wanted)
        continue;
      --wanted;
      State after = state;
      engine::Chance same = luck;
      engine::Events silent;
      G::apply(after, seat, offer[i].action, same, silent);
      const int32_t value = judge_.value(after, seat);
      if (value <= best_value) continue;
      best_value = value;
      best = offer[i].action;
    }
    return best;
  }

  Shares shares_of(const State& state) const {
    const int seats = G::seats(state);
    Shares shares{};
    if (G::over(state)) {
      const engine::Outcome outcome = G::outcome(state);
      for (int i = 0; i < seats; ++i) {
        const auto at = static_cast<size_t>(i);
        const float won = outcome.winners.contains(engine::seat_at(i))
                              ? 1 / static_cast<float>(outcome.winners.size())
                              : 0;
        const float ranked = static_cast<float>(seats - outcome.rank[at]) /
                             static_cast<float>(std::max(1, seats - 1));
        shares[at] = kOutcome * won + (1 - kOutcome) * ranked;
      }
      return shares;
    }
    if constexpr (Valued<G>) {
      if (!guide_.value.value().empty()) return guide_.value.value().shares(state);
    }
    const engine::Standing values = judge_.values(state);
    const float scale = 1 / judge_.weights().temperature(engine::quarter_of(G::progress(state)));
    const int32_t best = *std::max_element(values.begin(), values.begin() + seats);
    float sum = 0;
    for (size_t i = 0; i < static_cast<size_t>(seats); ++i) {
      shares[i] = std::exp(static_cast<float>(values[i] - best) * scale);
      sum += shares[i];
    }
    for (size_t i = 0; i < static_cast<size_t>(seats); ++i) shares[i] /= sum;
    return shares;
  }

  // How far the leaves lie apart: what exploring is measured by.
  void note(float share) {
    ++leaves_;
    const float off = share - mean_;
    mean_ += off / static_cast<float>(leaves_);
    squares_ += off * (share - mean_);
  }
  float spread() const {
    if (leaves_ < 8) return 0.2F;
    return std::max(0.01F, std::sqrt(squares_ / static_cast<float>(leaves_)));
  }

  const SearchGuide<G>& guide_;
  const engine::Judge<G>& judge_;
  const SearchSettings& settings_;
  SearchTree tree_;
  std::array<uint32_t, kDeepest> path_{};  // edges
  int taken_ = 0;
  engine::Seat me_ = engine::Seat::kNone;
  uint64_t base_ = 0;
  uint32_t leaves_ = 0;
  float mean_ = 0;
  float squares_ = 0;
};

}  // namespace bots
