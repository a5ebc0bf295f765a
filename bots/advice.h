// What a strong player would do in a seat's place, and why: for hints, for a tutor, for the review
// of a game. It is thought over as the bot `search` does, and as honestly: only from worlds that
// the seat cannot tell from the true one.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot_spec.h"
#include "bots/knowledge.h"
#include "engine/any_game.h"
#include "engine/judgement.h"

namespace bots {

// What made the difference between a choice and the one it is compared with: a feature of a seat
// (engine/judgement.h), on average over many worlds in which both were played on.
struct Reason {
  std::string_view feature;  // its id
  engine::Seat seat = engine::Seat::kNone;
  float difference = 0;  // how much more of it there is, in what a player counts
  bool counted = false;  // a player counts it; otherwise more or less is all there is to tell
  float effect = 0;      // on the share of wins of the seat that is advised
  friend bool operator==(const Reason&, const Reason&) = default;
};

struct AdvisedChoice {
  engine::Action action;
  float share = 0;                                // of the wins that the seat may hope for
  float error = 0;                                // the standard error of it
  uint32_t visits = 0;                            // how often it was tried
  std::array<float, engine::kMaxSeats> shares{};  // of all seats
  // Of those that were looked into (Advice::explained); empty for the others, and where nothing in
  // particular makes the difference. The strongest first. The best choice is compared with the
  // second best, the others with the best.
  std::vector<Reason> reasons;
  std::vector<engine::Action> line;  // what the seat would probably go on with in the same turn
  friend bool operator==(const AdvisedChoice&, const AdvisedChoice&) = default;
};

struct Advice {
  static constexpr size_t kBest = 3;

  // All there are. First the best three, the best of them first; then the one that was asked about;
  // then the others, by how often they were tried. Empty: there is nothing to choose.
  std::vector<AdvisedChoice> choices;
  size_t explained = 0;
  uint32_t iterations = 0;

  const AdvisedChoice* find(engine::Action action) const;
  std::span<const AdvisedChoice> best() const {
    return std::span(choices).first(std::min(kBest, choices.size()));
  }
  // What is given away by this choice, if that is certain enough: a share of wins, otherwise 0.
  float loss(engine::Action action) const;
  friend bool operator==(const Advice&, const Advice&) = default;
};

// So much is much to give away: a tutor speaks up. 8 % of the wins with two players, and less with
// more, among whom wins are rarer.
constexpr float much(int seats) { return 0.16F / static_cast<float>(seats); }

struct AdviceWish {
  Budget budget;  // of iterations, or of milliseconds; about so much
  std::optional<engine::Action> about = std::nullopt;  // is looked into as well, however good it is
};

// For the seat whose knowledge it is. REQUIRES: it is that seat's choice.
template <engine::Rules G>
Advice advise(const Knowledge<G>& knowledge, const AdviceWish& wish, engine::Chance& chance);

// The same at a table. REQUIRES: a registered game, the seat is acting.
Advice advise(const engine::AnyTable& table, engine::Seat seat, const AdviceWish& wish,
              engine::Chance& chance);

// How features are told to people: the member `told` of judgement.json, by feature. A number says
// how much of the feature is one to a player (0, as where nothing is said: it isn't counted); a
// word names the feature in whose words it is told.
class ToldFeatures {
 public:
  // Errors name the field.
  static engine::Result<ToldFeatures> load(std::span<const engine::FeatureSpec> features,
                                           std::string_view judgement_json);
  size_t told_as(size_t feature) const { return as_[feature]; }
  int unit(size_t feature) const { return unit_[feature]; }

 private:
  std::array<size_t, engine::kMaxFeatures> as_{};
  std::array<int, engine::kMaxFeatures> unit_{};
};

}  // namespace bots
