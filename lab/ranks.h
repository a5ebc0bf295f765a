// The ranks of one command under mpirun: the first plays the study, the others help it. Open MPI's
// library is loaded when a program is started by its mpirun, and by nothing else: whoever has no
// mpirun needs no library.
//
// A rank that is gone costs what it had open: that comes back as lost. (By default mpirun ends all
// others as well when one dies; then the result file has what was finished.)
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "engine/error.h"
#include "lab/helpers.h"

namespace lab {

class Ranks {
 public:
  // Did mpirun start several of us?
  static bool several();
  // nullptr: not under mpirun, or alone there. Errors: the library can't be used.
  static engine::Result<std::unique_ptr<Ranks>> join();
  // Of the first: lets the others end.
  virtual ~Ranks() = default;

  // Is this the one that asks? The others help().
  virtual bool first() const = 0;
  virtual int count() const = 0;

  // Of the first.
  virtual Helpers& helpers() = 0;
  // Of the others: plays tasks on so many threads, until the first says that it ends or `stop` is
  // set. An error of play(): it refuses; empty: it was given up.
  using Play = std::function<engine::Result<std::string>(std::string_view task,
                                                         const std::atomic<bool>& give_up)>;
  virtual void help(int threads, const Play& play, const std::atomic<bool>& stop) = 0;
};

}  // namespace lab
