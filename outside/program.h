// A program that plays one seat of one game: what it is told and asked, and how its answers are
// understood (docs/bot-protocol.md). It sees what its seat may see, and nothing else of us.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bots/any_bot.h"
#include "outside/child.h"

namespace outside {

class Program {
 public:
  // REQUIRES: spec.from_outside(). `give_up`, once it is true, ends every waiting for it.
  Program(bots::BotSpec spec, const engine::AnyGame& game, engine::Seat seat,
          const std::atomic<bool>* give_up = nullptr)
      : spec_(std::move(spec)), game_(game), seat_(seat), give_up_(give_up) {}

  const bots::BotSpec& spec() const { return spec_; }

  // It is started at its first choice. Errors: it has ended, doesn't answer in time or answers
  // nonsense, in words that follow its name; it is not to be asked again then.
  engine::Result<bots::Decision> decide(const engine::AnyTable& table, const bots::Budget& budget);
  // What happened, as its seat may know it (bots::heard_by). It is told with the next question.
  void hear(std::span<const engine::Event> events) {
    happened_.insert(happened_.end(), events.begin(), events.end());
  }

 private:
  engine::Error greet(const engine::AnyTable& table, Child::Clock::time_point until);
  std::string hello(const engine::AnyTable& table) const;
  std::string question(const engine::AnyTable& table, const engine::Offer& offer,
                       const bots::Budget& budget) const;
  engine::Result<bots::Decision> ask(const engine::AnyTable& table, const bots::Budget& budget);

  const bots::BotSpec spec_;
  const engine::AnyGame& game_;
  const engine::Seat seat_;
  const std::atomic<bool>* const give_up_;
  std::unique_ptr<Child> child_;
  std::vector<engine::Event> happened_;  // since it was asked last
};

}  // namespace outside
