// The queue of what is to be played or thought over (store/work.h), as somebody sees it who is no
// server and has no tables: asks, fetches answers, and says every second that it still waits. What
// it asked is gone when it hasn't been heard of for `Nodes::kLease`.
//
// Synchronous, and of one thread. A database that is gone is looked for again by the next call.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "store/nodes.h"

namespace store {

class Asking {
 public:
  virtual ~Asking() = default;

  // Says that somebody waits here. To be called every second. How many threads of workers there
  // are; -1: the database can't be reached. `fresh`: it was taken for dead, or begins: nothing that
  // was asked is in the queue any more.
  virtual int64_t beat(bool& fresh) = 0;
  // Puts it into the queue; false: it could not be. REQUIRES: beat() was well.
  virtual bool ask(const Nodes::Question& question) = 0;
  // Each comes once.
  virtual std::vector<Nodes::Answer> answers() = 0;
  // Nobody waits for them any more.
  virtual void forget(const std::vector<int64_t>& ids) = 0;
  // Returns when there may be answers, or after so many milliseconds.
  virtual void wait(int milliseconds) = 0;
};

// REQUIRES: the address is of PostgreSQL, and its tables are there (store::open).
std::unique_ptr<Asking> open_asking(const std::string& address);

}  // namespace store
