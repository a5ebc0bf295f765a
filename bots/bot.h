// A bot is an object: made for one seat of one game, told what happens there, asked with a budget.
// It never sees the true state (Knowledge) and takes its dice from the chance it is given.
//
// A new bot is one header with a class like this, and one line in registry.h:
//
//   struct Mine {
//     static constexpr BotInfo kInfo{"mine"};
//     template <engine::Rules G>
//     class Of final : public Bot<G> {
//      public:
//       explicit Of(const BotSpec& spec);
//       Decision decide(const Knowledge<G>&, const Budget&, engine::Chance&) override;
//     };
//   };
#pragma once

#include <span>
#include <vector>

#include "bots/bot_spec.h"
#include "bots/knowledge.h"
#include "engine/event.h"
#include "engine/small_vec.h"
#include "engine/spec.h"

namespace bots {

// One of its choices, as the bot sees it. Values can be compared within one decision; what they
// measure is the bot's own affair (`greedy`: the game's judgement; `search`: the share of wins).
struct Choice {
  engine::Action action;
  float value = 0;
  uint32_t visits = 0;  // how often it was tried
};

struct Decision {
  // The best first; at least one.
  engine::SmallVec<Choice, 8> choices;
  uint32_t iterations = 0;

  engine::Action action() const { return choices[0].action; }
};

// What a seat may know of what happened: the secrets of others are 0.
std::vector<engine::Event> heard_by(engine::Seat seat, const engine::GameSpec& spec,
                                    std::span<const engine::Event> events);

template <engine::Rules G>
class Bot {
 public:
  virtual ~Bot() = default;

  // REQUIRES: what it knows is of the seat it was made for, whose choice it is.
  virtual Decision decide(const Knowledge<G>& knowledge, const Budget& budget,
                          engine::Chance& chance) = 0;

  // Wants to be told what happens; otherwise nobody collects it.
  virtual bool listens() const { return false; }
  // What happened, in order, as far as its seat may know it (heard_by). A bot must also do without:
  // it may be made in the middle of a game.
  virtual void hear(std::span<const engine::Event>) {}
};

}  // namespace bots
