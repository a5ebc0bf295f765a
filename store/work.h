// The queue of what is to be thought over, as workers see it: they take from it, say that they are
// still at it, and put the answers down beside the questions. Servers fill it (store/nodes.h), and
// studies (store/asking.h). What a worker has taken comes back to the queue when it hasn't been
// heard of for `Nodes::kLease`; doing something twice is no harm.
//
// Synchronous, and of one thread. A database that is gone is looked for again by the next call.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace store {

class Work {
 public:
  virtual ~Work() = default;

  // How far something that takes long has come.
  struct Progress {
    int64_t id = 0;
    int64_t done = 0;
  };
  struct Taken {
    int64_t id = 0;
    int64_t kind = 0;
    std::string task;
    int64_t asked = 0;    // so many quick ones wait or are being thought over, all in all,
    int64_t threads = 0;  // by so many threads of all workers
  };

  // Says that this worker is there and still at what it has taken. To be called every second;
  // false: the database can't be reached.
  virtual bool beat(const std::vector<Progress>& progress) = 0;
  // Up to so many of the quick kinds, of the slow ones and of studies, the oldest first.
  virtual std::vector<Taken> take(int quick, int slow, int studies) = 0;
  // False: it could not be said; whoever takes it next will.
  virtual bool answer(int64_t id, const std::string& text) = 0;
  // Gives back what it has not answered, and is gone.
  virtual void leave() = 0;
  // Returns when there may be something to take, when the file descriptor can be read, or after so
  // many milliseconds.
  virtual void wait(int file, int milliseconds) = 0;
};

// The queue is in the first of several databases. REQUIRES: they are of PostgreSQL, and their
// tables are there (store::open).
std::unique_ptr<Work> open_work(const std::string& data, int threads);

}  // namespace store
