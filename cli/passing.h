// Questions out of turn at which there is nothing to do. A game asks everybody who, for all the
// others know, might react; where the person can only pass, that is done for them.
#pragma once

#include <optional>
#include <utility>

#include "cli/session.h"

namespace cli {

class Passing {
 public:
  explicit Passing(bool on) : on_(on) {}

  bool on() const { return on_; }
  void turn() { on_ = !on_; }

  // Only for who plays against bots alone: among several people at one keyboard, whom it is handed
  // to and whom it isn't would tell what they hold.
  static bool allowed(const Session& session) { return session.humans() == 1; }

  // What is answered for the seat; nothing where the person has to.
  std::optional<engine::Action> answer(const Session& session, engine::Seat seat) const;

  // Who takes a step back goes on from there by hand.
  void went_back(const Session& session) { by_hand_ = session.table().steps().size(); }
  // It happens the first time: then it is told.
  bool first() { return !std::exchange(told_, true); }

 private:
  bool on_;
  bool told_ = false;
  std::optional<size_t> by_hand_;  // the step that was gone back to
};

}  // namespace cli
