// Bots for any registered game: the type-erased form, for tables.
#pragma once

#include <memory>
#include <span>

#include "bots/bot.h"
#include "engine/any_game.h"

namespace bots {

class AnyBot {
 public:
  virtual ~AnyBot() = default;

  // For the seat it was made for. It sees what that seat may know, and takes its dice from
  // `chance`, never the table's. REQUIRES: the seat is acting.
  virtual Decision decide(const engine::AnyTable& table, const Budget& budget,
                          engine::Chance& chance) = 0;
  virtual bool listens() const = 0;
  virtual void hear(std::span<const engine::Event> events) = 0;
};

// REQUIRES: a registered game.
std::unique_ptr<AnyBot> make_bot(const BotSpec& spec, const engine::AnyGame& game,
                                 engine::Seat seat);

// The choice of a bot that is made for this one decision, with the budget of its settings.
engine::Action choose(const BotSpec& spec, const engine::AnyTable& table, engine::Seat seat,
                      engine::Chance& chance);

}  // namespace bots
