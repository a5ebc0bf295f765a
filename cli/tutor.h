// Advice for whoever is at the keyboard (bots/advice.h): asked for, or by a tutor before a choice
// that gives much away. It is thought over beside the game, so that nobody waits for a tutor.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bots/advice.h"
#include "cli/session.h"

namespace cli {

class Tutor {
 public:
  ~Tutor();
  Tutor() = default;
  Tutor(const Tutor&) = delete;
  Tutor& operator=(const Tutor&) = delete;

  bool on = false;

  // May advice be asked for: among bots alone, or when it was agreed?
  static bool allowed(const Session& session, bool agreed) {
    return agreed || session.humans() == 1;
  }
  // A question is there: begins to think. Asked twice it does so once.
  void attend(const engine::AnyTable& table, engine::Seat seat);
  // Waits for it.
  const bots::Advice& advice(const engine::AnyTable& table, engine::Seat seat);
  // Does the choice give much away? Only the first time at a question, and only where the answer is
  // there already; who is patient waits for it.
  bool doubts(const Session& session, engine::Seat seat, engine::Action action, bool patient);

 private:
  struct Thought;
  std::shared_ptr<Thought> thought_;
  uint64_t warned_ = 0;  // at this question
  std::vector<std::thread> threads_;
};

// "2. Play Old Friends: wins 41 %", then why and how it goes on, for each of the best. The numbers
// are those of `order`, or else 1, 2, 3.
std::vector<std::string> advice_lines(const Session& session, engine::Seat seat,
                                      const bots::Advice& advice, engine::Language language,
                                      const std::vector<engine::Action>& order = {});

}  // namespace cli
