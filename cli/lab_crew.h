// Who plays the blocks of a study besides this process: the other ranks under mpirun, or workers
// that take from a queue in a database.
#pragma once

#include <memory>
#include <string>

#include "engine/error.h"
#include "lab/helpers.h"
#include "lab/ranks.h"

namespace cli {

class Crew {
 public:
  // `workers`: the address of the database; empty: none. Errors: it is none, or can't be reached.
  static engine::Result<std::unique_ptr<Crew>> gather(const std::string& workers);

  // Is the study this process's own? Otherwise it help()s another.
  bool leads() const { return ranks_ == nullptr || ranks_->first(); }
  // nullptr: nobody.
  lab::Helpers* helpers();
  // Until the first of the ranks ends; what this process ends with. 0 threads: one for each core.
  int help(int threads);

 private:
  std::unique_ptr<lab::Ranks> ranks_;
  std::unique_ptr<lab::Helpers> workers_;
};

// Plays a task of a study, as `stamtafel worker` does for those who ask with --workers.
std::string play_for_others(const std::string& task, const std::atomic<bool>& give_up);

}  // namespace cli
