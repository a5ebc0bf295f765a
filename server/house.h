// What the operator has decided: who is silenced everywhere, what all are told, and whether the
// house closes for the night (draining: games go on, nothing new begins).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "store/store.h"

namespace server {

struct House {
  std::unordered_map<std::string, int64_t> muted;  // person → until when
  std::string announcement;
  int64_t announced_until = 0;
  bool draining = false;
  int64_t drain_until = 0;  // it ends then at the latest

  void read_mutes(store::Store& store);
  bool is_muted(const std::string& person, int64_t now) const {
    const auto found = muted.find(person);
    return found != muted.end() && found->second > now;
  }
  // {"is":"announcement",…} and {"is":"drain",…}
  std::string announcement_message() const;
  std::string drain_message() const;
  // What somebody who has just come is told.
  std::vector<std::string> standing(int64_t now) const;
};

}  // namespace server
