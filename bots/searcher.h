// One tree of a search, and who grows it: an iteration imagines a world that agrees with what the
// seat knows, follows the tree, plays on from the first node that is new, and counts what it led to
// (search.h tells how they go together). Several can grow at the same time, each its own.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "bots/cpu_clock.h"
#include "bots/knowledge.h"
#include "bots/net.h"
#include "bots/playout.h"
#include "bots/policy.h"
#include "bots/search_settings.h"
#include "bots/search_tree.h"
#include "bots/told_shares.h"
#include "bots/tuned.h"
#include "bots/value.h"

namespace bots {

// How much each choice of an offer is to be looked at, before anything was tried.
using Priors = std::array<float, engine::Offer::kCapacity>;

// What all trees of a bot go by.
template <engine::Rules G>
  requires engine::Judgement<G>
struct SearchGuide {
  explicit SearchGuide(const BotSpec& spec)
      : policy(spec),
        value(spec),
        net(spec),
        in_use(spec),
        settings(read_search_settings(G::judgement_json(), spec)) {}

  // What share of the wins the seats may hope for by their features: by the value, or by the
  // judgement without one.
  using Shares = std::array<float, engine::kMaxSeats>;
  Shares shares(const engine::Features& features, int seats, float progress) const {
    if constexpr (Valued<G>) {
      if (has_value()) return value.value().shares(features, seats, progress);
    }
    return judged_shares(features, seats, progress);
  }
  bool has_value() const {
    if constexpr (Valued<G>) return !value.value().empty();
    return false;
  }
  // Of a position to be judged for shares: a value has learned from features as they are made by
  // the game's own judgement.
  engine::Features features() const { return engine::Features(of_shares().weights().figures()); }
  Shares judged_shares(const engine::Features& features, int seats, float progress) const {
    Shares shares = judged_by(of_shares().weights(), features, seats, progress);
    Value::soften(shares, seats);
    return shares;
  }

  const PolicyInUse<G> policy;
  const ValueInUse<G> value;
  const NetInUse<G> net;  // each tree has a copy to work with
  const JudgeInUse<G> in_use;
  const engine::Judge<G>& judge = in_use.judge();
  const SearchSettings settings;
  const ToldShares told =
      ToldShares::of(G::judgement_json(), !net.empty()  ? ToldShares::From::kNet
                                          : has_value() ? ToldShares::From::kValue
                                                        : ToldShares::From::kJudgement);

 private:
  const engine::Judge<G>& of_shares() const {
    return has_value() ? engine::Judge<G>::standard() : judge;
  }
};

// What became of the choices of a root, for whoever wants to tell people (advice.h): shares of wins
// alone, where the tree also counts ranks at the end. By their places in the offer.
struct RootTally {
  struct Choice {
    uint32_t visits = 0;
    float squares = 0;  // of the seat's own shares
    std::array<float, engine::kMaxSeats> sums{};
  };
  std::vector<Choice> choices;
};

template <engine::Rules G>
  requires engine::Judgement<G>
class Searcher {
 public:
  using State = typename G::State;
  using Shares = typename SearchGuide<G>::Shares;

  explicit Searcher(const SearchGuide<G>& guide)
      : guide_(guide), judge_(guide.judge), settings_(guide.settings), net_(guide.net) {}

  // Notes what comes of the choices from now on; nullptr: no longer.
  void note_in(RootTally* tally) { tally_ = tally; }

  // A new tree for a decision of `seat`. All its luck comes from `seed`.
  void begin(engine::Seat seat, uint64_t seed, const engine::Offer& offer, const Priors& priors,
             uint32_t iterations) {
    begin(seat, seed, offer.size(), iterations);
    for (int i = offer.size(); i-- > 0;) {
      tree_.edge(tree_.add(SearchTree::kRoot, me_, offer[i].action)).prior =
          priors[static_cast<size_t>(i)];
    }
  }
  // A new tree of what comes, as `seat` sees it: whoever chooses first is up to the worlds.
  void begin(engine::Seat seat, uint64_t seed, uint32_t iterations) {
    begin(seat, seed, engine::Offer::kCapacity, iterations);
    roots_ = 0;
  }

