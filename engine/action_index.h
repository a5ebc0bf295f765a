// Every action a game knows as a number: verb after verb, and within a verb its arguments counted
// up, the last one fastest. Dense and stable for an edition, for learning: policies are written
// over these numbers. (Which few of them are allowed now, `options` says.)
#pragma once

#include <array>
#include <cassert>
#include <vector>

#include "engine/spec.h"
#include "engine/types.h"

namespace engine {

class ActionIndex {
 public:
  // `domain_size` tells how many values a domain of the game has, for one edition.
  template <class DomainSize>
  ActionIndex(const GameSpec& spec, DomainSize domain_size) {
    for (const VerbSpec& verb : spec.verbs) {
      Verb row;
      row.first = size_;
      int count = 1;
      for (size_t i = 0; i < verb.args.size(); ++i) {
        const DomainId domain = verb.args[i];
        if (domain == kNumber) {
          row.args[i] = {verb.numbers.low, verb.numbers.high - verb.numbers.low + 1};
        } else if (domain == kSeatArg) {
          row.args[i].size = spec.max_seats;
        } else if (domain != kNoArg) {
          row.args[i].size = domain_size(domain);
        }
        count *= row.args[i].size;
      }
      row.base = row.first;
      for (size_t i = row.args.size(), stride = 1; i-- > 0;) {
        row.strides[i] = static_cast<int>(stride);
        row.base -= row.args[i].low * row.strides[i];
        stride *= static_cast<size_t>(row.args[i].size);
      }
      verbs_.push_back(row);
      size_ += count;
    }
  }

  int size() const { return size_; }
  // -1: no action of the game.
  int index(Action action) const;
  // The same without a check. REQUIRES: an action of the game.
  int known(Action action) const {
    const Verb& verb = verbs_[action.verb];
    const int index = verb.base + action.a * verb.strides[0] + action.b * verb.strides[1] +
                      action.c * verb.strides[2];
    assert(index == this->index(action));
    return index;
  }
  // REQUIRES: 0 <= index < size().
  Action action(int index) const;

 private:
  struct Arg {
    int low = 0;
    int size = 1;
  };
  struct Verb {
    int first = 0;
    std::array<Arg, 3> args;
    int base = 0;  // where all arguments would be 0
    std::array<int, 3> strides{};
  };
  std::vector<Verb> verbs_;
  int size_ = 0;
};

}  // namespace engine
