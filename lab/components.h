// What there is to take in a game: its cards, recipes, spells, upgrades, deeds and actions, as the
// choices name them. Nothing here knows a game: a component is a verb of its table with its
// arguments where these are few (`deed temple 2`), with its first component alone where they are
// many (`put draco …`), and the bare verb where it is about no component (`toast`). Which seat is
// meant is left out.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/any_game.h"

namespace lab {

class Components {
 public:
  Components(const engine::AnyGame& game, const engine::AnyEdition& edition);

  int size() const { return size_; }
  // REQUIRES: an action of the game.
  int of(engine::Action action) const {
    const Verb& verb = verbs_[action.verb];
    return verb.base + action.a * verb.strides[0] + action.b * verb.strides[1] +
           action.c * verb.strides[2];
  }

  // "play guenstling": as actions are written.
  std::string id(int component) const;
  // The same as people say it.
  std::string name(int component, const engine::Texts& texts) const;

 private:
  struct Verb {
    int first = 0;
    int base = 0;                  // where all arguments would be 0
    std::array<int, 3> strides{};  // 0: that argument is left out
    std::array<int, 3> lows{};
    std::array<int, 3> sizes{1, 1, 1};
  };
  struct Which {
    size_t verb = 0;
    std::array<int, 3> args{};
  };
  Which which(int component) const;
  // Does a component of the verb say all of its arguments?
  bool whole(size_t verb) const;

  const engine::AnyGame& game_;
  const engine::AnyEdition& edition_;
  std::vector<Verb> verbs_;
  int size_ = 0;
};

}  // namespace lab