  // So many iterations, and no longer than so many microseconds of the processor (0: no limit).
  // Returns how many there were.
  uint32_t grow(const Knowledge<G>& knowledge, uint32_t iterations, int64_t microseconds) {
    const int64_t end = cpu_microseconds() + microseconds;
    uint32_t done = 0;
    for (; done < iterations; ++done) {
      if (microseconds != 0 && done % kLookAtClock == 0 && cpu_microseconds() >= end) break;
      iterate(knowledge, number_++);
    }
    return done;
  }
  // One more iteration that begins with this choice of the root, in the world of that number
  // (beyond those of grow): choices that are compared get the same worlds.
  void try_out(const Knowledge<G>& knowledge, engine::Action action, uint32_t number) {
    only_ = tree_.find(SearchTree::kRoot, me_, action);
    iterate(knowledge, number_ + number);
    only_ = SearchTree::kNone;
  }

  // One iteration, of which `worlds` imagines the world. Returns what the seats may hope for at the
  // leaf: the share of wins alone, without what ranks count.
  template <class Worlds>
  Shares iterate(const Worlds& worlds, uint32_t number) {
    engine::Chance luck(base_, number + 16);
    State state = worlds.imagine_undecided(luck);
    taken_ = 0;
    descend(state, luck);
    const Shares shares = play_on(state, luck);
    for (int i = 0; i < taken_; ++i) {
      const uint32_t at = path_[static_cast<size_t>(i)];
      if (tally_ != nullptr && at < roots_) tally(at, state, shares);
      SearchTree::Edge& edge = tree_.edge(at);
      ++edge.visits;
      edge.sum += shares[static_cast<size_t>(engine::index_of(edge.seat))];
    }
    note(shares[static_cast<size_t>(engine::index_of(me_))]);
    return G::over(state) ? wins_of(G::outcome(state), G::seats(state)) : shares;
  }

  // Plays a world on from a choice of the root as everybody is expected to, without any that are
  // made at random: by the tree as far as it was tried, then as a playout goes on, to where one
  // ends. `own` is told every further choice of the seat in the turn that the root is in.
  template <class Own>
  void foretell(State& state, engine::Action action, engine::Chance& luck, Own&& own) {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    engine::Events silent;
    uint32_t node = SearchTree::kRoot;
    const engine::Turn first = G::turn(state);
    engine::Turn turn = first;
    int turns = 0;
    for (int decisions = 0; !G::over(state) && decisions < kLongest;) {
      uint32_t followed = SearchTree::kNone;
      bool chosen = false;
      const engine::SeatSet together = G::acting(state);
      for (const engine::Seat seat : together) {
        if (!G::acting(state).contains(seat)) continue;
        ++decisions;
        offer.clear();
        G::options(state, seat, offer);
        engine::Action next = offer[0].action;
        if (offer.size() > 1) {
          chosen = true;
          const bool root = node == SearchTree::kRoot && seat == me_;
          const uint32_t edge = node == SearchTree::kNone ? SearchTree::kNone
                                : root                    ? tree_.find(node, seat, action)
                                                          : favourite(node, seat, offer);
          next = edge == SearchTree::kNone ? choose(state, seat, offer, luck, 0)
                                           : tree_.edge(edge).action;
          if (followed == SearchTree::kNone || seat == me_) followed = edge;
          if (seat == me_ && !root && turn == first) own(next);
        }
        G::apply(state, seat, next, luck, silent);
        if (G::over(state)) return;
      }
      // Where nobody had a choice the tree has no node; where none was tried it ends.
      if (chosen)
        node = followed == SearchTree::kNone ? SearchTree::kNone : tree_.edge(followed).child;
      const engine::Turn now = G::turn(state);
      if (engine::border(turn, now) == engine::Border::kInside) continue;
      turn = now;
      if (++turns >= std::max(1, settings_.turns)) return;
    }
  }

