// A learned net: the share of the wins each seat may hope for, from all that one seat observes
// (engine/observe.h) instead of a few named features. One layer of hidden units over those numbers,
// and from the units a strength for each seat, counted from the one that observes; to that what the
// game's judgement says is added, times a weight that changes along the game: learning begins
// there. The shares are a softmax of the strengths.
//
//   numbers   x x 0 0 x 0 …      what isn't 0 alone is looked at: about one in twenty
//                | first           a row of units for each number
//   units     u u u … u          below 0 they count as 0
//                | second          a row of seats for each unit
//   seats     me, next, …        + weight * judgement
//
// The figures are data of the game (games/<id>/net.json), learned by `stamtafel train` from tens of
// thousands of games of a fast bot. They hold for the numbers of the game's own edition: another in
// which a seat observes more or fewer of them has no net, and its bots go by the judgement. So do
// those of a program that was built without its nets, until it is given them (nets.h).
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot_spec.h"
#include "bots/value.h"
#include "engine/position.h"

namespace bots {

class Net {
 public:
  static constexpr int kMaxHidden = 64;
  static constexpr int kBlock = 8;  // units that are added at once: hidden() is a multiple of it
  static constexpr int kKnots = Value::kKnots;
  using Shares = Value::Shares;

  // What it looks at: the numbers that aren't 0 by their places, and what the judgement says of the
  // seats, counted from the one that observes.
  struct Sight {
    std::span<const uint32_t> places;
    const float* numbers;  // by place
    Value::Judged judged;
    int players;
    float progress;
  };

  // An empty text is an empty net. Errors name the field.
  static engine::Result<Net> load(std::string_view json, std::string_view what);
  // Reads back to the same, but for what is lost by keeping weights in a byte each. `learned` says
  // where it comes from: the text of a JSON object.
  std::string json(std::string_view learned) const;
  // The judgement alone; all other figures 0.
  static Net zero(int inputs, int hidden, int seats);

  bool empty() const { return hidden_ == 0; }
  int inputs() const { return inputs_; }
  int hidden() const { return hidden_; }
  int seats() const { return seats_; }

  // Of the seats, counted from the one that observes.
  Shares shares(const Sight& sight) const;
  // The units before what is below 0 is cut off, for whoever fits them.
  void units(const Sight& sight, std::span<float> out) const;

  // The figures, for whoever fits them.
  std::array<float, kKnots> judgement{};
  std::vector<float> first;      // by number, hidden() each
  std::vector<float> constants;  // by unit
  std::vector<float> second;     // by unit, seats() each

 private:
  int inputs_ = 0;
  int hidden_ = 0;
  int seats_ = 0;
};

template <class G>
concept Netted = Valued<G> && requires {
  { G::net_json() } -> std::convertible_to<std::string_view>;
  { G::has_net() } -> std::same_as<bool>;
};

// The net of the game's own bots: the one that is built in, or was given since (nets.h); empty:
// none.
template <Netted G>
std::shared_ptr<const Net>& own_net() {
  static std::shared_ptr<const Net> net = [] {
    engine::Result<Net> read = Net::load(G::net_json(), "net.json");
    assert(read && "the embedded net is good");
    return std::make_shared<const Net>(std::move(*read));
  }();
  return net;
}

// What a judgement says of all seats in this world, by its temperature.
template <engine::Judgement G>
Value::Judged judged_by(const engine::Judge<G>& judge, const typename G::State& state) {
  const int seats = G::seats(state);
  const engine::Weights& weights = judge.weights();
  engine::Features features(weights.figures());
  features.learned = weights.weighs_learned();
  G::judge(state, engine::Viewer::everything(), engine::SeatSet::first(seats), features);
  return judged_by(weights, features, seats, G::progress(state));
}

// The net a bot goes by, with room for what it looks at: that of a file its settings name, or the
// game's own. Whoever is given a judgement or a value of its own and no net goes by these.
template <class G>
class NetInUse {
 public:
  explicit NetInUse(const BotSpec&) {}
  static bool empty() { return true; }
};
template <Netted G>
class NetInUse<G> {
 public:
  using State = typename G::State;

  explicit NetInUse(const BotSpec& spec) {
    const BotSpec::File& file = spec.file(Figures::kNet);
    if (file.text == nullptr) {
      if (spec.file(Figures::kValue).text != nullptr || spec.file(Figures::kTuned).text != nullptr)
        return;
      net_ = own_net<G>();
      return;
    }
    engine::Result<Net> read = Net::load(*file.text, file.name);
    assert(read && "whoever reads the file has checked it");
    if (read) net_ = std::make_shared<const Net>(std::move(*read));
  }

  bool empty() const { return net_ == nullptr || net_->empty(); }
  // Is there one for games like this?
  bool holds_for(const State& state) {
    if (empty()) return false;
    if (state.edition != edition_) {
      edition_ = state.edition;
      layout_ = engine::observation_layout<G>(state);
      numbers_.assign(layout_.size(), 0);
      places_.resize(layout_.size());
    }
    return static_cast<int>(layout_.size()) == net_->inputs() && G::seats(state) <= net_->seats();
  }
  // What the seats may hope for as `viewer` sees this world, whose judgement is `judge`'s.
  // REQUIRES: holds_for it.
  Value::Shares shares(const State& state, engine::Seat viewer, const engine::Judge<G>& judge) {
    if (G::over(state)) return outcome_shares<G>(state);
    const Value::Judged judged = judged_by(judge, state);
    uint32_t* const end = engine::observe<G>(state, viewer, layout_, numbers_, places_.data());
    Net::Sight sight{
        {places_.data(), end}, numbers_.data(), {}, G::seats(state), G::progress(state)};
    const auto seats = static_cast<size_t>(sight.players);
    const auto me = static_cast<size_t>(engine::index_of(viewer));
    for (size_t i = 0; i < seats; ++i) sight.judged[i] = judged[(me + i) % seats];
    const Net::Shares relative = net_->shares(sight);
    for (const uint32_t place : sight.places) numbers_[place] = 0;
    Value::Shares shares{};
    for (size_t i = 0; i < seats; ++i) shares[(me + i) % seats] = relative[i];
    return shares;
  }

 private:
  std::shared_ptr<const Net> net_;
  const typename G::Edition* edition_ = nullptr;
  engine::ObservationLayout layout_;
  std::vector<float> numbers_;
  std::vector<uint32_t> places_;
};

}  // namespace bots
