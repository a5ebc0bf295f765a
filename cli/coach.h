// Why a question is asked, in a sentence of the game's: said until the question has been answered a
// few times, and whenever somebody asks for it.
#pragma once

#include <map>
#include <string>

#include "engine/any_game.h"

namespace cli {

std::string why_text(const engine::AnyTable& table, engine::Seat seat, const engine::Texts& texts);

class Coach {
 public:
  // Still to be said at this question?
  bool due(const engine::AnyTable& table, engine::Seat seat) const {
    const auto known = answered_.find(table.prompt(seat));
    return known == answered_.end() || known->second < kEnough;
  }
  // REQUIRES: the seat is acting, and about to answer.
  void answered(const engine::AnyTable& table, engine::Seat seat) {
    ++answered_[table.prompt(seat)];
  }

 private:
  static constexpr int kEnough = 3;
  std::map<int, int> answered_;  // by prompt
};

}  // namespace cli
