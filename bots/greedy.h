// The bot `greedy`: for each of its choices, the best position it can reach by its own further
// decisions of the same play, judged by the game's evaluation.
//
// One play is several small decisions (the card, then the hero, then the toast), so the bot plans
// through its own consecutive decisions. It does so in a few imagined worlds at once, with the same
// luck in each for every choice, so that choices are compared under equal conditions:
//
//   level 0   [world 0 | world 1 | world 2 | world 3]     imagined, never the truth
//                 | the same choice in all of them
//   level 1   [world 0 | world 1 | world 2 | world 3]     no chance yet: one plan (best mean)
//                 | a choice that rolls the die
//   level 2   [world 0] [world 1] [world 2] [world 3]     the seat has seen the die: four plans
//
// Planning for each world before the die would be clairvoyant; planning for all after it, blind.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "bots/bot.h"
#include "bots/playout.h"
#include "engine/small_vec.h"

namespace bots {

// How much a decision may cost.
struct GreedyEffort {
  int worlds = 4;    // planned for together, 4 at most
  int batches = 4;   // of worlds, for cheap decisions
  int enough = 400;  // actions carried out: no further batch
  int nodes = 1000;  // actions a batch carries out, never much more than twice
};

template <engine::Rules G>
  requires engine::Judgement<G>
class GreedyBot final : public Bot<G> {
 public:
  using State = typename G::State;

  explicit GreedyBot(const BotSpec&) : GreedyBot(GreedyEffort{}, engine::Judge<G>::standard()) {}
  // By another judgement than the game's own, which outlives the bot.
  GreedyBot(const GreedyEffort& effort, const engine::Judge<G>& judge)
      : effort_(effort), judge_(judge), levels_(kLevels) {}

  // Its effort is its own, whatever the budget.
  Decision decide(const Knowledge<G>& knowledge, const Budget&, engine::Chance& chance) override {
    knowledge_ = &knowledge;
    chance_ = &chance;
    seat_ = knowledge.seat();
    applied_ = 0;
    engine::Offer offer(engine::Offer::Keep::kLegal);
    knowledge.options(offer);
    Decision decision;
    if (offer.size() == 1) {
      decision.choices.push_back({offer[0].action});
      return decision;
    }
    std::array<int64_t, engine::Offer::kCapacity> values{};
    for (int batch = 0; batch < effort_.batches && applied_ < effort_.enough; ++batch) {
      imagine();
      decision.iterations += static_cast<uint32_t>(effort_.worlds);
      for (int i = 0; i < offer.size(); ++i) {
        for (int w = 0; w < effort_.worlds; ++w) world(1, w) = world(0, w);
        limit_ = applied_ + 2 * effort_.nodes / offer.size();
        values[static_cast<size_t>(i)] +=
            follow(1, {0, effort_.worlds}, offer[i].action, effort_.nodes / offer.size(), 0);
      }
    }
    rank(offer, values, decision);
    return decision;
  }

 private:
  static constexpr int kMostWorlds = 4;
  static constexpr int kWide = 8;      // choices tried where all are too dear
  static constexpr int kNarrow = 2;    // choices tried, however little is left
  static constexpr int kWidest = 32;   // choices tried below the first, at most
  static constexpr int kLevels = 7;    // decisions with several choices tried, one under the other
  static constexpr int kLongest = 24;  // decisions planned ahead
  static constexpr int kAnswers = 16;  // choices of another seat that are weighed

  // The worlds [first, first + count) of a level: those the seat cannot tell apart.
  struct Group {
    int first = 0;
    int count = 0;
    int end() const { return first + count; }
  };

  State& world(int level, int index) {
    return levels_[static_cast<size_t>(level)][static_cast<size_t>(index)];
  }

  void imagine() {
    for (int w = 0; w < effort_.worlds; ++w) {
      world(0, w) = knowledge_->imagine(*chance_);
      luck_[static_cast<size_t>(w)] =
          static_cast<uint64_t>(chance_->below(1u << 31)) << 31 | chance_->below(1u << 31);
    }
    turn_ = G::turn(world(0, 0));
  }

