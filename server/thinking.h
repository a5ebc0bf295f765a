// Bots that take time take it on the workers, all tables in one queue. Each has the budget of its
// settings while there is time for everybody. When more wait than the workers can serve, all think
// for less: as long as it takes to go once through the queue within `patience`. So answers grow
// weaker under load, not later.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "bots/any_bot.h"
#include "server/workers.h"

namespace server {

// What came of it.
struct Thought {
  engine::Action action;
  bots::Budget budget;  // that it was given
  uint32_t iterations = 0;
  bool hurried = false;  // it was given less than its own
};

class Thinking {
 public:
  // `patience` in milliseconds.
  Thinking(Workers& workers, int64_t patience) : workers_(workers), patience_(patience) {}

  // Chooses for the seat of a table that is nobody else's; `then` is called on the worker.
  void ask(const bots::BotSpec& bot, std::shared_ptr<const engine::AnyTable> match,
           engine::Seat seat, uint64_t seed, std::function<void(const Thought&)> then);

  // Its own budget, or less when so many bots (itself among them) want to think.
  static bots::Budget share_of(const bots::BotSpec& bot, int asked, int workers, int64_t patience);

  int asked() const { return *asked_; }

 private:
  Workers& workers_;
  int64_t patience_;
  // How many wait or think.
  std::shared_ptr<std::atomic<int>> asked_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace server