  engine::Seat seat() const { return me_; }
  // What has become of a choice of the root.
  const SearchTree::Edge& choice(engine::Action action) {
    return tree_.edge(tree_.find(SearchTree::kRoot, me_, action));
  }
  const SearchTree& tree() const { return tree_; }

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
  static constexpr size_t kMaxNodes = 1u << 17;
  static constexpr size_t kEdgesANode = 8;
  static constexpr uint32_t kLookAtClock = 16;
  static constexpr int kDeepest = 60;     // choices on a path of the tree
  static constexpr int kLongest = 400;    // decisions of a playout
  static constexpr float kEven = 0.2F;    // of the prior is spread evenly
  static constexpr float kSharpness = 3;  // of priors against that of shares

  // --- one iteration ---

  void begin(engine::Seat seat, uint64_t seed, int choices, uint32_t iterations) {
    me_ = seat;
    base_ = seed;
    const size_t nodes = std::min<size_t>(iterations, kMaxNodes) + 2;
    tree_.reserve(nodes, nodes * kEdgesANode + static_cast<size_t>(choices));
    tree_.clear();
    tree_.node(SearchTree::kRoot).visits = 1;
    roots_ = static_cast<uint32_t>(choices);
    only_ = SearchTree::kNone;
    number_ = 0;
    leaves_ = 0;
    mean_ = 0;
    squares_ = 0;
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
          const bool given = only_ != SearchTree::kNone && node == SearchTree::kRoot && seat == me_;
          const uint32_t edge = given ? only_ : select(node, state, seat, offer, luck);
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
          offer.size() == 1 ? offer[0].action : choose(state, seat, offer, luck, settings_.epsilon);
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

  // What is liked best, but for `astray` percent; without a policy, the best of a few by the
  // judgement.
  engine::Action choose(const State& state, engine::Seat seat, const engine::Offer& offer,
                        engine::Chance& luck, int astray) const {
    if (static_cast<int>(luck.below(100)) < astray) return pick(offer, luck);
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

  // Whoever wins shares the win.
  static Shares wins_of(const engine::Outcome& outcome, int seats) {
    Shares shares{};
    for (int i = 0; i < seats; ++i) {
      if (outcome.winners.contains(engine::seat_at(i)))
        shares[static_cast<size_t>(i)] = 1 / static_cast<float>(outcome.winners.size());
    }
    return shares;
  }

  Shares shares_of(const State& state) {
    if (G::over(state)) return outcome_shares<G>(state);
    if constexpr (Netted<G>) {
      if (net_.holds_for(state)) return net_.shares(state, me_, judge_);
    }
    const int seats = G::seats(state);
    engine::Features features = guide_.features();
    features.learned = guide_.has_value();
    G::judge(state, engine::Viewer::everything(), engine::SeatSet::first(seats), features);
    return guide_.shares(features, seats, G::progress(state));
  }

  // What the seat tried most of what it may choose in this world; kNone: nothing.
  uint32_t favourite(uint32_t node, engine::Seat seat, const engine::Offer& offer) {
    uint32_t best = SearchTree::kNone;
    for (const engine::Option& option : offer) {
      const uint32_t at = tree_.find(node, seat, option.action);
      if (at == SearchTree::kNone || tree_.edge(at).visits == 0) continue;
      if (best == SearchTree::kNone || tree_.edge(at).visits > tree_.edge(best).visits) best = at;
    }
    return best;
  }

  // The edges of the root are the first there are, the last of the offer first.
  void tally(uint32_t root_edge, const State& end, const Shares& shares) {
    RootTally::Choice& choice = tally_->choices[roots_ - 1 - root_edge];
    const Shares won = G::over(end) ? wins_of(G::outcome(end), G::seats(end)) : shares;
    const float own = won[static_cast<size_t>(engine::index_of(me_))];
    ++choice.visits;
    choice.squares += own * own;
    for (size_t i = 0; i < won.size(); ++i) choice.sums[i] += won[i];
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
  NetInUse<G> net_;
  SearchTree tree_;
  std::array<uint32_t, kDeepest> path_{};  // edges
  int taken_ = 0;
  RootTally* tally_ = nullptr;
  uint32_t roots_ = 0;  // edges: the choices of the root
  uint32_t only_ = SearchTree::kNone;
  uint32_t number_ = 0;  // of the next world
  engine::Seat me_ = engine::Seat::kNone;
  uint64_t base_ = 0;
  uint32_t leaves_ = 0;
  float mean_ = 0;
  float squares_ = 0;
};

}  // namespace bots
