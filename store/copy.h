// Everything from one store into another that is empty: from a file to a database, or back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/check.h"

namespace store {

struct Moved {
  std::string problem;  // not empty: the target is not usable
  int64_t tables = 0;
  int64_t editions = 0;  // lists of entries that are no tables
  int64_t entries = 0;
  int64_t people = 0;
  int64_t devices = 0;
  int64_t links = 0;
  int64_t blocks = 0;
  int64_t mutes = 0;
  int64_t addresses = 0;
  int64_t notices = 0;
  std::vector<Problem> left_out;  // what is damaged
};

// Refused while a server has either of them open, when there is anything in the target, and when
// something is damaged, unless `force`: then that is left out. A copy that is broken off can't be
// taken for whole.
Moved copy(const std::string& from, const std::string& to, bool force);

}  // namespace store
