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

namespace engine {

class Components {
 public:
  Components(const AnyGame& game, const AnyEdition& edition);

  int size() const { return size_; }
  // REQUIRES: an action of the game.
  int of(Action action) const {
    const Verb& verb = verbs_[action.verb];
    return verb.base + action.a * verb.strides[0] + action.b * verb.strides[1] +
           action.c * verb.strides[2];
  }

  // "play guenstling": as actions are written.
  std::string id(int component) const;
  // The same as people say it.
  std::string name(int component, const Texts& texts) const;
  // Is it about a thing that the rules explain: a card, a recipe, a spell?
  bool is_thing(int component) const;
  // What it is about, without the verb where the verb alone can't be said.
  std::string thing(int component, const Texts& texts) const;

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

  const AnyGame& game_;
  const AnyEdition& edition_;
  std::vector<Verb> verbs_;
  std::vector<bool> explained_;  // by domain, from kFirstDomain on
  int size_ = 0;
};

}  // namespace engine
