// What takes thought takes it elsewhere than on the home thread: on the workers, all tables in one
// queue. Each has the budget of its settings while there is time for everybody. When more wait than
// the workers can serve, all think for less: as long as it takes to go once through the queue
// within `patience`. So answers grow weaker under load, not later.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/task.h"
#include "server/workers.h"
#include "store/nodes.h"

namespace server {

class Thinking {
 public:
  static constexpr int64_t kPatience = 300;  // milliseconds; not longer than most people notice

  using Then = std::function<void(const Thought&)>;
  using Progress = std::function<void(int done)>;  // decisions

  virtual ~Thinking() = default;
  // A bot's choice or a hint. `then` may be called on any thread.
  virtual void ask(Task task, Then then) = 0;
  // A review. `progress` and `then` may be called on any thread.
  virtual void review(Task task, Progress progress, Then then) = 0;

  // Nothing more is asked about this table.
  virtual void done_with(const std::string& /*table*/) {}

  // For whoever thinks by themselves: goes on when all is there that bots of this game go by, or
  // can't be had (alone/nets.h). On a server that is now.
  virtual void prepare(const engine::AnyGame& /*game*/, std::function<void()> then) { then(); }

  // --- where others may be asked (queued_thinking.h)
  virtual void told(const store::Nodes::Beat& /*beat*/) {}
  virtual void tick() {}
  virtual std::string metrics() const { return {}; }

  // Its own budget, or less when so many (itself among them) want to think.
  static bots::Budget share_of(const bots::BotSpec& bot, int asked, int workers, int64_t patience) {
    return share_of(bot.budget(), asked, workers, patience);
  }
  static bots::Budget share_of(bots::Budget budget, int asked, int workers, int64_t patience);
};

// A bot's choice or a hint, with so much of its budget.
Thought think_within(const Task& task, int asked, int workers, int64_t patience);

// Makes a review on the workers, a decision at a time: whatever else there is comes before the
// next.
void review_on(Workers& workers, Task task, Thinking::Progress progress, Thinking::Then then);

class ThinkingOnWorkers final : public Thinking {
 public:
  // `patience` in milliseconds.
  explicit ThinkingOnWorkers(Workers& workers, int64_t patience = kPatience)
      : workers_(workers), patience_(patience) {}

  void ask(Task task, Then then) override;
  void review(Task task, Progress progress, Then then) override {
    review_on(workers_, std::move(task), std::move(progress), std::move(then));
  }

  int asked() const { return *asked_; }

 private:
  Workers& workers_;
  int64_t patience_;
  // How many wait or think.
  std::shared_ptr<std::atomic<int>> asked_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace server
