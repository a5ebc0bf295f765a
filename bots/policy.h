// A learned policy: how much a seat likes each of its choices, at a glance. It looks no further
// than what a choice changes at once:
//
//   liking    the habit (what is chosen: verb and arguments), and the change of each named feature
//             (engine/judgement.h), the seat's own and the sum of the others', times a weight of
//             the verb; each of these grows or shrinks with the progress of the game
//
// The figures are data of the game (games/<id>/policy.json), learned from the strongest bot by
// `stamtafel train`. All of it is whole numbers, the same on every target.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/action_index.h"
#include "engine/game.h"

namespace bots {

// What the figures are of, for one edition of a game.
struct PolicyShape {
  const engine::GameSpec* game = nullptr;
  std::span<const engine::FeatureSpec> features;
  engine::ActionIndex actions;
  std::vector<std::string> names;  // of the actions: "buy hall", "rob +1" (whoever sits next)

  // What the action is to the seat: seats among its arguments are counted from it.
  engine::Action seen_by(engine::Seat seat, int seats, engine::Action action) const;

  // What a verb does with the features: own at first, own by progress, then the others'.
  static constexpr int kParts = 4;
  int row() const { return kParts * static_cast<int>(features.size()); }
};

// `value_name` tells the id of a value of a domain.
template <class DomainSize, class ValueName>
PolicyShape policy_shape(const engine::GameSpec& game,
                         std::span<const engine::FeatureSpec> features, DomainSize domain_size,
                         ValueName value_name) {
  PolicyShape shape{&game, features, engine::ActionIndex(game, domain_size), {}};
  for (int i = 0; i < shape.actions.size(); ++i) {
    const engine::Action action = shape.actions.action(i);
    const engine::VerbSpec& verb = game.verbs[action.verb];
    std::string name(verb.id);
    const std::array<int, 3> values{action.a, action.b, action.c};
    for (size_t k = 0; k < verb.args.size(); ++k) {
      const engine::DomainId domain = verb.args[k];
      if (domain == engine::kNoArg) continue;
      name += ' ';
      if (domain == engine::kSeatArg) {
        name += '+' + std::to_string(values[k]);
      } else {
        name +=
            domain == engine::kNumber ? std::to_string(values[k]) : value_name(domain, values[k]);
      }
    }
    shape.names.push_back(std::move(name));
  }
  return shape;
}

class Policy {
 public:
  static constexpr int kOne = 1'000'000;  // of liking: e times as often
  static constexpr int kProgress = 256;   // the end of the game

  // An empty text is an empty policy. Errors name the field.
  static engine::Result<Policy> load(const PolicyShape& shape, std::string_view json,
                                     std::string_view what);
  // Reads back to the same. `learned` says where it comes from: the text of a JSON object.
  std::string json(const PolicyShape& shape, std::string_view learned) const;
  // All 0.
  static Policy zero(const PolicyShape& shape);

  bool empty() const { return rows_.empty(); }
  // Does it count what happens to others?
  bool looks_at_others() const { return others_; }

  // By verb (row_of), of PolicyShape::row() figures; by action, two figures.
  std::span<int32_t> row_of(int verb) { return std::span(rows_).subspan(at(verb), row()); }
  std::span<const int32_t> row_of(int verb) const {
    return std::span(rows_).subspan(at(verb), row());
  }
  std::array<int32_t, 2>& habit(int action) { return habits_[static_cast<size_t>(action)]; }
  const std::array<int32_t, 2>& habit(int action) const {
    return habits_[static_cast<size_t>(action)];
  }
  // To be called once figures have been set.
  void settle();

 private:
  size_t row() const { return static_cast<size_t>(row_); }
  size_t at(int verb) const { return static_cast<size_t>(verb) * row(); }

  int row_ = 0;
  bool others_ = false;
  std::vector<int32_t> rows_;
  std::vector<std::array<int32_t, 2>> habits_;
};

template <class G>
concept Learned = engine::Judgement<G> && engine::Face<G> && requires {
  { G::policy_json() } -> std::convertible_to<std::string_view>;
};

// A game's policy, its own or another. An edition of somebody's own has the same actions, or more:
// for those there is no habit.
template <Learned G>
class PolicyOf {
 public:
  using State = typename G::State;
  using Likings = std::array<int64_t, engine::Offer::kCapacity>;

  explicit PolicyOf(Policy policy) : policy_(std::move(policy)) {}
  // With the game's own file.
  static const PolicyOf& standard() {
    static const PolicyOf own = [] {
      engine::Result<Policy> policy = Policy::load(shape(), G::policy_json(), "policy.json");
      assert(policy && "the embedded policy is good");
      return PolicyOf(std::move(*policy));
    }();
    return own;
  }
  static const PolicyShape& shape() {
    static const PolicyShape of = [] {
      const engine::Result<engine::Json> json =
          engine::parse_json(G::edition_json(), "edition.json");
      typename G::Edition edition;
      [[maybe_unused]] const engine::Error error = G::load_edition(*json, edition);
      assert(!error && "the embedded edition is good");
      return policy_shape(
          G::spec(), G::features(),
          [&](engine::DomainId domain) { return G::domain_size(edition, domain); },
          [&](engine::DomainId domain, int value) { return G::value_id(edition, domain, value); });
    }();
    return of;
  }