  // One of the best at random, then the others.
  void rank(const engine::Offer& offer, std::array<int64_t, engine::Offer::kCapacity>& values,
            Decision& decision) {
    int best = 0;
    uint32_t equals = 1;
    for (int i = 1; i < offer.size(); ++i) {
      const int64_t lead = values[static_cast<size_t>(i)] - values[static_cast<size_t>(best)];
      if (lead > 0) equals = 0;
      if (lead < 0) continue;
      if (chance_->below(++equals) == 0) best = i;
    }
    engine::SmallVec<int, 8> order;
    order.push_back(best);
    for (int i = 0; i < offer.size(); ++i) {
      if (i == best) continue;
      int at = order.size();
      while (at > 1 && values[static_cast<size_t>(order[at - 1])] < values[static_cast<size_t>(i)])
        --at;
      if (order.full() && at == order.size()) continue;
      if (order.full()) order.pop_back();
      order.insert(at, i);
    }
    for (const int i : order) {
      decision.choices.push_back({offer[i].action,
                                  static_cast<float>(values[static_cast<size_t>(i)]) /
                                      static_cast<float>(decision.iterations),
                                  decision.iterations});
    }
  }

  // The sum, over the group's worlds, of what the seat can reach once it has done `action` there.
  int64_t follow(int level, Group group, engine::Action action, int nodes, int depth) {
    const int applied_before = applied_;
    uint32_t ours = 0;  // worlds in which the seat has the next decision of this play
    bool alike = true;  // nothing has happened yet by which the seat could tell the worlds apart
    for (int w = group.first; w < group.end(); ++w) {
      engine::Chance luck(luck_[static_cast<size_t>(w)], static_cast<uint64_t>(depth));
      apply(world(level, w), seat_, action, luck);
      if (settle(world(level, w), luck) && depth < kLongest) ours |= 1u << w;
      alike = alike && !luck.used();
    }
    nodes = std::max(nodes - (applied_ - applied_before), 0);
    if (alike && std::popcount(ours) == group.count && same_options(level, group)) {
      return plan(level, group, nodes, depth + 1);
    }
    int64_t sum = 0;
    for (int w = group.first; w < group.end(); ++w) {
      sum += (ours >> w & 1) != 0 ? plan(level, {w, 1}, nodes / group.count, depth + 1)
                                  : judge_.value(world(level, w), seat_);
    }
    return sum;
  }

  // The best of what the seat can reach in these worlds, where it has a decision to make. It makes
  // one decision for all of them. REQUIRES: the same options in each.
  int64_t plan(int level, Group group, int nodes, int depth) {
    engine::SmallVec<engine::Action, kWidest> choices;
    select(level, group, nodes, choices);
    if (choices.size() == 1) return follow(level, group, choices[0], nodes, depth);
    int64_t best = std::numeric_limits<int64_t>::min();
    for (const engine::Action choice : choices) {
      for (int w = group.first; w < group.end(); ++w) world(level + 1, w) = world(level, w);
      best = std::max(best, follow(level + 1, group, choice, nodes / choices.size(), depth));
    }
    return best;
  }

  // The choices to try: all, or some at random where all would cost too much.
  void select(int level, Group group, int nodes,
              engine::SmallVec<engine::Action, kWidest>& choices) {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    G::options(world(level, group.first), seat_, offer);
    const int count = offer.size();
    int width = std::min(count, kWidest);
    if (count * group.count > nodes || count > kWidest) {
      width = std::min(count, std::clamp(nodes / group.count, kNarrow, kWide));
    }
    if (level + 1 == kLevels || spent()) width = 1;
    // Selection sampling: keeps the order, takes each set of that size equally often.
    for (int i = 0; i < count && choices.size() < width; ++i) {
      const int wanted = width - choices.size();
      if (wanted == count - i ||
          static_cast<int>(chance_->below(static_cast<uint32_t>(count - i))) < wanted) {
        choices.push_back(offer[i].action);
      }
    }
  }

  bool same_options(int level, Group group) const {
    if (group.count == 1) return true;
    engine::Offer first(engine::Offer::Keep::kLegal);
    engine::Offer other(engine::Offer::Keep::kLegal);
    const auto& worlds = levels_[static_cast<size_t>(level)];
    G::options(worlds[static_cast<size_t>(group.first)], seat_, first);
    for (int w = group.first + 1; w < group.end(); ++w) {
      other.clear();
      G::options(worlds[static_cast<size_t>(w)], seat_, other);
      if (!std::equal(first.begin(), first.end(), other.begin(), other.end(),
                      [](const auto& a, const auto& b) { return a.action == b.action; })) {
        return false;
      }
    }
    return true;
  }

