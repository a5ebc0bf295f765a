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
//   leaf      the share of wins each seat may hope for: of the outcome, or of the judgement at that
//             border (softmax over the seats).
//
// The shares go back up the path: each seat's choice is counted by that seat's own share (max^n).
// The same seed and number of iterations give the same decision; nothing is allocated in the loop.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "bots/bot.h"
#include "bots/cpu_clock.h"
#include "bots/greedy.h"
#include "bots/playout.h"
#include "bots/policy.h"
#include "bots/search_settings.h"
#include "bots/search_tree.h"

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

template <engine::Rules G>
  requires engine::Judgement<G>
class SearchBot final : public Bot<G> {
 public:
  using State = typename G::State;

  explicit SearchBot(const BotSpec& spec)
      : policy_(spec),
        level_(kSearchLevels[static_cast<size_t>(spec.setting("level"))]),
        greedy_(spec) {}

  Decision decide(const Knowledge<G>& knowledge, const Budget& budget,
                  engine::Chance& chance) override {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    knowledge.options(offer);
    Decision decision;
    if (offer.size() == 1) {
      decision.choices.push_back({offer[0].action, 1});
      return decision;
    }
    me_ = knowledge.seat();
    base_ = static_cast<uint64_t>(chance.below(1u << 31)) << 31 | chance.below(1u << 31);
    const Budget mine = share_of(budget);
    const int64_t end = cpu_microseconds() + int64_t{1000} * mine.milliseconds;
    const uint32_t most = mine.iterations == 0 ? kNoLimit : mine.iterations;
    const size_t nodes = std::min<size_t>(most, kMaxNodes) + 2;
    tree_.reserve(nodes, nodes * kEdgesANode + static_cast<size_t>(offer.size()));
    tree_.clear();
    prime_root(knowledge, offer, chance);
    while (decision.iterations < most) {
      if (mine.milliseconds != 0 && decision.iterations % kLookAtClock == 0 &&
          cpu_microseconds() >= end)
        break;
      iterate(knowledge, decision.iterations++);
    }
    rank(offer, chance, decision);
    return decision;
  }

 private:
  using Shares = std::array<float, engine::kMaxSeats>;

  static constexpr uint32_t kNoLimit = 0xffffffff;
  static constexpr uint32_t kFallbackIterations = 1000;
  static constexpr size_t kMaxNodes = 1u << 17;
  static constexpr size_t kEdgesANode = 8;
  static constexpr uint32_t kLookAtClock = 16;
  static constexpr int kPrimeWorlds = 4;    // for the priors of the root
  static constexpr int kWide = 8;           // choices a playout looks at
  static constexpr int kDeepest = 60;       // choices on a path of the tree
  static constexpr int kLongest = 400;      // decisions of a playout
  static constexpr float kEven = 0.2F;      // of the prior is spread evenly
  static constexpr float kSharpness = 3;    // of priors against that of shares
  static constexpr float kOutcome = 0.95F;  // of a share is winning, the rest the rank
  static constexpr float kStray = 0.12F;    // share of wins that a weak level may give away

  struct Taken {
    uint32_t edge;
    engine::Seat seat;
  };

  Budget share_of(const Budget& budget) const {
    const auto part = [&](uint32_t whole) {
      if (whole == 0) return whole;
      return std::max<uint32_t>(
          1, static_cast<uint32_t>(uint64_t{whole} * static_cast<uint32_t>(level_.budget) / 100));
    };
    Budget mine{part(budget.iterations), part(budget.milliseconds)};
    if (mine.iterations == 0 && mine.milliseconds == 0) mine.iterations = kFallbackIterations;
    return mine;
  }

  // --- the root ---