  const Policy& policy() const { return policy_; }
  bool empty() const { return policy_.empty(); }

  // How much the seat likes each of its choices, in this world and with this luck.
  void weigh(const State& state, engine::Seat seat, const engine::Offer& offer,
             const engine::Chance& luck, Likings& likings) const {
    const int seats = G::seats(state);
    const int progress = progress_of(state);
    Glance glance(*this, state, seat);
    int verb = -1;
    std::array<int64_t, 2 * engine::kMaxFeatures> weights{};
    for (int i = 0; i < offer.size(); ++i) {
      const engine::Action action = offer[i].action;
      if (action.verb != verb) {
        verb = action.verb;
        fill(verb, progress, weights);
      }
      int64_t sum = 0;
      const int known = shape().actions.index(shape().seen_by(seat, seats, action));
      if (known >= 0) {
        const auto& habit = policy_.habit(known);
        sum = habit[0] + int64_t{habit[1]} * progress / Policy::kProgress;
      }
      Change change;
      glance.look(action, luck, change);
      for (size_t k = 0; k < glance.width(); ++k) sum += change[k] * weights[k];
      likings[static_cast<size_t>(i)] = sum;
    }
  }

  // The change of the seat's features by an action, then the sum of the others'.
  using Change = std::array<int64_t, 2 * engine::kMaxFeatures>;
  class Glance {
   public:
    Glance(const PolicyOf& policy, const State& state, engine::Seat seat)
        : Glance(policy.policy().looks_at_others(), state, seat) {}
    Glance(bool others, const State& state, engine::Seat seat)
        : state_(state), seat_(seat), seats_(G::seats(state)), others_(others) {
      judge(state, before_);
    }
    size_t width() const { return (others_ ? 2 : 1) * G::features().size(); }
    void look(engine::Action action, const engine::Chance& luck, Change& change) const {
      State after = state_;
      engine::Chance same = luck;
      engine::Events silent;
      G::apply(after, seat_, action, same, silent);
      engine::Features now(before_.figures());
      judge(after, now);
      const size_t count = G::features().size();
      const auto me = static_cast<size_t>(engine::index_of(seat_));
      for (size_t k = 0; k < count; ++k) {
        change[k] = now.rows[me].values[k] - before_.rows[me].values[k];
      }
      if (!others_) return;
      for (size_t k = 0; k < count; ++k) {
        int64_t sum = 0;
        for (size_t i = 0; i < static_cast<size_t>(seats_); ++i) {
          if (i != me) sum += now.rows[i].values[k] - before_.rows[i].values[k];
        }
        change[count + k] = sum;
      }
    }

   private:
    void judge(const State& state, engine::Features& out) const {
      G::judge(state, engine::Viewer::at(seat_),
               others_ ? engine::SeatSet::first(seats_) : engine::SeatSet(seat_), out);
    }

    const State& state_;
    const engine::Seat seat_;
    const int seats_;
    const bool others_;
    engine::Features before_{engine::Judge<G>::standard().weights().figures()};
  };

  static int progress_of(const State& state) {
    return static_cast<int>(G::progress(state) * Policy::kProgress);
  }

 private:
  // The weights of a verb at this point of the game: own, then the others'.
  void fill(int verb, int progress, std::array<int64_t, 2 * engine::kMaxFeatures>& weights) const {
    const std::span<const int32_t> row = policy_.row_of(verb);
    const size_t count = G::features().size();
    for (size_t k = 0; k < 2 * count; ++k) {
      const size_t first = k < count ? k : count + k;  // own, own by progress, others, …
      weights[k] = row[first] + int64_t{row[first + count]} * progress / Policy::kProgress;
    }
  }

  Policy policy_;
};

// The policy a bot goes by: that of a file its settings name, or the game's own.
template <class G>
class PolicyInUse {
 public:
  explicit PolicyInUse(const BotSpec&) {}
};
template <Learned G>
class PolicyInUse<G> {
 public:
  explicit PolicyInUse(const BotSpec& spec) {
    const BotSpec::File& file = spec.file(Figures::kPolicy);
    if (file.text == nullptr) return;
    engine::Result<Policy> read = Policy::load(PolicyOf<G>::shape(), *file.text, file.name);
    assert(read && "whoever reads the file has checked it");
    if (read) other_.emplace(std::move(*read));
  }
  const PolicyOf<G>& policy() const { return other_ ? *other_ : PolicyOf<G>::standard(); }

 private:
  std::optional<PolicyOf<G>> other_;
};

}  // namespace bots