  // Lets others answer what belongs to this turn (votes, a demand). True when the seat then has a
  // decision to make; false when the turn is done.
  bool settle(State& state, engine::Chance& luck) {
    for (int answers = 0; answers < 2 * engine::kMaxSeats; ++answers) {
      const engine::SeatSet acting = G::acting(state);
      if (acting.empty()) return false;
      if (acting.contains(seat_)) return true;
      if (engine::border(turn_, G::turn(state)) != engine::Border::kInside) return false;
      if (acting.size() > 1) {
        choose_together(state, acting, luck);
      } else {
        answer(state, acting.front(), luck);
      }
    }
    return false;
  }

  // One other seat is asked: it takes what is best for it one step ahead.
  void answer(State& state, engine::Seat other, engine::Chance& luck) {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    G::options(state, other, offer);
    if (offer.size() > kAnswers || spent()) return apply(state, other, pick(offer, luck), luck);
    State best_state = state;
    int32_t best_value = std::numeric_limits<int32_t>::min();
    for (const engine::Option& option : offer) {
      State after = state;
      engine::Chance same_luck = luck;
      apply(after, other, option.action, same_luck);
      const int32_t value = judge_.value(after, other);
      if (value <= best_value) continue;
      best_value = value;
      best_state = after;
    }
    state = best_state;
  }

  // Several others are asked at once: each takes what would be best for it if all chose alike, as
  // in a vote; where that is not offered, what a silent seat does.
  void choose_together(State& state, engine::SeatSet acting, engine::Chance& luck) {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    G::options(state, acting.front(), offer);
    if (spent()) return apply(state, acting.front(), pick(offer, luck), luck);
    std::array<int32_t, engine::kMaxSeats> value;
    std::array<engine::Action, engine::kMaxSeats> choice;
    value.fill(std::numeric_limits<int32_t>::min());
    choice.fill(offer[0].action);
    for (int i = 0; i < std::min(offer.size(), kAnswers); ++i) {
      State after = state;
      engine::Chance same_luck = luck;
      for (const engine::Seat seat : acting)
        apply_if_offered(after, seat, offer[i].action, same_luck);
      for (const engine::Seat seat : acting) {
        const auto at = static_cast<size_t>(engine::index_of(seat));
        const int32_t stands = judge_.value(after, seat);
        if (stands <= value[at]) continue;
        value[at] = stands;
        choice[at] = offer[i].action;
      }
    }
    for (const engine::Seat seat : acting) {
      apply_if_offered(state, seat, choice[static_cast<size_t>(engine::index_of(seat))], luck);
    }
  }

  void apply_if_offered(State& state, engine::Seat seat, engine::Action action,
                        engine::Chance& luck) {
    if (!G::acting(state).contains(seat)) return;
    engine::Offer offer(engine::Offer::Keep::kLegal);
    G::options(state, seat, offer);
    apply(state, seat, offer.contains(action) ? action : G::fallback(state, seat), luck);
  }

  bool spent() const { return applied_ > limit_; }

  void apply(State& state, engine::Seat seat, engine::Action action, engine::Chance& luck) {
    engine::Events silent;
    G::apply(state, seat, action, luck, silent);
    ++applied_;
  }

  const GreedyEffort effort_;
  const engine::Judge<G>& judge_;
  // Of the decision that is being made.
  const Knowledge<G>* knowledge_ = nullptr;
  engine::Chance* chance_ = nullptr;
  engine::Seat seat_ = engine::Seat::kNone;
  std::vector<std::array<State, kMostWorlds>> levels_;
  std::array<uint64_t, kMostWorlds> luck_{};  // each world's luck, the same whatever is chosen
  engine::Turn turn_;                         // to which the decision belongs
  int applied_ = 0;                           // actions carried out for this decision
  int limit_ = 0;                             // from here on the cheapest way: at random
};

struct Greedy {
  static constexpr BotInfo kInfo{"greedy"};
  template <class G>
  using Of = GreedyBot<G>;
};

}  // namespace bots