  // Priors from the judgement after each choice in a few worlds, and from what greedy would do.
  void prime_root(const Knowledge<G>& knowledge, const engine::Offer& offer,
                  engine::Chance& chance) {
    std::array<float, engine::Offer::kCapacity> priors{};
    for (int w = 0; w < kPrimeWorlds; ++w) {
      const State world = knowledge.imagine(chance);
      add_priors(world, me_, offer, base_ + static_cast<uint64_t>(w), 1.0F / kPrimeWorlds, priors);
    }
    const float trust = static_cast<float>(settings_.greedy) / 100;
    const engine::Action favourite =
        trust > 0 ? greedy_.decide(knowledge, {}, chance).action() : engine::Action{};
    for (int i = offer.size(); i-- > 0;) {
      const uint32_t edge = tree_.add(SearchTree::kRoot, me_, offer[i].action);
      const bool favoured = trust > 0 && offer[i].action == favourite;
      tree_.edge(edge).prior =
          (1 - trust) * priors[static_cast<size_t>(i)] + (favoured ? trust : 0);
    }
    tree_.node(SearchTree::kRoot).visits = 1;
    leaves_ = 0;
    mean_ = 0;
    squares_ = 0;
  }

  void add_priors(const State& state, engine::Seat seat, const engine::Offer& offer, uint64_t luck,
                  float part, std::array<float, engine::Offer::kCapacity>& priors) const {
    std::array<float, engine::Offer::kCapacity> values;
    if (!likings(state, seat, offer, engine::Chance(luck, 1), values)) {
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

  // --- one iteration ---

  void iterate(const Knowledge<G>& knowledge, uint32_t number) {
    engine::Chance luck(base_, number + 16);
    State state = knowledge.imagine(luck);
    taken_ = 0;
    descend(state, luck);
    const Shares shares = play_on(state, luck);
    for (int i = 0; i < taken_; ++i) {
      SearchTree::Edge& edge = tree_.edge(path_[static_cast<size_t>(i)].edge);
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
          path_[static_cast<size_t>(taken_++)] = {edge, seat};
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
    std::array<float, engine::Offer::kCapacity> priors{};
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
      const PolicyOf<G>& policy = policy_.policy();
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
    if (likings(state, seat, offer, luck, values)) {
      const auto favourite = std::max_element(values.begin(), values.begin() + offer.size());
      return offer[static_cast<int>(favourite - values.begin())].action;
    }
    engine::Action best = offer[0].action;
    int32_t best_value = std::numeric_limits<int32_t>::min();
    int wanted = std::min(offer.size(), kWide);
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

  // --- the decision ---

  void rank(const engine::Offer& offer, engine::Chance& chance, Decision& decision) {
    std::array<Choice, engine::Offer::kCapacity> all;
    for (int i = 0; i < offer.size(); ++i) {
      const SearchTree::Edge& edge =
          tree_.edge(tree_.find(SearchTree::kRoot, me_, offer[i].action));
      const float value = edge.visits == 0 ? 0 : edge.sum / static_cast<float>(edge.visits);
      all[static_cast<size_t>(i)] = {offer[i].action, value, edge.visits};
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

  const engine::Judge<G>& judge_ = engine::Judge<G>::standard();
  const PolicyInUse<G> policy_;
  const SearchSettings settings_ = read_search_settings(G::judgement_json());
  const SearchLevel level_;
  GreedyBot<G> greedy_;
  SearchTree tree_;
  std::array<Taken, kDeepest> path_{};
  int taken_ = 0;
  engine::Seat me_ = engine::Seat::kNone;
  uint64_t base_ = 0;
  uint32_t leaves_ = 0;
  float mean_ = 0;
  float squares_ = 0;
};

struct Search {
  static constexpr std::array<SettingSpec, 3> kSettings{{
      {.id = kMillisecondsSetting, .fallback = 100, .low = 0, .high = 60000},
      {.id = kIterationsSetting, .fallback = 0, .low = 0, .high = 100'000'000},
      {.id = "level", .words = kSearchLevelIds, .fallback = 3},
  }};
  static constexpr BotInfo kInfo{.id = "search", .learned = true, .settings = kSettings};
  template <class G>
  using Of = SearchBot<G>;
};

}  // namespace bots
