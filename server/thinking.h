// Bots that take time take it elsewhere than on the home thread: on the workers, all tables in one
// queue. Each has the budget of its settings while there is time for everybody. When more wait than
// the workers can serve, all think for less: as long as it takes to go once through the queue
// within `patience`. So answers grow weaker under load, not later.
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
  static constexpr int64_t kPatience = 300;  // milliseconds; not longer than most people notice

  virtual ~Thinking() = default;
  // Chooses for the seat of a table that is nobody else's; `then` may be called on any thread.
  virtual void ask(const bots::BotSpec& bot, std::shared_ptr<const engine::AnyTable> match,
                   engine::Seat seat, uint64_t seed, std::function<void(const Thought&)> then) = 0;

  // Lets something else that thinks have a turn: `work` is called on a worker with as much of the
  // budget as there is time for.
  virtual void lend(const bots::Budget& budget, std::function<void(const bots::Budget&)> work) = 0;

  // Its own budget, or less when so many bots (itself among them) want to think.
  static bots::Budget share_of(const bots::BotSpec& bot, int asked, int workers, int64_t patience) {
    return share_of(bot.budget(), asked, workers, patience);
  }
  static bots::Budget share_of(bots::Budget budget, int asked, int workers, int64_t patience);
};

class ThinkingOnWorkers final : public Thinking {
 public:
  // `patience` in milliseconds.
  explicit ThinkingOnWorkers(Workers& workers, int64_t patience = kPatience)
      : workers_(workers), patience_(patience) {}

  void ask(const bots::BotSpec& bot, std::shared_ptr<const engine::AnyTable> match,
           engine::Seat seat, uint64_t seed, std::function<void(const Thought&)> then) override;
  void lend(const bots::Budget& budget, std::function<void(const bots::Budget&)> work) override;

  int asked() const { return *asked_; }

 private:
  Workers& workers_;
  int64_t patience_;
  // How many wait or think.
  std::shared_ptr<std::atomic<int>> asked_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace server
